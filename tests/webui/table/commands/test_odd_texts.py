"""Odd texts in every field of every command: each is taken, or refused in one line; the table goes on either way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

import pytest

from tests.webui.session import FRAME, Session
from webui.camera.reports import SeenFrame
from webui.documents.plain_json import write_json
from webui.i18n import LANGUAGES
from webui.storage.store import Store
from webui.table.commands import COMMANDS, parse_command
from webui.table.contract import ROLES
from webui.table.errors import CommandError
from webui.table.keeping import keep
from webui.table.log.entries import serialize_log
from webui.table.snapshot.builder import SnapshotBuilder
from webui.table.state import TableState
from webui.table.thread import carry_out

pytestmark = pytest.mark.slow

TEXTS: Final = (
    *("", "cult", "Host", "hostt", "players ", "__proto__", "None", "-1", "{x}", "ß\u0301🂡"),
    *("seat1", "t1", "m05", "As", "pulp", "x" * 39, "x" * 2001),
)

CORNER: Final = [[0, 0], [0.2, 0], [0.2, 0.2]]
SEAT: Final = {
    "seat_name": "Zed",
    "side": "players",
    "colour": "#6fb1d6",
    "stats": {"agility": 3, "toughness": 2},
    "specials": [{"card": "s09", "text": "it smiles"}],
}
PULP: Final = {"kind": "deal", "cards": ["4s", "As", "Ah", "Kd", "Qc", "Js", "Ad"], "difficulty": 2}
ANNOUNCED: Final = {
    "action": {"kind": "attack", "target": ["host"]},
    "extra": ["weapon", {"situation": "from above"}],
    "lost": ["tricky"],
    "interferes": ["host"],
}

GOOD: Final[list[dict[str, Any]]] = [
    {"name": "note", "entry": 1, "text": "well thrown"},
    {"name": "correct-entry", "entry": 1, "seat": "players", "index": 0, "card": "w02"},
    {"name": "record", "system": "pulp", "document": PULP, "desk": {"cards": ["4s"]}, "place": "deal"},
    {"name": "desk", "system": "pulp", "document": {"cards": ["4s"], "example": {"name": "guard"}}},
    {"name": "session-new", "session_name": "Friday"},
    {"name": "begin", "step": "seats"},
    {"name": "source", "spec": "demo"},
    {"name": "source-keep", "spec": "demo"},
    {"name": "camera", "size": "largest"},
    {"name": "decks", "names": ["rws"]},
    {"name": "copies", "deck": "rws", "copies": 2},
    {"name": "decks-list", "players": ["w01"], "horror": ["m05"]},
    {"name": "deck-add", "deck": "host"},
    {"name": "throw-damage", "seat": "players"},
    {
        "name": "claim",
        "seat": "players",
        "skill": "Research",
        "extra": [{"overlap": "Streetwise"}],
        "lost": [],
    },
    {"name": "note-stat", "seat": "players", "stat": "Research", "value": 3},
    {"name": "give-back", "seat": "players", "points": 1},
    {"name": "round-join", "seat": "players"},
    {"name": "round-leave", "seat": "players"},
    {"name": "range", "seat": "players", "foe": "host", "range": "10 feet"},
    {"name": "foe-add", "foe_name": "Ghoul", "stats": {"toughness": 3}, "weapons": {"close": 2}},
    {"name": "foes-list", "foes": [{"name": "Ghoul", "stats": {"calm": 2}}], "horror": ["m05"]},
    {"name": "foe-keep", "seat": "host"},
    {"name": "foe-change", "foe": "foe1", "foe_name": "Ghoul"},
    {"name": "foe-remove", "foe": "foe1"},
    {"name": "foe-enter", "foe": "foe1"},
    {"name": "announce", "seat": "players", **ANNOUNCED, "manner": "shooting", "skill": "firearms"},
    {"name": "announce", "seat": "players", **ANNOUNCED, "power": {"uses": "cunning", "against": "calm"}},
    {
        "name": "announce",
        "seat": "players",
        "phone": "players",
        "action": {"kind": "move"},
        "extra": ["weapon"],
    },
    {"name": "significators", "seat": "players", "phone": "players", "cards": ["m05"]},
    {"name": "ready", "seat": "players", "phone": "players"},
    {"name": "withdraw", "seat": "players"},
    {"name": "adjust", "seat": "players", "by": 1},
    {"name": "mark", "seat": "players", "condition": "panic"},
    {"name": "significators", "seat": "players", "cards": ["m05"]},
    {"name": "seat-add", **SEAT},
    {"name": "seat-add", "side": "players"},
    {"name": "seat-change", "seat": "players", **SEAT},
    {"name": "seat-change", "seat": "host", "side": "players"},
    {"name": "seat-remove", "seat": "players"},
    {"name": "mode", "kind": "test", "thrower": "host"},
    {"name": "ignore-add", "region": CORNER, "id": "i1"},
    {"name": "ignore-remove", "id": "i1"},
    {"name": "language", "language": "de"},
    {"name": "correct", "key": "t1", "card": "w02"},
    {"name": "assign", "key": "t1", "seat": "host"},
    {"name": "choose", "side": "players", "seat": "players"},
    {"name": "reshuffle", "deck": "host"},
    {"name": "accept", "card": "w02"},
    {"name": "accept-count", "seat": "players"},
]
"""Commands with texts, each as the page sends it; "players" and "host" are seats."""


def odd_ones(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command with each of its texts, and each key of its objects, replaced by each odd one."""
    for path in list(_places(command)):
        if path == ("name",):
            continue
        for text in TEXTS:
            odd = deepcopy(command)
            *way, last = path
            inner: Any = odd
            for key in way:
                inner = inner[key]
            if isinstance(inner[last], str):
                inner[last] = text
                yield deepcopy(odd)
            if way and isinstance(inner, dict):
                inner[text] = inner.pop(last)
                yield odd


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from _places(value[key], (*path, key))


