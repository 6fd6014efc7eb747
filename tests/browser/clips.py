"""Recorded clips of the virtual table: pixels as a camera would have left them, cut where the game waits for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from models import housedeck
from vision.types import Crop
from vision.virtual import Script, Throw, VirtualTable

from .projector import FPS, Film, coded

SCRIPT: Final = Script(nudge_share=0.0, reversed_share=0.0, overlap=-1.0, pace=2.0)
EMPTY: Final = 20
"""So many frames the table is empty before the cards come: a slow pipeline sees that the last ones were taken away."""

QUIET: Final = 4
"""So many frames before the first hand comes to turn a card over, all cards lie face down and nobody is near."""


@dataclass(frozen=True)
class ThrowClip:
    """One throw: the empty table, every card laid face down on it, and turned over one by one until all lie still."""

    empty: Film
    laid: Film
    flipped: Film


def record(throw: Throw, *, faces: Mapping[str, Crop] | None = None, seed: int = 5) -> ThrowClip:
    """Play a throw on the virtual table; ``faces`` stand in for single faces of the house deck."""
    table = _table(throw, faces or {}, seed)
    turning = list(table.frame_numbers())
    empty, laid = _film(table, [0]), _film(table, [turning[0] - QUIET])
    return ThrowClip(empty, (*empty * EMPTY, *laid), _film(table, range(turning[0], turning[-1] + 1)))


def lying(throw: Throw, *, seed: int = 5) -> Film:
    """The empty table, and then all cards of a throw, face up at once."""
    table = _table(throw, {}, seed)
    return (*_film(table, [0]) * EMPTY, *_film(table, list(table.frame_numbers())[-1:]))


def _table(throw: Throw, faces: Mapping[str, Crop], seed: int) -> VirtualTable:
    return VirtualTable(
        seed, dict(housedeck.faces()) | dict(faces), housedeck.back(), fps=FPS, throws=[throw], script=SCRIPT,
        around_flips_only=True, card_height_px=120, tilt_deg=12.0, roll_deg=0.0,
    )  # fmt: skip


def _film(table: VirtualTable, numbers: Iterable[int]) -> Film:
    return tuple(coded(table.render(number).image) for number in numbers)
