"""The pictures of a log, each under its own digest, so that damage is noticed."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Protocol

from webui.storage.databases.schema import is_digest
from webui.storage.faults import NotWrittenError
from webui.storage.syncing import make_folder, put_in_place, sync_file, sync_folder


def digest_of(jpeg: bytes) -> str:
    """Return a picture's name."""
    return hashlib.sha256(jpeg).hexdigest()[:32]


class Pictures(Protocol):
    """A store of pictures."""

    def keep(self, jpeg: bytes) -> str:
        """Write a picture durably under its digest and return that; no other program deletes it before
        :meth:`mark_written`.

        :raise NotWrittenError: the disk is full or gone
        """

    def mark_written(self) -> None:
        """Note that the event that names the kept pictures is written."""

    def read(self, digest: str) -> bytes | None:
        """Return a picture; None where it is gone or damaged."""

    def missing(self, digests: Iterable[str]) -> list[str]:
        """Return which of these are missing."""

    def sizes(self) -> dict[str, int]:
        """Return the size of each picture in bytes."""

    def delete(self, digests: Iterable[str], seen: Collection[int]) -> None:
        """Delete these, except those named by events that are not among the ``seen`` ones: another table of the log may
        have written such events meanwhile.

        :raise OSError: one of them cannot be deleted
        """


class PictureFiles:
    """Pictures as files of the data folder, each synced before it gets its name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, digest: str) -> Path:
        """Return the path of the picture with this digest."""
        return self.folder / digest[:2] / f"{digest}.jpg"

    def keep(self, jpeg: bytes) -> str:
        """Write a picture; see :meth:`Pictures.keep`."""
        digest = digest_of(jpeg)
        path = self.path(digest)
        try:
            if self.read(digest) is not None:
                sync_file(path)  # Who wrote it may have been killed before they synced it.
                sync_folder(path.parent)
            else:
                make_folder(path.parent)
                put_in_place(path, lambda part: part.write_bytes(jpeg))
        except OSError as fault:
            raise NotWrittenError("not-written", folder=path.parent, why=fault.strerror) from None
        return digest

    def read(self, digest: str) -> bytes | None:
        """Return a picture; see :meth:`Pictures.read`."""
        path = self.path(digest)
        try:
            jpeg = path.read_bytes() if is_digest(digest) and path.is_file() else b""
        except OSError:
            return None
        return jpeg if digest_of(jpeg) == digest else None

    def missing(self, digests: Iterable[str]) -> list[str]:
        """Return which of these are missing."""
        return [digest for digest in digests if not self.path(digest).is_file()]

    def sizes(self) -> dict[str, int]:
        """Return the size of each picture in bytes."""
        found = (path for path in self.folder.glob("??/*.jpg") if is_digest(path.stem))
        return {path.stem: path.stat().st_size for path in found}

    def mark_written(self) -> None:
        """Do nothing: no other program deletes here; see :meth:`Pictures.mark_written`."""

    def delete(self, digests: Iterable[str], seen: Collection[int]) -> None:
        """Delete these; no other program writes here. See :meth:`Pictures.delete`."""
        gone = [self.path(digest) for digest in digests]
        for path in gone:
            path.unlink(missing_ok=True)
        for folder in {path.parent for path in gone if path.parent.is_dir()}:
            sync_folder(folder)
