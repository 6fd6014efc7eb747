"""Whether a card came to where it lies, or already lay there when it was found."""

from __future__ import annotations

from vision.geometry import Homography, project
from vision.overlap import NEARLY_ALL
from vision.scene.background import NEVER_S
from vision.tracking.pose import NEAR, displacement
from vision.types import Face, Quad


class Arrival:
    """The arrival of one card; ``early`` means that it was found with nothing stirring there: it lay there before, or
    nobody knows, because the first picture has only just come. Since ``as_table_s`` it has lain there untold, so that
    its place may have been learnt as table; since ``anew_s`` it lies elsewhere, and looks otherwise, than what the
    track was before. ``looks_as_before`` tells that its place shows the table as it was, until it is announced."""

    def __init__(self, quad: Quad, *, early: bool) -> None:
        self.arrived = not early
        self.as_table_s: float | None = None
        self.anew_s = NEVER_S
        self._early = early
        self._first_quad = quad
        self.looks_as_before = False
        self._disturbed = False
        self._turning = False

    def compare(self, background_share: float) -> None:
        """Take note of how much of its place looks as the bare table did: before it is announced."""
        self.looks_as_before = background_share > NEARLY_ALL

    def announce(self, quad: Quad) -> None:
        """Decide."""
        self.arrived = self.has_come(quad)

    def has_come(self, quad: Quad) -> bool:
        """Tell; what looks as the table looked before it was found did not come just now, unless it was carried, and
        that changes pixels: else it is the detector whose corners jump."""
        carried = self._disturbed and displacement(quad, self._first_quad) > NEAR
        return carried or not (self._early or self.looks_as_before)

    def lie_anew(self, t_s: float) -> None:
        """Take note that it lies elsewhere, and looks otherwise: what was learnt until now was not it, unless it
        is the card that was just turned over."""
        if not self._turning:
            self.as_table_s, self.anew_s = None, t_s

    def lie_as_table(self, t_s: float) -> None:
        """Take note that its place may be learnt as table from now on."""
        if self.as_table_s is None:
            self.as_table_s = t_s

    def carry(self, motion: Homography) -> None:
        """Follow a camera that was bumped."""
        self._first_quad = project(self._first_quad, motion)

    def disturb(self) -> None:
        """Take note that its pixels have changed."""
        self._disturbed = True

    def rest(self) -> None:
        """Take note that it was settled or called unreadable as it lies."""
        self._disturbed = self._turning = False

    def turn_over(self, face: Face) -> None:
        """Let a card that was turned over have arrived; if nothing stirred, detector or reader changed their mind. What
        shows its face now was the back that lay there; face down it is another card."""
        if self._disturbed:
            self._early, self.arrived, self._turning = False, True, face is Face.UP
