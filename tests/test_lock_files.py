"""The lock files hold every dependency of the program, in a version that it allows, with its hashes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
DESCRIPTION: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = DESCRIPTION["project"]
EXTRAS = PROJECT["optional-dependencies"]
NEEDED: Mapping[str, list[str]] = {
    "requirements.lock": [
        *PROJECT["dependencies"],
        *EXTRAS["postgres"],
        *DESCRIPTION["dependency-groups"]["build"],
    ],
    "requirements-test.lock": [
        *PROJECT["dependencies"],
        *EXTRAS["postgres"],
        *EXTRAS["test"],
        *DESCRIPTION["dependency-groups"]["build"],
    ],
    "requirements-release.lock": [
        *PROJECT["dependencies"],
        *EXTRAS["postgres"],
        *EXTRAS["release"],
        *DESCRIPTION["dependency-groups"]["build"],
    ],
}


def entries(text: str) -> list[str]:
    """Return a lock file's entries, each with its hashes, in one line."""
    return [line for line in text.replace("\\\n", " ").splitlines() if line and not line.startswith("#")]


def faults(text: str, needed: list[str]) -> list[str]:
    """Name what a lock file lacks: requirements, allowed versions, hashes."""
    locked: dict[str, set[Version]] = {}
    found = []
    for entry in entries(text):
        pinned = re.match(r"([\w.-]+)(?:\[[\w,]+\])?==([\w.]+)", entry)
        if pinned is None or "--hash=sha256:" not in entry:
            found.append(f"not pinned or without a hash: {entry[:60]}")
        else:
            locked.setdefault(canonicalize_name(pinned[1]), set()).add(Version(pinned[2]))
    for requirement in map(Requirement, needed):
        versions = locked.get(canonicalize_name(requirement.name), set())
        if not versions:
            found.append(f"missing: {requirement.name}")
        found += [
            f"{requirement.name} {v} is not {requirement.specifier}"
            for v in versions
            if v not in requirement.specifier
        ]
    return found


@pytest.mark.parametrize("name", sorted(NEEDED))
def test_a_lock_file_fits_the_description_of_the_project(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert faults(text, NEEDED[name]) == [], "run: make lock"
    assert "://" not in text, "a lock file names no server"


def test_what_is_released_is_what_is_played_with() -> None:
    played, released = (
        {entry.split()[0] for entry in entries((ROOT / name).read_text("utf-8"))}
        for name in ("requirements.lock", "requirements-release.lock")
    )
    assert played - released == set()


def test_what_a_lock_file_lacks_would_be_noticed() -> None:
    planted = "flask==2.0 \\\n    --hash=sha256:00\nclick==8.2.0\n"
    assert faults(planted, ["flask>=3", "click>=8", "numpy>=2"]) == [
        "not pinned or without a hash: click==8.2.0",
        "flask 2.0 is not >=3",
        "missing: click",
        "missing: numpy",
    ]
