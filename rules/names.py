"""Names as people write them: which differ by capitals and blanks alone, and which one was meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

CLOSE_ENOUGH = 0.75
"""How alike two names are, from 0 to 1, before the one is offered in place of the other."""

MISSPELT = 0.85
"""How alike two names are before the one is taken for a slip of the keyboard."""


def normalized(name: str) -> str:
    """Return a name without capitals, invisible characters and needless blanks.

    >>> normalized("  Hand  To Hand ")
    'hand to hand'
    """
    visible = "".join(
        letter for letter in unicodedata.normalize("NFKC", name) if unicodedata.category(letter) != "Cf"
    )
    return " ".join(visible.split()).casefold()


def nearest(name: str, known: Iterable[str], alike: float = CLOSE_ENOUGH) -> str | None:
    """Return the known name that was probably meant, None where none is near enough.

    >>> nearest("Bil", ["ann", "bill"])
    'bill'
    """
    by_normalized = {normalized(each): each for each in known if each != name}
    close = get_close_matches(normalized(name), by_normalized, n=1, cutoff=alike)
    return by_normalized[close[0]] if close else None


def misspelt(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that this one misspells; None where it is known itself, or like none of them.

    >>> misspelt("toughnes", ["agility", "toughness"]), misspelt("perception", ["agility", "toughness"])
    ('toughness', None)
    """
    names = tuple(known)
    return None if name in names else nearest(name, names, MISSPELT)


def spelt_before(name: str, earlier: Sequence[str]) -> str | None:
    """Return an earlier name that differs from this one by capitals and blanks alone, if there is one.

    >>> spelt_before("Ann", ["bill", "ann"]), spelt_before("ann", ["ann"])
    ('ann', None)
    """
    return next((each for each in earlier if each != name and normalized(each) == normalized(name)), None)


def misspelt_word(name: str, known: Iterable[str]) -> str | None:
    """Return the known word that this one misspells: it begins alike, and is almost the same.

    >>> [misspelt_word(name, ["players", "host"]) for name in ("player", "hostt", "ghost", "players 2")]
    ['players', 'host', None, None]
    """
    word = normalized(name)
    return misspelt(name, [each for each in known if each[:1] == word[:1]]) if word.isalpha() else None
