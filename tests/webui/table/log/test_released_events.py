"""Events of every released form are read, and say what they said when they were written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from webui.storage.databases.packed import pack
from webui.storage.store import StoredEvent
from webui.table.commands.throw import Confirmed
from webui.table.log.entries import serialize_log
from webui.table.log.events import EventSpec, Payload, Thrown, declared_events, read_event
from webui.table.log.reading import read_events
from webui.table.settings import Seat

RELEASED = Path(__file__).parents[2] / "released" / "unnumbered-events"
SESSIONS = sorted(RELEASED.glob("*.jsonl"))


def stored(path: Path) -> list[StoredEvent]:
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [StoredEvent(id_, session, at, kind, pack(payload)) for id_, session, at, kind, payload in lines]


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: str(path.stem))
def test_a_log_reads_as_it_was_written(path: Path) -> None:
    projection = read_events(stored(path))
    assert projection.unread == []
    then = json.loads(path.with_suffix(".log.json").read_text(encoding="utf-8"))
    now = json.loads(serialize_log(projection.entries.log, "en", "host"))
    assert [_without_later_fields(entry) for entry in now] == [_without_later_fields(entry) for entry in then]


LATER = ("board", "hero", "crop")
"""Fields that no earlier release wrote: what they say stands in the others, too."""


def _without_later_fields(entry: Any) -> Any:
    if isinstance(entry, list):
        return [_without_later_fields(each) for each in entry]
    if not isinstance(entry, dict):
        return entry
    return {name: _without_later_fields(value) for name, value in entry.items() if name not in LATER}


UNRELEASED = {"claimed"}
"""Kinds of events that no release has written yet."""


def test_every_kind_of_event_was_released() -> None:
    assert {event.kind for path in SESSIONS for event in stored(path)} == set(declared_events()) - UNRELEASED


THROWN: dict[str, Any] = {
    "throw": 1, "mode": "clash", "document": {}, "result": {}, "picture": None, "crops": [], "instead": None,
    "seats": [{"id": "a", "name": "Ann", "side": "players", "colour": "#6fb1d6", "significators": [], "cards": []}],
}  # fmt: skip


@pytest.mark.parametrize("kind", ["judged", "confirmed", "recorded"])
def test_where_only_those_who_threw_were_kept_they_are_the_people(kind: str) -> None:
    said = read_event(StoredEvent(1, "s", "", kind, pack(THROWN | {"system": "dragon"})))
    assert isinstance(said, Thrown)
    assert [person.name for person in said.people] == ["Ann"]


def test_a_round_is_read_with_the_adjustments_in_its_document() -> None:
    payload = THROWN | {"round_after": {"document": {"kind": "round"}, "adjusted": {"a": 1}}}
    said = read_event(StoredEvent(1, "s", "", "confirmed", pack(payload)))
    assert isinstance(said, Confirmed)
    assert said.round_after == {"document": {"kind": "round", "adjusted": {"a": 1}}}


class Text(Payload):
    text: str


def test_a_form_with_a_number_goes_through_the_later_upcasters_alone() -> None:
    def note(text: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
        return lambda payload: payload | {"text": payload["text"] + text}

    spec = EventSpec(Text, lambda projection, event, said: None, False, (note(" first"), note(" second")))

    def read(**form: Any) -> str:
        said = spec.read({"text": "a", **form})
        assert isinstance(said, Text)
        return said.text

    assert (read(), read(version=1), read(version=2)) == ("a first second", "a second", "a")
    assert read(version="x") == "a first second"


def test_the_cards_that_a_seat_awaits_are_read_by_their_old_name() -> None:
    events = stored(RELEASED / "3.jsonl")
    (place,) = [
        place
        for place, event in enumerate(events)
        if '"wanted":1' in json.dumps(event.payload, separators=(",", ":"))
    ]
    state = read_events(events[: place + 1])
    assert [seat.awaited for seat in state.settings.seats if seat.awaited] == [1]
    assert Seat.model_validate(state.settings.seats[0].model_dump()) == state.settings.seats[0]
