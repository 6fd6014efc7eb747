"""The shown picture with detections drawn in: outlines in the seats' colours, and each card's value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import cv2
import numpy as np

from vision.types import Frame, Quad
from webui.http.images.badges import Places, place_badges
from webui.table.contract.cards import ShownCard

GREY: Final = (120, 120, 120)
BONE: Final = (208, 226, 233)
INK: Final = (16, 11, 14)
FONT: Final = cv2.FontFace("sans")

UNCOUNTED: Final = ("old", "known", "ignored", "no-card")
"""States of cards that do not count."""

BADGE_WH: Final = (44, 30)
"""The size of a badge on a picture 720 pixels high: two digits, readable across the table."""

Colour = tuple[int, int, int]


def paint(shown: Frame, cards: Iterable[ShownCard], colours: Mapping[str, str]) -> Frame:
    """Draw snapshot cards (see docs/state.md) into a copy of the shown picture.

    ``colours`` gives each seat's colour as ``#rrggbb``. Cards that do not count are thin and grey; unnamed
    cards get a question mark; cards that were taken away get nothing. The page itself shows the names.
    """
    picture = shown.copy()
    size_wh = np.array([picture.shape[1], picture.shape[0]], np.float32)
    scale = picture.shape[0] / 720
    badges: list[tuple[str, Quad, Colour]] = []
    for card in (each for each in cards if each.here):
        quad = np.asarray(card.corners, np.float32) * size_wh
        counts = card.state not in UNCOUNTED
        colour = _bgr(colours.get(card.seat or "", "")) if counts else GREY
        thickness = max(1, round((3 if counts and card.state != "moving" else 1) * scale))
        corners = np.round(quad).astype(np.int32)
        cv2.polylines(picture, [corners], True, INK, thickness + 2, cv2.LINE_AA)
        cv2.polylines(picture, [corners], True, colour, thickness, cv2.LINE_AA)
        if counts and (sign := _sign(card)):
            badges.append((sign, quad, colour))
    _write(picture, badges, scale)
    return picture


def _sign(card: ShownCard) -> str:
    if card.face == "down":
        return ""
    if card.state == "unreadable":
        return "?"
    return "" if card.value is None else str(card.value)


def _write(picture: Frame, badges: list[tuple[str, Quad, Colour]], scale: float) -> None:
    """Write each text on a dark badge; a line leads from a displaced badge to its card."""
    width, height = max(22, round(BADGE_WH[0] * scale)), max(15, round(BADGE_WH[1] * scale))
    places = place_badges([quad for _, quad, _ in badges], (width, height), picture.shape[1::-1])
    for (_, quad, colour), middle in zip(badges, places, strict=False):
        cv2.line(
            picture, _point(quad.mean(axis=0)), _point(middle), colour, max(1, round(scale)), cv2.LINE_AA
        )
    for (sign, _, colour), middle in zip(badges, places, strict=False):
        _badge(picture, sign, middle, (width, height), colour)


def _badge(picture: Frame, sign: str, middle: Places, size_wh: tuple[int, int], colour: Colour) -> None:
    x, y = _point(middle)
    width, height = size_wh
    corner, far = (x - width // 2, y - height // 2), (x + width // 2 - 1, y + height // 2 - 1)
    cv2.rectangle(picture, corner, far, INK, cv2.FILLED)
    cv2.rectangle(picture, corner, far, colour, 1, cv2.LINE_AA)
    size = round(height * 0.78)
    left, top, wide, high = cv2.getTextSize(picture.shape[1::-1], sign, (0, 0), FONT, size, 700)
    cv2.putText(picture, sign, (x - wide // 2 - left, y - high // 2 - top), BONE, FONT, size, 700)


def _point(place: Places) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))


def _bgr(colour: str) -> Colour:
    if not colour:
        return BONE
    return (int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16))
