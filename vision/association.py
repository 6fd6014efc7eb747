"""Which detection is which known card: by place first, then by what else could explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry import quad_iou, side_lengths
from vision.types import Detection, Face, Quad

REACH_LYING: Final = 0.5
REACH_MOVING: Final = 0.9
REACH_HIDDEN: Final = 1.2
"""How far, in card lengths, a card may be from where it is expected: under a hand it comes out elsewhere."""

SAME_CARD_IOU: Final = 0.45
"""Two quads that share more are one card: a card that lies squarely on another hides it."""

SIZE_RANGE: Final = (0.5, 2.0)

FACE_COST: Final = 0.2
HIDDEN_COST: Final = 0.4
"""Added to the distance: a card that is seen, and seen with the same face, is the likelier explanation."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Where a known card should be.

    ``fixed`` cards are known by their pixels to be where they were: only a detection at that very place is
    theirs. ``reach`` is in card lengths.
    """

    quad: Quad
    face: Face
    reach: float
    fixed: bool = False
    hidden: bool = False


def length_of(quad: Quad) -> float:
    """Length of a quad's longer sides in pixels."""
    sides = side_lengths(quad)
    return float(max(sides[0] + sides[2], sides[1] + sides[3])) / 2


def turn_between(quad: Quad, reference: Quad) -> int:
    """By how many corners ``quad`` must be rolled so that its corners lie nearest the reference's, 0 to 3."""
    return int(np.argmin([np.abs(np.roll(quad, -turn, axis=0) - reference).sum() for turn in range(4)]))


def aligned(quad: Quad, reference: Quad) -> Quad:
    """Start a quad at the corner that the reference starts at."""
    return np.roll(quad, -turn_between(quad, reference), axis=0)


def associate(expected: Sequence[Expectation], detections: Sequence[Detection]) -> dict[int, int]:
    """Return the detection's index for each expected card's index, nearest pairs first."""
    costs = [
        (cost, card, found)
        for card, expectation in enumerate(expected)
        for found, detection in enumerate(detections)
        if (cost := _cost(expectation, detection)) is not None
    ]
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, card, found in sorted(costs):
        if card not in pairs and found not in taken:
            pairs[card] = found
            taken.add(found)
    return pairs


def _cost(expectation: Expectation, detection: Detection) -> float | None:
    """Distance in card lengths with what speaks against it; None if it cannot be this card."""
    length = length_of(expectation.quad)
    apart = float(np.hypot(*(detection.quad.mean(axis=0) - expectation.quad.mean(axis=0)))) / max(length, 1.0)
    if apart > expectation.reach:
        return None
    if expectation.fixed:
        return 0.1 * apart if quad_iou(expectation.quad, detection.quad) > SAME_CARD_IOU else None
    if not SIZE_RANGE[0] <= length_of(detection.quad) / max(length, 1.0) <= SIZE_RANGE[1]:
        return None
    return apart + FACE_COST * (expectation.face is not detection.face) + HIDDEN_COST * expectation.hidden


def without_doubles(detections: Sequence[Detection], taken: Sequence[Quad]) -> list[Detection]:
    """Drop detections of a card that is already taken, or that a better detection shows."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda found: -found.score):
        others = [*taken, *(found.quad for found in kept)]
        if all(quad_iou(detection.quad, other) <= SAME_CARD_IOU for other in others):
            kept.append(detection)
    return kept
