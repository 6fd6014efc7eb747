"""Every verdict is kept, confirmed or not: one that nobody confirmed before the next throw can be confirmed later."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest

from tests.webui.http.live import Live
from tests.webui.session import FAR_Y, FRAME, NEAR_Y, Session
from tests.webui.tracks import quad_at
from vision.types import Face, TrackState
from webui.camera.reports import SeenFrame
from webui.storage.store import NotWrittenError, Store
from webui.table.commands import parse_command
from webui.table.errors import CommandError
from webui.table.keeping import KEPT_AGAIN_AFTER_S
from webui.table.log.odds import decks_left


def log_of(session: Session) -> list[tuple[str, bool]]:
    """The headline of each entry, and whether it is confirmed."""
    entries = session.log()
    return [(entry["verdict"]["headline"], entry["confirmed"]) for entry in entries if not entry["undone"]]


def next_clash(session: Session, players: str, host: str) -> None:
    session.table.take()
    session.look(2.0)
    session.clash(players, host)
    session.look()


def test_three_verdicts_that_nobody_confirmed_stand_in_the_log(session: Session) -> None:
    session.clash("w09", "c06")
    next_clash(session, "w02", "c07")
    next_clash(session, "w03", "c03")
    assert log_of(session) == [("Players win", False), ("The Host wins", False)]
    assert session.see()["verdict"]["headline"] == "Tie", "the third stands on the table"
    session.order("session-new")
    assert log_of(session) == []
    events = session.table_state.journal._store.events("2026-11-20-a")
    assert [event.payload["result"]["outcome"] for event in events if event.kind == "judged"] == [
        "win",
        "win",
        "undecided",
    ]


def test_the_verdict_on_the_table_is_no_entry_yet(session: Session) -> None:
    session.clash("w09", "c06")
    session.look()
    assert log_of(session) == []
    assert session.see()["log"] == {"count": 0, "last": []}
    assert session.see()["throw"]["number"] == 1
    session.order("confirm")
    assert log_of(session) == [("Players win", True)]
    assert session.see()["throw"]["number"] == 1
    session.order("new-throw")
    assert session.see()["throw"]["number"] == 2


GATHERED = {
    "carried to the other side": [{"quad": quad_at(300, FAR_Y + 40), "state": TrackState.MOVING}, {}],
    "laid on a pile there": [
        {"quad": quad_at(300, FAR_Y + 40), "state": TrackState.MOVING},
        {"state": TrackState.SETTLED},
    ],
    "turned face down": [{"face": Face.DOWN, "code": None}, {}],
    "laid out of the picture": [{"quad": quad_at(300, 760), "state": TrackState.MOVING}, {}],
}
"""What the camera tells of the first card that somebody gathers, under the hand and after it."""


@pytest.mark.parametrize("told", GATHERED.values(), ids=GATHERED)
def test_what_is_gathered_counts_as_it_lay(session: Session, told: list[dict[str, Any]]) -> None:
    near, far = session.clash("w09", "c06")
    session.look()
    before = session.see()
    session.table.busy = True
    session.table.change(near, **told[0])
    session.look(0.2)
    session.table.take(far)
    session.look(0.2)
    session.table.busy = False
    session.table.change(near, **told[1])
    for _ in range(3):
        session.look()
        seen = session.see()
        assert (seen["phase"], seen["verdict"], seen["question"]) == ("verdict", before["verdict"], None)
    next_clash(session, "w02", "c07")
    assert log_of(session) == [("Players win", False)]
    [entry] = session.log()
    assert [[card["card"] for card in seat["cards"]] for seat in entry["seats"]] == [["w09"], ["c06"]]


def test_a_card_that_is_found_anew_on_a_pile_counts_where_it_lay(session: Session) -> None:
    session.clash("w09", "c06")
    session.look()
    before = session.see()["verdict"]
    session.table.take()
    session.table.busy = True
    session.look(0.2)
    session.table.busy = False
    session.table.lay("w09", 300, FAR_Y)
    session.look()
    seen = session.see()
    assert (seen["verdict"], [card["state"] for card in seen["loose"]]) == (before, ["old"])


def test_a_card_that_is_pushed_to_another_seat_counts_there(session: Session) -> None:
    near, _ = session.clash("w09", "c06")
    session.look()
    session.table.busy = True
    session.table.change(near, quad=quad_at(500, FAR_Y))
    session.look(0.2)
    assert session.see()["phase"] == "verdict", "it may be on its way to a pile"
    session.table.busy = False
    session.look()
    assert [seat["up"] for seat in session.see()["seats"]] == [0, 2]


def test_undo_gives_a_gathered_card_the_name_that_the_camera_read(session: Session) -> None:
    near, far = session.clash("w09", "c06")
    session.look()
    session.table.take(far)
    session.table.change(near, face=Face.DOWN, code=None)
    session.look()
    session.order("correct", key=f"t{near}", card="w02")
    assert session.see()["verdict"]["headline"] == "The Host wins"
    session.order("undo")
    assert session.see()["verdict"]["headline"] == "Players win"


@pytest.mark.parametrize("ended", ["by hand", "by the next throw"])
def test_a_verdict_that_was_not_confirmed_is_confirmed_later(session: Session, ended: str) -> None:
    session.clash("w09", "c06")
    if ended == "by hand":
        session.look()
        session.order("new-throw")
    else:
        next_clash(session, "w02", "c07")
    [entry] = session.log()
    assert (entry["confirmed"], entry["throw"], len(entry["crops"])) == (False, 1, 2)
    assert entry["picture"] is not None
    assert session.see()["throw"]["number"] == 2
    session.order("confirm-entry", entry=entry["id"])
    assert log_of(session) == [("Players win", True)]
    with pytest.raises(CommandError, match="confirmed already"):
        session.order("confirm-entry", entry=entry["id"])
    session.order("undo")
    assert log_of(session) == [("Players win", False)]


def test_what_is_corrected_before_the_next_throw_is_kept_corrected(session: Session) -> None:
    _, host = session.clash("w09", "c06")
    session.look()
    session.order("correct", key=f"t{host}", card="m21")
    session.look()
    next_clash(session, "w02", "c02")
    assert log_of(session) == [("The Host wins", False)], "one throw is one entry"


def test_what_was_thrown_lies_discarded_confirmed_or_not(session: Session) -> None:
    """A throw is counted once another has begun, and once only."""
    session.clash("w09", "c06")
    session.look()
    assert gone(session) == 0, "it still lies on the table"
    next_clash(session, "w02", "c07")
    assert gone(session) == 1
    [entry] = session.log()
    session.order("confirm-entry", entry=entry["id"])
    assert gone(session) == 1


def gone(session: Session) -> int:
    """How many cards of the Players' Deck are not in its pile."""
    players = decks_left(session.table_state.projection)["players"]
    return len(players.deck) - len(players.pile)


