"""A deck under enrolment, on disk at every step: its cards, and the pictures taken so far."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from typing import Any, Final

import cv2
import numpy as np

from vision.images import PictureError, load_frame
from vision.types import Frame
from webui.camera.decks.deck_titles import DeckTitles
from webui.camera.decks.readable import DeckError
from webui.camera.drawn_decks import FOURTEEN
from webui.identities import PLAYING_CODES, TAROT_CODES
from webui.storage.syncing import make_folder

ABOUT: Final = "draft.json"
PICTURE: Final = ".png"
NAMES: Final = ".toml"

CARDS: Final = {"tarot": TAROT_CODES, "playing": PLAYING_CODES, "pulp": FOURTEEN}
"""Cards of a deck: a whole tarot, a whole pack of playing cards, or Pulp's fourteen of them (P1)."""


@dataclass(frozen=True, slots=True)
class About:
    """The deck's name, its numbering of Strength and Justice, and its set of cards."""

    name: str
    order: str
    cards: str

    @property
    def codes(self) -> tuple[str, ...]:
        """Its cards in the order in which they are asked for: that of their numbers."""
        swapped = {"m08": "m11", "m11": "m08"} if self.order == "marseille" else {}
        codes = sorted(CARDS[self.cards], key=lambda code: not code.startswith("m"))
        return tuple(swapped.get(code, code) for code in codes)


class Draft:
    """The folder of one deck under enrolment; a restart restores all of it."""

    def __init__(self, folder: Path, about: About) -> None:
        self.folder, self.about = folder, about
        self.pictures: dict[str, Frame] = {}
        self.titles = DeckTitles()

    @classmethod
    def begun(cls, folder: Path, about: About) -> Draft:
        """Begin one in place of any other.

        :raise OSError: if the folder cannot be written
        """
        shutil.rmtree(folder, ignore_errors=True)
        make_folder(folder)
        _write(folder / ABOUT, json.dumps(asdict(about)).encode())
        return cls(folder, about)

    @classmethod
    def found(cls, folder: Path) -> Draft | None:
        """Return the draft of an earlier run of the program; None if there is none, or it cannot be read."""
        try:
            about = About(**json.loads((folder / ABOUT).read_text("utf-8")))
            draft = cls(folder, about)
            draft.pictures = dict(_kept(folder, about.codes))
            for path in sorted(folder.glob(f"*{NAMES}")):
                draft.titles.add_file(path, path.read_bytes())
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return draft

    def keep(self, code: str, picture: Frame) -> None:
        """Keep a card's picture, in place of an earlier one.

        :raise OSError: if it cannot be written
        """
        _write(self.folder / f"{code}{PICTURE}", bytes(cv2.imencode(PICTURE, picture)[1]))
        self.pictures[code] = picture

    def add_titles(self, name: str, data: bytes) -> None:
        """Keep a file of names of the deck or its cards.

        :raise DeckError: if it cannot be read
        :raise OSError: if it cannot be written
        """
        path = self.folder / PurePath(name).name
        self.titles.add_file(path, data)
        _write(path, data)

    def rename(self, code: str, to: str) -> None:
        """Assign a card's picture to another card; if that has one, swap them.

        :raise DeckError: if the deck has no such other card
        :raise OSError: if it cannot be written
        """
        if to not in self.about.codes:
            raise DeckError("deck-no-card", card=to[:20])
        picture, other = self.pictures[code], self.pictures.get(to)
        self.keep(to, picture)
        if other is None:
            self.drop(code)
        else:
            self.keep(code, other)

    def drop(self, code: str) -> None:
        """Delete a card's picture."""
        self.pictures.pop(code, None)
        (self.folder / f"{code}{PICTURE}").unlink(missing_ok=True)

    def missing(self) -> tuple[str, ...]:
        """Return the cards without a picture, in order."""
        return tuple(code for code in self.about.codes if code not in self.pictures)

    def delete(self) -> None:
        """Delete all of it."""
        shutil.rmtree(self.folder, ignore_errors=True)


def _kept(folder: Path, codes: Iterable[str]) -> Iterable[tuple[str, Frame]]:
    for code in codes:
        try:
            yield code, np.ascontiguousarray(load_frame(folder / f"{code}{PICTURE}"))
        except PictureError:
            continue  # It was never taken, or lost in a power cut: it is asked for again.


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    part: Any = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
