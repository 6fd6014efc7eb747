"""Cards partly out of sight are read right or not at all: what ``tests.benchmarks.cut_cards`` measures, in small."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from models.training.partial_cards import SIZE_WH, Occlusion, ShownCard, share_of
from tests.benchmarks.cut_cards import (
    OWN,
    Outcome,
    partial_cards,
    playing_decks,
    read,
    scored,
    sheets,
    wilson,
)
from vision.geometry import upright_quad
from vision.types import Face, Reading

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("occlusion", "pictures", "least_right"),
    [(Occlusion.EDGE, 52, 50), (Occlusion.CARD, 20, 45), (Occlusion.HAND, 5, 1), (Occlusion.NOTHING, 10, 25)],
)
def test_no_card_of_our_deck_gets_a_wrong_name(occlusion: Occlusion, pictures: int, least_right: int) -> None:
    results = [one for number in range(pictures) for one in read((OWN, occlusion, number), live=True)]
    wrong = [(one.number, one.card.code, one.named) for one in results if one.outcome is Outcome.WRONG]
    assert wrong == []
    assert Counter(one.outcome for one in results)[Outcome.RIGHT] >= least_right


@pytest.mark.parametrize("occlusion", [Occlusion.EDGE, Occlusion.CARD])
def test_the_pictures_occlude_the_share_that_they_say(occlusion: Occlusion) -> None:
    frame = upright_quad(SIZE_WH) - np.float32(0.5)
    _, cards = partial_cards((1,), occlusion, sheets(OWN), ["7d", "9d", "Kh", "Qs"])
    assert {card.code for card in cards if card.occlusion is occlusion} == {"7d", "9d", "Kh", "Qs"}
    for card, above in zip(cards, [*cards[1:], cards[0]], strict=True):
        if card.occlusion is occlusion:
            hidden = (
                share_of(card.quad, above.quad)
                if occlusion is Occlusion.CARD
                else 1 - share_of(card.quad, frame)
            )
            assert hidden == pytest.approx(card.lost, abs=0.01)
            assert 0.1 <= card.lost <= 0.6


def test_a_name_counts_for_the_card_that_it_lies_on() -> None:
    below, above = upright_quad((60, 90)), upright_quad((60, 90)) + np.array([30, 0], np.float32)
    cards = [ShownCard("7d", below, Occlusion.CARD, 0.5), ShownCard("Kh", above, Occlusion.NOTHING)]

    def outcomes(*named: tuple[str, float]) -> list[Outcome]:
        readings = [
            Reading(below + np.array([x, 0], np.float32), Face.UP, code, "english") for code, x in named
        ]
        return [outcome for _, outcome, _ in scored(cards, readings)]

    assert outcomes() == [Outcome.UNNAMED, Outcome.UNNAMED]
    assert outcomes(("7d", 2), ("Kh", 29)) == [Outcome.RIGHT, Outcome.RIGHT]
    assert outcomes(("9d", 2)) == [Outcome.WRONG, Outcome.UNNAMED]
    assert outcomes(("Kh", 2)) == [Outcome.UNNAMED, Outcome.RIGHT]
    assert outcomes(("7d", 2), ("9d", 3)) == [Outcome.WRONG, Outcome.UNNAMED]
    assert outcomes(("9d", 400)) != [Outcome.UNNAMED, Outcome.UNNAMED], "a name on no card is wrong, too"


def test_our_own_deck_is_read_without_scans() -> None:
    assert playing_decks()[0] == OWN
    assert len(sheets(OWN)) == 52


def test_the_interval_of_a_share_reaches_down_to_none_and_no_further() -> None:
    assert wilson(0, 20_000) == pytest.approx((0.0, 0.000192), abs=1e-5)
    assert wilson(10, 100) == pytest.approx((0.055, 0.174), abs=1e-3)
