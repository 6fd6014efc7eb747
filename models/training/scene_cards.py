"""Cards as things in a scene: prints at several sizes, borders, rounded and worn corners, laying one down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from models import housedeck
from models.training.drawn import DrawnDeck, emblem, half_turned
from models.training.drawn_shapes import Colour, palette, pick
from models.training.scans import Picture, deck_names, load_deck
from models.training.scene_textures import TEXTURE_PX, draw_texture
from vision.types import Frame, Quad

Owner: TypeAlias = NDArray[np.int16]
"""Who is seen at each pixel, shape (height, width): 0 the table, -1 clutter, else a card's number from 1."""

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

    levels: tuple[Picture, ...]

    @classmethod
    def of(cls, picture: Picture) -> CardPrint:
        """Scale a flat picture to every level."""
        sizes = [(round(picture.shape[1] * high / picture.shape[0]), high) for high in LEVEL_HEIGHTS_PX]
        return cls(
            tuple(np.asarray(cv2.resize(picture, s, interpolation=cv2.INTER_AREA), np.uint8) for s in sizes)
        )

    def level_for(self, height_px: float) -> Picture:
        """Return the smallest level that is no lower than 0.8 of the wanted height."""
        fitting = [level for level in self.levels if level.shape[0] >= 0.8 * height_px]
        return fitting[-1] if fitting else self.levels[0]


@dataclass(frozen=True, slots=True)
class DeckPrints:
    """The faces of a deck and its back."""

    faces: tuple[CardPrint, ...]
    back: CardPrint


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How the cards of one deck were cut and have aged: shares are of the card's width."""

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

    @classmethod
    def of(cls, rng: np.random.Generator) -> CardStyle:
        """Invent a style: most real cards have a light border and round corners."""
        grey = rng.uniform(0.75, 1.1)
        gain = tuple(float(grey * g) for g in rng.normal(1.0, 0.06, 3))
        return cls(
            border_share=float(rng.uniform(0.02, 0.1)) if rng.random() < 0.6 else 0.0,
            border=BORDERS[int(rng.choice(len(BORDERS), p=[0.35, 0.25, 0.2, 0.1, 0.1]))],
            trim_share=float(rng.uniform(0, 0.06)) if rng.random() < 0.3 else 0.0,
            radius_share=float(rng.uniform(0.03, 0.11)) if rng.random() < 0.85 else 0.0,
            gain_bgr=(gain[0], gain[1], gain[2]),
            lift=float(rng.uniform(0, 40)) if rng.random() < 0.3 else 0.0,
            shadow_px=(float(rng.normal(0, 2.5)), float(rng.normal(0.5, 2.5))),
            shadow_soft_px=int(rng.integers(1, 5)) * 2 + 1,
            shadow_share=float(rng.uniform(0, 0.7)),
            wear=float(rng.uniform(0, 0.6)) if rng.random() < 0.4 else 0.0,
        )


def scanned_decks() -> list[tuple[CardPrint, ...]]:
    """Return the faces of every scanned deck."""
    return [
        tuple(CardPrint.of(s.picture) for s in load_deck(name, LEVEL_HEIGHTS_PX[0])) for name in deck_names()
    ]


def house_decks() -> list[DeckPrints]:
    """Return the decks that the house draws itself, faces and backs."""
    return [
        DeckPrints(
            tuple(CardPrint.of(face) for face in housedeck.faces(name).values()),
            CardPrint.of(housedeck.back(name)),
        )
        for name in housedeck.DECKS
    ]


def drawn_prints(seed: int, faces: int) -> DeckPrints:
    """Return some faces and the back of an invented deck; half of the backs are printed with a texture."""
    deck, rng = DrawnDeck(seed, LEVEL_HEIGHTS_PX[0]), np.random.default_rng([seed, 9])
    indices = rng.choice(78, faces, replace=False)
    back = textured_back(rng, deck.size_wh) if rng.random() < 0.5 else deck.back()
    return DeckPrints(tuple(CardPrint.of(deck.face(int(i))) for i in indices), CardPrint.of(back))