def test_taking_a_new_throw_back_leaves_one_verdict(session: Session) -> None:
    session.clash("w09", "c06")
    session.look()
    session.order("new-throw")
    assert log_of(session) == [("Players win", False)]
    session.order("undo")
    session.look()
    assert (session.see()["phase"], log_of(session)) == ("verdict", [])
    session.order("confirm")
    assert log_of(session) == [("Players win", True)]


def test_a_restart_with_the_cards_still_there_goes_on_with_the_same_verdict(
    session: Session, store: Store
) -> None:
    session.clash("w09", "c06")
    session.look()
    again = Session(store, run="run-2", table=session.table)
    again.look()
    again.look()
    assert (again.see()["phase"], log_of(again)) == ("verdict", [])
    again.order("confirm")
    assert log_of(again) == [("Players win", True)]


def test_a_restart_over_an_empty_table_finds_the_verdict_in_the_log(session: Session, store: Store) -> None:
    session.clash("w09", "c06")
    session.look()
    again = Session(store, run="run-2")
    assert log_of(again) == [("Players win", False)]
    again.clash("w02", "c07")
    again.look()
    again.order("confirm")
    assert log_of(again) == [("Players win", False), ("The Host wins", True)]
    assert [entry["throw"] for entry in again.log()] == [1, 2]


def test_a_choice_of_the_last_throw_is_no_choice_of_the_next(session: Session) -> None:
    session.order(
        "seat-change", seat="players", seat_name="Ann", region=[[0, 0.5], [0.5, 0.5], [0.5, 1], [0, 1]]
    )
    session.order(
        "seat-add", seat_name="Bill", side="players", region=[[0.5, 0.5], [1, 0.5], [1, 1], [0.5, 1]]
    )
    session.order("seat-change", seat="host", region=[[0, 0], [1, 0], [1, 0.5], [0, 0.5]])

    def tied(value: str) -> dict[str, Any]:
        for x, y, suit in ((300, NEAR_Y, "w"), (900, NEAR_Y, "c"), (300, FAR_Y, "s")):
            session.table.lay(f"{suit}{value if y == NEAR_Y else '02'}", x, y)
        session.look()
        session.look()
        verdict: dict[str, Any] = session.see()["verdict"]
        return verdict

    assert len(tied("09")["choose"]) == 2
    session.order("choose", side="players", seat="players")
    session.look()
    assert session.see()["verdict"]["choose"] is None
    session.table.take()
    session.look(2.0)
    assert len(tied("08")["choose"] or []) == 2, "they choose anew"
    assert [confirmed for _, confirmed in log_of(session)] == [False]


