"""A card that takes the place of another is a new card at once: no name outlives the pixels that it was read from."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

import models
from models.housedeck import faces
from tests.vision.tracking.scripted_table import Lying, Run, Scene, ScriptedPipeline, play
from vision.recognition.gallery_file import load_gallery
from vision.types import Detection, Frame, Reading, ReadRequest
from webui.camera.trackers import make_tracker

STAR = Lying("m17", 200, 150)
CODES = ("m17", "m18", "c04", "s05", "w07", "c09", "m02", "s10", "w01", "m05")
SWAPPED_S = 2.0
GONE_S = 0.5
"""An old name is gone so soon after another card came."""


class Pile(ScriptedPipeline):
    """Sees and reads the uppermost card alone, and gives no name to some; what it takes them for is another card."""

    def __init__(self, unread: tuple[str, ...] = (), share: float = 0.4) -> None:
        super().__init__()
        self._unread, self._share = unread, share

    def detect(self, frame: Frame) -> list[Detection]:
        return super().detect(frame)[-1:]

    def _read(self, request: ReadRequest) -> Reading:
        top = self.now.cards[-1]
        if top.code in self._unread:
            return Reading(request.quad, top.face, candidates=((str(top.code), self._share),))
        return Reading(top.quad, top.face, top.code, top.deck, False, 0.9)


def swapped(dx: float = 0.0, dy: float = 0.0, pipeline: ScriptedPipeline | None = None) -> Run:
    """Show one card, and from one frame to the next another one."""
    moon = Lying("m18", STAR.x + dx, STAR.y + dy)
    return play(lambda t_s: Scene((STAR if t_s < SWAPPED_S else moon,)), 5.0, pipeline=pipeline)


def named_at(run: Run, t_s: float) -> set[str | None]:
    """Return the names that are reported at a time."""
    reported = next(seen for seen in run.observations if seen.t_s >= t_s)
    return {track.code for track in reported.tracks}


@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (2, -1), (5, 3), (0, 8)])
def test_a_card_that_is_swapped_between_two_frames_is_a_new_card_at_once(dx: float, dy: float) -> None:
    run = swapped(dx, dy)
    assert run.reported == ["appeared up", "settled m17", "left m17", "appeared up", "settled m18"]
    assert run.moment("left m17") < SWAPPED_S + GONE_S
    assert run.moment("settled m18") < SWAPPED_S + 2 * GONE_S
    assert len({event.track.id for event in run.events if event.track}) == 2


@pytest.mark.parametrize("share", [0.4, 0.95], ids=["unlike any card", "nearly another card"])
@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (3, -2)])
def test_an_unreadable_card_does_not_bear_the_name_of_the_one_before(
    dx: float, dy: float, share: float
) -> None:
    run = swapped(dx, dy, Pile(("m18",), share))
    assert run.moment("left m17") < SWAPPED_S + GONE_S
    assert named_at(run, SWAPPED_S + GONE_S) <= {None}
    last = run.observations[-1].tracks
    assert [(track.code, track.id) for track in last] == [(None, 2)]


def test_a_name_does_not_pass_to_another_card_in_its_place_that_nobody_can_read() -> None:
    """It shows something else on most of it; readings are nearest to the card that lay there, and give no name."""

    class Nearly(ScriptedPipeline):
        def _read(self, request: ReadRequest) -> Reading:
            if self.now_s < SWAPPED_S:
                return super()._read(request)
            return Reading(request.quad, request.face, candidates=(("m17", 0.4),))

    run = swapped(pipeline=Nearly())
    assert run.reported == ["appeared up", "settled m17", "left m17", "appeared up", "unreadable up"]


def pile(t_s: float, a_second: float, jitter_px: float) -> Scene:
    """The cards dealt so far onto one pile, each a little aside and turned."""
    cards = []
    for number in range(min(int(t_s * a_second) + 1, len(CODES))):
        x, y, turn = ((number * factor) % 5 - 2 for factor in (7, 3, 4))
        cards.append(Lying(CODES[number], 200 + jitter_px * x, 150 + jitter_px * y, jitter_px * turn / 2))
    return Scene(tuple(cards))


@pytest.mark.parametrize("jitter_px", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("fps", [15.0, 30.0])
def test_cards_dealt_onto_a_pile_at_two_a_second_are_each_a_new_card(jitter_px: float, fps: float) -> None:
    run = play(lambda t_s: pile(t_s, 2.0, jitter_px), 5.0, fps, pipeline=Pile())
    settled = [event.track for event in run.events if event.kind == "settled" and event.track]
    assert [track.code for track in settled] == list(CODES)
    assert len({track.id for track in settled}) == len(CODES)


@pytest.mark.parametrize("jitter_px", [0.0, 1.0, 3.0])
@pytest.mark.parametrize("unread", [(), ("m18", "w07", "c09"), CODES[1:]], ids=["none", "some", "most"])
def test_no_name_is_reported_of_the_next_card_of_a_pile(jitter_px: float, unread: tuple[str, ...]) -> None:
    run = play(lambda t_s: pile(t_s, 2.0, jitter_px), 5.0, 15.0, pipeline=Pile(unread))
    for seen in run.observations:
        dealt = int(seen.t_s * 2.0)
        if seen.t_s - dealt / 2.0 > 0.4:
            assert {track.code for track in seen.tracks} <= {CODES[dealt], None}


def test_a_card_that_is_seen_no_more_does_not_wait_for_a_hand_elsewhere() -> None:
    """Something lies where it lay, and nobody takes that for a card; far away a hand goes to and fro."""
    thing = replace(STAR, code="c04", seen=False)

    def script(t_s: float) -> Scene:
        x = round(480 + 60 * np.sin(5 * t_s))
        return Scene((STAR if t_s < SWAPPED_S else thing,), hand=(x, 200, x + 70, 360))

    assert play(script, 8.0).moment("left m17") < SWAPPED_S + 1.2


def slide(code: str, *, turned: bool = False) -> Frame:
    """A card of our own deck on a dark table."""
    frame = np.full((480, 640, 3), (52, 60, 48), np.uint8)
    card = cv2.resize(faces("english")[code], (157, 220), interpolation=cv2.INTER_AREA)
    frame[130:350, 240:397] = card[::-1, ::-1] if turned else card
    noisy = frame + np.random.default_rng(7).normal(0, 2, frame.shape)
    return np.asarray(noisy.clip(0, 255), np.uint8)


@pytest.mark.parametrize(("before", "after"), [("Kh", "Qs"), ("7d", "9d"), ("6c", "5c"), ("As", "2s")])
def test_slides_of_cards_at_one_place_are_named_one_after_the_other(before: str, after: str) -> None:
    tracker = make_tracker([load_gallery(models.gallery_path("english"))])
    reported = []
    for number in range(24):
        shown = slide(before) if number < 12 else slide(after, turned=True)
        for event in tracker.step(shown, number / 10).events:
            if event.track and event.kind in ("settled", "left"):
                reported.append((event.kind.value, event.track.code, event.t_s))
    assert [line[:2] for line in reported] == [("settled", before), ("left", before), ("settled", after)]
    assert reported[1][2] < 1.2 + GONE_S
