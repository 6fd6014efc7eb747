"""Figures over evenings, held to an evening that can be counted by hand."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from typing import Any

import pytest

from tests.webui.evening import Evening
from tests.webui.http.live import Live
from webui.storage.store import Store, StoredEvent
from webui.table.judging.verdict import answered
from webui.table.log.figures import count, figures_of
from webui.table.log.library import WHOLE, Library
from webui.table.log.logged import LoggedEntry, logged
from webui.table.log.projection import Projection
from webui.table.log.reading import read_events

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
    log = [
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
        entry({"kind": "test", "intensity": 4, "thrower": {"id": "bill", "cards": ["c07"]}}, {"bill": 0.6}),
    ]
    found = figures_of([count(log, "en")])
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
    (ann, _) = figures_of([count([entry(clash(ann="w09", fiend="s06"))], "en")]).people
    assert (ann.n, ann.won, ann.wins, ann.critical_luck) == (1, 1, None, None)


def test_what_is_counted_evening_by_evening_is_what_is_counted_at_once() -> None:
    wins, losses = entry(clash(ann="w09", fiend="s06")), entry(clash(ann="w03", fiend="s06"))
    lucky = entry(clash(bill="w09", fiend="s06"), {"bill": 0.6})
    evenings = [[wins, lucky], [losses], [], [lucky, wins]]
    once = figures_of([count([each for evening in evenings for each in evening], "en")])
    assert figures_of(count(evening, "en") for evening in evenings) == once
    assert once.n == 5
    assert [(each.name, each.n) for each in once.people] == [("The Fiend", 5), ("Ann", 3), ("Bill", 2)]
    bill = once.people[2]
    assert bill.wins is not None
    assert (bill.wins.n, bill.wins.came, bill.wins.expected) == (2, 2, 1.2)


def test_of_many_evenings_few_are_held_whole_and_none_is_read_again(
    evening: Evening, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3 * WHOLE):
        evening.order("session-new", session_name=str(number))
    library, tonight = Library(store), evening.table_state.evening.id
    held, read = whole_evenings(), []

    def noted(events: Iterable[StoredEvent]) -> Projection:
        read.append(events)
        return read_events(events)

    monkeypatch.setattr("webui.table.log.library.read_events", noted)
    assert len(library.lines(tonight, "en")) == 3 * WHOLE + 1
    library.lines(tonight, "en")
    library.figures("en")
    assert len(read) == 3 * WHOLE + 1
    assert whole_evenings() - held == WHOLE


def whole_evenings() -> int:
    """How many are in memory."""
    gc.collect()
    return sum(isinstance(each, Projection) for each in gc.get_objects())


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
    found = figures_of([count([entry(clash(ann="w09", fiend="s06"), **why)], "en")])
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
