"""A deck from files: the card of each picture, and the faults of the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath, PurePosixPath
from typing import Final

from vision.images import SUFFIXES, PictureError, load_frame
from vision.types import Frame
from vision.untrusted import UntrustedFileError, open_regular
from webui.camera.decks.arcana_land import MINOR, Laid, decks_among
from webui.camera.decks.deck_titles import LARGEST_FILE, DeckTitles
from webui.camera.decks.file_names import BACK, Reading, code_of, read_names
from webui.camera.decks.picture_shape import SingleCard, single_card, stands
from webui.camera.decks.readable import DeckError

PICTURES: Final = SUFFIXES | {".heic", ".heif"}
SMALLEST_PX: Final = 60
"""Shortest side of a picture that shows enough of a card to recognize it."""


NO_CARD: Final = "names no card; name it by code (m07, c10, Qh) or by name (the-chariot, ten-of-cups)"


@dataclass(frozen=True, slots=True)
class Note:
    """A note on a taken file: its cards, and why they may be others.

    ``why`` is `name` (the name is not explicit), `photograph` (the next missing ones, row by row), `turned` or `cut`
    (the picture was changed).
    """

    file: str
    cards: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Intake:
    """The pictures of a deck by code, and one line for each file that is no part of it.

    ``refused`` are pictures that should have been cards; ``ignored`` are the back and files of other kinds; ``unnamed``
    are pictures whose names are no card's, possibly photographs of many cards. ``titles`` are the names in the deck's
    own files. ``notes`` are guesses, one for each file and reason.
    """

    pictures: dict[str, Frame] = field(default_factory=dict)
    sources: dict[str, Path] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unnamed: list[tuple[Path, Reading]] = field(default_factory=list)
    titles: DeckTitles = field(default_factory=DeckTitles)
    notes: list[Note] = field(default_factory=list)
    lying: list[tuple[Path, Reading, Path]] = field(default_factory=list)
    """Pictures in landscape format, held back until the others are taken."""

    def take(self, path: Path, reading: Reading, other: Path) -> None:
        """Take one file: a card's picture, a photograph, or a line that says why not.

        ``other`` is the file of the same card, if there is one.
        """
        if reading.code == BACK:
            self.ignored.append(f"{path}: the back needs no enrolment")
        elif reading.code is None and not reading.fault:
            self.unnamed.append((path, reading))
        elif (frame := self._loaded(path)) is not None:
            if stands(frame):
                self._take_picture(path, frame, reading, other)
            else:
                self.lying.append((path, reading, other))

    def take_lying(self) -> None:
        """Take the pictures in landscape format, now that the others show the shape of the deck's cards."""
        for path, reading, other in self.lying:
            if (frame := self._loaded(path)) is not None:
                self._take_picture(path, frame, reading, other)
        self.lying.clear()

    def give_back(self, path: Path, reading: Reading) -> None:
        """Remove the name of a picture that was taken by its number: such numbers count photographs here."""
        if self.sources.get(str(reading.code)) == path:
            del self.pictures[str(reading.code)], self.sources[str(reading.code)]
            self.notes[:] = [note for note in self.notes if note.file != str(path)]
            self.unnamed.append((path, reading))

    def _loaded(self, path: Path) -> Frame | None:
        try:
            frame = load_frame(path)
        except PictureError as error:
            self.refused.append(str(error))
            return None
        if min(frame.shape[:2]) < SMALLEST_PX:
            size = f"{frame.shape[1]}x{frame.shape[0]}"
            self.refused.append(f"{path}: is {size} pixels, at least {SMALLEST_PX} a side are needed")
            return None
        return frame

    def _take_picture(self, path: Path, frame: Frame, reading: Reading, other: Path) -> None:
        single = single_card(frame, self.pictures.values())
        if single is None:
            self.unnamed.append((path, reading))
        elif reading.fault or reading.code is None:
            self.refused.append(str(name_fault(str(path), reading, str(other))))
        else:
            self.pictures[reading.code] = single.picture
            self.sources[reading.code] = path
            self.notes.extend(notes_of(str(path), reading, single))


