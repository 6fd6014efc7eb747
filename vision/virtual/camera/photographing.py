"""A single picture through a camera: exposure, blur, noise, compression, and the faults of cheap ones."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame
from ..light.rooms import LightMap, glare, light_map
from ..types import Chance
from .faults import sense

NOISE_PX: Final = 1024
DARKEST: Final = 70.0
"""Least level, of 255, of the brightest spot of a scene: darker ones show nothing."""


def expose(chance: Chance, lit: LightMap) -> Frame:
    """Turn light into 8 bits: gain, gamma, burnt-out or dim, grey or faded at times."""
    gain = float(np.exp(chance.normal(0, 0.25)))
    extreme = chance.random()
    if extreme < 0.1:
        gain *= chance.uniform(1.3, 2.6)
    elif extreme < 0.2:
        gain *= chance.uniform(0.2, 0.6)
    bright = float(lit[::8, ::8].mean(axis=2).max()) * gain
    gain *= max(1.0, DARKEST / max(bright, 1.0))
    values = (lit * gain).clip(0, 255) / 255
    gamma = float(np.exp(chance.normal(0, 0.2)))
    frame = np.asarray(cv2.pow(values, gamma) * 255, np.uint8)
    if chance.random() < 0.1:
        frame = np.asarray(
            cv2.cvtColor(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
        )
    if chance.random() < 0.15:
        low, high = chance.uniform(0, 70), chance.uniform(180, 255)
        frame = np.asarray(cv2.convertScaleAbs(frame, alpha=(high - low) / 255, beta=low), np.uint8)
    return frame


def blur(chance: Chance, frame: Frame) -> Frame:
    """Put the picture out of focus, all of it or only far from a line, or move it."""
    kind = chance.random()
    if kind < 0.35:
        return np.asarray(cv2.GaussianBlur(frame, (0, 0), chance.uniform(0.3, 1.8)), np.uint8)
    if kind < 0.45:
        return _motion(chance, frame)
    if kind < 0.52:
        soft = cv2.GaussianBlur(frame, (0, 0), chance.uniform(1.5, 4))
        rows = np.linspace(-1, 1, frame.shape[0], dtype=np.float32) - np.float32(chance.uniform(-0.6, 0.6))
        share = np.minimum(np.abs(rows) * chance.uniform(0.5, 1.5), 1)[:, None, None]
        return np.asarray(frame * (1 - share) + soft * share, np.uint8)
    return frame


def _motion(chance: Chance, frame: Frame) -> Frame:
    size = int(chance.integers(2, 7)) * 2 + 1
    kernel = np.zeros((size, size), np.float32)
    angle, middle = chance.uniform(0, np.pi), size // 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    start, end = np.round(middle - reach).astype(int).tolist(), np.round(middle + reach).astype(int).tolist()
    cv2.line(kernel, start, end, 1.0, 1)
    return np.asarray(cv2.filter2D(frame, -1, kernel / kernel.sum()), np.uint8)


def draw_noise(chance: Chance) -> NDArray[np.int8]:
    """Return a sheet of sensor noise of strength 16 for frames to cut their own from."""
    coarse = cv2.resize(chance.normal(0, 8, (NOISE_PX // 2, NOISE_PX // 2, 3)), (NOISE_PX, NOISE_PX))
    return np.asarray((chance.normal(0, 14, (NOISE_PX, NOISE_PX, 3)) + coarse).clip(-127, 127), np.int8)


def add_noise(chance: Chance, frame: Frame, sheet: NDArray[np.int8]) -> Frame:
    """Add sensor noise, mostly a little."""
    strength = chance.choice([0.0, chance.uniform(0, 0.4), chance.uniform(0.3, 1.2)], p=[0.3, 0.5, 0.2])
    if strength == 0:
        return frame
    height, width = frame.shape[:2]
    if max(height, width) >= NOISE_PX:
        sheet = np.tile(sheet, (height // NOISE_PX + 2, width // NOISE_PX + 2, 1))
    y, x = chance.integers(0, sheet.shape[0] - height), chance.integers(0, sheet.shape[1] - width)
    noise = sheet[y : y + height, x : x + width]
    return np.asarray((frame + noise * np.float32(strength)).clip(0, 255), np.uint8)


def compress(chance: Chance, frame: Frame) -> Frame:
    """Send the picture through JPEG, or through fewer pixels and back, or leave it."""
    kind = chance.random()
    if kind < 0.15:
        small = cv2.resize(frame, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        frame = np.asarray(cv2.resize(small, (frame.shape[1], frame.shape[0])), np.uint8)
    if kind < 0.6:
        _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(25, 95))])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return frame


def photograph(chance: Chance, frame: Frame, spots: NDArray[np.float32], sheet: NDArray[np.int8]) -> Frame:
    """Return a flatly lit scene through a camera; ``spots`` (n, 2) are possible places of glare."""
    lit = frame * light_map(chance, (frame.shape[1], frame.shape[0]))
    if len(spots) and chance.random() < 0.3:
        glare(chance, lit, spots[: int(chance.integers(1, 6))])
    return compress(chance, add_noise(chance, blur(chance, expose(chance, lit)), sheet))


RELIT_SHARE, SENSED_SHARE = 0.4, 0.5
"""Shares of the pictures that are lit again, and that have a cheap camera's faults."""


def seen_by_camera(
    chance: Chance, frame: Frame, spots: NDArray[np.float32], sheet: NDArray[np.int8]
) -> Frame:
    """Return cards on a photograph, or a photograph alone, through a camera: both alike, so that the cards are the only
    difference. A photograph has its own light; at times it gets another. ``spots`` (n, 2) may glare."""
    if chance.random() < RELIT_SHARE:
        frame = photograph(chance, frame, spots, sheet)
    elif chance.random() < 0.5:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), chance.uniform(0.4, 1.2)), np.uint8)
    return sense(chance, frame) if chance.random() < SENSED_SHARE else frame
