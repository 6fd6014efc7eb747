"""Photographs without cards to learn from: which are kept out of training, and pieces cut out of them."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from models.training.scans import Picture
from vision.types import Frame

FOLDER: Final = Path(__file__).resolve().parents[3] / "shared" / "backgrounds"
INDEX: Final = "index.json"
SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})

SALT: Final = "a"
ONE_IN: Final = 5
"""A source (the index names it) is kept out of training if the hash of its name, salted, is divisible by this. Of one
source many pictures are alike, so a source is kept out as a whole."""

LEAST_SHARE: Final = 0.35
"""A cut shows at least this share of a photograph's width or height."""


class PhotographError(ValueError):
    """A folder without photographs, or a file that is none."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """One file, and where it comes from: pictures of one source may be alike."""

    path: Path
    source: str

    @property
    def held_out(self) -> bool:
        """Whether it is kept out of training."""
        return hashlib.sha256(f"{SALT}{self.source}".encode()).digest()[0] % ONE_IN == 0


def photographs(folder: Path = FOLDER) -> tuple[Photograph, ...]:
    """Return every photograph of a folder and its subfolders, sorted; sources as its ``index.json`` has them, if any.

    :raise PhotographError: if there is none.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise PhotographError(
            f"{folder}: expected photographs (JPEG, PNG or WebP) without cards; put some there"
        )
    index = folder / INDEX
    rows = json.loads(index.read_text("utf-8")) if index.exists() else []
    sources = {row["file"]: row["source"].partition(":")[0] for row in rows}
    return tuple(Photograph(path, sources.get(path.name, path.name)) for path in paths)


@lru_cache(maxsize=64)
def load_photograph(path: Path) -> Picture:
    """Return a photograph's pixels.

    :raise PhotographError: if the file is no picture.
    """
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise PhotographError(f"{path}: expected a photograph; replace the file")
    return np.asarray(picture, np.uint8)


@dataclass(frozen=True, slots=True)
class Photographs:
    """Some photographs to draw from, for training or kept out of it."""

    files: tuple[Photograph, ...]

    @classmethod
    def of(cls, folder: Path = FOLDER, *, held_out: bool = False) -> Photographs:
        """Take those of a folder that are for training, or those that are kept out of it.

        :raise PhotographError: if there is none.
        """
        files = tuple(one for one in photographs(folder) if one.held_out == held_out)
        if not files:
            raise PhotographError(f"{folder}: too few sources to keep some out of training; add photographs")
        return cls(files)

    def any(self, rng: np.random.Generator) -> Picture:
        """Return the pixels of one of them."""
        return load_photograph(self.files[int(rng.integers(len(self.files)))].path)

    def cut(self, rng: np.random.Generator, size_wh: tuple[int, int]) -> Frame:
        """Return a piece of one of them at a size, mirrored and turned at random."""
        return cut_of(rng, self.any(rng), size_wh)


def cut_of(rng: np.random.Generator, picture: Picture, size_wh: tuple[int, int]) -> Frame:
    """Cut a piece of a size's proportions out of a picture and bring it to that size, mirrored and turned at random."""
    turned = np.rot90(picture, int(rng.choice([0, 1, 2, 3], p=[0.55, 0.1, 0.25, 0.1])))
    if rng.random() < 0.5:
        turned = turned[:, ::-1]
    height, width = turned.shape[:2]
    most = min(width / size_wh[0], height / size_wh[1])
    scale = most * float(np.sqrt(rng.uniform(LEAST_SHARE**2, 1.0)))
    wide, high = max(8, int(size_wh[0] * scale)), max(8, int(size_wh[1] * scale))
    x, y = int(rng.integers(0, max(1, width - wide + 1))), int(rng.integers(0, max(1, height - high + 1)))
    piece = np.ascontiguousarray(turned[y : y + high, x : x + wide])
    way = cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(piece, size_wh, interpolation=way), np.uint8)
