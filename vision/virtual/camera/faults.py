"""Faults of a cheap camera: few pixels, halos, burnt whites, drifting colours, noise, bands, blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np

from ...types import Frame
from ..types import Chance

Fault: TypeAlias = Callable[[Chance, Frame], Frame]

FEWEST_LEVELS: Final = 24


def few_pixels(chance: Chance, frame: Frame) -> Frame:
    """Return the frame reduced and enlarged again."""
    share = chance.uniform(0.35, 0.85)
    small = cv2.resize(frame, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    way = cv2.INTER_CUBIC if chance.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, frame.shape[1::-1], interpolation=way), np.uint8)


def halos(chance: Chance, frame: Frame) -> Frame:
    """Return the frame sharpened too much, as webcams do."""
    soft = cv2.GaussianBlur(frame, (0, 0), chance.uniform(0.8, 2.5))
    strength = chance.uniform(0.4, 1.8)
    return np.asarray(cv2.addWeighted(frame, 1 + strength, soft, -strength, 0), np.uint8)


def burnt_whites(chance: Chance, frame: Frame) -> Frame:
    """Return the frame with everything above a level of light white."""
    return np.asarray(cv2.convertScaleAbs(frame, alpha=255 / chance.uniform(150, 245)), np.uint8)


def drifted_white(chance: Chance, frame: Frame) -> Frame:
    """Return the frame with a white balance for another lamp."""
    gain = np.exp(chance.normal(0, 0.14, 3))
    table = (np.arange(256)[:, None] * gain / gain.mean()).clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(frame, table[None].transpose(1, 0, 2)), np.uint8)


def row_noise(chance: Chance, frame: Frame) -> Frame:
    """Return the frame with horizontal stripes of noise, and grey noise."""
    rows = chance.normal(0, chance.uniform(0.5, 5), (frame.shape[0], 1, 1))
    grey = chance.normal(0, chance.uniform(1, 6), (*frame.shape[:2], 1))
    return np.asarray((frame + (rows + grey).astype(np.float32)).clip(0, 255), np.uint8)


def bands(chance: Chance, frame: Frame) -> Frame:
    """Return the frame in few levels of light, or with the dark bands of a flickering lamp."""
    if chance.random() < 0.5:
        step = 256 // int(chance.integers(FEWEST_LEVELS, 4 * FEWEST_LEVELS))
        return np.asarray(frame // step * step + step // 2, np.uint8)
    rows = np.arange(frame.shape[0], dtype=np.float32)
    share = (
        1
        - chance.uniform(0.03, 0.2) * (1 + np.sin(rows / chance.uniform(15, 90) + chance.uniform(0, 6.3))) / 2
    )
    return np.asarray(frame * share[:, None, None].astype(np.float32), np.uint8)


def blocks(chance: Chance, frame: Frame) -> Frame:
    """Return the frame with a camera's compression: JPEG at a low quality, twice at times."""
    for quality in chance.integers(15, 80, int(chance.integers(1, 3))):
        _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
        frame = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return frame


FAULTS: Final[tuple[tuple[Fault, float], ...]] = (
    (few_pixels, 0.35), (halos, 0.25), (burnt_whites, 0.15), (drifted_white, 0.3), (row_noise, 0.4), (bands, 0.1),
    (blocks, 0.4),
)  # fmt: skip
"""All faults in the order of their causes, each with its share of pictures."""


def sense(chance: Chance, frame: Frame) -> Frame:
    """Return a frame with a cheap camera's faults."""
    for fault, share in FAULTS:
        if chance.random() < share:
            frame = fault(chance, frame)
    return frame
