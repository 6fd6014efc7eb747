"""Whether this machine can play: one line for each thing that the program stands on, and what to do."""

from __future__ import annotations

import json
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

import models
from vision.capture.passwords import without_secrets
from webui.storage.logbook import last_messages
from webui.storage.store import Store, StoreError
from webui.storage.upkeep.backups import backups
from webui.versions import needed, version_of, versions

OLDEST_PYTHON: Final = (3, 11)
LEAST_FREE_BYTES: Final = 500_000_000
"""A session's pictures fit into a tenth of it."""


MESSAGES: Final = 200
"""The number of the last messages in a report."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: whether it passed, and a line that says what to do if not."""

    name: str
    is_well: bool
    says: str


def examine(folder: Path, database: str | None, table: str) -> Iterator[Finding]:
    """Run all checks; one that raises has failed."""
    looks: dict[str, Callable[[], tuple[bool, str]]] = {
        "python": _python,
        "packages": _packages,
        "models": _models,
        "cameras": _cameras,
        "folder": lambda: _folder(folder),
        "disk": lambda: _disk(folder),
        "log": lambda: _log(folder, database, table),
        "copies": lambda: _copies(folder),
    }
    for name, look in looks.items():
        try:
            is_well, says = look()
        except Exception as fault:  # A doctor who falls ill at one look still has to look at the rest.
            is_well, says = False, f"cannot be looked at ({type(fault).__name__}: {fault})"
        yield Finding(name, is_well, without_secrets(says))


def report_texts(folder: Path, database: str | None, table: str) -> dict[str, str]:
    """Return the report for support, as texts by the names of their files."""
    lines = [
        f"{'ok' if each.is_well else 'NO'} {each.name}: {each.says}\n"
        for each in examine(folder, database, table)
    ]
    return {
        "versions.json": json.dumps(versions(), indent=1) + "\n",
        "check-up.txt": "".join(lines),
        "messages.jsonl": "".join(f"{line}\n" for line in last_messages(folder, MESSAGES)),
    }


def _python() -> tuple[bool, str]:
    version = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    if sys.version_info < OLDEST_PYTHON:
        return False, f"{version}; install Python 3.11 or later"
    return True, version


def _packages() -> tuple[bool, str]:
    missing = [name for name in needed() if version_of(name) is None]
    if missing:
        return False, f"{', '.join(missing)}: not installed; install the program again (make play)"
    return True, f"{len(needed())} libraries, clashcam {version('clashcam')}"


def _models() -> tuple[bool, str]:
    files = sorted(models.manifest())
    if not files:
        return False, "no weights are there; install the program again"
    for file in files:
        models.check(file)
    return True, f"{len(files)} files, each as the manifest has it"


def _cameras() -> tuple[bool, str]:
    from vision.capture.camera import list_cameras

    found = [f"{camera.index} ({camera.name})" for camera in list_cameras()]
    if not found:
        return True, "none is connected; a video, an address or the virtual table will do"
    return True, ", ".join(found)


def _folder(folder: Path) -> tuple[bool, str]:
    if not folder.is_dir():
        return True, f"{folder}: does not exist yet; the first session creates it"
    probe = folder / ".doctor.part"
    try:
        probe.write_bytes(b"well")
        probe.unlink()
    except OSError as fault:
        return (
            False,
            f"{folder}: cannot be written ({fault.strerror}); free it, or choose another with --data",
        )
    return True, f"{folder}"


def _disk(folder: Path) -> tuple[bool, str]:
    there = next(path for path in [folder, *folder.absolute().parents] if path.is_dir())
    free = shutil.disk_usage(there).free
    free_space = f"{free / 1e9:.1f} GB free"
    return (
        free >= LEAST_FREE_BYTES,
        free_space if free >= LEAST_FREE_BYTES else f"{free_space}; free some, or clashcam prune",
    )


def _log(folder: Path, database: str | None, table: str) -> tuple[bool, str]:
    if database is None and not folder.is_dir():
        return True, "no sessions yet"
    try:
        with closing(Store(folder, database=database, table=table, writing=False)) as store:
            known, faults = store.sessions(), store.render_faults("en")
    except StoreError as fault:
        return getattr(fault, "code", "") == "store-none", str(fault)
    return not faults, faults[0] if faults else f"{len(known)} sessions"


def _copies(folder: Path) -> tuple[bool, str]:
    return True, f"{len(backups(folder))} copies of the log"
