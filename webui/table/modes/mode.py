"""What every kind of throw has: who throws, whether there are cards enough, the document, the odds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import ClassVar, Final, TypeVar

from webui.documents import judge_document, known_system
from webui.documents.demon_city.shapes import Answer, Miscount, TableAnswer
from webui.documents.demon_city.throwers import ThrownDocument
from webui.table.contract.snapshot import Kind
from webui.table.modes.chances import Chance, Counted
from webui.table.modes.counting import Claim, Counting
from webui.table.modes.held import deck_options, held_by
from webui.table.seen.cards import Document, Hand, Judgement
from webui.table.settings import Settings

DEMON_CITY: Final = "demon-city"

Shape = TypeVar("Shape", bound=Answer)


def answered(document: Document, shape: type[Shape]) -> Shape:
    """Return what Demon City's rules answer to a document, in the shape of its kind."""
    answer = judge_document(known_system(DEMON_CITY), document).result()
    assert isinstance(answer, shape), "each kind of document has one shape of answer"
    return answer


class Mode(ABC):
    """A kind of throw at a table with these settings."""

    title: ClassVar[Kind]
    """The kind as page and log name it."""
    kind: ClassVar[str]
    """The kind of its documents."""
    asks_about_every_card: ClassVar[bool] = False
    """Whether every identity of an unread card may change the verdict."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def throwers(self) -> set[str]:
        """Return the seats whose cards count."""
        return {seat.id for seat in self.settings.seats}

    def thrown(self, hands: Iterable[Hand]) -> list[Hand]:
        """Return the hands that have thrown."""
        return [hand for hand in hands if hand.cards]

    def is_enough(self, thrown: Sequence[Hand]) -> bool:
        """Return whether everybody who must throw has: a verdict is due once all is read."""
        return bool(thrown)

    @abstractmethod
    def judge(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Judgement:
        """Judge a throw; ``guess`` is what its unread cards are taken for, by their keys."""

    def odds(self, counted: Counted) -> Mapping[str, Chance]:
        """Return the exact chances of those for whom there is a simple count, by seat.

        :raise rules.demon_city.odds.OddsRefusal: a deck has too few cards
        """
        return {}


class ThrowMode(Mode):
    """A kind of throw of Demon City: the log keeps its document and its answer."""

    shape: ClassVar[type[TableAnswer]]
    """The shape of its answer."""

    @staticmethod
    @abstractmethod
    def with_cards(document: Document, seat: str, cards: list[str]) -> Document:
        """Return a document with other cards of one seat."""


class DocumentMode(ThrowMode):
    """A kind of throw whose document is written from the hands, and from what was tapped for them."""

    def __init__(self, settings: Settings, claims: Mapping[str, Claim] | None = None) -> None:
        super().__init__(settings)
        self.counting = Counting(settings, claims or {})

    def kept_lowest(self) -> set[str]:
        """Return the seats of whose cards the lowest counts (D22)."""
        return {seat for seat, count in self.counting.counts().items() if count.keep == "lowest"}

    @abstractmethod
    def document(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Document:
        """Write the document that ``clashcam resolve`` would be given for what lies on the table."""

    def judge(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Judgement:
        """Judge a throw; who threw another number of cards than their seat says is noted (D23a)."""
        document = with_deck_options(self.document(thrown, choices, guess))
        return Judgement(document, answered(document, self.shape), miscounts=_miscounts(thrown) or None)


def thrower_of(hand: Hand, guess: Mapping[int, str], lowest: Set[str] = frozenset()) -> Document:
    """Return a hand as the thrower of a document; ``lowest`` are the seats of whose cards the lowest counts."""
    keep = {"keep": "lowest"} if hand.seat.id in lowest else {}
    return {"id": hand.seat.id, "cards": codes_of(hand, guess), **held_by(hand.seat), **keep}


def with_cards_in(document: Document, field: str, seat: str, cards: list[str]) -> Document:
    """Return a document with other cards of one of the throwers in a field."""
    changed = [each | {"cards": cards} if each["id"] == seat else each for each in document[field]]
    return document | {field: changed}


def codes_of(hand: Hand, guess: Mapping[int, str]) -> list[str]:
    """Return the codes of a hand's cards."""
    return [card.code or guess[card.key] for card in hand.cards]


def with_deck_options(document: Document) -> Document:
    """Return a document that says so if its cards come from two decks (D35)."""
    read = ThrownDocument.model_validate(document)
    return document | deck_options(read.all_cards, (each.significator for each in read.everybody))


def _miscounts(thrown: Iterable[Hand]) -> tuple[Miscount, ...]:
    """Return who threw another number of cards than their seat says; the verdict stands (D23a)."""
    return tuple(
        Miscount(id=hand.seat.id, counted=counted, thrown=len(hand.cards))
        for hand in thrown
        if (counted := hand.seat.awaited) is not None and counted != len(hand.cards)
    )
