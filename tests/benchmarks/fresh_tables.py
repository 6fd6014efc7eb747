"""Short sessions of the virtual table that nobody trained on: their decks, backs, throws and looks, by number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

import models
from models.training.designs import HELD_OUT_SEED
from models.training.drawn import DrawnDeck, Tradition
from models.training.held_out import ENROLLED_HEIGHT_PX, HeldOutDeck, drawn_pictures, held_out_deck, seeds_of
from models.training.photographs import photographs_of
from models.training.prints import textured_back
from models.training.scans import load_deck
from vision.recognition.embedder import Embedder
from vision.types import Frame
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.plays.layout import CrowdedTableError
from vision.virtual.things.rich_tables import RealTables

SEED: Final = HELD_OUT_SEED + 800_000
TRADITIONS: Final = (Tradition.PICTURES,) * 4 + (Tradition.PIPS,) * 2
HEIGHTS_PX: Final = (40.0, 200.0)
MOST_A_SEAT: Final = 4
FPS: Final = 15.0
PACE: Final = 1.6


@cache
def deck(number: int) -> HeldOutDeck:
    """Enrol one of the held-out decks (once for every process; on disk once for all)."""
    seed = list(seeds_of(TRADITIONS, SEED))[number]
    return held_out_deck(
        f"drawn-{seed}", drawn_pictures(seed), Embedder(models.weights_path("embedder.onnx"))
    )


@cache
def scanned(folder: Path) -> HeldOutDeck:
    """Enrol the deck of a folder of scans, named by card code: one picture a card."""
    scans = load_deck(folder.name, ENROLLED_HEIGHT_PX, folder.parent)
    pictures = {scan.code: scan.picture for scan in scans}
    return held_out_deck(f"scanned-{folder.name}", pictures, Embedder(models.weights_path("embedder.onnx")))


def number_of(seed: int) -> int:
    """Return the number of the deck that lies on a session's table."""
    return seed % len(TRADITIONS)


def back_of(number: int, seed: int, size_wh: tuple[int, int]) -> Frame:
    """Draw a back: of the deck's own, or one with a texture."""
    rng = np.random.default_rng([SEED, seed])
    if rng.random() < 0.5:
        return textured_back(rng, size_wh)
    return DrawnDeck(SEED + 10_000 + seed, ENROLLED_HEIGHT_PX).back()


@cache
def real_tables(folder: Path) -> RealTables:
    """Take the photographs of a folder that nobody trained on."""
    return RealTables(photographs_of(folder, held_out=True))


def session(
    seed: int,
    cards: int,
    *,
    around_flips_only: bool = True,
    surfaces: Path | None = None,
    pictures: Path | None = None,
) -> tuple[VirtualTable, HeldOutDeck]:
    """Set one session's table, drawn or of a folder's photographs, with a deck kept out of every training, or that of a
    folder of scans; return it and the deck."""
    found = real_tables(surfaces) if surfaces else None
    rng = np.random.default_rng([SEED, 1, seed])
    number = number_of(seed)
    played = scanned(pictures) if pictures else deck(number)
    faces = {d.code: d.printings[0] for d in played.designs}
    size = next(iter(faces.values())).shape
    look: dict[str, Any] = {
        "card_height_px": float(np.exp(rng.uniform(*np.log(HEIGHTS_PX)))),
        "blur_px": float(np.exp(rng.uniform(np.log(0.4), np.log(2.0)))),
        "level": float(rng.uniform(0.35, 1.0)),
        # Most printed cards have a border; some are printed to the edge.
        "border_share": 0.0 if rng.random() < 0.3 else float(rng.uniform(0.03, 0.09)),
    }
    overlap = float(rng.choice([-0.3, -0.1, 0.2, 0.4], p=[0.5, 0.2, 0.15, 0.15]))
    script = Script(cards_per_seat=(MOST_A_SEAT, MOST_A_SEAT), overlap=overlap, pace=PACE, nudge_share=0.0)
    for a_seat in range(MOST_A_SEAT, 0, -1):
        throws = dealt(rng, sorted(faces), a_seat, cards)
        table = VirtualTable(
            seed, faces, back_of(number, seed, (size[1], size[0])), fps=FPS, script=script, throws=throws,
            around_flips_only=around_flips_only, found=found, **look,
        )  # fmt: skip
        try:
            list(table.frame_numbers())
        except CrowdedTableError:
            continue
        return table, played
    raise CrowdedTableError(f"seed {seed}: not one card a seat fits")


def dealt(rng: np.random.Generator, codes: Sequence[str], a_seat: int, cards: int) -> list[Throw]:
    """Deal throws of ``a_seat`` cards for each seat until so many cards have been shown."""
    throws = []
    for _ in range(math.ceil(cards / (2 * a_seat))):
        drawn = [codes[int(i)] for i in rng.choice(len(codes), 2 * a_seat, replace=False)]
        throws.append(Throw(tuple(drawn[:a_seat]), tuple(drawn[a_seat:])))
    return throws
