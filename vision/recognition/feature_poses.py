"""Poses of cards from matched features, with the picture's support for each.

Every match of two features proposes a whole pose (place, size, angle). Matches of a name that agree are a group; a
group gives a map by RANSAC; the map then collects every keypoint whose likeliest feature of that name is where the map
predicts (guided matching). The same is counted for all other names in the same pose: its rivals. By chance a keypoint
passes about once in three thousand times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import (
    Homography,
    Points,
    is_card_shaped,
    points_inside,
    project,
    quad_area,
    upright_quad,
)
from vision.overlap import FEATURE_IOU, quad_iou, share_inside
from vision.recognition.feature_index import FeatureIndex, Similarities
from vision.recognition.local_features import Keypoints
from vision.types import Quad

RATIO: Final = 0.86
"""Ratio test between names: lenient, because the geometry decides."""

LEAST_MATCHES: Final = 4
"""Least number of agreeing matches in a group: an affine map alone takes three."""

MOST_GROUPS: Final = 48
ANGLE_DEG: Final = 25.0
SCALE: Final = 1.5
CENTRE: Final = 0.25
"""Largest distance between the centres of agreeing poses, in card heights."""

WIDE_REACH: Final = 0.07
REACH: Final = 0.035
"""Largest distance of a feature from its place, in card heights: drawings differ between printings, cards bend."""

LEAST_FOR_PERSPECTIVE: Final = 10
"""Matches below which the map remains affine: a homography would fit noise."""


@dataclass(frozen=True, slots=True)
class FeatureScene:
    """A picture's features, compared with an index; ``size_wh`` is the picture's."""

    keypoints: Keypoints
    similarities: Similarities
    index: FeatureIndex
    size_wh: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FeaturePose:
    """A card of one name somewhere in the picture, with its support.

    ``homography`` takes card units (height 1) to pixels. ``keypoints`` indexes the picture's keypoints at their
    predicted places; ``distinct`` counts those among them that are more similar to this name than to any other;
    ``spread`` is the smaller standard deviation of their places on the card in card heights (lettering is on one line);
    ``rival`` is how many keypoints of the same place the best other name explains and this one does not: the right name
    explains nearly all that its look-alikes do. ``surrounded`` counts all keypoints inside the outline.
    """

    name: int
    face: int
    quad: Quad
    homography: Homography
    keypoints: NDArray[np.intp]
    distinct: int
    spread: float
    rival: int
    rival_name: int
    surrounded: int

    @property
    def inliers(self) -> int:
        """Number of keypoints at their predicted places."""
        return len(self.keypoints)


@dataclass(frozen=True, slots=True)
class _Matches:
    """Matched features of one name: keypoints of the picture, features of the index, poses they propose.

    ``proposal`` has shape (n, 4): centre x and y, log of the card's height in pixels, turn in radians.
    """

    keypoint: NDArray[np.intp]
    feature: NDArray[np.intp]
    proposal: NDArray[np.float32]

    def subset(self, which: NDArray[np.bool_]) -> _Matches:
        return _Matches(self.keypoint[which], self.feature[which], self.proposal[which])


def find_poses(scene: FeatureScene) -> list[FeaturePose]:
    """Return the poses that the picture supports, best first; no two share keypoints or a place."""
    top, ratio = scene.similarities.winners()
    good = ratio < RATIO
    groups: list[tuple[int, _Matches]] = []
    for name in range(len(scene.index.codes)):
        matches = _matches(scene, name, np.flatnonzero(good & (top == name)))
        groups += [(name, group) for group in _groups(matches)]
    groups.sort(key=lambda pair: -len(pair[1].keypoint))
    poses = [pose for name, group in groups[:MOST_GROUPS] if (pose := _fitted(scene, name, group))]
    return list(_apart(sorted(poses, key=lambda pose: -pose.distinct)))


def _matches(scene: FeatureScene, name: int, keypoint: NDArray[np.intp]) -> _Matches:
    feature = scene.similarities.feature[keypoint, name]
    found, stored = scene.keypoints[keypoint], scene.index.keypoints[feature]
    aspects = np.array([scene.index.faces[f].aspect for f in scene.index.face[feature]], np.float32)
    turn = np.radians(found[:, 3] - stored[:, 3])
    height = found[:, 2] / np.maximum(stored[:, 2], 1e-6)
    dx, dy = aspects / 2 - stored[:, 0], 0.5 - stored[:, 1]
    x = found[:, 0] + height * (np.cos(turn) * dx - np.sin(turn) * dy)
    y = found[:, 1] + height * (np.sin(turn) * dx + np.cos(turn) * dy)
    return _Matches(keypoint, feature, np.stack([x, y, np.log(height), turn], axis=1).astype(np.float32))


def _groups(matches: _Matches) -> Iterator[_Matches]:
    """Yield groups of matches whose poses agree, the largest first, until none is left."""
    while len(matches.keypoint) >= LEAST_MATCHES:
        agree = _agreement(matches.proposal)
        members = agree[int(agree.sum(axis=1).argmax())]
        if members.sum() < LEAST_MATCHES:
            return
        yield matches.subset(members)
        matches = matches.subset(~members)


def _agreement(proposal: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which proposals agree pairwise, shape (n, n), at the row's own scale."""
    x, y, scale, turn = (column[:, None] - column[None, :] for column in proposal.T)
    reach = CENTRE * np.exp(proposal[:, 2])[:, None]
    near = np.hypot(x, y) < reach
    same_turn = np.cos(turn) > np.cos(np.radians(ANGLE_DEG))
    return np.asarray(near & same_turn & (np.abs(scale) < np.log(SCALE)), np.bool_)


