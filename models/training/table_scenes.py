"""Training scenes of the virtual table: moments of a play with hands, cut and scaled like the detector's input.

The play's owner map comes from its truth. Tables are numbered from ``FIRST_TABLE`` on, those of tests and scorers from
0: nobody is scored on a cloth, a lamp or a throw that was trained on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np

from models.training.scenes import scene_kit
from vision.geometry import is_card_shaped, order_corners, quad_area
from vision.types import Frame, Quad
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.camera.faults import sense
from vision.virtual.camera.photographing import SENSED_SHARE
from vision.virtual.canvas import Owner
from vision.virtual.plays.layout import CrowdedTableError
from vision.virtual.scenes import Scene, SceneCard
from vision.virtual.surfaces.photographs import Photographs
from vision.virtual.things.cards import DeckPrints
from vision.virtual.things.found import TableParts
from vision.virtual.things.rich_tables import DrawnTables, RealTables
from vision.virtual.truth import Truth, truth_of

FIRST_TABLE: Final = 10_000_000
FRAMES_A_TABLE, CUTS_A_FRAME = 24, 3
FPS: Final = 15.0
HEIGHTS_PX: Final = (40.0, 300.0)
SCALES: Final = (0.37, 1.0)
"""Scales of a frame of 1280x720 in the detector's input, of the whole frame or a zoomed tile."""

LEAST_SIDE_PX: Final = 6.0
"""Least side of a labelled card; narrower ones, such as a card in the air turned edge on, are ignored."""

RICH_SHARE: Final = 0.5
"""Share of the tables with the grounds and things of single pictures; the others are those of the demo."""

HARD_SHARE: Final = 0.5
"""Share of the tables on which cards are hard to separate from the cloth: printed to the edge, dark, dim, out of
focus."""

HARD_DECKS: Final = 4
"""Number of decks of which a hard table has the darkest."""

RIM_SHARE: Final = 0.06
"""Width of a card's edge, as a share of its height, whose level is compared with the cloth."""

OCCLUDED_SHARE: Final = 0.1
"""Visible share given to cards that are to be ignored."""


