"""Card files in a deck's folder laid out by the Arcana Land tarot deck specification.

Cards are ``major_arcana/NN.*`` and ``minor_arcana/SUIT/RANK.*``, in the deck's folder or in one for each size
(``h750``). Everything else there, backs, masks, art for terminals, extra cards and other versions, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from webui.camera.decks.file_names import HIGHEST_MAJOR, code_of

DECK_FILE: Final = "deck.toml"
SIZE: Final = re.compile(r"h(\d{1,5})")
ROOT: Final = re.compile(r"(?:h|ansi)\d{1,5}|scalable")
"""Folders of a deck that contain its cards once more, each in one size or kind."""

MAJOR, MINOR = "major_arcana", "minor_arcana"
MINOR_CODE: Final = re.compile(r"[wcsp]\d\d")
KINDS: Final = (".png", ".webp", ".jpeg", ".jpg")
"""Picture formats of cards; of two for one card the first of these counts."""

SIZE_PX: Final = 480
"""Sufficient height of a card's picture in pixels."""

MOST_NAMED: Final = 4
"""Largest number of left-out folders and files that are named."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One deck's folder: its cards' files in order, the files ``about`` names, and the others."""

    root: PurePosixPath
    cards: tuple[PurePosixPath, ...]
    about: tuple[PurePosixPath, ...]
    others: tuple[PurePosixPath, ...]

    @property
    def called(self) -> str:
        """The name of its folder, or of the part of it that is there."""
        return self.root.name or (self.cards[0].parts[0] if self.cards else DECK_FILE)

    def left_out(self) -> tuple[int, str]:
        """Return the number of files that are no cards, and the deck's folders, or else files, that contain them."""
        used = {self._top(path) for path in self.cards}
        places = sorted({self._place(path, used) for path in self.others})
        named = ", ".join(places[:MOST_NAMED])
        return len(self.others), f"{named}, ..." if len(places) > MOST_NAMED else named

    def _top(self, path: PurePosixPath) -> str:
        return path.relative_to(self.root).parts[0]

    def _place(self, path: PurePosixPath, used: Iterable[str]) -> str:
        top = self._top(path)
        return str(path.relative_to(self.root)) if top in used else top


def decks_among(paths: Sequence[PurePosixPath]) -> list[Laid]:
    """Return the decks' folders among files; a path outside all of them is left out.

    A folder is a deck's if it contains ``deck.toml``; without one, if cards are at the specification's paths.
    """
    roots = _outermost({path.parent for path in paths if path.name == DECK_FILE})
    loose = [path for path in paths if not any(path.is_relative_to(root) for root in roots)]
    found = _outermost({root for path in loose if (root := _root_by_cards(path)) is not None})
    roots += [root for root in found if not _counts_from_one(root, loose)]
    return [_laid(root, [path for path in paths if path.is_relative_to(root)]) for root in sorted(roots)]


def _counts_from_one(root: PurePosixPath, paths: Iterable[PurePosixPath]) -> bool:
    """Return whether the majors below a folder are numbered from 1, against the specification."""
    numbers = {path.stem for path in paths if path.parent.name == MAJOR and path.is_relative_to(root)}
    return f"{HIGHEST_MAJOR + 1}" in numbers and "00" not in numbers


def _outermost(roots: Iterable[PurePosixPath]) -> list[PurePosixPath]:
    found: list[PurePosixPath] = []
    for root in sorted(roots, key=lambda root: len(root.parts)):
        if not any(root.is_relative_to(other) for other in found):
            found.append(root)
    return found


def _root_by_cards(path: PurePosixPath) -> PurePosixPath | None:
    """Return the folder of the deck that a card's file would belong to; None if its path is no card's."""
    for folder in path.parents:
        if folder.name in (MAJOR, MINOR) and _slot(path.relative_to(folder.parent)) is not None:
            above = folder.parent
            return above.parent if ROOT.fullmatch(above.name) else above
    return None


def _slot(path: PurePosixPath) -> tuple[str, str] | None:
    """Return the card of a file by its path below a folder of cards; None if it is none of the 78."""
    name = path.stem.lower()
    if "." in name or path.suffix.lower() not in KINDS:
        return None
    match path.parts:
        case [folder, _] if folder == MAJOR:
            return (MAJOR, name) if re.fullmatch(r"\d\d", name) and int(name) <= HIGHEST_MAJOR else None
        case [folder, suit, _] if folder == MINOR:
            code = code_of(f"{suit} {name}")
            return (MINOR, code) if code is not None and MINOR_CODE.fullmatch(code) else None
    return None


def _laid(root: PurePosixPath, paths: Sequence[PurePosixPath]) -> Laid:
    """Choose one file for each card: of the smallest sufficient size, or else of the largest there is."""
    best: dict[tuple[str, str], tuple[tuple[float, float, int], PurePosixPath]] = {}
    for path, slot, size in _candidates(root, paths):
        rank = (float(size < SIZE_PX), abs(size - SIZE_PX), KINDS.index(path.suffix.lower()))
        if slot not in best or rank < best[slot][0]:
            best[slot] = rank, path
    cards = tuple(best[slot][1] for slot in sorted(best))
    about = tuple(path for path in paths if _is_about(path.relative_to(root)))
    known = {*cards, *about}
    return Laid(root, cards, about, tuple(path for path in paths if path not in known))


def _candidates(
    root: PurePosixPath, paths: Iterable[PurePosixPath]
) -> Iterator[tuple[PurePosixPath, tuple[str, str], float]]:
    """Yield each file of a card, the card, and its height; files without a stated size are the last choice."""
    for path in paths:
        inside = path.relative_to(root)
        size = SIZE.fullmatch(inside.parts[0])
        slot = _slot(PurePosixPath(*inside.parts[1:]) if size else inside)
        if slot is not None:
            yield path, slot, float(size[1]) if size else float("-inf")


def _is_about(path: PurePosixPath) -> bool:
    return path == PurePosixPath(DECK_FILE) or (
        path.suffix == ".toml" and path.parent == PurePosixPath("names")
    )
