"""Whether a card that is not seen is still there: covered, out of mind, or gone."""

from __future__ import annotations

from vision.geometry import CORNER_REACH
from vision.overlap import NEARLY_ALL
from vision.scene.background import SceneMasks
from vision.tracking.settings import TrackerSettings
from vision.types import Quad


class Presence:
    """When one card was last seen, and whether something hides it."""

    def __init__(self, t_s: float, settings: TrackerSettings) -> None:
        self.hidden = False
        self.last_seen_s = t_s
        self._covered_s = t_s
        self._settings = settings

    def mark_seen(self, t_s: float) -> None:
        """Take note of a detection."""
        self.hidden, self.last_seen_s = False, t_s

    def mark_unchanged(self, t_s: float, *, named: bool) -> bool:
        """Take note of pixels that are as they were, without a detection; tell whether to give the card up."""
        self.hidden = False
        return not named and t_s - self.last_seen_s > self._settings.unseen_s

    def mark_missed(self, quad: Quad, t_s: float, masks: SceneMasks, *, lies: bool, under: bool) -> bool:
        """Take note that nothing is seen of it; tell whether it is gone. Nearly all of its place looks like the bare
        table then: of a dark back on a dark cloth half looks so. ``under`` other cards it lies on."""
        revealed = masks.background_share(quad) > NEARLY_ALL
        if masks.moving_share(quad) > CORNER_REACH or (masks.is_near_hand(quad) and not revealed):
            self._covered_s = t_s
        self.hidden = lies and not revealed
        quiet_s = t_s - max(self.last_seen_s, self._covered_s)
        patience_s = self._settings.moment_s if revealed else self._settings.patience_s
        given_up = quiet_s >= patience_s or t_s - self.last_seen_s >= self._settings.hidden_s
        return given_up and not under
