"""The forms of `clashcam throws`: the number of cards, and the reasons (D13 to D22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import BeforeValidator

from rules.demon_city.claims import Advantage, Claims, Extra, ThrowCountRefusal, ThrowKind
from rules.demon_city.claims_check import faults_of_claims
from rules.demon_city.documents import CountedClaims, CountedThrows
from rules.limits import MOST_CARDS
from rules.names import normalized
from rules.refusal import Refusal
from webui.documents.demon_city.answers import count_answer
from webui.documents.demon_city.claims import ClaimsField
from webui.documents.fields import CardCount, DocumentForm, Intensity, Stat, as_tuple
from webui.i18n.narrator import Narrator


class MeasuredField(ClaimsField):
    """Claims, and the stat that the throw relies on, if it is to be compared (D14)."""

    stat: Stat | None = None
    skill: str = ""
    """The skill that the throw is made with: only further ones are overlap (D15)."""

    def faults_of_skill(self) -> Iterator[Refusal]:
        """The skill in use, if it is given once more as a further one (D15)."""
        for place, each in enumerate(self.extra):
            used = normalized(self.skill)
            if (
                self.skill
                and each.kind is Advantage.OVERLAP
                and used in (normalized(each.name), normalized(each.general))
            ):
                yield ThrowCountRefusal("skill-in-use", ("extra", place), given=self.skill)

    def unmeasured(self, against: int | None, *field: str) -> Iterator[Refusal]:
        """The stat, or the field it is compared with, if only one of the two is given."""
        if (against is None) != (self.stat is None):
            missing = field if against is None else ("stat",)
            yield ThrowCountRefusal("missing", missing, expected="0, 1, 2, ...")

    def faults_of_size(self, base: int) -> Iterator[Refusal]:
        """A number of cards above the limit."""
        cards = base + sum(each.times for each in self.extra)
        if cards > MOST_CARDS:
            yield ThrowCountRefusal("too-many-cards", ("extra",), given=cards, most=MOST_CARDS)

    def measured(self, against: int | None) -> Claims:
        """The claims, with the higher stat if both are given."""
        if against is None or self.stat is None:
            return self.claims()
        higher = Extra(Advantage.HIGHER_STAT)
        own = self.claims()
        given = self.stat > against and higher not in own.extra
        return replace(own, extra=(higher, *own.extra)) if given else own


class CountForm(DocumentForm):
    """A document that asks for a number of cards."""

    def answer(self, record: CountedThrows, narrator: Narrator) -> dict[str, object]:
        """The number of cards, the rule that picks one, the opponent's gain, and the reasons."""
        own = count_answer(record.own, narrator).serialize()
        return own | (
            {"opponent": count_answer(record.opponent, narrator).serialize()} if record.opponent else {}
        )


class TestCountForm(CountForm, MeasuredField):
    """A static throw; `in_round` where it belongs to an Action Round (D25), in which injury counts (D20)."""

    __test__ = False  # pytest takes every class of this name for its own

    base: CardCount = 1
    intensity: Intensity | None = None
    intensities: Annotated[tuple[Intensity, ...], BeforeValidator(as_tuple)] = ()
    """Several for degrees of success: the stat is compared with the lowest (D30b)."""
    in_round: bool = False

    def faults(self) -> Iterator[Refusal]:
        """Every missing field, and everything that cannot be counted."""
        if self.intensity is not None and self.intensities:
            yield ThrowCountRefusal("intensity-twice", ("intensities",))
        yield from self.unmeasured(self._lowest, "intensity")
        yield from self.faults_of_size(self.base)
        yield from self.faults_of_skill()
        own = self.measured(self._lowest)
        yield from faults_of_claims(ThrowKind.STATIC, own, Claims(), in_round=self.in_round)

    def request(self) -> CountedClaims:
        """The claims, in a round or outside."""
        return CountedClaims(
            ThrowKind.STATIC, self.measured(self._lowest), base=self.base, in_round=self.in_round
        )

    @property
    def _lowest(self) -> int | None:
        return min(self.intensities, default=self.intensity)


class AgainstOthersForm(CountForm, MeasuredField):
    """The claims of one side, and the opponent's, to refuse what both count."""

    _kind: ClassVar[ThrowKind]
    base: CardCount = 1
    opponent: MeasuredField | None = None

    def faults(self) -> Iterator[Refusal]:
        """Every missing field, and everything that cannot be counted on either side or on both."""
        against = self.opponent.stat if self.opponent else None
        yield from self.unmeasured(against, "opponent", *(["stat"] if self.opponent else []))
        yield from self.faults_of_size(self.base)
        yield from self.faults_of_skill()
        if self.opponent:
            for fault in (*self.opponent.faults_of_size(1), *self.opponent.faults_of_skill()):
                yield fault.within("opponent")
        theirs = self.opponent.measured(self.stat) if self.opponent else Claims()
        yield from faults_of_claims(self._kind, self.measured(against), theirs)

    def request(self) -> CountedClaims:
        """The claims of both sides."""
        if self.opponent is None:
            return CountedClaims(self._kind, self.claims(), base=self.base)
        theirs = self.opponent.measured(self.stat)
        return CountedClaims(self._kind, self.measured(self.opponent.stat), theirs, self.base)


class ClashCountForm(AgainstOthersForm):
    """The number of cards in a clash."""

    _kind = ThrowKind.CLASH


class OpposedCountForm(AgainstOthersForm):
    """The number of cards in an opposed throw."""

    _kind = ThrowKind.OPPOSED
