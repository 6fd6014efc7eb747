"""The answers to Demon City's documents, in the shapes of the contracts.

Made from the records of the rules (:mod:`webui.documents.demon_city.answers`), written as JSON for the wire and for a
log, and read from a log again: of an old verdict a log knows no more than this.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from rules.demon_city.clash import ClashOutcome, Next, Why
from rules.demon_city.opposed import OpposedOutcome
from rules.demon_city.static import StaticOutcome

OMITTED: Final = "left out of the JSON where it is None"

PhaseName: TypeAlias = Literal["announcing", "throwing", "choosing", "damage", "over"]
AwaitedName: TypeAlias = Literal["announcement", "recovery", "cards", "choice", "number", "damage"]
UnknownFor: TypeAlias = Literal["higher-stat", "resistance", "order", "weapon"]
KeepName: TypeAlias = Literal["highest", "lowest"]

T = TypeVar("T")
Omitted: TypeAlias = Annotated[T | None, OMITTED]
"""A field that the JSON has only where it is known."""

Json: TypeAlias = dict[str, Any]


class Answer(BaseModel):
    """Base of answers and their parts: frozen; fields that another release wrote beside them are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    def serialize(self) -> Json:
        """Return the answer as JSON has it."""
        return self.model_dump(mode="json", by_alias=True)

    @model_serializer(mode="wrap")
    def _without_the_unknown(self, write: SerializerFunctionWrapHandler) -> Json:
        omitted = _omitted_of(type(self))
        return {
            name: value for name, value in write(self).items() if value is not None or name not in omitted
        }


@cache
def _omitted_of(kind: type[Answer]) -> frozenset[str]:
    return frozenset(
        field.serialization_alias or name
        for name, field in kind.model_fields.items()
        if OMITTED in field.metadata
    )


class ThrowPart(Answer):
    """The result of one throw; value and card are None where no card was thrown."""

    id: str
    value: int | None
    card: str | None
    critical: bool
    fumble: bool


class TargetPart(Answer):
    """The outcome of an attack on several for one of them (D29)."""

    id: str
    value: int
    happens: bool | None


class OppositionPart(Answer):
    """The number that an action had to beat, and whose throw it was, if it was one."""

    id: Omitted[str] = None
    value: int


class ActionPart(Answer):
    """The outcome of one action of a clash; ``happens`` is None while a choice is open."""

    id: str
    value: int | None
    card: str | None
    happens: bool | None
    why: Why
    beats: OppositionPart | None
    targets: Omitted[tuple[TargetPart, ...]] = None
    critical: bool
    fumble: bool

    @property
    def hit(self) -> list[str]:
        """The ids of those whom an attack on several hits."""
        return [target.id for target in self.targets or () if target.happens]

    @property
    def missed(self) -> list[str]:
        """The ids of those whom an attack on several does not hit."""
        return [target.id for target in self.targets or () if not target.happens]


class SpecialPart(Answer):
    """A special card that counted (D12)."""

    id: str
    card: str
    text: str


class Miscount(Answer):
    """A throw of another number of cards than was counted; without an ``id``, cards that nobody in particular drew."""

    id: Omitted[str] = None
    counted: int
    thrown: int
    awaited: Omitted[str] = Field(
        default=None, serialization_alias="for", validation_alias=AliasChoices("for", "awaited")
    )


class StaticAnswer(Answer):
    """The answer to a `test` (D8); of an attack on several outside any clash (D25), with each of its targets."""

    outcome: StaticOutcome
    winner: str | None
    beaten: Omitted[tuple[int, ...]] = None
    throws: tuple[ThrowPart, ...]
    specials: tuple[SpecialPart, ...] = ()
    rule: tuple[str, ...] = ()
    say: str = ""
    targets: Omitted[tuple[TargetPart, ...]] = None
    miscounted: Omitted[tuple[Miscount, ...]] = None


class OpposedAnswer(Answer):
    """The answer to an `opposed` (D9)."""

    outcome: OpposedOutcome
    winner: str | None
    throws: tuple[ThrowPart, ...]
    specials: tuple[SpecialPart, ...] = ()
    rule: tuple[str, ...] = ()
    say: str = ""
    miscounted: Omitted[tuple[Miscount, ...]] = None


class ClashAnswer(Answer):
    """The answer to a `clash` (D32)."""

    outcome: ClashOutcome
    side: str | None
    actions: tuple[ActionPart, ...]
    choose: tuple[str, ...] | None = None
    specials: tuple[SpecialPart, ...] = ()
    next: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    say: str = ""
    miscounted: Omitted[tuple[Miscount, ...]] = None

    @property
    def changes_situation(self) -> bool:
        """Whether the Host changes the situation, because nothing was decided (D28)."""
        return Next.HOST_CHANGES_SITUATION in self.next

    @property
    def may_reposition(self) -> bool:
        """Whether somebody may stand elsewhere in the next round (D31)."""
        return Next.MAY_REPOSITION in self.next

    @property
    def may_ask_for_calm(self) -> bool:
        """Whether the Host may ask for Calm (D32)."""
        return Next.HOST_MAY_ASK_FOR_CALM in self.next


