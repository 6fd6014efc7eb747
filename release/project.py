"""What is released: version, time and requirements."""

from __future__ import annotations

import os
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

ROOT: Final = Path(__file__).resolve().parents[1]
ICON: Final = ROOT / "webui" / "http" / "static" / "icon.svg"
LOCK: Final = "requirements.lock"

LEFT_OUT: Final = frozenset(
    {"hatchling", "editables", "pathspec", "pluggy", "trove-classifiers", "psycopg", "psycopg-binary"}
)
"""What is locked for building alone, and for a club's shared log alone."""

EPOCH: Final = "SOURCE_DATE_EPOCH"


def version(root: Path = ROOT) -> str:
    """Return the version that is built."""
    found = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    return str(found)


def epoch_s(root: Path = ROOT) -> int:
    """Return the time that every released file bears: ``SOURCE_DATE_EPOCH``, else that of the last commit.

    :raise subprocess.CalledProcessError: neither is known
    """
    named = os.environ.get(EPOCH)
    if named:
        return int(named)
    command = ["git", "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout)


def requirements(lock: str, python: str) -> str:
    """Return the entries of a lock file that Linux with this Python (``"3.13"``) needs, without markers.

    pip itself judges markers by the Python that it runs in, whatever other one it downloads for.
    """
    return "".join(f"{line}\n" for line in _needed(lock, python))


def _needed(lock: str, python: str) -> Iterator[str]:
    there = {
        "implementation_name": "cpython",
        "implementation_version": f"{python}.0",
        "os_name": "posix",
        "platform_machine": "x86_64",
        "platform_python_implementation": "CPython",
        "platform_release": "",
        "platform_system": "Linux",
        "platform_version": "",
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": "linux",
    }
    for entry in lock.replace("\\\n", " ").splitlines():
        words, *hashes = entry.split(" --hash=")
        if not hashes:
            continue
        requirement = Requirement(words.strip())
        is_needed = requirement.marker is None or requirement.marker.evaluate(there)
        if is_needed and requirement.name not in LEFT_OUT:
            name = f"{requirement.name}{requirement.specifier}"
            yield " ".join([name, *(f"--hash={each.strip()}" for each in hashes)])
