"""The decks that can be read: the built-in ones, a user's own, and gallery files by their path."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import models
from vision.recognition.gallery import ENROL_AGAIN, Gallery, GalleryError
from vision.recognition.gallery_file import load_gallery, read_head, save_gallery
from webui.i18n.refusals import RefusedError
from webui.storage.folders import data_folder
from webui.storage.syncing import make_folder

SUFFIX: Final = ".npz"
NAME: Final = re.compile(r"[\w][\w .+-]{0,63}")
FIRST_DECKS: Final = ("rws",)
"""Decks of a table until somebody chooses."""
DEVICE: Final = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])([. ].*)?", re.IGNORECASE)
"""Names that Windows takes for devices, whatever their ending: a deck mailed there must not be lost."""


class DeckError(RefusedError, ValueError):
    """An unknown deck, or a name that cannot be used; the message says which, and the alternatives."""


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck's name and its gallery file."""

    name: str
    path: Path
    built_in: bool

    @property
    def remedy(self) -> str:
        """The command that rebuilds its file."""
        return models.remedy_for(self.name) if self.built_in else ENROL_AGAIN

    def check(self) -> None:
        """Check that a built-in deck's file is the one that came with the program.

        :raise vision.recognition.gallery.GalleryError: if it is missing, cut short, changed, or another deck's
        """
        if self.built_in:
            try:
                models.check(self.path.name)
            except models.ManifestError as error:
                raise GalleryError(str(error)) from error


class Decks:
    """The decks of one user: built-in ones, and those enrolled under ``data``."""

    def __init__(self, data: Path | None = None) -> None:
        self.folder = data_folder(data) / "decks"

    def files(self) -> list[DeckFile]:
        """Return every deck, built-in ones first, then the user's own by name."""
        own = sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else []
        built_in = [DeckFile(name, models.gallery_path(name), True) for name in models.DECKS]
        return built_in + [DeckFile(path.stem, path, False) for path in own if path.stem not in models.DECKS]

    def names(self) -> tuple[str, ...]:
        """Return the names of all decks, in that order."""
        return tuple(deck.name for deck in self.files())

    def file(self, name: str) -> DeckFile:
        """Return a deck by name, or a gallery file by its path.

        :raise DeckError: if there is none; the message lists the known ones.
        """
        known = {deck.name: deck for deck in self.files()}
        if name in known:
            return known[name]
        if name.endswith(SUFFIX):
            return DeckFile(Path(name).stem, Path(name), False)
        raise DeckError("deck-unknown", deck=name, known=", ".join(known))

    def load(self, name: str) -> Gallery:
        """Load a deck's gallery.

        :raise DeckError: if there is no such deck.
        :raise vision.recognition.gallery.GalleryError: if its file cannot be used.
        """
        deck = self.file(name)
        deck.check()
        return load_gallery(deck.path, deck.remedy)

    def load_all(self, names: Iterable[str] = models.DECKS) -> list[Gallery]:
        """Load several decks, each once.

        :raise DeckError: if there is no such deck, or two have the same name.
        """
        galleries = [self.load(name) for name in dict.fromkeys(names)]
        names_inside = [gallery.deck for gallery in galleries]
        twice = next((name for name in names_inside if names_inside.count(name) > 1), None)
        if twice is not None:
            raise DeckError("deck-twice", deck=twice)
        return galleries

    def own_path(self, name: str) -> Path:
        """Return the path of a user's deck of this name.

        :raise DeckError: if the name is a built-in deck's, or cannot be a file's.
        """
        if name in models.DECKS:
            raise DeckError("deck-built-in", deck=name)
        if not NAME.fullmatch(name) or name.endswith((".", " ")) or DEVICE.fullmatch(name):
            raise DeckError("deck-name", deck=name[:80])
        return self.folder / f"{name}{SUFFIX}"

    def keep(self, gallery: Gallery) -> Path:
        """Store a user's deck, in place of one of the same name; return its file.

        :raise DeckError: as :meth:`own_path`.
        """
        path = self.own_path(gallery.deck)
        make_folder(path.parent)
        save_gallery(gallery, path)
        return path

    def own(self, name: str) -> Path:
        """Return the file of one of the user's own decks.

        :raise DeckError: if it is built in, or there is none of that name
        """
        path = self.own_path(name)
        if not path.is_file():
            raise DeckError("deck-unknown", deck=name, known=", ".join(deck.name for deck in self.files()))
        return path

    def rename(self, name: str, to: str) -> Path:
        """Give one of the user's own decks another name; return its file.

        :raise DeckError: if there is no such deck, or the new name cannot be used or is another deck's
        :raise vision.recognition.gallery.GalleryError: if its file cannot be used
        """
        path, target = self.own(name), self.own_path(to)
        if target.exists():
            raise DeckError("deck-there", deck=to)
        self.keep(replace(load_gallery(path), deck=to))
        path.unlink()
        return target

    def delete(self, name: str) -> None:
        """Delete one of the user's own decks.

        :raise DeckError: if it is built in, or there is none of that name
        """
        self.own(name).unlink()

    def export(self, name: str, to: Path) -> Path:
        """Copy one of the user's own decks to a file, or into a folder; return the copy.

        :raise DeckError: if it is built in, or there is none of that name
        :raise vision.recognition.gallery.GalleryError: if its file cannot be used
        """
        path = self.own(name)
        load_gallery(path)  # A file that cannot be read here is not passed on.
        target = to / path.name if to.is_dir() else to
        shutil.copyfile(path, target)
        return target


def names_by_decks(decks: Decks, lying: Iterable[str], language: str) -> dict[str, str]:
    """Return the decks' names of their cards, by code: in a language, or else in their own first one."""
    names: dict[str, str] = {}
    for deck in lying:
        try:
            own_names = read_head(decks.file(deck).path).names
        except (DeckError, GalleryError):
            continue  # Reading with the deck reports the fault.
        for code, name in (own_names.get(language) or next(iter(own_names.values()), {})).items():
            names.setdefault(code, name)
    return names


def deck_names(option: str | None) -> Sequence[str]:
    """Split the option ``--deck``: several names, comma separated; none means every built-in deck."""
    names = [part.strip() for part in (option or "").split(",")]
    return [name for name in names if name] or list(models.DECKS)


__all__ = ["FIRST_DECKS", "DeckError", "DeckFile", "Decks", "GalleryError", "deck_names", "names_by_decks"]
