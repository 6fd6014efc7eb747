"""What is half a known card and half bare table is no card, whatever detector and reader make of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, play
from vision.geometry import SAME_SIZE
from vision.types import Detection, Face, Frame, Reading, ReadRequest

BACK = Lying(None, 200, 150)
BARE_S, LAID_S, STRANGE_S = 1.5, 2.2, 4.0


@dataclass
class Between(ScriptedPipeline):
    """A detector that sees one more card face down from a time on, where nothing has changed but a hand went by."""

    strange: Lying = BACK

    def detect(self, frame: Frame) -> list[Detection]:
        found = super().detect(frame)
        more = [Detection(self.strange.quad, Face.DOWN, 0.9)] if self.now_s > STRANGE_S else []
        return found + more


def laid(t_s: float) -> Scene:
    """A bare table, then a hand that lays a card, which later goes by."""
    if t_s < BARE_S:
        return Scene()
    if t_s < LAID_S:
        return Scene(hand=(140, 60, 280, 240))
    by = STRANGE_S - 0.4 < t_s < STRANGE_S
    return Scene((BACK,), hand=(205, 40, 300, 260) if by else None)


class Sure:
    """A classifier to which everything is a card."""

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.full(len(quads), 7.0, np.float32)


def reported_with(strange: Lying) -> list[str]:
    return play(laid, 7.0, pipeline=Between(strange=strange), classifier=Sure()).reported


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6, 0.7, 0.8])
def test_half_a_card_and_half_bare_table_is_no_card(share: float) -> None:
    assert reported_with(BACK.at(BACK.x + 60 * share, BACK.y)) == ["appeared down", "settled down"]


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6])
def test_a_card_that_is_carried_away_is_not_found_there(share: float) -> None:
    """It may be anywhere, but not where half a known card and half bare table are."""
    other = Lying(None, 420, 150)

    def carried(t_s: float) -> Scene:
        scene = laid(t_s)
        taken = STRANGE_S - 0.4 < t_s < STRANGE_S + 0.4
        cards = (*scene.cards, other) if LAID_S + 0.1 < t_s < STRANGE_S else scene.cards
        return Scene(cards, hand=(395, 40, 500, 260) if taken else None)

    reported = play(carried, 7.0, pipeline=Between(strange=BACK.at(BACK.x + 60 * share, BACK.y))).reported
    assert sorted(reported) == sorted(["appeared down", "settled down"] * 2 + ["left down"])


def test_a_card_laid_half_over_another_is_reported() -> None:
    over = Lying(None, 230, 150)

    def overlapping(t_s: float) -> Scene:
        scene = laid(t_s)
        return Scene((*scene.cards, over)) if t_s >= STRANGE_S else scene

    assert play(overlapping, 7.0).reported == ["appeared down", "settled down"] * 2


STAR = Lying("m17", 200, 150)
AT_REST = (STAR, Lying("c04", 450, 250), Lying("s05", 560, 100))


class Shrinking(ScriptedPipeline):
    """Sees of a card over which another one slides only what is left in sight, and reads nothing from that."""

    def detect(self, frame: Frame) -> list[Detection]:
        found = super().detect(frame)
        part = STAR.quad
        part[[1, 2], 0] = min([part[1, 0], *(card.quad[:, 0].min() for card in self.now.cards[3:])])
        return [replace(found[0], quad=np.roll(part, 2, axis=0)), *found[1:]]

    def _read(self, request: ReadRequest) -> Reading:
        is_part = len(self.now.cards) > 3 and request.quad.mean(axis=0)[0] < STAR.x + 4
        return Reading(request.quad, Face.UP) if is_part else super()._read(request)


@pytest.mark.parametrize(("step_px", "step_s"), [(18, 0.1), (1, 1 / 30), (6, 0.2), (6, 0.5)])
def test_what_is_left_in_sight_of_a_named_card_is_the_card_where_it_lay(step_px: int, step_s: float) -> None:
    """It lies as it lay, whether the other comes at once or slides over it bit by bit."""

    def script(t_s: float) -> Scene:
        over_px = min(18, step_px * int((t_s - STRANGE_S) / step_s))
        return Scene((*AT_REST, *((Lying("m18", STAR.x + 60 - over_px, 150),) if t_s > STRANGE_S else ())))

    run = play(script, 9.0, pipeline=Shrinking())
    assert [line for line in run.reported if "m17" in line] == ["settled m17"]
    first = run.observations[-1].tracks[0]
    assert first.code == "m17"
    assert np.abs(first.quad - STAR.quad).max() <= SAME_SIZE * 60 + 1


class Straying(ScriptedPipeline):
    """Sees the star a little beside where it lies, as large as it is, while something that is no card lies on its edge,
    and reads nothing there."""

    @property
    def strays(self) -> bool:
        return len(self.now.cards) > len(AT_REST)

    def detect(self, frame: Frame) -> list[Detection]:
        found = super().detect(frame)
        beside = STAR.at(STAR.x + 8, STAR.y + 2).quad
        return [replace(found[0], quad=np.roll(beside, 2, axis=0)), *found[1:]] if self.strays else found

    def _read(self, request: ReadRequest) -> Reading:
        return Reading(request.quad, Face.UP) if self.strays else super()._read(request)


def test_a_card_that_looks_as_it_did_nearly_everywhere_has_not_moved() -> None:
    """Whatever the detector makes of it for a moment."""
    thing = Lying("m18", STAR.x - 52, STAR.y, seen=False)

    def script(t_s: float) -> Scene:
        return Scene((*AT_REST, *((thing,) if STRANGE_S < t_s < STRANGE_S + 0.5 else ())))

    run = play(script, 9.0, pipeline=Straying())
    assert [line for line in run.reported if "m17" in line] == ["settled m17"]
    assert np.abs(run.observations[-1].tracks[0].quad - STAR.quad).max() <= 2


@pytest.mark.parametrize("px", [4, 6, 8, 12, 20])
def test_a_card_that_was_pushed_a_little_is_followed(px: int) -> None:
    def script(t_s: float) -> Scene:
        star = STAR if t_s < STRANGE_S else STAR.at(STAR.x + px, STAR.y)
        by = STRANGE_S - 0.3 < t_s < STRANGE_S + 0.3
        return Scene((star, *AT_REST[1:]), hand=(140, 120, 180, 240) if by else None)

    star = next(track for track in play(script, 9.0).observations[-1].tracks if track.code == "m17")
    assert np.abs(star.quad.mean(axis=0) - (STAR.x + px, STAR.y)).max() <= 2
