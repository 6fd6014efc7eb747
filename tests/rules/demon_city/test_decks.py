"""The decks and where their cards lie (D34, D35)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import FOOL, Card, Courts, Suit, Valuation
from rules.demon_city.decks import (
    DeckFault,
    Fault,
    Impossible,
    Piles,
    Place,
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


def test_d35_what_was_thrown_is_discarded_when_the_next_throw_begins() -> None:
    thrown = PILES.throw(cards("w02")).throw(cards("w04 w05"))
    assert (thrown.pile, thrown.discard) == (cards("w01 w03"), cards("w02 w04 w05"))
    assert thrown.reshuffle() == PILES


def test_d35_a_card_lies_in_the_pile_on_the_table_or_discarded() -> None:
    places = PILES.throw(cards("w02")).places(cards("w05 w02"))
    assert [(card.code, place) for card, place in places] == [
        ("w01", Place.PILE),
        ("w02", Place.TABLE),
        ("w03", Place.PILE),
        ("w04", Place.PILE),
        ("w05", Place.TABLE),
    ]
    assert dict(PILES.throw(cards("w02")).places(()))[Card.parse("w02")] is Place.DISCARD


def test_d35_of_a_deck_whose_suits_nobody_knows_a_pip_stands_for_its_value() -> None:
    thrown = PILES.throw(cards("p03"))
    assert thrown.pile == cards("w01 w02 w04 w05")
    assert dict(PILES.places(cards("p03")))[Card.parse("w03")] is Place.TABLE
    assert PILES.throw(cards("p11 m03")).pile == PILES.deck, "no court and no major stands for another"


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        ("w03", None),
        ("w01", ("w01", Impossible.IN_DISCARD)),
        ("w02 c07 w01", ("c07", Impossible.NOT_IN_DECK)),
        ("p02", ("p02", Impossible.NOT_IN_DECK)),
    ],
)
def test_d35_a_card_that_cannot_be_there_is_reported(seen: str, found: tuple[str, Impossible] | None) -> None:
    impossible = PILES.throw(cards("w01")).impossible(cards(seen))
    assert (impossible and (impossible[0].code, impossible[1])) == found


def test_d35_two_decks_have_each_card_twice() -> None:
    two = Piles(cards("w01 w01 w02"))
    assert two.throw(cards("w01 w01")).pile == cards("w02")
    assert two.throw(cards("w01")).impossible(cards("w01")) is None


def test_d35_an_empty_pile_is_reshuffled_from_its_discards() -> None:
    assert PILES.throw(PILES.deck).pile == PILES.deck
    short = PILES.throw(cards("w01 w02 w03 w04"))
    assert short.throw(cards("w05 w01")).pile == cards("w02 w03 w04"), (
        "it was shuffled before so many were drawn"
    )


DECK_AND_MORE = st.sampled_from([*build_players_deck(), *cards("p04 p07 m21 c12")])


@given(
    st.lists(st.lists(DECK_AND_MORE, min_size=1, max_size=6), max_size=12),
    st.lists(DECK_AND_MORE, max_size=8),
)
def test_d35_no_card_is_lost_or_gained(throws: list[list[Card]], table: list[Card]) -> None:
    piles = Piles(build_players_deck())
    for thrown in throws:
        piles = piles.throw(thrown)
        assert piles.pile
        assert Counter([*piles.pile, *piles.discard]) == Counter(piles.deck)
    places = piles.places(table)
    assert Counter(card for card, _ in places) == Counter(piles.deck)
    assert {card for card, place in places if place is Place.PILE} <= set(piles.pile)
    assert set(table) & set(piles.deck) <= {card for card, place in places if place is Place.TABLE}


def test_d35_what_the_pile_does_not_hold_is_remembered_as_unlisted() -> None:
    """Of a deck with any suits a fourth card of a value is one too many; of a listed one any other suit is."""
    any_suits = Piles(build_players_deck()).throw(cards("w07 c07 p07 s07 m18"))
    assert any_suits.unlisted == cards("s07 m18")
    assert len(any_suits.pile) + len(any_suits.discard) == 31
    listed = Piles(cards("w07 c07"), any_suits=False).throw(cards("w07 p07"))
    assert (listed.pile, listed.discard, listed.unlisted) == (cards("c07"), cards("w07"), cards("p07"))
    assert [card for card, place in listed.places(cards("p07")) if place is Place.TABLE] == []


def test_d35_after_a_shuffle_only_what_the_deck_has_never_held_stays_unlisted() -> None:
    piles = Piles(build_players_deck()).throw(cards("w07 c07 p07 s07 m18")).reshuffle()
    assert (piles.discard, piles.unlisted) == ((), cards("m18"))


def test_d35_a_listed_card_that_is_thrown_again_had_been_shuffled_back() -> None:
    """The list holds it: it is none that the list lacks."""
    listed = Piles(cards("w07 c07 p07"), any_suits=False).throw(cards("w07")).throw(cards("c07 w07"))
    assert (listed.discard, listed.unlisted) == (cards("c07 w07"), ())
    twice = Piles(cards("w07 c07 p07"), any_suits=False).throw(cards("w07 w07"))
    assert twice.unlisted == cards("w07"), "twice in one throw is once too often"
