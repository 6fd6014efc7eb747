"""Codes and parameters become plain sentences, in every language that has a catalogue here.

A catalogue is plain data: flat keys to templates with named places, so that the web page can read it too. Its
pages are `en.json` and every `SOMETHING.en.json` beside it, one for each field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from rules.cards import Card, Suit
from webui.identities import card_of

LANGUAGES = ("en", "de")
"""The languages that have a catalogue, the default first."""


class UnknownLanguageError(ValueError):
    """A language that has no catalogue."""


@cache
def catalogue(language: str = LANGUAGES[0]) -> Mapping[str, str]:
    """All templates of a language, by key.

    :raise UnknownLanguageError: if there is no such catalogue.
    """
    if language not in LANGUAGES:
        raise UnknownLanguageError(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
    pages = sorted((page for page in files(__package__).iterdir() if _speaks(page.name, language)), key=str)
    words: dict[str, str] = {}
    for page in pages:
        words |= json.loads(page.read_text(encoding="utf-8"))
    return MappingProxyType(words)


def _speaks(file_name: str, language: str) -> bool:
    """Whether a file is a page of the language's catalogue: `en.json` or `table.en.json`."""
    return file_name == f"{language}.json" or file_name.endswith(f".{language}.json")


def render(code: str, params: Mapping[str, object] | None = None, language: str = LANGUAGES[0]) -> str:
    """The sentence or phrase of a code; cards become their names with an article, sequences a list in words.

    >>> render("why.outthrown-by-ally")
    'an ally threw higher'
    """
    words = {name: _in_words(value, language) for name, value in (params or {}).items()}
    return catalogue(language)[code].format_map(words)


def card_name(card: Card | str, language: str = LANGUAGES[0]) -> str:
    """A card's name: `m05` is The Hierophant, `c07` the Seven of Cups.

    >>> card_name("m05"), card_name("c07", "de")
    ('The Hierophant', 'Sieben der Kelche')
    """
    card = card_of(card) if isinstance(card, str) else card
    words = catalogue(language)
    if card.code in words:
        return words[card.code]
    return words["card"].format(rank=words[f"rank.{card.rank:02d}"], suit=words[f"suit.{card.suit}"])


def the_card(card: Card, language: str = LANGUAGES[0]) -> str:
    """A card's name inside a sentence: a suit's card with its article, a major as it is called.

    >>> the_card(Card.parse("c07")), the_card(Card.parse("m11"))
    ('the Seven of Cups', 'Justice')
    """
    name = card_name(card, language)
    if card.suit is Suit.MAJOR:
        return name
    article = catalogue(language)[f"article.{card.rank:02d}"]
    return render("the-card", {"article": article, "card": name}, language)


def listed(items: Sequence[str], language: str = LANGUAGES[0], joint: str = "and") -> str:
    """Items in a sentence: `a`, `a and b`, `a, b and c`; with the joint `or`, `a or b`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {catalogue(language)[joint]} {items[-1]}"


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


class Amount(str):
    """A number in a sentence; a template names what it counts, once for one and once for several.

    >>> "{n:card|cards}".format(n=Amount("1")), "{n:card|cards}".format(n=Amount("2"))
    ('1 card', '2 cards')
    """

    def __format__(self, nouns: str) -> str:
        """Return the number, with the noun in the right number if the template names one."""
        if "|" not in nouns:
            return format(str(self), nouns)
        one, other = nouns.split("|")
        return f"{self} {one if self in ('1', '-1') else other}"


def _in_words(value: object, language: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return Amount(value)
    if isinstance(value, Card):
        return the_card(value, language)
    if isinstance(value, (tuple, list)):
        return listed([_in_words(item, language) for item in value], language)
    return str(value)
