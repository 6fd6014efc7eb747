"""Codes and parameters become plain sentences, in every language that has a catalogue here.

A catalogue is plain data: flat keys to templates with named places, so that the web page can read it too. Its
pages are the files `SOMETHING.en.json` here: the cards' names (`cards`), what is wrong with a document (`faults`), why
a command is refused (`refused`), the table (`table`) and the page's own words (`ui`); and of each game system the file
`words.en.json` in its folder. What the table's commands say of themselves stands beside each of them in English and
German (:func:`declare`); every other language has it in one more page, `said`. Which languages there are stands in
`languages.json`; `docs/translating.md` says how to add one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from rules.cards import Card, Suit
from rules.registry import SYSTEMS
from rules.system import Said
from webui.identities import card_of

_HERE: Final = files(__package__)


class _Spoken(NamedTuple):
    """A language: what it calls itself, and whose numbers and dates it writes, as `en-GB`."""

    name: str
    locale: str


_SPOKEN: Final = {
    language: _Spoken(**each)
    for language, each in json.loads((_HERE / "languages.json").read_text(encoding="utf-8")).items()
}

LANGUAGES: Final = tuple(_SPOKEN)
"""The languages that have a catalogue, the default first."""

NAMES_OF_LANGUAGES: Final = {language: spoken.name for language, spoken in _SPOKEN.items()}
"""What each language calls itself."""

LOCALES: Final = {language: Locale.parse(spoken.locale, sep="-") for language, spoken in _SPOKEN.items()}
"""How each language writes lists and numbers, and which plural forms it has."""

IN_CODE: Final = ("en", "de")
"""The languages whose words may stand beside the code that says them; any other has them in its page `said`."""


Words: TypeAlias = Mapping[str, str]
"""One template in the languages of the code, by language."""

_DECLARED: Final[dict[str, dict[str, str]]] = {language: {} for language in IN_CODE}
"""The templates that stand in the code that says them, by language and key."""


class UnknownLanguageError(ValueError):
    """A language that has no catalogue."""


def declare(key: str, words: Words) -> None:
    """Add a template to the catalogues of the languages of the code.

    :raise ValueError: a language lacks it, or the key has other words already
    """
    if words.keys() != set(IN_CODE):
        raise ValueError(f"{key}: has words in {sorted(words)}; expected them in {', '.join(IN_CODE)}")
    if any(_DECLARED[language].get(key, text) != text for language, text in words.items()):
        raise ValueError(f"{key}: has other words already")
    for language, text in words.items():
        _DECLARED[language][key] = text
    catalogue.cache_clear()


@cache
def catalogue(language: str = LANGUAGES[0]) -> Mapping[str, str]:
    """The templates of a language, by key; what it has not yet is English.

    :raise UnknownLanguageError: if there is no such catalogue.
    """
    if language not in LANGUAGES:
        raise UnknownLanguageError(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
    return MappingProxyType(own_words(LANGUAGES[0]) | own_words(language))


def own_words(language: str) -> dict[str, str]:
    """The templates that a language has itself, by key."""
    pages = sorted((page for page in _HERE.iterdir() if _speaks(page.name, language)), key=str)
    pages += [files(system.package) / f"words.{language}.json" for system in SYSTEMS.values()]
    words = dict(_DECLARED.get(language, {}))
    for page in pages:
        if page.is_file():
            words |= json.loads(page.read_text(encoding="utf-8"))
    return words


def _speaks(file_name: str, language: str) -> bool:
    """Whether a file is a part of the language's catalogue: `table.en.json`."""
    return file_name.endswith(f".{language}.json")


@cache
def cases(language: str = LANGUAGES[0]) -> Mapping[str, Mapping[str, str]]:
    """The forms of names beside the plain one, by grammatical case and by the beginning of the name: whole words, or
    letters and a star that stands for the rest.

    >>> cases("de")["accusative"]["Der Narr"], cases("fr")["of"]["A*"]
    ('den Narren', 'd’A*')
    """
    known = json.loads((_HERE / "cases.json").read_text(encoding="utf-8"))
    return MappingProxyType(known.get(language, {}))


def in_case(name: str, case: str, language: str = LANGUAGES[0]) -> str:
    """A name in a grammatical case: by its longest beginning that has one, whole words before letters; else as it is.

    >>> in_case("Der Magier des Hosts (1)", "accusative", "de"), in_case("The Magician", "accusative")
    ('den Magier des Hosts (1)', 'The Magician')
    >>> in_case("Ann", "of", "fr"), in_case("Bill", "of", "fr")
    ('d’Ann', 'de Bill')
    """
    forms = cases(language).get(case, {})
    words = name.split(" ")
    for end in range(len(words), 0, -1):
        if (form := forms.get(" ".join(words[:end]))) is not None:
            return " ".join([form, *words[end:]])
    for end in range(len(name), -1, -1):
        if (form := forms.get(f"{name[:end]}*")) is not None:
            return form.replace("*", name[end:])
    return name


