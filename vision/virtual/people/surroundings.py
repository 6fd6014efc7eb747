"""Surroundings of the table: a person at its end, and captions of a broadcast over the picture."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame
from ..light.lamp import Lighting, lit
from ..sprites import Sheet, Sprite, crop
from ..types import Chance

_FULL_WH = (320, 360)
_SWAY_SHARE = 0.04
_END_SHARE = 0.19
"""Height of the table's far end, where the person sits, as a share of the picture."""

_LINES = (
    "EPISODE 14",
    "Live from the cellar",
    "What do you do?",
    "It opens its eyes.",
    "Round three",
    "Thanks, Ann!",
)


class Person:
    """Head and shoulders beyond the far end of the table; they sway a little, and the mouth moves."""

    def __init__(self, chance: Chance, size_wh: tuple[int, int]) -> None:
        self._size_wh = size_wh
        self._height_px = round(size_wh[1] * float(chance.uniform(0.18, 0.26)))
        self._x, self._phase = float(chance.uniform(0.25, 0.75)), float(chance.uniform(0, 6))
        skin = tuple(np.array([0.5, 0.62, 0.85]) * float(chance.uniform(0.45, 1.05)))
        hair, clothes = tuple(chance.uniform(0.03, 0.35, 3)), tuple(chance.uniform(0.05, 0.7, 3))
        width = round(self._height_px * _FULL_WH[0] / _FULL_WH[1])
        self._sheets = [
            np.asarray(
                cv2.resize(
                    _portrait(skin, hair, clothes, mouth),
                    (width, self._height_px),
                    interpolation=cv2.INTER_AREA,
                ),
                np.float32,
            )
            for mouth in (3, 10, 16)
        ]

    def sprite(self, t_s: float, light: Lighting) -> Sprite | None:
        """Return the person at a time; None if outside the picture."""
        sway = math.sin(1.3 * t_s + self._phase) + 0.4 * math.sin(3.1 * t_s)
        sheet = self._sheets[int(5 * t_s + self._phase) * 7 % 5 % len(self._sheets)]
        height, width = sheet.shape[:2]
        left = round(self._x * self._size_wh[0] + _SWAY_SHARE * width * sway - width / 2)
        top = round(_END_SHARE * self._size_wh[1] - height * (1 + 0.02 * sway))
        whole = Sprite(sheet, (left, top, left + width, top + height))
        shown = crop(whole, (0, 0, *self._size_wh))
        return None if shown is None else lit(shown, light)


def _portrait(
    skin: tuple[float, ...], hair: tuple[float, ...], clothes: tuple[float, ...], mouth: int
) -> Sheet:
    """Draw a face from the front, with its hair, neck and shoulders."""
    width, height = _FULL_WH
    colour, alpha = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    middle = width // 2

    def blob(centre: tuple[int, int], half: tuple[int, int], bgr: tuple[float, ...]) -> None:
        for canvas, value in ((colour, bgr), (alpha, (1.0,))):
            cv2.ellipse(canvas, centre, half, 0, 0, 360, value, -1, cv2.LINE_AA)

    blob((middle, 390), (155, 130), clothes)
    blob((middle, 140), (88, 112), hair)
    blob((middle, 250), (34, 46), tuple(0.85 * value for value in skin))
    blob((middle, 160), (70, 92), skin)
    for side in (-1, 1):
        blob((middle + 28 * side, 145), (13, 7), (0.9, 0.92, 0.93))
        blob((middle + 28 * side, 145), (6, 6), (0.12, 0.1, 0.08))
        cv2.line(colour, (middle + 16 * side, 127), (middle + 42 * side, 125), hair, 4, cv2.LINE_AA)
    blob((middle, 176), (9, 14), tuple(0.9 * value for value in skin))
    blob((middle, 212), (24, mouth), (0.25, 0.25, 0.55))
    soft = cv2.GaussianBlur(colour, (0, 0), 1.5)
    return np.concatenate([soft * alpha[..., None], alpha[..., None]], -1)


class Captions:
    """A title in a corner, a sign in another, and below a line that changes every few seconds."""

    def __init__(self, chance: Chance, size_wh: tuple[int, int]) -> None:
        self._size_wh, self._unit = size_wh, size_wh[1] / 360
        self._first = int(chance.integers(len(_LINES)))
        self._sign = tuple(int(value) for value in chance.integers(60, 256, 3))
        self._at_left = bool(chance.random() < 0.5)

    def write(self, frame: Frame, t_s: float) -> None:
        """Write the captions over a picture, in place."""
        width, height = self._size_wh
        unit = self._unit
        left, right = round(12 * unit), width - round(52 * unit)
        x = left if self._at_left else right
        cv2.rectangle(frame, (x, left), (x + round(40 * unit), left + round(40 * unit)), self._sign, -1)
        centre = (x + round(20 * unit), left + round(20 * unit))
        cv2.circle(frame, centre, round(13 * unit), (250, 250, 250), max(1, round(3 * unit)), cv2.LINE_AA)
        self._line(frame, _LINES[0], (left if not self._at_left else width // 2, round(30 * unit)), 0.5)
        shown = _LINES[1 + (self._first + int(t_s / 2.5)) % (len(_LINES) - 1)]
        bar = frame[height - round(34 * unit) :, round(0.2 * width) : round(0.8 * width)]
        bar[:] = bar // 4
        self._line(frame, shown, (round(0.24 * width), height - round(12 * unit)), 0.6)

    def _line(self, frame: NDArray[np.uint8], text: str, at: tuple[int, int], scale: float) -> None:
        thick = max(1, round(1.4 * self._unit))
        cv2.putText(
            frame, text, at, cv2.FONT_HERSHEY_DUPLEX, scale * self._unit, (240, 240, 240), thick, cv2.LINE_AA
        )
