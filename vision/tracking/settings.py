"""The tracker's times, in one place: seconds of the source's clock, so that it does the same at 8 and 30 frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """The times that several parts of the tracker go by, in seconds; a time of one part alone stands there.

    What has not changed for ``still_s`` lies still (two frames at 30 a second, one at 8): then a track comes to rest,
    is weighed and read. Frames that are compared to see what moves are as far apart.

    ``moment_s`` (at 8 frames a second the third frame) is how long a card lies still before it is confirmed or named.
    So long after the last picture of a quiet table was given to the detector the next one is, and a track without a
    name is classified again; a far move is believed at a second detection within it, another quad over unchanged pixels
    after it. Something thin that was still for as long is no hand, and after something large has moved the table is
    busy for as long.

    ``patience_s`` is for how long, at most, a camera that was bumped and still shakes is looked away from. What looks
    unlike the table and lies still for ``unseen_s`` is the table.
    """

    still_s: float = 0.06
    moment_s: float = 0.18
    patience_s: float = 0.7
    unseen_s: float = 5.0


SETTINGS: Final = TrackerSettings()

LOOKS: Final = 4
"""So many looks at one thing are averaged, detections, weighings, frames and pixels alike: more show nothing new."""
