"""Decks that look alike at one table: another printing of a drawing, one without colours, and two copies of a deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.housedeck import back, faces
from tests.benchmarks.printings import shown
from vision.recognition.gallery import Gallery
from vision.types import EventKind, Frame, Reader, Reading
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.truth import Phase, truth_of
from webui.camera.decks.learning import learn
from webui.camera.decks.readable import Decks
from webui.camera.trackers import make_reader, make_tracker

CODES = ("m00", "m07", "c05", "w03", "p12", "s09")
VIEWS = 3


def reprinted(face: Frame) -> Frame:
    """The same drawing in another printing: paler and warmer, on other stock, and cut a little tighter."""
    rim = round(0.02 * face.shape[0])
    pale = 70 + 0.7 * face[rim:-rim, rim:-rim].astype(np.float32)
    warm = np.clip(pale * np.array([0.85, 0.97, 1.05], np.float32), 0, 255)
    return np.ascontiguousarray(cv2.GaussianBlur(warm, (0, 0), 0.7).astype(np.uint8))


def learnt(folder: Path, decks: Mapping[str, Mapping[str, Frame]]) -> list[Gallery]:
    return [
        learn(Decks(folder), name, "rws", pictures, lambda _: None).gallery
        for name, pictures in decks.items()
    ]


def read(pictures: Mapping[str, Frame], reader: Reader) -> Iterator[tuple[str, Reading]]:
    for number, (code, picture) in enumerate(pictures.items()):
        rng = np.random.default_rng([7, number])
        yield from ((code, shown(picture, reader, rng)) for _ in range(VIEWS))


def engraved(face: Frame) -> Frame:
    """The same drawing without its colours, harder and darker."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    hard = np.clip(1.3 * (grey - 128) + 110, 0, 255).astype(np.uint8)
    return np.repeat(hard[:, :, None], 3, axis=2)


@pytest.mark.parametrize("made", [reprinted, engraved])
def test_a_card_of_two_decks_of_one_drawing_is_read_by_its_name_and_as_its_own_decks(
    tmp_path: Path, made: Callable[[Frame], Frame]
) -> None:
    first = {code: np.asarray(faces()[code]) for code in CODES}
    decks = {"first": first, "second": {code: made(face) for code, face in first.items()}}
    reader = make_reader(learnt(tmp_path, decks))
    for name, pictures in decks.items():
        readings = list(read(pictures, reader))
        assert {reading.code for code, reading in readings if reading.code != code} <= {None}
        named = [reading for _, reading in readings if reading.code]
        assert len(named) >= 0.8 * len(readings)
        assert Counter(reading.deck for reading in named).most_common(1)[0][0] == name


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    pictures = {code: np.asarray(faces()[code]) for code in CODES}
    (gallery,) = learnt(tmp_path_factory.mktemp("decks"), {"mine": pictures})
    return gallery


@pytest.mark.parametrize(("copies", "named"), [(1, 1), (2, 2)])
def test_a_card_is_named_as_often_as_copies_of_its_deck_lie_there(
    house: Gallery, copies: int, named: int
) -> None:
    """Two Chariots on the virtual table, seen by the networks that see a real one."""
    script = Script(nudge_share=0.0, reversed_share=0.0, overlap=-0.3, face_up=True, pace=3.0)
    twice = dict(faces()) | {"x": faces()["m07"]}
    throw = Throw(("m07", "x", "c05"), ())
    table = VirtualTable(3, twice, back(), fps=15.0, script=script, throws=[throw], card_height_px=170)
    tracker = make_tracker([house], copies={"mine": copies})
    truth, told = truth_of(table), Counter[str]()
    numbers = [
        number
        for number in table.frame_numbers()
        if sum(card.phase is Phase.LYING for card in truth.at(number).cards) == 3
    ]
    for number in range(numbers[0], numbers[0] + 20):
        for event in tracker.step(table.render(number).image, number / 15.0).events:
            if event.kind is EventKind.SETTLED and event.track and event.track.code:
                told[event.track.code] += 1
    assert told["c05"] == 1
    assert (told["m07"] == 2) == (named == 2)
