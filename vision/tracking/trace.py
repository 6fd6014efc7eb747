"""What the filter saw, believed and did, for each track of a frame: for people who ask why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Protocol, runtime_checkable

from vision.tracking.decisions import leave_costs
from vision.tracking.situations import GONE, PLACES
from vision.tracking.track import CardTrack

SHOWN = 0.005
"""Probabilities and evidence nearer to nothing than this are left out of a line."""


@runtime_checkable
class HasTracks(Protocol):
    """A tracker whose tracks can be looked at."""

    @property
    def frame_tracks(self) -> Sequence[CardTrack]:
        """All tracks of the last frame, confirmed or not, those that left in it, too."""
        ...


def tracks_of(tracker: object) -> Sequence[CardTrack]:
    """Return a tracker's tracks of the last frame; none of one that plays a recording."""
    return tracker.frame_tracks if isinstance(tracker, HasTracks) else ()


def explained(tracks: Iterable[CardTrack], t_s: float) -> Iterator[str]:
    """Yield one line for each track: belief, action with what staying and leaving would cost, evidence."""
    for track in tracks:
        places = zip(PLACES, track.filter.places.tolist(), strict=True)
        belief = " ".join(f"{place.value} {share:.2f}" for place, share in places if share >= SHOWN)
        stays, leaves = leave_costs(float(track.filter.places[GONE]))
        evidence = " ".join(
            f"{name} {value:.2f}" for name, value in asdict(track.evidence).items() if abs(value) >= SHOWN
        )
        yield (
            f"{t_s:8.2f} s  track {track.number} {track.code or '-'} {track.face.value} {track.state.value}"
            f"{'' if track.confirmed else ' (not confirmed)'}: {belief}; card {track.card:.2f},"
            f" face up {track.filter.face_log_odds:+.1f}; {track.action.value}"
            f" (to stay costs {stays:.2f}, to leave {leaves:.2f}); {evidence}"
        )