class C10Answer(Answer):
    """The answer to a `c10` (D6); ``need`` is how many more cards have to be drawn."""

    value: int | None
    values: tuple[int, ...]
    ignored: tuple[str, ...] = ()
    need: Omitted[int] = None
    miscounted: Omitted[tuple[Miscount, ...]] = None
    rule: tuple[str, ...] = ()
    say: str = ""


class C100Answer(Answer):
    """The answer to a `c100` (D7)."""

    value: int | None
    ignored: tuple[str, ...] = ()
    need: Omitted[int] = None
    miscounted: Omitted[tuple[Miscount, ...]] = None
    rule: tuple[str, ...] = ()
    say: str = ""


class DamageAnswer(Answer):
    """The answer to a `damage` (D33)."""

    damage: int | None
    value: int | None = None
    card: str | None
    no_throw: bool = False
    injures: bool = False
    ignored: tuple[str, ...] = ()
    need: Omitted[int] = None
    miscounted: Omitted[tuple[Miscount, ...]] = None
    origin: str = ""
    rule: tuple[str, ...] = ()
    say: str = ""


class HarmAnswer(DamageAnswer):
    """Damage that was thrown at the table: who was hurt, and by whom."""

    hurt: str
    by: str
    base: Omitted[int] = None
    """The base Toughness of who was hurt, where it is noted."""
    left: Omitted[int] = None
    """What is left of it."""
    down: Omitted[bool] = None
    """Whether it puts them Out of the Fight (D24)."""


class CountPart(Answer):
    """A number of cards with its reasons: amount, words and rule of each (D13 to D22)."""

    cards: int
    keep: KeepName = "highest"
    to_opponent: int = 0
    reasons: tuple[tuple[str, str, str], ...] = ()
    say: str = ""


class HarmDone(Answer):
    """What the damage of a hit came to."""

    damage: int | None
    no_throw: bool
    injures: bool
    toughness_left: int
    out_of_the_fight: bool
    say: str


class BlowPart(Answer):
    """A hit: who was hit, by whom, with how many cards of damage; once it was thrown, what it came to (D33)."""

    id: str
    by: str
    cards: int | None
    harm: HarmDone | None = None

    @model_validator(mode="before")
    @classmethod
    def _harm_of_one_object(cls, written: object) -> object:
        """In JSON the harm has its fields beside those of the hit."""
        return {**written, "harm": written} if isinstance(written, dict) and "say" in written else written

    @model_serializer(mode="wrap")
    def _with_the_harm(self, write: SerializerFunctionWrapHandler) -> Json:
        written: Json = write(self)
        return written | (written.pop("harm") or {})


class WaitingPart(Answer):
    """Somebody for whom a round waits, and what for."""

    id: str
    awaited: AwaitedName = Field(serialization_alias="for", validation_alias=AliasChoices("for", "awaited"))
    stat: Omitted[str] = None
    """The stat whose number is awaited."""


class UnknownPart(Answer):
    """A stat that nobody has noted, and what it is missing for; nothing is judged with it (D30b)."""

    id: str
    stat: str
    missing_for: UnknownFor = Field(
        serialization_alias="for", validation_alias=AliasChoices("for", "missing_for")
    )
    foe: Omitted[str] = None
    """The foe from whom a range is missing."""


class RoundAnswer(Answer):
    """The answer to a `round`, as far as it has come (D23 to D31)."""

    order: tuple[str, ...] = ()
    seed: Omitted[int] = None
    phase: PhaseName = "announcing"
    cards: dict[str, int] = Field(default_factory=dict)
    counts: dict[str, CountPart] = Field(default_factory=dict)
    uncontested: tuple[StaticAnswer, ...] = ()
    miscounted: tuple[Miscount, ...] = ()
    clashes: tuple[tuple[str, ...], ...] = ()
    results: tuple[ClashAnswer, ...] = ()
    damage: tuple[BlowPart, ...] = ()
    waiting: tuple[WaitingPart, ...] = ()
    unknown: Omitted[tuple[UnknownPart, ...]] = None
    next_round: Json | None = None
    say: str = ""

    @property
    def decided(self) -> tuple[StaticAnswer | ClashAnswer, ...]:
        """Every single throw and clash that is decided."""
        return (*self.uncontested, *self.results)


class FlipAnswer(RoundAnswer):
    """A round after a flip: ``new`` is what the flip decided."""

    new: tuple[StaticAnswer | ClashAnswer, ...]


ThrowAnswer: TypeAlias = StaticAnswer | OpposedAnswer | ClashAnswer
"""The answer to throws that somebody won or lost."""

DrawnAnswer: TypeAlias = C10Answer | C100Answer
"""The answer to cards that only make a number."""

AnyAnswer: TypeAlias = ThrowAnswer | DrawnAnswer | DamageAnswer | RoundAnswer

TableAnswer: TypeAlias = ThrowAnswer | DrawnAnswer | HarmAnswer | FlipAnswer
"""The answer to what was thrown at a table, and is kept in its log."""
