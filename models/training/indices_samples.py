"""Samples for the index reader: drawn playing cards as a camera sees them, and negatives.

Everything is drawn on demand; a pool of designs is renewed as it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.housedeck import back as house_back
from models.housedeck import faces as house_faces
from models.training.designs import HELD_OUT_SEED
from models.training.drawn import DrawnDeck, Tradition
from models.training.photographs import FOLDER, photographs_of
from models.training.playing_courts import court, english_courts
from models.training.playing_designs import HEIGHT_PX, RANKS, SUITS, codes, draw_faces
from models.training.playing_signs import fonts, word
from models.training.scans import Picture, load_deck
from models.training.views import Canvas as ViewCanvas
from models.training.views import ViewMaker, cover_by_fingers, lit, recoloured
from vision.geometry import homography_between, rectify, turned_half, upright_quad
from vision.recognition.playing_cards import CROP_WH, with_margin
from vision.types import Crop, Frame, Quad
from vision.virtual.camera.faults import sense
from vision.virtual.surfaces.photographs import cut_of, load_photograph

DESIGNS: Final = 48
"""Number of designs in the pool."""

RENEWED_EVERY: Final = 400
"""Samples after which one design is replaced."""

GROUNDS: Final = 250
"""Number of photographs without cards in memory: decoding one takes longer than all the rest."""

NONE_SHARE: Final = 0.25
ACES_SHARE: Final = 0.07
"""Share of additional aces of spades: no other card differs as much from maker to maker."""

COVERED_SHARE: Final = 0.25
CUT_SHARE: Final = 0.06
"""Share of cards that reach beyond the picture's edge."""

HEIGHTS_PX: Final = (54, 330)
LOOSE: Final = (0.01, 0.02, 0.035, 0.055)
"""Errors of a quad's corners, as shares of its height, each as likely: the detector's are as large."""

MARGIN: Final = 0.3
"""Background around a card, in its heights."""

NO_CARD: Final = -1
OTHER_DECKS: Final = ("rws-1909", "rws-bright", "rws-web")


@dataclass(frozen=True, slots=True)
class IndexSamples:
    """Crops (n, 232, 160, 3), and the number of each one's card among the 52 codes, -1 for none of them."""

    crops: NDArray[np.uint8]
    card: NDArray[np.intp]


