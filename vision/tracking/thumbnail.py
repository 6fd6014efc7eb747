"""The look of a card's place in sixty numbers: cheap enough to ask every frame whether anything changed there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import homography_between, project, upright_quad
from vision.scene.background import polygon_mask
from vision.scene.camera_motion import CHANGE_LEVELS
from vision.tracking.settings import LOOKS
from vision.types import Frame, Quad

Thumbnail: TypeAlias = NDArray[np.float32]
"""Mean grey levels of a card's 6 by 10 fields, shape (10, 6); NaN of what lies outside the frame."""

FIELDS_WH: Final = (6, 10)


LIGHT: Final = (0.5, 2.0)
"""What a lamp that flickers, or is switched on, changes the grey levels of a whole card by."""


def thumbnail_of(frame: Frame, quad: Quad) -> Thumbnail:
    """Sample a quad of the frame, as many pixels along each side of a field as looks are averaged: sixteen of them
    bring sensor noise down to a quarter."""
    samples_wh = (FIELDS_WH[0] * LOOKS, FIELDS_WH[1] * LOOKS)
    matrix = homography_between(quad, upright_quad(samples_wh) - np.float32(0.5))
    crop = cv2.warpPerspective(frame, matrix, samples_wh, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    fields = np.asarray(cv2.resize(grey, FIELDS_WH, interpolation=cv2.INTER_AREA), np.float32)
    if (quad < 0).any() or (quad > (frame.shape[1], frame.shape[0])).any():
        inside = cv2.warpPerspective(np.ones(frame.shape[:2], np.uint8), matrix, samples_wh)
        fields[cv2.resize(inside.astype(np.float32), FIELDS_WH, interpolation=cv2.INTER_AREA) < 1] = np.nan
    return fields


def change_between(first: Thumbnail, second: Thumbnail) -> float:
    """Grey levels by which the field that changed most did."""
    return float(_changes(first, second).max(initial=0.0))


def share_changed(first: Thumbnail, second: Thumbnail) -> float:
    """Share of the fields of one place that show different things, 0 to 1: those where a finger lies, or most of them
    once the card was pushed."""
    return float(np.count_nonzero(_changes(first, second) > CHANGE_LEVELS)) / first.size


def changed_fields(first: Thumbnail, second: Thumbnail) -> NDArray[np.bool_]:
    """Return which fields of one place show different things, shape (10, 6), beyond what all changed by; False where
    either is unknown."""
    known = ~np.isnan(first + second)
    changed = np.zeros(first.shape, np.bool_)
    changed[known] = _changes(first, second) > CHANGE_LEVELS
    return changed


def fields_reached(quads: Sequence[Quad], place: Quad) -> NDArray[np.bool_]:
    """Return which fields of a place any of these quads reaches, shape (10, 6)."""
    if not quads:
        return np.zeros(FIELDS_WH[::-1], np.bool_)
    samples_wh = (FIELDS_WH[0] * LOOKS, FIELDS_WH[1] * LOOKS)
    matrix = homography_between(place, upright_quad(samples_wh) - np.float32(0.5))
    reached = polygon_mask((project(quad, matrix) for quad in quads), samples_wh[::-1], 1.0)
    return np.asarray(reached.reshape(FIELDS_WH[1], LOOKS, FIELDS_WH[0], LOOKS).any(axis=(1, 3)), np.bool_)


def _changes(first: Thumbnail, second: Thumbnail) -> NDArray[np.float32]:
    """Grey levels by which each field that both know changed, beyond what all changed by (a lamp that flickers)."""
    known = ~np.isnan(first + second)
    first, second = first[known], second[known]
    if not first.size:
        return first
    gain = _middle((first + 1) / (second + 1))
    return np.abs(first - second * np.float32(min(max(gain, LIGHT[0]), LIGHT[1])))


def _middle(values: NDArray[np.float32]) -> float:
    """The median, near enough: NumPy's own takes ten times as long for sixty numbers."""
    return float(np.sort(values)[values.size // 2])
