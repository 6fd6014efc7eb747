"""Scenes without end for training, numbered: the virtual world's single pictures with the decks of training.

Scene number ``index`` of a seed is always the same picture. Scenes share a kit (grounds, drawn decks) in runs of
``KIT_RUN``, since a kit takes seconds to draw and a scene milliseconds.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from models.training.kept_out import Designs, trained_on
from models.training.prints import drawn_prints, house_decks, scanned_back, scanned_deck, with_back
from vision.virtual.camera.photographing import draw_noise
from vision.virtual.people.free_hands import free_hand
from vision.virtual.scenes import SCENE_WH, Scene, SceneKit, lay_scene
from vision.virtual.surfaces.grounds import draw_texture, session_ground
from vision.virtual.surfaces.photographs import Photographs
from vision.virtual.things.cards import DeckPrints

KIT_RUN: Final = 400
TEXTURES, SESSION_TEXTURES, DRAWN_DECKS, FACES_A_DECK, DRAWN_BACKS, HANDS = 24, 6, 8, 20, 24, 12


@cache
def _house() -> list[DeckPrints]:
    return house_decks()


@lru_cache(maxsize=2)
def scene_kit(seed: int, run: int, designs: Designs | None = None) -> SceneKit:
    """Draw the kit of one run: scanned decks, each with two scanned or drawn backs, and drawn decks.

    Without ``designs`` the scanned ones are those of the shipped weights' training.
    """
    designs = designs or trained_on()
    rng = np.random.default_rng([seed, run])
    first = int(rng.integers(1 << 40))
    drawn = [drawn_prints(first + i, FACES_A_DECK) for i in range(DRAWN_DECKS)] if designs.drawn else []
    backs = [deck.back for deck in drawn] + [
        drawn_prints(first + 100 + i, 0).back for i in range(DRAWN_BACKS if designs.drawn else 0)
    ]
    pictures = [back.levels[0] for back in backs] + [scanned_back(name) for name in designs.backs] * 2
    scanned = [
        with_back(scanned_deck(name), pictures[int(rng.integers(len(pictures)))])
        for name in designs.decks
        for _ in range(2)
    ]
    more = [DeckPrints(deck.faces, back) for deck, back in zip(drawn * 3, backs[DRAWN_DECKS:], strict=True)]
    textures = tuple(draw_texture(rng) for _ in range(TEXTURES))
    joined = np.random.default_rng([seed, run, 5])
    hands = tuple(free_hand(joined) for _ in range(HANDS))
    textures += tuple(session_ground(joined) for _ in range(SESSION_TEXTURES))
    house = _house() if designs.drawn else []
    return SceneKit(textures, tuple(scanned + house + more), draw_noise(rng), hands)


def render_scene(
    seed: int,
    index: int,
    size_wh: tuple[int, int] = SCENE_WH,
    designs: Designs | None = None,
    surfaces: Photographs | None = None,
) -> Scene:
    """Render scene number ``index`` of a seed, with the cards of these designs (:func:`scene_kit`).

    With ``surfaces`` cards are on photographs, among pieces of them, seen by a cheap camera.
    """
    kit = scene_kit(seed, index // KIT_RUN, designs)
    return lay_scene(np.random.default_rng([seed, 7, index]), kit, size_wh, surfaces)
