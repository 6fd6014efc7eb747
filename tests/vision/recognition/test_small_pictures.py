"""Small pictures: cards of 60 and 70 pixels are named by one look, strangers as small are not."""

from __future__ import annotations

import numpy as np
import pytest

from models.housedeck import faces
from models.training.designs import HELD_OUT_SEED
from models.training.drawn import DrawnDeck
from tests.vision.recognition.small_tables import CLOTH_BGR, small_table
from vision.geometry import quad_size_wh
from vision.recognition.gallery import Gallery
from vision.recognition.pipeline import Recognizer
from vision.tracking.tracker import Tracker
from vision.types import Frame, Reading, TrackState
from webui.camera.decks.readable import Decks
from webui.camera.recognizers import make_recognizer
from webui.camera.trackers import make_tracker

STEP_S = 0.1
FRAMES = 20


@pytest.fixture(scope="module")
def galleries() -> list[Gallery]:
    return Decks().load_all(["house"])


@pytest.fixture(scope="module")
def recognizer(galleries: list[Gallery]) -> Recognizer:
    return make_recognizer(galleries)


def dealt(count: int, seed: int) -> list[str]:
    return [str(code) for code in np.random.default_rng(seed).permutation(sorted(faces()))[:count]]


def laid(codes: list[str], height_px: float, size_wh: tuple[int, int], columns: int, seed: int = 0) -> Frame:
    return small_table([faces()[code] for code in codes], height_px, size_wh, columns, seed)


def in_reading_order(readings: list[Reading], row_px: float) -> list[Reading]:
    return sorted(readings, key=lambda one: (one.quad[:, 1].mean() // row_px, one.quad[:, 0].mean()))


@pytest.mark.parametrize(
    ("size_wh", "height_px", "columns", "rows"), [((400, 300), 70, 4, 3), ((350, 205), 60, 4, 2)]
)
def test_every_card_of_a_small_picture_is_named_where_it_lies(
    recognizer: Recognizer, size_wh: tuple[int, int], height_px: float, columns: int, rows: int
) -> None:
    codes = dealt(columns * rows, 3)
    readings = recognizer.recognize(laid(codes, height_px, size_wh, columns))
    assert [reading.code for reading in in_reading_order(readings, size_wh[1] / rows)] == codes
    for reading in readings:
        assert quad_size_wh(reading.quad)[1] == pytest.approx(height_px, rel=0.1)


@pytest.mark.parametrize("height_px", [40, 65, 90])
def test_a_strange_deck_stays_silent_however_small(recognizer: Recognizer, height_px: int) -> None:
    deck = DrawnDeck(HELD_OUT_SEED + 40, 480)
    size_wh = (round(4.8 * height_px), round(4.05 * height_px))
    frame = small_table([deck.face(index) for index in range(40, 52)], height_px, size_wh, 4)
    readings = recognizer.recognize(frame)
    assert len(readings) >= 10
    assert {reading.code for reading in readings} == {None}


def played(tracker: Tracker, codes: list[str], size_wh: tuple[int, int], height_px: float) -> set[str | None]:
    """Show an empty cloth, then three cards lying still; return what settled."""
    empty: Frame = np.full((size_wh[1], size_wh[0], 3), CLOTH_BGR, np.uint8)
    frames = [empty] * 3 + [laid(codes, height_px, size_wh, 3)] * FRAMES
    for number, frame in enumerate(frames):
        observation = tracker.step(frame, number * STEP_S)
    assert all(track.quad.min() >= 0 and track.quad.max() < max(size_wh) for track in observation.tracks)
    return {track.code for track in observation.tracks if track.state is TrackState.SETTLED}


@pytest.mark.parametrize("size_wh", [(480, 272), (352, 640)])
def test_a_small_camera_reads_small_cards(galleries: list[Gallery], size_wh: tuple[int, int]) -> None:
    codes = dealt(3, 5)
    assert played(make_tracker(galleries), codes, size_wh, 50) == set(codes)
