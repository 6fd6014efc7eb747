"""What a card is called: its readings weighed, what they led to, and when to read it again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tracking.belief import Decision, IdentityBelief
from vision.tracking.settings import LOOKS, TrackerSettings
from vision.tracking.temporal_average import TemporalAverage
from vision.types import Face, Frame, Reading


class TrackIdentity:
    """The identity of one card; ``unread`` while its pixels want a reading. ``lay_down`` is what it looked like face
    down, of a design that nobody knew for a back's. What is ``unlike_backs`` lay face down, was touched, and shows what
    is no back's design: it may be a face, whatever the detector sees. ``former`` is the name that it bore before it was
    moved or turned over, if any."""

    def __init__(self, settings: TrackerSettings, belief: IdentityBelief) -> None:
        self.belief = belief
        self.average = TemporalAverage()
        self.decision: Decision | None = None
        self.former: str | None = None
        self.unread = True
        self.last_read_s = -1e9
        self.lay_down: NDArray[np.float32] | None = None
        self.unlike_backs = False
        self._settings = settings

    @property
    def code(self) -> str | None:
        """The name, once decided."""
        return self.decision.code if self.decision else None

    @property
    def is_read(self) -> bool:
        """Whether its readings prove a name."""
        return self.decision is not None or self.belief.decide() is not None

    @property
    def face_in_doubt(self) -> bool:
        """Whether what is taken for a back may be a face, and was not yet looked at so in vain."""
        return self.unlike_backs and not self.belief.is_in_vain

    def forget(self) -> None:
        """Weigh anew: the card moved or was turned over, two cards claim one name, or the Host asks."""
        self.belief.clear()
        self.former, self.decision = self.code or self.former, None
        self.unread = True

    def disturb(self) -> None:
        """Read again what lies there: the pixels have changed."""
        if not self.unread:
            self.belief.clear()
        self.unread = True

    def pause_s(self, *, given_up: bool, unchanged_s: float) -> float:
        """How long to wait from one reading to the next: a look at what has long lain there unchanged repeats those
        before."""
        if not self.belief.was_silent or len(self.belief) <= 1:
            return self._settings.still_s
        if given_up and self.belief.is_in_vain and unchanged_s >= self._settings.patience_s:
            return max(self._settings.patience_s, unchanged_s / LOOKS)
        return self._settings.moment_s

    def picture(self, frame: Frame) -> Frame:
        """Return what a reader is to look at: for a card that one frame did not name, many frames in one."""
        return self.steady(frame) if self.belief.was_silent else frame

    def steady(self, frame: Frame) -> Frame:
        """Return a frame with many frames in one where the card lies, as soon as it lay still in so many."""
        return self.average.averaged(frame) if self.average.is_ready else frame

    def agrees(self, reading: Reading, face: Face) -> bool:
        """Whether a reading says what was decided."""
        return reading.face is face and reading.code == self.code

    def is_refuted(self, *, shows_what_was_named: bool) -> bool:
        """Whether the readings since the pixels changed say that this is another card.

        They prove another name; or they are exhausted, all of them took it for other cards, and the last one nearly
        gave such a name, or the card has another appearance than when it was named.
        """
        other = self.belief.decide()
        if other is not None:
            return other.code != self.code
        likeliest = self.belief.likeliest()
        if not (self.belief.is_in_vain and likeliest) or self.code in likeliest:
            return False
        return self.belief.nears_a_name or not shows_what_was_named
