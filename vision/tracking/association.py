"""Which detection is which track: one matrix of log-likelihood ratios, with a column for what is new."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import lengths_of
from vision.overlap import quad_iou
from vision.scene.table_plane import PLAUSIBLE
from vision.tracking.pose import displacement
from vision.types import Detection, Face, Quad

AT_REST: Final = 0.04
"""Standard deviation of a detection about a card that lies still, in card lengths."""

WAVERS: Final = 0.20
"""The same for outlines that take a part of a card for the whole."""

WAVERING_SHARE: Final = 0.1
"""The share of such outlines."""

CARRIED_PER_S: Final = 3.0
"""Card lengths per second by which a card in a hand departs from where it was expected."""

CARRIED_MOST: Final = 1.5
"""The standard deviation of a card in a hand grows up to so many card lengths."""

PICTURE_LENGTHS: Final = 40.0
"""A new card may be anywhere in a picture of so many square card lengths."""

WRONG_FACE: Final = 0.08
"""The share of detections that show the wrong face of a card at rest."""

BARE_PENALTY: Final = 4.0
"""What shows the bare table is a confirmed track with so many nats less."""

TENTATIVE_PENALTY: Final = 2.0
"""A confirmed track explains a detection better than one that is not: so many nats."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """Where a track is expected: its place at rest, where it is next if it is carried, its probability of each; since
    when it was not seen. An ``unchanged`` track is known by its pixels to be at its place."""

    rest: Quad
    carried: Quad
    at_rest: float
    face_up: float
    unseen_s: float
    unchanged: bool
    confirmed: bool


def associate(
    expected: Sequence[Expectation],
    detections: Sequence[Detection],
    bare: Sequence[bool],
    ruled_out: Callable[[int, int], bool] = lambda track, found: False,
) -> dict[int, int]:
    """Return the detection's index for each track's index, the likeliest pairs first.

    :param bare: whether each detection shows the table as it is without cards
    :param ruled_out: whether a track cannot be a detection, for what places do not say
    """
    if not expected or not detections:
        return {}
    ratios = log_ratios(expected, detections, bare)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-ratios, axis=None, kind="stable").tolist():
        track, found = divmod(flat, len(detections))
        if ratios[track, found] <= 0:
            break
        if track not in pairs and found not in taken and not ruled_out(track, found):
            pairs[track] = found
            taken.add(found)
    return pairs


def log_ratios(
    expected: Sequence[Expectation], detections: Sequence[Detection], bare: Sequence[bool]
) -> NDArray[np.float64]:
    """Return log-likelihood ratios of each detection being each track's against being new, shape (n, m)."""
    ratios = np.full((len(expected), len(detections)), -np.inf)
    rests = np.stack([one.rest for one in expected])
    carried = np.stack([one.carried for one in expected])
    quads = np.stack([one.quad for one in detections])
    lengths = np.maximum(lengths_of(rests), 1.0)
    growth = lengths_of(quads)[None] / lengths[:, None]
    spread = np.array([_spread(one) for one in expected])
    apart = np.minimum(_apart(rests, quads), _apart(carried, quads)) / lengths[:, None]
    near = (
        (apart <= 4 * np.maximum(spread, WAVERS)[:, None])
        & (growth >= PLAUSIBLE[0])
        & (growth <= PLAUSIBLE[1])
    )
    for track, found in np.argwhere(near).tolist():
        ratios[track, found] = _log_ratio(expected[track], detections[found], spread[track], bare[found])
    return ratios


def _log_ratio(one: Expectation, found: Detection, spread: float, bare: bool) -> float:
    at_rest = displacement(found.quad, one.rest)
    here = (1 - WAVERING_SHARE) * _normal(at_rest, AT_REST) + WAVERING_SHARE * _normal(at_rest, WAVERS)
    if one.unchanged:
        likelihood = here if quad_iou(found.quad, one.rest) > 0.5 else 0.0
    else:
        there = _normal(displacement(found.quad, one.carried), spread)
        likelihood = one.at_rest * here + (1 - one.at_rest) * there
    shows = one.face_up if found.face is Face.UP else 1 - one.face_up
    ratio = math.log(max(likelihood, 1e-12)) + math.log(PICTURE_LENGTHS)
    ratio += math.log(shows * (1 - WRONG_FACE) + (1 - shows) * WRONG_FACE) - math.log(0.5)
    if bare and one.confirmed and not one.unchanged:
        ratio -= BARE_PENALTY
    return ratio - (0.0 if one.confirmed or one.unchanged else TENTATIVE_PENALTY)


def _spread(one: Expectation) -> float:
    return min(WAVERS + CARRIED_PER_S * one.unseen_s, CARRIED_MOST)


def _normal(distance: float, spread: float) -> float:
    """Return the density of a two-dimensional normal distribution."""
    return math.exp(-0.5 * (distance / spread) ** 2) / (2 * math.pi * spread**2)


def _apart(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the distances in pixels between the centres of quads, shape (n, m)."""
    between = first.mean(axis=1)[:, None] - second.mean(axis=1)[None]
    return np.asarray(np.hypot(between[..., 0], between[..., 1]), np.float32)