def table_scenes(
    seed: int, index: int, size_wh: tuple[int, int], surfaces: Photographs | None = None
) -> Iterator[Scene]:
    """Render the scenes of table number ``index`` of a seed; deterministic.

    With ``surfaces`` the table is one of these photographs, with pieces of them and more on it.
    """
    rng, kit = np.random.default_rng([seed, 11, index]), scene_kit(seed, index // 40)
    hard = rng.random() < HARD_SHARE
    decks = [kit.decks[int(i)] for i in rng.integers(len(kit.decks), size=HARD_DECKS if hard else 1)]
    luck = np.random.default_rng([seed, 12, index])
    drawn = DrawnTables(kit.textures) if luck.random() < RICH_SHARE else None
    found = RealTables(surfaces) if surfaces else drawn
    table = _set_table(rng, min(decks, key=rim_level), FIRST_TABLE + index, found, hard=hard)
    truth, numbers = truth_of(table), list(table.frame_numbers())
    for number in np.sort(rng.choice(len(numbers), min(FRAMES_A_TABLE, len(numbers)), replace=False)):
        frame = table.render(numbers[int(number)]).image
        for _ in range(CUTS_A_FRAME):
            scene = _cut(rng, frame, truth, numbers[int(number)], size_wh)
            # The processing of single pictures on photographs: the two differ by play and light alone.
            sensed = surfaces is not None and luck.random() < SENSED_SHARE
            yield replace(scene, frame=sense(luck, scene.frame)) if sensed else scene


def rim_level(deck: DeckPrints) -> float:
    """Return the level of the edges of a deck's faces, 0 to 255: dark ones are lost on dark cloth."""
    levels = []
    for face in deck.faces:
        small = face.levels[-1]
        rim = np.ones(small.shape[:2], np.bool_)
        width = max(1, round(RIM_SHARE * small.shape[0]))
        rim[width:-width, width:-width] = False
        levels.append(float(small[rim].mean()))
    return float(np.mean(levels))


def _set_table(
    rng: np.random.Generator, deck: DeckPrints, number: int, found: TableParts | None, *, hard: bool
) -> VirtualTable:
    faces = {f"x{i:02}": face.levels[0] for i, face in enumerate(deck.faces)}
    style: dict[str, Any] = {
        "card_height_px": float(np.exp(rng.uniform(*np.log(HEIGHTS_PX)))),
        "blur_px": float(np.exp(rng.uniform(np.log(0.7 if hard else 0.4), np.log(2.2)))),
        "level": float(rng.uniform(0.3, 0.55 if hard else 1.0)),
        "noise": float(rng.uniform(1.0, 8.0)),
        "tilt_deg": float(rng.uniform(0, 45)),
        "roll_deg": float(rng.normal(0, 8)),
        "clutter": int(rng.integers(0, 8)),
        "border_share": 0.0 if hard or rng.random() < 0.5 else float(rng.uniform(0.02, 0.1)),
    }
    overlap = float(rng.choice([-0.3, -0.1, 0.0, 0.15, 0.35, 0.55]))
    piles, discards = rng.random(2) < 0.3
    for a_seat in range(int(rng.integers(1, 9)), 0, -1):
        script = Script(
            cards_per_seat=(a_seat, a_seat), overlap=overlap, pace=1.6, nudge_share=0.5, piles=bool(piles),
            discards=bool(discards),
        )  # fmt: skip
        codes = [sorted(faces)[int(i)] for i in rng.permutation(len(faces))[: 2 * a_seat]]
        try:
            table = VirtualTable(
                number, faces, deck.back.levels[0], fps=FPS, script=script,
                throws=[Throw(tuple(codes[::2]), tuple(codes[1::2]))], found=found, **style,
            )  # fmt: skip
            list(table.frame_numbers())
        except CrowdedTableError:
            continue
        return table
    return _set_table(rng, deck, number, found, hard=hard)


def _cut(
    rng: np.random.Generator, frame: Frame, truth: Truth, number: int, size_wh: tuple[int, int]
) -> Scene:
    """Scale a frame like the detector's input, and cut a piece out, near a card if there is one."""
    true = truth.at(number)
    least = max(SCALES[0], *(cut / whole for cut, whole in zip(size_wh, frame.shape[1::-1], strict=True)))
    scale = float(np.exp(rng.uniform(*np.log((least, SCALES[1])))))
    small_wh = (round(frame.shape[1] * scale), round(frame.shape[0] * scale))
    small = np.asarray(cv2.resize(frame, small_wh, interpolation=cv2.INTER_AREA), np.uint8)
    quads = [_scaled(card.quad, scale) for card in true.cards]
    middle = rng.uniform(0, 1, 2) * small_wh
    if quads:
        middle = quads[int(rng.integers(len(quads)))].mean(axis=0) + rng.normal(0, 0.2, 2) * size_wh
    low = np.clip(middle - np.array(size_wh) / 2, 0, np.array(small_wh) - size_wh).astype(int)
    cut = np.ascontiguousarray(small[low[1] : low[1] + size_wh[1], low[0] : low[0] + size_wh[0]])
    quads = [np.asarray(quad - low, np.float32) for quad in quads]
    owner = _owner_of(quads, size_wh)
    hands = cv2.resize(truth.hands(number).astype(np.uint8), small_wh, interpolation=cv2.INTER_NEAREST)
    owner[hands[low[1] : low[1] + size_wh[1], low[0] : low[0] + size_wh[0]] > 0] = -1
    seen = np.bincount(owner[owner > 0].ravel(), minlength=len(quads) + 1)
    cards = []
    for i, (card, quad) in enumerate(zip(true.cards, quads, strict=True)):
        share = min(1.0, float(seen[i + 1]) / max(quad_area(quad), 1.0))
        asked = is_card_shaped(order_corners(quad), LEAST_SIDE_PX)
        cards.append(SceneCard(quad, card.face, share if asked else min(share, OCCLUDED_SHARE), i + 1))
    return Scene(cut, tuple(cards), owner, ())


def _scaled(quad: Quad, scale: float) -> Quad:
    return np.asarray((quad + 0.5) * scale - 0.5, np.float32)


def _owner_of(quads: list[Quad], size_wh: tuple[int, int]) -> Owner:
    """Return the owner of each pixel; later cards are on earlier ones."""
    owner: Owner = np.zeros(size_wh[::-1], np.int16)
    for i, quad in enumerate(quads):
        cv2.fillConvexPoly(owner, np.round(quad * 16).astype(np.int32), i + 1, shift=4)
    return owner
