"""What a long measurement has done, one line of JSON each: a second call goes on from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def kept_lines(path: Path | None) -> list[dict[str, Any]]:
    """Read what earlier calls have kept; nothing where there is no file."""
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def keep_line(path: Path | None, line: dict[str, Any]) -> None:
    """Add what has just been done, if a file was named."""
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
