"""Builders of tracks and observations for tests: a table scripted by hand, no pixels."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.types import Event, EventKind, Face, FrameResult, Quad, Track, TrackState

SIZE_WH = (1280, 720)


def quad_at(x: float, y: float, height_px: float = 120.0) -> Quad:
    """An upright card with its middle at (x, y)."""
    w, h = height_px * 7 / 24, height_px / 2
    return np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]], np.float32)


@dataclass
class ScriptedTable:
    """A table on which a test lays cards; `look` gives the observation after some seconds.

    What is laid before the first look lay there before.
    """

    t_s: float = 0.0
    frame: int = 0
    tracks: dict[int, Track] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    next_id: int = 1
    busy: bool = False
    still_since_s: float = 0.0

    def lay(self, code: str | None, x: float, y: float, *, face: Face = Face.UP, **more: object) -> int:
        key = self.next_id
        self.next_id += 1
        state = TrackState.SETTLED if code or face is Face.DOWN else TrackState.UNREADABLE
        track = Track(
            key, face, state, quad_at(x, y), code, reversed=False, since_s=self.t_s, settled_s=self.t_s,
            arrived=self.frame > 0,
        )  # fmt: skip
        self.tracks[key] = replace(track, **more)  # type: ignore[arg-type]
        self._happened(EventKind.APPEARED, self.tracks[key])
        return key

    def down(self, x: float, y: float) -> int:
        return self.lay(None, x, y, face=Face.DOWN)

    def flip(self, key: int, code: str | None) -> None:
        state = TrackState.SETTLED if code else TrackState.UNREADABLE
        self.tracks[key] = replace(
            self.tracks[key], face=Face.UP, code=code, state=state, settled_s=self.t_s, arrived=True
        )
        self._happened(EventKind.FLIPPED, self.tracks[key])

    def take(self, *keys: int) -> None:
        for key in keys or tuple(self.tracks):
            self._happened(EventKind.LEFT, self.tracks.pop(key))

    def change(self, key: int, **fields: object) -> None:
        self.tracks[key] = replace(self.tracks[key], **fields)  # type: ignore[arg-type]

    def look(self, after_s: float = 1.0) -> FrameResult:
        self.t_s += after_s
        self.frame += 1
        events, self.events = tuple(self.events), []
        still = 0.0 if self.busy else self.t_s - self.still_since_s
        return FrameResult(
            self.t_s, self.frame, SIZE_WH, tuple(self.tracks.values()), events, self.busy, still
        )

    def _happened(self, kind: EventKind, track: Track) -> None:
        self.still_since_s = self.t_s
        self.events.append(Event(self.t_s, self.frame, kind, track))
