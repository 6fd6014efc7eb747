"""What is new in this version, out of the changelog that is shipped with the program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
PLACES: Final = (HERE / "CHANGELOG.md", HERE.parent / "CHANGELOG.md")
"""Where the changelog lies: in the installed package, or beside it in a checkout."""

RELEASE: Final = "## "
PART: Final = "### "
LINE: Final = "- "


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a release's news: its heading (``Added``), and one text a line."""

    heading: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class News:
    """The newest release in the changelog: its heading (``1.0.0``), and what is new in it."""

    release: str
    parts: Sequence[Part]


@cache
def newest() -> News:
    """Return what the newest release brought."""
    place = next(path for path in PLACES if path.is_file())
    return read(place.read_text(encoding="utf-8"))


def read(changelog: str) -> News:
    """Return the first release of a changelog; emphasis and links are taken out of its lines."""
    first = changelog.split(f"\n{RELEASE}")[1]
    heading, _, rest = first.partition("\n")
    parts = [part.partition("\n") for part in f"\n{rest}".split(f"\n{PART}")[1:]]
    return News(heading.strip(), tuple(Part(name.strip(), _lines(text)) for name, _, text in parts))


def _lines(text: str) -> tuple[str, ...]:
    items = f"\n{text}".split(f"\n{LINE}")[1:]
    return tuple(" ".join(_plain(item).split()) for item in items)


def _plain(text: str) -> str:
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text).replace("`", "").replace("*", "")
