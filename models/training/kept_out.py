"""Which scanned designs a training sees, and which are kept wholly out of it to measure on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from models.training.scans import BACKS, SCANS_DIR, ScanError, deck_names


@dataclass(frozen=True, slots=True)
class Designs:
    """Scanned decks and backs, by the names of their folders and files; ``drawn``: with decks drawn by the project,
    too."""

    decks: tuple[str, ...]
    backs: tuple[str, ...]
    drawn: bool = True


DRAWN_ONLY: Final = Designs((), ())
"""Nothing scanned at all: pictures of such scenes may be published."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """Three tarot and two playing designs, and backs by the beginnings of their names, that one training never sees."""

    tarot: tuple[str, str, str]
    playing: tuple[str, str]
    backs: tuple[str, ...]


ROTATIONS: Final = (
    Rotation(
        ("visconti-sforza", "egyptian-falconnier-1896", "minchiate-florence-1860"),
        ("playing-tragy-jugendstil", "playing-spanish-national"),
        ("pysol-sylly", "pysol-me-uk", "pysol-spanish", "minchiate"),
    ),
    Rotation(
        ("wirth-1889", "neo-tarock", "marseille-noblet"),
        ("playing-plastic-cheung", "playing-frankfurt-lennhoff"),
        ("jeuxcartes", "tarot-nouveau"),
    ),
    Rotation(
        ("tarot-nouveau-grimaud-1898", "french-tarot-freesvg", "marseille-dodal-1701"),
        ("playing-atlasnye", "playing-me-uk"),
        ("pysol-neo", "french-tarot"),
    ),
)
"""The shipped weights were trained without the first one, whose designs have no close relative among the others."""


def back_names(scans_dir: Path = SCANS_DIR) -> list[str]:
    """Return the names of the scanned backs, sorted.

    :raise ScanError: if there are none.
    """
    names = sorted(path.stem for path in (scans_dir / BACKS).glob("*.jpg"))
    if not names:
        raise ScanError(f"{scans_dir / BACKS}: expected pictures of card backs; put the scans there")
    return names


def kept_out(rotation: int = 0) -> Designs:
    """Return the scanned designs that a training of this rotation never sees, and nothing drawn.

    :raise ScanError: if there are no scans.
    """
    one = ROTATIONS[rotation]
    backs = tuple(name for name in back_names() if name.startswith(one.backs))
    return Designs((*one.tarot, *one.playing), backs, drawn=False)


def trained_on(rotation: int = 0) -> Designs:
    """Return all other scanned designs, with the drawn ones.

    :raise ScanError: if there are no scans.
    """
    out = kept_out(rotation)
    return Designs(
        tuple(name for name in deck_names() if name not in out.decks),
        tuple(name for name in back_names() if name not in out.backs),
    )
