"""The decks that the house draws itself, as pixels: read from one committed picture a deck.

The atlas contains every face in the order of the deck's codes and then the back, ``CARD_WH_PX[deck]`` each, in rows of
``ATLAS_COLUMNS``. ``python -m models.housedeck.drawing`` draws it again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from .names import ENGLISH_CODES, HOUSE_CODES

Picture: TypeAlias = NDArray[np.uint8]
"""Pixels, shape (height, width, 3), BGR; read-only."""

CARD_WH_PX = {"house": (210, 360), "english": (240, 336)}
ATLAS_COLUMNS = 16
DECKS: dict[str, tuple[str, ...]] = {"house": HOUSE_CODES, "english": ENGLISH_CODES}


class UnknownDeckError(ValueError):
    """A deck that the house does not draw."""


def atlas_path(deck: str) -> Path:
    """Return the path of a deck's pixels."""
    return Path(__file__).parent / f"{deck}.webp"


@cache
def _pictures(deck: str) -> tuple[Picture, ...]:
    if deck not in DECKS:
        raise UnknownDeckError(f"deck {deck!r}: expected one of {', '.join(DECKS)}")
    data = np.frombuffer(atlas_path(deck).read_bytes(), np.uint8)
    sheet = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    width, height = CARD_WH_PX[deck]
    places = (divmod(index, ATLAS_COLUMNS) for index in range(len(DECKS[deck]) + 1))
    cut = (sheet[r * height : (r + 1) * height, c * width : (c + 1) * width] for r, c in places)
    return tuple(_kept(np.ascontiguousarray(picture)) for picture in cut)


def _kept(picture: Picture) -> Picture:
    """Return the shared, read-only pixels."""
    picture.setflags(write=False)
    return picture


def faces(deck: str = "house") -> dict[str, Picture]:
    """Return every face of a deck by its code (``m00``, ``As``), each ``CARD_WH_PX[deck]`` pixels.

    :raise UnknownDeckError: if the house draws no deck of that name.
    """
    pictures = _pictures(deck)
    return dict(zip(DECKS[deck], pictures, strict=False))


def back(deck: str = "house") -> Picture:
    """Return the back of a deck, ``CARD_WH_PX[deck]`` pixels.

    :raise UnknownDeckError: if the house draws no deck of that name.
    """
    return _pictures(deck)[-1]
