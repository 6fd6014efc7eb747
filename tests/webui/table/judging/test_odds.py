"""Everybody's chances before the flip, from the cards that are left."""

from __future__ import annotations

import pytest

from tests.webui.evening import FAR_Y, NEAR_Y, Evening
from webui.table.judging.odds import decks_left


def gather(evening: Evening, players: int, host: int) -> None:
    for i in range(players):
        evening.table.down(200 + 90 * i, NEAR_Y)
    for i in range(host):
        evening.table.down(200 + 90 * i, FAR_Y)
    evening.look()


def test_equal_hands_have_nearly_equal_chances_and_the_fool_costs_the_players_a_little(
    evening: Evening,
) -> None:
    gather(evening, 1, 1)
    odds = evening.see()["odds"]
    # 31 cards against 30: of 930 pairs 9 x 45 are won, 90 tie, The Fool always loses.
    assert odds["players"]["win"] == pytest.approx(405 / 930, abs=1e-4)
    assert odds["players"]["tie"] == pytest.approx(90 / 930, abs=1e-4)
    assert odds["players"]["fumble"] == pytest.approx(1 / 31, abs=1e-4)
    assert odds["host"]["win"] == pytest.approx(435 / 930, abs=1e-4)


def test_more_cards_help(evening: Evening) -> None:
    gather(evening, 3, 1)
    odds = evening.see()["odds"]
    assert odds["players"]["win"] > 0.65 > 0.25 > odds["host"]["win"]


def test_a_single_test_has_odds_against_its_intensity(evening: Evening) -> None:
    evening.order("mode", kind="test", intensities=[4], thrower="players")
    gather(evening, 1, 0)
    assert evening.see()["odds"] == {
        "players": {"win": pytest.approx(18 / 31, abs=1e-4), "tie": 0.0, "critical": 0.0, "fumble": 0.0323}
    }


def test_odds_are_the_hosts_alone_and_end_with_the_flip(evening: Evening) -> None:
    gather(evening, 1, 1)
    assert evening.see("players")["odds"] is None
    assert evening.see("players")["cards_left"] is None
    for key in list(evening.table.tracks):
        evening.table.flip(key, f"w0{key + 3}")
    evening.look()
    assert evening.see()["odds"] is None


def test_thrown_cards_are_gone_until_the_pile_runs_out(evening: Evening) -> None:
    evening.clash("w09", "c06")
    evening.order("confirm")
    left = decks_left(evening.table_state.projection)
    assert (len(left["players"].pile), len(left["host"].pile)) == (30, 29)
    assert sum(card.rank == 9 for card in left["players"].pile) == 2
    evening.order("undo")
    assert len(decks_left(evening.table_state.projection)["players"].pile) == 31


def test_a_gained_significator_lies_in_the_players_deck(evening: Evening) -> None:
    evening.order("significators", seat="players", cards=["m21"])
    assert len(decks_left(evening.table_state.projection)["players"].pile) == 32
    gather(evening, 1, 1)
    assert evening.see()["odds"]["players"]["critical"] == pytest.approx(1 / 32, abs=1e-4)


DECK = [f"{suit}{value:02d}" for suit in "wcs" for value in range(1, 11)]


def test_a_card_of_no_listed_deck_is_a_question(evening: Evening) -> None:
    evening.order("decks-list", players=[*DECK, "m00"], horror=None)
    evening.clash("p05", "c06")
    question = evening.see()["question"]
    assert question["text"] == "The players' Five of Pentacles is not in this deck. Was it misread?"
    evening.order(**question["options"][0]["order"])
    assert evening.see()["verdict"]["tone"] == "host"


def test_a_card_that_lies_in_the_discard_pile_is_a_question(evening: Evening) -> None:
    evening.order("decks-list", players=[*DECK, "m00"], horror=None)
    keys = evening.clash("c07", "s02")
    evening.order("confirm")
    evening.table.take(*keys)
    evening.look()
    evening.clash("c07", "s03")
    question = evening.see()["question"]
    assert question["text"] == "The players' Seven of Cups is already in the discard pile. Reshuffled?"
    evening.order(**question["options"][0]["order"])
    assert evening.see()["verdict"]["tone"] == "players"
    assert len(decks_left(evening.table_state.projection)["players"].pile) == 31
    evening.order("undo")
    assert evening.see()["question"]["kind"] == "impossible"


def test_correcting_an_impossible_card_answers_the_question(evening: Evening) -> None:
    evening.order("decks-list", players=[*DECK, "m00"], horror=None)
    players, _ = evening.clash("p05", "c06")
    evening.order("correct", key=f"t{players}", card="c09")
    assert evening.see()["verdict"]["tone"] == "players"


def test_the_log_remembers_the_odds_for_the_host_alone(evening: Evening) -> None:
    evening.clash("w09", "c06")
    evening.order("confirm")
    assert evening.log()[0]["odds"]["players"]["win"] == pytest.approx(405 / 930, abs=1e-4)
    assert evening.log("players")[0]["odds"] is None
    assert evening.see("screen")["log"]["last"][0]["odds"] is None


def test_more_cards_than_a_deck_has_left_have_no_odds(evening: Evening) -> None:
    evening.order("decks-list", players=["w02", "w03"], horror=["m01", "m02", "m03"])
    gather(evening, 2, 2)
    assert evening.see()["odds"]["players"]["win"] == pytest.approx(1 / 3, abs=1e-4)
    evening.table.down(500, NEAR_Y)
    evening.look()
    assert evening.see()["odds"] is None
