"""Enrolment: from one picture a card (or several printings of it) to a gallery.

Of the thousands of features of a scan only those are kept that a camera will see again: every scan is shown to the
feature detector in a number of worse views (smaller, turned, blurred, noisy, dim, compressed), and the features that
return most often win. Features that are similar on cards of other names (lettering, borders, suit signs) go last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import project, upright_quad
from vision.recognition.gallery import Gallery, GalleryFeatures, Numbering, StoredPicture
from vision.recognition.local_features import Keypoints, LocalFeatures, describe, packed
from vision.types import Frame

Printing: TypeAlias = Mapping[str, Frame]
"""The pictures of one printing of a deck, by code."""

Progress: TypeAlias = Callable[[str], None]

SCAN_HEIGHT_PX: Final = 320
"""Height at which scans are described and kept: no camera over a table shows finer detail."""

CONSIDERED: Final = 2
"""Features compared with those of other names, as a multiple of the kept ones."""

PICTURE_QUALITY: Final = 80
RIM_PX: Final = 4
VIEW_HEIGHTS_PX: Final = (80, 320)
"""Heights of the views, drawn evenly on a logarithmic scale."""


@dataclass(frozen=True, slots=True)
class EnrolmentSettings:
    """Thoroughness of an enrolment: features kept and views rendered for each picture."""

    features: int = 240
    views: int = 3
    seed: int = 7


@dataclass(frozen=True, slots=True)
class _Scan:
    """One picture's features in units of the reference printing's card height, with their merit."""

    card: int
    printing: int
    features: LocalFeatures
    merit: NDArray[np.float32]


def enrol(
    deck: str,
    printings: Mapping[str, Printing],
    *,
    order: Numbering = Numbering.RWS,
    provenance: str = "",
    settings: EnrolmentSettings = EnrolmentSettings(),
    keep_pictures: bool = False,
    progress: Progress | None = None,
) -> Gallery:
    """Make a gallery; the first printing is the reference for the cards' outline.

    ``progress`` is called with each card's code. A card may be missing from any printing.
    """
    codes = sorted({code for printing in printings.values() for code in printing})
    names = list(printings)
    scans: list[_Scan] = []
    pictures: list[StoredPicture] = []
    for card, code in enumerate(codes):
        frames = {i: printings[name][code] for i, name in enumerate(names) if code in printings[name]}
        scans += _scans_of(card, frames, settings)
        if keep_pictures:
            pictures += [StoredPicture(card, i, _webp(frame)) for i, frame in frames.items()]
        if progress:
            progress(code)
    return Gallery(
        deck=deck,
        order=order,
        codes=tuple(codes),
        printings=tuple(names),
        aspect=_aspect(printings[names[0]] or next(iter(printings.values()))),
        provenance=provenance,
        features=_chosen(scans, settings.features),
        pictures=tuple(pictures),
    )


def _aspect(printing: Printing) -> float:
    return float(np.median([frame.shape[1] / frame.shape[0] for frame in printing.values()]))


def _webp(frame: Frame) -> bytes:
    quality = [cv2.IMWRITE_WEBP_QUALITY, PICTURE_QUALITY]
    return bytes(cv2.imencode(".webp", at_height(frame, SCAN_HEIGHT_PX), quality)[1])


def at_height(frame: Frame, height_px: int) -> Frame:
    """Shrink a picture to a height; a smaller one is unchanged."""
    if frame.shape[0] <= height_px:
        return frame
    width = max(1, round(frame.shape[1] * height_px / frame.shape[0]))
    return np.asarray(cv2.resize(frame, (width, height_px), interpolation=cv2.INTER_AREA), np.uint8)


def _scans_of(card: int, frames: Mapping[int, Frame], settings: EnrolmentSettings) -> Iterator[_Scan]:
    """Describe all printings of a card and register them to the first one."""
    reference: LocalFeatures | None = None
    for printing, frame in frames.items():
        scan = at_height(frame, SCAN_HEIGHT_PX)
        features = describe(scan)
        merit = _merit(scan, features, np.random.default_rng([settings.seed, card, printing]), settings.views)
        keep = np.argsort(-merit, kind="stable")[: settings.features * CONSIDERED]
        features, merit = features.subset(keep), merit[keep]
        unit = _scaled(features, 1 / scan.shape[0])
        if reference is None:
            reference = unit
        else:
            unit = _laid_onto(unit, reference)
        yield _Scan(card, printing, unit, merit)


def _scaled(features: LocalFeatures, factor: float) -> LocalFeatures:
    keypoints = features.keypoints * np.array([factor, factor, factor, 1], np.float32)
    return LocalFeatures(keypoints, features.descriptors)


def _laid_onto(features: LocalFeatures, reference: LocalFeatures) -> LocalFeatures:
    """Move the features of one printing to the reference's places of the same drawing (borders differ)."""
    similar = features.descriptors @ reference.descriptors.T
    best = similar.argmax(axis=1)
    mutual = similar.argmax(axis=0)[best] == np.arange(len(features))
    good = mutual & (similar[np.arange(len(features)), best] > 0.8)
    if good.sum() < 12:
        return features
    source, target = features.keypoints[good, :2], reference.keypoints[best[good], :2]
    affine, inliers = cv2.estimateAffine2D(source, target, method=cv2.RANSAC, ransacReprojThreshold=0.012)
    if affine is None or inliers.sum() < 12 or not 0.7 < np.linalg.det(affine[:, :2]) < 1.4:
        return features
    homography = np.vstack([affine, [0, 0, 1]])
    keypoints = features.keypoints.copy()
    keypoints[:, :2] = project(keypoints[:, :2], homography)
    keypoints[:, 2] *= np.sqrt(np.linalg.det(affine[:, :2]))
    return LocalFeatures(keypoints, features.descriptors)