def _agreeing(subject: str, form: str, words: str) -> str:
    """The subject with the word of a template that agrees with it, of `one|other`; of `|one|other` that word alone."""
    *alone, one, other = words.split("|")
    word = one if form == "one" else other
    return word if alone else f"{subject} {word}"


class Name(str):
    """A text in a sentence whose template may ask for a grammatical case: ``{card:accusative}``, or with a capital
    letter at its beginning ``{card:Accusative}``; or, as of an ``Amount``, for the verb that agrees with it.

    >>> ann, players = Name.of("Ann", "en"), Name.of("Players", "en")
    >>> "{name:acts|act} and {name:|fails|fail}".format(name=ann)
    'Ann acts and fails'
    >>> "{name:acts|act} and {name:|fails|fail}".format(name=players)
    'Players act and fail'
    """

    language: str
    plain: str
    """The name without an article, from which its other cases are made."""

    @classmethod
    def of(cls, text: str | Card, language: str) -> Name:
        """The text, or a card inside a sentence, which knows its language."""
        name = cls(the_card(text, language) if isinstance(text, Card) else text)
        name.language, name.plain = language, card_name(text, language) if isinstance(text, Card) else text
        return name

    @property
    def form(self) -> str:
        """Its plural form: many are only the players, whose half is one seat before the set-up."""
        return "other" if self == render("seat.players", None, self.language) else "one"

    def __format__(self, case: str) -> str:
        """Return the name in the case, or with the word that agrees with it; without either as it is."""
        if not case:
            return str(self)
        if "|" in case:
            return _agreeing(self, self.form, case)
        form = in_case(self.plain, case.lower(), self.language)
        return form[:1].upper() + form[1:] if case[:1].isupper() else form


class Names(str):
    """Items in a sentence, of which a template asks what it may ask of one ``Name``.

    >>> "{names:acts|act}".format(names=Names.of(["Ann", "Bill"]))
    'Ann and Bill act'
    >>> "{cards:accusative}".format(cards=Names.of(["Der Narr", "Der Tod"], "de"))
    'den Narren und den Tod'
    """

    items: tuple[str, ...]
    language: str
    style: str

    @classmethod
    def of(cls, items: Sequence[object], language: str = LANGUAGES[0]) -> Names:
        """The items in words, joined."""
        words = tuple(_in_words(item, language) for item in items)
        style = "or" if isinstance(items, AnyOf) else "standard"
        names = cls(format_items(words, language, style))
        names.items, names.language, names.style = words, language, style
        return names

    @property
    def form(self) -> str:
        """Its plural form: that of the last item where there is one alone, or one of them is meant."""
        several = len(self.items) != 1 and self.style != "or"
        return "other" if several or (self.items and _is_many(self.items[-1])) else "one"

    def __format__(self, case: str) -> str:
        """Return the items, each in the case, or with the word that agrees with them."""
        if "|" in case:
            return _agreeing(self, self.form, case)
        return format_items([format(each, case) for each in self.items], self.language, self.style)


def _is_many(words: str) -> bool:
    return isinstance(words, Name | Names) and words.form == "other"


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
    return render(
        "card", {"rank": words[f"rank.{card.rank:02d}"], "suit": words[f"suit.{card.suit}"]}, language
    )


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


class AnyOf(tuple[object, ...]):
    """Items of which one is meant: a sentence joins them with "or"."""


def format_items(items: Sequence[str], language: str = LANGUAGES[0], style: str = "standard") -> str:
    """Items in a sentence: `a`, `a and b`, `a, b and c`; in the style `or`, `a or b`."""
    return format_list(items, "or" if style == "or" else "standard", LOCALES[language])


def join_clauses(clauses: Iterable[str], language: str = LANGUAGES[0]) -> str:
    """Clauses one after the other in a sentence: `Ann attacks; Bill defends`."""
    return catalogue(language)["join.clauses"].join(clauses)


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


class Amount(str):
    """A number in a sentence; a template names what it counts, once for each plural form of its language.

    >>> one, two = Amount.of(1), Amount.of(2)
    >>> "{n:card|cards}".format(n=one), "{n:card|cards}".format(n=two)
    ('1 card', '2 cards')
    """

    form: str

    @classmethod
    def of(cls, number: int, language: str = LANGUAGES[0]) -> Amount:
        """The number as text, which knows its plural form."""
        amount = cls(number)
        amount.form = LOCALES[language].plural_form(number)
        return amount

    def __format__(self, nouns: str) -> str:
        """Return the number, with the noun in the right form if the template names one."""
        return _agreeing(self, self.form, nouns) if "|" in nouns else format(str(self), nouns)


def _in_words(value: object, language: str) -> str:
    match value:
        case bool():
            return str(value)
        case int():
            return Amount.of(value, language)
        case float():
            return format_decimal(value, "#,##0.0##", LOCALES[language])
        case Card():
            return Name.of(value, language)
        case Said():
            return render(value.code, value.params, language)
        case StrEnum():
            return catalogue(language).get(f"word.{value}", str(value))
        case tuple() | list():
            return Names.of(value, language)
        case str():
            return Name.of(value, language)
    return str(value)
