"""Search of a whole picture by local features: slow, but without a detector or all corners of a card.

The thresholds of a named pose come from rendered scenes with printings and names that the gallery does not have
(``python -m models.training.calibrate_local``), never from photographs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from vision.geometry import is_reversed
from vision.recognition.feature_index import FeatureIndex
from vision.recognition.feature_poses import FeaturePose, FeatureScene, find_poses
from vision.recognition.gallery import Gallery
from vision.recognition.local_features import LocalFeatures, describe
from vision.types import Face, Frame, Reading

WORKING_SIDE_PX: Final = 1600
MOST_KEYPOINTS: Final = 6000

CONFIDENCE_WEIGHTS: Final = (-0.78, 0.82, -11.17, 2.86)
"""Weights fitted by the calibration to the poses of both built-in decks (120 tables each, seed 2)."""

DISTINCT: Final = 8
CONFIDENT: Final = 0.8
"""Least distinct keypoints and least confidence of a named pose.

On 120 rendered tables a deck (seed 2), cards 70 to 420 pixels high and many half covered, this named 321 of 360
Rider-Waite-Smith cards, whose printing was not in the gallery, and 238 of 360 house cards. Wrong names for cards in the
gallery: none. For 480 cards whose name had been removed: none of Rider-Waite-Smith, 12 of the house deck, whose suits
share their drawings; so a deck is best enrolled whole.
"""


class FeatureSearch:
    """Names the cards of a picture anywhere; implements ``vision.types.Searcher``."""

    def __init__(self, galleries: Sequence[Gallery]) -> None:
        self._galleries = galleries

    @cached_property
    def index(self) -> FeatureIndex:
        """The galleries' features, indexed at the first search."""
        return FeatureIndex(self._galleries)

    def find(self, frame: Frame) -> list[Reading]:
        """Return the readings that are clear enough."""
        return self.named_in(self.scene(frame))

    def scene(self, frame: Frame) -> FeatureScene:
        """Describe a frame (shrunk to ``WORKING_SIDE_PX``) and compare it with the galleries, once."""
        scale = min(1.0, WORKING_SIDE_PX / max(frame.shape[:2]))
        small_wh = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
        small = frame
        if scale < 1.0:
            small = np.asarray(cv2.resize(frame, small_wh, interpolation=cv2.INTER_AREA), np.uint8)
        features = describe(small, MOST_KEYPOINTS)
        keypoints = features.keypoints / np.array([scale, scale, scale, 1], np.float32)
        size_wh = (frame.shape[1], frame.shape[0])
        return self.compared(LocalFeatures(keypoints.astype(np.float32), features.descriptors), size_wh)

    def compared(self, features: LocalFeatures, size_wh: tuple[int, int]) -> FeatureScene:
        """Compare the features of a picture of this size with the galleries."""
        return FeatureScene(features.keypoints, self.index.compare(features.descriptors), self.index, size_wh)

    def named_in(self, scene: FeatureScene) -> list[Reading]:
        """Name the cards of a scene that is described already."""
        return [self.reading(pose) for pose in find_poses(scene) if passes(pose)]

    def reading(self, pose: FeaturePose) -> Reading:
        """Return the named reading of a pose that passes."""
        face = self.index.faces[pose.face]
        return Reading(
            quad=pose.quad,
            face=Face.UP,
            code=face.code,
            deck=face.deck,
            reversed=is_reversed(pose.quad),
            confidence=confidence(pose),
        )


def passes(pose: FeaturePose) -> bool:
    """Return whether a pose may be named."""
    return pose.distinct >= DISTINCT and confidence(pose) >= CONFIDENT


def confidence_inputs(distinct: int, rival: int, inliers: int, spread: float) -> tuple[float, ...]:
    """Return the inputs of :func:`confidence`: a constant, evidence with diminishing steps, rivals, spread."""
    return 1.0, float(np.log1p(distinct)), rival / max(inliers, 1), min(spread, 0.1) * 10


def confidence(pose: FeaturePose) -> float:
    """Return the probability of a pose's name, 0 to 1: a logistic model fitted by the calibration."""
    inputs = confidence_inputs(pose.distinct, pose.rival, pose.inliers, pose.spread)
    return float(1 / (1 + np.exp(-np.dot(CONFIDENCE_WEIGHTS, inputs))))
