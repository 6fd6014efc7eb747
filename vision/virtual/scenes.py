"""Single pictures of the virtual world: a tilted table, arrangements of cards, clutter, hands, light and a camera.

The rich mode beside the sessions of :class:`vision.virtual.VirtualTable`: no play and no clock, but more of everything,
with an owner map. The cards are arguments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from ..geometry import quad_area
from ..types import Face, Frame, Quad
from .camera.photographing import photograph, seen_by_camera
from .camera.plane import Plane, seen, tilted_plane
from .canvas import Canvas, Owner
from .people.free_hands import FreeHand, put_hand
from .plays.arrangements import CardSpot, fan, pick_layout, quad_at
from .surfaces.grounds import TEXTURE_PX
from .surfaces.photographs import Photographs, real_ground
from .things.cards import CardStyle, DeckPrints, lay_card
from .things.distractors import DISTRACTORS, PRINTED, Drawer, lay_distractor
from .things.occluders import OCCLUDERS
from .things.pieces import lay_piece
from .types import Chance

SCENE_WH: Final = (512, 320)
MAX_CARDS: Final = 60
CARD_HEIGHTS_PX: Final = ((20.0, 50.0), (40.0, 330.0))
"""Card heights at the middle of the picture, each range even on a logarithmic scale, the second twice as often."""

HELD_FANS: Final = 0.4
"""Share of the fans with a hand at the cards' feet."""

CUT_DISTRACTORS: Final = 0.3
"""Share of the sheets, books and the like that the frame's edge cuts."""


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card of a scene: its quad from its upper left corner, and its visible share.

    ``number`` is its mark in the scene's owner map.
    """

    quad: Quad
    face: Face
    visible: float
    number: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture, its cards from the lowest to the topmost, the owner map, and look-alikes' quads."""

    frame: Frame
    cards: tuple[SceneCard, ...]
    owner: Owner
    lookalikes: tuple[Quad, ...]


@dataclass(frozen=True, slots=True)
class SceneKit:
    """Parts for a run of scenes."""

    textures: tuple[Frame, ...]
    decks: tuple[DeckPrints, ...]
    noise: NDArray[np.int8]
    hands: tuple[FreeHand, ...]


def lay_ground(chance: Chance, kit: SceneKit, plane: Plane, size_wh: tuple[int, int]) -> Frame:
    """Return the empty table: one ground in perspective, at times a cloth or a mat on it, a wall behind it."""
    scale = float(np.exp(chance.uniform(np.log(0.35), np.log(1.6))))
    frame = _warped(chance, kit, plane, scale, size_wh, cv2.BORDER_REFLECT)
    if chance.random() < 0.25:
        mat = seen(
            plane,
            quad_at(
                CardSpot(0, 0, chance.uniform(-0.4, 0.4)),
                chance.uniform(0.8, 2.2),
                size_wh[1] * chance.uniform(0.7, 1.5),
            ),
        )
        if mat is not None:
            mask = np.zeros(frame.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, np.round(mat + chance.normal(0, 40, 2)).astype(np.int32), 1, cv2.LINE_AA)
            frame[mask > 0] = _warped(chance, kit, plane, scale, size_wh, cv2.BORDER_REFLECT)[mask > 0]
    if chance.random() < 0.08:
        line = chance.uniform(0.1, 0.5) * size_wh[1]
        frame[: int(line)] = _warped(chance, kit, np.eye(3), 1.0, size_wh, cv2.BORDER_REFLECT)[: int(line)]
    return frame


def _warped(
    chance: Chance, kit: SceneKit, plane: Plane, scale: float, size_wh: tuple[int, int], border: int
) -> Frame:
    texture = kit.textures[int(chance.integers(len(kit.textures)))]
    shift = np.array(
        [
            [scale, 0, -scale * chance.uniform(0.2, 0.8) * TEXTURE_PX],
            [0, scale, -scale * chance.uniform(0.2, 0.8) * TEXTURE_PX],
            [0, 0, 1],
        ]
    )
    return np.asarray(
        cv2.warpPerspective(texture, plane @ shift, size_wh, flags=cv2.INTER_LINEAR, borderMode=border),
        np.uint8,
    )


