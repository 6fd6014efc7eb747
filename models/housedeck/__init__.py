"""Decks drawn by our own code: pixels for the program (:func:`faces`, :func:`back`), pages for print."""

from .atlas import CARD_WH_PX, DECKS, UnknownDeckError, back, faces
from .names import ENGLISH_CODES, HOUSE_CODES, title_of

__all__ = [
    "CARD_WH_PX",
    "DECKS",
    "ENGLISH_CODES",
    "HOUSE_CODES",
    "UnknownDeckError",
    "back",
    "faces",
    "title_of",
]
