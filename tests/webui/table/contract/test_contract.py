"""What names no role is seen by nobody: a new field is everybody's secret until it says otherwise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from tests.webui.http.live import Live
from tests.webui.session import Session
from webui.camera.source_report import KINDS
from webui.table import contract
from webui.table.contract import HOST, ROLES, redact
from webui.table.contract.roles import HostOnly, Part, Public, parts_in, visible_to
from webui.table.snapshot.builder import SnapshotBuilder

ROOT = Path(__file__).resolve().parents[4]
SECRET = "the Fiend's plan"


@pytest.fixture
def session(session: Session) -> Session:
    """A clash in the log, another one on the table, an Action Round, special cards and stats on both sides."""
    specials = [{"card": "m13", "text": "The lights go out"}]
    session.order("seat-change", seat="host", stats={"agility": 3}, specials=specials)
    session.order("seat-change", seat="players", stats={"agility": 5})
    keys = session.clash("w09", "c06")
    session.order("confirm")
    session.table.take(*keys)
    session.look(2.0)
    session.clash("w03", "s05")
    return session


def parts_of(kind: type[contract.Part], known: set[type[contract.Part]]) -> set[type[contract.Part]]:
    """A part and all that it is made of."""
    if kind in known:
        return known
    known.add(kind)
    for field in kind.model_fields.values():
        for part in parts_in(field.annotation):
            parts_of(part, known)
    return known


def test_every_field_names_who_sees_it() -> None:
    parts = parts_of(contract.Snapshot, set())
    assert {
        contract.ShownCard,
        contract.OpenSeat,
        contract.Entry,
        contract.Round,
        contract.NetworkState,
    } <= parts
    unnamed = [
        f"{part.__name__}.{name}"
        for part in parts
        for name, field in part.model_fields.items()
        if not visible_to(field).roles
    ]
    assert unnamed == []


class SecretCard(contract.ShownCard):
    plan: str = SECRET


class SecretSnapshot(contract.Snapshot):
    plan: str = SECRET


class OpenSnapshot(contract.Snapshot):
    plan: Public[str] = SECRET


@pytest.mark.parametrize("role", ROLES)
def test_a_field_that_names_nobody_is_seen_by_nobody(session: Session, role: str) -> None:
    whole = SnapshotBuilder(session.table_state).whole
    seat = whole.seats[0].model_copy(update={"cards": [SecretCard(**whole.seats[0].cards[0].__dict__)]})
    secret = SecretSnapshot(**whole.__dict__ | {"seats": [seat, *whole.seats[1:]]})
    assert SECRET in repr(secret.seats[0].cards[0])
    seen: Any = redact(secret, role)
    assert SECRET not in repr(seen)
    assert seen["seats"][0]["cards"][0]["card"] == "w03"
    assert SECRET in repr(redact(OpenSnapshot(**whole.__dict__), role))


def test_what_the_contract_does_not_name_is_refused(session: Session) -> None:
    whole = SnapshotBuilder(session.table_state).whole
    with pytest.raises(ValidationError, match="plan"):
        contract.Snapshot(**whole.__dict__ | {"plan": SECRET})


@pytest.mark.parametrize("role", ROLES[1:])
def test_what_is_the_hosts_own(session: Session, role: str) -> None:
    seen, host = session.see(role), session.see(HOST)
    assert host["log"]["last"][0]["odds"] is not None
    assert "The lights go out" in repr(host)
    assert "The lights go out" not in repr(seen)
    assert [seat.get("stats") for seat in seen["seats"]] == [{"agility": 5}, None]
    assert [seen[name] for name in ("question", "odds", "cards_left")] == [None, None, None]
    assert [entry["odds"] for entry in seen["log"]["last"]] == [None]
    assert [entry["odds"] for entry in session.log(role)] == [None]
    assert seen.keys().isdisjoint({"act", "undo", "ignored", "desks", "decks", "wizard", "aid", "network"})


def test_the_host_sees_all_that_there_is(session: Session) -> None:
    for order in ({"name": "mode", "kind": "opposed"}, {"name": "new-throw"}, {"name": "round-open"}):
        session.order(**order)
        whole = SnapshotBuilder(session.table_state).whole
        assert session.see(HOST) == whole.model_dump(by_alias=True, mode="json")


def test_both_roles_are_told_of_one_writing(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Any] = []
    write = SnapshotBuilder._log
    monkeypatch.setattr(SnapshotBuilder, "_log", lambda builder: written.append(builder) or write(builder))  # type: ignore[func-returns-value]
    builder = SnapshotBuilder(session.table_state)
    assert [builder.write(role)["role"] for role in ROLES] == list(ROLES)
    assert written == [builder]


def test_every_kind_of_source_has_its_word() -> None:
    annotation = contract.Source.model_fields["kind"].annotation
    assert set(KINDS.values()) <= set(get_args(annotation))


def test_every_state_that_vision_tells_has_its_word() -> None:
    """They stand below the table, so mypy does not see that their words are the contract's."""
    codes = [path.read_text("utf-8") for path in (ROOT / "webui" / "camera").rglob("*.py")]
    states = {
        word
        for code in codes
        for word in re.findall(r'(?:update|_report_state)\((?:\w+, )*spec, "(\w+)"', code)
    }
    assert {"live", "lost", "locked", "none"} <= states
    assert states <= set(get_args(contract.Source.model_fields["state"].annotation))


def test_status_is_told_by_role(tmp_path: Path) -> None:
    live = Live(tmp_path)
    live.look(2.0)
    host, screen = (live.client.get(f"/api/state?role={role}").get_json() for role in (HOST, "screen"))
    live.close()
    assert {"network", "aid", "source", "seen_s"} <= host.keys()
    assert {"network", "aid"}.isdisjoint(screen.keys())
    assert {"source", "seen_s", "version"} <= screen.keys()
    assert host.keys() == contract.Snapshot.model_fields.keys()


def test_a_schema_says_who_sees_a_field_unless_everybody_does() -> None:
    class Door(Part):
        name: Public[str]
        code: HostOnly[str]

    fields = Door.model_json_schema()["properties"]
    assert "x-seen-by" not in fields["name"]
    assert fields["code"]["x-seen-by"] == ["host"]
