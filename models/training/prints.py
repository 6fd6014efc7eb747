"""The decks whose cards are in scenes: scanned ones, our own, drawn ones, and their backs."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from models import housedeck
from models.training.drawn import DrawnDeck, emblem, half_turned
from models.training.scans import BACKS, SCANS_DIR, Picture, load_deck, load_scan
from vision.virtual.drawing.shapes import palette, pick
from vision.virtual.surfaces.grounds import TEXTURE_PX, draw_texture
from vision.virtual.things.cards import LEVEL_HEIGHTS_PX, CardPrint, DeckPrints


@cache
def scanned_deck(name: str) -> tuple[CardPrint, ...]:
    """Return the faces of a scanned deck."""
    return tuple(CardPrint.of(scan.picture) for scan in load_deck(name, LEVEL_HEIGHTS_PX[0]))


@cache
def scanned_back(name: str) -> Picture:
    """Return a scanned back."""
    return load_scan(SCANS_DIR / BACKS / f"{name}.jpg", LEVEL_HEIGHTS_PX[0])


def with_back(faces: tuple[CardPrint, ...], back: Picture) -> DeckPrints:
    """Return a deck of these faces whose back has their proportions."""
    height, width = faces[0].levels[0].shape[:2]
    fitted = np.asarray(cv2.resize(back, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return DeckPrints(faces, CardPrint.of(fitted))


def house_decks() -> list[DeckPrints]:
    """Return the decks that the house draws itself, faces and backs."""
    return [
        DeckPrints(
            tuple(CardPrint.of(face) for face in housedeck.faces(name).values()),
            CardPrint.of(housedeck.back(name)),
        )
        for name in housedeck.DECKS
    ]


def drawn_prints(seed: int, faces: int) -> DeckPrints:
    """Return some faces and the back of an invented deck; half of the backs are printed with a texture."""
    deck, rng = DrawnDeck(seed, LEVEL_HEIGHTS_PX[0]), np.random.default_rng([seed, 9])
    indices = rng.choice(78, faces, replace=False)
    back = textured_back(rng, deck.size_wh) if rng.random() < 0.5 else deck.back()
    return DeckPrints(tuple(CardPrint.of(deck.face(int(i))) for i in indices), CardPrint.of(back))


def textured_back(rng: np.random.Generator, size_wh: tuple[int, int]) -> Picture:
    """Return a back like a cloth, a rug, a wheel of stars or marble, often the same both ways up, often framed."""
    texture, (width, height) = draw_texture(rng), size_wh
    share = rng.uniform(0.4, 1.0)
    part_wh = (round(share * TEXTURE_PX * width / height), round(share * TEXTURE_PX))
    x, y = ((TEXTURE_PX - side) // 2 for side in part_wh)
    part = texture[y : y + part_wh[1], x : x + part_wh[0]]
    back = np.asarray(cv2.resize(part, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.6:
        back = half_turned(back)
    if rng.random() < 0.6:
        emblem(back, rng, palette(rng, 4))
    for inset in rng.uniform(0.02, 0.12, int(rng.integers(0, 3))) * width:
        corner = round(float(inset))
        end = (width - 1 - corner, height - 1 - corner)
        cv2.rectangle(back, (corner, corner), end, pick(rng, palette(rng, 4)), 2, cv2.LINE_AA)
    return back
