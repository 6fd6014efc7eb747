"""A deck from files: which picture is which card, and what is wrong with the rest."""

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
"""A picture with a shorter side than this shows too little of a card to know it again."""


NO_CARD: Final = "names no card; name it by code (m07, c10, Qh) or by name (the-chariot, ten-of-cups)"


@dataclass(frozen=True, slots=True)
class Note:
    """What people want to be told of a file that was taken: its cards, and why they may be others.

    ``why`` is `name` (the name does not say it outright), `photograph` (the next ones that were missing, row by row),
    `turned` or `cut` (the picture was changed).
    """

    file: str
    cards: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Intake:
    """The pictures of a deck by code, and one line for each file that is no part of it.

    ``refused`` are pictures that should have been cards; ``ignored`` are the back and files of other kinds;
    ``unnamed`` are pictures whose names are no card's: photographs, it may be, of many cards. ``titles`` are what
    the deck's own files call it and its cards. ``notes`` are guesses, one for each file and reason.
    """

    pictures: dict[str, Frame] = field(default_factory=dict)
    sources: dict[str, Path] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    unnamed: list[tuple[Path, Reading]] = field(default_factory=list)
    titles: DeckTitles = field(default_factory=DeckTitles)
    notes: list[Note] = field(default_factory=list)
    lying: list[tuple[Path, Reading, Path]] = field(default_factory=list)
    """Pictures that do not stand, until the others are taken in."""

    def take(self, path: Path, reading: Reading, other: Path) -> None:
        """Take in one file: a card's picture, a photograph, or a line that says why not.

        ``other`` is the file that is the same card, if there is one.
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
        """Take in the pictures that do not stand, now that the others show the shape of the deck's cards."""
        for path, reading, other in self.lying:
            if (frame := self._loaded(path)) is not None:
                self._take_picture(path, frame, reading, other)
        self.lying.clear()

    def give_back(self, path: Path, reading: Reading) -> None:
        """Let a picture that was taken by its number have no name: such numbers count photographs here."""
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
    """Yield what people want to be told of a card that was taken by its file's name."""
    cards = (str(reading.code),)
    if reading.is_guess:
        yield Note(file, cards, "name")
    if single.change:
        yield Note(file, cards, single.change)


def name_fault(file: str, reading: Reading, other: str) -> DeckError:
    """Return why nobody knows which card a file is."""
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
    """Yield the pictures below a folder, and of those in a deck's folder after the Arcana Land specification the codes.

    Of such a deck it is said in one line what else lies there.
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
    """Return the codes of a deck's cards by their files, as the Arcana Land specification names them."""
    codes = {card: code_of(_card_name(card), order) for card in deck.cards}
    return {card: code for card, code in codes.items() if code is not None}


def _add_titles(intake: Intake, path: Path) -> None:
    """Take in a file of names; one that cannot be read keeps no card from being learnt."""
    try:
        with open_regular(path) as file:
            intake.titles.add_file(path, file.read(LARGEST_FILE + 1))
    except (OSError, UntrustedFileError) as fault:
        intake.refused.append(f"{path}: cannot be read ({fault})")
    except DeckError as fault:
        intake.refused.append(f"{path.parent}: {fault}")


def _card_name(path: PurePosixPath) -> str:
    """Return what names a card: its file, below ``minor_arcana`` with the folder of its suit."""
    return f"{path.parent.name} {path.stem}" if path.parent.parent.name == MINOR else path.stem


def _is_hidden(path: PurePath) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)
