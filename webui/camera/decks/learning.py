"""A deck's file from its pictures: made, checked by the table's own reader, and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from vision.galleries.enrolment import enrol
from vision.galleries.self_check import LikePair, closest_pairs, unrecognised
from vision.recognition.gallery import Gallery, Numbering
from vision.types import Frame
from webui.camera.decks.deck_titles import DeckTitles
from webui.camera.decks.readable import Decks
from webui.camera.recognizers import embedded
from webui.camera.trackers import make_reader

STEPS: Final = 2
"""Steps of progress for each card: description, then reading."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """An enrolled deck, its file, the cards that are not recognised, and its most similar pairs."""

    gallery: Gallery
    path: Path
    unrecognised: list[str]
    closest: list[LikePair]


def learn(
    decks: Decks,
    name: str,
    order: str,
    pictures: Mapping[str, Frame],
    progress: Callable[[str], None],
    titles: DeckTitles | None = None,
) -> Learnt:
    """Make and keep a deck's file with the names that came with it; ``progress`` is called ``STEPS`` times a card.

    :raise OSError: if it cannot be written
    :raise vision.onnx.NetworkError: if a network's file is damaged
    """
    gallery = embedded(
        enrol(
            name,
            {name: pictures},
            order=Numbering(order),
            provenance="enrolled by the user of this machine",
            keep_pictures=True,
            progress=progress,
        )
    )
    gallery = replace(gallery, names=titles.names(order) if titles else {})
    unread = unrecognised(gallery, make_reader([gallery]), progress)
    return Learnt(gallery, decks.keep(gallery), unread, list(closest_pairs(gallery)))
