"""The program with its own Python in one folder, made by PyInstaller."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from release.project import EPOCH, ROOT

PACKAGES: Final = ("webui", "rules", "vision", "models")
MIGRATIONS: Final = "webui/storage/migrations"
"""Python files that Alembic reads as files."""

NOT_NEEDED: Final = (
    "psycopg",
    "psycopg_binary",
    "psycopg_pool",
    "tkinter",
    "pip",
    "setuptools",
    "hatchling",
    "pytest",
)
"""What no table on this machine needs: a club's shared log is for the wheels and the container."""

OURS: Final = json.loads((ROOT / "webui/i18n/languages.json").read_text(encoding="utf-8"))
LANGUAGES: Final = re.compile(rf"(root|{'|'.join(OURS)})(_\w+)?\.dat")
"""What is kept of the names of days and the forms of numbers of all languages of the world."""

DATED: Final = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
"""Files of an installed package that say where and how it was installed."""

UNSTRIPPED: Final = ("libpython*.so*", "python3.*/lib-dynload/*.so")
"""What a Python that was built from source leaves full of notes for debuggers."""


def build(wheel: Path, scratch: Path, epoch_s: int) -> Path:
    """Build the one-folder program of a wheel, and return its folder."""
    site = scratch / "site"
    quiet = ["--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([sys.executable, "-m", "pip", "install", *quiet, "--target", site, wheel], check=True)
    command = [
        *(sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", "--name", "clashcam"),
        *(
            "--distpath",
            str(scratch / "bundle"),
            "--workpath",
            str(scratch / "work"),
            "--specpath",
            str(scratch),
        ),
        *(
            "--add-data",
            f"{site / MIGRATIONS}{os.pathsep}{MIGRATIONS}",
            "--recursive-copy-metadata",
            "clashcam",
        ),
        *(word for each in PACKAGES for word in ("--collect-submodules", each, "--collect-data", each)),
        *(word for each in NOT_NEEDED for word in ("--exclude-module", each)),
        str(ROOT / "release" / "start.py"),
    ]
    environment = os.environ | {EPOCH: str(epoch_s), "PYTHONHASHSEED": "0", "PYTHONPATH": str(site)}
    subprocess.run(command, env=environment, cwd=scratch, check=True)
    folder = scratch / "bundle" / "clashcam"
    prune(folder)
    return folder


def prune(folder: Path) -> None:
    """Delete what play does not need, and what differs from one machine to the next."""
    held = folder / "_internal"
    for path in held.glob("babel/locale-data/*.dat"):
        if not LANGUAGES.fullmatch(path.name):
            path.unlink()
    for name in DATED:
        for path in held.glob(f"*.dist-info/{name}"):
            path.unlink()
    for path in [*held.rglob("__pycache__/*.pyc"), *held.glob(f"{MIGRATIONS}/**/__pycache__/*")]:
        path.unlink(missing_ok=True)
    for pattern in UNSTRIPPED:
        for path in sorted(held.glob(pattern)):
            if not path.is_symlink():
                subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)
