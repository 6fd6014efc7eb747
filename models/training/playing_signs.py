"""Letters and suit signs of playing cards as masks: letters from the fonts of the machine, signs from curves."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask: TypeAlias = NDArray[np.uint8]
"""Coverage of each pixel by a shape, 0 to 255, shape (height, width), cut to the shape."""

FONTS: Final = Path("/usr/share/fonts")
UNLIKE: Final = (
    "Italic", "Oblique", "Ita", "BasI", "BasBI", "-I", "_I", "_RI", "_RZI", "_RBI", "_K", "Symbol", "D050000L",
    "awesome", "Initials", "Chorus", "Thin", "Hairline", "Z003", "Math", "Standard", "Noto", "ExtraLight",
)  # fmt: skip
"""Parts of names of font files that print no index: slanted ones, or signs instead of letters."""

INSTALL: Final = (
    "install some, such as apt install fonts-liberation fonts-freefont-ttf fonts-lato fonts-open-sans fonts-texgyre "
    "fonts-roboto-unhinted fonts-roboto-slab fonts-linuxlibertine fonts-ebgaramond fonts-bebas-neue fonts-urw-base35"
)
LEAST_FONTS: Final = 20
ONE_IN: Final = 6
"""Divisor of the hash of a font family's name for which it is held out."""

MASK_PX: Final = 120
SIGNS_OF: Final = {"s": "\u2660", "h": "\u2665", "d": "\u2666", "c": "\u2663"}
WITH_SIGNS: Final = ("DejaVuSans", "DejaVuSerif", "FreeSerif", "FreeSans", "FreeMono", "DejaVuSansMono")


class FontError(ValueError):
    """Too few fonts to draw indices with."""


def is_held_out(font: Path) -> bool:
    """Whether a font's family is kept out of training."""
    family = font.stem.split("-")[0].split("_")[0].lower()
    return hashlib.sha256(family.encode()).digest()[0] % ONE_IN == 0


def has_letters(font: Path) -> bool:
    """Return whether a font has letters and digits: a missing sign is a box."""
    return not any(
        np.array_equal(letter(font, one), letter(font, other)) for one, other in ("AQ", "58", "8K")
    )


@cache
def fonts(*, held_out: bool = False) -> tuple[Path, ...]:
    """Return the machine's fonts for training, or those kept out of it.

    :raise FontError: if there are too few.
    """
    files = sorted(path for path in FONTS.rglob("*") if path.suffix in {".ttf", ".otf"})
    likely = [path for path in files if not any(part in path.name for part in UNLIKE) and has_letters(path)]
    if len(likely) < LEAST_FONTS:
        raise FontError(f"{FONTS}: expected {LEAST_FONTS} fonts to draw indices with; {INSTALL}")
    return tuple(path for path in likely if is_held_out(path) == held_out)


def cut_to_shape(mask: Mask) -> Mask:
    """Leave out empty rows and columns around a shape."""
    if mask.max() <= 64:
        return mask[:1, :1]
    rows, columns = np.flatnonzero(mask.max(axis=1) > 64), np.flatnonzero(mask.max(axis=0) > 64)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


