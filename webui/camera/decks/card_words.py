"""Words of file names that name cards, from ``card_words.toml``."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

TAROT_SUITS: Final = {"wands": "w", "cups": "c", "swords": "s", "pentacles": "p"}
PLAYING_SUITS: Final = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
ALSO: Final = "also"
"""The table of second meanings, beside those of the languages."""

OF_SUITS: Final = "letters"
"""The table of letters that stand for suits."""
LETTERS_IN_ORDER: Final = {"tarot": "wcsp", "playing": "shdc"}

LINKS: Final = frozenset(["of", "de", "di", "da", "do", "la", "le", "il", "el"])
SHORTEST_PART: Final = 3
"""Least length of the words into which a compound is split, except words that join two (`aceofcups`)."""

UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
SYMBOLS: Final = str.maketrans(
    {
        symbol: f" {suit} "
        for suit, both in zip(PLAYING_SUITS, ("♠♤", "♥♡", "♦♢", "♣♧"), strict=True)
        for symbol in both
    }
)


class Sense(NamedTuple):
    """One meaning of a word.

    ``kind`` is `tarot` or `playing` (then ``value`` is the suit's letter), `rank` (1 to 14), `major` (0 to 21),
    `joker`, `black`, `red`, `majors`, `minors` (words for all of them), `back` or `filler`. ``second`` meanings
    count only if the other files speak for them.
    """

    kind: str
    value: str | int
    second: bool = False


def plain(text: str) -> str:
    """Return a text in lower case without accents; ligatures and the symbols of suits are spelt out.

    >>> plain("Mäßigkeit"), plain("CŒUR"), plain("2♠")
    ('massigkeit', 'coeur', '2 spades')
    """
    spelt = text.translate(SYMBOLS).lower().replace("ß", "ss").replace("œ", "oe").replace("æ", "ae")
    bare = unicodedata.normalize("NFKD", spelt)
    return "".join(letter for letter in bare if not unicodedata.combining(letter)).lower().strip()


@cache
def senses() -> Mapping[str, tuple[Sense, ...]]:
    """Return every known word, in the form of :func:`plain`, with all its meanings."""
    known: dict[str, list[Sense]] = {}
    for language, entries in _table().items():
        if language == OF_SUITS:
            continue
        for key, words in entries.items():
            sense = _sense(key, second=language == ALSO)
            for word in words.split():
                for spelling in {plain(word), plain(unicodedata.normalize("NFC", word).translate(UMLAUTS))}:
                    if sense not in known.setdefault(spelling, []):
                        known[spelling].append(sense)
    return {word: tuple(meant) for word, meant in known.items()}


@cache
def suit_letters() -> list[dict[str, Sense]]:
    """Return the letters of the four suits, for each set of four that is in use."""
    return [
        {letter: Sense(kind, suit) for letter, suit in zip(letters, LETTERS_IN_ORDER[kind], strict=True)}
        for kind, sets in _table()[OF_SUITS].items()
        for letters in sets.split()
    ]


@cache
def _table() -> dict[str, dict[str, str]]:
    return tomllib.loads(files(__package__).joinpath("card_words.toml").read_text(encoding="utf-8"))


def _sense(key: str, *, second: bool) -> Sense:
    if key in TAROT_SUITS:
        return Sense("tarot", TAROT_SUITS[key], second)
    if key in PLAYING_SUITS:
        return Sense("playing", PLAYING_SUITS[key], second)
    if key.isdigit():
        return Sense("rank", int(key))
    if re.fullmatch(r"m\d\d", key):
        return Sense("major", int(key[1:]))
    return Sense("filler" if key == "fillers" else key, 0)


def words_of(text: str) -> list[str]:
    """Return the words and numbers of a plain text; known words that are written as one are taken apart.

    >>> words_of("cups07"), words_of("aceofcups_2"), words_of("season")
    (['cups', '07'], ['ace', 'of', 'cups', '2'], ['season'])
    """
    found: list[str] = []
    for token in re.findall(r"[^\W\d_]+|[0-9]+", text):
        found += [token] if token.isdigit() or token in senses() else _parts(token)
    return found


def _parts(token: str) -> list[str]:
    """Split a token into known words with a meaning; return itself, if that is impossible."""
    parts = _row(token)
    says = any(sense.kind != "filler" for part in parts for sense in senses().get(part, ()))
    return parts if says else [token]


def _row(token: str) -> list[str]:
    if token in senses() and (len(token) >= SHORTEST_PART or token in LINKS):
        return [token]
    for end in range(len(token) - 2, 1, -1):
        head = token[:end]
        if head in senses() and (len(head) >= SHORTEST_PART or head in LINKS):
            rest = _row(token[end:])
            if rest:
                return [head, *rest]
    return []