def has_texts(schema: Any) -> bool:
    return '"type": "string"' in json.dumps(schema)


def test_no_command_with_texts_is_left_out() -> None:
    texts = {name: spec.schema.model_json_schema() for name, spec in COMMANDS.items()}
    for schema in texts.values():
        del schema["properties"]["name"]
    assert {name for name, schema in texts.items() if has_texts(schema)} == {each["name"] for each in GOOD}


@pytest.fixture(scope="module", params=["clash", "round"])
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A table with an entry in its log and cards that were flipped, without a round and in one."""
    store = Store(tmp_path_factory.mktemp("odd"))
    session = Session(store)
    session.clash("w09", "c06")
    session.order("confirm")
    session.order("new-throw")
    session.order("phones-announce", allow=True)
    if request.param == "round":
        session.order("round-open")
        session.order("announce", seat="host", action={"kind": "attack", "target": ["players"]})
    session.clash("w03", "c05")
    yield session
    store.close()


@pytest.mark.parametrize("good", GOOD, ids=lambda good: good["name"])
def test_an_odd_text_is_taken_or_refused_in_one_line(session: Session, good: dict[str, Any]) -> None:
    entry = {"entry": session.log()[0]["id"]} if "entry" in good else {}
    before = session.table_state.projection, session.see()
    for command in odd_ones(good | entry):
        after = taken(session.table_state, command)
        if isinstance(after, CommandError):
            assert {len(after.render(language).splitlines()) for language in LANGUAGES} == {1}
        else:
            check_that_it_goes_on(after, SeenFrame(session.table.look(1.0), FRAME, pipeline=session.pipeline))
    assert (session.table_state.projection, session.see()) == before


def taken(table: TableState, command: dict[str, Any]) -> TableState | CommandError:
    """Return the table after a command, or its refusal."""
    try:
        return carry_out(table, parse_command({"version": table.version, **command}))
    except CommandError as refusal:
        return refusal


def check_that_it_goes_on(after: TableState, look: SeenFrame) -> None:
    """The next frame is judged, the log can be read again, and every role sees all of it in every language."""
    seen = after.copy()
    seen.journal.take_pending()
    seen.observe(look)
    keep(seen)
    seen.journal.reproject()
    assert seen.projection.unread == []
    for role in ROLES:
        write_json(SnapshotBuilder(seen).write(role))
        for language in LANGUAGES:
            serialize_log(seen.logged(), language, role)
