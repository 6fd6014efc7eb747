"""A command stands in one place: its schema, its handler, who may give it, and how it is refused."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, Literal

import pytest

from tests.webui.http.live import Live, flip_two
from tests.webui.session import Session
from webui.storage.store import Store
from webui.table import commands
from webui.table.commands import COMMANDS, Command, CommandSpec, parse_command
from webui.table.commands.command import command
from webui.table.commands.phones import FromPhone
from webui.table.errors import CommandError, StaleCommandError
from webui.table.log.events import declared_events, event
from webui.table.log.journal import Journal
from webui.table.state import TableState
from webui.table.thread import TableThread, carry_out

FOLDER = Path(commands.__file__).parent
WEBUI = FOLDER.parents[1]
FILES = [path for path in FOLDER.glob("*.py") if path.stem not in ("__init__", "command")]


def refused_in(code: str) -> set[str]:
    """The codes with which a file's functions refuse."""
    calls = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    return {
        node.args[0].value
        for node in calls
        if isinstance(node.func, ast.Name)
        and node.func.id in ("CommandError", "PhoneRefusedError")
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


@pytest.fixture
def wave() -> Iterator[None]:
    """A command that somebody adds: a schema and a handler, nothing else."""

    class Wave(Command):
        """Somebody waves."""

        name: Literal["wave"]
        times: int

    def carry_out(table: TableState, wanted: Wave) -> None:
        if wanted.times < 1:
            raise CommandError("nothing-to-undo")
        table.paused = wanted.times > 1

    carry_out.__annotations__ = {"table": TableState, "wanted": Wave, "return": None}
    command(scope="log")(carry_out)
    yield
    del COMMANDS["wave"]


@pytest.mark.usefixtures("wave")
def test_a_command_is_added_in_one_place(session: Session) -> None:
    session.order("wave", times=2)
    assert session.table_state.paused
    with pytest.raises(CommandError, match="nothing to undo"):
        session.order("wave", times=0)
    with pytest.raises(CommandError, match="times"):
        session.order("wave", times="often")


@pytest.mark.usefixtures("wave")
def test_an_added_command_is_stale_by_its_own_scope(session: Session) -> None:
    old = session.table_state.version
    session.order("language", language="de")
    carry_out(session.table_state, parse_command({"version": old, "name": "wave", "times": 1}))
    session.table_state.versions.raise_for("log")
    with pytest.raises(StaleCommandError):
        carry_out(session.table_state, parse_command({"version": old, "name": "wave", "times": 1}))


def test_undo_can_leave_settings_as_they_are(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    session.order("language", language="de")
    with pytest.raises(CommandError, match="undo it on the Host's page"):
        session.order("undo", keeps_settings=True)
    assert session.table_state.settings.language == "de"
    session.order("undo")
    session.order("undo", keeps_settings=True)
    assert session.table_state.confirmed is None


ADDED = '''

class Waved(Payload):
    """Somebody waved."""

    times: int


@event("waved", undo={"en": "Wave", "de": "Winken"})
def waved(projection: Projection, event: StoredEvent, said: Waved) -> None:
    """Say so as the name of a worksheet."""
    projection.keep_worksheet("waved", {"times": said.times})


class Wave(Command):
    """Somebody waves."""

    name: Literal["wave"]
    times: int


@command(scope="log", refuses={"no-arms": {"en": "Nobody has {times} arms.", "de": "Niemand hat {times} Arme."}})
def wave(table: TableState, command: Wave) -> None:
    """Wave."""
    if command.times > 2:
        raise CommandError("no-arms", times=command.times)
    table.journal.write("waved", {"times": command.times})
'''

PLAYED = """
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from tests.contract.files import bare_app
from tests.contract.openapi import openapi
from tests.contract.scripts import declarations
from tests.webui.session import Session
from webui.i18n import render
from webui.storage.store import Store
from webui.table.errors import CommandError

with TemporaryDirectory() as folder:
    session = Session(Store(Path(folder)))
    session.order("wave", times=2)
    try:
        session.order("wave", times=3)
    except CommandError as fault:
        refused = [fault.render(language) for language in ("en", "de")]
    described = openapi(bare_app())["components"]["schemas"]["Wave"]
    waved = session.table_state.projection.worksheets["waved"]
    undo = [render("act.waved", None, language) for language in ("en", "de")]
    session.order("undo")
    undone = session.table_state.projection.worksheets
    told = [waved, undo, undone, refused, described["x-roles"], described["x-refusals"]]
    print(json.dumps([*told, '"wave": { times: number }' in declarations()]))
"""


def test_a_stored_command_is_added_in_one_place(tmp_path: Path) -> None:
    """In a copy of the application: schema, handler, event, fold, stored shape and words, in one file of one folder.

    Pages and programs are told of it by `python -m tests.contract --write`.
    """
    copied = shutil.copytree(WEBUI, tmp_path / "webui", ignore=shutil.ignore_patterns("__pycache__"))
    with (copied / "table" / "commands" / "round.py").open("a", encoding="utf-8") as file:
        file.write(ADDED)
    paths = os.pathsep.join([str(tmp_path), str(WEBUI.parent)])
    done = subprocess.run(
        [sys.executable, "-c", PLAYED],
        env=os.environ | {"PYTHONPATH": paths},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    refused = ["Nobody has 3 arms.", "Niemand hat 3 Arme."]
    assert json.loads(done.stdout) == [
        *({"times": 2}, ["Wave", "Winken"], {}),
        *(refused, ["host"], ["no-arms"], True),
    ]


@pytest.mark.parametrize(
    "words", [{"en": "Wave"}, {"de": "Winken"}, {"en": "Wave", "de": "Winken", "fr": "Salut"}]
)
def test_words_that_a_language_lacks_are_refused_where_they_are_declared(words: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="expected them in en, de"):
        event("waved", undo=words)
    with pytest.raises(ValueError, match="expected them in en, de"):
        command(refuses={"no-arms": words})
    assert "waved" not in declared_events()


def test_one_refusal_has_the_same_words_wherever_it_is_declared() -> None:
    with pytest.raises(ValueError, match="no-round: has other words already"):
        command(refuses={"no-round": {"en": "No round.", "de": "Keine Runde."}})


def rows_of(page: str) -> dict[str, str]:
    """The arguments of each command that the table of docs/state.md has."""
    table = page.partition("| name | arguments | what |")[2].partition("\n\n")[0]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    return {name: row[1] for row in rows for name in re.findall(r"`([\w-]+)`", row[0])}


def lacking(page: str, specs: Mapping[str, CommandSpec]) -> list[str]:
    """What the table does not say of these commands, and what it says of commands that are none."""
    rows = rows_of(page)
    fields = {name: spec.schema.model_fields.keys() - {"version", "name"} for name, spec in specs.items()}
    unsaid = [
        f"{name}.{field}"
        for name in fields
        for field in fields[name]
        if f"`{field}`" not in rows.get(name, "")
    ]
    return sorted([*unsaid, *(fields.keys() ^ rows.keys())])


def test_the_documentation_has_a_row_for_every_command_with_its_fields() -> None:
    page = (WEBUI.parent / "docs" / "state.md").read_text(encoding="utf-8")
    assert lacking(page, COMMANDS) == []
    assert lacking(page.replace("| `accept-count` |", "| x |"), COMMANDS) == [
        "accept-count",
        "accept-count.seat",
    ]
    assert lacking(page.replace("| `note` | `entry`, `text` |", "| `note` | `entry` |"), COMMANDS) == [
        "note.text"
    ]


class Followed:
    """The files of the application on the way of one command: whoever calls whom when it is handed on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.files: list[str] = []
        for owner, name in (
            (TableThread, "execute"),
            (Journal, "_add"),
            (Store, "append"),
            (Store, "begin_session"),
        ):
            monkeypatch.setattr(owner, name, self._followed(getattr(owner, name)))

    def _followed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def calls(*arguments: Any, **named: Any) -> Any:
            if {"lying", "judged"} & {getattr(arguments[1], "kind", ""), *map(str, arguments)}:
                return function(*arguments, **named)  # The camera's own event, not the command's.
            frame: FrameType | None = sys._getframe(1)
            found = [Path(function.__code__.co_filename)]
            while frame is not None:
                found.append(Path(frame.f_code.co_filename))
                frame = frame.f_back
            for path in reversed([each for each in found if WEBUI in each.parents]):
                name = path.relative_to(WEBUI).as_posix()
                if name not in (*self.files, "before_sessions.py"):  # That one wraps the whole application.
                    self.files.append(name)
            return function(*arguments, **named)

        return calls


@pytest.mark.parametrize(
    ("document", "file"),
    [
        ({"name": "confirm"}, "throw"),
        ({"name": "correct", "key": "t1", "card": "w02"}, "throw"),
        ({"name": "view", "turn": 90}, "settings"),
        ({"name": "seat-add", "seat_name": "Zoe", "side": "players"}, "seats"),
        ({"name": "decks", "names": ["rws"]}, "looking"),
        ({"name": "round-open"}, "round"),
        ({"name": "session-new"}, "log"),
        ({"name": "undo"}, "log"),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) else value,
)
def test_a_command_passes_five_files_from_the_request_to_the_disk(
    live: Live, monkeypatch: pytest.MonkeyPatch, document: dict[str, Any], file: str
) -> None:
    """As docs/architecture.md tells its walk."""
    live.order("language", language="de")
    flip_two(live)
    live.look()
    with monkeypatch.context() as patch:
        followed = Followed(patch)
        status, _ = live.order(**document)
    assert status == 200
    walk = [
        "http/api/commands.py",
        "table/thread.py",
        f"table/commands/{file}.py",
        "table/log/journal.py",
        "storage/store.py",
    ]
    assert followed.files == walk
    told = (WEBUI.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    steps = re.findall(
        r"^\d\. `webui/([^`]+)`", told.partition("## The walk of a command")[2].partition("##")[0], re.M
    )
    assert [step.replace("throw.py", f"{file}.py") for step in steps] == walk


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_refusal_is_declared_where_it_is_made(path: Path) -> None:
    declared = {
        code
        for spec in COMMANDS.values()
        if spec.handler.__module__.endswith(f".{path.stem}")
        for code in spec.refuses
    }
    assert refused_in(path.read_text(encoding="utf-8")) == declared


def test_an_undeclared_refusal_would_be_noticed() -> None:
    assert refused_in('def f():\n    raise CommandError("new-code", what=1)') == {"new-code"}


FROM_PHONES = {"announce", "significators", "ready"}


@pytest.mark.parametrize("spec", COMMANDS.values(), ids=lambda spec: spec.name)
def test_every_command_is_the_hosts_and_says_what_it_does(spec: commands.CommandSpec) -> None:
    assert spec.roles == ({"host", "players"} if spec.name in FROM_PHONES else {"host"})
    assert issubclass(spec.schema, FromPhone) == (spec.name in FROM_PHONES)  # Their seat is checked.
    assert spec.schema.__doc__
    assert spec.handler.__doc__


CONTROLS = ["a\0b", "a\nb", "\ra", "a\t", "a\x1b[31m", "a\x7f", "a\x85b", "a\u2028b"]


@pytest.mark.parametrize("name", CONTROLS)
@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"name": "session-new", "session_name": "@"}, "session_name"),
        ({"name": "seat-add", "seat_name": "@", "side": "players"}, "seat_name"),
        ({"name": "seat-change", "seat": "players", "side": "@"}, "side"),
        ({"name": "seat-change", "seat": "players", "stats": {"@": 3}}, "stats"),
        ({"name": "decks", "names": ["house", "@"]}, "names.1"),
    ],
)
def test_a_name_with_control_characters_is_refused(name: str, wanted: dict[str, Any], field: str) -> None:
    document = json.loads(json.dumps(wanted).replace('"@"', json.dumps(name)))
    with pytest.raises(CommandError, match="holds control characters") as caught:
        parse_command({"version": 1, **document})
    assert str(caught.value).startswith(f"{field}: ")


def test_a_note_may_have_lines_but_no_other_control_characters() -> None:
    note = {"version": 1, "name": "note", "entry": 1}
    assert parse_command({**note, "text": "one\n\ttwo\r\nZoë"}).given()["text"] == "one\n\ttwo\r\nZoë"
    with pytest.raises(CommandError, match="text: holds control characters"):
        parse_command({**note, "text": "a\0b"})


def test_a_cameras_address_may_hold_a_tab_in_its_password() -> None:
    spec = "rtsp://ann:ge\theim@10.0.0.7/live"
    assert parse_command({"version": 1, "name": "source", "spec": spec}).given()["spec"] == spec
