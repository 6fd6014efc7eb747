"""The forms of `clashcam resolve`: static and opposed throws, plain numbers, damage, clashes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import BeforeValidator, Field

from rules.cards import Card
from rules.demon_city import (
    C100,
    ClashResult,
    Damage,
    OpposedResult,
    Participant,
    PlainCards,
    StaticResult,
)
from rules.demon_city.clash_check import faults_of_clash
from rules.demon_city.documents import (
    C10Cards,
    C100Cards,
    Clash,
    DamageCards,
    OpposedThrows,
    StaticThrow,
)
from rules.demon_city.opposed import faults_of_opposed
from rules.demon_city.static import StaticRefusal, faults_of_static
from rules.limits import MOST_CARDS
from rules.refusal import Path, Refusal
from webui.documents.demon_city.actions import AnyAction
from webui.documents.demon_city.answers import (
    c10_answer,
    c100_answer,
    clash_answer,
    damage_answer,
    opposed_answer,
    static_answer,
)
from webui.documents.demon_city.result_form import ResultForm
from webui.documents.demon_city.shapes import (
    C10Answer,
    C100Answer,
    ClashAnswer,
    DamageAnswer,
    OpposedAnswer,
    StaticAnswer,
)
from webui.documents.fields import (
    CardCount,
    Cards,
    Choices,
    Intensity,
    Name,
    RequiredCards,
    ThrowerField,
    answers_of,
    as_required_tuple,
    as_tuple,
    faults_of_specials,
    paths_of_cards,
)
from webui.i18n.narrator import Narrator


class ThrowForm(ResultForm):
    """A document of cards that were thrown."""

    @abstractmethod
    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every card of the document with the path of its field."""

    def people(self) -> Iterable[tuple[Path, ThrowerField]]:
        """Every thrower, with the path of their fields."""
        return ()

    def faults(self) -> Iterator[Refusal]:
        """The cards that were thrown twice, and whatever else keeps the rules from judging."""
        yield from self.faults_of_deck(self.cards_thrown())
        yield from self.faults_of_significators(
            held for path, who in self.people() for held in who.held(*path)
        )
        for path, who in self.people():
            yield from faults_of_specials(who.specials, *path)
        yield from self.faults_of_rules()

    def faults_of_rules(self) -> Iterable[Refusal]:
        """The faults that do not depend on the cards."""
        return ()


class TestForm(ThrowForm):
    """A static throw against one Intensity or several (D8)."""

    __test__ = False  # pytest takes every class of this name for its own

    intensity: Intensity | None = None
    intensities: Annotated[tuple[Intensity, ...], BeforeValidator(as_tuple)] | None = None
    thrower: ThrowerField

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every card of the thrower."""
        return paths_of_cards(self.thrower.cards, "thrower", "cards")

    def people(self) -> Iterable[tuple[Path, ThrowerField]]:
        """The thrower."""
        return [(("thrower",), self.thrower)]

    def request(self) -> StaticThrow:
        """The throw, and the Intensities that it is against."""
        return StaticThrow(self.thrower.throw(), self._intensities(), self.valuation())

    def result(self, record: StaticResult, narrator: Narrator) -> StaticAnswer:
        """The verdict; against several Intensities, the beaten ones."""
        return static_answer(record, narrator, degrees=self.intensities is not None)

    def faults_of_rules(self) -> Iterator[Refusal]:
        """An Intensity that is given twice or not at all, and missing cards."""
        if self.intensity is None and self.intensities is None:
            yield StaticRefusal("missing", ("intensity",), expected="0, 1, 2, ...")
            return
        if self.intensity is not None and self.intensities is not None:
            yield StaticRefusal("intensity-twice", ("intensities",))
        yield from faults_of_static(self.thrower.throw(), self._intensities())

    def _intensities(self) -> tuple[int, ...]:
        one = () if self.intensity is None else (self.intensity,)
        return (*one, *(self.intensities or ()))


class OpposedForm(ThrowForm):
    """An opposed throw of two throwers or more (D9)."""

    throwers: Annotated[tuple[ThrowerField, ...], BeforeValidator(as_required_tuple)]

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every thrower's cards."""
        for place, thrower in enumerate(self.throwers):
            yield from paths_of_cards(thrower.cards, "throwers", place, "cards")

    def people(self) -> Iterable[tuple[Path, ThrowerField]]:
        """Every thrower."""
        return ((("throwers", place), each) for place, each in enumerate(self.throwers))

    def faults_of_rules(self) -> Iterator[Refusal]:
        """Throwers without cards, given twice, or alone."""
        return faults_of_opposed([thrower.throw() for thrower in self.throwers])

    def request(self) -> OpposedThrows:
        """All throws."""
        return OpposedThrows(tuple(each.throw() for each in self.throwers), self.valuation())

    def result(self, record: OpposedResult, narrator: Narrator) -> OpposedAnswer:
        """The verdict."""
        return opposed_answer(record, narrator)


