"""The tracker's times, in one place: seconds of the source's clock, so that it does the same at 8 and 30 frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """Every time that the tracker goes by, in seconds.

    At rest: a card that has not changed for ``still_s`` lies still (two frames at 30 a second, one at 8); it is named
    once it has lain still for ``settle_s`` (at 8 frames a second the third frame), announced with its first reading
    or after ``announce_s`` without one, called unreadable after ``unreadable_s`` without a clear decision.

    Readings: two of one card are at least ``read_every_s`` apart, since neighbouring frames share their faults;
    ``read_silent_s`` if it gave no name twice, ``read_again_s`` if it was called unreadable: such readings take
    longest.

    Sightings elsewhere: a far move is believed at a second sighting within ``again_s``; a quad of another size, or
    another quad over unchanged pixels, after ``doubt_s``; the other face after ``turn_s``, and after ``turn_unmoved_s``
    where no pixel has changed, since then it is the detector that wavers. A card that got shorter face up than it was
    face down is read as it lay for ``shortened_s``. Where nothing has stirred for ``unseen_still_s``, a card that
    changed and that no detection shows is taken to lie as it lay.

    Gone: a card whose place was revealed as table for ``gone_revealed_s``, that was not seen with nobody near for
    ``gone_s``, or that was covered for ``hidden_s``. Unchanged pixels hold an unnamed card for ``unseen_s`` if the
    detector sees none there; what is found where no pixel has changed for so long lay there before.

    The table: what is found within ``opened_s`` of the first picture lay there before, since until then nobody knows
    the bare table. While no cell of the picture changes and every card has settled, what was detected is good for
    ``detect_again_s``; it stays busy for ``busy_hold_s`` after the last large motion: a hand that turns stands still.
    What a camera shows that was bumped and still shakes is looked away from, for ``shaken_s`` at most.
    """

    still_s: float = 0.06
    settle_s: float = 0.18
    announce_s: float = 0.3
    unreadable_s: float = 0.7
    read_every_s: float = 0.05
    read_silent_s: float = 0.15
    read_again_s: float = 1.0
    again_s: float = 0.2
    doubt_s: float = 0.3
    turn_s: float = 0.09
    turn_unmoved_s: float = 0.8
    shortened_s: float = 0.8
    unseen_still_s: float = 0.15
    gone_revealed_s: float = 0.25
    gone_s: float = 0.7
    hidden_s: float = 15.0
    unseen_s: float = 3.0
    opened_s: float = 1.0
    detect_again_s: float = 0.2
    busy_hold_s: float = 0.15
    shaken_s: float = 0.5


SETTINGS: Final = TrackerSettings()
