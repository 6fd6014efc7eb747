"""The people of a judged document, as far as its verdict names them: their cards and what they did.

A document in a log was checked when it was judged, by the release that judged it; here only these fields are read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from webui.documents.fields import as_list, as_object, as_tuple

Names: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(as_list)]


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Deed(_Read):
    """What somebody does: its kind, against whom or what."""

    kind: str = ""
    target: Names = ()
    against: Names = ()
    intensity: int | None = None

    @property
    def foes(self) -> tuple[str, ...]:
        """The targets of an action, or the foes of a defence."""
        return self.target or self.against

    @property
    def is_attack(self) -> bool:
        """Whether it is an attack on somebody."""
        return self.kind == "attack"


IDLE = Deed()
"""What somebody does who has announced nothing."""


class Thrower(_Read):
    """Somebody who threw cards, or announced an action."""

    id: str
    cards: Names = ()
    significator: Names = ()
    action: Deed | None = None
    manner: str | None = None
    power: object = None

    @property
    def deed(self) -> Deed:
        """The action; that of somebody idle where none is given."""
        return self.action or IDLE


Throwers: TypeAlias = Annotated[tuple[Thrower, ...], BeforeValidator(as_tuple)]


class ThrownDocument(_Read):
    """A document of any kind of throw."""

    kind: str
    intensity: int | None = None
    intensities: Annotated[tuple[int, ...], BeforeValidator(as_list)] = ()
    thrower: Thrower | None = None
    throwers: Throwers = ()
    participants: Throwers = ()
    characters: Throwers = ()
    announcements: Throwers = ()
    cards: Names = ()
    throws: Annotated[dict[str, Names], BeforeValidator(as_object)] = Field(default_factory=dict)

    @property
    def everybody(self) -> tuple[Thrower, ...]:
        """All who threw; in a round all who take part in it."""
        one = () if self.thrower is None else (self.thrower,)
        return self.participants or self.throwers or self.characters or one

    @property
    def goals(self) -> tuple[int, ...]:
        """The Intensities of a test."""
        return self.intensities or (self.intensity or 0,)

    @property
    def all_cards(self) -> tuple[tuple[str, ...], ...]:
        """The cards of everybody who threw."""
        flipped = (
            tuple(self.throws.values()) if self.characters else tuple(each.cards for each in self.everybody)
        )
        return flipped or (self.cards,)

    def of(self, id_: str) -> Thrower:
        """Return one of those who threw."""
        return next(each for each in self.everybody if each.id == id_)

    def part(self, kind: str, ids: Iterable[str]) -> ThrownDocument:
        """Return one clash or single throw of a round as a document of its own."""
        announced = {each.id: each for each in self.announcements}
        throwers = tuple(
            announced.get(id_, Thrower(id=id_)).model_copy(
                update={"cards": self.throws.get(id_, ()), "significator": self.of(id_).significator}
            )
            for id_ in ids
        )
        intensity = throwers[0].deed.intensity if kind == "test" else None
        return ThrownDocument(kind=kind, intensity=intensity, participants=throwers)
