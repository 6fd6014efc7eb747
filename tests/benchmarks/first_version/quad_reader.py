"""Reading given quads by local features alone, either way up, as the first version did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import homography_between, points_inside, turned_half, upright_quad, widened
from vision.overlap import quad_iou
from vision.recognition.feature_poses import WIDE_REACH, FeaturePose, FeatureScene, agreeing, refined
from vision.recognition.feature_search import FeatureSearch, confidence, passes
from vision.recognition.local_features import LocalFeatures, describe
from vision.types import Candidate, Face, Frame, Quad, Reading, ReadRequest

TRIED_NAMES: Final = 4
"""Names that are tried in full on a given quad, for each way up."""

MARGIN: Final = 1.15
"""How much more than a given quad is described: its corners may be loose."""

WORTH_A_MENTION: Final = 5
"""Distinct keypoints from which a name that is not clear enough is a candidate."""

SAME_PLACE_IOU: Final = 0.4
"""A pose that shares less with the quad it was asked about is another card's."""


class QuadReader:
    """Names cards where it is asked about; implements ``vision.types.Reader``."""

    def __init__(self, search: FeatureSearch) -> None:
        self._search = search

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Answer each request, in order; one whose features do not speak clearly gets no name."""
        if not requests:
            return []
        return self.read_in(self.scene_around(frame, [request.quad for request in requests]), requests)

    def read_in(self, scene: FeatureScene, requests: Iterable[ReadRequest]) -> list[Reading]:
        """Answer requests about a scene that is described already."""
        return [self._read_one(scene, request) for request in requests]

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
        return self._search.compared(shown, (frame.shape[1], frame.shape[0]))

    def _read_one(self, scene: FeatureScene, request: ReadRequest) -> Reading:
        poses = [p for p in _poses_in(scene, request.quad) if quad_iou(p.quad, request.quad) > SAME_PLACE_IOU]
        best = max(poses, key=lambda pose: pose.distinct, default=None)
        if best is not None and passes(best):
            return self._search.reading(best)
        candidates = _candidates(scene, poses)
        return Reading(request.quad, request.face if not candidates else Face.UP, candidates=candidates)


def _poses_in(scene: FeatureScene, quad: Quad) -> Iterable[FeaturePose]:
    for way_up in (quad, turned_half(quad)):
        counts = _names_in(scene, way_up)
        for name in np.argsort(-counts, kind="stable")[:TRIED_NAMES].tolist():
            pose = refined(scene, name, homography_between(_outline(scene, name), way_up))
            if pose is not None:
                yield pose


def _names_in(scene: FeatureScene, quad: Quad) -> NDArray[np.intp]:
    """Count for every name the keypoints that speak for it, were it to fill the quad; shape (names,)."""
    counted = agreeing(scene, homography_between(_outline(scene, 0), quad), WIDE_REACH)
    return np.asarray(counted.sum(axis=0), np.intp)


def _outline(scene: FeatureScene, name: int) -> Quad:
    return upright_quad((scene.index.aspect_of(name), 1.0))


def _candidates(scene: FeatureScene, poses: Iterable[FeaturePose]) -> tuple[Candidate, ...]:
    worthy = [pose for pose in poses if pose.distinct >= WORTH_A_MENTION]
    by_code: dict[str, float] = {}
    for pose in sorted(worthy, key=lambda pose: -pose.distinct):
        by_code.setdefault(scene.index.codes[pose.name], confidence(pose))
    return tuple(by_code.items())[:3]
