"""A deck from files: which picture is which card, and what is wrong with the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from vision.images import PictureError, load_frame
from vision.types import Frame
from webui.camera.decks.card_names import BACK, code_of

PICTURES: Final = frozenset(
    [".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".gif", ".ppm", ".mpo"]
)
DECK_FILE: Final = "deck.toml"
"""What makes a folder a deck after the Arcana Land tarot deck specification."""

IMAGE_ROOT: Final = re.compile(r"h(\d{1,5})")
SIZE_PX: Final = 480
"""Pictures of a card need to be no higher than this."""

SMALLEST_PX: Final = 60
"""A picture with a shorter side than this shows too little of a card to know it again."""


@dataclass(frozen=True, slots=True)
class Intake:
    """The pictures of a deck by code, and one line for each file that is no part of it.

    ``refused`` are pictures that should have been cards; ``ignored`` are the back and files of other kinds.
    """

    pictures: dict[str, Frame] = field(default_factory=dict)
    sources: dict[str, Path] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)

    def take(self, path: Path, order: str) -> None:
        """Take in one file: a card's picture, or a line that says why not."""
        code = code_of(card_name_of(path), order)
        if code == BACK:
            self.ignored.append(f"{path}: the back needs no enrolment")
        elif code is None:
            self.refused.append(
                f"{path}: names no card; name it by code (m07, c10, Qh) or by name (the-chariot, ten-of-cups)"
            )
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
    for path, chosen in _files(paths):
        if chosen and not path.exists():
            intake.refused.append(f"{path}: no such file or folder")
        elif not chosen and path.suffix.lower() not in PICTURES:
            intake.ignored.append(f"{path}: is no picture")
        else:
            intake.take(path, order)
    return intake


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield each file and whether it was named itself."""
    for path in paths:
        if (path / DECK_FILE).is_file():
            yield from ((inside, False) for inside in _laid_out(path) if _is_shown(inside))
        elif path.is_dir():
            yield from ((inside, False) for inside in sorted(path.iterdir()) if _is_shown(inside))
        else:
            yield path, True


def _laid_out(deck: Path) -> list[Path]:
    """Return the cards of a deck's folder as the Arcana Land specification lays them out; variants stay behind.

    Of several sizes it is the smallest that loses nothing, or the largest there is.
    """
    sizes = {int(found[1]): root for root in deck.iterdir() if (found := IMAGE_ROOT.fullmatch(root.name))}
    best = min((size for size in sizes if size >= SIZE_PX), default=max(sizes, default=0))
    root = sizes.get(best, deck)
    cards = [*sorted(root.glob("major_arcana/*")), *sorted(root.glob("minor_arcana/*/*"))]
    return [path for path in cards if "." not in path.stem]


def card_name_of(path: PurePath) -> str:
    """Return what names a card: its file, below ``minor_arcana`` with the folder of its suit."""
    return f"{path.parent.name} {path.stem}" if path.parent.parent.name == "minor_arcana" else path.stem


def _is_shown(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")