def _fitted(scene: FeatureScene, name: int, group: _Matches) -> FeaturePose | None:
    source = scene.index.keypoints[group.feature, :2]
    target = scene.keypoints[group.keypoint, :2]
    height_px = float(np.exp(np.median(group.proposal[:, 2])))
    affine = _affine(source, target, 0.04 * height_px)
    return None if affine is None else refined(scene, name, affine)


def _affine(source: Points, target: Points, threshold_px: float) -> Homography | None:
    result: tuple[Any, Any] = cv2.estimateAffine2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=threshold_px, maxIters=500
    )
    return None if result[0] is None else np.vstack([result[0], [0.0, 0.0, 1.0]])


def refined(scene: FeatureScene, name: int, homography: Homography) -> FeaturePose | None:
    """Collect a map's support and fit the map to it, twice; None where no card can have this outline."""
    for reach in (WIDE_REACH, REACH):
        if not _is_plausible(_outline(scene, name, homography), scene.size_wh):
            return None
        found = np.flatnonzero(agreeing(scene, homography, reach, name)[:, 0])
        if len(found) < LEAST_MATCHES:
            return None
        homography = _fit(scene, name, found, homography)
    return _pose(scene, name, homography)


def _fit(scene: FeatureScene, name: int, keypoint: NDArray[np.intp], before: Homography) -> Homography:
    feature = scene.similarities.feature[keypoint, name]
    source, target = scene.index.keypoints[feature, :2], scene.keypoints[keypoint, :2]
    threshold_px = 0.02 * np.sqrt(abs(quad_area(_outline(scene, name, before))))
    if len(keypoint) >= LEAST_FOR_PERSPECTIVE:
        result: tuple[Any, Any] = cv2.findHomography(source, target, cv2.RANSAC, threshold_px, maxIters=500)
        fitted = result[0]
    else:
        fitted = _affine(source, target, threshold_px)
    return before if fitted is None else np.asarray(fitted, np.float64)


def _outline(scene: FeatureScene, name: int, homography: Homography) -> Quad:
    return project(upright_quad((scene.index.aspect_of(name), 1.0)), homography)


def _is_plausible(quad: Quad, size_wh: tuple[int, int]) -> bool:
    if not np.isfinite(quad).all() or not is_card_shaped(quad):
        return False
    return share_inside(quad, size_wh) > 0.3


def agreeing(
    scene: FeatureScene, homography: Homography, reach: float, name: int | None = None
) -> NDArray[np.bool_]:
    """Return which keypoints are, under a map, at the place of their likeliest feature of each name.

    Shape (keypoints, names), or (keypoints, 1) for one name.
    """
    names = slice(None) if name is None else slice(name, name + 1)
    feature = scene.similarities.feature[:, names]
    agree = np.zeros(feature.shape, np.bool_)
    row, column = np.nonzero(feature >= 0)
    if not len(row):
        return agree
    expected = laid_out(scene.index.keypoints[feature[row, column]], homography)
    found = scene.keypoints[row]
    reach_px = reach * _height_px(_outline(scene, name or 0, homography))
    near = np.hypot(expected[:, 0] - found[:, 0], expected[:, 1] - found[:, 1]) < reach_px
    turn = np.cos(np.radians(expected[:, 3] - found[:, 3])) > np.cos(np.radians(ANGLE_DEG))
    size = np.abs(np.log(expected[:, 2] / found[:, 2])) < np.log(SCALE)
    agree[row, column] = near & turn & size
    return agree


