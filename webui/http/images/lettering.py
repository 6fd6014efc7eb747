"""The house's letters on pictures: fitted to a width, or in lines; what is drawn is a Pillow picture, RGB."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFont, features

from models import housedeck
from models.housedeck.atlas import Picture

FONTS: Final = Path(__file__).parents[1] / "static" / "fonts"
FILES: Final = {
    "display": "grenze-gotisch-600.woff2",
    "text": "alegreya-sans-400.woff2",
    "bold": "alegreya-sans-700.woff2",
}
Face: TypeAlias = Literal["display", "text", "bold"]

INK: Final = (14, 11, 16)
RAISED: Final = (30, 24, 33)
BONE: Final = (233, 226, 208)
ASH: Final = (167, 159, 144)
GOLD: Final = (217, 164, 65)
BLOOD: Final = (226, 87, 76)

Colour: TypeAlias = tuple[int, int, int]

TONES: Final[dict[str, Colour]] = {"odds": GOLD, "critical": GOLD, "narrow": BONE, "fumble": BLOOD}
"""The colour of each kind of moment."""

ELLIPSIS: Final = "\u2026"

COMPARED: Final = re.compile(" ([<=>]) ")
"""What was compared stays on one line: "9 > 6"."""

FIGURES: Final = ["lnum"] if features.check_feature("raqm") else None
"""Figures of one height, where this machine's Pillow can ask a font for them."""


@cache
def font(face: Face, size_px: int) -> ImageFont.FreeTypeFont:
    """Return one of the house's fonts in a size."""
    return ImageFont.truetype(FONTS / FILES[face], size_px)


def fitted(text: str, face: Face, size_px: int, width_px: int, least_px: int) -> ImageFont.FreeTypeFont:
    """Return the font in the largest size, from ``size_px`` down to ``least_px``, in which a text is no wider."""
    sizes = range(size_px, least_px, -2)
    fits = (size for size in sizes if font(face, size).getlength(text) <= width_px)
    return font(face, next(fits, least_px))


def lines_of(text: str, letters: ImageFont.FreeTypeFont, width_px: int, most: int) -> list[str]:
    """Return a text in lines no wider than ``width_px``, at most ``most``; what is too long ends in an ellipsis."""
    words = COMPARED.sub("\u00a0\\1\u00a0", text).split(" ")
    lines = list(_broken(words, letters, width_px))
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]}{ELLIPSIS}"]
    return [_cut(line, letters, width_px) for line in lines]


def _broken(words: list[str], letters: ImageFont.FreeTypeFont, width_px: int) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and letters.getlength(longer) > width_px:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _cut(line: str, letters: ImageFont.FreeTypeFont, width_px: int) -> str:
    """Return a line that fits, with an ellipsis where letters had to go."""
    while letters.getlength(line) > width_px and len(line) > 1:
        line = f"{line.rstrip(ELLIPSIS)[:-1]}{ELLIPSIS}"
    return line


def write(
    picture: Image.Image,
    text: str,
    place: tuple[int, int],
    letters: ImageFont.FreeTypeFont,
    colour: Colour,
    *,
    width_px: int,
    most: int = 1,
    anchor: Literal["left", "middle", "right"] = "left",
) -> int:
    """Write a text from its top edge on, ``place`` being its left, middle or right; return where the next line would
    begin.
    """
    draw = ImageDraw.Draw(picture)
    x, y = place
    ascent, descent = letters.getmetrics()
    for line in lines_of(text, letters, width_px, most):
        draw.text((x, y), line, font=letters, fill=colour, anchor=f"{anchor[0]}a", features=FIGURES)
        y += round((ascent + descent) * 1.08)
    return y


def ground(size_wh: tuple[int, int]) -> Image.Image:
    """Return the empty ground of a picture: ink, a breath lighter in its middle, in a thin frame of gold."""
    width, height = size_wh
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    light = np.clip(1 - np.hypot(xs / width - 0.5, ys / height - 0.42) / 0.75, 0, 1)[..., None]
    shade = np.asarray(INK, np.float32) + light * (
        np.asarray(RAISED, np.float32) - np.asarray(INK, np.float32)
    )
    picture = Image.fromarray(shade.round().astype(np.uint8))
    inset = round(width * 0.028)
    frame = (inset, inset, width - inset - 1, height - inset - 1)
    ImageDraw.Draw(picture).rounded_rectangle(
        frame, radius=inset // 2, outline=GOLD, width=max(1, width // 540)
    )
    return picture


def card_picture(picture: Picture, size_wh: tuple[int, int]) -> Image.Image:
    """Return a card's pixels, shape (h, w, 3), BGR, in another size."""
    return Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1])).resize(
        size_wh, Image.Resampling.LANCZOS
    )


def lay(picture: Image.Image, card: Image.Image, corner: tuple[int, int]) -> None:
    """Lay a card on a picture, with rounded corners."""
    mask = Image.new("L", card.size, 0)
    width, height = card.size
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, width - 1, height - 1), radius=max(2, height // 26), fill=255
    )
    picture.paste(card, corner, mask)


def drawn_face(code: str) -> Picture:
    """Return a card's face as the house draws it; the back for a card that it does not draw."""
    return housedeck.faces().get(code, housedeck.back())
