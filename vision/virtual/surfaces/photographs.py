"""Photographs without cards: pieces of them, and grounds made of one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from ...types import Frame
from ..camera.plane import Plane
from ..types import Chance
from .grounds import TEXTURE_PX

INDEX: Final = "index.json"
SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})
LEAST_SHARE: Final = 0.35
"""Default least share of a photograph's width or height in a cut."""

DRAWN_SHARE, AS_SURFACE = 0.2, 0.25
"""Shares of the scenes with a drawn ground, and with the photograph as a table's surface in perspective."""


class PhotographError(ValueError):
    """A folder without photographs, or a file that is none."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """One file and its source: pictures of one source may be alike."""

    path: Path
    source: str


def photographs(folder: Path) -> tuple[Photograph, ...]:
    """Return every photograph of a folder and its subfolders, sorted; sources are from its ``index.json``, if any.

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
def load_photograph(path: Path) -> Frame:
    """Return a photograph's pixels.

    :raise PhotographError: if the file is no picture.
    """
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise PhotographError(f"{path}: expected a photograph; replace the file")
    return np.asarray(picture, np.uint8)


@dataclass(frozen=True, slots=True)
class Photographs:
    """Some photographs to draw from."""

    files: tuple[Photograph, ...]

    def any(self, chance: Chance) -> Frame:
        """Return the pixels of one of them."""
        return load_photograph(self.files[int(chance.integers(len(self.files)))].path)

    def cut(self, chance: Chance, size_wh: tuple[int, int], least: float = LEAST_SHARE) -> Frame:
        """Return a piece of one of them at a size, at least this share of it, mirrored and turned at random."""
        return cut_of(chance, self.any(chance), size_wh, least)


def cut_of(chance: Chance, picture: Frame, size_wh: tuple[int, int], least: float = LEAST_SHARE) -> Frame:
    """Cut a piece of a size's proportions out of a picture, at least the share ``least`` of its width or height, and
    scale it to that size, mirrored and turned at random."""
    turned = np.rot90(picture, int(chance.choice([0, 1, 2, 3], p=[0.55, 0.1, 0.25, 0.1])))
    if chance.random() < 0.5:
        turned = turned[:, ::-1]
    height, width = turned.shape[:2]
    most = min(width / size_wh[0], height / size_wh[1])
    scale = most * float(np.sqrt(chance.uniform(least**2, 1.0)))
    wide, high = max(8, int(size_wh[0] * scale)), max(8, int(size_wh[1] * scale))
    x, y = (
        int(chance.integers(0, max(1, width - wide + 1))),
        int(chance.integers(0, max(1, height - high + 1))),
    )
    piece = np.ascontiguousarray(turned[y : y + high, x : x + wide])
    way = cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(piece, size_wh, interpolation=way), np.uint8)


def real_ground(chance: Chance, surfaces: Photographs, drawn: Frame, plane: Plane) -> Frame:
    """Return a photograph as the camera's picture, or as the table in ``plane``; at times the drawn ground."""
    kind, size_wh = chance.random(), (drawn.shape[1], drawn.shape[0])
    if kind < DRAWN_SHARE:
        return drawn
    if kind < DRAWN_SHARE + AS_SURFACE:
        texture = surfaces.cut(chance, (TEXTURE_PX, TEXTURE_PX))
        scale = float(np.exp(chance.uniform(-0.2, 0.9))) * size_wh[0] / TEXTURE_PX
        middle = np.array(
            [[scale, 0, -scale * TEXTURE_PX / 2], [0, scale, -scale * TEXTURE_PX / 2], [0, 0, 1]]
        )
        seen = cv2.warpPerspective(
            texture, plane @ middle, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        return np.asarray(seen, np.uint8)
    return surfaces.cut(chance, size_wh)
