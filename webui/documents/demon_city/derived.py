"""The form of `derived-throws`: the throws of all, derived from the fighters and their deeds (D16 to D22)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated

from pydantic import BeforeValidator, Field

from rules.demon_city.claims import Claims, ThrowCountRefusal, ThrowKind
from rules.demon_city.claims_check import faults_of_claims
from rules.demon_city.derived_throws import Deed, Fighter, Manner
from rules.demon_city.documents import Deeds, DerivedThrows
from rules.names import misspelt, spelt_before
from rules.refusal import Path, Refusal
from webui.documents.demon_city.answers import count_answer
from webui.documents.demon_city.claims import ClaimsField
from webui.documents.fields import (
    FROM_TEXT,
    DocumentForm,
    Name,
    Names,
    PowerField,
    Stat,
    StatName,
    Stats,
    as_required_tuple,
)
from webui.documents.parse import DocumentModel
from webui.i18n.narrator import Narrator


class FighterField(DocumentModel):
    """A fighter."""

    id: Name
    stats: Stats = Field(default_factory=dict)
    injured: bool = False

    def fighter(self) -> Fighter:
        """The fighter as the rules have it."""
        return Fighter(self.id, self.stats, self.injured)


class DeedField(ClaimsField):
    """A deed."""

    by: Name
    target: Names = ()
    manner: Annotated[Manner | None, FROM_TEXT] = None
    power: PowerField | None = None
    skill: StatName = ""
    defends: bool = False
    parry: bool = False
    weapon: Stat | None = None
    supernatural: bool = False
    over: Names = ()
    called_shot: bool = False
    tricky: bool = False
    harmless_disarm: bool = False

    def deed(self, fighters: Mapping[str, Fighter]) -> Deed:
        """The deed as the rules have it."""
        return Deed(
            by=fighters[self.by],
            target=self.target[0] if self.target else None,
            also_targets=frozenset(self.target[1:]),
            manner=self.power.power() if self.power else self.manner,
            skill=self.skill,
            defends=self.defends,
            parries=self.parry,
            weapon=self.weapon,
            supernatural=self.supernatural,
            over=frozenset(self.over),
            extra=self.extra,
            lost=self.lost,
            called_shot=self.called_shot,
            tricky=self.tricky,
            harmless_disarm=self.harmless_disarm,
        )

    def faults_among(
        self, fighters: Mapping[str, FighterField], acting: Collection[str]
    ) -> Iterator[Refusal]:
        """Targets that are no fighters, a second deed of the same fighter, and claims that count twice."""
        for name, id_ in (("by", self.by), *(("target", each) for each in self.target)):
            if id_ not in fighters:
                yield ThrowCountRefusal("no-such-fighter", (name,), id=id_, known=tuple(fighters))
        if self.by in acting:
            yield ThrowCountRefusal("twice", ("by",), id=self.by)
        if self.by in self.target:
            yield ThrowCountRefusal("oneself", ("target",), id=self.by)
        yield from self._faults_of_what_goes_unused()
        yield from self._faults_of_stats(fighters)
        yield from faults_of_claims(ThrowKind.CLASH, self.claims(), Claims())

    def _faults_of_what_goes_unused(self) -> Iterator[Refusal]:
        """Every field given beside a deed for which it counts nothing (D17, D18)."""
        if self.power and self.manner:
            yield ThrowCountRefusal("power-and-manner", ("power",))
        if self.skill and self.manner is not Manner.SHOOTING:
            yield ThrowCountRefusal("skill-without-shooting", ("skill",))
        if self.parry and not self.defends:
            yield ThrowCountRefusal("parry-without-defence", ("parry",))

    def _faults_of_stats(self, fighters: Mapping[str, FighterField]) -> Iterator[Refusal]:
        """The names of stats that are slips of those noted."""
        own = fighters[self.by].stats if self.by in fighters else {}
        named: list[tuple[Path, str, Mapping[str, int]]] = [(("skill",), self.skill, own)]
        if self.power:
            named.append((("power", "uses"), self.power.uses, own))
            theirs = [fighters[id_].stats for id_ in self.target if id_ in fighters]
            named += [(("power", "against"), self.power.against, stats) for stats in theirs]
        for path, name, stats in named:
            if name and misspelt(name, stats):
                yield ThrowCountRefusal("misspelt", path, given=name, known=tuple(stats))


class DerivedForm(DocumentForm):
    """The fighters and their deeds in the round."""

    fighters: Annotated[tuple[FighterField, ...], BeforeValidator(as_required_tuple)]
    deeds: Annotated[tuple[DeedField, ...], BeforeValidator(as_required_tuple)]

    def faults(self) -> Iterator[Refusal]:
        """Fighters and deeds that are given twice or refer to nobody, and claims that count twice."""
        ids = [each.id for each in self.fighters]
        for place, id_ in enumerate(ids):
            if id_ in ids[:place]:
                yield ThrowCountRefusal("twice", ("fighters", place, "id"), id=id_)
            if other := spelt_before(id_, ids[:place]):
                yield ThrowCountRefusal("spelt-twice", ("fighters", place, "id"), given=id_, other=other)
        acting = [each.by for each in self.deeds]
        for place, deed in enumerate(self.deeds):
            for fault in deed.faults_among({each.id: each for each in self.fighters}, acting[:place]):
                yield fault.within("deeds", place)

    def request(self) -> Deeds:
        """The deeds, and the fighters who do nothing."""
        fighters = {each.id: each.fighter() for each in self.fighters}
        acting = {deed.by for deed in self.deeds}
        idle = tuple(fighter for id_, fighter in fighters.items() if id_ not in acting)
        return Deeds(tuple(deed.deed(fighters) for deed in self.deeds), idle)

    def answer(self, record: DerivedThrows, narrator: Narrator) -> dict[str, object]:
        """The number of cards of each, with the reasons."""
        throws = {id_: count_answer(count, narrator).serialize() for id_, count in record.counts.items()}
        return {"throws": throws, "say": narrator.say(record)}
