"""The decks that the house draws, as the virtual table lays them.

The capture process imports this file to deal: it imports nothing of the networks.
"""

from __future__ import annotations

from typing import Final

from models import housedeck
from vision.capture.spec import DeckFaces

FOURTEEN: Final = ("As", "2s", "4s", "Ah", "Ad", "2h", "2d", "Ks", "Kh", "Kd", "Qs", "Qh", "Js", "Jh")
"""A deck for Pulp in the Cards (P1)."""


def house_deck() -> DeckFaces:
    """Return the faces and the back of the house deck, which the virtual table lays."""
    return drawn_deck("house")


def drawn_deck(name: str) -> DeckFaces:
    """Return the faces and the back of a deck that the house draws.

    :raise models.housedeck.UnknownDeckError: if the house draws no deck of that name
    """
    return housedeck.faces(name), housedeck.back(name)


def pulp_deck() -> DeckFaces:
    """Return Pulp's fourteen (P1) out of the English deck."""
    faces, back = drawn_deck("english")
    return {code: faces[code] for code in FOURTEEN}, back
