"""The decks that can be read: those that are built in, a user's own, and gallery files by their path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import models
from vision.recognition.gallery import ENROL_AGAIN, Gallery, GalleryError, load_gallery, save_gallery
from webui.storage.folders import data_folder

SUFFIX: Final = ".npz"
NAME: Final = re.compile(r"[\w][\w .+-]{0,63}")
DEVICE: Final = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])([. ].*)?", re.IGNORECASE)
"""What Windows takes for a device, whatever its ending: a deck must not be lost when it is mailed there."""


class DeckError(ValueError):
    """A deck that is not known or cannot bear its name; the message says which, and what would do."""


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck by name and where its gallery lies."""

    name: str
    path: Path
    built_in: bool


class Decks:
    """The decks of one user: built-in ones, and those enrolled under ``data``."""

    def __init__(self, data: Path | None = None) -> None:
        self.folder = data_folder(data) / "decks"

    def files(self) -> list[DeckFile]:
        """Return every deck, built-in ones first, then the user's own by name."""
        own = sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else []
        built_in = [DeckFile(name, models.gallery_path(name), True) for name in models.DECKS]
        return built_in + [DeckFile(path.stem, path, False) for path in own if path.stem not in models.DECKS]

    def file(self, name: str) -> DeckFile:
        """Find a deck by name, or a gallery file by its path.

        :raise DeckError: if there is none; the message lists those that there are.
        """
        known = {deck.name: deck for deck in self.files()}
        if name in known:
            return known[name]
        if name.endswith(SUFFIX):
            return DeckFile(Path(name).stem, Path(name), False)
        raise DeckError(f"--deck: no deck {name!r}; expected one of {', '.join(known)}, or a gallery file")

    def load(self, name: str) -> Gallery:
        """Load a deck's gallery.

        :raise DeckError: if there is no such deck.
        :raise vision.recognition.gallery.GalleryError: if its file cannot be used.
        """
        deck = self.file(name)
        return load_gallery(deck.path, models.remedy_for(name) if deck.built_in else ENROL_AGAIN)

    def load_all(self, names: Iterable[str] = models.DECKS) -> list[Gallery]:
        """Load several decks, each once.

        :raise DeckError: if there is no such deck, or two have the same name.
        """
        galleries = [self.load(name) for name in dict.fromkeys(names)]
        names_inside = [gallery.deck for gallery in galleries]
        twice = next((name for name in names_inside if names_inside.count(name) > 1), None)
        if twice is not None:
            raise DeckError(f"--deck: two decks are called {twice!r}; name one of them")
        return galleries

    def own_path(self, name: str) -> Path:
        """Where a user's deck of this name is kept.

        :raise DeckError: if the name is a built-in deck's, or cannot be a file's.
        """
        if name in models.DECKS:
            raise DeckError(f"--name: {name!r} is built in; choose another name")
        if not NAME.fullmatch(name) or name.endswith((".", " ")) or DEVICE.fullmatch(name):
            raise DeckError(f"--name: {name!r} cannot be a deck's name; use letters, digits, spaces, - and _")
        return self.folder / f"{name}{SUFFIX}"

    def keep(self, gallery: Gallery) -> Path:
        """Store a user's deck, in place of one of the same name; return its file.

        :raise DeckError: as :meth:`own_path`.
        """
        path = self.own_path(gallery.deck)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_gallery(gallery, path)
        return path


def deck_names(option: str | None) -> Sequence[str]:
    """Split the option ``--deck``: several names, comma separated; none means every built-in deck."""
    names = [part.strip() for part in (option or "").split(",")]
    return [name for name in names if name] or list(models.DECKS)


__all__ = ["DeckError", "DeckFile", "Decks", "GalleryError", "deck_names"]
