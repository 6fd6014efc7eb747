"""Photographs without cards, split into training and held-out ones."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from vision.virtual.surfaces.photographs import Photograph, PhotographError, Photographs, photographs

FOLDER: Final = Path(__file__).resolve().parents[3] / "shared" / "backgrounds"
SALT: Final = "a"
ONE_IN: Final = 5
"""Divisor of the salted hash of a source's name (from the index) for which it is held out. Pictures of one source are
alike, so a source is held out as a whole."""


def is_held_out(one: Photograph) -> bool:
    """Return whether a photograph is kept out of training."""
    return hashlib.sha256(f"{SALT}{one.source}".encode()).digest()[0] % ONE_IN == 0


def photographs_of(folder: Path = FOLDER, *, held_out: bool = False) -> Photographs:
    """Return the photographs of a folder that are for training, or those kept out of it.

    :raise PhotographError: if there is none.
    """
    files = tuple(one for one in photographs(folder) if is_held_out(one) == held_out)
    if not files:
        raise PhotographError(f"{folder}: too few sources to keep some out of training; add photographs")
    return Photographs(files)
