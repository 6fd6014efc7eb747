"""Hands in single pictures: the sessions' painter, with any fingers, either hand, from any side, sleeved or bare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Quad
from ..canvas import Canvas, CutOut
from ..drawing.shapes import palette, pick
from ..sprites import Sheet
from ..types import Chance
from .hands import (
    FINGERS,
    HAND_WH_MM,
    SLEEVE_WH_MM,
    TIP_MM,
    Fingers,
    Grip,
    any_skin,
    paint_forearm,
    paint_hand,
    paint_sleeve,
)

BARE_SHARE: Final = 0.4
BENT_SHARE: Final = 0.15
"""Shares of the arms without a sleeve, and of the bent fingers."""

CUFF_MM, PALM_MM, LONG_MM = 176.0, 130.0, 180.0
"""Distances from the middle finger's tip to the cuff, to the palm's middle, and to the wrist."""

_REACH_X_MM, _REACH_Y_MM = 72.0, 4.0
"""Bounds of a finger's joints within the sheet."""


@dataclass(frozen=True, slots=True)
class FreeHand:
    """A hand and its arm, cut out; ``side`` is -1 for a left hand."""

    hand: CutOut
    arm: CutOut
    bare: bool
    side: float


def any_fingers(chance: Chance) -> Fingers:
    """Return fingers between a pinch and a flat palm and a little beyond, spread and bent each by itself."""
    weight = chance.uniform(-0.2, 1.2)
    fingers = []
    for pinched, flat in zip(FINGERS[Grip.PINCH], FINGERS[Grip.FLAT], strict=True):
        share = weight + chance.normal(0, 0.15)
        joints = np.array(pinched) * (1 - share) + np.array(flat) * share
        turn, drawn_in = chance.normal(0, 0.14), chance.random() < BENT_SHARE
        length = chance.uniform(0.4, 0.7) if drawn_in else chance.uniform(0.9, 1.05)
        cosine, sine = np.cos(turn) * length, np.sin(turn) * length
        joints = joints[0] + (joints - joints[0]) @ np.array([[cosine, sine], [-sine, cosine]])
        x = joints[:, 0].clip(-_REACH_X_MM, _REACH_X_MM)
        y = np.maximum(joints[:, 1], _REACH_Y_MM)
        fingers.append(tuple((float(a), float(b)) for a, b in zip(x, y, strict=True)))
    return tuple(fingers)


def free_hand(chance: Chance) -> FreeHand:
    """Paint somebody's hand."""
    skin, bare = any_skin(chance, (0.8, 1.1)), bool(chance.random() < BARE_SHARE)
    hand = _cut_out(paint_hand(chance, any_fingers(chance), skin))
    if bare:
        arm = paint_forearm(chance, skin)
    else:
        arm = paint_sleeve(chance, np.array(pick(chance, palette(chance, 6)), np.float32) / np.float32(255))
    return FreeHand(hand, _cut_out(arm), bare, float(chance.choice([-1, 1])))


def _cut_out(sheet: Sheet) -> CutOut:
    """Return a sheet's own colours, extended beyond its outline, and the outline."""
    alpha = sheet[..., 3:]
    within = alpha[..., 0] > 0
    colours = np.where(alpha > 0, sheet[..., :3] / np.maximum(alpha, 1e-3), sheet[within][:, :3].mean(axis=0))
    return np.asarray(colours.clip(0, 1) * 255, np.uint8), np.asarray(alpha[..., 0] * 255, np.uint8)


def put_hand(canvas: Canvas, chance: Chance, hand: FreeHand, at: tuple[float, float], size_px: float) -> None:
    """Put a hand with its palm at a place, its arm from outside the picture; it is 1.3 ``size_px`` long."""
    height, width = canvas.owner.shape
    heading = float(np.arctan2(height / 2 - at[1], width / 2 - at[0]) + chance.normal(0, 0.7))
    scale = 1.3 * size_px / LONG_MM
    end_mm = CUFF_MM + max(SLEEVE_WH_MM[1], (width + height) / scale)
    half = SLEEVE_WH_MM[0] / 2
    (tip_x, tip_y), (wide, long) = TIP_MM, HAND_WH_MM
    parts = [
        (hand.hand, (-tip_x, -tip_y, wide - tip_x, long - tip_y)),
        (hand.arm, (-half, CUFF_MM, half, end_mm)),
    ]
    shadow = chance.normal(0, 0.03 * size_px, 2)
    for cut_out, rect_mm in reversed(parts) if hand.bare else parts:
        _lay(canvas, cut_out, _quad(rect_mm, heading, np.array(at), scale, hand.side), shadow)


def _quad(
    rect_mm: tuple[float, float, float, float],
    heading: float,
    at: NDArray[np.float64],
    scale: float,
    side: float,
) -> Quad:
    """Return a rectangle of the hand (left, top, right, bottom from the finger tip, y towards the wrist) in the
    frame."""
    left, top, right, bottom = rect_mm
    ahead, lateral = (
        np.array([np.cos(heading), np.sin(heading)]),
        np.array([-np.sin(heading), np.cos(heading)]),
    )
    corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    placed = corners[:, :1] * side * lateral + (PALM_MM - corners[:, 1:]) * ahead
    return np.asarray(at + placed * scale, np.float32)


def _lay(canvas: Canvas, cut_out: CutOut, quad: Quad, shadow_px: NDArray[np.float64]) -> None:
    picture, outline = cut_out
    share = float(np.linalg.norm(quad[1] - quad[0])) / picture.shape[1]
    if share < 0.5:
        size = (max(8, round(picture.shape[1] * share * 1.5)), max(8, round(picture.shape[0] * share * 1.5)))
        picture, outline = (
            np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
            for part in (picture, outline)
        )
    warped = canvas.warped((picture, outline), quad, 6)
    if warped is None:
        return
    box, laid, alpha = warped
    shift = np.array([[1, 0, shadow_px[0]], [0, 1, shadow_px[1]]], np.float32)
    cast = cv2.blur(cv2.warpAffine(alpha, shift, (alpha.shape[1], alpha.shape[0])), (9, 9))
    canvas.shade(box, np.asarray(cast, np.uint8), 0.5)
    canvas.paste(box, laid, alpha, -1)