@dataclass(slots=True)
class SceneBuilder:
    """Puts things into one scene, bottom to top, and collects the labels."""

    chance: Chance
    kit: SceneKit
    canvas: Canvas
    plane: Plane
    quads: list[Quad]
    faces: list[Face]
    lookalikes: list[Quad]
    surfaces: Photographs | None = None

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of the frame in pixels."""
        return self.canvas.owner.shape[1], self.canvas.owner.shape[0]

    def somewhere(self) -> tuple[float, float]:
        """Return a place in the frame, or a little outside."""
        return self.chance.uniform(-0.05, 1.05) * self.size_wh[0], self.chance.uniform(
            -0.05, 1.05
        ) * self.size_wh[1]

    def at_the_edge(self) -> tuple[float, float]:
        """Return a place on one of the sides of the frame, where things are cut and appear smaller than they are."""
        spot = self.chance.uniform(0, 1, 2)
        spot[int(self.chance.integers(2))] = self.chance.choice([0.0, 1.0]) + self.chance.normal(0, 0.06)
        return float(spot[0] * self.size_wh[0]), float(spot[1] * self.size_wh[1])

    def add_group(self, card_height_px: float) -> None:
        """Lay one arrangement of one deck's cards."""
        chance, deck = self.chance, self.kit.decks[int(self.chance.integers(len(self.kit.decks)))]
        style, layout = CardStyle.of(chance), pick_layout(chance)
        level = deck.back.levels[0]
        aspect = level.shape[1] / level.shape[0]
        area_wh = (self.size_wh[0] / card_height_px, self.size_wh[1] / card_height_px)
        shift = np.zeros(2) if layout.__name__ in {"scatter", "rows"} else chance.normal(0, 0.25, 2) * area_wh
        turn, down_share = (
            chance.normal(0, chance.choice([0.03, 0.5, 3.0])),
            chance.choice([0.0, 0.15, 0.5, 1.0], p=[0.4, 0.3, 0.15, 0.15]),
        )
        bend = chance.normal(0, 0.03, (4, 2)) if chance.random() < 0.2 else np.zeros((4, 2))
        swing = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        before = len(self.quads)
        for pose in layout(chance, area_wh, aspect):
            x, y = np.array([pose.x, pose.y]) @ swing + shift
            quad = seen(self.plane, quad_at(CardSpot(x, y, pose.turn + turn), aspect, card_height_px))
            if quad is not None:
                bent = np.asarray(quad + bend * card_height_px, np.float32)
                self.add_card(bent, deck, style, Face.DOWN if chance.random() < down_share else Face.UP)
        if layout is fan and len(self.quads) > before and chance.random() < HELD_FANS:
            feet = np.stack([quad[2:].mean(axis=0) for quad in self.quads[before:]]).mean(axis=0)
            self.put_hand_at((float(feet[0]), float(feet[1])), card_height_px)

    def add_card(self, quad: Quad, deck: DeckPrints, style: CardStyle, face: Face) -> None:
        """Lay one card, unless it is tiny, huge or outside the frame."""
        width, height = self.size_wh
        centre, long_px = (
            quad.mean(axis=0),
            float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max()),
        )
        outside = (centre < -long_px / 2).any() or (centre > np.array([width, height]) + long_px / 2).any()
        if outside or not 12 < long_px < 1.6 * width or len(self.quads) >= MAX_CARDS or quad_area(quad) < 60:
            return
        side = deck.back if face is Face.DOWN else deck.faces[int(self.chance.integers(len(deck.faces)))]
        self.quads.append(quad)
        self.faces.append(face)
        lay_card(self.canvas, self.chance, quad, side, style, len(self.quads))

    def add_distractor(self, size_px: float) -> None:
        """Lay a book, a sheet, a phone or the like; among photographs as often a piece of one."""
        chance = self.chance
        if self.surfaces is not None and chance.random() < 0.5:
            outline = lay_piece(self.canvas, chance, self.surfaces, self.somewhere(), size_px)
            self.lookalikes.extend([] if outline is None else [outline])
            return
        drawers = DISTRACTORS + PRINTED
        self.add_flat(drawers[int(chance.integers(len(drawers)))], size_px)

    def add_flat(self, draw: Drawer, size_px: float) -> None:
        """Lay one drawn flat thing of this height."""
        chance = self.chance
        picture, radius = draw(chance)
        at = self.at_the_edge() if chance.random() < CUT_DISTRACTORS else self.somewhere()
        spot = (np.array(at) - np.array(self.size_wh) / 2) / size_px
        pose = CardSpot(float(spot[0]), float(spot[1]), float(chance.normal(0, chance.choice([0.1, 2.0]))))
        quad = seen(self.plane, quad_at(pose, picture.shape[1] / picture.shape[0], size_px))
        if quad is not None:
            lay_distractor(self.canvas, picture, radius, quad)
            self.lookalikes.append(quad)

    def add_clutter(self, card_height_px: float, distractors: float, occluders: float) -> None:
        """Put some flat things and some bodies, each of a size that fits the cards'."""
        for _ in range(int(self.chance.poisson(distractors))):
            self.add_distractor(card_height_px * self.chance.uniform(0.6, 3.0))
        for _ in range(int(self.chance.poisson(occluders))):
            put = OCCLUDERS[int(self.chance.integers(len(OCCLUDERS)))]
            put(
                self.canvas,
                self.chance,
                self.somewhere(),
                card_height_px * float(np.exp(self.chance.uniform(-1.5, 0.4))),
            )

    def add_hand(self, card_height_px: float) -> None:
        """Put a hand over the table, near a card if there is one."""
        at = self.somewhere()
        if self.quads and self.chance.random() < 0.7:
            quad = self.quads[int(self.chance.integers(len(self.quads)))]
            near = quad.mean(axis=0) + self.chance.normal(0, 0.5, 2) * card_height_px
            at = (float(near[0]), float(near[1]))
        self.put_hand_at(at, card_height_px)

    def put_hand_at(self, at: tuple[float, float], card_height_px: float) -> None:
        """Put one of the hands at a place of the frame."""
        hand = self.kit.hands[int(self.chance.integers(len(self.kit.hands)))]
        size_px = card_height_px * self.chance.uniform(0.9, 1.8)
        put_hand(self.canvas, self.chance, hand, at, size_px)

    def finished(self) -> Scene:
        """Light, photograph and label the scene."""
        spots = np.array([q.mean(axis=0) for q in self.quads], np.float32).reshape(-1, 2)
        camera = photograph if self.surfaces is None else seen_by_camera
        frame = camera(self.chance, self.canvas.frame, self.chance.permutation(spots), self.kit.noise)
        seen_px = np.bincount(self.canvas.owner[self.canvas.owner > 0].ravel(), minlength=len(self.quads) + 1)
        cards = tuple(
            SceneCard(quad, face, min(1.0, float(seen_px[i + 1]) / max(quad_area(quad) * 0.985, 1)), i + 1)
            for i, (quad, face) in enumerate(zip(self.quads, self.faces, strict=True))
        )
        return Scene(frame, cards, self.canvas.owner, tuple(self.lookalikes))