def notes_of(file: str, reading: Reading, single: SingleCard) -> Iterator[Note]:
    """Yield the notes on a card that was taken by its file's name."""
    cards = (str(reading.code),)
    if reading.is_guess:
        yield Note(file, cards, "name")
    if single.change:
        yield Note(file, cards, single.change)


def name_fault(file: str, reading: Reading, other: str) -> DeckError:
    """Return why a file's card is unknown."""
    match reading.fault:
        case "again":
            return DeckError("name-again", file=file, card=reading.code or "", other=other)
        case "count":
            return DeckError("name-count", file=file)
        case _:
            return DeckError("name-suit", file=file)


def take_in(
    paths: Sequence[Path], order: str, cards: str | None = None, count_from: int | None = None
) -> Intake:
    """Sort the files of a deck; folders stand for all files in them. Arguments as of ``file_names.read_names``."""
    intake = Intake()
    found: dict[Path, PurePath] = {}
    sure: dict[PurePath, str] = {}
    for path in paths:
        if path.is_dir():
            within = PurePath(path.resolve().name)
            for inside, code in _found_in(intake, path, order):
                found[inside] = within / inside.relative_to(path)
                if code is not None:
                    sure[found[inside]] = code
        elif path.exists():
            found[path] = PurePath(path.resolve().parent.name, path.name)
        else:
            intake.refused.append(f"{path}: no such file or folder")
    files = list(found)
    names = read_names(list(found.values()), order, cards, count_from, sure)
    readings = dict(zip(files, names, strict=True))
    for file, reading in readings.items():
        intake.take(file, reading, files[reading.other])
    intake.take_lying()
    numbered = {file for file, reading in readings.items() if reading.by_number and reading.code}
    photographs = numbered.intersection(path for path, _ in intake.unnamed)
    if photographs and 2 * len(photographs) >= len(numbered):
        for file in numbered - photographs:
            intake.give_back(file, readings[file])
    return intake


def _found_in(intake: Intake, folder: Path, order: str) -> Iterator[tuple[Path, str | None]]:
    """Yield the pictures below a folder, with the codes of those in an Arcana Land deck's folder.

    The other files of such a deck are summed up in one line.
    """
    files = [file.relative_to(folder) for file in sorted(folder.rglob("*")) if file.is_file()]
    shown = [PurePosixPath(file.as_posix()) for file in files if not _is_hidden(file)]
    decks = decks_among(shown)
    for deck in decks:
        for card, code in codes_in(deck, order).items():
            yield folder / card, code
        for about in deck.about:
            _add_titles(intake, folder / about)
        count, places = deck.left_out()
        if count:
            intake.ignored.append(f"{folder / deck.root}: left out as no cards: {places} ({count} in all)")
    for file in shown:
        if any(file.is_relative_to(deck.root) for deck in decks):
            continue
        if file.suffix.lower() in PICTURES:
            yield folder / file, None
        else:
            intake.ignored.append(f"{folder / file}: is no picture")


def codes_in(deck: Laid, order: str) -> dict[PurePosixPath, str]:
    """Return the codes of a deck's cards by their files, by the Arcana Land specification."""
    codes = {card: code_of(_card_name(card), order) for card in deck.cards}
    return {card: code for card, code in codes.items() if code is not None}


def _add_titles(intake: Intake, path: Path) -> None:
    """Add a file of names; an unreadable one does not keep the cards from being enrolled."""
    try:
        with open_regular(path) as file:
            intake.titles.add_file(path, file.read(LARGEST_FILE + 1))
    except (OSError, UntrustedFileError) as fault:
        intake.refused.append(f"{path}: cannot be read ({fault})")
    except DeckError as fault:
        intake.refused.append(f"{path.parent}: {fault}")


def _card_name(path: PurePosixPath) -> str:
    """Return the path that names a card: its file, below ``minor_arcana`` with the folder of its suit."""
    return f"{path.parent.name} {path.stem}" if path.parent.parent.name == MINOR else path.stem


def _is_hidden(path: PurePath) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)
