"""Cards for a deck under enrolment from picture files: one card a file by its name, or all cards on a photograph."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from vision.galleries.enrolment import at_height
from vision.galleries.sampling import HIGHEST_PX, CardSampler
from vision.images import HeicError, PictureError, decode_picture, load_frame
from vision.recognition.embedder import Embedder
from vision.types import Crop, Frame
from webui.camera.decks.arcana_land import MAJOR, MINOR
from webui.camera.decks.draft import About
from webui.camera.decks.enrolment import NO_CARD, SMALLEST_PX, Intake, Note, name_fault, notes_of
from webui.camera.decks.file_names import BACK, Reading
from webui.camera.decks.picture_shape import MANY, cards_on, single_card
from webui.camera.decks.readable import DeckError
from webui.camera.trackers import EMBEDDER, checked

MOST_PX: Final = 120_000_000
"""Largest number of pixels of one picture; the largest phones' have 200 million only on request."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The cards of one picture file by code, and notes about them."""

    cards: Mapping[str, Crop] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()


def cards_in(
    name: str,
    data: bytes,
    about: About,
    expected: Sequence[str],
    known: Mapping[str, Frame],
    reading: Reading,
    other: str = "",
) -> Taken:
    """Return the cards of a picture file: one by the file's name, else all cards on it, in reading order.

    Those are the ``expected`` ones, of the folder's suit if it has one, one after the other; ``known`` cards are left
    out. ``reading`` is its name's meaning beside the others, and ``other`` the file of the same card.

    :raise DeckError: if it is no picture, is too small, shows no card, too many or one of another deck, or its name
        leaves open which
    """
    path = PurePosixPath(name)
    if reading.code == BACK or _is_version(path):
        return Taken()
    picture = _decoded(path.name, data)
    single = single_card(picture, known.values()) if reading.code or reading.fault else None
    if single is None:
        crops = _new_ones(cards_on(picture), known)
        if not crops:
            raise DeckError("picture-empty", file=path.name)
        left = [code for code in expected if reading.may_show(code)]
        if len(crops) > len(left):
            raise DeckError("picture-many", file=path.name, cards=len(crops), missing=len(left))
        cards = dict(zip(left, crops, strict=False))
        return Taken(cards, (Note(name, tuple(cards), "photograph"),))
    if reading.fault or reading.code is None:
        raise name_fault(name, reading, other)
    if reading.code not in about.codes:
        raise DeckError("picture-other-deck", file=path.name, card=reading.code)
    return Taken(
        {reading.code: at_height(single.picture, HIGHEST_PX)}, tuple(notes_of(name, reading, single))
    )


def _is_version(path: PurePosixPath) -> bool:
    """Return whether it is another version of a card beside it, as in Arcana Land's decks (`06.two_women.png`)."""
    return "." in path.stem and bool({MAJOR, MINOR} & {*path.parts})


def take_photographs(intake: Intake, about: About) -> None:
    """Take the cards of photographs of many cards as the missing ones, in order, with a note on which those are.

    A picture of one card without a name, and more cards than are missing, are refused.
    """
    for path, reading in sorted(intake.unnamed, key=lambda unnamed: _by_number(unnamed[0])):
        try:
            lying = cards_on(load_frame(path))
        except PictureError as fault:
            intake.refused.append(str(fault))
            continue
        new = _new_ones(lying, intake.pictures)
        missing = [code for code in about.codes if code not in intake.pictures and reading.may_show(code)]
        if len(lying) < MANY:
            intake.refused.append(f"{path}: {NO_CARD}")
        elif not 0 < len(new) <= len(missing):
            intake.refused.append(f"{path}: {len(new)} new cards lie on it, {len(missing)} are missing")
        else:
            taken = tuple(missing[: len(new)])
            intake.pictures.update(zip(taken, new, strict=True))
            intake.sources.update(dict.fromkeys(taken, path))
            intake.notes.append(Note(str(path), taken, "photograph"))


def _by_number(path: Path) -> list[tuple[str, int]]:
    """Sort IMG_9 before IMG_10."""
    return [(text, int(number or 0)) for text, number in re.findall(r"(\D*)(\d*)", path.name.lower())]


def _new_ones(crops: Sequence[Crop], known: Mapping[str, Frame]) -> list[Crop]:
    memory = CardSampler(Embedder(checked(EMBEDDER)))
    for code, shown in known.items():
        memory.know(code, shown)
    return [crop for crop in crops if memory.known_as(memory.vectors_of(crop)) is None]


def _decoded(name: str, data: bytes) -> Frame:
    try:
        picture = decode_picture(data, MOST_PX)
    except HeicError:
        raise DeckError("picture-heic", file=name) from None
    except PictureError:
        raise DeckError("picture-unread", file=name) from None
    if min(picture.shape[:2]) < SMALLEST_PX:
        raise DeckError("picture-small", file=name, least=SMALLEST_PX)
    return picture
