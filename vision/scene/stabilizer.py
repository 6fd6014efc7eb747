"""Hold the picture of a swaying camera still: every frame is mapped onto one reference view.

Corners of the reference view are followed into each frame by pyramidal Lucas-Kanade, and one similarity is fitted to
them by RANSAC; hands and cards that move are its outliers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Homography, Points, project, upright_quad
from vision.pyramid import Pyramid, input_pixel, input_size
from vision.types import Frame

CORNERS: Final = 240
"""Corners of the reference view that are followed, at most."""

LEAST_CORNERS: Final = 24
"""With fewer corners in agreement a motion of the whole picture cannot be told from that of a card."""

AGREE_PX: Final = 1.0
"""A corner agrees with a motion that puts it within so many pixels of the small picture."""

AGREE_SHARE: Final = 0.5
"""The share of the followed corners that must agree: those on hands and cards in motion do not."""

SPREAD_SHARE: Final = 0.15
"""The share of the picture that the corners in agreement must span: a hand moves a few cards together, a camera
everything."""

STANDS_PX: Final = 0.35
"""A picture whose corners have moved by less, in pixels of the frame, is that of a camera that stands."""

REST_S: Final = 1.5
"""A camera that has stood elsewhere for so long has a new reference view."""

RENEW_S: Final = 2.0
"""How old the reference view of a camera that stands becomes, in seconds: light changes, and cards are laid."""

SHARED_SHARE: Final = 0.6
"""The share of a frame that the reference view must still cover; with less, the frame becomes the reference view."""

UNKNOWN_S: Final = 0.7
"""A camera that swayed is waited for so long when no motion explains its frames; then it stands where it was last."""

STANDING: Final[Homography] = np.eye(3)

_FLOW: Final = {
    "winSize": (17, 17),
    "maxLevel": 4,
    "criteria": (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.02),
}

Grey: TypeAlias = NDArray[np.uint8]


@unique
class CameraState(StrEnum):
    """What a frame says of the camera."""

    STANDS = "stands"
    """It is where the reference view was taken."""
    SWAYS = "sways"
    """It has moved; the motion is known."""
    REBASED = "rebased"
    """It has come to rest elsewhere: this frame is the reference view now."""
    UNKNOWN = "unknown"
    """It swayed, and no motion explains the frame: it is blurred or covered."""


@dataclass(frozen=True, slots=True)
class View:
    """How a frame relates to the reference view: ``motion`` maps points of the view to the frame.

    When ``state`` is ``REBASED``, ``motion`` maps points of the former view to this frame, which is the new one.
    """

    state: CameraState
    motion: Homography


STANDING_VIEW: Final = View(CameraState.STANDS, STANDING)


class Stabilizer:
    """Estimates the motion of the whole picture since a reference view, and undoes it."""

    def __init__(self) -> None:
        self._shape: tuple[int, ...] = ()
        self._motion: Homography = STANDING
        self._rest: Homography = STANDING
        self._still: Frame | None = None

    def step(self, frame: Frame, t_s: float, foreground: NDArray[np.bool_] | None = None) -> View:
        """Estimate the motion of a frame, (h, w, 3), at the time ``t_s`` in seconds.

        Corners in the ``foreground`` are left out: a mask over the reference view, (rows, columns) of any size.
        """
        grey = _small(frame)
        if frame.shape != self._shape:
            self._shape = frame.shape
            self._input_px = input_pixel((frame.shape[1], frame.shape[0]))
            self._begin(grey, t_s)
            return View(CameraState.STANDS, self._motion)
        motion = self._motion_to(grey, foreground)
        if motion is None:
            return self._without_motion(grey, t_s)
        self._known_s = t_s
        if self._furthest_px(motion, self._rest) > STANDS_PX:
            self._rest, self._rest_since_s = motion, t_s
        rests = t_s - self._rest_since_s >= REST_S
        if self._furthest_px(motion, STANDING) <= STANDS_PX:
            self._motion = STANDING
            if t_s - self._begun_s >= RENEW_S:
                self._begin(grey, t_s)
            return View(CameraState.STANDS, STANDING)
        self._motion = motion
        if rests or self._shared(motion) < SHARED_SHARE:
            self._begin(grey, t_s)
            return View(CameraState.REBASED, motion)
        return View(CameraState.SWAYS, motion)

    def undo(self, frame: Frame, view: View) -> Frame:
        """Return what the reference view shows now, (h, w, 3); where the frame does not reach, what it showed last."""
        if view.state is not CameraState.SWAYS:
            self._still = frame
            return frame
        size_wh = frame.shape[1], frame.shape[0]
        still = frame.copy() if self._still is None else self._still.copy()
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpPerspective(
            frame, view.motion, size_wh, dst=still, flags=flags, borderMode=cv2.BORDER_TRANSPARENT
        )
        self._still = still
        return still

    def restart(self, frame: Frame, t_s: float) -> None:
        """Take a frame, (h, w, 3), as the reference view."""
        self._begin(_small(frame), t_s)

    def _without_motion(self, grey: Grey, t_s: float) -> View:
        swayed = self._motion is not STANDING
        if swayed and t_s - self._known_s < UNKNOWN_S:
            return View(CameraState.UNKNOWN, self._motion)
        last = self._motion
        self._begin(grey, t_s)
        return View(CameraState.REBASED if swayed else CameraState.STANDS, last)

    def _begin(self, grey: Grey, t_s: float) -> None:
        self._reference, self._begun_s = grey, t_s
        self._corners = _corners_of(grey)
        self._motion = self._rest = STANDING
        self._rest_since_s = self._known_s = t_s

    def _motion_to(self, grey: Grey, foreground: NDArray[np.bool_] | None) -> Homography | None:
        corners = self._corners if foreground is None else _outside(self._corners, grey, foreground)
        if len(corners) < LEAST_CORNERS:
            return None
        scale = np.diag([self._input_px, self._input_px, 1.0])
        guess = project(corners, np.linalg.inv(scale) @ self._motion @ scale)
        found, status, _ = cv2.calcOpticalFlowPyrLK(  # type: ignore[call-overload]
            self._reference, grey, corners, guess.copy(), flags=cv2.OPTFLOW_USE_INITIAL_FLOW, **_FLOW
        )
        seen = status.ravel() > 0
        if np.count_nonzero(seen) < LEAST_CORNERS:
            return None
        fitted, agree = cv2.estimateAffinePartial2D(
            corners[seen], found[seen], ransacReprojThreshold=AGREE_PX, maxIters=500
        )
        if fitted is None:
            return None
        inliers = corners[seen][agree.ravel() > 0]
        if (
            len(inliers) < max(LEAST_CORNERS, AGREE_SHARE * len(corners))
            or _spread(inliers, grey) < SPREAD_SHARE
        ):
            return None
        motion = np.vstack([fitted, (0.0, 0.0, 1.0)])
        return np.asarray(scale @ motion @ np.linalg.inv(scale), np.float64)

    def _furthest_px(self, one: Homography, other: Homography) -> float:
        frame = upright_quad((self._shape[1], self._shape[0]))
        return float(np.linalg.norm(project(frame, one) - project(frame, other), axis=1).max())

    def _shared(self, motion: Homography) -> float:
        """Return the share of the frame that the reference view covers."""
        frame = upright_quad((self._shape[1], self._shape[0]))
        shared, _ = cv2.intersectConvexConvex(frame, project(frame, motion))
        return float(shared) / float(self._shape[0] * self._shape[1])


def _small(frame: Frame) -> Grey:
    size_wh = input_size((frame.shape[1], frame.shape[0]))
    return np.asarray(cv2.cvtColor(Pyramid.of(frame).scaled(size_wh), cv2.COLOR_BGR2GRAY), np.uint8)


def _corners_of(grey: Grey) -> Points:
    found = cv2.goodFeaturesToTrack(grey, CORNERS, 0.01, grey.shape[1] / 60)
    return np.zeros((0, 2), np.float32) if found is None else np.asarray(found.reshape(-1, 2), np.float32)


def _outside(corners: Points, grey: Grey, foreground: NDArray[np.bool_]) -> Points:
    """Return the corners that lie in no cell of the foreground."""
    scale = np.array([foreground.shape[1] / grey.shape[1], foreground.shape[0] / grey.shape[0]])
    cells = np.clip((corners * scale).astype(int), 0, np.array(foreground.shape[::-1]) - 1)
    return np.asarray(corners[~foreground[cells[:, 1], cells[:, 0]]], np.float32)


def _spread(corners: Points, grey: Grey) -> float:
    """Return the share of the picture that lies between the outermost corners."""
    return float(cv2.contourArea(cv2.convexHull(corners))) / float(grey.size)
