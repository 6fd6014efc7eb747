"""Decks without end, drawn from a seed: faces of several traditions and backs to match.

The same ``DrawnDeck(seed)`` always draws the same cards, so that ``(seed, index)`` names a design. Indices below 40 are
pip cards (four suits, one to ten: neighbours differ by one pip only), 40 to 55 courts, the rest trumps; any index is
valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Any

import cv2
import numpy as np

from models.training.scans import Picture
from vision.virtual.drawing.compositions import compose, words
from vision.virtual.drawing.motifs import SMALL
from vision.virtual.drawing.shapes import (
    Colour,
    blend,
    blob,
    fill,
    lettering,
    outline,
    palette,
    pick,
    place,
    regular,
    value_noise,
)

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV",
         "XVI", "XVII", "XVIII", "XIX", "XX", "XXI")  # fmt: skip
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FONTS = (0, 2, 3, 4, 6, 7)
PIP_CARDS, COURT_CARDS = 40, 16
LUMA_BGR = (0.114, 0.587, 0.299)
LEAST_CONTRAST = 50.0
"""Grey levels by which a suit's sign contrasts with its card, and its second colour with its first."""

ACE_GROWTH = 1.8
"""Enlargement of the sign on an ace."""

PAPER: tuple[Colour, ...] = ((255, 255, 255), (248, 250, 252), (225, 238, 245), (200, 220, 235), (20, 20, 22))


@unique
class Tradition(StrEnum):
    """Layout tradition of a deck."""

    PICTURES = "pictures"
    PIPS = "pips"
    PLAYING = "playing"


@dataclass(frozen=True)
class DrawnDeck:
    """One invented deck; ``height_px`` is that of its cards, their width follows from the deck's shape."""

    seed: int
    height_px: int = 360
    tradition: Tradition = field(init=False)
    size_wh: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng([self.seed, 0])
        tradition = Tradition(str(rng.choice([t.value for t in Tradition], p=[0.5, 0.25, 0.25])))
        aspect = rng.uniform(0.62, 0.73) if tradition is Tradition.PLAYING else rng.uniform(0.5, 0.68)
        object.__setattr__(self, "tradition", tradition)
        object.__setattr__(self, "size_wh", (round(self.height_px * aspect), self.height_px))

    def face(self, index: int) -> Picture:
        """Return the face of one card, BGR, ``size_wh``."""
        style = DeckStyle.of(np.random.default_rng([self.seed, 1]), self.size_wh)
        rng = np.random.default_rng([self.seed, 2, index])
        suit, count = index % PIP_CARDS // 10, index % 10 + 1
        if self.tradition is Tradition.PLAYING:
            return draw_playing_face(rng, style, suit, count if index < PIP_CARDS else 11 + index % 3)
        if self.tradition is Tradition.PIPS and index < PIP_CARDS:
            return draw_pip_face(np.random.default_rng([self.seed, 3, suit]), style, suit, count)
        return draw_picture_face(rng, style, index)

    def back(self) -> Picture:
        """Return the deck's back, BGR, ``size_wh``."""
        return draw_back(np.random.default_rng([self.seed, 4]), self.size_wh)


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Style shared by all faces of a deck: paper, colours, borders, places of words, the signs of its four suits."""

    size_wh: tuple[int, int]
    colours: tuple[Colour, ...]
    paper: Colour
    border_share: float
    line_px: int
    title: bool
    numeral: bool
    font: int
    signs: tuple[int, ...]

    @classmethod
    def of(cls, rng: np.random.Generator, size_wh: tuple[int, int]) -> DeckStyle:
        """Invent a style."""
        return cls(
            size_wh=size_wh,
            colours=tuple(palette(rng, int(rng.integers(4, 9)))),
            paper=PAPER[int(rng.choice(len(PAPER), p=[0.3, 0.2, 0.2, 0.15, 0.15]))],
            border_share=float(rng.choice([0.0, rng.uniform(0.02, 0.09)], p=[0.25, 0.75])),
            line_px=int(rng.integers(0, 4)),
            title=bool(rng.random() < 0.6),
            numeral=bool(rng.random() < 0.6),
            font=int(rng.choice(FONTS)),
            signs=tuple(rng.permutation(len(SMALL))[:4].tolist()),
        )

    @property
    def ink(self) -> Colour:
        """Return a colour that can be read on the paper."""
        return (25, 25, 30) if sum(self.paper) > 380 else (210, 225, 230)


def framed(style: DeckStyle, picture: Picture) -> Picture:
    """Lay a picture on the deck's paper, inside its border."""
    width, height = style.size_wh
    card: Picture = np.full((height, width, 3), style.paper, np.uint8)
    margin = round(style.border_share * width)
    inner = cv2.resize(picture, (width - 2 * margin, height - 2 * margin), interpolation=cv2.INTER_AREA)
    card[margin : height - margin, margin : width - margin] = inner
    if style.line_px:
        corners = ((margin, margin), (width - margin - 1, height - margin - 1))
        cv2.rectangle(card, *corners, style.ink, style.line_px, cv2.LINE_AA)
    return card


