"""Which eyes look at a table: the networks where their weights are there, else the first version."""

from __future__ import annotations

from collections.abc import Sequence

from vision.gallery import Gallery
from vision.sources.spec import DeckFaces
from vision.tracker import Watcher


def make_watcher(galleries: Sequence[Gallery], *, two_decks: bool = False) -> Watcher:
    """Build a watcher that reads these decks."""
    return first_watcher(galleries, two_decks=two_decks)


def first_watcher(galleries: Sequence[Gallery], *, two_decks: bool = False) -> Watcher:
    """Build the first version: outlines and local features, the baseline of every later one."""
    from vision.contours import ContourDetector
    from vision.local_reader import LocalFeatureReader

    return Watcher(ContourDetector(), LocalFeatureReader(galleries), two_decks=two_decks)


def house_deck() -> DeckFaces:
    """The faces and the back of the house deck: what the virtual table lays."""
    from models import housedeck

    return housedeck.faces(), housedeck.back()
