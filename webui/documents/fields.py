"""Fields that documents share: cards, names, the options that stand beside `kind`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field

from rules.cards import Card, Courts, Order, Valuation
from rules.demon_city import Keep, Special, Throw
from rules.demon_city.derived_throws import STATS_OF_RULES, PowerStats
from rules.limits import HIGHEST_NUMBER, HIGHEST_STAT, MOST_CARDS
from rules.names import misspelt
from rules.refusal import Path, Refusal
from webui.documents.errors import shown, written_path
from webui.documents.parse import DocumentModel
from webui.i18n.narrator import Narrator
from webui.identities import card_of


def read_card(code: object) -> Card:
    """A card of its code, in small or capital letters."""
    return card_of(code.strip().lower() if isinstance(code, str) else shown(code))


def as_list(value: object) -> object:
    """One text as a list of one, nothing as an empty list."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else (value,)


def as_tuple(value: object) -> object:
    """A JSON list as a tuple; nothing as an empty one."""
    return () if value is None else tuple(value) if isinstance(value, list) else value


def as_required_tuple(value: object) -> object:
    """A JSON list as a tuple, where the field is required."""
    return tuple(value) if isinstance(value, list) else value


def distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    """Each name once, where it comes first."""
    return tuple(dict.fromkeys(names))


FROM_TEXT = Field(strict=False)
"""Marks an enumeration: JSON has only its members' texts."""


def as_object(value: object) -> object:
    """Nothing as an empty object."""
    return {} if value is None else value


def in_one_line(text: str) -> str:
    """A text of several lines in one."""
    return " ".join(text.split())


CardCode: TypeAlias = Annotated[Card, BeforeValidator(read_card)]
Cards: TypeAlias = Annotated[tuple[CardCode, ...], BeforeValidator(as_tuple)]
RequiredCards: TypeAlias = Annotated[tuple[CardCode, ...], BeforeValidator(as_required_tuple)]
Name: TypeAlias = Annotated[str, Field(min_length=1)]
Names: TypeAlias = Annotated[tuple[Name, ...], BeforeValidator(as_list), AfterValidator(distinct)]
OneOrMoreCards: TypeAlias = Annotated[tuple[CardCode, ...], BeforeValidator(as_list)]
Choices: TypeAlias = Annotated[dict[str, Names], BeforeValidator(as_object)]
"""Answers to the choices of D28, by side."""
Intensity: TypeAlias = Annotated[int, Field(ge=0, le=HIGHEST_NUMBER)]
Stat: TypeAlias = Annotated[int, Field(ge=0, le=HIGHEST_STAT)]
CardCount: TypeAlias = Annotated[int, Field(ge=1, le=MOST_CARDS)]


class DocumentForm(DocumentModel):
    """One kind of document that can be written in several ways: how it is read, and how it is answered."""

    def drawn(self, fresh_seed: Callable[[], int]) -> dict[str, object]:
        """The fields that the program adds to the document: a seed, where its judge needs one and none is given."""
        return {}

    @abstractmethod
    def request(self) -> Any:
        """The request for the judge of this kind."""

    @abstractmethod
    def answer(self, record: Any, narrator: Narrator) -> dict[str, object]:
        """The judge's record in the shape of the contracts."""


def stat_name(name: object) -> object:
    """A stat's name as the rules have it: `Hand-To-Hand` is `hand to hand`."""
    return name.strip().lower().replace("-", " ").replace("_", " ") if isinstance(name, str) else name


def _stat_names(stats: object) -> object:
    """Stats by the names that the rules have for them.

    :raise Refusal: one is given twice, or is a slip of one that the rules know by name
    """
    if not isinstance(stats, Mapping):
        return stats
    named: dict[object, str] = {}
    for spelt in stats:
        name = stat_name(spelt)
        if name in named:
            raise Refusal("spelt-twice", (spelt,), given=spelt, other=named[name])
        if isinstance(name, str) and misspelt(name, STATS_OF_RULES):
            raise Refusal("misspelt", (spelt,), given=spelt, known=STATS_OF_RULES)
        named[name] = spelt
    return {name: stats[spelt] for name, spelt in named.items()}


