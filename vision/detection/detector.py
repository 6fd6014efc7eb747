"""Detector: a network proposes cards, a refiner corrects each of them on a close crop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detection.corner_refiner import CornerRefiner
from vision.detection.proposals import ProposalNetwork, Proposals, cell_px, joined
from vision.geometry import CORNER_REACH, aligned, box_area, length_of, order_corners
from vision.overlap import (
    MOST,
    NEARLY_ALL,
    PART,
    are_taken,
    distinct,
    overlap_area,
    quad_iou,
)
from vision.pyramid import CLOSER, LOOK_PIXELS, Pyramid, close_pixels
from vision.quads import Quads, areas_of, card_shaped, heights_of, meeting
from vision.types import Box, Detection, Face, Frame, Quad


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """Thresholds, chosen on rendered scenes kept out of training (``models.training.evaluate_detector``).

    ``propose``, ``accept`` and ``low_score`` are scores, 0 to 1: accepted proposals are cards; from ``low_score`` on
    one may become a card if it is read by name.

    A frame gets a second pass, at half of its pixels but at most twice the first scale, if half of the first pass's
    detections are lower than ``small_share`` of the frame's shorter side; at 0.1 that is 72 pixels in a frame of
    1280x720. With ``enlarged`` a small picture always gets one, at up to :data:`vision.pyramid.CLOSER` times its own
    size.
    """

    propose: float = 0.12
    accept: float = 0.6
    low_score: float = 0.4
    small_share: float = 0.1
    enlarged: bool = False


LIVE_SETTINGS: Final = DetectorSettings()
PICTURE_SETTINGS: Final = replace(LIVE_SETTINGS, low_score=LIVE_SETTINGS.propose, enlarged=True)
"""Settings for single pictures, where a classifier judges the surroundings better than a score, and no zoomed tile
follows."""


def outermost(quads: NDArray[np.float32]) -> NDArray[np.intp]:
    """Return the indices of quads, given best first, that are no part of a better, much larger one.

    Pictures on cards contain frames and cards; cards of one table are about the same size.
    """
    areas = areas_of(quads).tolist()
    kept: list[int] = []
    for i, area in enumerate(areas):
        larger = (j for j in kept if area < PART * areas[j])
        if all(overlap_area(quads[i], quads[j]) < NEARLY_ALL * area for j in larger):
            kept.append(i)
    return np.array(kept, np.intp)


def chosen(found: Proposals, settings: DetectorSettings, same_iou: float = MOST) -> Proposals:
    """Return the proposals that the settings accept, each card once, best first."""
    found = found.kept(found.scores >= settings.accept)
    found = found.kept(distinct(found.quads, found.scores, same_iou))
    return found.kept(outermost(found.quads))


def detections_of(found: Proposals, weighed: Proposals | None = None) -> list[Detection]:
    """Return proposals as detections, each with those of ``weighed`` that may be the same card."""
    others = [()] * len(found) if weighed is None else hypotheses_of(found.quads, weighed)
    return [
        Detection(order_corners(quad), Face.DOWN if down else Face.UP, float(score), other)
        for quad, score, down, other in zip(found.quads, found.scores, found.down, others, strict=True)
    ]


def hypotheses_of(quads: Quads, weighed: Proposals) -> list[tuple[Quad, ...]]:
    """Return each card's likeliest other quads: they share most of it, with corners further off than corner errors."""
    likely = weighed.quads[np.argsort(-weighed.scores, kind="stable")]
    near = meeting(quads, likely)
    return [tuple(_alike(quad, likely[index])) for quad, index in zip(quads, near, strict=True)]


def _alike(quad: Quad, likely: Quads) -> Iterator[Quad]:
    within = CORNER_REACH * length_of(quad)
    alike = (other for other in likely if quad_iou(quad, other) > MOST)
    elsewhere = (other for other in alike if np.abs(aligned(other, quad) - quad).max() > within)
    return map(order_corners, elsewhere)


