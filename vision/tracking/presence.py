"""Whether a card that is not seen is still there: covered, out of mind, or gone."""

from __future__ import annotations

from typing import Final

from vision.scene.background import SceneMasks
from vision.types import Quad

NEAR_HAND_SHARE: Final = 0.03
"""Of a quad's area, the share that moves when a hand is upon it."""

BACKGROUND_SHARE: Final = 0.6
"""Of a card's place, the share that must look like the bare table when the card is gone."""

GONE_REVEALED_S: Final = 0.25
GONE_S: Final = 0.7
HIDDEN_S: Final = 15.0
"""A card is gone when its place was bare, was not seen with nobody near, or was covered for so long."""

UNSEEN_S: Final = 3.0
"""Unchanged pixels hold an unnamed card no longer than this if the detector sees none there."""


class Presence:
    """When one card was last seen, and whether something hides it."""

    def __init__(self, t_s: float) -> None:
        self.hidden = False
        self.last_seen_s = t_s
        self._covered_s = t_s

    def see(self, t_s: float) -> None:
        """Take note of a detection."""
        self.hidden, self.last_seen_s = False, t_s

    def miss_unchanged(self, t_s: float, *, named: bool) -> bool:
        """Take note of pixels that are as they were, without a detection; tell whether to give the card up."""
        self.hidden = False
        return not named and t_s - self.last_seen_s > UNSEEN_S

    def miss(self, quad: Quad, t_s: float, motion: SceneMasks, *, lies: bool) -> bool:
        """Take note that nothing is seen of it; tell whether it is gone."""
        background = motion.background_share(quad) > BACKGROUND_SHARE
        if motion.moving_share(quad) > NEAR_HAND_SHARE or (motion.busy and not background):
            self._covered_s = t_s
        self.hidden = lies and not background
        quiet_s = t_s - max(self.last_seen_s, self._covered_s)
        return quiet_s >= (GONE_REVEALED_S if background else GONE_S) or t_s - self.last_seen_s >= HIDDEN_S
