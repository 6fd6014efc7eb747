"""The decks card by card: what is left, what lies on the table, what is discarded, and who may see which."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.webui.session import Session
from tests.webui.table.judging.test_odds import DECK
from webui.table.deck_state import draw_piles, render_decks
from webui.table.errors import CommandError

MAJORS = [f"m{number:02d}" for number in range(1, 22)]


def told(session: Session, name: str = "players") -> dict[str, Any]:
    decks = render_decks(session.table_state, horror=True)["decks"]
    return next(deck for deck in decks if deck["deck"] == name)


def lying(deck: dict[str, Any], where: str) -> list[str]:
    return [card["code"] or card["name"] for card in deck["cards"] if card["where"] == where]


def test_d34_an_uncounted_deck_is_told_by_its_values(session: Session) -> None:
    deck = told(session)
    assert not deck["counted"]
    assert Counter(lying(deck, "pile")) == {"m00": 1, **{str(value): 3 for value in range(1, 11)}}
    assert deck["fool"]
    assert not told(session, "host")["fool"]


def test_d35_a_thrown_card_lies_on_the_table_then_in_the_discard_pile(session: Session) -> None:
    session.order("decks-list", players=[*DECK, "m00"], horror=MAJORS)
    keys = session.clash("c07", "m13")
    assert lying(told(session), "table") == ["c07"]
    session.order("confirm")
    assert (lying(told(session), "table"), lying(told(session, "host"), "table")) == (["c07"], ["m13"])
    session.table.take(*keys)
    session.look()
    session.clash("w02", "m20")
    assert (lying(told(session), "table"), lying(told(session), "discard")) == (["w02"], ["c07"])
    assert lying(told(session, "host"), "discard") == ["m13"]
    assert "c07" not in lying(told(session), "pile")


def test_of_an_uncounted_deck_one_card_of_the_value_is_gone(session: Session) -> None:
    session.clash("p07", "m13")
    assert lying(told(session), "table") == ["7"]
    assert Counter(lying(told(session), "pile"))["7"] == 2
    assert lying(told(session, "host"), "table") == []


def test_d35_shuffled_discards_can_be_drawn_again(session: Session) -> None:
    session.order("decks-list", players=[*DECK, "m00"], horror=None)
    keys = session.clash("c07", "m13")
    session.order("confirm")
    session.table.take(*keys)
    session.look(2.0)
    session.order("new-throw")
    assert lying(told(session), "discard") == ["c07"]
    session.order("reshuffle", deck="players")
    assert lying(told(session), "discard") == []
    assert session.see()["undo"] == "Reshuffle"


def test_d34_gained_significators_are_named_with_their_owner(session: Session) -> None:
    session.order("significators", seat="players", cards=["m21"])
    deck = told(session)
    assert deck["significators"] == [{"code": "m21", "name": "The World", "held_by": "Players"}]
    assert "m21" in lying(deck, "pile")


def test_d34_what_is_wrong_with_the_decks_is_said(session: Session) -> None:
    session.order("decks-list", players=DECK[1:], horror=[*MAJORS, "w05"])
    assert render_decks(session.table_state, horror=True)["faults"] == [
        "Fewer than three cards worth 1.",
        "The Five of Wands is there twice.",
        "The Fool is in neither deck.",
    ]
    session.order("decks-list", players=None, horror=[*MAJORS, "w05", "m00"])
    assert render_decks(session.table_state, horror=True)["faults"] == ["The Fool is in both decks."]


def test_the_horrors_deck_is_the_hosts_alone(session: Session) -> None:
    session.order("decks-list", players=DECK[1:], horror=[*MAJORS, "m00"])
    seen = render_decks(session.table_state, horror=False)
    assert [deck["deck"] for deck in seen["decks"]] == ["players"]
    assert seen["faults"] == ["Fewer than three cards worth 1."]


def test_d35_with_two_copies_of_a_deck_both_may_hold_the_same_card(session: Session) -> None:
    session.order("decks-list", players=[*DECK, "m00"], horror=[*MAJORS, "c07"])
    (fault,) = render_decks(session.table_state, horror=True)["faults"]
    assert "Seven of Cups" in fault
    session.order("copies", deck="rws", copies=2)
    assert render_decks(session.table_state, horror=True)["faults"] == []


def test_copies_of_a_deck_that_nobody_has_are_refused(session: Session) -> None:
    with pytest.raises(CommandError, match="no deck is called 'marseille'"):
        session.order("copies", deck="marseille", copies=2)
    assert set(session.see()["copies"].values()) == {1}


def thrown(session: Session, players: str, host: str, *, confirm: bool = True) -> None:
    """Throw, confirm or not, clear the table, and begin the next throw."""
    keys = session.clash(players, host)
    if confirm:
        session.order("confirm")
    session.table.take(*keys)
    session.look(2.0)
    session.order("new-throw")


def test_what_the_list_does_not_hold_is_told_and_every_card_is_counted(session: Session) -> None:
    """Four cards were thrown: none of them silently does not count."""
    for host in ("w12", "m08", "w02", "c13"):
        thrown(session, "w09", host)
    deck = told(session, "host")
    assert (len(lying(deck, "discard")), [card["code"] for card in deck["unlisted"]]) == (
        1,
        ["w12", "m08", "c13"],
    )
    assert len(lying(deck, "discard")) + len(deck["unlisted"]) == 4
    assert session.see()["cards_left"]["host"] == {"left": 29, "of": 30, "unlisted": 3}


def test_cards_of_a_verdict_that_nobody_confirmed_are_discarded_too(session: Session) -> None:
    thrown(session, "w09", "c06", confirm=False)
    assert (lying(told(session), "discard"), lying(told(session, "host"), "discard")) == (["9"], ["6"])


def test_what_lies_on_the_table_is_told_before_it_is_in_the_log(session: Session) -> None:
    session.clash("w09", "m13")
    assert [card["name"] for card in told(session, "host")["unlisted"]] == ["Death"]
    session.order("confirm")
    assert [card["name"] for card in told(session, "host")["unlisted"]] == ["Death"]
    session.order("deck-add", deck="host")
    deck = told(session, "host")
    assert (deck["unlisted"], deck["counted"], lying(deck, "table")) == ([], False, ["m13"])


def test_odds_that_rest_on_a_wrong_list_say_so_and_are_not_kept(session: Session) -> None:
    thrown(session, "w09", "m13")
    session.table.down(300, 600)
    session.table.down(300, 120)
    session.look()
    seen = session.see()
    assert seen["odds"] is not None
    assert seen["odds_doubt"] == (
        "1 card played, but not on the list of the deck: until the list is right, the odds are approximate."
    )
    assert session.see("players")["odds_doubt"] is None
    session.order("deck-add", deck="host")
    seen = session.see()
    assert (seen["odds_doubt"], seen["cards_left"]["host"]["of"]) == (None, 31)
    session.order("undo")
    assert session.see()["odds_doubt"] is not None


def test_luck_is_not_counted_by_a_wrong_list(session: Session) -> None:
    thrown(session, "w09", "m13")
    thrown(session, "w02", "c06")
    assert [entry["odds"] is None for entry in session.log()] == [False, True]


def test_what_was_played_is_added_to_a_listed_deck(session: Session) -> None:
    session.order("decks-list", players=[*DECK, "m00"], horror=None)
    keys = session.clash("p05", "c06")
    session.order(**session.see()["question"]["options"][0]["command"])
    session.order("confirm")
    assert [card["code"] for card in told(session)["unlisted"]] == ["p05"]
    session.order("deck-add", deck="players")
    session.table.take(*keys)
    session.look(2.0)
    assert told(session)["counted"]
    assert {"p05", "w05"} <= {card["code"] for card in told(session)["cards"]}
    with pytest.raises(CommandError, match="is on the list"):
        session.order("deck-add", deck="players")


def test_a_fourth_card_of_a_value_is_one_more_of_it(session: Session) -> None:
    for code in ("p07", "w07", "c07", "s07"):
        thrown(session, code, "c06")
    session.order("deck-add", deck="players")
    assert Counter(lying(told(session), "discard")) == {"7": 4}
    assert told(session)["unlisted"] == []


def test_the_fool_of_the_horrors_deck_is_not_in_the_players(session: Session) -> None:
    thrown(session, "w09", "m00")
    session.order("deck-add", deck="host")
    assert (told(session)["fool"], told(session, "host")["fool"]) == (False, True)


def test_whoever_lists_a_deck_lists_all_of_it(session: Session) -> None:
    thrown(session, "w09", "m13")
    session.order("deck-add", deck="host")
    session.order("decks-list", players=None, horror=["c06", "c07"])
    session.order("decks-list", players=None, horror=None)
    assert len(told(session, "host")["cards"]) == 30


DEALT = (("w09", "w02", "m00", "m21"), ("m13", "c06", "p14"))
"""The near and the far seat's decks, as a source deals them."""


