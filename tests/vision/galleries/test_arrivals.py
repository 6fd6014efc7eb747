"""What comes onto the bare table is a card of the deck that is learnt, also where the tracker sees none or a part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.galleries.test_sampling import UP, embedder, laid, likeness, narrow, seen
from vision.galleries.arrivals import Arrivals
from vision.galleries.sampling import CardSampler, Hint, Sample
from vision.geometry import quad_size_wh
from vision.tracking.settings import SETTINGS
from vision.tracking.tracker import background_for
from vision.types import Face, Frame, FrameResult, Quad

BARE, _ = laid()
A_WHILE = 30
FPS = 15.0


class Sitting:
    """A person before the camera, whose tracker sees what it is said to see."""

    def __init__(self) -> None:
        self.sampler = CardSampler(embedder(), background_for(SETTINGS))
        self.frames = 0

    def look(self, frame: Frame, result: FrameResult | None = None, times: int = A_WHILE) -> Sample | None:
        """Look at a frame for so long, or until a card is taken."""
        for _ in range(times):
            self.frames += 1
            told = replace(result or seen([]), t_s=self.frames / FPS)
            if (found := self.sampler.step(frame, told, UP)) is not None:
                return found
        return None

    def take(self, code: str, result: FrameResult | None = None) -> Sample | None:
        """Lay a card, and take it away once it is learnt."""
        sample = self.look(laid((code, 4))[0], result)
        if sample is not None:
            self.sampler.know(code, sample.picture, sample)
        return sample


@pytest.fixture
def sitting() -> Sitting:
    begun = Sitting()
    assert begun.look(BARE) is None
    return begun


def within(quad: Quad, share: float) -> Quad:
    middle = quad.mean(axis=0)
    return np.asarray(middle + share * (quad - middle), np.float32)


def test_a_card_that_the_tracker_does_not_see_is_taken_whole(sitting: Sitting) -> None:
    for code in ("m07", "s09", "c05"):
        sample = sitting.take(code)
        assert sample is not None
        assert likeness(sample.picture, code) > 0.9
        assert sitting.look(laid((code, 4))[0]) is None, "once"
        assert sitting.sampler.hint is Hint.KNOWN


@pytest.mark.parametrize("share", [0.6, 0.78])
def test_of_a_card_of_which_the_tracker_sees_a_part_the_whole_is_taken_and_no_part_is_told(
    sitting: Sitting, share: float
) -> None:
    """What is drawn within a card may have its very proportions."""
    _, quads = laid(("m07", 4))
    parts = seen([within(quads[0], share), narrow(quads[0])])
    sample = sitting.take("m07", parts)
    assert sample is not None
    assert likeness(sample.picture, "m07") > 0.9
    assert sitting.look(laid(("m07", 4))[0], parts) is None
    assert sitting.sampler.hint is Hint.KNOWN


def test_what_the_tracker_takes_for_a_hand_does_not_make_a_card_wait(sitting: Sitting) -> None:
    frame, _ = laid(("m07", 4))
    assert sitting.look(frame, seen([], busy=True), 12) is not None


@pytest.mark.parametrize("told", [True, False])
def test_a_back_is_not_taken_whether_the_tracker_sees_it_or_not(sitting: Sitting, told: bool) -> None:
    frame, quads = laid(("back", 4))
    assert sitting.look(frame, seen(quads if told else [], face=Face.DOWN)) is None
    assert sitting.sampler.hint is Hint.BACK


def test_a_hand_that_reaches_a_card_keeps_it_waiting(sitting: Sitting) -> None:
    frame, _ = laid(("m07", 4))
    under = frame.copy()
    under[260:, 140:200] = 150
    assert sitting.look(under) is None
    assert sitting.look(frame) is not None


def test_where_something_is_taken_away_no_card_came(sitting: Sitting) -> None:
    """A dark box of a card's size lay there from the start."""
    boxed = BARE.copy()
    boxed[120:300, 400:510] = 20
    begun = Sitting()
    assert begun.look(boxed) is None
    assert begun.look(BARE, times=3 * A_WHILE) is None


class Seeing:
    """What comes, by its number, to whoever takes anything below a certain height for a card."""

    def __init__(self, misfit: Callable[[float], float] = lambda height: 0.0) -> None:
        self.arrivals, self.misfit = Arrivals(background_for(SETTINGS)), misfit
        self.frames = 0
        assert self.look(BARE) == set()

    def look(self, frame: Frame, result: FrameResult | None = None) -> set[int]:
        """Look at a frame for a while; return what has come."""
        came: set[int] = set()
        for _ in range(A_WHILE):
            self.frames += 1
            told = replace(result or seen([]), t_s=self.frames / FPS)
            lying = self.arrivals.step(frame, told, lambda width, height: height < 300, self.misfit)
            came = {track.id for track in lying}
        return came


def test_what_lies_keeps_its_number_and_what_comes_beside_it_gets_another() -> None:
    seeing = Seeing()
    first = seeing.look(laid(("m07", 4))[0])
    assert len(first) == 1
    second = seeing.look(laid(("m07", 4), ("c05", 0))[0])
    assert len(second) == 2
    assert first < second


@pytest.mark.parametrize("known", [True, False])
def test_of_a_loose_outline_and_what_lies_within_the_one_of_the_decks_size_is_the_card(known: bool) -> None:
    frame, quads = laid(("m07", 4))
    x, y = np.round(within(quads[0], 0.96)[0]).astype(int)
    wider = cv2.fillConvexPoly(
        BARE.copy(), np.round(within(quads[0], 1.13)).astype(np.int32), frame[y, x].tolist()
    )
    inside = cv2.fillConvexPoly(np.zeros_like(frame), np.round(quads[0]).astype(np.int32), (1, 1, 1))
    loose = np.where(inside > 0, frame, wider).astype(np.uint8)
    told, part = seen(quads), seen([within(quads[0], 0.78)])
    own = {track.id for track in told.tracks}
    high = quad_size_wh(quads[0])[1]
    seeing = Seeing((lambda height: abs(height - high)) if known else lambda height: 0.0)
    found = seeing.look(loose, told)
    assert (found == own) is known, "else the larger one counts"
    assert not own & seeing.look(loose, part)


def test_what_has_not_four_sides_is_no_card() -> None:
    hand = cv2.fillConvexPoly(BARE.copy(), np.array([[400, 120], [530, 320], [400, 320]]), (150, 150, 150))
    assert Seeing().look(np.asarray(hand, np.uint8)) == set()


@pytest.mark.parametrize(
    "beside",
    [np.s_[240:, 400:510], np.s_[:180, 400:510], np.s_[120:300, :110], np.s_[120:300, 890:]],
    ids=["below", "above", "left", "right"],
)
def test_an_arm_that_reaches_into_the_picture_is_no_card(beside: tuple[slice, slice]) -> None:
    sleeve = BARE.copy()
    sleeve[beside] = 150
    assert Seeing().look(sleeve) == set()


def test_what_looks_much_larger_than_the_cards_that_were_taken_is_none(sitting: Sitting) -> None:
    for code in ("m07", "s09"):
        assert sitting.take(code) is not None
    assert sitting.look(laid(("c05", 0), size=300)[0]) is None
    assert sitting.take("c05") is not None
