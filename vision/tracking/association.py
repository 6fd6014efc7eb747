"""Which detection is which known card: by place first, then by what else could explain it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import CORNER_REACH, lengths_of
from vision.overlap import MOST, PART, is_taken, quad_iou, share_hidden
from vision.scene.table_plane import PLAUSIBLE
from vision.tracking.pose import NEAR
from vision.types import Detection, Face, Quad


@dataclass(frozen=True, slots=True)
class Expectation:
    """Where a known card should be.

    ``fixed`` cards are known by their pixels to be where they were: only a detection at that very place is
    theirs. ``reach`` is in card lengths; what a hand moves may be anywhere. A card that left its ``home`` under a hand
    may be found there, too. One that is ``told`` as a card, and not ``fixed``, is not what shows the bare table.
    """

    quad: Quad
    face: Face
    reach: float = math.inf
    fixed: bool = False
    hidden: bool = False
    home: Quad | None = None
    told: bool = False

    @property
    def is_glimpse(self) -> bool:
        """Whether nobody was told of it, and it does not lie as it lay: it may be a known card in another view."""
        return not (self.told or self.fixed)


def associate(
    expected: Sequence[Expectation],
    detections: Sequence[Detection],
    bare: Sequence[bool],
    lies_beside: Callable[[int, int], bool] = lambda card, found: False,
) -> dict[int, int]:
    """Return the detection's index for each expected card's index, nearest pairs first; a card that is known is the
    likelier explanation, so that glimpses come after all others. ``bare`` says of each detection whether the table
    looks as it does where no card lies; ``lies_beside``, by their indices, whether a card lies at its place still,
    beside a detection: that is another one."""
    if not expected or not detections:
        return {}
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, card, found in sorted(
        _costs(expected, detections, bare, lies_beside), key=lambda pair: (expected[pair[1]].is_glimpse, pair)
    ):
        if card not in pairs and found not in taken:
            pairs[card] = found
            taken.add(found)
    return pairs


def _costs(
    expected: Sequence[Expectation],
    detections: Sequence[Detection],
    bare: Sequence[bool],
    lies_beside: Callable[[int, int], bool],
) -> Iterator[tuple[float, int, int]]:
    """Yield cost, card and detection of every pair that may be one card."""
    places = np.stack([expectation.quad for expectation in expected])
    homes = np.stack([one.quad if one.home is None else one.home for one in expected])
    quads = np.stack([detection.quad for detection in detections])
    lengths, sizes = np.maximum(lengths_of(places), 1.0), lengths_of(quads)
    apart = np.minimum(_distances(places, quads), _distances(homes, quads)) / lengths[:, None]
    reach = np.array([expectation.reach for expectation in expected])
    are_cards = np.array([expectation.told and not expectation.fixed for expectation in expected])
    may_be = (apart <= reach[:, None]) & ~(are_cards[:, None] & np.array(bare)[None])
    for card, found in np.argwhere(may_be).tolist():
        cost = _cost(
            expected[card], detections[found], float(apart[card, found]), float(sizes[found] / lengths[card])
        )
        if cost is not None and not lies_beside(card, found):
            yield cost, card, found


def _distances(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """Distances in pixels between the centres of quads, shape (n, m)."""
    between = first.mean(axis=1)[:, None] - second.mean(axis=1)[None]
    return np.asarray(np.hypot(between[..., 0], between[..., 1]), np.float32)


def _cost(expectation: Expectation, detection: Detection, apart: float, growth: float) -> float | None:
    """Distance in card lengths, and for what speaks against it as much as may lie between a card and its place: another
    face, that it was hidden, and that it lay elsewhere. None if it cannot be this card."""
    here = apart < 2 * CORNER_REACH or quad_iou(expectation.quad, detection.quad) > MOST
    if expectation.fixed:
        return 0.1 * apart if here else None
    if not PLAUSIBLE[0] <= growth <= PLAUSIBLE[1]:
        return None
    other_face = expectation.face is not detection.face
    lay_elsewhere = math.isfinite(expectation.reach) and not here
    return apart + NEAR * (other_face + expectation.hidden + lay_elsewhere)


def without_doubles(detections: Sequence[Detection], taken: Sequence[Quad]) -> list[Detection]:
    """Drop detections of a card that is already taken, or that a better detection shows.

    One of a low score must lie clear of the others, too: a piece of a card looks a little like a card.
    """
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda found: -found.score):
        known = [*taken, *(found.quad for found in kept)]
        if detection.low_score and share_hidden(detection.quad, known) > PART:
            continue
        if not is_taken(detection.quad, known):
            kept.append(detection)
    return kept
