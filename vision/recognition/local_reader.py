"""Reading by local features alone: the first version, and the baseline that later ones must beat.

What a pose must show before it is named comes from rendered scenes with printings and names that the gallery
does not know (``python -m models.training.calibrate_local``), never from photographs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry import is_reversed, points_inside, turned_half, widened
from vision.overlap import FEATURE_QUAD_IOU, quad_iou
from vision.recognition.feature_index import FeatureIndex
from vision.recognition.feature_poses import (
    FeaturePose,
    FeatureScene,
    find_poses,
    names_in_quad,
    pose_from_quad,
)
from vision.recognition.gallery import Gallery
from vision.recognition.local_features import LocalFeatures, describe
from vision.types import Candidate, Face, Frame, Quad, Reading, ReadRequest

WORKING_SIDE_PX: Final = 1600
MOST_KEYPOINTS: Final = 6000
TRIED_NAMES: Final = 4
"""Names that are tried in full on a given quad, for each way up."""

MARGIN: Final = 1.15
"""How much more than a given quad is described: its corners may be loose."""

CONFIDENCE_WEIGHTS: Final = (-0.78, 0.82, -11.17, 2.86)
"""Fitted by the calibration to the poses of both built-in decks (120 tables each, seed 2)."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What a pose must show to be named; what shows less is a candidate at most.

    On 120 rendered tables a deck (seed 2), cards 70 to 420 pixels high and many half covered, this named 321 of
    360 Rider-Waite-Smith cards, whose printing was not in the gallery, and 238 of 360 house cards. Wrong names
    for cards whose name was known: none. For 480 cards whose name had been taken out: none of
    Rider-Waite-Smith, 12 of the house deck, whose suits share their drawings; so a deck is best enrolled whole.
    """

    distinct: int = 8
    confidence: float = 0.8
    candidate_distinct: int = 5

    def passes(self, pose: FeaturePose) -> bool:
        """Tell whether the pose may be named."""
        return pose.distinct >= self.distinct and confidence(pose) >= self.confidence

    def is_candidate(self, pose: FeaturePose) -> bool:
        """Tell whether the pose is worth a mention."""
        return pose.distinct >= self.candidate_distinct


class LocalFeatureReader:
    """Names cards by local features, wherever they lie or where they are asked about."""

    def __init__(self, galleries: Sequence[Gallery], bar: Bar = Bar()) -> None:
        self.index = FeatureIndex(galleries)
        self.bar = bar

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
        return self._compared(LocalFeatures(keypoints.astype(np.float32), features.descriptors), size_wh)

    def scene_around(self, frame: Frame, quads: Sequence[Quad]) -> FeatureScene:
        """Describe only what lies in and close around some quads, at the frame's own scale."""
        wide = [widened(quad, MARGIN) for quad in quads]
        corners = np.concatenate(wide)
        low = np.clip(np.floor(corners.min(axis=0)), 0, None).astype(int)
        high = np.maximum(np.ceil(corners.max(axis=0)).astype(int), low + 1)
        part = np.ascontiguousarray(frame[low[1] : high[1], low[0] : high[0]])
        features = describe(part) if part.size else describe(frame[:1, :1])
        keypoints = features.keypoints + np.array([*low, 0, 0], np.float32)
        inside = np.any([points_inside(keypoints[:, :2], quad) for quad in wide], axis=0)
        shown = LocalFeatures(keypoints.astype(np.float32), features.descriptors).subset(inside)
        return self._compared(shown, (frame.shape[1], frame.shape[0]))

    def _compared(self, features: LocalFeatures, size_wh: tuple[int, int]) -> FeatureScene:
        return FeatureScene(features.keypoints, self.index.compare(features.descriptors), self.index, size_wh)

    def search(self, scene: FeatureScene) -> list[Reading]:
        """Name the cards of a scene wherever they lie; what is not clear enough stays out."""
        return [self.reading(pose) for pose in find_poses(scene) if self.bar.passes(pose)]

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Answer each request, in order; one whose features do not speak clearly gets no name."""
        if not requests:
            return []
        scene = self.scene_around(frame, [request.quad for request in requests])
        return self.read_in(scene, requests)

    def read_in(self, scene: FeatureScene, requests: Iterable[ReadRequest]) -> list[Reading]:
        """Answer requests about a scene that is described already."""
        return [self._read_one(scene, request) for request in requests]

    def reading(self, pose: FeaturePose) -> Reading:
        """Turn a pose that passes into a named reading."""
        face = self.index.faces[pose.face]
        return Reading(
            quad=pose.quad,
            face=Face.UP,
            code=face.code,
            deck=face.deck,
            reversed=is_reversed(pose.quad),
            confidence=confidence(pose),
        )

    def _read_one(self, scene: FeatureScene, request: ReadRequest) -> Reading:
        poses = [p for p in self._poses_in(scene, request.quad) if _lies_in(p, request.quad)]
        best = max(poses, key=lambda pose: pose.distinct, default=None)
        if best is not None and self.bar.passes(best):
            return self.reading(best)
        candidates = self._candidates(poses)
        return Reading(request.quad, request.face if not candidates else Face.UP, candidates=candidates)

    def _poses_in(self, scene: FeatureScene, quad: Quad) -> Iterable[FeaturePose]:
        for way_up in (quad, turned_half(quad)):
            counts = names_in_quad(scene, way_up)
            for name in np.argsort(-counts, kind="stable")[:TRIED_NAMES]:
                pose = pose_from_quad(scene, int(name), way_up)
                if pose is not None:
                    yield pose

    def _candidates(self, poses: Iterable[FeaturePose]) -> tuple[Candidate, ...]:
        worthy = sorted(filter(self.bar.is_candidate, poses), key=lambda pose: -pose.distinct)
        by_code: dict[str, float] = {}
        for pose in worthy:
            by_code.setdefault(self.index.codes[pose.name], confidence(pose))
        return tuple(by_code.items())[:3]


class FeatureSearch:
    """Names the cards of a picture wherever they lie; the galleries are indexed at the first search."""

    def __init__(self, galleries: Sequence[Gallery]) -> None:
        self._galleries = galleries
        self._reader: LocalFeatureReader | None = None

    def find(self, frame: Frame) -> list[Reading]:
        """Return what it can name."""
        if self._reader is None:
            self._reader = LocalFeatureReader(self._galleries)
        return self._reader.search(self._reader.scene(frame))


def _lies_in(pose: FeaturePose, quad: Quad) -> bool:
    return quad_iou(pose.quad, quad) > FEATURE_QUAD_IOU


def confidence_inputs(distinct: int, rival: int, inliers: int, spread: float) -> tuple[float, ...]:
    """What :func:`confidence` weighs: a constant, evidence that counts less and less, its rivals, its spread."""
    return 1.0, float(np.log1p(distinct)), rival / max(inliers, 1), min(spread, 0.1) * 10


def confidence(pose: FeaturePose) -> float:
    """How likely a pose's name is right, 0 to 1: a logistic model fitted by the calibration."""
    inputs = confidence_inputs(pose.distinct, pose.rival, pose.inliers, pose.spread)
    return float(1 / (1 + np.exp(-np.dot(CONFIDENCE_WEIGHTS, inputs))))
