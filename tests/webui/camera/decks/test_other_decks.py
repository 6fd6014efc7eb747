"""A card of a deck that is not switched on is noticed, beside the frames, and asked about once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.housedeck import faces
from tests.vision.galleries.test_sampling import laid
from vision.geometry import upright_quad
from vision.recognition.gallery import Gallery
from vision.types import Face, Frame, FrameResult, Reader, Reading, ReadRequest, Track, TrackState
from webui.camera.decks.other_decks import EVERY_S, OtherDecks
from webui.camera.decks.readable import Decks


class Later(Executor):
    """Runs what it is given when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def submit(self, call: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        self.waiting.append(lambda: done.set_result(call(*given, **named)))
        return done

    def run(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.fixture
def found() -> list[str]:
    return []


@pytest.fixture
def on() -> list[str]:
    return ["english"]


@pytest.fixture
def others(tmp_path: Path, later: Later, found: list[str], on: list[str]) -> OtherDecks:
    return OtherDecks(Decks(tmp_path), lambda: on, found.append, later)


def lying(t_s: float, state: TrackState = TrackState.STILL, code: str = "m16") -> tuple[Frame, FrameResult]:
    frame, quads = laid((code, 3.0))
    track = Track(1, Face.UP, state, quads[0])
    return frame, FrameResult(t_s, 0, (1000, 420), (track,), (), False, 1.0)


def watch(others: OtherDecks, later: Later, seconds: Sequence[float], **look: Any) -> None:
    for t_s in seconds:
        others.see(*lying(t_s, **look))
        later.run()


def test_the_house_deck_is_noticed_at_the_second_look(
    others: OtherDecks, later: Later, found: list[str]
) -> None:
    watch(others, later, [0.0])
    assert found == []
    watch(others, later, [EVERY_S, 2 * EVERY_S, 3 * EVERY_S])
    assert found == ["house"], "once"


def test_nothing_is_asked_about_what_is_switched_on(
    others: OtherDecks, later: Later, found: list[str], on: list[str]
) -> None:
    on[:] = ["english", "house"]
    watch(others, later, [n * EVERY_S for n in range(4)])
    assert found == []


def of_another_make(t_s: float) -> tuple[Frame, FrameResult]:
    """A queen of hearts of which only the two indices look like ours."""
    face = np.array(faces("english")["Qh"])
    height, width = face.shape[:2]
    face[height // 5 : -height // 5, width // 8 : -width // 8] = (120, 160, 90)
    face[: height // 3, width // 4 :] = face[-height // 3 :, : -width // 4] = 245
    wide = round(180 * width / height)
    frame: Frame = np.full((240, wide + 60, 3), (50, 70, 60), np.uint8)
    frame[30:-30, 30:-30] = cv2.resize(face, (wide, 180), interpolation=cv2.INTER_AREA)
    quad = upright_quad((wide, 180)) + np.float32(29.5)
    track = Track(1, Face.UP, TrackState.STILL, quad)
    return frame, FrameResult(t_s, 0, (wide + 60, 240), (track,), (), False, 1.0)


def test_playing_cards_of_any_make_are_noticed(
    others: OtherDecks, later: Later, found: list[str], on: list[str]
) -> None:
    on[:] = ["rws"]
    for n in range(3):
        others.see(*of_another_make(n * EVERY_S))
        later.run()
    assert found == ["english"]


@pytest.mark.parametrize("state", [TrackState.MOVING, TrackState.SETTLED])
def test_only_what_lies_there_without_a_name_is_looked_for(
    others: OtherDecks, later: Later, state: TrackState
) -> None:
    others.see(*lying(0.0, state))
    assert later.waiting == []


def test_a_frame_waits_for_nothing_and_one_look_is_under_way_at_most(
    others: OtherDecks, later: Later
) -> None:
    for t_s in np.arange(0.0, 5.0, 0.1):
        others.see(*lying(float(t_s)))
    assert len(later.waiting) == 1


def test_what_goes_wrong_harms_nobody(tmp_path: Path, later: Later, found: list[str]) -> None:
    class Broken:
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            raise RuntimeError("no memory")

    def broken(_: Sequence[Gallery]) -> Reader:
        return Broken()

    others = OtherDecks(Decks(tmp_path), lambda: [], found.append, later, broken)
    watch(others, later, [0.0, EVERY_S, 2 * EVERY_S])
    assert found == []