class Sampler:
    """Draws samples: ``held_out`` from fonts, designs, photographs and decks that nobody trains on."""

    def __init__(self, seed: int, *, held_out: bool = False, designs: int = DESIGNS) -> None:
        self._rng, self._chance = np.random.default_rng([seed, 15]), Random(seed)
        self._held_out, self._drawn = held_out, 0
        scans = [] if held_out else [scan.picture for deck in OTHER_DECKS for scan in load_deck(deck, 320)]
        files = photographs_of(FOLDER, held_out=held_out).files
        chosen = self._rng.choice(len(files), min(GROUNDS, len(files)), replace=False)
        self._grounds = [load_photograph(files[i].path) for i in chosen]
        self._pictures: list[Picture] = scans
        self._courts = {} if held_out else english_courts(HEIGHT_PX)
        self._first = seed * 1_000_000 + (HELD_OUT_SEED if held_out else 0)
        self._designs = [self._new_design() for _ in range(designs)]
        own = house_faces("english")
        if not held_out:
            self._designs.append([resized(own[code], (229, 320)) for code in codes()])
        self._jokers = [own["Xs"], own["Xh"], house_back("english")]
        self._views = ViewMaker.of([face for design in self._designs[:6] for face in design], CROP_WH)

    def _new_design(self) -> list[Picture]:
        self._first += 1
        return draw_faces(self._first, self._pictures, self._courts, held_out=self._held_out)

    def batch(self, count: int) -> IndexSamples:
        """Return the next samples."""
        samples = [self.sample() for _ in range(count)]
        return IndexSamples(
            np.stack([crop for crop, _ in samples]), np.array([card for _, card in samples], np.intp)
        )

    def sample(self) -> tuple[Crop, int]:
        """Return one crop and its card's number."""
        self._drawn += 1
        if self._drawn % RENEWED_EVERY == 0 and not self._held_out:
            self._designs[int(self._rng.integers(DESIGNS))] = self._new_design()
        if self._rng.random() < NONE_SHARE:
            return self._none(), NO_CARD
        design = self._designs[int(self._rng.integers(len(self._designs)))]
        card = int(self._rng.integers(len(design))) if self._rng.random() > ACES_SHARE else 0
        return self.seen(design[card], design), card

    def seen(self, face: Picture, others: Sequence[Picture]) -> Crop:
        """Return the crop from a picture of a face, on a table, among ``others``, cards of its design."""
        frame, quad = self.render(face, others)
        return rectify(frame, with_margin(quad), CROP_WH)

    def render(self, face: Picture, others: Sequence[Picture]) -> tuple[Frame, Quad]:
        """Return a picture of a face and the quad of a detector."""
        rng = self._rng
        high = float(np.exp(rng.uniform(*np.log(HEIGHTS_PX))))
        wide = high * face.shape[1] / face.shape[0] * float(rng.choice([1.0, rng.uniform(0.85, 1.25)]))
        room = round(high * MARGIN)
        size = (round(wide) + 2 * room, round(high) + 2 * room)
        frame = self._ground(size)
        quad = np.asarray(upright_quad((wide, high)) + room - 0.5, np.float32)
        tilt = rng.normal(0, 0.03, (4, 2)) * high * (rng.random() < 0.5)
        quad = np.asarray(quad + tilt, np.float32)
        if rng.random() < 0.35:
            self._neighbour(frame, others, quad, high, under=True)
        lay(frame, face, quad)
        if rng.random() < COVERED_SHARE:
            self._cover(frame, others, quad, (room, room, round(wide), round(high)))
        frame = self._photographed(frame)
        if rng.random() < CUT_SHARE:
            frame, quad = self._cut_by_the_edge(frame, quad)
        loose = float(rng.choice(LOOSE)) * high
        off = rng.uniform(-loose, loose, (4, 2)) * [0.8, 1.0] + rng.uniform(-loose, loose, 2) * 0.5
        found = np.asarray(quad + off, np.float32)
        return frame, turned_half(found) if rng.random() < 0.5 else found

    def _cut_by_the_edge(self, frame: Frame, quad: Quad) -> tuple[Frame, Quad]:
        """Crop the picture within the card, on one side: up to two fifths of it are cut off."""
        box = np.array([quad.min(axis=0), quad.max(axis=0)])
        lost = np.round(self._rng.uniform(0.0, 0.4) * (box[1] - box[0])).astype(int)
        side, along = bool(self._rng.random() < 0.5), int(self._rng.integers(2))
        first, last = np.zeros(2, int), np.array(frame.shape[1::-1])
        if side:
            first[along] = max(0, round(float(box[0, along])) + lost[along])
        else:
            last[along] = round(float(box[1, along])) - lost[along]
        part = np.ascontiguousarray(frame[first[1] : last[1], first[0] : last[0]])
        return part, np.asarray(quad - first, np.float32)

    def _photographed(self, frame: Frame) -> Frame:
        pixels = lit(recoloured(frame, self._chance), self._chance)
        if self._rng.random() < 0.25:
            pixels = sense(self._rng, pixels)
        return self._views.photographed(pixels, self._chance)

    def _any_ground(self) -> Picture:
        return self._grounds[int(self._rng.integers(len(self._grounds)))]

    def _ground(self, size_wh: tuple[int, int]) -> Frame:
        if self._rng.random() < 0.6:
            return cut_of(self._rng, self._any_ground(), size_wh)
        return np.ascontiguousarray(self._views.table(size_wh, self._chance))

    def _neighbour(
        self, frame: Frame, others: Sequence[Picture], quad: Quad, high: float, *, under: bool
    ) -> None:
        """Paint another card of the design nearby, at any angle or nearly as the first one."""
        rng, other = self._rng, others[int(self._rng.integers(len(others)))]
        turn = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(0, 2 * np.pi)
        away, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.15 if under else 0.5, 0.9) * high
        wide = float(quad[1, 0] - quad[0, 0])
        corners = upright_quad((wide, high)) - np.array([wide / 2, high / 2])
        matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        centre = quad.mean(axis=0) + reach * np.array([0.75 * np.cos(away), np.sin(away)])
        lay(frame, other, np.asarray(corners @ matrix + centre, np.float32))

    def _cover(
        self, frame: Frame, others: Sequence[Picture], quad: Quad, box: tuple[int, int, int, int]
    ) -> None:
        if self._rng.random() < 0.65:
            self._neighbour(frame, others, quad, float(box[3]), under=False)
        else:
            cover_by_fingers(ViewCanvas(frame, box), self._chance)

    def _none(self) -> Crop:
        """Return a crop of none of the 52."""
        rng = self._rng
        kind = rng.random()
        if kind < 0.15:
            return self._beside_a_card()
        if kind < 0.3:
            return cut_of(rng, self._any_ground(), CROP_WH)
        return self.seen(self.negative(), self._designs[int(rng.integers(len(self._designs)))])

    def _beside_a_card(self) -> Crop:
        """Return a crop that is mostly beside a card, or across it, in it or around it."""
        rng = self._rng
        design = self._designs[int(rng.integers(len(self._designs)))]
        frame, quad = self.render(design[int(rng.integers(len(design)))], design)
        side, down = quad[1] - quad[0], quad[3] - quad[0]
        kind = rng.integers(4)
        if kind == 0:
            away = side * rng.choice([-1, 1]) * rng.uniform(0.45, 0.8) + down * rng.uniform(-0.6, 0.6)
            quad = quad + away
        elif kind == 1:
            quad = np.roll(quad, 1, axis=0)
            centre = quad.mean(axis=0)
            quad = centre + (quad - centre) @ np.diag([0.6, 1.5])
        else:
            centre = quad.mean(axis=0) + rng.uniform(-0.1, 0.1) * side
            size = rng.uniform(0.3, 0.55) if kind == 2 else rng.uniform(1.7, 2.6)
            quad = centre + (quad - quad.mean(axis=0)) * size
        return rectify(frame, with_margin(np.asarray(quad, np.float32)), CROP_WH)

    def negative(self) -> Picture:
        """Return a face or back that is none of the 52."""
        rng = self._rng
        kind = rng.random()
        if kind < 0.3 and self._pictures:
            return self._pictures[int(rng.integers(len(self._pictures)))]
        if kind < 0.5:
            return self._joker()
        if kind < 0.55:
            return self._jokers[int(rng.integers(len(self._jokers)))]
        return self._drawn_negative(back=bool(kind > 0.8))

    def _drawn_negative(self, *, back: bool) -> Picture:
        rng, start = self._rng, HELD_OUT_SEED if self._held_out else 0
        while True:
            deck = DrawnDeck(start + int(rng.integers(100_000)), 240)
            if back:
                return deck.back()
            if deck.tradition is not Tradition.PLAYING:
                return deck.face(int(rng.integers(60)))

    def _joker(self) -> Picture:
        """Draw a joker, a card of rules or advertisement, or a blank one."""
        rng = self._rng
        paper = tuple(int(255 - c) for c in rng.uniform(0, 1) ** 2 * np.array([60, 30, 18]))
        card: Picture = np.full((320, int(rng.integers(205, 232)), 3), paper, np.uint8)
        ink = (20, 20, 20) if rng.random() < 0.5 else (35, 25, 205)
        if rng.random() < 0.8:
            size = (int(rng.integers(110, 170)), int(rng.integers(150, 260)))
            x, y = (card.shape[1] - size[0]) // 2, (320 - size[1]) // 2
            picture = court(rng, size, (paper[0], paper[1], paper[2]), self._pictures, drawn=0.6)
            card[y : y + size[1], x : x + size[0]] = picture[: size[1], : size[0]]
        self._write_joker(card, ink)
        return card

    def _write_joker(self, card: Picture, ink: tuple[int, int, int]) -> None:
        """Print letters down the corners, or a star."""
        rng, files = self._rng, fonts(held_out=self._held_out)
        kind, font = rng.random(), files[int(rng.integers(len(files)))]
        high, y = int(rng.integers(12, 26)), int(rng.integers(10, 22))
        signs = (
            "JOKER"
            if kind < 0.6
            else ("\u2605" if kind < 0.7 else "".join(rng.choice(list("RULESWVINBGFHP*"), 4)))
        )
        if kind > 0.85:
            return
        for sign in signs:
            mask = word(font, "*" if sign == "\u2605" else sign, 0.1)
            wide = max(2, round(high * mask.shape[1] / mask.shape[0]))
            small = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)[..., None] / np.float32(255)
            for way in (card, card[::-1, ::-1]):
                part = way[y : y + high, 10 : 10 + wide]
                part[:] = (
                    part * (1 - small[: part.shape[0]]) + np.array(ink, np.float32) * small[: part.shape[0]]
                )
            y += round(high * 1.15)


def resized(picture: NDArray[np.uint8], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture or mask, shrunk."""
    return np.asarray(cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def lay(frame: Frame, face: Picture, quad: Quad) -> None:
    """Paint a card with round corners into a frame, in place."""
    high, wide = face.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    radius = round(0.035 * high)
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    shown = float(np.linalg.norm(quad[3] - quad[0])) / high
    if shown < 0.67:
        size = (max(8, round(wide * shown)), max(8, round(high * shown)))
        face, mask = resized(face, size), resized(mask, size)
    matrix = homography_between(upright_quad((face.shape[1], face.shape[0])) - np.float32(0.5), quad)
    box = (frame.shape[1], frame.shape[0])
    shown_there = cv2.warpPerspective(mask, matrix, box, flags=cv2.INTER_LINEAR)
    painted = cv2.warpPerspective(face, matrix, box, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    np.copyto(frame, painted, where=(shown_there > 127)[..., None])


def rank_and_suit(card: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return each card's rank and suit as numbers (what is none of the 52: 0 and 0)."""
    known = np.maximum(card, 0)
    return known % len(RANKS), np.minimum(known // len(RANKS), len(SUITS) - 1)
