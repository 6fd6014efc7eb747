"""Pairs of pictures of one card for the correspondence network: as a gallery has it, and as a camera sees it.

A batch holds cards of one or two decks, all cards of a deck at one angle: then place, angle and style of a card say
nothing, only what is printed on it does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.correspondence_net import CARD_HEIGHT_PX, CELL_PX
from models.training.designs import Design
from models.training.scans import Picture
from models.training.views import Canvas, ViewMaker, cover_by_fingers, lit, recoloured, retitled
from vision.geometry import Homography, Points, homography_between, project, upright_quad
from vision.types import Frame

SIDE_PX: Final = 192
CELLS_A_SIDE: Final = SIDE_PX // CELL_PX
BATCH: Final = 16
ANGLES: Final = 8
"""Angles at which a gallery has each card."""

GROUND: Final = 128
"""Grey around a gallery's cards."""

SIZES: Final = (0.68, 1.4)
"""Heights of cards in views, in units of the height that they are meant to have: cards at the far end of a table, and
quads of other cards that say how high a card is, are so far off."""

DECK_SIZES: Final = (BATCH // 2, BATCH)
RWS_WEIGHT: Final = 3.0
MOST_COUNTED: Final = 80
FEWEST_CARDS: Final = 4


@dataclass(frozen=True, slots=True)
class Pairs:
    """A batch: pictures of a gallery and of a camera, both (n, 192, 192, 3).

    ``places`` (n, cells, 2) is where each cell of the view is in the gallery's picture, in pixels; ``shown`` (n, cells)
    which of the view's cells show the card, ``stored`` (n, cells) which of the gallery's do.
    """

    gallery: NDArray[np.uint8]
    view: NDArray[np.uint8]
    places: NDArray[np.float32]
    shown: NDArray[np.bool_]
    stored: NDArray[np.bool_]


def cell_centres(columns: int, rows: int) -> Points:
    """Return the middles of the cells of a picture, row by row, in pixels, shape (rows * columns, 2)."""
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    return (np.stack([x, y], axis=-1).reshape(-1, 2) * CELL_PX + (CELL_PX - 1) / 2).astype(np.float32)


CENTRES: Final = cell_centres(CELLS_A_SIDE, CELLS_A_SIDE)
UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies in a picture: middle, height and errors of its corners in pixels, angle in radians, and by how
    much it is squeezed in which direction."""

    middle: NDArray[np.float64]
    height_px: float
    angle: float
    squeeze: float = 1.0
    along: float = 0.0
    errors: NDArray[np.float64] | float = 0.0

    def map_of(self, card: Picture) -> Homography:
        """Return the map from a card of sides 1 and 1 to the picture."""
        aspect = card.shape[1] / card.shape[0]
        quad = (upright_quad((aspect, 1.0)) - [aspect / 2, 0.5]) * self.height_px @ _turn(self.angle).T
        across = _turn(self.along)
        quad = (quad @ across * [1, self.squeeze]) @ across.T + self.middle + self.errors
        return homography_between(UNIT, quad.astype(np.float32))


def _turn(angle: float) -> NDArray[np.float64]:
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def lay(canvas: Frame, card: Picture, to: Homography) -> NDArray[np.bool_]:
    """Draw a card into a picture, in place; return where."""
    quad = project(UNIT, to)
    height_px = float(np.linalg.norm(quad[3] - quad[0]))
    scale = min(1.0, 1.15 * height_px / card.shape[0])
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    corners = upright_quad((float(small.shape[1]), float(small.shape[0]))) - np.float32(0.5)
    warped = cv2.warpPerspective(small, homography_between(corners, quad), canvas.shape[1::-1])
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 255)
    canvas[mask > 0] = warped[mask > 0]
    return np.asarray(mask > 0, np.bool_)


def gallery_view(card: Picture, angle: float) -> tuple[Frame, Homography]:
    """Return a card at an angle on grey, as a gallery describes it, and where it lies."""
    canvas = np.full((SIDE_PX, SIDE_PX, 3), GROUND, np.uint8)
    to = Pose(np.full(2, SIDE_PX / 2), CARD_HEIGHT_PX, angle).map_of(card)
    lay(canvas, card, to)
    return canvas, to


def camera_view(
    card: Picture, angle: float, views: ViewMaker, rng: Random
) -> tuple[Frame, Homography, NDArray[np.bool_]]:
    """Return a card at an angle on a table, mostly with others on it, as a camera sees it; where it lies; and which
    pixels show it."""
    luck = np.random.default_rng(rng.getrandbits(64))
    canvas = np.ascontiguousarray(views.table((SIDE_PX, SIDE_PX), rng))
    height_px = CARD_HEIGHT_PX * math.exp(rng.uniform(*(math.log(size) for size in SIZES)))
    squeeze = rng.uniform(0.6, 1.0) if rng.random() < 0.6 else 1.0
    errors = luck.normal(0, 1, (4, 2)) * rng.choice((0, 0.01, 0.02)) * height_px
    middle = SIDE_PX / 2 + luck.uniform(-28, 28, 2)
    to = Pose(middle, height_px, angle, squeeze, rng.uniform(0, math.pi), errors).map_of(card)
    shown = lay(canvas, retitled(card, rng), to)
    if rng.random() < 0.6:
        for _ in range(rng.choice((1, 1, 2))):
            away, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 0.75) * height_px
            beside = middle + reach * np.array([math.cos(away), math.sin(away)])
            other = rng.choice(views.others)
            cover = Pose(beside, height_px * rng.uniform(0.9, 1.1), rng.uniform(0, 2 * math.pi), squeeze)
            shown &= ~lay(canvas, other, cover.map_of(other))
    if rng.random() < 0.15:
        shown &= ~_fingers(canvas, middle, height_px, rng)
    return views.photographed(lit(recoloured(canvas, rng), rng), rng), to, shown


def _fingers(canvas: Frame, middle: NDArray[np.float64], height_px: float, rng: Random) -> NDArray[np.bool_]:
    before = canvas.copy()
    x, y = (middle - [0.3 * height_px, 0.5 * height_px]).round().astype(int).tolist()
    cover_by_fingers(Canvas(canvas, (x, y, round(0.6 * height_px), round(height_px))), rng)
    return np.asarray((canvas != before).any(axis=2), np.bool_)


class PairStream:
    """Batches without end; each process has its own."""

    def __init__(self, designs: Sequence[Design], seed: int) -> None:
        self._designs, self._seed = designs, seed
        self._views = ViewMaker.of([design.printings[0] for design in designs], (SIDE_PX, SIDE_PX))
        decks: dict[str, list[int]] = {}
        for i, design in enumerate(designs):
            decks.setdefault(design.deck, []).append(i)
        self._decks = {deck: cards for deck, cards in decks.items() if len(cards) >= FEWEST_CARDS}

    def __call__(self, worker: int, _: int) -> Iterator[Pairs]:
        """Yield batches."""
        rng = Random(self._seed * 1000 + worker)
        weights = [
            min(len(cards), MOST_COUNTED) * (RWS_WEIGHT if deck == "rws" else 1)
            for deck, cards in self._decks.items()
        ]
        while True:
            size, chosen = rng.choice(DECK_SIZES), list[tuple[int, float]]()
            while len(chosen) < BATCH:
                cards = rng.choices(list(self._decks.values()), weights)[0]
                angle = rng.randrange(ANGLES) * 2 * math.pi / ANGLES
                chosen += [(card, angle) for card in rng.sample(cards, min(size, len(cards)))]
            yield self._pairs(chosen[:BATCH], rng)

    def _pairs(self, chosen: Sequence[tuple[int, float]], rng: Random) -> Pairs:
        pictures = (len(chosen), SIDE_PX, SIDE_PX, 3)
        cells = (len(chosen), len(CENTRES))
        pairs = Pairs(
            gallery=np.zeros(pictures, np.uint8),
            view=np.zeros(pictures, np.uint8),
            places=np.zeros((*cells, 2), np.float32),
            shown=np.zeros(cells, np.bool_),
            stored=np.zeros(cells, np.bool_),
        )
        for i, (card, angle) in enumerate(chosen):
            printings = self._designs[card].printings
            pairs.gallery[i], there = gallery_view(rng.choice(printings), angle)
            turned = angle + rng.uniform(-1.1, 1.1) * math.pi / ANGLES
            pairs.view[i], here, visible = camera_view(rng.choice(printings), turned, self._views, rng)
            pairs.places[i] = project(project(CENTRES, inverse(here)), there)
            pairs.shown[i] = visible[CELL_PX // 2 :: CELL_PX, CELL_PX // 2 :: CELL_PX].ravel()
            inner = project(CENTRES, inverse(there))
            pairs.stored[i] = ((inner > 0) & (inner < 1)).all(axis=1)
        return pairs


def inverse(of: Homography) -> Homography:
    """Return the map back."""
    return np.asarray(np.linalg.inv(of), np.float64)
