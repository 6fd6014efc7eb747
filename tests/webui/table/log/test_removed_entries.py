"""An entry that somebody deletes is gone from log, figures, decks and exports, until undo brings it back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.webui.evening import Evening
from webui.http.export import render_export
from webui.storage.store import Store
from webui.table.errors import CommandError
from webui.table.log.figures import count, figures_of
from webui.table.log.library import Library


def play(evening: Evening, players: str, host: str) -> int:
    """Throw, confirm and clear the table; return the entry."""
    keys = evening.clash(players, host)
    evening.order("confirm")
    evening.table.take(*keys)
    evening.look(2.0)
    number: int = evening.log()[-1]["id"]
    return number


def told(evening: Evening, store: Store) -> dict[str, Any]:
    """Everything that tells of the evening's entries."""
    state = evening.table_state
    (line,) = Library(store).lines(state.evening.id, "en")
    seen = evening.see()
    export = json.loads(render_export(store, state.evening, ".json"))
    return {
        "log": [entry["id"] for entry in evening.log()],
        "strip": ([entry["id"] for entry in seen["log"]["last"]], seen["log"]["count"]),
        "export": [entry["id"] for entry in export["entries"]],
        "figures": figures_of([count(state.logged(), "en")]).n,
        "evenings": (line.throws, line.who),
        "left": {side: deck["left"] for side, deck in seen["cards_left"].items()},
    }


def test_a_deleted_entry_is_gone_everywhere_and_undo_brings_it_back(evening: Evening, store: Store) -> None:
    first, second = play(evening, "w09", "c06"), play(evening, "w02", "c07")
    before = told(evening, store)
    assert (before["log"], before["evenings"]) == ([first, second], (2, ["Players", "Host"]))
    evening.order("remove-entry", entry=first)
    after = told(evening, store)
    assert after["log"] == after["export"] == [second]
    assert after["strip"] == ([second], 1)
    assert (after["figures"], after["evenings"][0]) == (1, 1)
    assert after["left"] == {side: left + 1 for side, left in before["left"].items()}
    assert evening.see()["undo"] == "Deletion of an entry"
    evening.order("undo")
    assert told(evening, store) == before


def test_throws_keep_their_numbers(evening: Evening) -> None:
    first = play(evening, "w09", "c06")
    play(evening, "w02", "c07")
    evening.order("remove-entry", entry=first)
    play(evening, "w03", "c08")
    assert [entry["throw"] for entry in evening.log()] == [2, 3]


def test_an_entry_whose_cards_still_lie_there_takes_its_verdict_along(evening: Evening) -> None:
    evening.clash("w09", "c06")
    evening.order("confirm")
    (entry,) = evening.log()
    evening.order("remove-entry", entry=entry["id"])
    evening.look()
    seen = evening.see()
    assert (seen["phase"], seen["verdict"], evening.log()) == ("empty", None, [])
    evening.order("undo")
    assert evening.see()["phase"] == "confirmed"
    assert [each["id"] for each in evening.log()] == [entry["id"]]


def test_a_deleted_entry_stays_away_after_a_restart(evening: Evening, store: Store) -> None:
    first = play(evening, "w09", "c06")
    evening.order("remove-entry", entry=first)
    assert Evening(store, run="run-2").log() == []


def test_what_is_not_in_the_log_cannot_be_deleted(evening: Evening) -> None:
    first = play(evening, "w09", "c06")
    evening.order("remove-entry", entry=first)
    for _ in range(2):
        with pytest.raises(CommandError, match="no entry"):
            evening.order("remove-entry", entry=first)
    evening.clash("w02", "c07")
    (standing,) = [entry.id for entry in evening.table_state.projection.entries.log]
    with pytest.raises(CommandError, match="no entry"):
        evening.order("remove-entry", entry=standing)


def test_what_was_taken_back_can_be_deleted_too(evening: Evening) -> None:
    evening.order("record", system="dragon", document={"kind": "pool", "dice": [7, 9, 2], "target": 7})
    evening.order("undo")
    (entry,) = evening.log()
    assert entry["undone"]
    evening.order("remove-entry", entry=entry["id"])
    assert evening.log() == []
