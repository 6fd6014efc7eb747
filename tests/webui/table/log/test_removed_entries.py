"""An entry that somebody deletes is gone from log, figures, decks and exports, until undo brings it back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.webui.session import Session
from webui.http.export import render_export
from webui.storage.store import Store
from webui.table.errors import CommandError
from webui.table.log.figures import count, figures_of
from webui.table.log.library import Library


def play(session: Session, players: str, host: str) -> int:
    """Throw, confirm and clear the table; return the entry."""
    keys = session.clash(players, host)
    session.order("confirm")
    session.table.take(*keys)
    session.look(2.0)
    number: int = session.log()[-1]["id"]
    return number


def told(session: Session, store: Store) -> dict[str, Any]:
    """Everything that tells of the session's entries."""
    state = session.table_state
    (line,) = Library(store).lines(state.session.id, "en")
    seen = session.see()
    export = json.loads(render_export(store, state.session, ".json"))
    return {
        "log": [entry["id"] for entry in session.log()],
        "strip": ([entry["id"] for entry in seen["log"]["last"]], seen["log"]["count"]),
        "export": [entry["id"] for entry in export["entries"]],
        "figures": figures_of([count(state.logged(), "en")]).n,
        "sessions": (line.throws, line.who),
        "left": {side: deck["left"] for side, deck in seen["cards_left"].items()},
    }


def test_a_deleted_entry_is_gone_everywhere_and_undo_brings_it_back(session: Session, store: Store) -> None:
    first, second = play(session, "w09", "c06"), play(session, "w02", "c07")
    before = told(session, store)
    assert (before["log"], before["sessions"]) == ([first, second], (2, ["Players", "Host"]))
    session.order("remove-entry", entry=first)
    after = told(session, store)
    assert after["log"] == after["export"] == [second]
    assert after["strip"] == ([second], 1)
    assert (after["figures"], after["sessions"][0]) == (1, 1)
    assert after["left"] == {side: left + 1 for side, left in before["left"].items()}
    assert session.see()["undo"] == "Deletion of an entry"
    session.order("undo")
    assert told(session, store) == before


def test_throws_keep_their_numbers(session: Session) -> None:
    first = play(session, "w09", "c06")
    play(session, "w02", "c07")
    session.order("remove-entry", entry=first)
    play(session, "w03", "c08")
    assert [entry["throw"] for entry in session.log()] == [2, 3]


def test_an_entry_whose_cards_still_lie_there_takes_its_verdict_along(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    (entry,) = session.log()
    session.order("remove-entry", entry=entry["id"])
    session.look()
    seen = session.see()
    assert (seen["phase"], seen["verdict"], session.log()) == ("empty", None, [])
    session.order("undo")
    assert session.see()["phase"] == "confirmed"
    assert [each["id"] for each in session.log()] == [entry["id"]]


def test_a_deleted_entry_stays_away_after_a_restart(session: Session, store: Store) -> None:
    first = play(session, "w09", "c06")
    session.order("remove-entry", entry=first)
    assert Session(store, run="run-2").log() == []


def test_what_is_not_in_the_log_cannot_be_deleted(session: Session) -> None:
    first = play(session, "w09", "c06")
    session.order("remove-entry", entry=first)
    for _ in range(2):
        with pytest.raises(CommandError, match="no entry"):
            session.order("remove-entry", entry=first)
    session.clash("w02", "c07")
    (standing,) = [entry.id for entry in session.table_state.projection.entries.log]
    with pytest.raises(CommandError, match="no entry"):
        session.order("remove-entry", entry=standing)


def test_what_was_taken_back_can_be_deleted_too(session: Session) -> None:
    session.order("record", system="dragon", document={"kind": "pool", "dice": [7, 9, 2], "target": 7})
    session.order("undo")
    (entry,) = session.log()
    assert entry["undone"]
    session.order("remove-entry", entry=entry["id"])
    assert session.log() == []
