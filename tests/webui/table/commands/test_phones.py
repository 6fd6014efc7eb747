"""A player's phone announces for its own seat while the Host allows it; the Host changes and undoes it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.webui.session import Session
from webui.table.commands import Program
from webui.table.commands.command import wall_ms
from webui.table.commands.phones import FlipTogether, PhoneRefusedError, Ready
from webui.table.errors import CommandError
from webui.table.signals import LEAD_MS

REGIONS = {
    "Bill": [[0, 0.5], [0.5, 0.5], [0.5, 1], [0, 1]],
    "Ann": [[0.5, 0.5], [1, 0.5], [1, 1], [0.5, 1]],
    "Ghoul": [[0, 0], [1, 0], [1, 0.5], [0, 0.5]],
}
AGILITY = {"Bill": 2, "Ann": 3, "Ghoul": 5}
SHOOTS: dict[str, Any] = {"action": {"kind": "attack", "target": ["seat3"]}, "manner": "shooting"}
BILL, ANN, GHOUL = "seat1", "seat2", "seat3"


@pytest.fixture
def session(session: Session) -> Session:
    """An Action Round of Bill and Ann against the Ghoul; Bill, the slowest, is asked, and phones may announce."""
    for name, where in REGIONS.items():
        side = "host" if name == "Ghoul" else "players"
        stats = {"agility": AGILITY[name]}
        session.order("seat-add", seat_name=name, side=side, region=where, stats=stats)
    session.order("seat-remove", seat="players")
    session.order("seat-remove", seat="host")
    session.order("phones-announce", allow=True)
    session.order("round-open")
    return session


def announced(session: Session) -> dict[str, str]:
    said = session.see("players")["round"]["announced"]
    return {seat: each["deed"] for seat, each in said.items()}


def refused(code: str, kind: type[CommandError] = PhoneRefusedError) -> Any:
    """Expect a command to be refused with this code."""
    return pytest.raises(kind, check=lambda error: error.code == code)


def test_a_phone_announces_for_its_own_seat_in_its_turn(session: Session) -> None:
    session.order("announce", phone=BILL, seat=BILL, **SHOOTS)
    assert announced(session) == {BILL: "shoots at Ghoul"}
    seen = session.see()["round"]
    assert (seen["by_phone"], seen["speaker"]) == ([BILL], ANN)
    assert "phone" not in seen["announced"][BILL]


@pytest.mark.parametrize(
    ("name", "said"),
    [("announce", SHOOTS), ("significators", {"cards": ["m00"]}), ("ready", {}), ("ready", {"ready": False})],
)
def test_a_phone_does_nothing_for_another_seat_and_nothing_that_is_not_allowed(
    session: Session, name: str, said: dict[str, Any]
) -> None:
    before = session.table_state
    for phone, seat in ((ANN, BILL), ("", BILL), (GHOUL, GHOUL)):
        with refused("not-your-seat"):
            session.order(name, phone=phone, seat=seat, **said)
    with refused("misfit", CommandError):
        session.order(name, phone="seat9", seat="seat9", **said)
    session.order("phones-announce", allow=False)
    with refused("phones-may-not"):
        session.order(name, phone=BILL, seat=BILL, **said)
    assert session.table_state.projection.round == before.projection.round
    assert session.table_state.settings == before.settings.changed(phones_announce=False)
    session.order(name, seat=BILL, **said)  # The Host needs no switch.


def test_the_seat_of_a_phone_is_not_what_the_phone_says() -> None:
    sent = Ready(version=1, name="ready", seat=BILL, phone=GHOUL)
    assert [sent.sent_from(seat).phone for seat in (ANN, None)] == [ANN, None]


def test_the_countdown_is_by_the_clock_of_this_machine_in_milliseconds() -> None:
    assert 0 <= wall_ms() - time.time() * 1000 + 1 < 1000


def test_phones_may_not_announce_before_the_host_says_so(session: Session) -> None:
    session.order("undo")
    session.order("undo")
    assert session.see("players")["phones_announce"] is False
    session.order("round-open")
    with refused("phones-may-not"):
        session.order("announce", phone=BILL, seat=BILL, **SHOOTS)


def test_a_phone_waits_for_its_turn(session: Session) -> None:
    with refused("not-your-turn", CommandError):
        session.order("announce", phone=ANN, seat=ANN, **SHOOTS)
    assert announced(session) == {}


@pytest.mark.parametrize(
    "more",
    [
        {"action": None},
        {"action": SHOOTS["action"] | {"resist": {GHOUL: 0}}},
        {"action": SHOOTS["action"] | {"harmless": True}},
        {"weapon": 9},
        {"supernatural": True},
        {"recovered": True},
        {"range": "close"},
        {"contested": False},
        {"extra": [{"situation": "because"}]},
        {"extra": ["weapon", "luck"]},
        {"lost": ["fear"]},
    ],
)
def test_what_is_the_hosts_to_say_comes_from_no_phone(session: Session, more: dict[str, Any]) -> None:
    with refused("hosts-to-say"):
        session.order("announce", phone=BILL, seat=BILL, **SHOOTS | more)
    assert announced(session) == {}


def test_a_phone_says_how_many_cards_and_why(session: Session) -> None:
    session.order("announce", phone=BILL, seat=BILL, **SHOOTS, extra=["weapon", "distraction"])
    counted = session.see("players")["round"]["cards"][BILL]
    assert counted["cards"] == 3
    assert [reason["by"] for reason in counted["reasons"]] == ["+1", "+1"]
    session.order("announce", phone=BILL, seat=BILL, **SHOOTS, extra=["weapon"], lost=["tricky"])
    assert session.see("players")["round"]["cards"][BILL]["cards"] == 1


def test_what_the_host_changes_no_phone_changes_back(session: Session) -> None:
    session.order("announce", phone=BILL, seat=BILL, **SHOOTS)
    session.order("announce", seat=BILL, action={"kind": "move"})
    assert announced(session) == {BILL: "moves"}
    assert session.see()["round"]["by_phone"] == []
    with refused("not-your-turn", CommandError):
        session.order("announce", phone=BILL, seat=BILL, **SHOOTS)
    session.order("undo")
    assert announced(session) == {BILL: "shoots at Ghoul"}
    assert session.see()["round"]["by_phone"] == [BILL]
    session.order("undo")
    assert announced(session) == {}
    session.order("announce", phone=BILL, seat=BILL, **SHOOTS)
    session.order("withdraw", seat=BILL)
    assert (announced(session), session.see()["round"]["by_phone"]) == ({}, [])


def test_a_phone_changes_nothing_once_cards_are_flipped(session: Session) -> None:
    for seat in (BILL, ANN):
        session.order("announce", phone=seat, seat=seat, **SHOOTS)
    session.order("announce", seat=GHOUL, action={"kind": "attack", "target": [BILL]})
    now = session.table_state.projection.round
    assert now is not None
    assert now.awaits_phone(BILL)
    assert not now.after_throws({BILL: ["w09"]}).awaits_phone(BILL)


def test_a_phone_says_for_nobody_that_they_have_recovered(session: Session) -> None:
    """Whoever was out of the fight is first asked whether they have recovered: the Host says so (D24)."""
    session.order("round-close")
    session.order("mark", seat=BILL, condition="panic")
    session.order("round-open")
    waiting = session.see()["round"]["waiting"][0]
    assert (waiting["seat"], waiting["for"]) == (BILL, "recovery")
    with refused("not-your-turn", CommandError):
        session.order("announce", phone=BILL, seat=BILL, **SHOOTS)


def test_a_phone_holds_up_its_own_significators(session: Session) -> None:
    session.order("significators", phone=ANN, seat=ANN, cards=["m00"])
    assert next(seat for seat in session.see("players")["seats"] if seat["id"] == ANN)["significators"] == [
        "m00"
    ]
    session.order("undo")
    assert next(seat for seat in session.see("players")["seats"] if seat["id"] == ANN)["significators"] == []


def test_who_is_ready_stands_in_no_log_and_is_over_with_the_throw(session: Session) -> None:
    written, undo = list(session.table_state.journal.projection.undoable), session.see()["undo"]
    session.order("ready", phone=ANN, seat=ANN)
    session.order("ready", phone=BILL, seat=BILL)
    session.order("ready", phone=BILL, seat=BILL, ready=False)
    assert session.see("players")["ready"] == [ANN]
    assert (session.table_state.journal.projection.undoable, session.see()["undo"]) == (written, undo)
    session.order("round-close")
    assert session.see("players")["ready"] == []


def test_a_countdown_is_announced_by_this_machines_clock(session: Session) -> None:
    assert session.see("players")["flip_at_ms"] is None
    sent = FlipTogether(version=0, name="flip-together", at_ms=1)
    program = clock_of(1_800_000_000_000)
    flip = sent.prepared(program)
    session.order("flip-together", at_ms=flip.at_ms)
    assert session.see("players")["flip_at_ms"] == 1_800_000_000_000 + LEAD_MS


def clock_of(now_ms: int) -> Program:
    """A program of which only the clock is asked."""
    return Program(
        check_source=lambda source: None,
        hide_password=str,
        check_decks=lambda decks: None,
        apply_vision_settings=lambda anyway: None,
        open_network=lambda allow: None,
        open_phone=lambda allow: None,
        end_phone=lambda: None,
        end_device=lambda device: None,
        now_ms=lambda: now_ms,
    )
