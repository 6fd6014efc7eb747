"""The documents of `clashcam resolve`: static and opposed throws, plain numbers, damage, clashes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rules.cards import Card
from rules.demon_city import (
    Participant,
    draw_c10,
    judge_c100,
    judge_damage,
    judge_opposed,
    judge_static,
    resolve_clash,
)
from rules.demon_city.clash_check import faults_of_clash
from rules.demon_city.opposed import faults_of_opposed
from rules.demon_city.static import StaticRefusal, faults_of_static
from rules.refusal import Path, Refusal
from webui.documents.actions import AnyAction
from webui.documents.answers import (
    c10_answer,
    c100_answer,
    clash_answer,
    damage_answer,
    opposed_answer,
    static_answer,
)
from webui.documents.errors import DocumentError, from_refusal
from webui.documents.fields import (
    Cards,
    Choices,
    Name,
    Natural,
    Options,
    ThrowerField,
    answers_of,
    as_tuple,
    paths_of_cards,
)
from webui.documents.parse import DocumentModel, parse_kind
from webui.i18n import LANGUAGES
from webui.i18n.verdicts import Speaker


class JudgedDocument(Options):
    """A document that the rules can judge."""

    @abstractmethod
    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every card of the document with the path of its field."""

    def faults(self) -> Iterator[Refusal]:
        """The cards that lie there twice, and whatever else keeps the rules from judging."""
        yield from self.faults_of_deck(self.cards_thrown())
        yield from self.faults_of_rules()

    def faults_of_rules(self) -> Iterable[Refusal]:
        """What keeps the rules from judging, whatever the cards are."""
        return ()

    @abstractmethod
    def judge(self, speaker: Speaker) -> dict[str, Any]:
        """The verdict, as a document."""


class TestDocument(JudgedDocument):
    """A static throw against one Intensity or several (D8)."""

    __test__ = False  # pytest takes every class of this name for its own

    kind: Literal["test"]
    intensity: Natural | None = None
    intensities: Annotated[tuple[Natural, ...], BeforeValidator(as_tuple)] | None = None
    thrower: ThrowerField

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every card of the thrower."""
        return paths_of_cards(self.thrower.cards, "thrower", "cards")

    def judge(self, speaker: Speaker) -> dict[str, Any]:
        """Judge the throw."""
        result = judge_static(self.thrower.throw(), self._intensities(), self.valuation())
        return static_answer(result, speaker, degrees=self.intensities is not None)

    def faults_of_rules(self) -> Iterator[Refusal]:
        """An Intensity that is told twice or not at all, and cards that are missing."""
        if self.intensity is None and self.intensities is None:
            yield StaticRefusal("missing", ("intensity",), expected="0, 1, 2, ...")
            return
        if self.intensity is not None and self.intensities is not None:
            yield StaticRefusal("intensity-twice", ("intensities",))
        yield from faults_of_static(self.thrower.throw(), self._intensities())

    def _intensities(self) -> tuple[int, ...]:
        one = () if self.intensity is None else (self.intensity,)
        return (*one, *(self.intensities or ()))


class OpposedDocument(JudgedDocument):
    """An opposed throw of two throwers or more (D9)."""

    kind: Literal["opposed"]
    throwers: Annotated[tuple[ThrowerField, ...], BeforeValidator(as_tuple)]

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every thrower's cards."""
        for place, thrower in enumerate(self.throwers):
            yield from paths_of_cards(thrower.cards, "throwers", place, "cards")

    def faults_of_rules(self) -> Iterator[Refusal]:
        """Who throws without cards, twice, or alone."""
        return faults_of_opposed([thrower.throw() for thrower in self.throwers])

    def judge(self, speaker: Speaker) -> dict[str, Any]:
        """Judge the throws."""
        result = judge_opposed([thrower.throw() for thrower in self.throwers], self.valuation())
        return opposed_answer(result, speaker)


class C10Document(JudgedDocument):
    """A C10 (D6)."""

    kind: Literal["c10"]
    cards: Cards
    count: Annotated[int, Field(ge=1)] = 1

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """The cards drawn."""
        return paths_of_cards(self.cards, "cards")

    def judge(self, speaker: Speaker) -> dict[str, Any]:
        """Read the cards."""
        return c10_answer(draw_c10(self.cards, self.count, self.valuation()), speaker)


class C100Document(JudgedDocument):
    """A C100 (D7)."""

    kind: Literal["c100"]
    cards: Cards

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """The cards drawn."""
        return paths_of_cards(self.cards, "cards")

    def judge(self, speaker: Speaker) -> dict[str, Any]:
        """Read the cards."""
        return c100_answer(judge_c100(self.cards, self.valuation()), speaker)


class DamageDocument(JudgedDocument):
    """Damage (D33)."""

    kind: Literal["damage"]
    toughness: Natural
    cards: Cards = ()

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """The cards drawn."""
        return paths_of_cards(self.cards, "cards")

    def judge(self, speaker: Speaker) -> dict[str, Any]:
        """Read the cards."""
        return damage_answer(judge_damage(self.toughness, self.cards, self.valuation()), speaker)


class ParticipantField(ThrowerField):
    """One participant of a clash."""

    side: Name
    action: AnyAction

    def participant(self) -> Participant:
        """The participant as the rules have it."""
        return Participant(self.side, self.action.action(), self.throw())


class ClashDocument(JudgedDocument):
    """One clash: everybody in it takes part (D26)."""

    kind: Literal["clash"]
    participants: Annotated[tuple[ParticipantField, ...], BeforeValidator(as_tuple)]
    choose: Choices = Field(default_factory=dict)
    damage: bool = True
    """Whether the table throws damage as D33 has it, or leaves it to the Host."""

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every participant's cards."""
        for place, participant in enumerate(self.participants):
            yield from paths_of_cards(participant.cards, "participants", place, "cards")

    def faults_of_rules(self) -> Iterator[Refusal]:
        """What is incomplete about the clash, or about somebody who takes no part."""
        return faults_of_clash([each.participant() for each in self.participants], answers_of(self.choose))

    def judge(self, speaker: Speaker) -> dict[str, Any]:
        """Judge the clash."""
        participants = [each.participant() for each in self.participants]
        result = resolve_clash(participants, answers_of(self.choose), self.valuation())
        return clash_answer(result, speaker, damage=self.damage)


KINDS: dict[str, type[DocumentModel]] = {
    "test": TestDocument,
    "opposed": OpposedDocument,
    "c10": C10Document,
    "c100": C100Document,
    "damage": DamageDocument,
    "clash": ClashDocument,
}


def resolve_document(document: object, speaker: Speaker | None = None) -> Any:
    """The verdict on a document of one of `KINDS`; a list gives a list.

    :raise DocumentError: if the document does not fit; its text names the field.
    """
    speaker = speaker or Speaker(LANGUAGES[0])
    if isinstance(document, list):
        return [_resolve_item(place, item, speaker) for place, item in enumerate(document)]
    parsed = parse_kind(KINDS, document, speaker.language)
    assert isinstance(parsed, JudgedDocument)
    try:
        return parsed.judge(speaker)
    except Refusal as refusal:
        raise from_refusal(refusal, speaker.language) from None


def _resolve_item(place: int, item: object, speaker: Speaker) -> Any:
    try:
        return resolve_document(item, speaker)
    except DocumentError as error:
        raise error.within(place) from None
