"""The shown picture with what we see drawn into it: outlines in the seats' colours, names and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import cv2
import numpy as np

from vision.types import Frame

GREY: Final = (120, 120, 120)
BONE: Final = (208, 226, 233)
INK: Final = (16, 11, 14)
FONT: Final = cv2.FontFace("sans")

UNCOUNTED: Final = ("old", "known", "ignored", "no-card")
"""States of cards that do not count."""

Colour = tuple[int, int, int]


def paint(shown: Frame, cards: Iterable[Mapping[str, Any]], colours: Mapping[str, str]) -> Frame:
    """Draw snapshot cards (see docs/state.md) into a copy of the shown picture.

    ``colours`` gives each seat's colour as ``#rrggbb``. Cards that do not count are thin and grey; what will not
    be guessed wears a question mark.
    """
    picture = shown.copy()
    size_wh = np.array([picture.shape[1], picture.shape[0]], np.float32)
    scale = picture.shape[0] / 720
    for card in cards:
        corners = np.round(np.asarray(card["corners"], np.float32) * size_wh).astype(np.int32)
        counts = card["state"] not in UNCOUNTED
        colour = _bgr(colours.get(card["seat"] or "", "")) if counts else GREY
        thickness = max(1, round((3 if counts and card["state"] != "moving" else 1) * scale))
        cv2.polylines(picture, [corners], True, INK, thickness + 2, cv2.LINE_AA)
        cv2.polylines(picture, [corners], True, colour, thickness, cv2.LINE_AA)
        if counts and (words := _label(card)):
            _write(picture, words, corners, colour, scale)
    return picture


def _label(card: Mapping[str, Any]) -> str:
    if card["face"] == "down":
        return ""
    if card["state"] == "unreadable":
        return "?"
    return f"{card['name']}  {card['value']}" if card["card"] else ""


def _write(picture: Frame, words: str, corners: np.ndarray, colour: Colour, scale: float) -> None:
    """Write on a dark plate under the card, or above it where the picture ends."""
    size = max(12, round(20 * scale))
    left, top, width, height = cv2.getTextSize(picture.shape[1::-1], words, (0, 0), FONT, size, 500)
    pad = max(3, size // 4)
    x = int(np.clip(corners[:, 0].mean() - width / 2, pad, max(pad, picture.shape[1] - width - pad)))
    below = int(corners[:, 1].max()) + pad
    fits = below + height + 2 * pad < picture.shape[0]
    y = below if fits else max(0, int(corners[:, 1].min()) - height - 3 * pad)
    cv2.rectangle(picture, (x - pad, y), (x + width + pad, y + height + 2 * pad), INK, cv2.FILLED)
    cv2.rectangle(picture, (x - pad, y), (x + width + pad, y + height + 2 * pad), colour, 1, cv2.LINE_AA)
    cv2.putText(picture, words, (x - left, y + pad - top), BONE, FONT, size, 500)


def _bgr(colour: str) -> Colour:
    if not colour:
        return BONE
    return (int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16))
