"""Verification: comparison of a rectified crop's local features with the card's own at their places.

The crop is already straight, so a feature of the right card is near its place, at its size and angle. That is a far
stronger test than a free search: text and suit signs repeat, but not at the same places; and the visible part of a
covered card suffices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import CORNER_REACH, SAME_SIZE, rectify
from vision.recognition.gallery import Gallery, GalleryFeatures
from vision.recognition.local_features import ALIKE, Keypoints, LocalFeatures, describe, unpacked
from vision.types import Frame, Quad

HEIGHT_PX: Final = (160, 340)
"""Bounds of the height at which crops are described, which is the camera's own."""

FEATURES: Final = 240
"""Features of a crop, the strongest; more cost time and are small."""

TURN: Final = 0.5
"""Largest turn of a feature, in radians, and largest change of size, as a logarithm, combined in one number."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence from local features for one face in one way up.

    ``inliers`` are features at their places; ``spread`` is the smaller standard deviation of their places, in card
    heights (lettering is on a line); ``weight`` is the sum over inliers of how clearly they match, 0 to 1 each.
    """

    inliers: int
    spread: float
    weight: float


NOTHING: Final = Evidence(0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Similar and close features of a crop and of a face: indices, places (n, 2) in card heights, dot products; all
    arrays have length n."""

    crop: NDArray[np.intp]
    face: NDArray[np.intp]
    crop_xy: NDArray[np.float32]
    face_xy: NDArray[np.float32]
    similarity: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.similarity)

    def where(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> _Pairs:
        """Return some of the pairs, by mask or index."""
        return _Pairs(*(getattr(self, f.name)[chosen] for f in fields(self)))


class Verifier:
    """Compares rectified crops with the local features of chosen faces (numbered as in the galleries, in order).

    The features stay in the galleries, packed, and a face's are unpacked when it is compared: as floats those of
    Rider-Waite-Smith alone take 29 MB.
    """

    def __init__(self, galleries: Sequence[Gallery]) -> None:
        self._features: list[tuple[GalleryFeatures, slice]] = []
        self._aspects: list[float] = []
        for gallery in galleries:
            bounds = np.searchsorted(gallery.features.card, np.arange(len(gallery.codes) + 1))
            for start, end in pairwise(bounds.tolist()):
                self._features.append((gallery.features, slice(start, end)))
                self._aspects.append(gallery.aspect)

    def known(self, face: int) -> LocalFeatures:
        """Return the local features of a face; keypoints in card heights."""
        features, rows = self._features[face]
        return LocalFeatures(features.keypoints[rows], unpacked(features.descriptors[rows]))

    def describe(self, frame: Frame, quad: Quad, aspect: float) -> LocalFeatures:
        """Describe the card inside a quad; keypoints in card heights from its upper left corner."""
        side = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
        height = int(np.clip(round(float(side)), *HEIGHT_PX))
        features = describe(rectify(frame, quad, (round(height * aspect), height)), FEATURES, contrast=0.02)
        unit = np.array([1 / height, 1 / height, 1 / height, 1], np.float32)
        return LocalFeatures(features.keypoints * unit, features.descriptors)

    def verify(self, crop: LocalFeatures, face: int) -> tuple[Evidence, Evidence]:
        """Return the evidence for one face: upright, and upside down."""
        known = self.known(face)
        similar = crop.descriptors @ known.descriptors.T
        upside_down = turned_keypoints(crop.keypoints, self._aspects[face])
        return (
            fitted(close_pairs(similar, crop.keypoints, known.keypoints)),
            fitted(close_pairs(similar, upside_down, known.keypoints)),
        )


def turned_keypoints(keypoints: Keypoints, aspect: float) -> Keypoints:
    """Return keypoints, in card heights, as they are when the card is turned by half."""
    x, y, size, angle = keypoints.T
    return np.stack([aspect - x, 1 - y, size, (angle + 180) % 360], axis=1).astype(np.float32)


def close_pairs(similar: NDArray[np.float32], crop: Keypoints, face: Keypoints) -> _Pairs:
    """Pair features that are similar (``similar``: dot products), near each other, and of like turn and size.

    Before the corners are corrected a feature may be as far from its place as a card's sides differ; then as far as
    corners err: printings differ, cards bend.
    """
    mask = similar > ALIKE
    for axis in (0, 1):
        mask &= np.abs(crop[:, None, axis] - face[None, :, axis]) < SAME_SIZE
    i, j = np.nonzero(mask)
    angle = np.radians(np.abs((crop[i, 3] - face[j, 3] + 180) % 360 - 180))
    growth = np.abs(np.log(crop[i, 2] / face[j, 2]))
    good = (angle < TURN) & (growth < TURN)
    i, j = i[good], j[good]
    return _Pairs(i, j, crop[i, :2], face[j, :2], similar[i, j])


def fitted(pairs: _Pairs) -> Evidence:
    """Return the pairs' evidence once the crop's corners are corrected."""
    affine = corner_correction(single(pairs))
    return NOTHING if affine is None else evidence(single(near(pairs, affine, CORNER_REACH)))


def near(pairs: _Pairs, affine: NDArray[np.float32], reach: float) -> _Pairs:
    """Keep the pairs whose places agree to ``reach`` when the crop's are mapped by ``affine``."""
    places = pairs.crop_xy @ affine[:, :2].T + affine[:, 2]
    return pairs.where(np.linalg.norm(places - pairs.face_xy, axis=1) < reach)


def single(pairs: _Pairs) -> _Pairs:
    """Use each feature once: the most similar pairs first."""
    pairs = pairs.where(np.argsort(-pairs.similarity, kind="stable"))
    for side in ("crop", "face"):
        pairs = pairs.where(np.sort(np.unique(getattr(pairs, side), return_index=True)[1]))
    return pairs


def corner_correction(pairs: _Pairs) -> NDArray[np.float32] | None:
    """Fit an affine map from the crop's places to the face's; None unless it is close to the identity."""
    if len(pairs) < 4:
        return None
    cv2.setRNGSeed(1)
    affine, _ = cv2.estimateAffine2D(
        pairs.crop_xy, pairs.face_xy, method=cv2.RANSAC, ransacReprojThreshold=CORNER_REACH, maxIters=300
    )
    if affine is None or np.abs(affine[:, :2] - np.eye(2)).max() > 0.3:
        return None
    return np.asarray(affine, np.float32)


def evidence(pairs: _Pairs) -> Evidence:
    """Sum up pairs at their places; several features on one spot count as one, lettering on a line for nothing:
    distances within corner errors do not count."""
    cells = np.round(pairs.face_xy / CORNER_REACH).astype(int)
    pairs = pairs.where(np.sort(np.unique(cells, axis=0, return_index=True)[1]))
    if len(pairs) < 3:
        return NOTHING
    spread = np.sqrt(max(np.linalg.eigvalsh(np.cov(pairs.face_xy.T))[0], 0.0))
    if spread < CORNER_REACH:
        return NOTHING
    clear = (pairs.similarity - ALIKE) / (1 - ALIKE)
    return Evidence(len(pairs), float(spread), float(clear.sum()))
