"""Partly occluded cards: possible outlines of the whole card when the detector outlines its visible part."""

from __future__ import annotations

import numpy as np

from vision.geometry import SAME_SIZE, quad_size_wh
from vision.overlap import PART
from vision.types import Quad


def complete_quads(quad: Quad, aspect: float) -> list[Quad]:
    """Return the quads that a card of this aspect (width to height) may fill if the given one is its visible part.

    The visible part is too short for its width (the card continues beyond one end) or too narrow for its height (beyond
    one long side); a smaller part gives nothing. Which side of the part is the card's width is open, too.
    """
    found: list[Quad] = []
    for part in (quad, np.roll(quad, -1, axis=0)):
        width, height = quad_size_wh(part)
        full_height, full_width = width / aspect, height * aspect
        if height * (1 + SAME_SIZE) < full_height and height > PART * full_height:
            found += [
                longer(part, full_height / height),
                longer(np.roll(part, 2, axis=0), full_height / height),
            ]
        elif width * (1 + SAME_SIZE) < full_width and width > PART * full_width:
            sideways = (np.roll(part, -1, axis=0), np.roll(part, 1, axis=0))
            grown = [longer(side, full_width / width) for side in sideways]
            found += [np.roll(grown[0], 1, axis=0), np.roll(grown[1], -1, axis=0)]
    return [np.asarray(whole, np.float32) for whole in found]


def longer(quad: Quad, factor: float) -> Quad:
    """Keep the first side of a quad and move the opposite one away from it by a factor."""
    grown = quad.copy()
    grown[3] = quad[0] + (quad[3] - quad[0]) * factor
    grown[2] = quad[1] + (quad[2] - quad[1]) * factor
    return grown
