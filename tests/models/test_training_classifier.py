"""The classifier's training, in small: true labels, shards that are not made twice, odds that hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models import weights_path  # noqa: E402
from models.training.calibrate_classifier import calibration_of, fitted, report  # noqa: E402
from models.training.classifier_samples import (  # noqa: E402
    PHOTOGRAPHS,
    PRINTED_EVERY,
    SCENES,
    VIEW_WH,
    CardSamples,
    Maker,
    Shows,
    bare_samples,
    label_of,
    scene_samples,
    shards_to_make,
)
from models.training.export import export_classifier  # noqa: E402
from models.training.photographs import photographs_of  # noqa: E402
from models.training.train_classifier import (  # noqa: E402
    ClassifierTrainer,
    Pool,
    answers,
    as_input,
    varied_crops,
)
from vision.detection.card_classifier import CROP_WH, CardClassifier  # noqa: E402
from vision.detection.detector import NeuralDetector  # noqa: E402
from vision.types import Face, Quad  # noqa: E402
from vision.virtual.scenes import Scene, SceneCard  # noqa: E402

CPU = torch.device("cpu")


def upright(x: float, y: float, height: float = 100.0) -> Quad:
    width = 0.6 * height
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def scene(*cards: tuple[Quad, float]) -> Scene:
    frame = np.full((VIEW_WH[1], VIEW_WH[0], 3), 90, np.uint8)
    laid = []
    for number, (quad, visible) in enumerate(cards, 1):
        cv2.fillConvexPoly(frame, quad.astype(np.int32), (240, 240, 240))
        cv2.circle(frame, quad.mean(axis=0).astype(int).tolist(), 20, (40, 40, 200), -1)
        laid.append(SceneCard(quad, Face.UP, visible, number))
    return Scene(frame, tuple(laid), np.zeros(frame.shape[:2], np.int16), (upright(500, 50),))


def some(count: int, seed: int = 0) -> CardSamples:
    """Cards are bright in their middle, every second one not at its edge: a back. Everything else is dark there."""
    rng = np.random.default_rng(seed)
    card = np.arange(count) % 2 == 0
    crops = rng.integers(60, 120, (count, CROP_WH[1], CROP_WH[0], 3), np.uint8)
    shows = np.where(card, np.where(np.arange(count) % 4 == 0, Shows.BACK, Shows.FACE), Shows.NO_CARD).astype(
        np.int8
    )
    crops[card, 40:120, 24:72] += 120
    crops[shows == Shows.BACK, 40:56, 24:72] -= 120
    score = np.linspace(0.3, 0.95, count).astype(np.float32)
    return CardSamples(crops, shows, score, np.arange(count, dtype=np.int32) // 2 * 2 + ~card)


@pytest.fixture(scope="module")
def detector() -> NeuralDetector:
    return NeuralDetector(weights_path("detector.onnx"), threads=1)


def test_a_quad_shows_the_side_of_the_card_that_it_lies_on() -> None:
    two = scene((upright(100, 100), 1.0), (upright(300, 100), 0.1))
    assert label_of(two, upright(104, 103)) is Shows.FACE
    assert label_of(two, upright(500, 300)) is Shows.NO_CARD
    assert label_of(two, upright(115, 115)) is None  # half on it
    assert label_of(two, upright(300, 100)) is None  # a card of which next to nothing is seen
    assert label_of(two, upright(110, 120, 35)) is Shows.NO_CARD  # a picture on it
    turned = replace(two, cards=tuple(replace(card, face=Face.DOWN) for card in two.cards))
    assert label_of(turned, upright(104, 103)) is Shows.BACK
    assert label_of(scene(), upright(0, 0)) is Shows.NO_CARD


def test_of_a_scene_come_its_cards_and_what_resembles_them(detector: NeuralDetector) -> None:
    seen = scene((upright(100, 100), 1.0), (upright(300, 100), 1.0))
    samples = scene_samples(detector, seen, np.random.default_rng(0), 8)
    assert samples.card.sum() >= 2
    assert (~samples.card).sum() >= 1
    assert set(samples.view) == {8}
    assert samples.crops.shape == (len(samples.card), CROP_WH[1], CROP_WH[0], 3)


def test_of_a_picture_without_cards_comes_no_card(detector: NeuralDetector) -> None:
    samples = bare_samples(detector, scene((upright(100, 100), 1.0)).frame, 3)
    assert not samples.card.any()


@pytest.mark.parametrize("index", [PRINTED_EVERY, PRINTED_EVERY + 1], ids=["with print on it", "bare"])
def test_a_photograph_gives_the_same_samples_again(
    shared: Path, detector: NeuralDetector, index: int
) -> None:
    maker = Maker(detector, photographs_of(), 5)
    one, other = maker.of_photograph(index), maker.of_photograph(index)
    np.testing.assert_array_equal(one.crops, other.crops)
    assert not one.card.any()


def test_shards_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    wanted = [path.name for path, _, _ in shards_to_make(tmp_path, 200, 100)]
    assert wanted == [f"{PHOTOGRAPHS}-000000.npz", f"{SCENES}-000000.npz", f"{SCENES}-000100.npz"]
    some(4).write(tmp_path / wanted[1])
    assert [path.name for path, _, _ in shards_to_make(tmp_path, 200, 100)] == [wanted[0], wanted[2]]


def test_a_shard_is_read_as_it_was_written_and_none_is_none(tmp_path: Path) -> None:
    some(6).write(tmp_path / "one.npz")
    some(4, 1).write(tmp_path / "two.npz")
    read = CardSamples.read(sorted(tmp_path.glob("*.npz")))
    np.testing.assert_array_equal(read.crops, np.concatenate([some(6).crops, some(4, 1).crops]))
    assert len(CardSamples.read([]).card) == 0


def test_a_few_steps_learn_and_what_is_exported_says_the_same(tmp_path: Path) -> None:
    torch.manual_seed(0)
    some(40).write(tmp_path / "one.npz")
    trainer, pool = ClassifierTrainer(CPU, 2e-3, 0), Pool(tmp_path, 0)
    losses = [trainer.learn(pool.batch(), 0.0) for _ in range(12)]
    assert np.mean(losses[-3:]) < 0.7 * losses[0]
    path = tmp_path / "classifier.onnx"
    export_classifier(trainer.average, ((0.5, 2.0), (-1.0, 3.0)), path)
    samples = some(6, 3)
    frame = np.ascontiguousarray(np.concatenate(samples.crops[:1], axis=0)).reshape(CROP_WH[1], CROP_WH[0], 3)
    inner = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * 0.5555556 + 0.2222222) * CROP_WH - 0.5
    said = CardClassifier(path).card_and_back(frame, np.asarray(inner[None], np.float32))
    card, back = answers(trainer.average, samples.crops[:1])[0]
    np.testing.assert_allclose(said, [[0.5 + 2.0 * card, -1.0 + 3.0 * back]], atol=0.1)
    again = ClassifierTrainer(CPU, 2e-3, 1)
    again.warm_start(path, as_input(samples.crops) * 255)
    begun, ended = (answers(net.eval(), samples.crops) for net in (again.net, trainer.average))
    np.testing.assert_allclose(begun, ended, atol=0.1)


def test_crops_that_are_seen_again_differ_and_show_the_same() -> None:
    crops = as_input(some(8).crops)
    again = varied_crops(crops, torch.Generator().manual_seed(1))
    assert again.shape == crops.shape
    assert float((again - crops).abs().mean()) > 0.01
    middle = again[:, :, 60:100, 36:60].mean(dim=(1, 2, 3))
    assert float(middle[::2].min()) > float(middle[1::2].max())


def test_fitted_odds_hold() -> None:
    rng = np.random.default_rng(4)
    inputs = rng.normal(0, 2, (4000, 1))
    card = rng.random(4000) < 1 / (1 + np.exp(-(0.7 + 1.5 * inputs[:, 0])))
    np.testing.assert_allclose(fitted(inputs, card), [0.7, 1.5], atol=0.2)


def test_the_report_counts_cards_and_finds_without_any() -> None:
    samples = some(40)
    odds = np.stack(
        [np.where(samples.card, 3.0, -3.0), np.where(samples.shows == Shows.BACK, 3.0, -3.0)], axis=1
    )
    lines = report(odds, samples)
    told, sure = (
        int((samples.card & (samples.score >= 0.4)).sum()),
        int((~samples.card & (samples.score >= 0.6)).sum()),
    )
    assert f"cards {told}/{told} = 1.0000, detections on photographs 0/{sure} = 0.0000" in lines[3]
    assert "backs 8/8 = 1.0000, faces 0/9 = 0.0000" in lines[-1]
    (_, of_cards), (_, of_backs) = calibration_of(odds, samples)
    assert of_cards > 0
    assert of_backs > 0