@cache
def letter(font: Path, text: str) -> Mask:
    """Return one sign of a font."""
    face = ImageFont.truetype(str(font), MASK_PX)
    picture = Image.new("L", (MASK_PX * 3, MASK_PX * 2))
    ImageDraw.Draw(picture).text((MASK_PX // 2, MASK_PX // 4), text, 255, face)
    return cut_to_shape(np.asarray(picture, np.uint8))


def word(font: Path, text: str, gap: float) -> Mask:
    """Return signs beside each other, ``gap`` of their height apart, all as high as the highest."""
    parts = [letter(font, sign) for sign in text]
    if len(parts) == 1:
        return parts[0]
    height = max(part.shape[0] for part in parts)
    space = np.zeros((height, max(1, round(gap * height))), np.uint8)
    full = [cv2.resize(part, (part.shape[1], height)) for part in parts]
    joined = [full[0]]
    for part in full[1:]:
        joined += [space, part]
    return np.asarray(np.concatenate(joined, axis=1), np.uint8)


def thickened(mask: Mask, px: int) -> Mask:
    """Make strokes thicker (or thinner, below 0) by some pixels."""
    if px == 0:
        return mask
    room = np.pad(mask, abs(px) + 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(px) + 1,) * 2)
    changed = cv2.dilate(room, kernel) if px > 0 else cv2.erode(room, kernel)
    return cut_to_shape(np.asarray(changed, np.uint8)) if changed.max() > 64 else mask


def bezier(points: list[tuple[float, float]]) -> NDArray[np.float64]:
    """Return points along a cubic curve with four control points, shape (16, 2)."""
    t = np.linspace(0, 1, 16)[:, None]
    a, b, c, d = (np.array(point, np.float64) for point in points)
    return np.asarray((1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d)


def mirrored(half: NDArray[np.float64]) -> NDArray[np.float64]:
    """Close a right half, from top to bottom, with its mirror image."""
    return np.concatenate([half, half[::-1] * [-1, 1]])


def filled(*shapes: NDArray[np.float64]) -> Mask:
    """Return the mask of polygons with coordinates of about -1 to 1, y down."""
    mask = np.zeros((3 * MASK_PX, 3 * MASK_PX), np.uint8)
    for shape in shapes:
        at = np.round((shape * 0.6 + 1.5) * MASK_PX * 16).astype(np.int32)
        cv2.fillPoly(mask, [at], 255, cv2.LINE_AA, 4)
    return cut_to_shape(mask)


def lobes(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a heart's outline, point down."""
    top, wide, notch = rng.uniform(-1.25, -0.95), rng.uniform(0.85, 1.1), rng.uniform(-0.65, -0.3)
    shoulder, tip = rng.uniform(-0.55, -0.25), rng.uniform(0.9, 1.15)
    upper = [(0, notch), (rng.uniform(0.1, 0.3), top), (wide, top), (wide, shoulder)]
    lower = [(wide, shoulder), (wide, rng.uniform(0.0, 0.35)), (rng.uniform(0.15, 0.45), 0.45), (0, tip)]
    return mirrored(np.concatenate([bezier(upper), bezier(lower)]))


def foot(rng: np.random.Generator, top: float) -> NDArray[np.float64]:
    """Return the stalk of a spade or club."""
    wide, low = rng.uniform(0.22, 0.6), rng.uniform(0.95, 1.2)
    thin = rng.uniform(0.03, 0.12)
    curve = bezier([(thin, top), (thin, 0.6), (rng.uniform(0.1, wide), low - 0.1), (wide, low)])
    return mirrored(curve)


def suit_sign(suit: str, rng: np.random.Generator) -> Mask:
    """Draw a suit's sign with random roundness, width and pointedness."""
    if suit == "h":
        return filled(lobes(rng))
    if suit == "s":
        return filled(lobes(rng) * [1, -0.95] - [0, 0.1], foot(rng, 0.2))
    if suit == "d":
        wide, bend = rng.uniform(0.65, 0.95), rng.uniform(0.36, 0.5)
        middle = (wide * bend, -bend)
        half = [
            bezier([(0, -1), middle, middle, (wide, 0)]),
            bezier([(wide, 0), *[(middle[0], bend)] * 2, (0, 1)]),
        ]
        return filled(mirrored(np.concatenate(half)))
    return club_sign(rng)


def club_sign(rng: np.random.Generator) -> Mask:
    """Draw three leaves and a stalk."""
    radius, apart, low = rng.uniform(0.36, 0.5), rng.uniform(0.42, 0.56), rng.uniform(0.12, 0.4)
    turn = np.linspace(0, 2 * np.pi, 40)
    disc = radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    middle = np.array([[0, -0.4], [0.3, 0.2], [0, 0.5], [-0.3, 0.2]])
    leaves = [disc + at for at in ([0, -0.5], [apart, low], [-apart, low])]
    return filled(*leaves, middle, foot(rng, 0.0))


def printed_sign(suit: str, name: str) -> Mask | None:
    """Return a suit's sign of a font that has it, if it is installed."""
    files = [path for path in FONTS.rglob(f"{name}.*") if path.suffix in {".ttf", ".otf"}]
    return letter(files[0], SIGNS_OF[suit]) if files else None


def hollow(mask: Mask, share: float) -> Mask:
    """Reduce a shape to its outline."""
    room = np.pad(mask, 2)
    size = 2 * max(2, round(share * min(mask.shape))) + 1
    inner = cv2.erode(room, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    return np.asarray(cv2.subtract(room, inner)[2:-2, 2:-2], np.uint8)
