"""Everybody's chances before the flip, from the cards that are left."""

from __future__ import annotations

import pytest

from tests.webui.session import FAR_Y, NEAR_Y, Session
from webui.table.log.odds import decks_left


def gather(session: Session, players: int, host: int) -> None:
    for i in range(players):
        session.table.down(200 + 90 * i, NEAR_Y)
    for i in range(host):
        session.table.down(200 + 90 * i, FAR_Y)
    session.look()


def test_equal_hands_have_nearly_equal_chances_and_the_fool_costs_the_players_a_little(
    session: Session,
) -> None:
    gather(session, 1, 1)
    odds = session.see()["odds"]
    # 31 cards against 30: of 930 pairs 9 x 45 are won, 90 tie, The Fool always loses.
    assert odds["players"]["win"] == pytest.approx(405 / 930, abs=1e-4)
    assert odds["players"]["tie"] == pytest.approx(90 / 930, abs=1e-4)
    assert odds["players"]["fumble"] == pytest.approx(1 / 31, abs=1e-4)
    assert odds["host"]["win"] == pytest.approx(435 / 930, abs=1e-4)


def test_more_cards_help(session: Session) -> None:
    gather(session, 3, 1)
    odds = session.see()["odds"]
    assert odds["players"]["win"] > 0.65 > 0.25 > odds["host"]["win"]


def test_a_single_test_has_odds_against_its_intensity(session: Session) -> None:
    session.order("mode", kind="test", intensities=[4], thrower="players")
    gather(session, 1, 0)
    assert session.see()["odds"] == {
        "players": {"win": pytest.approx(18 / 31, abs=1e-4), "tie": 0.0, "critical": 0.0, "fumble": 0.0323}
    }


def test_odds_are_the_hosts_alone_and_end_with_the_flip(session: Session) -> None:
    gather(session, 1, 1)
    assert session.see("players")["odds"] is None
    assert session.see("players")["cards_left"] is None
    for key in list(session.table.tracks):
        session.table.flip(key, f"w0{key + 3}")
    session.look()
    assert session.see()["odds"] is None


def test_thrown_cards_are_gone_until_the_pile_runs_out(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    left = decks_left(session.table_state.projection)
    assert (len(left["players"].pile), len(left["host"].pile)) == (30, 29)
    assert sum(card.rank == 9 for card in left["players"].pile) == 2
    session.order("undo")
    assert len(decks_left(session.table_state.projection)["players"].pile) == 31


def test_a_gained_significator_lies_in_the_players_deck(session: Session) -> None:
    session.order("significators", seat="players", cards=["m21"])
    assert len(decks_left(session.table_state.projection)["players"].pile) == 32
    gather(session, 1, 1)
    assert session.see()["odds"]["players"]["critical"] == pytest.approx(1 / 32, abs=1e-4)


DECK = [f"{suit}{value:02d}" for suit in "wcs" for value in range(1, 11)]


def test_a_card_of_no_listed_deck_is_a_question(session: Session) -> None:
    session.order("decks-list", players=[*DECK, "m00"], horror=None)
    session.clash("p05", "c06")
    question = session.see()["question"]
    assert question["text"] == "The players' Five of Pentacles is not in this deck. Was it misread?"
    session.order(**question["options"][0]["command"])
    assert session.see()["verdict"]["tone"] == "host"


def test_a_card_that_lies_in_the_discard_pile_is_a_question(session: Session) -> None:
    session.order("decks-list", players=[*DECK, "m00"], horror=None)
    keys = session.clash("c07", "s02")
    session.order("confirm")
    session.table.take(*keys)
    session.look()
    session.clash("c07", "s03")
    question = session.see()["question"]
    assert question["text"] == "The players' Seven of Cups is already in the discard pile. Reshuffled?"
    session.order(**question["options"][0]["command"])
    assert session.see()["verdict"]["tone"] == "players"
    assert len(decks_left(session.table_state.projection)["players"].pile) == 31
    session.order("undo")
    assert session.see()["question"]["kind"] == "impossible"


def test_correcting_an_impossible_card_answers_the_question(session: Session) -> None:
    session.order("decks-list", players=[*DECK, "m00"], horror=None)
    players, _ = session.clash("p05", "c06")
    session.order("correct", key=f"t{players}", card="c09")
    assert session.see()["verdict"]["tone"] == "players"


def test_the_log_remembers_the_odds_for_the_host_alone(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    assert session.log()[0]["odds"]["players"]["win"] == pytest.approx(405 / 930, abs=1e-4)
    assert session.log("players")[0]["odds"] is None
    assert session.see("screen")["log"]["last"][0]["odds"] is None


def test_more_cards_than_a_deck_has_left_have_no_odds(session: Session) -> None:
    session.order("decks-list", players=["w02", "w03"], horror=["m01", "m02", "m03"])
    gather(session, 2, 2)
    assert session.see()["odds"]["players"]["win"] == pytest.approx(1 / 3, abs=1e-4)
    session.table.down(500, NEAR_Y)
    session.look()
    assert session.see()["odds"] is None