def _height_px(quad: Quad) -> float:
    """Return the height of an upright card of this area and of tarot proportions."""
    return float(np.sqrt(abs(quad_area(quad)) / 0.6))


def laid_out(keypoints: Keypoints, homography: Homography) -> Keypoints:
    """Map keypoints through a homography with their sizes and angles (its derivative at each of them)."""
    x, y = keypoints[:, 0].astype(np.float64), keypoints[:, 1].astype(np.float64)
    h = homography
    depth = h[2, 0] * x + h[2, 1] * y + h[2, 2]
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    u = (h[0, 0] * x + h[0, 1] * y + h[0, 2]) / depth
    v = (h[1, 0] * x + h[1, 1] * y + h[1, 2]) / depth
    ux, uy = (h[0, 0] - u * h[2, 0]) / depth, (h[0, 1] - u * h[2, 1]) / depth
    vx, vy = (h[1, 0] - v * h[2, 0]) / depth, (h[1, 1] - v * h[2, 1]) / depth
    size = keypoints[:, 2] * np.sqrt(np.maximum(np.abs(ux * vy - uy * vx), 1e-12))
    cos, sin = np.cos(np.radians(keypoints[:, 3])), np.sin(np.radians(keypoints[:, 3]))
    angle = np.degrees(np.arctan2(vx * cos + vy * sin, ux * cos + uy * sin))
    return np.stack([u, v, size, angle], axis=1).astype(np.float32)


def _pose(scene: FeatureScene, name: int, homography: Homography) -> FeaturePose | None:
    quad = _outline(scene, name, homography)
    if not _is_plausible(quad, scene.size_wh):
        return None
    near = _near(scene.keypoints, quad)
    fits = agreeing(_cut(scene, near), homography, REACH)
    own = near[fits[:, name]]
    if len(own) < LEAST_MATCHES:
        return None
    unexplained = (fits & ~fits[:, name : name + 1]).sum(axis=0)
    best = scene.similarities.best[own]
    features = scene.similarities.feature[own, name]
    return FeaturePose(
        name=name,
        face=int(np.bincount(scene.index.face[features]).argmax()),
        quad=quad,
        homography=homography,
        keypoints=own,
        distinct=int((best.argmax(axis=1) == name).sum()),
        spread=_spread(scene.index.keypoints[features, :2]),
        rival=int(unexplained.max()),
        rival_name=int(unexplained.argmax()),
        surrounded=int(points_inside(scene.keypoints[near, :2], quad).sum()),
    )


def _near(keypoints: Keypoints, quad: Quad) -> NDArray[np.intp]:
    low, high = quad.min(axis=0), quad.max(axis=0)
    margin = 0.1 * (high - low).max()
    inside = ((keypoints[:, :2] > low - margin) & (keypoints[:, :2] < high + margin)).all(axis=1)
    return np.flatnonzero(inside)


def _cut(scene: FeatureScene, keypoint: NDArray[np.intp]) -> FeatureScene:
    similar = scene.similarities
    part = Similarities(similar.best[keypoint], similar.feature[keypoint])
    return replace(scene, keypoints=scene.keypoints[keypoint], similarities=part)


def _spread(places: NDArray[np.float32]) -> float:
    """Return the smaller standard deviation of points, along the axis in which they vary least."""
    if len(places) < 3:
        return 0.0
    values = np.linalg.eigvalsh(np.cov(places.astype(np.float64).T))
    return float(np.sqrt(max(values[0], 0.0)))


def _apart(poses: list[FeaturePose]) -> Iterator[FeaturePose]:
    """Yield poses unless an earlier one is at the same place or has used their keypoints."""
    kept: list[FeaturePose] = []
    for pose in poses:
        same_place = any(quad_iou(pose.quad, other.quad) > FEATURE_IOU for other in kept)
        used = sum(len(np.intersect1d(pose.keypoints, other.keypoints)) for other in kept)
        if not same_place and used < 0.5 * pose.inliers:
            kept.append(pose)
            yield pose
