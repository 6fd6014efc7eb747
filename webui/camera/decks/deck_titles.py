"""Names of a deck and its cards from ``deck.toml`` and ``names/LANGUAGE.toml`` of an Arcana Land deck."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final, TypeAlias

from vision.recognition.gallery import LONGEST_NAME, MOST_LANGUAGES
from webui.camera.decks.arcana_land import DECK_FILE, MAJOR, MINOR
from webui.camera.decks.file_names import HIGHEST_MAJOR, code_of
from webui.camera.decks.readable import DeckError

LARGEST_FILE: Final = 256 << 10
"""Largest size in bytes; the longest of the specification's own decks, with a text for every picture, has 24
thousand."""

PART: Final = r"""(?>[\w-]+|"[^"\n]*"|'[^'\n]*')"""
TOO_DEEP: Final = re.compile(rf"(?<![\w-]){PART}(?>[ \t]*\.[ \t]*{PART}){{32}}")
"""Largest number of parts of a TOML table's name; reading one takes their square in time and memory."""

LONGEST_TITLE: Final = 64
LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
SUITS: Final = ("wands", "cups", "swords", "pentacles")
RANKS: Final = [
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "page",
    "knight",
    "queen",
    "king",
]

Table: TypeAlias = Mapping[str, Any]
Names: TypeAlias = dict[str, dict[str, str]]
"""Names of cards: by language, the deck's own first, and by code."""


@dataclass(slots=True)
class DeckTitles:
    """The names that came with a deck; files are added one by one, in any order."""

    about: Table = field(default_factory=dict)
    languages: dict[str, Table] = field(default_factory=dict)

    def add_file(self, path: PurePath, data: bytes) -> None:
        """Add ``deck.toml`` or a file of names.

        :raise DeckError: if it cannot be read; files added before are kept
        """
        if path.name != DECK_FILE and not LANGUAGE.fullmatch(path.stem):
            raise DeckError("names-language", file=path.name)
        table = _table(path.name, data)
        if path.name == DECK_FILE:
            self.about = table
        elif len(self.languages) < MOST_LANGUAGES - 1:
            self.languages[path.stem.lower()] = table

    @property
    def title(self) -> str:
        """The deck's name, as far as a file can have it; empty if there is none."""
        own = _text(_inside(self.about, "deck"), "name")
        return re.sub(r"[^\w.+-]+", " ", own).strip(" .+-")[:LONGEST_TITLE].strip()

    def names(self, order: str) -> Names:
        """Return the names of its cards; ``order`` is the deck's numbering of Strength and Justice."""
        deck = _inside(self.about, "deck")
        first = (_text(deck, "default_language") or _text(deck, "metadata_language") or "en").lower()
        spoken = sorted({first, *self.languages}, key=lambda tag: (tag != first, tag))
        found = {tag: dict(_named(self.languages.get(tag, {}), self.about, order)) for tag in spoken}
        return {tag: names for tag, names in found.items() if names}


def _table(name: str, data: bytes) -> Table:
    if len(data) > LARGEST_FILE:
        raise DeckError("names-large", file=name, most=LARGEST_FILE)
    try:
        text = data.decode("utf-8-sig")
        if TOO_DEEP.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValueError, RecursionError) as fault:
        why = "no UTF-8" if isinstance(fault, UnicodeDecodeError) else " ".join(str(fault).split())[:120]
        raise DeckError("names-unread", file=name, why=why or "nested too deeply") from None


def _named(words: Table, about: Table, order: str) -> Iterator[tuple[str, str]]:
    """Yield the cards that a language, or else the deck, names: by an own name, or composed of rank and suit."""
    cards = _inside(about, "cards")
    for number in range(HIGHEST_MAJOR + 1):
        key = f"{number:02d}"
        name = _text(_inside(words, MAJOR), key) or _text(_inside(cards, f"{MAJOR}.{key}"), "name")
        if name:
            yield str(code_of(key, order)), name
    for suit in SUITS:
        for rank in RANKS:
            own = _text(_inside(_inside(words, MINOR), suit), rank)
            name = (
                own
                or _text(_inside(cards, f"{MINOR}.{suit}.{rank}"), "name")
                or _composed(words, about, rank, suit)
            )
            if name:
                yield str(code_of(f"{suit} {rank}")), name


def _composed(words: Table, about: Table, rank: str, suit: str) -> str:
    """Compose a name by the specification; empty if no part of it is the deck's own."""
    own_rank, own_suit = (_own(words, about, table, key) for table, key in (("ranks", rank), ("suits", suit)))
    template = (
        _text(_inside(_inside(about, "suits"), suit), "name_template")
        or _text(_inside(words, MINOR), "name_template")
        or _text(_inside(about, MINOR), "name_template")
    )
    if not (own_rank or own_suit):
        return ""
    parts = {"{rank}": own_rank or rank.title(), "{suit}": own_suit or suit.title()}
    composed = re.sub(r"\{(?:rank|suit)\}", lambda found: parts[found[0]], template or "{rank} of {suit}")
    return composed[:LONGEST_NAME]


def _own(words: Table, about: Table, table: str, key: str) -> str:
    return _text(_inside(words, table), key) or _text(_inside(_inside(about, table), key), "name")


def _inside(table: Table, key: str) -> Table:
    found = table.get(key)
    return found if isinstance(found, dict) else {}


def _text(table: Table, key: str) -> str:
    """Return a text in one line, empty if there is none."""
    found = table.get(key)
    return " ".join(found.split())[:LONGEST_NAME] if isinstance(found, str) else ""
