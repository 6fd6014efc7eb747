"""What a cheap camera adds to a picture: few pixels, halos, burnt whites, drifting colours, noise, bands, blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.types import Frame

Fault: TypeAlias = Callable[[np.random.Generator, Frame], Frame]

FEWEST_LEVELS: Final = 24


def few_pixels(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return the frame as a smaller one that was enlarged again."""
    share = rng.uniform(0.35, 0.85)
    small = cv2.resize(frame, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    way = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, frame.shape[1::-1], interpolation=way), np.uint8)


def halos(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return the frame sharpened too much, as webcams do."""
    soft = cv2.GaussianBlur(frame, (0, 0), rng.uniform(0.8, 2.5))
    strength = rng.uniform(0.4, 1.8)
    return np.asarray(cv2.addWeighted(frame, 1 + strength, soft, -strength, 0), np.uint8)


def burnt_whites(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return the frame with everything above a level of light gone white."""
    return np.asarray(cv2.convertScaleAbs(frame, alpha=255 / rng.uniform(150, 245)), np.uint8)


def drifted_white(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return the frame with a white balance that suits another lamp."""
    gain = np.exp(rng.normal(0, 0.14, 3))
    table = (np.arange(256)[:, None] * gain / gain.mean()).clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(frame, table[None].transpose(1, 0, 2)), np.uint8)


def row_noise(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return the frame with stripes of noise that lie across it, and grey noise."""
    rows = rng.normal(0, rng.uniform(0.5, 5), (frame.shape[0], 1, 1))
    grey = rng.normal(0, rng.uniform(1, 6), (*frame.shape[:2], 1))
    return np.asarray((frame + (rows + grey).astype(np.float32)).clip(0, 255), np.uint8)


def bands(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return the frame in few levels of light, or with the dark bands of a flickering lamp."""
    if rng.random() < 0.5:
        step = 256 // int(rng.integers(FEWEST_LEVELS, 4 * FEWEST_LEVELS))
        return np.asarray(frame // step * step + step // 2, np.uint8)
    rows = np.arange(frame.shape[0], dtype=np.float32)
    share = 1 - rng.uniform(0.03, 0.2) * (1 + np.sin(rows / rng.uniform(15, 90) + rng.uniform(0, 6.3))) / 2
    return np.asarray(frame * share[:, None, None].astype(np.float32), np.uint8)


def blocks(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return the frame as a camera packs it: JPEG at a low quality, twice at times."""
    for quality in rng.integers(15, 80, int(rng.integers(1, 3))):
        _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(quality)])
        frame = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return frame


FAULTS: Final[tuple[tuple[Fault, float], ...]] = (
    (few_pixels, 0.35), (halos, 0.25), (burnt_whites, 0.15), (drifted_white, 0.3), (row_noise, 0.4), (bands, 0.1),
    (blocks, 0.4),
)  # fmt: skip
"""In the order in which they happen, each with the share of pictures that have it."""


def sense(rng: np.random.Generator, frame: Frame) -> Frame:
    """Return what a cheap camera makes of a frame."""
    for fault, share in FAULTS:
        if rng.random() < share:
            frame = fault(rng, frame)
    return frame
