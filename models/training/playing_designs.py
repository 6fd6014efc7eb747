"""Print designs of playing cards without end, drawn from a seed: indices, pips and courts of many kinds.

``PrintDesign(seed)`` always draws the same 52 cards, from the fonts that the machine has. Lengths are in millimetres of
a card 88.9 mm high.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from models.training.playing_courts import court
from models.training.playing_signs import (
    WITH_SIGNS,
    Mask,
    fonts,
    hollow,
    printed_sign,
    suit_sign,
    thickened,
    word,
)
from models.training.scans import Picture

HIGH_MM: Final = 88.9
HEIGHT_PX: Final = 320
RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
LETTERS: Final = (
    dict(zip("AJQK", "AJQK", strict=True)),
    dict(zip("AJQK", "ABDK", strict=True)),
    dict(zip("AJQK", "1VDR", strict=True)),
)
"""Letters of ace and courts in English, German and French indices."""

TWO_COLOURS: Final = ("black", "red", "red", "black")
FOUR_COLOURS: Final = (("black", "red", "blue", "green"), ("black", "red", "orange", "green"))
INKS: Final = {
    "black": ((20, 20, 20), 14), "red": ((35, 25, 205), 22), "blue": ((190, 80, 20), 25), "green": ((40, 130, 25), 25),
    "orange": ((20, 130, 245), 15),
}  # fmt: skip
"""Blue, green, red, and the largest deviation of a design's own ink."""

LETTERING: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.&-"
"""Characters of the lettering on aces of spades; only their shapes count."""

ROWS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "A": ((0, 0),),
    "2": ((0, -1),),
    "3": ((0, -1), (0, 0)),
    "4": ((-1, -1), (1, -1)),
    "5": ((-1, -1), (1, -1), (0, 0)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0)),
    "7": ((-1, -1), (1, -1), (-1, 0), (1, 0), (0, -0.5)),
    "8": ((-1, -1), (1, -1), (-1, 0), (1, 0), (0, -0.5)),
    "9": ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (0, 0)),
    "T": ((-1, -1), (1, -1), (-1, -0.34), (1, -0.34), (0, -0.67)),
}
"""The pips of the upper half and the middle, in halves of the field; those above the middle are repeated below, upside
down, except the odd ones of seven and nine."""


ODD: Final = {"7": (-0.5, -0.45), "9": (0.0, -0.67), "T": (-0.67, -0.5)}
"""Places of the odd pips of these."""


ENGLISH_SHARE: Final = 0.4
"""Share of designs with the courts of the English pattern: nearly all of the world's packs have them."""


def codes() -> list[str]:
    """Return the 52 codes, suit by suit."""
    return [rank + suit for suit in SUITS for rank in RANKS]


@dataclass(frozen=True, slots=True)
class Index:
    """Layout of an index: the middle of the column, the top of the rank, heights, widths, the gap; how many corners;
    whether the suit is beside the rank."""

    x: float
    top: float
    rank_high: float
    squeeze: float
    gap: float
    suit_high: float
    corners: int
    beside: bool


