"""Tables of one deck: whole cards apart on a photograph, plain, in sleeves, with foil, by one flame, or face down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

import models
from models.training.evaluate_detector import FRAME_WH
from models.training.held_out import ENROLLED_HEIGHT_PX, held_out_deck
from models.training.kept_out import Designs, kept_out
from models.training.prints import scanned_deck
from models.training.scans import load_deck
from models.training.scenes import scene_kit
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery
from vision.types import Face, Frame, Quad
from vision.virtual.camera.plane import seen, tilted_plane
from vision.virtual.canvas import Canvas
from vision.virtual.light.rooms import candle_light
from vision.virtual.plays.arrangements import CardSpot, quad_at
from vision.virtual.scenes import SceneBuilder, SceneKit, lay_ground
from vision.virtual.surfaces.photographs import Photographs, real_ground
from vision.virtual.things.cards import CardStyle, lay_card
from vision.virtual.things.finish import Finish
from vision.virtual.types import Chance

CARDS: Final = 6
HEIGHTS_PX: Final = (90.0, 260.0)
"""Heights of the cards in a picture of 1280x720, even on a logarithmic scale."""

APART: Final = 1.25
"""Least distance of two cards' middles, in card heights: none covers another."""


class Look(StrEnum):
    """What the cards are in."""

    PLAIN = "plain"
    SLEEVE = "sleeve"
    FOIL = "foil"
    FLAME = "flame"
    BACKS = "backs"


def finish_of(chance: Chance, look: Look) -> Finish:
    """Return the finish of a deck for a look."""
    if look is Look.SLEEVE:
        gloss = float(chance.choice([0.0, chance.uniform(0.3, 1.0)]))
        return Finish(sleeve_share=float(chance.uniform(0.014, 0.045)), sleeve_gloss=gloss)
    return Finish(foil=float(chance.uniform(0.3, 1.0))) if look is Look.FOIL else Finish()


@dataclass(frozen=True, slots=True)
class Laid:
    """A picture, its cards' outlines, and the names of those that lie face up."""

    frame: Frame
    quads: tuple[Quad, ...]
    codes: tuple[str, ...]


def lay_table(chance: Chance, deck: str, look: Look, kit: SceneKit, surfaces: Photographs) -> Laid:
    """Lay some cards of a scanned deck on a photograph."""
    plane = tilted_plane(chance, FRAME_WH)
    ground = real_ground(chance, surfaces, lay_ground(chance, kit, plane, FRAME_WH), plane)
    builder = SceneBuilder(chance, kit, Canvas(ground), plane, [], [], [], surfaces)
    style = replace(CardStyle.of(chance), finish=finish_of(chance, look))
    prints, codes = scanned_deck(deck), [scan.code for scan in load_deck(deck, ENROLLED_HEIGHT_PX)]
    back = kit.decks[int(chance.integers(len(kit.decks)))].back
    high, wide = prints[0].levels[0].shape[:2]
    height_px, shown = float(np.exp(chance.uniform(*np.log(HEIGHTS_PX)))), []
    for quad in _apart(chance, plane, wide / high, height_px):
        index = int(chance.integers(len(prints)))
        builder.quads.append(quad)
        builder.faces.append(Face.DOWN if look is Look.BACKS else Face.UP)
        side = back if look is Look.BACKS else prints[index]
        lay_card(builder.canvas, chance, quad, side, style, len(builder.quads))
        shown.append(codes[index])
    if look is Look.FLAME:
        lit = builder.canvas.frame * candle_light(chance, FRAME_WH)
        builder.canvas.frame[:] = (lit * (200 / max(float(np.percentile(lit, 99)), 1))).clip(0, 255)
    return Laid(builder.finished().frame, tuple(builder.quads), tuple(shown))


def _apart(chance: Chance, plane: NDArray[np.float64], aspect: float, height_px: float) -> list[Quad]:
    """Return places of cards that are wholly in the picture and apart."""
    spots: list[NDArray[np.float64]] = []
    quads: list[Quad] = []
    for _ in range(40 * CARDS):
        spot = chance.uniform(-0.5, 0.5, 2) * FRAME_WH / height_px
        quad = seen(
            plane,
            quad_at(
                CardSpot(float(spot[0]), float(spot[1]), float(chance.uniform(-np.pi, np.pi))),
                aspect,
                height_px,
            ),
        )
        inside = quad is not None and bool(((quad > 4) & (quad < np.array(FRAME_WH) - 5)).all())
        if quad is None or not inside or any(np.hypot(*(spot - other)) < APART for other in spots):
            continue
        spots.append(spot)
        quads.append(quad)
        if len(quads) == CARDS:
            break
    return quads


def table_of(seed: int, rotation: int, look: Look, index: int, surfaces: Photographs) -> tuple[str, Laid]:
    """Lay a table of a deck that a rotation keeps out, face down with its backs; return the deck's name, too."""
    designs = kept_out(rotation)
    deck = designs.decks[index % len(designs.decks)]
    chance = np.random.default_rng([seed, rotation, list(Look).index(look), index])
    kit = scene_kit(seed, 0, Designs((deck,), designs.backs, drawn=False))
    return deck, lay_table(chance, deck, look, kit, surfaces)


def enrolled(deck: str) -> Gallery:
    """Return a deck enrolled from one scan a card; what does not depend on the embedder is kept in ``runs/``."""
    pictures = {scan.code: scan.picture for scan in load_deck(deck, ENROLLED_HEIGHT_PX)}
    return held_out_deck(f"scanned-{deck}", pictures, Embedder(models.weights_path("embedder.onnx"))).gallery
