"""The reference scans beside the checkout: one picture a card, named by code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Picture: TypeAlias = NDArray[np.uint8]
"""A flat picture of a card or a ground, shape (height, width, 3), BGR."""

SCANS_DIR = Path(__file__).resolve().parents[3] / "shared" / "decks"
BACKS = "backs"
"""The folder of scanned backs beside those of the decks."""


class ScanError(ValueError):
    """A scan is missing or cannot be read as a picture."""


@dataclass(frozen=True, slots=True)
class Scan:
    """One card of a printed deck: the deck's folder name, the card's code, the picture."""

    deck: str
    code: str
    picture: Picture


def deck_names(scans_dir: Path = SCANS_DIR) -> list[str]:
    """Return the folders of scanned decks, sorted. Raise ScanError when there are none."""
    folders = [path for path in scans_dir.glob("*") if path.is_dir()] if scans_dir.is_dir() else []
    names = sorted(path.name for path in folders if path.name != BACKS)
    if not names:
        raise ScanError(f"{scans_dir}: expected one folder of scans a deck; put the reference scans there")
    return names


def load_scan(path: Path, height_px: int) -> Picture:
    """Return one scan scaled to ``height_px``. Raise ScanError when the file is no picture."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ScanError(f"{path}: expected a JPEG or PNG picture of a card; replace the file")
    width_px = round(picture.shape[1] * height_px / picture.shape[0])
    return np.asarray(cv2.resize(picture, (width_px, height_px), interpolation=cv2.INTER_AREA), np.uint8)


@cache
def load_deck(name: str, height_px: int = 480, scans_dir: Path = SCANS_DIR) -> tuple[Scan, ...]:
    """Return every card of one deck, sorted by code, all ``height_px`` high. Raise ScanError as load_scan."""
    paths = sorted(path for path in (scans_dir / name).glob("*") if path.suffix in {".jpg", ".png"})
    if not paths:
        raise ScanError(f"{scans_dir / name}: expected pictures named by card code; put the scans there")
    return tuple(Scan(name, path.stem, load_scan(path, height_px)) for path in paths)