StatName: TypeAlias = Annotated[str, BeforeValidator(stat_name)]
Stats: TypeAlias = Annotated[dict[str, Stat], BeforeValidator(_stat_names)]


class PowerField(DocumentModel):
    """A power's stats: the one that it uses and the one that it is resisted with (D17)."""

    uses: StatName
    against: StatName = "agility"

    def power(self) -> PowerStats:
        """The stats as the rules have them."""
        return PowerStats(self.uses, self.against)


class CourtsField(DocumentModel):
    """The values of court cards, by the number of their code (D2)."""

    page: Intensity = Field(default=11, alias="11")
    knight: Intensity = Field(default=12, alias="12")
    queen: Intensity = Field(default=13, alias="13")
    king: Intensity = Field(default=14, alias="14")

    def courts(self) -> Courts:
        """The values as the rules have them."""
        return Courts(self.page, self.knight, self.queen, self.king)


class Options(DocumentForm):
    """The options of every document about Demon City, beside `kind`."""

    courts: CourtsField = CourtsField()
    order: Annotated[Order, FROM_TEXT] = Order.RWS
    one_deck: bool = False
    """No longer has an effect: there is one deck unless `two_decks` says otherwise."""
    two_decks: bool = False

    def valuation(self) -> Valuation:
        """The valuation of this document's deck (D2)."""
        return Valuation(self.order, self.courts.courts())

    def given_options(self) -> dict[str, object]:
        """The options that the document gives, as fields of a document that follows it."""
        return self.model_dump(
            mode="json", by_alias=True, exclude_unset=True, include=set(Options.model_fields)
        )

    def faults_of_significators(self, held: Iterable[tuple[Path, str, Card]]) -> Iterator[Refusal]:
        """Every Significator that a second character holds, unless there are two decks (D35).

        :param held: each with the path of its field and whose it is
        """
        if self.two_decks:
            return
        first: dict[Card, str] = {}
        for path, id_, card in held:
            if first.setdefault(card, id_) != id_:
                yield Refusal("held-by-another", path, card=card, id=first[card])

    def faults_of_deck(self, thrown: Iterable[tuple[Path, Card]]) -> Iterator[Refusal]:
        """Every card that was thrown twice, unless there are two decks (D35)."""
        if self.two_decks:
            return
        first: dict[Card, Path] = {}
        for path, card in thrown:
            if card in first:
                yield Refusal("same-card-twice", path, card=card, first=written_path(first[card]))
            first.setdefault(card, path)


class SpecialField(DocumentModel):
    """A horror's special card (D12)."""

    card: CardCode
    text: Annotated[str, AfterValidator(in_one_line)] = ""


def faults_of_specials(specials: Sequence[SpecialField], *where: str | int) -> Iterator[Refusal]:
    """Every special card that is given once more with the same text."""
    for place, each in enumerate(specials):
        if each in specials[:place]:
            yield Refusal("told-twice", (*where, "specials", place), card=each.card)


class ThrowerField(DocumentModel):
    """A thrower's cards, Significators and special cards."""

    id: Name
    cards: Cards = ()
    significator: OneOrMoreCards = ()
    specials: Annotated[tuple[SpecialField, ...], BeforeValidator(as_tuple)] = ()
    keep: Annotated[Keep, FROM_TEXT] = Keep.HIGHEST

    def held(self, *where: str | int) -> Iterator[tuple[Path, str, Card]]:
        """Each Significator with the path of its field and its holder."""
        return (
            (path, self.id, card) for path, card in paths_of_cards(self.significator, *where, "significator")
        )

    def throw(self) -> Throw:
        """The throw as the rules have it."""
        return Throw(
            id=self.id,
            cards=self.cards,
            significators=frozenset(self.significator),
            keep=self.keep,
            specials=tuple(Special(special.card, special.text) for special in self.specials),
        )


def paths_of_cards(cards: Iterable[Card], *where: str | int) -> Iterable[tuple[Path, Card]]:
    """Each card with the path of its field."""
    return (((*where, place), card) for place, card in enumerate(cards))


def answers_of(choose: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The choices that have an answer."""
    return {side: ids for side, ids in choose.items() if ids}
