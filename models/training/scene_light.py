"""Light on the table and the way through a cheap camera: shadows, glare, exposure, blur, noise, JPEG."""

from __future__ import annotations

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn_shapes import value_noise
from vision.types import Frame

LightMap: TypeAlias = NDArray[np.float32]
"""How bright each pixel is lit, shape (height, width, 3), about 1."""

NOISE_PX: Final = 1024
DARKEST: Final = 70.0
"""The brightest spot of a scene is at least this bright, of 255: nobody is asked to see in the dark."""


def light_map(rng: np.random.Generator, size_wh: tuple[int, int]) -> LightMap:
    """Return uneven, coloured light: a slope, pools, a darkened rim, perhaps a hard shadow."""
    width, height = size_wh
    small_wh = (max(8, width // 8), max(8, height // 8))
    y, x = np.mgrid[-1 : 1 : small_wh[1] * 1j, -1 : 1 : small_wh[0] * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    share = 1 + rng.uniform(0, 0.5) * (np.cos(angle) * x + np.sin(angle) * y)
    share = share * (1 - rng.uniform(0, 0.3) * (x * x + y * y) / 2)
    if rng.random() < 0.4:
        share = share * (1 + rng.uniform(0.2, 0.9) * (value_noise(rng, small_wh, rng.uniform(8, 40)) - 0.5))
    if rng.random() < 0.25:
        shadow = _hard_shadow(rng, small_wh)
        share = share * shadow
    tint = np.exp(rng.normal(0, rng.choice([0.03, 0.12, 0.3], p=[0.5, 0.35, 0.15]), 3) * [1.0, 0.35, 0.7])
    if rng.random() < 0.15:
        tint = np.array([rng.uniform(0.25, 0.6), rng.uniform(0.6, 0.85), 1.15])
    coloured = np.asarray(share[..., None] * tint, np.float32)
    return np.asarray(cv2.resize(coloured, size_wh, interpolation=cv2.INTER_LINEAR), np.float32)


def _hard_shadow(rng: np.random.Generator, small_wh: tuple[int, int]) -> NDArray[np.float32]:
    mask = np.zeros((small_wh[1], small_wh[0]), np.float32)
    points = rng.uniform(-0.4, 1.4, (int(rng.integers(3, 6)), 2)) * small_wh
    cv2.fillPoly(mask, [cv2.convexHull(points.astype(np.int32))], 1.0)
    soft = int(rng.integers(0, 6)) * 2 + 1
    return np.asarray(1 - rng.uniform(0.3, 0.85) * cv2.blur(mask, (soft, soft)), np.float32)


def glare(rng: np.random.Generator, lit: LightMap, spots: NDArray[np.float32]) -> None:
    """Add reflections (in place, on a picture of 0..255) near some of the given places, shape (n, 2)."""
    height, width = lit.shape[:2]
    veil = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    for spot in spots:
        at = spot / 4 + rng.normal(0, 4, 2)
        axes = (int(rng.uniform(2, 30)), int(rng.uniform(1, 10)))
        cv2.ellipse(
            veil, (int(at[0]), int(at[1])), axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(60, 300)), -1
        )
    soft = int(rng.integers(1, 10)) * 2 + 1
    veil = cv2.blur(veil, (soft, soft))
    lit += cv2.resize(veil, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]


def expose(rng: np.random.Generator, lit: LightMap) -> Frame:
    """Turn light into 8 bits: gain, gamma, burnt-out or dim, grey or faded at times."""
    gain = float(np.exp(rng.normal(0, 0.25)))
    extreme = rng.random()
    if extreme < 0.1:
        gain *= rng.uniform(1.3, 2.6)
    elif extreme < 0.2:
        gain *= rng.uniform(0.2, 0.6)
    bright = float(lit[::8, ::8].mean(axis=2).max()) * gain
    gain *= max(1.0, DARKEST / max(bright, 1.0))
    values = (lit * gain).clip(0, 255) / 255
    gamma = float(np.exp(rng.normal(0, 0.2)))
    frame = np.asarray(cv2.pow(values, gamma) * 255, np.uint8)
    if rng.random() < 0.1:
        frame = np.asarray(
            cv2.cvtColor(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
        )
    if rng.random() < 0.15:
        low, high = rng.uniform(0, 70), rng.uniform(180, 255)
        frame = np.asarray(cv2.convertScaleAbs(frame, alpha=(high - low) / 255, beta=low), np.uint8)
    return frame


def blur(rng: np.random.Generator, frame: Frame) -> Frame:
    """Put the picture out of focus, all of it or only far from a line, or move it."""
    kind = rng.random()
    if kind < 0.35:
        return np.asarray(cv2.GaussianBlur(frame, (0, 0), rng.uniform(0.3, 1.8)), np.uint8)
    if kind < 0.45:
        return _motion(rng, frame)
    if kind < 0.52:
        soft = cv2.GaussianBlur(frame, (0, 0), rng.uniform(1.5, 4))
        rows = np.linspace(-1, 1, frame.shape[0], dtype=np.float32) - np.float32(rng.uniform(-0.6, 0.6))
        share = np.minimum(np.abs(rows) * rng.uniform(0.5, 1.5), 1)[:, None, None]
        return np.asarray(frame * (1 - share) + soft * share, np.uint8)
    return frame


def _motion(rng: np.random.Generator, frame: Frame) -> Frame:
    size = int(rng.integers(2, 7)) * 2 + 1
    kernel = np.zeros((size, size), np.float32)
    angle, middle = rng.uniform(0, np.pi), size // 2
    reach = np.array([np.cos(angle), np.sin(angle)]) * middle
    start, end = np.round(middle - reach).astype(int).tolist(), np.round(middle + reach).astype(int).tolist()
    cv2.line(kernel, start, end, 1.0, 1)
    return np.asarray(cv2.filter2D(frame, -1, kernel / kernel.sum()), np.uint8)


def draw_noise(rng: np.random.Generator) -> NDArray[np.int8]:
    """Return a sheet of sensor noise of strength 16 that frames cut their own from."""
    coarse = cv2.resize(rng.normal(0, 8, (NOISE_PX // 2, NOISE_PX // 2, 3)), (NOISE_PX, NOISE_PX))
    return np.asarray((rng.normal(0, 14, (NOISE_PX, NOISE_PX, 3)) + coarse).clip(-127, 127), np.int8)


def add_noise(rng: np.random.Generator, frame: Frame, sheet: NDArray[np.int8]) -> Frame:
    """Add sensor noise, mostly a little."""
    strength = rng.choice([0.0, rng.uniform(0, 0.4), rng.uniform(0.3, 1.2)], p=[0.3, 0.5, 0.2])
    if strength == 0:
        return frame
    height, width = frame.shape[:2]
    if max(height, width) >= NOISE_PX:
        sheet = np.tile(sheet, (height // NOISE_PX + 2, width // NOISE_PX + 2, 1))
    y, x = rng.integers(0, sheet.shape[0] - height), rng.integers(0, sheet.shape[1] - width)
    noise = sheet[y : y + height, x : x + width]
    return np.asarray((frame + noise * np.float32(strength)).clip(0, 255), np.uint8)


def compress(rng: np.random.Generator, frame: Frame) -> Frame:
    """Send the picture through JPEG, or through fewer pixels and back, or leave it."""
    kind = rng.random()
    if kind < 0.15:
        small = cv2.resize(frame, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        frame = np.asarray(cv2.resize(small, (frame.shape[1], frame.shape[0])), np.uint8)
    if kind < 0.6:
        _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return frame


def photograph(
    rng: np.random.Generator, frame: Frame, spots: NDArray[np.float32], sheet: NDArray[np.int8]
) -> Frame:
    """Return what a camera makes of a flatly lit scene; ``spots`` (n, 2) are where glare may fall."""
    lit = frame * light_map(rng, (frame.shape[1], frame.shape[0]))
    if len(spots) and rng.random() < 0.3:
        glare(rng, lit, spots[: int(rng.integers(1, 6))])
    return compress(rng, add_noise(rng, blur(rng, expose(rng, lit)), sheet))
