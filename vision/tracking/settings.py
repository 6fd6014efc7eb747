"""The tracker's times, in one place: seconds of the source's clock, so that it does the same at 8 and 30 frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """Every time that the tracker goes by, in seconds; one for each idea, however many things wait for it.

    A card that has not changed for ``still_s`` lies still (two frames at 30 a second, one at 8); two readings are
    as far apart, since neighbouring frames share their faults, and so are frames that are compared to see what moves.
    The other face is believed if it is seen for as long, where pixels have changed.

    ``moment_s`` (at 8 frames a second the third frame) is how long a card lies still before it is named. A moment
    later a card that gave no name twice is read again, one without a name is weighed again, what no detection shows
    although nothing stirs is taken to lie as it lay, a place revealed as table holds no card, and a hand that stood
    still while it turned has gone. Within a moment a far move is believed at a second sighting, and what was
    detected is good while nothing changes; after one a quad of another size, or another quad over unchanged pixels, is
    believed, a card is announced without a reading, and something thin that has been still is no hand.

    ``patience_s`` is what a table is asked to wait: then a card with nothing in the way but no clear name is called
    unreadable, one that was not seen with nobody near is gone, the other face is believed where no pixel has changed,
    and a card shorter face up than it was face down is no longer read as it lay. A card called unreadable is read as
    often: such readings take longest. The bare table is known after as long, so that what is found sooner after the
    first picture lay there before. A camera that was bumped and still shakes is looked away from for as long at most.

    A card that is covered for ``hidden_s``, unless by cards, is gone. Unchanged pixels hold an unnamed card for
    ``unseen_s`` if the detector sees none there; what is found where no pixel has changed for so long lay there before;
    what looks unlike the table and lies still for as long is the table.
    """

    still_s: float = 0.06
    moment_s: float = 0.18
    patience_s: float = 0.7
    hidden_s: float = 15.0
    unseen_s: float = 5.0


SETTINGS: Final = TrackerSettings()

LOOKS: Final = 4
"""So many looks at one thing are averaged, sightings, weighings, frames and pixels alike: more show nothing new."""
