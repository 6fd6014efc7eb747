"""Samples for the refiner: true quads knocked askew, look-alikes, stray quads, and the detector's own proposals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.training.detector_samples import Sample
from vision.detection.corner_refiner import close_crop, residuals_of
from vision.detection.proposals import ProposalNetwork
from vision.geometry import is_card_shaped, order_corners, quad_area
from vision.overlap import quad_iou
from vision.pyramid import Pyramid
from vision.types import Quad

CARD_IOU, STRAY_IOU = 0.5, 0.3
"""IoU above which a proposal is that card's, and below which it is no card's."""

FURTHEST: Final = 0.45
"""Largest residual of a sample, as a share of the card."""


@dataclass(frozen=True, slots=True)
class RefinerSample:
    """One close crop, shape (96, 64, 3), and its labels; ``residuals`` (4, 2) is None if it is no card."""

    crop: NDArray[np.uint8]
    residuals: NDArray[np.float32] | None
    down: bool


def askew(rng: np.random.Generator, quad: Quad) -> Quad:
    """Return a quad with a detector's errors: as a whole and of each corner."""
    centre = quad.mean(axis=0)
    size = float(np.sqrt(max(quad_area(quad), 1.0)))
    strength = rng.choice([0.25, 1.0, 1.6])
    arms = (quad - centre) * np.exp(rng.normal(0, 0.05 * strength, 2))
    turn = rng.normal(0, 0.06 * strength)
    turned = arms @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    shift = rng.normal(0, 0.05 * strength * size, 2) + rng.normal(0, 0.035 * strength * size, (4, 2))
    return np.asarray(centre + turned + shift, np.float32)


def started_alike(true_quad: Quad, quad: Quad) -> Quad:
    """Return the true quad, started at the end that fits the proposal."""
    other = np.roll(true_quad, -2, axis=0)
    nearer = np.abs(true_quad - quad).sum() <= np.abs(other - quad).sum()
    return true_quad if nearer else other


def stray(rng: np.random.Generator, size_wh: tuple[int, int]) -> Quad:
    """Return a card-shaped quad anywhere."""
    high = np.exp(rng.uniform(np.log(20), np.log(size_wh[1] * 0.9)))
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [high * rng.uniform(0.25, 0.37), high / 2]
    turn = rng.uniform(-np.pi, np.pi)
    turned = half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(turned + rng.uniform(0, 1, 2) * size_wh, np.float32)


def labelled_sample(pyramid: Pyramid, sample: Sample, quad: Quad) -> RefinerSample | None:
    """Label one proposal by the card that it overlaps best; None if ambiguous."""
    ious = np.array([quad_iou(quad, card) for card in sample.quads])
    best = int(ious.argmax()) if len(ious) else -1
    if best >= 0 and ious[best] >= CARD_IOU:
        residuals = residuals_of(started_alike(sample.quads[best], quad), quad)
        if np.abs(residuals).max() > FURTHEST:
            return None
        return RefinerSample(close_crop(pyramid, quad), residuals, bool(sample.down[best]))
    if best >= 0 and ious[best] > STRAY_IOU:
        return None
    return RefinerSample(close_crop(pyramid, quad), None, False)


def proposals_for(
    rng: np.random.Generator, sample: Sample, pyramid: Pyramid, detector: ProposalNetwork | None, most: int
) -> list[Quad]:
    """Return quads to crop: the detector's, true ones askew, look-alikes and strays."""
    quads: list[Quad] = []
    if detector is not None:
        proposals = detector.propose(pyramid, 0.08, sample.frame.shape[0] * sample.frame.shape[1])
        quads += [q for q in proposals.quads if is_card_shaped(q, 8.0)]
    cards = sample.quads[rng.permutation(len(sample.quads))[: most // 2]]
    quads += [askew(rng, quad) for quad in cards]
    quads += [askew(rng, order_corners(quad)) for quad in sample.lookalikes[:3]]
    quads += [stray(rng, pyramid.size_wh) for _ in range(2)]
    picked = rng.permutation(len(quads))[:most]
    return [np.roll(quads[i], 2 * int(rng.integers(2)), axis=0) for i in picked]


def refiner_samples(
    rng: np.random.Generator, sample: Sample, detector: ProposalNetwork | None, most: int = 14
) -> list[RefinerSample]:
    """Return up to ``most`` labelled crops of one sample."""
    pyramid = Pyramid.of(sample.frame)
    quads = proposals_for(rng, sample, pyramid, detector, most)
    labelled = (labelled_sample(pyramid, sample, q) for q in quads if is_card_shaped(q, 6.0))
    return [one for one in labelled if one is not None]