def _merit(scan: Frame, features: LocalFeatures, rng: np.random.Generator, views: int) -> NDArray[np.float32]:
    """Count for each feature the worse views in which it is recognised; ties go to larger ones."""
    merit = features.keypoints[:, 2] / np.float32(1e4)
    for _ in range(views):
        view, matrix = worse_view(scan, rng)
        seen = describe(view)
        if len(seen) and len(features):
            merit += _seen_again(features, seen, matrix)
    return merit.astype(np.float32)


def _seen_again(
    features: LocalFeatures, seen: LocalFeatures, matrix: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return for each feature whether the view shows it at its place, at its size, and similar."""
    similar = seen.descriptors @ features.descriptors.T
    best = similar.argmax(axis=1)
    where = project(features.keypoints[best, :2], matrix)
    scale = np.sqrt(abs(np.linalg.det(matrix[:2, :2])))
    size = features.keypoints[best, 2] * scale
    far = np.linalg.norm(where - seen.keypoints[:, :2], axis=1)
    same_size = np.abs(np.log(seen.keypoints[:, 2] / size)) < np.log(1.5)
    right = (far < np.maximum(1.5, 0.4 * size)) & same_size & (similar.max(axis=1) > 0.75)
    again = np.zeros(len(features), np.float32)
    again[best[right]] = 1
    return again


def worse_view(
    scan: Frame, rng: np.random.Generator, heights_px: tuple[int, int] = VIEW_HEIGHTS_PX
) -> tuple[Frame, NDArray[np.float64]]:
    """Render a scan through a poor camera; also return the homography from scan to view."""
    height = float(np.exp(rng.uniform(*np.log(heights_px))))
    angle, tilt = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 1.0)
    scale = height / scan.shape[0]
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[cos, -sin, 0], [sin * tilt, cos * tilt, 0], [0, 0, 1.0]])
    corners = project(upright_quad((scan.shape[1], scan.shape[0])), turn)
    turn[:2, 2] = RIM_PX - corners.min(axis=0)
    size_wh = tuple(int(side) + 2 * RIM_PX for side in np.ceil(np.ptp(corners, axis=0)))
    soft = cv2.GaussianBlur(scan, (0, 0), max(0.01, 0.4 / scale)) if scale < 0.9 else scan
    ground = tuple(rng.uniform(20, 200, 3).tolist())
    view = cv2.warpPerspective(soft, turn, size_wh, flags=cv2.INTER_LINEAR, borderValue=ground)
    return worsened(np.asarray(view, np.uint8), rng), turn


def worsened(view: Frame, rng: np.random.Generator) -> Frame:
    """Blur, dim, tint, add noise and compress, each by chance."""
    blurred = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.2, 1.1)).astype(np.float32)
    gains = rng.uniform(0.45, 1.15) * rng.uniform(0.85, 1.15, 3)
    noisy = blurred * gains.astype(np.float32) + rng.normal(0, rng.uniform(1, 8), view.shape)
    clipped = np.clip(noisy, 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", clipped, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 92))])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _chosen(scans: list[_Scan], limit: int) -> GalleryFeatures:
    """Keep the best features of each scan: those that return, less those that other names have too."""
    likely = np.concatenate([scan.features.descriptors[:limit] for scan in scans])
    cards = np.concatenate([np.full(min(limit, len(scan.features)), scan.card) for scan in scans])
    picked = []
    for scan in scans:
        alike = _alike_elsewhere(scan, likely, cards)
        worth = scan.merit * np.clip((1 - alike) / 0.15, 0.05, 1)
        picked.append((scan, np.sort(np.argsort(-worth, kind="stable")[:limit])))
    return _joined(picked)


def _alike_elsewhere(
    scan: _Scan, descriptors: NDArray[np.float32], cards: NDArray[np.intp]
) -> NDArray[np.float32]:
    """Return the similarity, 0 to 1, of each feature to the most similar one on a card of another name."""
    similar = scan.features.descriptors @ descriptors.T
    similar[:, cards == scan.card] = 0
    return np.asarray(similar.max(axis=1, initial=0), np.float32)


def _joined(picked: list[tuple[_Scan, NDArray[np.intp]]]) -> GalleryFeatures:
    keypoints: list[Keypoints] = [scan.features.keypoints[which] for scan, which in picked]
    descriptors = [packed(scan.features.descriptors[which]) for scan, which in picked]
    cards = [np.full(len(which), scan.card, np.int16) for scan, which in picked]
    printings = [np.full(len(which), scan.printing, np.int16) for scan, which in picked]
    return GalleryFeatures(
        np.concatenate(keypoints),
        np.concatenate(descriptors),
        np.concatenate(cards),
        np.concatenate(printings),
    )
