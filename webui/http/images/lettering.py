"""The house's letters on pictures: whole sentences, as large as fits; what is drawn is a Pillow picture, RGB."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

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

LEAST_SHARE: Final = 0.5
SHARES: Final = [percent / 100 for percent in range(100, 50, -5)]
"""The shares of a size in which a text is tried; the last resort is :data:`LEAST_SHARE`."""

LINE_SHARES: Final[dict[Face, float]] = {"display": 0.86, "text": 1.08, "bold": 1.08}
"""How high a line is by the height that the font itself asks for: the display letters ask for too much."""

COMPARED: Final = re.compile(" ([<=>]) ")
"""What was compared stays on one line: "9 > 6"."""

FIGURES: Final = ["lnum"] if features.check_feature("raqm") else None
"""Figures of one height, where this machine's Pillow can ask a font for them."""


@cache
def font(face: Face, size_px: int) -> ImageFont.FreeTypeFont:
    """Return one of the house's fonts in a size."""
    return ImageFont.truetype(FONTS / FILES[face], size_px)


class Words(NamedTuple):
    """A text in a face, a size in pixels and a colour."""

    text: str
    face: Face
    size_px: int
    colour: Colour


def height_of(words: Sequence[Words], width_px: int, share: float = 1.0) -> int:
    """Return the height of texts one below another, in lines of ``width_px``, in this share of their sizes."""
    return sum(_height_px(each, width_px, share) for each in words)


def write(
    picture: Image.Image,
    words: Sequence[Words],
    place: tuple[int, int],
    size_wh: tuple[int, int],
    *,
    anchor: Literal["left", "middle"] = "left",
) -> int:
    """Write texts whole, one below another, as large as ``size_wh`` allows; return where the next would begin.

    ``place`` is their top left, or the middle of their top. They are never cut: what is too long gets smaller, down to
    :data:`LEAST_SHARE`, and stands in more lines.
    """
    width, height = size_wh
    share = next((share for share in SHARES if height_of(words, width, share) <= height), LEAST_SHARE)
    draw = ImageDraw.Draw(picture)
    x, y = place
    for each in words:
        letters = _letters(each, share)
        for line in lines_of(each.text, letters, width):
            draw.text((x, y), line, font=letters, fill=each.colour, anchor=f"{anchor[0]}a", features=FIGURES)
            y += _line_px(each.face, letters)
        y += _gap_px(each, share)
    return y


def lines_of(text: str, letters: ImageFont.FreeTypeFont, width_px: int) -> list[str]:
    """Return a text in lines no wider than ``width_px``: every letter of it; a word that is too long is broken."""
    words = COMPARED.sub("\u00a0\\1\u00a0", text).split(" ")
    return list(
        _broken([part for word in words for part in _parts_of(word, letters, width_px)], letters, width_px)
    )


def _height_px(words: Words, width_px: int, share: float) -> int:
    letters = _letters(words, share)
    return len(lines_of(words.text, letters, width_px)) * _line_px(words.face, letters) + _gap_px(
        words, share
    )


def _letters(words: Words, share: float) -> ImageFont.FreeTypeFont:
    return font(words.face, round(words.size_px * share))


def _line_px(face: Face, letters: ImageFont.FreeTypeFont) -> int:
    return round(sum(letters.getmetrics()) * LINE_SHARES[face])


def _gap_px(words: Words, share: float) -> int:
    """Return what is free below a text; nothing where there is none."""
    return round(words.size_px * share * 0.2) if words.text else 0


def _parts_of(word: str, letters: ImageFont.FreeTypeFont, width_px: int) -> Iterator[str]:
    """Yield a word, in parts where it is wider than a line."""
    part = ""
    for letter in word:
        if part and letters.getlength(part + letter) > width_px:
            yield part
            part = ""
        part += letter
    yield part


def _broken(words: Iterable[str], letters: ImageFont.FreeTypeFont, width_px: int) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}".strip(" ")
        if line and letters.getlength(longer) > width_px:
            yield line
            longer = word
        line = longer
    if line:
        yield line


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
