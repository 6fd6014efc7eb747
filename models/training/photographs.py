"""Which photographs without cards are learnt from, and which are kept out of training."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from vision.virtual.surfaces.photographs import Photograph, PhotographError, Photographs, photographs

FOLDER: Final = Path(__file__).resolve().parents[3] / "shared" / "backgrounds"
SALT: Final = "a"
ONE_IN: Final = 5
"""A source (the index names it) is kept out of training if the hash of its name, salted, is divisible by this. Of one
source many pictures are alike, so a source is kept out as a whole."""


def is_held_out(one: Photograph) -> bool:
    """Whether a photograph is kept out of training."""
    return hashlib.sha256(f"{SALT}{one.source}".encode()).digest()[0] % ONE_IN == 0


def photographs_of(folder: Path = FOLDER, *, held_out: bool = False) -> Photographs:
    """Take the photographs of a folder that are for training, or those that are kept out of it.

    :raise PhotographError: if there is none.
    """
    files = tuple(one for one in photographs(folder) if is_held_out(one) == held_out)
    if not files:
        raise PhotographError(f"{folder}: too few sources to keep some out of training; add photographs")
    return Photographs(files)