class SlowDisk:
    """A store that writes nothing before it is let."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        append, self._writes, self.is_asked = Store.append, Event(), Event()

        def slow(*event: Any) -> Any:
            self.is_asked.set()
            assert self._writes.wait(30.0)
            return append(*event)

        patch.setattr(Store, "append", slow)

    def go_on(self) -> None:
        self._writes.set()


def throw_next(live: Live, disk: SlowDisk) -> None:
    """The next cards come, and are confirmed, while the last throw's are still on their way to the disk."""
    later = [live.table.look(2.0)]
    live.table.take()
    live.table.lay("w02", 300, 600)
    live.table.lay("c07", 300, 100)
    later += [live.table.look() for _ in range(3)]
    for seen in later:
        live.table_thread.see(SeenFrame(seen, FRAME))
    disk.go_on()
    # Whoever is answered sees on the page what the answer tells of.
    told = live.table_thread.ask(lambda _: live.table_thread.snapshots["host"].get())
    assert {card["card"] for seat in told["seats"] for card in seat["cards"]} == {"w02", "c07"}
    assert live.order("confirm")[0] == 200


def test_a_slow_disk_loses_no_verdict(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowDisk(monkeypatch)
    live.table.lay("w09", 300, 600)
    live.table.lay("c06", 300, 100)
    for _ in range(4):
        live.look()
    assert live.state()["phase"] == "verdict", "it is told before it is kept"
    throw_next(live, disk)
    entries = live.client.get("/api/log").get_json()
    assert [entry["confirmed"] for entry in entries] == [False, True]


def test_a_slow_disk_loses_no_correction(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    live.table.lay("w09", 300, 600)
    host = live.table.lay("c06", 300, 100)
    for _ in range(4):
        live.look()
    live.order(
        "note", entry=0, text=""
    )  # Whoever gets an answer, though no, knows that the verdict is on disk.
    disk = SlowDisk(monkeypatch)
    correction = parse_command(
        {"version": live.state()["version"], "name": "correct", "key": f"t{host}", "card": "m21"}
    )
    given = Thread(target=live.table_thread.execute, args=(correction,))
    given.start()
    assert disk.is_asked.wait(30.0)
    throw_next(live, disk)
    given.join(30.0)
    entries = live.client.get("/api/log").get_json()
    assert [entry["verdict"]["headline"] for entry in entries] == ["The Host wins", "The Host wins"]


def test_a_log_that_was_away_gets_the_verdict_once_it_is_back(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is gone can neither be written nor read."""

    def gone(store: Store, *_: object) -> Any:
        raise NotWrittenError("not-written-gone", folder=store.folder)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", gone)
        patch.setattr(Store, "events", gone)
        live.table.lay("w09", 300, 600)
        live.table.lay("c06", 300, 100)
        for _ in range(4):
            live.look(0.5)
        assert live.order("confirm")[0] == 507
        assert (live.state()["phase"], in_memory(live)) == ("verdict", ["began"]), "nothing is held for kept"
    for _ in range(4):
        live.look(KEPT_AGAIN_AFTER_S / 2)
        live.order("note", entry=0, text="")  # Whoever gets an answer, though no, finds everything on disk.
    assert in_memory(live) == ["began", "lying", "judged"]
    throw_next(live, SlowDisk(monkeypatch))
    entries = live.client.get("/api/log").get_json()
    assert [entry["confirmed"] for entry in entries] == [False, True]
    tonight = live.table_thread.ask(lambda table: table.session)
    held = live.table_thread.ask(lambda table: [*table.journal.events])
    assert held == [*live.store.events(tonight.id)], "the table holds what lies in the log, number by number"


def in_memory(live: Live) -> list[str]:
    return live.table_thread.ask(lambda table: [event.kind for event in table.journal.events])


def test_a_full_disk_loses_the_verdict_and_nothing_else(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    append = Store.append

    def full(store: Store, session: str | None, at: Any, kind: str, payload: Any) -> Any:
        if kind == "judged":
            raise NotWrittenError("not-written", folder=store.folder, why="no space left")
        return append(store, session, at, kind, payload)

    monkeypatch.setattr(Store, "append", full)
    live.table.lay("w09", 300, 600)
    live.table.lay("c06", 300, 100)
    for _ in range(4):
        live.look()
    assert live.state()["phase"] == "verdict"
    assert live.order("confirm")[0] == 200
    entries = live.client.get("/api/log").get_json()
    assert [entry["confirmed"] for entry in entries] == [True]
