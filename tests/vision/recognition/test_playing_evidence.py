"""The probability of a playing card's name: what sources say of the 52 cards, and the file of its weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import models
from vision.geometry import upright_quad
from vision.recognition.calibration import Calibration, CalibrationError
from vision.recognition.playing_cards import CODES, LogShares
from vision.recognition.playing_evidence import IndexView, PlayingCalibration, log_evidence
from vision.types import Face, Reading

NONE = np.full(53, 1e-9)
NONE[-1] = 1.0
SHIPPED = models.weights_path("playing.json")


def shares(**of: float) -> LogShares:
    row = NONE.copy()
    for code, share in of.items():
        row[CODES.index(code[::-1])] = share
    row[-1] = max(1 - row[:-1].sum(), 1e-9)
    return np.asarray(np.log(row), np.float64)


def view(
    whole: LogShares, *corners: LogShares, in_sight: int = 4, is_whole: bool = True, height_px: float = 120
) -> IndexView:
    """A view whose first corners show this, and of whose corners the first ones are in sight."""
    all_corners = np.stack([*corners, *[np.log(NONE)] * (4 - len(corners))])
    return IndexView(whole, all_corners, np.arange(4) < in_sight, is_whole, height_px)


def design(code: str | None = None, share: float = 0.0) -> Reading:
    return Reading(upright_quad((60, 90)), Face.UP, candidates=((code, share),) if code else ())


def named(one: IndexView, by: Reading) -> tuple[str, float]:
    card, share = PlayingCalibration.load(SHIPPED).likeliest(one, by)
    return CODES[card], share


def test_sources_that_know_nothing_say_the_same_of_every_card() -> None:
    evidence = log_evidence(view(np.log(NONE)), design())
    np.testing.assert_allclose(evidence, evidence[:, :1].repeat(len(CODES), axis=1), atol=1e-4)


def test_every_source_that_agrees_makes_the_name_likelier_and_one_that_contradicts_less_likely() -> None:
    index, corner, other = shares(c7=0.96, s7=0.03), shares(c7=0.5), shares(c9=0.5)
    _, alone = named(view(index), design())
    code, with_corner = named(view(index, corner), design())
    _, with_both = named(view(index, corner), design("7c", 0.97))
    _, contradicted = named(view(index, corner, other), design("7c", 0.97))
    assert code == "7c"
    assert alone < with_corner < with_both
    assert contradicted < with_both


def test_a_corner_out_of_sight_says_nothing() -> None:
    index, corner = shares(c7=0.96, s7=0.03), shares(c9=0.99)
    assert named(view(index, corner, in_sight=0), design()) == named(view(index, in_sight=0), design())


def test_the_larger_card_is_surer() -> None:
    index, corner = shares(c7=0.96, s7=0.03), shares(c7=0.5)
    small, large = (named(view(index, corner, height_px=px), design())[1] for px in (60, 240))
    assert small < large


def test_what_shows_no_playing_card_is_no_likely_name() -> None:
    assert named(view(np.log(NONE)), design())[1] < 0.2


@pytest.mark.parametrize("is_whole", [True, False], ids=["whole", "partly out of sight"])
def test_nine_pips_with_a_seven_in_the_corner_are_not_named(is_whole: bool) -> None:
    pips, corner = shares(d9=0.999), shares(d7=0.97)
    _, share = named(view(pips, corner, is_whole=is_whole), design("9d", 0.99))
    assert share < PlayingCalibration.load(SHIPPED).threshold(is_whole=is_whole)


def test_the_shipped_weights_belong_to_the_shipped_networks() -> None:
    shipped = PlayingCalibration.load(SHIPPED)
    assert shipped.indices == models.manifest()["indices.onnx"].sha256
    assert shipped.corners == models.manifest()["corners.onnx"].sha256
    assert shipped.embedder == Calibration.load(models.weights_path("calibration.json")).embedder


def test_a_calibration_survives_its_file(tmp_path: Path) -> None:
    shipped = PlayingCalibration.load(SHIPPED)
    shipped.save(tmp_path / "playing.json")
    assert PlayingCalibration.load(tmp_path / "playing.json") == shipped


@pytest.mark.parametrize("text", ["", "{}", '{"whole": [1], "partial": [1]}', "[]"])
def test_a_damaged_calibration_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "playing.json").write_text(text)
    with pytest.raises(CalibrationError, match=r"is no calibration file .*install the program again"):
        PlayingCalibration.load(tmp_path / "playing.json")
