"""Cards as things in a picture: prints at several sizes, borders, rounded and worn corners, painting of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame, Quad
from ..canvas import Canvas
from ..drawing.shapes import Colour
from ..sprites import rounded_mask
from ..types import Chance
from .finish import Finish, finished, lay_sleeve_above, lay_sleeve_below, painted_border

LEVEL_HEIGHTS_PX: Final = (352, 176, 88, 44)
BORDERS: Final[tuple[Colour, ...]] = (
    (255, 255, 255),
    (250, 252, 255),
    (225, 236, 244),
    (190, 215, 230),
    (20, 20, 20),
)


@dataclass(frozen=True, slots=True)
class CardPrint:
    """One side of a card at falling sizes, largest first."""

    levels: tuple[Frame, ...]

    @classmethod
    def of(cls, picture: Frame) -> CardPrint:
        """Scale a flat picture to every level."""
        sizes = [(round(picture.shape[1] * high / picture.shape[0]), high) for high in LEVEL_HEIGHTS_PX]
        return cls(
            tuple(np.asarray(cv2.resize(picture, s, interpolation=cv2.INTER_AREA), np.uint8) for s in sizes)
        )

    def level_for(self, height_px: float) -> Frame:
        """Return the smallest level that is no lower than 0.8 of the asked height."""
        fitting = [level for level in self.levels if level.shape[0] >= 0.8 * height_px]
        return fitting[-1] if fitting else self.levels[0]


@dataclass(frozen=True, slots=True)
class DeckPrints:
    """The faces of a deck and its back."""

    faces: tuple[CardPrint, ...]
    back: CardPrint


@dataclass(frozen=True, slots=True)
class CardStyle:
    """Cut and wear of one deck's cards: shares are of the card's width."""

    border_share: float
    border: Colour
    trim_share: float
    radius_share: float
    gain_bgr: tuple[float, float, float]
    lift: float
    shadow_px: tuple[float, float]
    shadow_soft_px: int
    shadow_share: float
    wear: float
    finish: Finish

    @classmethod
    def of(cls, chance: Chance) -> CardStyle:
        """Invent a style: most real cards have a light border and round corners."""
        grey = chance.uniform(0.75, 1.1)
        gain = tuple(float(grey * g) for g in chance.normal(1.0, 0.06, 3))
        return cls(
            border_share=float(chance.uniform(0.02, 0.1)) if chance.random() < 0.6 else 0.0,
            border=BORDERS[int(chance.choice(len(BORDERS), p=[0.35, 0.25, 0.2, 0.1, 0.1]))],
            trim_share=float(chance.uniform(0, 0.06)) if chance.random() < 0.3 else 0.0,
            radius_share=float(chance.uniform(0.03, 0.11)) if chance.random() < 0.85 else 0.0,
            gain_bgr=(gain[0], gain[1], gain[2]),
            lift=float(chance.uniform(0, 40)) if chance.random() < 0.3 else 0.0,
            shadow_px=(float(chance.normal(0, 2.5)), float(chance.normal(0.5, 2.5))),
            shadow_soft_px=int(chance.integers(1, 5)) * 2 + 1,
            shadow_share=float(chance.uniform(0, 0.7)),
            wear=float(chance.uniform(0, 0.6)) if chance.random() < 0.4 else 0.0,
            finish=Finish.of(chance),
        )


def card_picture(level: Frame, style: CardStyle) -> Frame:
    """Return a print as its deck cuts it: trimmed, bordered, toned."""
    trim = round(level.shape[1] * style.trim_share)
    kept = level[trim : level.shape[0] - trim, trim : level.shape[1] - trim] if trim else level
    toned = np.asarray((kept * np.array(style.gain_bgr, np.float32)).clip(0, 255), np.uint8)
    if style.lift:
        toned = np.asarray(cv2.convertScaleAbs(toned, alpha=1 - style.lift / 255, beta=style.lift), np.uint8)
    border = round(level.shape[1] * style.border_share)
    if style.finish.border_seed is not None:
        toned = painted_border(toned, style.finish.border_seed)
    elif border:
        colour = [c * g for c, g in zip(style.border, style.gain_bgr, strict=True)]
        toned = np.asarray(
            cv2.copyMakeBorder(toned, border, border, border, border, cv2.BORDER_CONSTANT, value=colour),
            np.uint8,
        )
    return np.ascontiguousarray(toned)


def card_cut(size_wh: tuple[int, int], radius_px: int) -> NDArray[np.uint8]:
    """Return the outline of a card as a mask, 0 to 255, with round corners."""
    return np.asarray(np.round(rounded_mask(size_wh, radius_px) * 255), np.uint8)


def wear_edges(chance: Chance, picture: Frame, wear: float) -> None:
    """Rub the edges of a card light, in places."""
    height, width = picture.shape[:2]
    for _ in range(int(wear * 20)):
        along, side = chance.random(), int(chance.integers(4))
        at = [(along, 0.0), (along, 1.0), (0.0, along), (1.0, along)][side]
        centre = (int(at[0] * (width - 1)), int(at[1] * (height - 1)))
        cv2.circle(picture, centre, max(1, round(width * 0.015)), (215, 222, 228), -1, cv2.LINE_AA)


def cast_shadow(canvas: Canvas, quad: Quad, style: CardStyle) -> None:
    """Darken the surroundings of a card, away from the light."""
    soft = style.shadow_soft_px
    shifted = quad + np.array(style.shadow_px, np.float32)
    box = canvas.box_around(shifted, soft)
    if box is None or style.shadow_share < 0.05:
        return
    mask = np.zeros((box[0].stop - box[0].start, box[1].stop - box[1].start), np.uint8)
    origin = np.array([box[1].start, box[0].start], np.float32)
    cv2.fillConvexPoly(mask, np.round(shifted - origin).astype(np.int32), 255)
    canvas.shade(box, np.asarray(cv2.blur(mask, (soft, soft)), np.uint8), style.shadow_share)


def lay_card(
    canvas: Canvas, chance: Chance, quad: Quad, side: CardPrint, style: CardStyle, number: int
) -> None:
    """Paint one side of a card into the scene; ``quad`` starts at the card's upper left corner."""
    if canvas.box_around(quad, 2) is None:
        return
    cast_shadow(canvas, quad, style)
    height_px = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    picture = finished(chance, card_picture(side.level_for(float(height_px)), style), style.finish)
    wear_edges(chance, picture, style.wear)
    size_wh = (picture.shape[1], picture.shape[0])
    is_sleeved = style.finish.sleeve_share > 0
    if is_sleeved:
        lay_sleeve_below(canvas, quad, style.finish)
    warped = canvas.warped((picture, card_cut(size_wh, round(style.radius_share * size_wh[0]))), quad, 2)
    if warped is not None:
        canvas.paste(*warped, number)
    if is_sleeved:
        lay_sleeve_above(canvas, chance, quad, style.finish)
