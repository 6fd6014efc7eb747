"""A tape: one session in one file (SQLite): facts, frames with their truth, and what the networks answered.

Every blob has a checksum. A tape that is being recorded is valid at every commit; whoever opens it again goes on.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.remembered import Memory
from tests.benchmarks.tapes.answers import pack, unpack
from tests.benchmarks.tapes.true_frames import pack_truth, unpack_truth
from vision.capture.clip import Clip
from vision.types import Frame
from vision.virtual.truth import TrueFrame

FORM: Final = 1
"""Raised whenever an older program could no longer read what is written."""

SUFFIX: Final = ".tape"

USUAL_FPS: Final = 30.0

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS clips (name TEXT PRIMARY KEY, data BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS frames (
    number INTEGER PRIMARY KEY, t_s REAL NOT NULL, picture BLOB NOT NULL, truth BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS answers (
    kind TEXT NOT NULL, key BLOB NOT NULL, answer BLOB NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (kind, key));
"""


class TapeError(ValueError):
    """A tape that cannot be used; one line names the file, and says why and what to do."""


@dataclass(frozen=True, slots=True)
class TapedFrame:
    """A frame by its number, the source's clock in seconds, and what really lay there, where that is known; ``hands``
    is where hands are, on a picture of a quarter of the size."""

    number: int
    t_s: float
    image: Frame
    truth: TrueFrame | None = None
    hands: NDArray[np.bool_] | None = None


class Tape:
    """An open tape; a context manager."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open a tape; a ``new`` one is begun unless it is there already.

        :raise TapeError: it is missing, no tape, or one of another form
        """
        self.path = path
        if not new and not path.is_file():
            raise TapeError(f"{path}: no such tape; make it with `python -m tests.benchmarks.tapes record`")
        with self._checked():
            self._base = sqlite3.connect(path, timeout=60)
            if new:
                self._base.executescript(SCHEMA)
                self._base.execute("INSERT OR IGNORE INTO facts VALUES ('form', ?)", (json.dumps(FORM),))
                self._base.commit()
            form = self.facts.get("form")
        if form != FORM:
            raise TapeError(f"{path}: is of form {form}, this program reads {FORM}; record it again")

    def __enter__(self) -> Tape:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    @property
    def facts(self) -> dict[str, Any]:
        """What is known of the session."""
        with self._checked():
            rows = self._base.execute("SELECT name, value FROM facts").fetchall()
            return {name: json.loads(value) for name, value in rows}

    def note(self, **facts: Any) -> None:
        """Add facts, or replace them."""
        with self._checked():
            rows = [(name, json.dumps(value)) for name, value in facts.items()]
            self._base.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", rows)

    def commit(self) -> None:
        """Put on disk what was added."""
        with self._checked():
            self._base.commit()

    def add_clip(self, name: str, data: bytes) -> None:
        """Let a video file be what is shown."""
        with self._checked():
            self._base.execute(
                "INSERT OR REPLACE INTO clips VALUES (?, ?, ?)", (name, data, zlib.crc32(data))
            )

    def add_frame(
        self, number: int, t_s: float, picture: bytes, truth: TrueFrame, hands: NDArray[np.bool_]
    ) -> None:
        """Add a frame as JPEG."""
        packed = pack_truth(truth, hands)
        row = (number, t_s, picture, packed, zlib.crc32(packed, zlib.crc32(picture)))
        with self._checked():
            self._base.execute("INSERT OR REPLACE INTO frames VALUES (?, ?, ?, ?, ?)", row)

    def numbers(self) -> list[int]:
        """Return the numbers of the frames that were added."""
        with self._checked():
            return [n for (n,) in self._base.execute("SELECT number FROM frames ORDER BY number")]

    def frames(self) -> Iterator[TapedFrame]:
        """Yield the frames in order.

        :raise TapeError: if one is damaged
        """
        with self._checked():
            clip = self._base.execute("SELECT name, data, sum FROM clips").fetchone()
        if clip is not None:
            name, data, total = clip
            self._check(total, data)
            yield from _clip_frames(Path(name).suffix, data)
            return
        for number in self.numbers():
            with self._checked():
                row = self._base.execute(
                    "SELECT t_s, picture, truth, sum FROM frames WHERE number = ?", (number,)
                ).fetchone()
                t_s, picture, packed, total = row
                self._check(total, picture, packed)
                frame = TapedFrame(number, t_s, decoded(picture), *unpack_truth(packed))
            yield frame

    def find(self, kind: str, key: bytes) -> bytes | None:
        """Return an answer, None if there is none."""
        with self._checked():
            row = self._base.execute(
                "SELECT answer, sum FROM answers WHERE kind = ? AND key = ?", (kind, key)
            ).fetchone()
            if row is None:
                return None
            self._check(row[1], row[0])
            return bytes(row[0])

    def keep(self, kind: str, key: bytes, answer: bytes) -> None:
        """Add an answer."""
        with self._checked():
            row = (kind, key, answer, zlib.crc32(answer))
            self._base.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row)

    def _check(self, total: int, *blobs: bytes) -> None:
        found = 0
        for blob in blobs:
            found = zlib.crc32(blob, found)
        if found != total:
            raise self._damaged()

    def _damaged(self) -> TapeError:
        return TapeError(f"{self.path}: is damaged or no tape; delete it and record it again")

    @contextmanager
    def _checked(self) -> Iterator[None]:
        try:
            yield
        except TapeError:
            raise
        except sqlite3.OperationalError as error:
            if str(error).startswith("no such table"):
                raise self._damaged() from None
            raise TapeError(f"{self.path}: cannot be used ({error})") from None
        except (sqlite3.DatabaseError, ValueError, KeyError, TypeError):
            raise self._damaged() from None


