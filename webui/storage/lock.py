"""One writer to a folder: a lock that the system releases when the program ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final

from webui.storage.faults import UnfitStoreError
from webui.storage.syncing import private

NAME: Final = "clashcam.lock"

FAR: Final = 1 << 30
"""The byte that Windows locks: far behind the text, so that others can read the text."""


class FolderLock:
    """Locks a data folder for this program; the file names the holder and the time."""

    def __init__(self, folder: Path) -> None:
        """Take the lock.

        :raise UnfitStoreError: another program holds the folder
        :raise OSError: nothing can be written there
        """
        self._path = folder / NAME
        # Without a buffer: on a full disk what stays in it could not even be closed.
        self._file = open(self._path, "ab+", buffering=0, opener=private)  # noqa: SIM115
        try:
            _lock(self._file)
        except OSError:
            self._file.close()
            raise UnfitStoreError("store-held", folder=folder, **_holder(self._path)) from None
        try:
            self._file.truncate(0)
            text = json.dumps(_ourselves()).encode()
            if self._file.write(text) != len(text):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            self._file.close()
            raise

    def is_in_place(self) -> bool:
        """Return whether the locked file is still the one under its name: a deleted one keeps nobody out."""
        held = os.fstat(self._file.fileno())
        try:
            there = self._path.stat()
        except OSError:
            return False
        return (held.st_dev, held.st_ino) == (there.st_dev, there.st_ino)

    def release(self) -> None:
        """Release the lock."""
        if not self._file.closed:
            self._file.truncate(0)
            self._file.close()


def _ourselves() -> dict[str, Any]:
    since = datetime.now().astimezone().isoformat(timespec="seconds")
    return {"pid": os.getpid(), "host": socket.gethostname(), "since": since}


def _holder(path: Path) -> dict[str, Any]:
    known = dict.fromkeys(("pid", "host", "since"), "?")
    with contextlib.suppress(OSError, ValueError):
        held = json.loads(path.read_text(encoding="utf-8", errors="replace"))
        known |= {key: str(held[key])[:80] for key in known if isinstance(held, dict) and key in held}
    return known


if os.name == "nt":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        file.seek(0)
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