class NeuralDetector:
    """Detects every card, face up or down, by two small networks; implements ``vision.types.PartDetector``.

    :raise NetworkError: if a weights file is missing or damaged.
    """

    def __init__(
        self,
        path: Path,
        refiner_path: Path | None = None,
        settings: DetectorSettings = LIVE_SETTINGS,
        threads: int = 2,
    ) -> None:
        self._proposal_network = ProposalNetwork(path, threads)
        beside = path.with_name("refiner.onnx")
        close = refiner_path or (beside if beside.exists() else None)
        self._refiner = CornerRefiner(close, threads) if close else None
        self._settings = settings

    def detect(self, frame: Frame) -> list[Detection]:
        """Return the cards of the frame, best first."""
        return self._detected(self.propose(frame))

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        """Return the cards in and around a box, at the scale of the whole frame, best first; likely ``known`` cards are
        left out, unrefined."""
        return self._detected(self.propose(frame, box, known))

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        """Return the cards in and around these boxes, from zoomed tiles (:func:`vision.pyramid.close_pixels`), best
        first."""
        if not boxes:
            return []
        pyramid = Pyramid.of(frame)
        found = reduce(joined, (self._proposed_zoomed(pyramid, box) for box in boxes))
        return [
            replace(one, close=True) for one in self._detected(self._refined_twice(pyramid, found, known))
        ]

    def _detected(self, proposals: Proposals) -> list[Detection]:
        settings = self._settings
        found = chosen(proposals, replace(settings, accept=min(settings.accept, settings.low_score)))
        return [
            replace(detection, low_score=detection.score < settings.accept)
            for detection in detections_of(found, proposals)
        ]

    def propose(self, frame: Frame, within: Box | None = None, known: Sequence[Quad] = ()) -> Proposals:
        """Return all refined proposals, without ``known`` cards, before the thresholds."""
        pyramid = Pyramid.of(frame)
        return self._refined_twice(pyramid, self._proposed_at_scales(pyramid, within), known)

    def _refined_twice(self, pyramid: Pyramid, found: Proposals, known: Sequence[Quad]) -> Proposals:
        found = found.kept(distinct(found.quads, found.scores, MOST))
        found = found.kept(~are_taken(found.quads, known))
        if self._refiner is None:
            return found
        found = self._refined(pyramid, found, self._refiner)
        # The second refinement crops the card where the first has put it.
        found = found.kept(found.scores >= self._settings.propose)
        found = found.kept(distinct(found.quads, found.scores, MOST))
        return self._refined(pyramid, found, self._refiner)

    def _proposed_at_scales(self, pyramid: Pyramid, within: Box | None) -> Proposals:
        # Cards that fill the picture are detected at half the size, the scale that the network knows best.
        found = joined(
            self._proposed(pyramid, LOOK_PIXELS // CLOSER**2, within),
            self._proposed(pyramid, LOOK_PIXELS, within),
        )
        closer = self._second_pass_pixels(
            pyramid.size_wh, heights_of(found.quads[found.scores >= self._settings.low_score])
        )
        if closer:
            found = joined(found, self._proposed(pyramid, closer, within))
        return found

    def _proposed_zoomed(self, pyramid: Pyramid, box: Box) -> Proposals:
        width, height = pyramid.size_wh
        area = max(box_area(np.clip(box, 0, (width, height, width, height)).tolist()), 1.0)
        return self._proposed(pyramid, round(width * height * close_pixels(area) / area), box)

    def _second_pass_pixels(self, size_wh: tuple[int, int], heights_px: NDArray[np.float32]) -> int:
        """Return the pixels of a second pass after cards of these heights were detected, 0 for no second pass."""
        own, most = size_wh[0] * size_wh[1], CLOSER**2 * LOOK_PIXELS
        if self._settings.enlarged and own < most:
            return min(most, CLOSER**2 * own)
        small_px = self._settings.small_share * min(size_wh)
        closer = min(most, own // 2)
        # Half of the cards: one that is just being turned over appears low as well.
        is_small = len(heights_px) > 0 and bool(np.median(heights_px) < small_px)
        return closer if is_small and closer > LOOK_PIXELS else 0

    def _proposed(self, pyramid: Pyramid, pixels: int, within: Box | None) -> Proposals:
        proposals = self._proposal_network.propose(pyramid, self._settings.propose, pixels, within)
        return proposals.kept(card_shaped(proposals.quads, cell_px(pyramid.size_wh, pixels)))

    def _refined(self, pyramid: Pyramid, found: Proposals, refiner: CornerRefiner) -> Proposals:
        close = refiner.refine(pyramid, found.quads)
        scores = np.sqrt(found.scores * close.card).astype(np.float32)
        better = Proposals(close.quads, scores, close.down > 0.5)
        return better.kept(card_shaped(better.quads, cell_px(pyramid.size_wh)))
