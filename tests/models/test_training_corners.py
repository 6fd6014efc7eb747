"""The corner reader's training, in small: samples that tell what is in sight, a few steps that learn, the same file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training import playing_signs  # noqa: E402
from models.training.corners_net import CornerNet  # noqa: E402
from models.training.export import export_corners  # noqa: E402
from models.training.playing_signs import fonts  # noqa: E402
from models.training.train_corners import (  # noqa: E402
    CornerSamples,
    corner_loss,
    disturbed,
    logits_of,
    report,
    samples_of,
    trained,
)
from vision.geometry import rectify, turned_half, upright_quad  # noqa: E402
from vision.recognition.corner_reader import CORNER_WH, CornerReader, corners_of, named  # noqa: E402
from vision.recognition.playing_cards import CODES, CROP_WH, with_margin  # noqa: E402


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


def test_samples_tell_which_indices_can_be_read(few_fonts: None) -> None:
    samples = samples_of(range(3))
    count = len(samples.crops)
    assert samples.crops.shape == (count, CROP_WH[1], CROP_WH[0], 3)
    assert samples.card.shape == (count,)
    assert samples.index.shape == (count, 4)
    assert set(np.unique(samples.index)) == {-1, 0, 1}
    assert 0.1 < (samples.index == 1).mean() < 0.9


def test_a_few_steps_learn(few_fonts: None) -> None:
    samples = samples_of(range(2))
    corners = corners_of(samples.crops)

    def loss(net: CornerNet) -> float:
        with torch.no_grad():
            return float(corner_loss(logits_of(net, corners), samples.card, samples.index))

    once, learnt = (trained(samples, steps) for steps in (4, 40))
    assert loss(learnt) < 0.8 * loss(once)
    assert [line.split(":")[0] for line in report(learnt, samples)] == ["from 0.5", "from 0.9", "from 0.99"]


def test_what_is_open_about_a_corner_teaches_nothing() -> None:
    logits = torch.randn(3, 4, 18)
    card, index = np.array([5, 20, 40]), np.array([[1, 0, -1, 0]] * 3)
    told = float(corner_loss(logits, card, index))
    logits[:, 2] = torch.randn(3, 18)
    assert float(corner_loss(logits, card, index)) == told


def test_the_file_says_what_the_network_says_of_each_corner(tmp_path: Path) -> None:
    torch.manual_seed(3)
    net, path = CornerNet().eval(), tmp_path / "corners.onnx"
    export_corners(net, path)
    frame = np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
    quads = [upright_quad((160, 232)) + np.float32(20), upright_quad((80, 116)) + np.float32(90)]
    said = CornerReader(path).log_shares(frame, quads)
    crops = np.stack([rectify(frame, with_margin(quad), CROP_WH) for quad in quads])
    with torch.no_grad():
        wanted = named(logits_of(net, corners_of(crops)).double().numpy())
    np.testing.assert_allclose(said, wanted, atol=0.05)
    turned = CornerReader(path).log_shares(frame, [turned_half(quad) for quad in quads])
    np.testing.assert_allclose(turned, said[:, [2, 3, 0, 1]], atol=0.2)


def test_corners_are_cut_out_upright() -> None:
    crops = np.zeros((1, CROP_WH[1], CROP_WH[0], 3), np.uint8)
    crops[0, 5, 7], crops[0, -6, -8] = 100, 200
    corners = corners_of(crops)
    assert corners.shape == (1, 4, CORNER_WH[1], CORNER_WH[0], 3)
    assert (corners[0, 0, 5, 7], corners[0, 2, 5, 7]) == (pytest.approx(100), pytest.approx(200))


def test_shares_sum_to_one() -> None:
    shares = np.exp(named(np.random.default_rng(0).normal(0, 3, (5, 4, 18))))
    assert shares.shape == (5, 4, 53)
    np.testing.assert_allclose(shares.sum(axis=-1), 1)
    certain = np.full(18, -20.0)
    certain[[9, 13 + 2, 17]] = 20.0
    assert CODES[int(named(certain).argmax())] == "Td"


def test_light_and_noise_leave_corners_as_large_as_they_are() -> None:
    corners = np.full((2, 4, CORNER_WH[1], CORNER_WH[0], 3), 120, np.uint8)
    assert disturbed(np.random.default_rng(1), corners).shape == corners.shape
    assert CornerSamples(corners, np.zeros(2, np.intp), np.zeros((2, 4), np.intp)).index.shape == (2, 4)
