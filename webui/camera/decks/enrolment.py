"""A deck from files: which picture is which card, and what is wrong with the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath
from typing import Final

from vision.foreign import ForeignFileError, open_regular
from vision.images import PictureError, load_frame
from vision.types import Frame
from webui.camera.decks.arcana_land import DECK_FILE, MAJOR, MINOR, ROOT, decks_among
from webui.camera.decks.card_names import BACK, code_of
from webui.camera.decks.deck_titles import LARGEST_FILE, DeckTitles
from webui.camera.decks.readable import DeckError

PICTURES: Final = frozenset(
    [".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".ppm", ".mpo", ".heic", ".heif"]
)
SMALLEST_PX: Final = 60
"""A picture with a shorter side than this shows too little of a card to know it again."""


@dataclass(frozen=True, slots=True)
class Intake:
    """The pictures of a deck by code, and one line for each file that is no part of it.

    ``refused`` are pictures that should have been cards; ``ignored`` are the back and files of other kinds;
    ``unnamed`` are pictures whose names are no card's: photographs, it may be, of many cards. ``titles`` are what
    the deck's own files call it and its cards.
    """

    pictures: dict[str, Frame] = field(default_factory=dict)
    sources: dict[str, Path] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unnamed: list[Path] = field(default_factory=list)
    titles: DeckTitles = field(default_factory=DeckTitles)

    def take(self, path: Path, order: str) -> None:
        """Take in one file: a card's picture, or a line that says why not."""
        code = code_of(card_name_of(path), order)
        if code == BACK:
            self.ignored.append(f"{path}: the back needs no enrolment")
        elif code is None:
            self.unnamed.append(path)
        elif code in self.sources:
            self.refused.append(f"{path}: is {code} again; {self.sources[code]} was taken")
        else:
            self._take_picture(code, path)

    def _take_picture(self, code: str, path: Path) -> None:
        try:
            frame = load_frame(path)
        except PictureError as error:
            self.refused.append(str(error))
            return
        if min(frame.shape[:2]) < SMALLEST_PX:
            size = f"{frame.shape[1]}x{frame.shape[0]}"
            self.refused.append(f"{path}: is {size} pixels, at least {SMALLEST_PX} a side are needed")
            return
        self.pictures[code] = frame
        self.sources[code] = path


def take_in(paths: Sequence[Path], order: str) -> Intake:
    """Sort the files of a deck; folders stand for the files in them."""
    intake = Intake()
    for path in paths:
        if not path.is_dir():
            _take_chosen(intake, path, order)
        elif _is_laid_out(path):
            _take_laid_out(intake, path, order)
        else:
            for inside in filter(_is_shown, sorted(path.iterdir())):
                _take_found(intake, inside, order)
    return intake


def _take_chosen(intake: Intake, path: Path, order: str) -> None:
    if path.exists():
        intake.take(path, order)
    else:
        intake.refused.append(f"{path}: no such file or folder")


def _take_found(intake: Intake, path: Path, order: str) -> None:
    if path.suffix.lower() in PICTURES:
        intake.take(path, order)
    else:
        intake.ignored.append(f"{path}: is no picture")


def _take_laid_out(intake: Intake, folder: Path, order: str) -> None:
    """Take the cards of a deck after the Arcana Land specification, and say in one line what else lies there."""
    files = (file.relative_to(folder) for file in sorted(folder.rglob("*")) if _is_shown(file))
    for deck in decks_among([PurePosixPath(file.as_posix()) for file in files]):
        for card in deck.cards:
            intake.take(folder / card, order)
        for about in deck.about:
            _hear(intake, folder / about)
        count, places = deck.left_out()
        if count:
            intake.ignored.append(f"{folder / deck.root}: left out as no cards: {places} ({count} in all)")


def _hear(intake: Intake, path: Path) -> None:
    """Take in a file of names; one that cannot be read keeps no card from being learnt."""
    try:
        with open_regular(path) as file:
            intake.titles.hear(path, file.read(LARGEST_FILE + 1))
    except (OSError, ForeignFileError) as fault:
        intake.refused.append(f"{path}: cannot be read ({fault})")
    except DeckError as fault:
        intake.refused.append(f"{path.parent}: {fault}")


def _is_laid_out(folder: Path) -> bool:
    if (folder / DECK_FILE).is_file():
        return True
    roots = (folder, *(each for each in folder.iterdir() if ROOT.fullmatch(each.name)))
    return any((root / kind).is_dir() for root in roots for kind in (MAJOR, MINOR))


def card_name_of(path: PurePath) -> str:
    """Return what names a card: its file, below ``minor_arcana`` with the folder of its suit."""
    return f"{path.parent.name} {path.stem}" if path.parent.parent.name == MINOR else path.stem


def _is_shown(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")
