"""Figures over evenings, held to an evening that can be counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.evening import Evening
from tests.webui.http.live import Live
from webui.storage.store import Store
from webui.table.judging.verdict import answered
from webui.table.log.figures import figures_of
from webui.table.log.library import Library
from webui.table.log.logged import LoggedEntry, logged

SEATS = {"ann": ("Ann", "players"), "bill": ("Bill", "players"), "fiend": ("The Fiend", "host")}


def entry(document: dict[str, Any], odds: dict[str, float] | None = None, **more: Any) -> LoggedEntry:
    """An entry of the log; ``odds`` are chances to win by seat, with one in ten to be critical."""
    throwers = document.get("participants") or document.get("throwers") or [document["thrower"]]
    seats = [
        {"id": each["id"], "name": SEATS[each["id"]][0], "side": SEATS[each["id"]][1], "cards": []}
        for each in throwers
    ]
    chances = {seat: {"win": win, "critical": 0.1} for seat, win in (odds or {}).items()}
    kept = {"id": 1, "seats": seats, "document": document, "result": answered(document)}
    return logged(kept | {"odds": chances or None, "confirmed": True, "undone": False} | more)


def clash(**cards: str) -> dict[str, Any]:
    """Everybody attacks somebody on the other side, who resists with nothing."""

    def attack(seat: str) -> dict[str, Any]:
        target = "fiend" if SEATS[seat][1] == "players" else next(each for each in cards if each != "fiend")
        resist = {"resist": 3} if seat == "bill" else {}  # The Fiend's own throw opposes Ann.
        return {"kind": "attack", "target": target, "harmless": True, **resist}

    participants = [
        {"id": seat, "side": SEATS[seat][1], "cards": [card], "action": attack(seat)}
        for seat, card in cards.items()
    ]
    return {"kind": "clash", "participants": participants}


def test_an_evening_counted_by_hand() -> None:
    found = figures_of(
        [
            entry(clash(ann="w09", fiend="s06"), {"ann": 0.5, "fiend": 0.4}),  # Ann wins.
            entry(clash(ann="w02", fiend="s06"), {"ann": 0.5, "fiend": 0.4}),  # The Fiend wins.
            entry(clash(ann="w06", fiend="s06"), {"ann": 0.6, "fiend": 0.3}),  # Nobody.
            entry(clash(ann="m00", bill="c09", fiend="s06")),  # Ann and Bill win, Ann with a fumble.
            entry(
                {
                    "kind": "opposed",
                    "throwers": [{"id": "ann", "cards": ["w03"]}, {"id": "bill", "cards": ["c04"]}],
                }
            ),
            entry(
                {"kind": "test", "intensity": 4, "thrower": {"id": "bill", "cards": ["c07"]}}, {"bill": 0.6}
            ),
        ],
        "en",
    )
    assert found.n == 6
    ann, fiend, bill = found.people
    assert (ann.name, ann.n, ann.won, ann.fumbles) == ("Ann", 5, 2, 1)
    assert (fiend.name, fiend.n, fiend.won) == ("The Fiend", 4, 1)
    assert (bill.name, bill.n, bill.won) == ("Bill", 3, 3)
    assert ann.wins is not None
    assert (ann.wins.n, ann.wins.came, ann.wins.expected) == (3, 1, 1.6)
    assert ann.wins.spread == pytest.approx((0.25 + 0.25 + 0.24) ** 0.5, abs=1e-3)
    assert ann.critical_luck is not None
    assert (ann.critical_luck.came, ann.critical_luck.expected) == (0, 0.3)
    assert bill.wins is not None
    assert (bill.wins.n, bill.wins.came) == (1, 1), "only the throw whose odds are known"
    met = {
        (each.first, each.second): (each.n, each.first_won, each.second_won, each.tied)
        for each in found.rivals
    }
    assert met == {
        ("Ann", "The Fiend"): (4, 2, 1, 1),
        ("Bill", "The Fiend"): (1, 1, 0, 0),
        ("Ann", "Bill"): (1, 0, 1, 0),
    }


def test_without_known_odds_nothing_is_told_of_luck() -> None:
    (ann, _) = figures_of([entry(clash(ann="w09", fiend="s06"))], "en").people
    assert (ann.n, ann.won, ann.wins, ann.critical_luck) == (1, 1, None, None)


def test_every_evening_is_listed_with_who_threw(evening: Evening, store: Store) -> None:
    evening.clash("w09", "c06")
    evening.order("confirm")
    evening.order("session-new", session_name="Sunday")
    library = Library(store)
    sunday, first = library.lines(evening.table_state.evening.id, "en")
    assert (sunday.name, sunday.tonight, sunday.throws, sunday.who) == ("Sunday", True, 0, [])
    assert (first.tonight, first.throws, first.who) == (False, 1, ["Players", "Host"])
    found = library.find(first.id)
    assert found is not None
    assert [each.whole["throw"] for each in library.read(found).entries.log] == [1]
    assert library.find("nowhere") is None


@pytest.mark.parametrize("why", [{"confirmed": False}, {"undone": True}, {"system": "pulp"}], ids=str)
def test_what_does_not_count_is_left_out(why: dict[str, Any]) -> None:
    found = figures_of([entry(clash(ann="w09", fiend="s06"), **why)], "en")
    assert (found.n, found.people, found.rivals) == (0, [], [])


def test_figures_go_over_all_evenings_or_one(live: Live) -> None:
    for name in ("Saturday", "Sunday"):
        live.table.take()
        live.look(2.0)
        live.table.lay("w09", 300, 600)
        live.table.lay("c06", 300, 100)
        live.look()
        assert live.order("confirm")[0] == 200
        assert live.order("session-new", session_name=name)[0] == 200
    told = live.client.get("/api/figures").get_json()
    assert (told["n"], told["people"][0]["name"], told["people"][0]["won"]) == (2, "Players", 2)
    assert told["rivals"][0] == {
        "first": "Players", "second": "Host", "n": 2, "first_won": 2, "second_won": 0, "tied": 0,
    }  # fmt: skip
    assert live.client.get("/api/figures?evening=2026-11-20-b").get_json()["n"] == 1
    assert live.client.get("/api/figures?evening=nowhere").status_code == 422
