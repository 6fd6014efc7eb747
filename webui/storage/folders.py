"""The folders of a user's own files: decks, log, settings."""

from __future__ import annotations

import contextlib
import os
from fnmatch import fnmatch
from pathlib import Path
from stat import S_ISDIR, S_ISREG, S_ISVTX
from typing import Final

import platformdirs

DATA_VARIABLE: Final = "CLASHCAM_DATA"

LOG: Final = "clashcam.sqlite3"

OURS: Final = (
    "clashcam.*",
    "set-aside-*",
    "door*.pem",
    "sharing.json*",
    "connect.json*",
    "pictures",
    "backups",
    "recordings",
    "decks",
    "enrolling",
)
"""The files and folders of the program in a data folder."""


def data_folder(chosen: Path | None = None) -> Path:
    """Return the folder for a user's own things: the chosen one, else CLASHCAM_DATA, else the platform's."""
    if chosen is not None:
        return chosen
    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("clashcam", appauthor=False)


def keep_private(folder: Path) -> None:
    """Keep the machine's other users out of a data folder: it holds names, notes and pictures of players.

    What lies there of ours is made its owner's alone, and so is the folder, unless it is also something else: another
    user's, shared by all (as /tmp), a home, or one with other things in it while no log lies there yet.
    """
    if os.name == "nt" or not folder.is_dir():
        return
    if _is_ours(folder.resolve()):
        _make_private(folder.resolve())
    for pattern in OURS:
        for path in folder.glob(pattern):
            _make_private(path)


def _is_ours(folder: Path) -> bool:
    home = Path(os.path.expanduser("~")).resolve()
    if folder.stat().st_mode & S_ISVTX or home.is_relative_to(folder):
        return False
    names = [path.name for path in folder.iterdir()]
    return LOG in names or all(any(fnmatch(name, pattern) for pattern in OURS) for name in names)


def _make_private(path: Path) -> None:
    """Remove others' permissions from a file or folder of the program's own; a link's target is left alone."""
    with contextlib.suppress(OSError):  # On a disk that cannot be written it stays as it is.
        seen = path.lstat()
        if (
            seen.st_uid == os.geteuid()
            and seen.st_mode & 0o077
            and (S_ISDIR(seen.st_mode) or S_ISREG(seen.st_mode))
        ):
            path.chmod(seen.st_mode & 0o700)
