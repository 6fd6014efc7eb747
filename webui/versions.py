"""The versions of the program and its libraries."""

from __future__ import annotations

import platform
import sqlite3
import sys
from importlib.metadata import PackageNotFoundError, requires, version


def versions() -> dict[str, str]:
    """Return the versions of the program and its libraries."""
    return {
        "clashcam": version("clashcam"),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
    } | {name: found for name in needed() if (found := version_of(name))}


def needed() -> list[str]:
    """Return the libraries that this machine needs, by the package's own metadata, without extras."""
    lines = [line for line in requires("clashcam") or [] if "extra ==" not in line]
    here = [line for line in lines if ("sys_platform != 'linux'" in line) <= (sys.platform != "linux")]
    kept = [line for line in here if ("sys_platform == 'linux'" in line) <= (sys.platform == "linux")]
    return [line.replace("[", "<").replace(">", "<").replace("=", "<").split("<")[0].strip() for line in kept]


def version_of(name: str) -> str | None:
    """Return the version of an installed library, None where it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