class DrawForm(ThrowForm):
    """Cards drawn without a thrower or an opponent."""

    cards: RequiredCards

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """The cards drawn."""
        return paths_of_cards(self.cards, "cards")


class C10Form(DrawForm):
    """A C10 (D6)."""

    count: CardCount = 1

    def request(self) -> C10Cards:
        """The cards drawn."""
        return C10Cards(self.cards, self.count, self.valuation())

    def result(self, record: PlainCards, narrator: Narrator) -> C10Answer:
        """The numbers."""
        return c10_answer(record, narrator)


class C100Form(DrawForm):
    """A C100 (D7)."""

    def request(self) -> C100Cards:
        """The cards drawn."""
        return C100Cards(self.cards, self.valuation())

    def result(self, record: C100, narrator: Narrator) -> C100Answer:
        """The number."""
        return c100_answer(record, narrator)


class DamageForm(DrawForm):
    """Damage (D33)."""

    toughness: Annotated[int, Field(ge=0, le=MOST_CARDS)]
    cards: Cards = ()

    def request(self) -> DamageCards:
        """The cards thrown."""
        return DamageCards(self.toughness, self.cards, self.valuation())

    def result(self, record: Damage, narrator: Narrator) -> DamageAnswer:
        """The damage."""
        return damage_answer(record, narrator)


class ParticipantField(ThrowerField):
    """One participant of a clash."""

    side: Name
    action: AnyAction

    def participant(self) -> Participant:
        """The participant as the rules have it."""
        return Participant(self.side, self.action.action(), self.throw())


class ClashForm(ThrowForm):
    """One clash: all given participants take part in it (D26)."""

    participants: Annotated[tuple[ParticipantField, ...], BeforeValidator(as_required_tuple)]
    choose: Choices = Field(default_factory=dict)
    damage: bool = True
    """Whether the table throws damage as D33 has it, or leaves it to the Host."""

    def cards_thrown(self) -> Iterable[tuple[Path, Card]]:
        """Every participant's cards."""
        for place, participant in enumerate(self.participants):
            yield from paths_of_cards(participant.cards, "participants", place, "cards")

    def people(self) -> Iterable[tuple[Path, ThrowerField]]:
        """Every participant."""
        return ((("participants", place), each) for place, each in enumerate(self.participants))

    def faults_of_rules(self) -> Iterator[Refusal]:
        """The missing parts of the clash, and names of characters who take no part."""
        return faults_of_clash([each.participant() for each in self.participants], answers_of(self.choose))

    def request(self) -> Clash:
        """The participants, and the choices."""
        participants = tuple(each.participant() for each in self.participants)
        return Clash(participants, answers_of(self.choose), self.damage, self.valuation())

    def result(self, record: ClashResult, narrator: Narrator) -> ClashAnswer:
        """The verdict."""
        return clash_answer(record, narrator)