def draw_picture_face(rng: np.random.Generator, style: DeckStyle, index: int) -> Picture:
    """Return a face that is a picture, with the deck's border, title and numeral."""
    width, height = style.size_wh
    colours = list(style.colours) + palette(rng, 3)
    card = framed(style, compose(rng, style.size_wh, colours))
    strip = round(height * 0.07)
    if style.title:
        card[height - strip - round(style.border_share * width) :] = style.paper
        lettering(
            card,
            words(rng, int(rng.integers(2, 5))),
            (width / 2, height - strip * 0.8),
            strip * 0.4,
            style.ink,
            style.font,
        )
    if style.numeral:
        lettering(
            card, ROMAN[index % len(ROMAN)], (width / 2, strip * 0.75), strip * 0.45, style.ink, style.font
        )
    return card


def pip_places(count: int, columns: int) -> list[tuple[float, float]]:
    """Return the places of a card's pips, as shares of width and height, in even rows."""
    rows = -(-count // columns)
    places = []
    for row in range(rows):
        here = min(columns, count - row * columns)
        places += [((i + 1) / (here + 1), (row + 1) / (rows + 1)) for i in range(here)]
    return places


@dataclass(frozen=True, slots=True)
class PipStyle:
    """Style of the pip cards of one suit; ``sign`` is an index of ``SMALL``, ``state`` the generator state that draws
    it."""

    columns: int
    ground: Colour
    sign: int
    colours: tuple[Colour, Colour]
    state: dict[str, Any]

    @classmethod
    def of(cls, rng: np.random.Generator, style: DeckStyle, suit: int) -> PipStyle:
        """Invent a suit."""
        columns, state = int(rng.integers(2, 4)), dict(rng.bit_generator.state)
        ground = style.paper if rng.random() < 0.7 else pick(rng, list(style.colours))
        first = pick(rng, apart(style.colours, ground) or [opposite(ground)])
        second = pick(rng, apart((*style.colours, ground), first) or [opposite(first)])
        return cls(columns, ground, style.signs[suit], (first, second), state)


def apart(colours: Sequence[Colour], other: Colour) -> list[Colour]:
    """Return the colours with enough contrast to another one."""
    return [colour for colour in colours if contrast(colour, other) >= LEAST_CONTRAST]


def contrast(one: Colour, other: Colour) -> float:
    """Return the difference of two colours in grey levels."""
    return abs(float(np.dot(np.subtract(one, other), LUMA_BGR)))


def opposite(colour: Colour) -> Colour:
    """Return black or white, whichever has the better contrast."""
    return (25, 25, 30) if contrast(colour, (0, 0, 0)) > 128 else (235, 240, 245)


def draw_pip_face(rng: np.random.Generator, style: DeckStyle, suit: int, count: int) -> Picture:
    """Return a face that repeats its suit's sign ``count`` times."""
    width, height = style.size_wh
    pips = PipStyle.of(rng, style, suit)
    card = framed(style, np.full((height, width, 3), pips.ground, np.uint8))
    for x, y in pip_places(count, pips.columns):
        rng.bit_generator.state = pips.state
        size = min(width * 0.16, height * 0.11) * (ACE_GROWTH if count == 1 else 1.0)
        SMALL[pips.sign](card, rng, (x * width, y * height), size, *pips.colours)
    if style.numeral:
        lettering(card, ROMAN[count], (width / 2, height * 0.05), height * 0.035, style.ink, style.font)
    return card


def draw_playing_face(rng: np.random.Generator, style: DeckStyle, suit: int, rank: int) -> Picture:
    """Return a playing card: indices in two corners, pips or a court, its lower half upside down."""
    width, height = style.size_wh
    card: Picture = np.full((height, width, 3), PAPER[suit % 2], np.uint8)
    ink: Colour = (30, 20, 200) if suit % 2 else (25, 20, 20)
    if rank > 10:
        card = framed(style, compose(rng, style.size_wh, palette(rng, 7)))
    sign = (regular(4) * [0.75, 1.0], regular(5, 0.5), regular(3), regular(6))[suit]
    index = RANKS[(rank - 1) % len(RANKS)]
    lettering(card, index, (width * 0.09, height * 0.07), height * 0.07, ink, style.font)
    fill(card, place(sign, (width * 0.09, height * 0.16), width * 0.055), ink)
    card[height - height // 2 :] = card[: height // 2][::-1, ::-1]
    for x, y in pip_places(rank if rank <= 10 else 0, 2):
        spot = (0.18 + x * 0.64) * width, y * height
        fill(card, place(sign, spot, width * 0.1, np.pi * (y > 0.5)), ink)
    return card


def lattice(rng: np.random.Generator, size_wh: tuple[int, int], colours: list[Colour]) -> Picture:
    """Return a repeating pattern: lines, lozenges, dots, checks or small signs in rows."""
    width, height = size_wh
    picture: Picture = np.full((height, width, 3), pick(rng, colours), np.uint8)
    step, kind, colour = rng.uniform(0.05, 0.25) * width, int(rng.integers(4)), pick(rng, colours)
    lines = np.arange(-height, width + height, step)
    if kind in (0, 1):
        slopes = (height,) if kind == 0 else (height, -height)
        for start in lines:
            for slope in slopes:
                origin = start + (height if slope < 0 else 0)
                outline(
                    picture,
                    np.array([[origin, 0], [origin + slope, height]]),
                    colour,
                    int(rng.integers(1, 2)) + kind,
                )
        return picture
    sign = blob(rng, 0.6) if kind == 2 else regular(int(rng.integers(3, 8)), rng.uniform(0.3, 1.0))
    for row, y in enumerate(np.arange(0, height + step, step)):
        for x in np.arange(-step, width + step, step):
            fill(picture, place(sign, (x + (row % 2) * step / 2, y), step * 0.4), colour)
    return picture


def emblem(picture: Picture, rng: np.random.Generator, colours: list[Colour]) -> None:
    """Draw rings, stars and an ornament in the middle."""
    height, width = picture.shape[:2]
    for share in np.sort(rng.uniform(0.08, 0.42, int(rng.integers(1, 5))))[::-1]:
        shape = regular(int(rng.integers(4, 30)), float(rng.choice([1.0, rng.uniform(0.4, 0.9)])))
        fill(picture, place(shape, (width / 2, height / 2), float(share) * width), pick(rng, colours))


def cloudy(rng: np.random.Generator, size_wh: tuple[int, int], colours: list[Colour]) -> Picture:
    """Return a marbled back, as photographs and printed papers give."""
    share = sum(value_noise(rng, size_wh, size_wh[0] / 2**octave) / 2**octave for octave in range(1, 5))
    return blend(np.asarray(share, np.float32).clip(0, 1), pick(rng, colours), pick(rng, colours))


def half_turned(picture: Picture) -> Picture:
    """Return the picture with its lower half replaced by the upper one, upside down."""
    turned = picture.copy()
    half = picture.shape[0] // 2
    turned[picture.shape[0] - half :] = picture[:half][::-1, ::-1]
    return turned


def draw_back(rng: np.random.Generator, size_wh: tuple[int, int]) -> Picture:
    """Return a card's back: pattern, plain colour, marble or picture, often the same both ways up."""
    colours = palette(rng, int(rng.integers(2, 5)))
    style = DeckStyle.of(rng, size_wh)
    kind = rng.choice(4, p=[0.5, 0.15, 0.15, 0.2])
    if kind == 0:
        inner = lattice(rng, size_wh, colours)
    elif kind == 1:
        inner = np.full((size_wh[1], size_wh[0], 3), pick(rng, colours), np.uint8)
    else:
        inner = cloudy(rng, size_wh, colours) if kind == 2 else compose(rng, size_wh, colours)
    if kind == 1 or rng.random() < 0.5:
        emblem(inner, rng, colours)
    card = framed(style, half_turned(inner) if kind == 3 or rng.random() < 0.3 else inner)
    for inset in rng.uniform(0.03, 0.15, int(rng.integers(0, 3))) * size_wh[0]:
        corner = (round(float(inset)), round(float(inset)))
        cv2.rectangle(
            card, corner, (size_wh[0] - corner[0], size_wh[1] - corner[1]), pick(rng, colours), 2, cv2.LINE_AA
        )
    return card
