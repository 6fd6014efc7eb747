"""Card or not: which tracks a classifier is asked about, and how many were found to be no cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.tracking.belief import IdentityBelief
from vision.tracking.naming import READS_A_FRAME
from vision.tracking.track import CardTrack
from vision.types import Classifier, Frame


class Weighing:
    """Asks a classifier about tracks without a name; without one, whatever is found is a card."""

    def __init__(self, classifier: Classifier | None) -> None:
        self._classifier = classifier
        self._refuted: set[int] = set()

    def new_belief(self) -> IdentityBelief:
        """Return what is believed of a new track."""
        return IdentityBelief(known=self._classifier is None)

    def weigh(self, cards: Sequence[CardTrack], frame: Frame, t_s: float) -> None:
        """Ask about some of the tracks that want it, those first that have waited longest."""
        waiting = [card for card in cards if wants_weighing(card, t_s)]
        if self._classifier is None or not waiting:
            return
        chosen = sorted(waiting, key=lambda card: card.identity.belief.weighed_s)[: 2 * READS_A_FRAME]
        odds = self._classifier.log_odds(frame, np.stack([card.pose.quad for card in chosen]))
        for card, said in zip(chosen, odds.tolist(), strict=True):
            card.identity.belief.weigh(said, t_s)

    def refuted(self, cards: Sequence[CardTrack]) -> int:
        """Return how many tracks so far were found to be no cards; one that is read after all is a card."""
        for card in cards:
            (self._refuted.add if card.is_refuted else self._refuted.discard)(card.number)
        return len(self._refuted)


def wants_weighing(card: CardTrack, t_s: float) -> bool:
    """Whether a track lies in full sight without a name, and another look at it would tell something."""
    in_sight = not card.presence.hidden and not card.occlusion.under_hand and card.is_in_view(t_s)
    rests = in_sight and card.pose.still_s(t_s) >= card.settings.still_s
    belief, pause_s = card.identity.belief, card.settings.moment_s
    return rests and card.code is None and belief.wants_weighing(t_s, pause_s)
