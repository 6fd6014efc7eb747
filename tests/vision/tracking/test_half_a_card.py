"""What is half a known card and half bare table is no card, whatever detector and reader make of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, paint, play
from vision.tracking.belief import TOLD
from vision.tracking.life import advance, judge
from vision.tracking.settings import SETTINGS
from vision.tracking.track import CardTrack
from vision.types import Detection, Face, Frame

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
        return np.full(len(quads), 2 * TOLD, np.float32)


def told_with(strange: Lying) -> list[str]:
    return play(laid, 7.0, pipeline=Between(strange=strange), classifier=Sure()).told


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6, 0.7, 0.8])
def test_half_a_card_and_half_bare_table_is_no_card(share: float) -> None:
    assert told_with(BACK.at(BACK.x + 60 * share, BACK.y)) == ["appeared down", "settled down"]


@pytest.mark.parametrize("share", [0.4, 0.5, 0.6])
def test_a_card_that_is_carried_away_is_not_found_there(share: float) -> None:
    """It may be anywhere, but not where half a known card and half bare table are."""
    other = Lying(None, 420, 150)

    def carried(t_s: float) -> Scene:
        scene = laid(t_s)
        taken = STRANGE_S - 0.4 < t_s < STRANGE_S + 0.4
        cards = (*scene.cards, other) if LAID_S + 0.1 < t_s < STRANGE_S else scene.cards
        return Scene(cards, hand=(395, 40, 500, 260) if taken else None)

    told = play(carried, 7.0, pipeline=Between(strange=BACK.at(BACK.x + 60 * share, BACK.y))).told
    assert sorted(told) == sorted(["appeared down", "settled down"] * 2 + ["left down"])


def test_a_card_laid_half_over_another_is_told() -> None:
    over = Lying(None, 230, 150)

    def overlapping(t_s: float) -> Scene:
        scene = laid(t_s)
        return Scene((*scene.cards, over)) if t_s >= STRANGE_S else scene

    assert play(overlapping, 7.0).told == ["appeared down", "settled down"] * 2


def test_what_was_doubted_is_told_only_a_moment_after_the_last_doubt() -> None:
    """The table beside it may be seen badly for a frame."""
    frame = paint(laid(LAID_S), 0)
    card = CardTrack(1, Detection(BACK.quad, Face.DOWN, 0.9), frame, 0.0)
    dip_s, sure_s = 2 * SETTINGS.moment_s, 4 * SETTINGS.moment_s
    told_s = []
    for number in range(40):
        card.now_s = t_s = number / 30
        card.presence.mark_seen(t_s)
        judge(card, fits=True, may_be_card=t_s >= sure_s or abs(t_s - dip_s) < 1 / 30)
        advance(card, t_s, may_be_missing=False)
        told_s += [t_s] if card.life.announced else []
    assert told_s[0] >= sure_s + SETTINGS.moment_s - 2 / 30
