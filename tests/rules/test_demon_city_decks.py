"""The decks and where their cards lie (D34, D35)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import FOOL, Card, Courts, Suit, Valuation
from rules.demon_city.decks import (
    DeckFault,
    DeckRefusal,
    Fault,
    Impossible,
    Piles,
    Sighted,
    build_players_deck,
    check_decks,
    check_players_deck,
)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())


HIEROPHANT = Card.parse("m05")


def test_d34_the_players_deck() -> None:
    deck = build_players_deck([HIEROPHANT])
    values = [card.rank for card in deck if card.suit is not Suit.MAJOR]
    assert sorted(values) == sorted([*range(1, 11)] * 3)
    assert (FOOL in deck, HIEROPHANT in deck, len(deck)) == (True, True, 32)
    assert len(build_players_deck(fool=False)) == 30
    assert len(build_players_deck([FOOL, Card.parse("w05")])) == 31


def test_d34_a_built_deck_has_no_faults() -> None:
    assert check_players_deck(build_players_deck([HIEROPHANT]), [HIEROPHANT]) == ()


def test_d34_any_suits_will_do() -> None:
    deck = [card for card in build_players_deck() if card != Card.parse("w04")] + [Card.parse("p04")]
    assert check_players_deck(deck) == ()


@pytest.mark.parametrize(
    ("without", "added", "gained", "fault"),
    [
        ("w04", "", "", Fault(DeckFault.TOO_FEW_OF_VALUE, value=4)),
        ("", "p04", "", Fault(DeckFault.TOO_MANY_OF_VALUE, value=4)),
        ("", "m05", "", Fault(DeckFault.NOT_OF_PLAYERS_DECK, HIEROPHANT)),
        ("", "w11", "", Fault(DeckFault.NOT_OF_PLAYERS_DECK, Card.parse("w11"))),
        ("", "", "m05", Fault(DeckFault.SIGNIFICATOR_MISSING, HIEROPHANT)),
        ("", "m00", "", Fault(DeckFault.SAME_CARD_TWICE, FOOL)),
    ],
)
def test_d34_what_is_wrong_with_a_players_deck(without: str, added: str, gained: str, fault: Fault) -> None:
    deck = [card for card in build_players_deck() if card.code != without] + [*cards(added)]
    assert check_players_deck(deck, cards(gained)) == (fault,)


def test_d34_a_pip_gained_as_a_significator_is_a_fourth_of_its_value() -> None:
    four = Card.parse("p04")
    assert check_players_deck(build_players_deck([four]), [four]) == ()
    own = Card.parse("w04")
    assert check_players_deck(build_players_deck([own]), [own]) == ()


def test_d34_a_court_worth_10_is_none_of_the_numbers() -> None:
    page = Card.parse("w11")
    courts = Valuation(courts=Courts(page=10))
    assert check_players_deck([*build_players_deck(), page], [], courts) == (
        Fault(DeckFault.NOT_OF_PLAYERS_DECK, page),
    )


@pytest.mark.parametrize(
    ("players", "horror", "faults"),
    [
        ("m00 w01", "c01", ()),
        ("w01", "c01 m00", ()),
        ("w01", "c01", (Fault(DeckFault.FOOL_IN_NEITHER, FOOL),)),
        ("m00", "m00", (Fault(DeckFault.FOOL_IN_BOTH, FOOL),)),
        ("m00 w01", "w01", (Fault(DeckFault.SAME_CARD_TWICE, Card.parse("w01")),)),
    ],
)
def test_d34_the_fool_is_in_exactly_one_deck(players: str, horror: str, faults: tuple[Fault, ...]) -> None:
    assert check_decks(cards(players), cards(horror)) == faults


PILES = Piles(cards("w01 w02 w03 w04 w05"))


def test_d35_cards_lie_until_the_next_throw_then_are_discarded() -> None:
    thrown = PILES.throw("ann", cards("w02")).throw("bill", cards("w04 w05"))
    assert (thrown.pile, thrown.discard) == (cards("w01 w03"), ())
    assert (thrown.thrown_by("ann"), thrown.thrown_by("bill"), thrown.thrown_by("dov")) == (1, 2, 0)
    swept = thrown.clear_table()
    assert (swept.table, swept.discard, swept.pile) == ({}, cards("w02 w04 w05"), cards("w01 w03"))
    assert swept.reshuffle().pile == PILES.pile


def test_d35_cards_may_be_added_before_somebody() -> None:
    assert PILES.throw("ann", cards("w02")).throw("ann", cards("w03")).table == {"ann": cards("w02 w03")}


def test_d35_a_reshuffle_leaves_the_table_alone() -> None:
    thrown = PILES.throw("ann", cards("w02")).clear_table().throw("bill", cards("w01"))
    assert thrown.reshuffle().pile == cards("w02 w03 w04 w05")


@pytest.mark.parametrize(
    ("seen", "why", "by"),
    [
        ("w01", Impossible.IN_DISCARD, None),
        ("w02", Impossible.ON_TABLE, "ann"),
        ("c07", Impossible.NOT_IN_DECK, None),
        ("w03 w03", Impossible.ON_TABLE, "bill"),
    ],
)
def test_d35_a_card_that_cannot_be_there_is_reported(seen: str, why: Impossible, by: str | None) -> None:
    piles = PILES.throw("ann", cards("w01")).clear_table().throw("ann", cards("w02"))
    card = cards(seen)[0]
    assert piles.verify_throw("bill", cards(seen)) == (Sighted(card, "bill", why, by),)
    with pytest.raises(DeckRefusal) as refused:
        piles.throw("bill", cards(seen))
    assert (refused.value.code, refused.value.params) == (why, {"card": card, "by": by})


def test_d35_two_decks_have_each_card_twice() -> None:
    two = Piles(cards("w01 w01 w02"))
    assert two.throw("ann", cards("w01 w01")).pile == cards("w02")
    assert two.throw("ann", cards("w01")).verify_throw("bill", cards("w01")) == ()


def test_d35_an_empty_pile_is_reshuffled_from_its_discards() -> None:
    used = PILES.throw("ann", cards("w01 w02 w03 w04")).clear_table()
    drawn = used.draw("bill", 3, Random(7))
    assert drawn.thrown_by("bill") == 3
    assert drawn.table["bill"][0] == Card.parse("w05")
    assert drawn.discard == ()


def test_d35_what_lies_on_the_table_is_not_drawn_again() -> None:
    with pytest.raises(DeckRefusal) as refused:
        PILES.throw("ann", cards("w01 w02 w03")).draw("bill", 3, Random(7))
    assert refused.value.params == {"have": 2, "need": 3}


@given(st.integers(), st.lists(st.integers(1, 3), max_size=12))
def test_d35_no_card_is_lost_or_gained(seed: int, throws: list[int]) -> None:
    random, piles = Random(seed), Piles(build_players_deck())
    for count in throws:
        piles = piles.clear_table().draw("ann", count, random)
        lying = [*piles.pile, *piles.discard, *piles.table["ann"]]
        assert sorted(card.code for card in lying) == sorted(card.code for card in piles.deck)
