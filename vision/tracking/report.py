"""What is reported of a frame: cards, what happened to them, and for how long nothing has moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

from vision.geometry import Homography, project
from vision.scene.stabilizer import STANDING
from vision.tracking.settings import TrackerSettings
from vision.tracking.track import TrackEvent
from vision.types import Event, Frame, FrameResult, Track


class Reported(Protocol):
    """A track that can be reported: ``confirmed`` ones are, and their ``events``."""

    @property
    def confirmed(self) -> bool:
        """Whether it is reported."""
        ...

    @property
    def lies(self) -> bool:
        """Whether it has come to rest."""
        ...

    @property
    def events(self) -> list[TrackEvent]:
        """Events that were not reported yet."""
        ...

    def snapshot(self) -> Track:
        """Return the track as others see it."""
        ...


class CountsRejected(Protocol):
    """Counts tracks that were found to be no cards."""

    def refuted(self, cards: Any) -> int:
        """Return how many, so far."""
        ...


def moved(track: Track, motion: Homography) -> Track:
    """Return a track as a camera shows it that has moved."""
    return track if motion is STANDING else replace(track, quad=project(track.quad, motion))


class Report:
    """Numbers the frames; remembers when something large moved last, and when anything did."""

    def __init__(self, settings: TrackerSettings, rejected: CountsRejected) -> None:
        self._settings = settings
        self._rejected = rejected
        self._number = -1
        self._busy_s = -1e9
        self._restless_s: float | None = None
        self._last: FrameResult | None = None

    def repeat(self, t_s: float) -> FrameResult:
        """Return the result of a frame that shows what the last one did."""
        assert self._last is not None
        assert self._restless_s is not None
        self._number += 1
        return replace(
            self._last,
            t_s=t_s,
            frame=self._number,
            events=(),
            still_s=t_s - self._restless_s,
            unchanged=True,
        )

    def build(
        self,
        frame: Frame,
        t_s: float,
        cards: Sequence[Reported],
        gone: Sequence[Reported] = (),
        *,
        disturbed: bool,
        motion: Homography = STANDING,
    ) -> FrameResult:
        """Return the result of the next frame, and clear the reported events; those ``gone`` are reported first.

        ``motion`` maps the tracks' places to the frame.
        """
        self._number += 1
        events = [
            Event(t_s, self._number, event.kind, moved(event.track, motion))
            for card in (*gone, *cards)
            for event in card.events
        ]
        for card in (*gone, *cards):
            card.events.clear()
        if disturbed:
            self._busy_s = t_s
        busy = t_s - self._busy_s < self._settings.moment_s
        # What is not confirmed yet comes and goes on a full table.
        confirmed = [card for card in cards if card.confirmed]
        if self._restless_s is None or busy or events or any(not card.lies for card in confirmed):
            self._restless_s = t_s
        self._last = FrameResult(
            t_s,
            self._number,
            (frame.shape[1], frame.shape[0]),
            tuple(moved(card.snapshot(), motion) for card in confirmed),
            tuple(events),
            busy,
            t_s - self._restless_s,
            self._rejected.refuted(cards),
        )
        return self._last