def test_the_decks_from_which_the_source_deals_are_assumed_while_it_is_the_source(session: Session) -> None:
    session.dealt, session.pipeline = DEALT, 2
    session.look()
    players, host = told(session), told(session, "host")
    assert sorted(lying(players, "pile")) == sorted(DEALT[0])
    assert sorted(lying(host, "pile")) == sorted(DEALT[1])
    assert (players["counted"], players["fool"], host["fool"]) == (True, True, False)
    thrown(session, "w09", "m13")
    seen = session.see()
    assert (seen["odds_doubt"], seen["question"]) == (None, None)
    assert seen["cards_left"]["host"] == {"left": 2, "of": 3, "unlisted": 0}
    thrown(session, "w02", "p14")
    assert [entry["odds"] is None for entry in session.log()] == [False, False]
    session.dealt, session.pipeline = None, 3
    session.look()
    assert not told(session)["counted"]
    assert session.see()["cards_left"]["host"]["of"] == 30


def test_with_swapped_sides_the_far_seat_deals_from_the_players_deck(session: Session) -> None:
    session.order("view", swap=True)
    session.dealt, session.pipeline = DEALT, 2
    session.look()
    assert sorted(lying(told(session), "pile")) == sorted(DEALT[1])


def test_a_persons_list_holds_before_what_the_source_deals(session: Session) -> None:
    session.dealt, session.pipeline = DEALT, 2
    session.look()
    session.order("decks-list", players=[*DECK, "m00"], horror=None)
    assert len(told(session)["cards"]) == 31
    assert len(told(session, "host")["cards"]) == 3


def test_what_a_dealt_deck_does_not_hold_can_be_added_to_it(session: Session) -> None:
    session.dealt, session.pipeline = DEALT, 2
    session.look()
    session.clash("w09", "m14")
    assert [card["code"] for card in told(session, "host")["unlisted"]] == ["m14"]
    session.order("deck-add", deck="host")
    host = told(session, "host")
    assert (host["unlisted"], lying(host, "table")) == ([], ["m14"])


def test_what_can_still_be_drawn_is_known_of_two_listed_decks(session: Session) -> None:
    for players, horror in ((None, None), ([*DECK, "m00"], None), (None, MAJORS)):
        session.order("decks-list", players=players, horror=horror)
        with pytest.raises(CommandError, match="listed first"):
            draw_piles(session.table_state)
    session.order("decks-list", players=[*DECK, "m00"], horror=MAJORS)
    session.clash("c07", "m13")
    session.order("confirm")
    piles = draw_piles(session.table_state)
    assert {card.code for card in piles["players"]} == {*DECK, "m00"} - {"c07"}
    assert {card.code for card in piles["host"]} == {*MAJORS} - {"m13"}
