"""Damage the data folder in every way we know, at the start and while the program runs, and see what it says.

    python -m tests.benchmarks.damage

Each kind is tried in a process of its own, which has 30 seconds. A hang is a process that does not end; a traceback,
any fault that is not the store's own line; a false acknowledgement, an event that was said to be kept after the
damage and that a program that opens the folder afterwards does not find.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import select
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

from tests.benchmarks.harms import Harm, kinds
from tests.benchmarks.heading import heading
from webui.cli import main as clashcam
from webui.storage.store import Store, StoreError
from webui.table.log.reading import read_events

NOON: Final = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
LIMIT_S: Final = 30.0
BEFORE: Final = 60
"""Events of the session before the damage: several pages."""


@dataclass(slots=True)
class Outcome:
    """What came of one kind."""

    when: str
    name: str
    fault: str | None = None
    """A hang or a traceback."""
    said: list[str] = field(default_factory=list)
    served: int = 0
    """Events that could still be read."""
    kept: list[int] = field(default_factory=list)
    """Numbers of the events that were acknowledged after the damage."""
    false: int = 0


def played(folder: Path) -> None:
    """Make a folder with a session, a copy of it, and pictures."""
    store = Store(folder)
    session = store.begin_session(NOON, "Friday")
    for number in range(BEFORE):
        digest = store.keep_picture(b"picture %d" % (number % 5))
        store.append(session.id, NOON, "noted", {"number": number, "picture": digest, "text": "x" * 600})
    store.close()


def tried(when: str, name: str, harm: Harm, like: Path) -> Outcome:
    """Try one kind on a copy of a folder."""
    outer = Path(tempfile.mkdtemp())
    outer.chmod(0o755)
    folder = outer / "data"
    shutil.copytree(like, folder)
    try:
        work = _starting if when == "at start" else _running
        told = _apart(lambda: work(folder, harm))
        outcome = Outcome(when, name, **told)
        if outcome.kept:
            found = _apart(lambda: {"kept": _found(folder)}).get("kept", [])
            outcome.false = len(set(outcome.kept) - set(found))
        return outcome
    finally:
        shutil.rmtree(outer, ignore_errors=True)


def _apart(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Do something in a process of its own; a fault of it, or that it did not end, is its ``fault``."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            result = work()
        except BaseException as fault:
            result = {"fault": f"{type(fault).__name__}: {fault}"}
        if os.getuid() == 0:
            os.seteuid(0)
        os.write(write, json.dumps(result).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        ended = bool(select.select([pipe], [], [], LIMIT_S)[0])
        text = pipe.read() if ended else b""
    if not ended:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told: dict[str, Any] = json.loads(text) if text else {"fault": "hang" if not ended else "no answer"}
    return told


def _starting(folder: Path, harm: Harm) -> dict[str, Any]:
    """Damage it, export the session, then start on it as the table does."""
    held = harm(folder)
    export = CliRunner().invoke(
        clashcam, ["export", "latest", "--to", "/nowhere.json", "--data", str(folder)]
    )
    if export.exception is not None and not isinstance(export.exception, SystemExit):
        raise export.exception
    said, kept, served = [export.output.strip()], list[int](), 0
    try:
        store = Store(folder)
    except StoreError as fault:
        return {"said": [*said, str(fault)]}
    with contextlib.closing(store):
        said += store.render_faults("en") + store.render_faults("de")[:0]
        session = store.continue_session(NOON)
        events = [*store.events(None), *store.events(session.id)]
        served = len(read_events(events).entries) or len(events)
        kept, more = _keep(store, session.id)
    del held
    return {"said": said + more, "kept": kept, "served": served}


def _running(folder: Path, harm: Harm) -> dict[str, Any]:
    """Damage it under a store that is open."""
    store = Store(folder)
    session = store.session("latest")
    assert session is not None
    store.append(session.id, NOON, "noted", {"number": -1})
    held = harm(folder)
    kept, said = _keep(store, session.id)
    served = 0
    try:
        served = len(list(store.events(session.id)))
    except StoreError as fault:
        said.append(str(fault))
    with contextlib.suppress(StoreError):
        store.begin_session(NOON)
    if os.geteuid() != os.getuid():
        os.seteuid(os.getuid())
    store.close()
    del held
    return {"said": said, "kept": kept, "served": served}


def _keep(store: Store, session: str) -> tuple[list[int], list[str]]:
    """Try to keep three verdicts; return the numbers of those that were acknowledged, and what was said."""
    kept: list[int] = []
    said: list[str] = []
    for number in range(3):
        try:
            digest = store.keep_picture(b"after %d" % number)
            kept.append(store.append(session, NOON, "noted", {"number": 1000 + number, "picture": digest}).id)
        except StoreError as fault:
            said.append(str(fault))
    return kept, said


def _found(folder: Path) -> list[int]:
    """The events that a program finds that opens the folder anew, with their pictures."""
    with contextlib.closing(Store(folder, writing=False)) as store:
        return [
            event.id
            for session in store.sessions()
            for event in store.events(session.id)
            if event.payload.get("number", 0) >= 1000 and store.picture(event.payload["picture"])
        ]


def outcomes() -> Iterator[Outcome]:
    """Try every kind."""
    with tempfile.TemporaryDirectory() as outer:
        like = Path(outer) / "data"
        played(like)
        # Whoever may not write may not read our libraries either: all of them are loaded now.
        CliRunner().invoke(
            clashcam, ["export", "latest", "--to", str(Path(outer) / "all"), "--data", str(like)]
        )
        importlib.import_module("importlib.readers")
        for when, name, harm in kinds():
            yield tried(when, name, harm, like)


def main() -> None:
    """Try every kind, and say what came of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--verbose", action="store_true", help="print what was said")
    chosen = parser.parse_args()
    print(heading(f"{len(list(kinds()))} kinds"), flush=True)
    seen: list[Outcome] = []
    for each in outcomes():
        seen.append(each)
        end = each.fault or f"{each.served} read, {len(each.kept)} of 3 kept, {each.false} of them falsely"
        print(f"{each.when:14} {each.name:52} {end}", flush=True)
        for line in each.said if chosen.verbose else []:
            print(f"    {line}")
    hangs = sum(each.fault == "hang" for each in seen)
    tracebacks = sum(each.fault not in (None, "hang") for each in seen)
    false = sum(each.false for each in seen)
    print(f"{len(seen)} kinds: {hangs} hangs, {tracebacks} tracebacks, {false} false acknowledgements")
    sys.exit(bool(hangs or tracebacks or false))


if __name__ == "__main__":
    main()