def lay_scene(
    chance: Chance, kit: SceneKit, size_wh: tuple[int, int], surfaces: Photographs | None = None
) -> Scene:
    """Render one scene of a kit's cards; with ``surfaces`` on photographs, through a cheap camera."""
    plane = tilted_plane(chance, size_wh)
    ground = lay_ground(chance, kit, plane, size_wh)
    if surfaces is not None:
        ground = real_ground(chance, surfaces, ground, plane)
    builder = SceneBuilder(chance, kit, Canvas(ground), plane, [], [], [], surfaces)
    low, high = CARD_HEIGHTS_PX[int(chance.random() < 2 / 3)]
    card_height_px = float(np.exp(chance.uniform(np.log(low), np.log(high)))) * size_wh[1] / SCENE_WH[1]
    busy = chance.random() < 0.6
    builder.add_clutter(card_height_px, 0.7 if busy else 0.15, 1.5 if busy else 0.3)
    for _ in range(int(chance.choice([0, 1, 2, 3], p=[0.05, 0.6, 0.25, 0.1]))):
        builder.add_group(card_height_px)
    builder.add_clutter(card_height_px, 0.12 if busy else 0.02, 1.3 if busy else 0.2)
    for _ in range(int(chance.choice([0, 1, 2], p=[0.75, 0.18, 0.07]))):
        builder.add_hand(card_height_px)
    return builder.finished()


def lay_printed(
    chance: Chance, kit: SceneKit, size_wh: tuple[int, int], surfaces: Photographs | None = None
) -> Scene:
    """Render a scene without cards: screens, sheets, printed cloths and other things with small print."""
    plane = tilted_plane(chance, size_wh)
    ground = lay_ground(chance, kit, plane, size_wh)
    if surfaces is not None:
        ground = real_ground(chance, surfaces, ground, plane)
    builder = SceneBuilder(chance, kit, Canvas(ground), plane, [], [], [])
    for _ in range(int(chance.integers(1, 5))):
        drawers = (*PRINTED, *DISTRACTORS)
        builder.add_flat(drawers[int(chance.integers(len(drawers)))], size_wh[1] * chance.uniform(0.2, 1.2))
    return builder.finished()
