"""What a long measurement has done, one line of JSON each: a second call goes on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def kept_lines(path: Path | None) -> list[dict[str, Any]]:
    """Read what earlier calls have kept; nothing where there is no file."""
    if path is None or not path.exists():
        return []
    return list(_whole(path.read_text("utf-8")))


def keep_line(path: Path | None, line: dict[str, Any]) -> None:
    """Add what has just been done, if a file was named."""
    if path is None:
        return
    with path.open("ab+") as file:
        end = file.seek(0, 2)
        file.seek(max(0, end - 1))
        torn = file.read(1) not in (b"", b"\n")
        file.write((b"\n" if torn else b"") + json.dumps(line).encode() + b"\n")


def _whole(text: str) -> Iterator[dict[str, Any]]:
    """Give the lines that are whole; what was being written when a call was killed is done anew."""
    for line in text.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue
