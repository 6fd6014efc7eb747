"""Whether a track is a card at all: what a classifier says of it at several moments, weighed together."""

from __future__ import annotations

from collections import deque
from typing import Final

MOST_WEIGHINGS: Final = 4
AGAIN_S: Final = 0.2
"""A track that lies is weighed so often, and again when it lies otherwise; neighbouring frames share their faults."""

CARD_BAR: Final = -1.5
"""Mean log-odds from which something without a name is told that arrived: 19 of 20 cards kept out of training have
more, and who lays a card misses it at once."""

LAIN_BAR: Final = 3.5
"""Mean log-odds from which something without a name is told that lay there before: tables are full of things, and
what lay there before play is not counted anyway."""


class CardBelief:
    """The log-odds that a track is a card; one that was read by name is a card whatever is seen of it later."""

    def __init__(self) -> None:
        self._said: deque[float] = deque(maxlen=MOST_WEIGHINGS)
        self._left = MOST_WEIGHINGS
        self.weighed_s = -1e9
        self.is_known = False

    def wants_weighing(self, t_s: float) -> bool:
        """Whether another look would tell something."""
        return not self.is_known and self._left > 0 and t_s - self.weighed_s >= AGAIN_S

    def weigh(self, log_odds: float, t_s: float) -> None:
        """Take what the classifier says."""
        self._said.append(log_odds)
        self._left -= 1
        self.weighed_s = t_s

    def look_again(self) -> None:
        """It lies otherwise now."""
        self._left = MOST_WEIGHINGS

    def know(self) -> None:
        """It was read by name."""
        self.is_known = True

    @property
    def is_weighed(self) -> bool:
        """Whether it was weighed as often as need be."""
        return len(self._said) == MOST_WEIGHINGS

    def is_card(self, *, arrived: bool) -> bool:
        """Whether it may be told: known, or likely enough. What was never weighed is told only if it arrived."""
        if not self._said:
            return self.is_known or arrived
        bar = CARD_BAR if arrived else LAIN_BAR
        return self.is_known or sum(self._said) / len(self._said) >= bar


class Unquestioned(CardBelief):
    """The belief of those who have no classifier: whatever is found is known to be a card."""

    def __init__(self) -> None:
        super().__init__()
        self.is_known = True
