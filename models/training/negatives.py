"""Negatives: crops that show no card of any gallery, such as backs, tables, pieces of several cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from models.training.drawn import DrawnDeck
from models.training.scans import Picture
from models.training.views import ViewMaker
from vision.types import Crop


def drawn_backs(seed: int, count: int, height_px: int) -> list[Picture]:
    """Return the backs of ``count`` drawn decks."""
    return [DrawnDeck(seed + i, height_px).back() for i in range(count)]


@dataclass(frozen=True, slots=True)
class NegativeMaker:
    """Makes negatives out of backs and of pieces of ``faces``, degraded as cards are."""

    faces: Sequence[Picture]
    backs: Sequence[Picture]
    views: ViewMaker

    def negative(self, rng: Random) -> Crop:
        """Return one crop that must not be named."""
        return self.views.degraded(self.thing(rng), rng, cover=0.2)

    def thing(self, rng: Random) -> Picture:
        """Return a back, pieces of cards, or a table: nothing that any deck's face could be."""
        kind = rng.random()
        if kind < 0.45:
            return rng.choice(self.backs)
        return self.pieces(rng) if kind < 0.85 else self.views.table((150, 240), rng)

    def picture(self, rng: Random) -> Picture:
        """Return an out-of-gallery face (half of the time) or anything else that is no card of the deck."""
        return rng.choice(self.faces) if rng.random() < 0.5 else self.thing(rng)

    def pieces(self, rng: Random) -> Picture:
        """Return two to four cards at random places and angles, none of them framed as a card is."""
        width, height = 150, 240
        pixels = self.views.table((width, height), rng)
        for _ in range(rng.randint(2, 4)):
            card = rng.choice(self.faces)
            matrix = cv2.getRotationMatrix2D(
                (card.shape[1] / 2, card.shape[0] / 2), rng.uniform(0, 360), rng.uniform(0.6, 2.2)
            )
            matrix[:, 2] += np.array([rng.uniform(-1, 1) * width, rng.uniform(-1, 1) * height])
            size = (width, height)
            cv2.warpAffine(card, matrix, size, dst=pixels, borderMode=cv2.BORDER_TRANSPARENT)
        return np.asarray(pixels, np.uint8)
