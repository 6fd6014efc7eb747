"""The program's messages, one JSON object a line, in the data folder: few, and without secrets."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from vision.capture.passwords import without_secrets
from webui.storage.syncing import private

NAME: Final = "clashcam.log"
LARGEST_BYTES: Final = 1_000_000
KEPT: Final = 3
"""The number of older files beside the newest: four megabytes at most in all."""

AMISS: Final = ("warning", "error", "critical")
SEARCHED: Final = 2000
"""The number of newest messages that are searched for faults."""


class _Lines(logging.Formatter):
    """A record as JSON: time, level, logger, message, and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).astimezone().isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "from": record.name, "says": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps({key: without_secrets(text) for key, text in line.items()}, ensure_ascii=False)


class _File(RotatingFileHandler):
    """A file of messages; if one cannot be written, on a full disk, that is reported once."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding=self.encoding, errors=self.errors, opener=private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Drop the message: Python would print a traceback of thirty lines in the terminal."""


def keep_messages(folder: Path) -> logging.Handler | None:
    """Write the program's messages to a data folder from now on; None where nothing can be written."""
    try:
        handler = _File(
            folder / NAME,
            maxBytes=LARGEST_BYTES,
            backupCount=KEPT,
            encoding="utf-8",
            errors="backslashreplace",
        )
    except OSError:
        return None
    handler.setFormatter(_Lines())
    handler.setLevel(logging.INFO)
    logging.getLogger().addHandler(handler)
    return handler


@dataclass(frozen=True, slots=True)
class Logged:
    """A message: its time, its level, and its text in one line."""

    at: str
    level: str
    says: str


def last_faults(folder: Path, count: int) -> list[Logged]:
    """Return the newest warnings and errors, newest first; lines that are no messages are left out."""
    found = [_logged(line) for line in reversed(last_messages(folder, SEARCHED))]
    return [each for each in found if each is not None and each.level in AMISS][:count]


def _logged(line: str) -> Logged | None:
    try:
        record = json.loads(line)
        return Logged(str(record["at"]), str(record["level"]), " ".join(str(record["says"]).split()))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def last_messages(folder: Path, count: int) -> list[str]:
    """Return the newest messages, oldest first; secrets that an earlier program left in them are masked."""
    try:
        lines = (folder / NAME).read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []
    return [_masked(line) for line in lines[-count:]]


def _masked(line: str) -> str:
    """Mask the secrets of a line; if it is JSON, field by field, so that it stays JSON."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return without_secrets(line)
    if not isinstance(record, dict):
        return without_secrets(line)
    return json.dumps({key: without_secrets(str(text)) for key, text in record.items()}, ensure_ascii=False)
