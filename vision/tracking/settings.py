"""The tracker's times, in one place: seconds of the source's clock, so that it does the same at 8 and 30 frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TrackerSettings:
    """Every time that the tracker goes by, in seconds; one for each idea, however many things wait for it.

    A card that has not changed for ``still_s`` lies still (two frames at 30 a second, one at 8); two readings are
    as far apart, since neighbouring frames share their faults.

    ``moment_s`` (at 8 frames a second the third frame) is how long a card lies still before it is named. A moment
    later a card that gave no name twice is read again, one without a name is weighed again, what no detection shows
    although nothing stirs is taken to lie as it lay, a place revealed as table holds no card, and a hand that stood
    still while it turned has gone. Within a moment a far move is believed at a second sighting, and what was
    detected is good while nothing changes.

    After ``doubt_s`` a quad of another size, or another quad over unchanged pixels, is believed, and a card is
    announced without a reading. The other face is believed after ``turn_s``, where pixels have changed.

    ``patience_s`` is what a table is asked to wait: then a card with nothing in the way but no clear name is called
    unreadable, one that was not seen with nobody near is gone, the other face is believed where no pixel has changed,
    and a card shorter face up than it was face down is no longer read as it lay.

    A card called unreadable is read every ``read_again_s``: such readings take longest. One that is covered for
    ``hidden_s`` is gone. Unchanged pixels hold an unnamed card for ``unseen_s`` if the detector sees none there;
    what is found where no pixel has changed for so long lay there before. So does what is found within ``opened_s``
    of the first picture, since until then nobody knows the bare table. A camera that was bumped and still shakes is
    looked away from for ``shaken_s`` at most.
    """

    still_s: float = 0.06
    moment_s: float = 0.18
    doubt_s: float = 0.3
    turn_s: float = 0.09
    patience_s: float = 0.7
    read_again_s: float = 1.0
    hidden_s: float = 15.0
    unseen_s: float = 3.0
    opened_s: float = 1.0
    shaken_s: float = 0.5


SETTINGS: Final = TrackerSettings()