class PrintDesign:
    """One maker's pack."""

    def __init__(
        self,
        seed: int,
        pictures: Sequence[Picture] = (),
        courts: Mapping[str, Picture] | None = None,
        *,
        held_out: bool = False,
    ) -> None:
        """Invent a design; ``pictures`` may be cut for courts, ``courts`` are those of the English pattern, by code."""
        self._rng = rng = np.random.default_rng([seed, 52])
        self.wide_mm = float(rng.choice([rng.uniform(62, 65), rng.uniform(56, 60)], p=[0.75, 0.25]))
        self._px = HEIGHT_PX / HIGH_MM
        self.size_wh = (round(self.wide_mm * self._px), HEIGHT_PX)
        self._pictures = pictures
        dark = rng.random() < 0.04
        paper = (30, 28, 28) if dark else (255, 255, 255) - rng.uniform(0, 1) ** 2 * np.array([60, 30, 18])
        self.paper = (int(paper[0]), int(paper[1]), int(paper[2]))
        self._inks = self._mixed_inks(dark) | {"paper": self.paper}
        self._files = fonts(held_out=held_out)
        self._ranks = self._cast_ranks()
        self._signs = self._cast_signs()
        self._index = self._placed_index()
        self._field = rng.uniform(8.5, 14), rng.uniform(22, 31)
        self._odd = {rank: float(rng.choice(places)) for rank, places in ODD.items()}
        self._pip_high = rng.uniform(9, 16)
        self._plain = rng.random() < (0.6 if self._index.rank_high > 16 else 0.04)
        self._frame = bool(rng.random() < 0.75)
        self._court_inset = rng.uniform(9, 14), rng.uniform(5, 12)
        self._drawn = float(rng.choice([1.0, 0.0, 0.5]))
        self._ornament = bool(rng.random() < 0.6)
        self._ace_high = rng.uniform(14, 44)
        self._courts = courts if courts and rng.random() < ENGLISH_SHARE else {}

    def _mixed_inks(self, dark: bool) -> dict[str, tuple[int, ...]]:
        rng = self._rng
        kind = rng.random()
        names = TWO_COLOURS if kind < 0.78 else FOUR_COLOURS[int(rng.integers(2))]
        mixed = {}
        for name in sorted(set(names)):
            ink, spread = INKS[name]
            own = np.clip(np.array(ink) + rng.normal(0, spread, 3), 0, 255)
            mixed[name] = 255 - own if dark and name == "black" else own
        return {suit: tuple(mixed[name].tolist()) for suit, name in zip(SUITS, names, strict=True)}

    def _cast_ranks(self) -> dict[str, Mask]:
        rng, files = self._rng, self._files
        families = sorted({path.stem.split("-")[0] for path in files})
        family = families[int(rng.integers(len(families)))]
        members = [path for path in files if path.stem.split("-")[0] == family]
        font = members[int(rng.integers(len(members)))]
        words = {rank: rank for rank in RANKS} | {"T": "T" if rng.random() < 0.08 else "10"}
        words |= LETTERS[int(rng.choice(len(LETTERS), p=[0.8, 0.12, 0.08]))]
        gap, weight = rng.uniform(0.02, 0.12), int(rng.choice([-1, 0, 1, 2, 4], p=[0.1, 0.4, 0.2, 0.2, 0.1]))
        return {rank: thickened(word(font, text, gap), weight) for rank, text in words.items()}

    def _cast_signs(self) -> dict[str, Mask]:
        rng = self._rng
        font = WITH_SIGNS[int(rng.integers(len(WITH_SIGNS)))] if rng.random() < 0.3 else None
        signs = {}
        for suit in SUITS:
            printed = printed_sign(suit, font) if font else None
            signs[suit] = suit_sign(suit, rng) if printed is None else printed
        if rng.random() < 0.04:
            signs = {suit: hollow(sign, 0.12) for suit, sign in signs.items()}
        return signs

    def _placed_index(self) -> Index:
        rng = self._rng
        low, high = ((7, 10.5), (10.5, 16), (16, 27))[int(rng.choice(3, p=[0.55, 0.33, 0.12]))]
        rank_high = rng.uniform(low, high)
        beside = bool(rng.random() < 0.06)
        return Index(
            x=rng.uniform(2.0, 4.0) + rank_high * 0.3,
            top=rng.uniform(2.5, 6.5),
            rank_high=rank_high,
            squeeze=rng.uniform(0.5, 1.1),
            gap=rng.uniform(0.6, 3.0),
            suit_high=max(4.0, rank_high * rng.uniform(0.5, 0.95))
            if rank_high < 16
            else rank_high * rng.uniform(0.35, 0.8),
            corners=int(rng.choice([2, 4, 1], p=[0.76, 0.21, 0.03])),
            beside=beside,
        )

    @property
    def index_wh(self) -> tuple[float, float]:
        """Width and height of an index's corner, as shares of the card's."""
        at = self._index
        wide = 2 * at.x + (at.gap + at.suit_high if at.beside else 0.0)
        high = at.top + at.rank_high + (0.0 if at.beside else at.gap + at.suit_high)
        return min(wide / self.wide_mm, 0.5), min(high / HIGH_MM, 0.5)

    def has_index(self, x: int, y: int) -> bool:
        """Return whether there is an index in the corner at the left (0) or right (1), at the top (0) or foot (1)."""
        corners = self._index.corners
        return corners == 4 or (x == y and (corners == 2 or y == 0))

    def face(self, code: str) -> Picture:
        """Return the face of a card, BGR."""
        card: Picture = np.full((HEIGHT_PX, self.size_wh[0], 3), self.paper, np.uint8)
        rank, suit = code[0], code[1]
        if rank in "JQK":
            self._paint_court(card, code)
        elif self._plain or rank == "A":
            self._paint_sign(card, code)
        else:
            self._paint_pips(card, rank, suit)
        self._paint_indices(card, rank, suit)
        return card

    def _paint_sign(self, card: Picture, code: str) -> None:
        """Print one large sign, the ace of spades with an ornament in it now and then."""
        rank, suit = code[0], code[1]
        high = min(46, self._ace_high * (1.0 if rank == "A" else 0.8) * (1.3 if code == "As" else 1.0))
        self._stamp(card, self._signs[suit], suit, self.wide_mm / 2, HIGH_MM / 2, high)
        if code == "As" and self._ornament:
            self._engrave(card, high)

    def _engrave(self, card: Picture, high: float) -> None:
        """Lighten the sign's inside, with lines or a figure in it, and print words about it."""
        rng, sign, middle = self._rng, self._signs["s"], (self.wide_mm / 2, HIGH_MM / 2)
        before = card.copy()
        self._stamp(card, sign, "paper", *middle, high * rng.uniform(0.6, 0.9))
        rows, columns = np.mgrid[: card.shape[0], : card.shape[1]]
        turn, fine = rng.uniform(0, np.pi), rng.uniform(0.5, 1.6)
        lined = np.sin((rows * np.sin(turn) + columns * np.cos(turn)) * fine) < rng.uniform(-0.6, 0.6)
        if rng.random() < 0.3:
            size = (round(0.4 * high * self._px),) * 2
            x, y = (self.size_wh[0] - size[0]) // 2, (HEIGHT_PX - size[1]) // 2
            card[y : y + size[1], x : x + size[0]] = court(rng, size, self.paper, (), drawn=1.0)
        else:
            grey = before + rng.uniform(0, 0.6) * (np.float32(card) - before)
            card[:] = np.where(lined[..., None], grey, card)
        self._print_words(card, high)

    def _print_words(self, card: Picture, high: float) -> None:
        """Print a maker's name and lines of small print above and below a sign so high, each either way up."""
        rng, beside = self._rng, max(3.0, HIGH_MM / 2 - high / 2 - 3)
        for _ in range(int(rng.integers(0, 8))):
            font = self._files[int(rng.integers(len(self._files)))]
            text = "".join(rng.choice(list(LETTERING), int(rng.integers(3, 24))))
            words = word(font, text, rng.uniform(0.05, 0.3))
            tall = min(
                np.exp(rng.uniform(*np.log((0.7, 7.0)))),
                0.55 * self.wide_mm * words.shape[0] / words.shape[1],
            )
            y = HIGH_MM / 2 - high / 2 - rng.uniform(1, beside)
            way = card[::-1, ::-1] if rng.random() < 0.5 else card
            self._stamp(way, words, "s", self.wide_mm / 2, y, tall)
            if rng.random() < 0.3:
                self._stamp(card[::-1, ::-1], words, "s", self.wide_mm / 2, y, tall)

    def _stamp(
        self, card: Picture, mask: Mask, suit: str, x: float, y: float, high: float, squeeze: float = 1.0
    ) -> None:
        """Print a mask about a point, so many millimetres high."""
        rows = max(2, round(high * self._px))
        columns = max(2, round(rows * mask.shape[1] / mask.shape[0] * squeeze))
        left, top = round(x * self._px - columns / 2), round(y * self._px - rows / 2)
        small = cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA)
        from_x, from_y = max(0, -left), max(0, -top)
        part = card[max(0, top) : top + rows, max(0, left) : left + columns]
        share = small[from_y : from_y + part.shape[0], from_x : from_x + part.shape[1], None] / np.float32(
            255
        )
        part[:] = part * (1 - share) + np.array(self._inks[suit], np.float32) * share

    def _paint_indices(self, card: Picture, rank: str, suit: str) -> None:
        at, sign = self._index, self._signs[suit]
        mask = self._ranks[rank]
        squeeze = at.squeeze * (0.72 if mask.shape[1] > 1.05 * mask.shape[0] else 1.0)
        rank_wide = at.rank_high * mask.shape[1] / mask.shape[0] * squeeze
        x = max(at.x, 1.5 + rank_wide / 2)
        suit_at = (x, at.top + at.rank_high + at.gap + at.suit_high / 2)
        if at.beside:
            suit_at = (x + rank_wide / 2 + at.gap + at.suit_high / 2, at.top + at.rank_high / 2)
        for turn in range(2):
            for mirror in (False, True):
                if (mirror and at.corners < 4) or (turn and at.corners < 2):
                    continue
                way = card[::-1, ::-1] if turn else card
                place = [self.wide_mm - p[0] if mirror else p[0] for p in ((x,), suit_at)]
                self._stamp(way, mask, suit, place[0], at.top + at.rank_high / 2, at.rank_high, squeeze)
                self._stamp(way, sign, suit, place[1], suit_at[1], at.suit_high)

    def _paint_pips(self, card: Picture, rank: str, suit: str) -> None:
        half_wide, half_high = self._field
        odd = self._odd.get(rank, 0.0)
        for across, usual in ROWS[rank]:
            down = odd if across == 0 and rank in ODD else usual
            x, y = self.wide_mm / 2 + across * half_wide, HIGH_MM / 2 + down * half_high
            self._stamp(card, self._signs[suit], suit, x, y, self._pip_high)
            if down < 0 and not (rank in "79" and across == 0):
                self._stamp(card[::-1, ::-1], self._signs[suit], suit, self.wide_mm - x, y, self._pip_high)

    def _paint_court(self, card: Picture, code: str) -> None:
        suit, pattern = code[1], self._courts.get(code)
        inset_x, inset_y = (round(mm * self._px) for mm in self._court_inset)
        size = (self.size_wh[0] - 2 * inset_x, HEIGHT_PX - 2 * inset_y)
        inner = card[inset_y : inset_y + size[1], inset_x : inset_x + size[0]]
        if pattern is None:
            inner[:] = court(self._rng, size, self.paper, self._pictures, drawn=self._drawn)
        else:
            inner[:] = cv2.resize(pattern, size, interpolation=cv2.INTER_AREA) * (np.array(self.paper) / 255)
        if self._frame:
            ink = tuple(int(c) for c in np.array(self._inks["s"]) * 0.8)
            cv2.rectangle(
                card, (inset_x, inset_y), (inset_x + size[0], inset_y + size[1]), ink, 1, cv2.LINE_AA
            )
        if pattern is None and self._rng.random() < 0.8:
            x, y = inset_x / self._px + self._rng.uniform(4, 9), inset_y / self._px + self._rng.uniform(4, 9)
            for way in (card, card[::-1, ::-1]):
                self._stamp(way, self._signs[suit], suit, x, y, self._rng.uniform(6, 11))


def draw_faces(
    seed: int,
    pictures: Sequence[Picture] = (),
    courts: Mapping[str, Picture] | None = None,
    *,
    held_out: bool = False,
) -> list[Picture]:
    """Return the 52 faces of a design, in the order of :func:`codes`."""
    design = PrintDesign(seed, pictures, courts, held_out=held_out)
    return [design.face(code) for code in codes()]
