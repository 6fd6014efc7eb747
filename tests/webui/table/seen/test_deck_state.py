"""The decks card by card: what is left, what lies on the table, what is discarded, and who may see which."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.webui.evening import Evening
from tests.webui.table.judging.test_odds import DECK
from webui.table.errors import CommandError
from webui.table.seen.deck_state import tell_decks

MAJORS = [f"m{number:02d}" for number in range(1, 22)]


def told(evening: Evening, name: str = "players") -> dict[str, Any]:
    decks = tell_decks(evening.table_state, horror=True)["decks"]
    return next(deck for deck in decks if deck["deck"] == name)


def lying(deck: dict[str, Any], where: str) -> list[str]:
    return [card["code"] or card["name"] for card in deck["cards"] if card["where"] == where]


def test_d34_an_uncounted_deck_is_told_by_its_values(evening: Evening) -> None:
    deck = told(evening)
    assert not deck["counted"]
    assert Counter(lying(deck, "pile")) == {"m00": 1, **{str(value): 3 for value in range(1, 11)}}
    assert deck["fool"]
    assert not told(evening, "host")["fool"]


def test_d35_a_thrown_card_lies_on_the_table_then_in_the_discard_pile(evening: Evening) -> None:
    evening.order("decks-list", players=[*DECK, "m00"], horror=MAJORS)
    keys = evening.clash("c07", "m13")
    assert lying(told(evening), "table") == ["c07"]
    evening.order("confirm")
    assert (lying(told(evening), "table"), lying(told(evening, "host"), "table")) == (["c07"], ["m13"])
    evening.table.take(*keys)
    evening.look()
    evening.clash("w02", "m20")
    assert (lying(told(evening), "table"), lying(told(evening), "discard")) == (["w02"], ["c07"])
    assert lying(told(evening, "host"), "discard") == ["m13"]
    assert "c07" not in lying(told(evening), "pile")


def test_of_an_uncounted_deck_one_card_of_the_value_is_gone(evening: Evening) -> None:
    evening.clash("p07", "m13")
    assert lying(told(evening), "table") == ["7"]
    assert Counter(lying(told(evening), "pile"))["7"] == 2
    assert lying(told(evening, "host"), "table") == []


def test_d35_shuffled_discards_can_be_drawn_again(evening: Evening) -> None:
    evening.order("decks-list", players=[*DECK, "m00"], horror=None)
    keys = evening.clash("c07", "m13")
    evening.order("confirm")
    evening.table.take(*keys)
    evening.look(2.0)
    evening.order("new-throw")
    assert lying(told(evening), "discard") == ["c07"]
    evening.order("reshuffle", deck="players")
    assert lying(told(evening), "discard") == []
    assert evening.see()["undo"] == "Shuffle"


def test_d34_gained_significators_are_named_with_their_owner(evening: Evening) -> None:
    evening.order("significators", seat="players", cards=["m21"])
    deck = told(evening)
    assert deck["significators"] == [{"code": "m21", "name": "The World", "held_by": "Players"}]
    assert "m21" in lying(deck, "pile")


def test_d34_what_is_wrong_with_the_decks_is_said(evening: Evening) -> None:
    evening.order("decks-list", players=DECK[1:], horror=[*MAJORS, "w05"])
    assert tell_decks(evening.table_state, horror=True)["faults"] == [
        "Fewer than three cards worth 1.",
        "The Five of Wands is there twice.",
        "The Fool is in neither deck.",
    ]
    evening.order("decks-list", players=None, horror=[*MAJORS, "w05", "m00"])
    assert tell_decks(evening.table_state, horror=True)["faults"] == ["The Fool is in both decks."]


def test_the_horrors_deck_is_the_hosts_alone(evening: Evening) -> None:
    evening.order("decks-list", players=DECK[1:], horror=[*MAJORS, "m00"])
    seen = tell_decks(evening.table_state, horror=False)
    assert [deck["deck"] for deck in seen["decks"]] == ["players"]
    assert seen["faults"] == ["Fewer than three cards worth 1."]


def test_d35_with_two_copies_of_a_deck_both_may_hold_the_same_card(evening: Evening) -> None:
    evening.order("decks-list", players=[*DECK, "m00"], horror=[*MAJORS, "c07"])
    (fault,) = tell_decks(evening.table_state, horror=True)["faults"]
    assert "Seven of Cups" in fault
    evening.order("copies", deck="rws", copies=2)
    assert tell_decks(evening.table_state, horror=True)["faults"] == []


def test_copies_of_a_deck_that_nobody_has_are_refused(evening: Evening) -> None:
    with pytest.raises(CommandError, match="no deck is called 'marseille'"):
        evening.order("copies", deck="marseille", copies=2)
    assert set(evening.see()["copies"].values()) == {1}