def textured_back(rng: np.random.Generator, size_wh: tuple[int, int]) -> Picture:
    """Return a back like a cloth, a rug, a wheel of stars or marble, often the same both ways up, often framed."""
    texture, (width, height) = draw_texture(rng), size_wh
    share = rng.uniform(0.4, 1.0)
    part_wh = (round(share * TEXTURE_PX * width / height), round(share * TEXTURE_PX))
    x, y = ((TEXTURE_PX - side) // 2 for side in part_wh)
    part = texture[y : y + part_wh[1], x : x + part_wh[0]]
    back = np.asarray(cv2.resize(part, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.6:
        back = half_turned(back)
    if rng.random() < 0.6:
        emblem(back, rng, palette(rng, 4))
    for inset in rng.uniform(0.02, 0.12, int(rng.integers(0, 3))) * width:
        corner = round(float(inset))
        end = (width - 1 - corner, height - 1 - corner)
        cv2.rectangle(back, (corner, corner), end, pick(rng, palette(rng, 4)), 2, cv2.LINE_AA)
    return back


def card_picture(level: Picture, style: CardStyle) -> Picture:
    """Return a print as its deck cuts it: trimmed, bordered, toned."""
    trim = round(level.shape[1] * style.trim_share)
    kept = level[trim : level.shape[0] - trim, trim : level.shape[1] - trim] if trim else level
    toned = np.asarray((kept * np.array(style.gain_bgr, np.float32)).clip(0, 255), np.uint8)
    if style.lift:
        toned = np.asarray(cv2.convertScaleAbs(toned, alpha=1 - style.lift / 255, beta=style.lift), np.uint8)
    border = round(level.shape[1] * style.border_share)
    if border:
        colour = [c * g for c, g in zip(style.border, style.gain_bgr, strict=True)]
        toned = np.asarray(
            cv2.copyMakeBorder(toned, border, border, border, border, cv2.BORDER_CONSTANT, value=colour),
            np.uint8,
        )
    return np.ascontiguousarray(toned)


def card_cut(size_wh: tuple[int, int], radius_px: int) -> NDArray[np.uint8]:
    """Return the outline of a card as a mask, 0 or 255, with round corners."""
    width, height = size_wh
    mask = np.full((height, width), 255, np.uint8)
    if radius_px < 1:
        return mask
    corner = np.zeros((radius_px, radius_px), np.uint8)
    cv2.circle(corner, (radius_px, radius_px), radius_px, 255, -1, cv2.LINE_AA)
    mask[:radius_px, :radius_px] = corner
    mask[:radius_px, -radius_px:] = corner[:, ::-1]
    mask[-radius_px:, :radius_px] = corner[::-1]
    mask[-radius_px:, -radius_px:] = corner[::-1, ::-1]
    return mask


def wear_edges(rng: np.random.Generator, picture: Picture, wear: float) -> None:
    """Rub the edges of a card light, in places."""
    height, width = picture.shape[:2]
    for _ in range(int(wear * 20)):
        along, side = rng.random(), int(rng.integers(4))
        at = [(along, 0.0), (along, 1.0), (0.0, along), (1.0, along)][side]
        centre = (int(at[0] * (width - 1)), int(at[1] * (height - 1)))
        cv2.circle(picture, centre, max(1, round(width * 0.015)), (215, 222, 228), -1, cv2.LINE_AA)


@dataclass(slots=True)
class Canvas:
    """A scene in the making: the picture and who is seen where."""

    frame: Frame
    light: tuple[float, float] | None = None
    """The direction (x, y) that light comes towards on every body; without one each has its own."""
    owner: Owner = field(init=False)

    def __post_init__(self) -> None:
        self.owner = np.zeros(self.frame.shape[:2], np.int16)

    def box_around(self, points: NDArray[np.float32], margin_px: int) -> tuple[slice, slice] | None:
        """Return the rows and columns around points, or None if they lie outside the frame."""
        height, width = self.owner.shape
        low = np.floor(points.min(axis=0)).astype(int) - margin_px
        high = np.ceil(points.max(axis=0)).astype(int) + margin_px + 1
        x0, y0, x1, y1 = max(0, low[0]), max(0, low[1]), min(width, high[0]), min(height, high[1])
        return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None

    def paste(
        self, box: tuple[slice, slice], picture: Picture, alpha: NDArray[np.uint8], number: int
    ) -> None:
        """Lay a picture over a box of the frame by its mask (0..255), and note who is seen there."""
        part = self.frame[box]
        weight = (alpha.astype(np.int16) + (alpha > 127))[..., None]
        part += (((picture.astype(np.int16) - part) * (weight >> 1)) >> 7).astype(np.int16).astype(np.uint8)
        self.owner[box][alpha > 127] = number

    def shade(self, box: tuple[slice, slice], mask: NDArray[np.uint8], share: float) -> None:
        """Darken a box of the frame by a mask (0..255), at most by ``share``."""
        factor = 256 - mask.astype(np.uint16) * np.uint16(share * 256) // 255
        part = self.frame[box]
        part[:] = (part * factor[..., None]) >> 8


def cast_shadow(canvas: Canvas, quad: Quad, style: CardStyle) -> None:
    """Darken what lies beside a card, away from the light."""
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
    canvas: Canvas, rng: np.random.Generator, quad: Quad, side: CardPrint, style: CardStyle, number: int
) -> None:
    """Lay one side of a card into the scene; ``quad`` starts at the card's upper left corner."""
    box = canvas.box_around(quad, 2)
    if box is None:
        return
    cast_shadow(canvas, quad, style)
    height_px = max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
    picture = card_picture(side.level_for(float(height_px)), style)
    wear_edges(rng, picture, style.wear)
    size_wh = (picture.shape[1], picture.shape[0])
    cut = card_cut(size_wh, round(style.radius_share * size_wh[0]))
    corners = np.array([[0, 0], [size_wh[0], 0], [*size_wh], [0, size_wh[1]]], np.float32) - 0.5
    origin = np.array([box[1].start, box[0].start], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, (quad - origin).astype(np.float32))
    out = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    laid = cv2.warpPerspective(picture, matrix, out, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(cut, matrix, out, flags=cv2.INTER_LINEAR)
    canvas.paste(box, np.asarray(laid, np.uint8), np.asarray(alpha, np.uint8), number)
