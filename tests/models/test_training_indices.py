"""The index reader's training, in small: designs that differ, true labels, a few steps that learn, shares that hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training import playing_signs  # noqa: E402
from models.training.calibrate_indices import figures, target_of, temperature_of  # noqa: E402
from models.training.export import export_indices  # noqa: E402
from models.training.indices_net import IndicesNet, four_corners, log_shares  # noqa: E402
from models.training.indices_samples import (  # noqa: E402
    NO_CARD,
    IndexSamples,
    Sampler,
    lay,
    rank_and_suit,
)
from models.training.playing_courts import english_courts  # noqa: E402
from models.training.playing_designs import PrintDesign, codes  # noqa: E402
from models.training.playing_signs import FontError, fonts, is_held_out, suit_sign  # noqa: E402
from models.training.scans import Picture  # noqa: E402
from models.training.train_indices import IndicesTrainer  # noqa: E402
from vision.geometry import upright_quad  # noqa: E402
from vision.recognition.playing_cards import CODES, CROP_WH, IndexReader, with_margin  # noqa: E402

CPU = torch.device("cpu")


@pytest.fixture
def few_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The one font that the project ships, whatever the machine has."""
    shipped = Path(playing_signs.__file__).parents[1] / "housedeck" / "fonts"
    monkeypatch.setattr(playing_signs, "FONTS", shipped)
    monkeypatch.setattr(playing_signs, "LEAST_FONTS", 1)
    monkeypatch.setattr(playing_signs, "ONE_IN", 1_000_000)
    fonts.cache_clear()
    yield
    fonts.cache_clear()


def dark(picture: Picture) -> NDArray[np.bool_]:
    return np.asarray(picture.min(axis=2) < 128, np.bool_)


def test_a_make_is_drawn_again_as_it_was_and_another_one_otherwise(few_fonts: None) -> None:
    once, again = (PrintDesign(7).face("9h") for _ in range(2))
    np.testing.assert_array_equal(once, again)
    assert not np.array_equal(PrintDesign(8).face("9h"), once)


def test_the_52_cards_of_a_make_differ(few_fonts: None) -> None:
    design = PrintDesign(3)
    faces = [design.face(code).tobytes() for code in codes()]
    assert tuple(codes()) == CODES
    assert len(set(faces)) == 52