class TapeMemory(Memory):
    """Remembers on a tape; what is asked anew is added to it by :meth:`flush`.

    ``networks`` tells for each kind of question the networks that answer it: answers of others do not count.
    """

    def __init__(self, tape: Tape, networks: Mapping[str, str]) -> None:
        super().__init__()
        self._tape, self._networks = tape, networks
        self._new: list[tuple[str, bytes, Any]] = []

    def find(self, kind: str, key: bytes) -> Any | None:
        """Return an answer, None if there is none.

        :raise TapeError: if it is damaged
        """
        found = super().find(kind, key)
        if found is None and (data := self._tape.find(self._kind(kind), key)) is not None:
            try:
                return unpack(kind, data)
            except (ValueError, KeyError, TypeError):
                raise TapeError(
                    f"{self._tape.path}: an answer cannot be read; delete it and record it again"
                ) from None
        return found

    def keep(self, kind: str, key: bytes, answer: Any) -> None:
        """Remember an answer."""
        super().keep(kind, key, answer)
        self._new.append((kind, key, answer))

    def flush(self) -> None:
        """Put on disk what is new, in one go: others may read the tape meanwhile."""
        for kind, key, answer in self._new:
            self._tape.keep(self._kind(kind), key, pack(kind, answer))
        self._new = []
        self._tape.commit()

    def _kind(self, kind: str) -> str:
        return f"{kind} {self._networks.get(kind, '')}"


def encoded(image: Frame, quality: int) -> bytes:
    """Return a frame as JPEG of a quality, 1 to 100."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def decoded(picture: bytes) -> Frame:
    """Return a frame from JPEG.

    :raise ValueError: if it is none
    """
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError("no picture")
    return np.asarray(image, np.uint8)


def _clip_frames(suffix: str, data: bytes) -> Iterator[TapedFrame]:
    with NamedTemporaryFile(suffix=suffix) as file:
        file.write(data)
        file.flush()
        clip = Clip(file.name, USUAL_FPS)
        clip.open()
        number = 0
        while (timed := clip.read()) is not None:
            yield TapedFrame(number, timed.t_s, timed.frame)
            number += 1
        clip.close()
