"""Whether a snapshot is news: cards that only jitter are sent a few times a second."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from webui.documents.plain_json import write_json

CORNERS_EVERY_S: Final = 0.1
"""The shortest time between snapshots in which cards only jitter; other news is sent at once."""

RESTLESS: Final = ("version", "corners", "confidence", "candidates", "fps", "aid", "since")
"""Fields that change a little with every frame."""


@dataclass(frozen=True, slots=True)
class News:
    """The last snapshot sent to a role, and its time in seconds."""

    _snapshot: Mapping[str, object] = field(default_factory=dict)
    _full: str = ""
    _at_s: float = -1.0

    def after(self, snapshot: Mapping[str, object], now_s: float) -> News | None:
        """Return the news after a snapshot that is sent now; None if it is not worth sending yet."""
        full = write_json({key: value for key, value in snapshot.items() if key != "version"})
        if full == self._full:
            return None
        if now_s - self._at_s < CORNERS_EVERY_S and _still(snapshot) == _still(self._snapshot):
            return None
        return News(snapshot, full, now_s)


def _still(value: object) -> object:
    """Return a value without its restless fields."""
    if isinstance(value, Mapping):
        return {key: _still(item) for key, item in value.items() if key not in RESTLESS}
    return [_still(item) for item in value] if isinstance(value, list) else value