def test_pip_cards_are_the_same_both_ways_up_and_hold_their_count(few_fonts: None) -> None:
    design = next(
        m
        for m in map(PrintDesign, range(40))
        if m._index.corners == 2 and m._index.rank_high < 9 and not m._plain
    )
    six = design.face("6d")
    assert (dark(six) != dark(six)[::-1, ::-1]).mean() < 0.03
    inner = six[:, six.shape[1] // 4 : -six.shape[1] // 4]
    ten = design.face("Td")[:, six.shape[1] // 4 : -six.shape[1] // 4]
    assert dark(ten).sum() > 1.3 * dark(inner).sum()


def test_some_makes_have_the_courts_of_the_english_pattern_between_their_own_indices(few_fonts: None) -> None:
    stripes = np.zeros((240, 160, 3), np.uint8)
    stripes[::2] = 255
    designs = [PrintDesign(seed, (), {"Qh": stripes}) for seed in range(30)]
    grey = [cv2.blur(design.face("Qh"), (9, 9))[160, design.size_wh[0] // 2] for design in designs]
    with_pattern = [
        np.allclose(one, np.array(design.paper) / 2, atol=25)
        for one, design in zip(grey, designs, strict=True)
    ]
    assert 5 < sum(with_pattern) < 20
    design = designs[with_pattern.index(True)]
    assert not np.array_equal(design.face("Qh")[:30, :40], design.face("Kh")[:30, :40])


def test_the_scanned_courts_are_what_stands_within_their_frames(shared: Path) -> None:
    courts = english_courts(320)
    assert sorted(courts) == sorted(rank + suit for rank in "JQK" for suit in "shdc")
    rims = [part for one in courts.values() for part in (one[:, 0], one[:, -1])]
    assert max((rim.max(axis=1) < 90).mean() for rim in rims) < 0.7  # not the frame's own line


@pytest.mark.parametrize("suit", "shdc")
def test_signs_are_drawn_anew_and_stand_upright(suit: str) -> None:
    signs = [suit_sign(suit, np.random.default_rng(seed)) for seed in range(6)]
    assert len({sign.tobytes() for sign in signs}) == 6
    for sign in signs:
        widest = int((sign > 127).sum(axis=1).argmax()) / sign.shape[0]
        assert widest < 0.55 if suit == "h" else 0.3 < widest < 0.95


def test_fonts_are_either_for_training_or_kept_out_of_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert is_held_out(Path("Some-Bold.ttf")) == is_held_out(Path("Some-Regular.ttf"))
    monkeypatch.setattr(playing_signs, "FONTS", tmp_path)
    fonts.cache_clear()
    with pytest.raises(FontError, match=r"expected 20 fonts.*apt install"):
        fonts()
    fonts.cache_clear()


def test_a_card_is_laid_at_its_quad_and_nowhere_else() -> None:
    frame = np.zeros((200, 200, 3), np.uint8)
    lay(frame, np.full((320, 230, 3), 200, np.uint8), upright_quad((71, 100)) + np.float32(50))
    assert (frame[100, 80] == 200).all()
    assert frame[:45].max() == frame[:, :45].max() == frame[155:].max() == 0


def test_rank_and_suit_name_the_code() -> None:
    rank, suit = rank_and_suit(np.array([CODES.index("Td"), NO_CARD, 51]))
    assert [("A23456789TJQK"[r], "shdc"[s]) for r, s in zip(rank, suit, strict=True)][::2] == [
        ("T", "d"),
        ("K", "c"),
    ]


def test_samples_hold_cards_and_strangers(shared: Path, few_fonts: None) -> None:
    samples = Sampler(3, designs=2).batch(40)
    assert samples.crops.shape == (40, CROP_WH[1], CROP_WH[0], 3)
    assert 0 < (samples.card == NO_CARD).sum() < 25
    again = Sampler(3, designs=2).batch(40)
    np.testing.assert_array_equal(samples.crops, again.crops)


def test_corners_are_seen_as_they_stand_from_either_end() -> None:
    crops = torch.rand(1, 3, CROP_WH[1], CROP_WH[0])
    upright, turned = four_corners(crops), four_corners(crops.flip(2, 3))
    torch.testing.assert_close(upright, turned[[2, 3, 0, 1]])


def test_a_card_says_the_same_either_way() -> None:
    net = IndicesNet().eval()
    crops = torch.randint(0, 255, (2, CROP_WH[1], CROP_WH[0], 3), dtype=torch.uint8)
    with torch.no_grad():
        torch.testing.assert_close(net(crops), net(crops.flip(1, 2)), atol=1e-4, rtol=0)


def test_shares_sum_to_one() -> None:
    shares = log_shares(torch.randn(5, 18)).exp()
    torch.testing.assert_close(shares.sum(dim=1), torch.ones(5))
    certain = torch.full((1, 18), -20.0)
    certain[0, 9] = certain[0, 13 + 2] = certain[0, 17] = 20.0
    assert CODES[int(log_shares(certain).argmax())] == "Td"


def some(count: int, seed: int) -> IndexSamples:
    """Aces of spades are dark in their corners, kings of hearts in their middle, negatives nowhere."""
    rng = np.random.default_rng(seed)
    crops = rng.integers(180, 250, (count, CROP_WH[1], CROP_WH[0], 3), np.uint8)
    card = np.array([0, 25, NO_CARD])[np.arange(count) % 3]
    crops[card == 0, 20:60, 20:40] = crops[card == 0, -60:-20, -40:-20] = 20
    crops[card == 25, 90:140, 60:100] = 20
    return IndexSamples(crops, card)


def test_a_few_steps_learn_and_what_is_exported_says_the_same(tmp_path: Path) -> None:
    torch.manual_seed(0)
    trainer = IndicesTrainer(CPU, 0.1)
    losses = [trainer.learn(some(12, step), 0.0) for step in range(10)]
    assert np.mean(losses[-3:]) < 0.7 * losses[0]
    path = tmp_path / "indices.onnx"
    export_indices(trainer.average, 1.5, path)
    crop = some(1, 99).crops[0]
    middle = upright_quad(CROP_WH) - np.float32(0.5)
    quad = (middle - middle.mean(axis=0)) / 1.1 + middle.mean(axis=0)
    np.testing.assert_allclose(with_margin(quad), middle, atol=1e-3)
    said = IndexReader(path).log_shares(crop, [quad])
    with torch.no_grad():
        wanted = log_shares(trainer.average(torch.from_numpy(crop[None])) / 1.5).numpy()
    np.testing.assert_allclose(said, wanted, atol=0.2)


def test_the_temperature_makes_a_boaster_modest() -> None:
    torch.manual_seed(1)
    logits, card = 8 * torch.randn(300, 18), np.arange(300) % 52
    assert temperature_of(logits, card) > 2.0
    assert target_of(np.array([NO_CARD, 4])).tolist() == [52, 4]


def test_figures_count_names_by_what_they_name() -> None:
    shares = np.full((4, 53), 0.001)
    shares[[0, 1, 2, 3], [0, 1, 7, 7]] = [0.95, 0.95, 0.95, 0.5]
    counted = figures(shares, np.array([0, 5, NO_CARD, 7]), 0.9)
    assert (counted.cards, counted.right, counted.wrong, counted.negatives, counted.named) == (3, 1, 1, 1, 1)
    assert "right 1/3 = 0.3333, wrong 1; none of the 52 but named 1/1" in str(counted)


def test_a_checkpoint_goes_on_where_it_stopped(tmp_path: Path) -> None:
    trainer = IndicesTrainer(CPU, 1e-3)
    trainer.learn(some(6, 0), 0.0)
    trainer.save(tmp_path / "checkpoint.pt")
    other = IndicesTrainer(CPU, 1e-3)
    other.resume(tmp_path / "checkpoint.pt")
    assert other.step == 1
    np.testing.assert_array_equal(other.net.head[0].weight.detach(), trainer.net.head[0].weight.detach())
    assert isinstance(other.net, IndicesNet)


def test_our_own_deck_keeps_its_codes() -> None:
    from models.housedeck import faces

    own = faces("english")
    assert set(CODES) < set(own)
    assert cv2.norm(own["As"], own["Ah"]) > 0
