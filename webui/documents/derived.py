"""The document of everybody's throws, derived from what they are and do (D16 to D22)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from rules.demon_city.claims import Claims, ThrowCountRefusal, ThrowKind
from rules.demon_city.claims_check import faults_of_claims
from rules.demon_city.derived_throws import Deed, Fighter, Manner, PowerStats, derive_throws
from rules.demon_city.throw_count import ThrowCount
from rules.refusal import Refusal
from webui.documents.claims import ClaimsField
from webui.documents.fields import FROM_TEXT, Name, Names, Natural, as_tuple
from webui.documents.parse import DocumentModel


def stat_name(name: object) -> object:
    """A stat's name as the rules have it: `Hand-To-Hand` is `hand to hand`."""
    return name.strip().lower().replace("-", " ").replace("_", " ") if isinstance(name, str) else name


def _stat_names(stats: object) -> object:
    return {stat_name(name): value for name, value in stats.items()} if isinstance(stats, Mapping) else stats


StatName: TypeAlias = Annotated[str, BeforeValidator(stat_name)]
Stats: TypeAlias = Annotated[dict[str, int], BeforeValidator(_stat_names)]


class PowerField(DocumentModel):
    """A power's stats: the one that it uses and the one that it is resisted with (D17)."""

    uses: StatName
    against: StatName = "agility"


class FighterField(DocumentModel):
    """What somebody is."""

    id: Name
    stats: Stats = Field(default_factory=dict)
    injured: bool = False

    def fighter(self) -> Fighter:
        """The fighter as the rules have it."""
        return Fighter(self.id, self.stats, self.injured)


class DeedField(ClaimsField):
    """What somebody does."""

    by: Name
    target: Names = ()
    manner: Annotated[Manner | None, FROM_TEXT] = None
    power: PowerField | None = None
    skill: StatName = ""
    defends: bool = False
    parry: bool = False
    weapon: Natural | None = None
    supernatural: bool = False
    over: Names = ()
    called_shot: bool = False
    tricky: bool = False
    harmless_disarm: bool = False

    def deed(self, fighters: Mapping[str, Fighter]) -> Deed:
        """The deed as the rules have it."""
        power = PowerStats(self.power.uses, self.power.against) if self.power else None
        return Deed(
            by=fighters[self.by],
            target=self.target[0] if self.target else None,
            also_targets=frozenset(self.target[1:]),
            manner=power or self.manner,
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

    def faults_among(self, fighters: Collection[str], acting: Collection[str]) -> Iterator[Refusal]:
        """Whom the deed names in vain among all fighters and who acts already, and what counts twice."""
        for name, id_ in (("by", self.by), *(("target", each) for each in self.target)):
            if id_ not in fighters:
                yield ThrowCountRefusal("no-such-fighter", (name,), id=id_)
        if self.by in acting:
            yield ThrowCountRefusal("twice", ("by",), id=self.by)
        if self.by in self.target:
            yield ThrowCountRefusal("oneself", ("target",), id=self.by)
        yield from faults_of_claims(ThrowKind.CLASH, self.claims(), Claims())


class DerivedDocument(DocumentModel):
    """Fighters and what each of them does in the round."""

    kind: Literal["derived-throws"]
    fighters: Annotated[tuple[FighterField, ...], BeforeValidator(as_tuple)]
    deeds: Annotated[tuple[DeedField, ...], BeforeValidator(as_tuple)]

    def faults(self) -> Iterator[Refusal]:
        """Who stands there twice, or nowhere, and what counts twice in itself."""
        ids = [each.id for each in self.fighters]
        for place, id_ in enumerate(ids):
            if id_ in ids[:place]:
                yield ThrowCountRefusal("twice", ("fighters", place, "id"), id=id_)
        acting = [each.by for each in self.deeds]
        for place, deed in enumerate(self.deeds):
            for fault in deed.faults_among(ids, acting[:place]):
                yield fault.within("deeds", place)

    def derive(self) -> dict[str, ThrowCount]:
        """Count everybody's cards.

        :raise ThrowCountRefusal: naming the field
        """
        fighters = {each.id: each.fighter() for each in self.fighters}
        acting = {deed.by for deed in self.deeds}
        idle = [fighter for id_, fighter in fighters.items() if id_ not in acting]
        return derive_throws([deed.deed(fighters) for deed in self.deeds], idle)
