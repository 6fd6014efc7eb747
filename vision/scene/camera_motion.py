"""Motion of the whole picture between two frames, when somebody bumps into the camera."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Homography, Points, project, upright_quad
from vision.pyramid import input_pixel, input_size
from vision.types import Frame

CHANGE_LEVELS: Final = 10.0
"""Grey levels by which the mean of some pixels changes only if something moves: noise leaves a cell of 8 by 8 under 3,
and 16 samples of a card under 5. A feature must stand out by as many: cloth counts where there is no print."""

LEAST_FOUND: Final = 8
WITHIN_PX: Final = 1.5
"""Least number of matched features; and largest distance of one from the motion's prediction, in input pixels."""


@dataclass(frozen=True, slots=True)
class Features:
    """Keypoints of a frame, shape (n, 2) in its pixels, and their descriptors."""

    places: Points
    descriptors: NDArray[np.uint8]
    size_wh: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Motion:
    """Motion of a picture: the homography (shift, turn and size), and the distance of each matched keypoint from the
    prediction and from its old place, in input pixels."""

    homography: Homography
    places: Points
    off_px: NDArray[np.float32]
    gone_px: NDArray[np.float32]
    furthest_px: float
    input_px: float
    """Pixels of the picture per input pixel."""

    @property
    def moved(self) -> bool:
        """Whether the picture moved: all features together are more exact than each."""
        return self.furthest_px > WITHIN_PX / 4

    def agrees_with(self, other: Motion) -> bool:
        """Return whether both motions move this one's keypoints to places that no feature could distinguish."""
        apart = project(self.places, self.homography) - project(self.places, other.homography)
        return float(np.linalg.norm(apart, axis=1).max()) <= WITHIN_PX * self.input_px

    @property
    def is_clear(self) -> bool:
        """Whether most matched features moved alike: then no other evidence is needed."""
        return bool(np.mean(self.off_px < WITHIN_PX) > 0.5)

    def outvotes_rest(self, counted: NDArray[np.bool_]) -> bool | None:
        """Return whether more of the counted keypoints moved with this motion than rested; None if neither did."""
        moved = np.count_nonzero(counted & (self.off_px < WITHIN_PX) & (self.gone_px >= WITHIN_PX))
        stayed = np.count_nonzero(counted & (self.gone_px < WITHIN_PX) & (self.off_px >= WITHIN_PX))
        return None if moved + stayed < LEAST_FOUND else bool(moved > stayed)


def features_of(frame: Frame) -> Features:
    """Describe a frame by its corners and blobs."""
    size_wh = frame.shape[1], frame.shape[0]
    input_px = input_pixel(size_wh)
    small = cv2.resize(frame, input_size(size_wh), interpolation=cv2.INTER_AREA)
    orb = cv2.ORB_create(fastThreshold=round(CHANGE_LEVELS))  # type: ignore[attr-defined]
    keypoints, descriptors = orb.detectAndCompute(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), None)
    places = np.array([one.pt for one in keypoints], np.float32).reshape(-1, 2) * np.float32(input_px)
    return Features(places, np.zeros((0, 32), np.uint8) if descriptors is None else descriptors, size_wh)


def motion_between(before: Features, after: Features) -> Motion | None:
    """Return the motion of the picture; None if too few features match."""
    if not len(before.descriptors) or not len(after.descriptors):
        return None
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(before.descriptors, after.descriptors)
    if len(matches) < LEAST_FOUND:
        return None
    source = before.places[[one.queryIdx for one in matches]]
    target = after.places[[one.trainIdx for one in matches]]
    input_px = input_pixel(before.size_wh)
    similar = _similarity(source, target, WITHIN_PX * input_px)
    if similar is None:
        return None
    homography = np.vstack([similar, (0, 0, 1)]).astype(np.float64)
    corners = upright_quad(before.size_wh)
    furthest = float(np.linalg.norm(project(corners, homography) - corners, axis=1).max()) / input_px
    off_px = np.linalg.norm(project(source, homography) - target, axis=1) / input_px
    gone_px = np.linalg.norm(source - target, axis=1) / input_px
    return Motion(
        homography, source, off_px.astype(np.float32), gone_px.astype(np.float32), furthest, input_px
    )


def _similarity(source: Points, target: Points, within_px: float) -> NDArray[np.float64] | None:
    found: NDArray[np.float64] | None
    found, _ = cv2.estimateAffinePartial2D(source, target, ransacReprojThreshold=within_px)  # type: ignore[assignment]
    return found


def moved_picture(
    picture: NDArray[np.float32], motion: Homography, scale: float, unknown: float
) -> NDArray[np.float32]:
    """Warp a small picture as its frame moved (``scale`` of its pixels per pixel of the frame); newly visible parts are
    ``unknown``."""
    smaller = np.diag([scale, scale, 1]) @ motion @ np.diag([1 / scale, 1 / scale, 1])
    size_wh = picture.shape[1], picture.shape[0]
    moved = cv2.warpPerspective(
        picture, smaller, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=unknown
    )
    return np.asarray(moved, np.float32)
