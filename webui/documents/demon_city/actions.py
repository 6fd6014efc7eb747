"""Actions in documents (D29, D30)."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from rules.demon_city import Action, Attack, Defend, Idle, Other
from rules.demon_city.clash import Resist
from rules.demon_city.clash_check import ClashRefusal
from rules.demon_city.round_parts import MOVE_FEET
from webui.documents.fields import Intensity, Names, Stat
from webui.documents.parse import DocumentModel


class ActionField(DocumentModel):
    """The fields of every action: the allies' actions that exclude it (D30)."""

    excludes: Names = ()

    def action(self) -> Action:
        """The action as the rules have it."""
        return Idle(frozenset(self.excludes))


def _one_number_for_all(value: object) -> object:
    return {"": value} if isinstance(value, int) and not isinstance(value, bool) else value


class ResistedField(ActionField):
    """The fields of an action with targets: `resist` is one number, or one for each target's id."""

    target: Names = ()
    resist: Annotated[dict[str, Stat] | None, BeforeValidator(_one_number_for_all)] = None

    @model_validator(mode="after")
    def _only_targets_resist(self) -> Self:
        for id_ in self.resist or ():
            if id_ and self.target and id_ not in self.target:
                raise ClashRefusal("no-target-of-it", ("resist", id_), id=id_, known=self.target)
        return self

    def resisted(self) -> Resist:
        """The numbers with which the targets resist, as the rules have them."""
        return self.resist.get("", self.resist) if self.resist else None


class AttackField(ResistedField):
    """An attack on one target or several."""

    kind: Literal["attack"]
    target: Annotated[Names, Field(min_length=1)]
    harmless: bool = False

    def action(self) -> Attack:
        """The attack as the rules have it."""
        return Attack(self.target, self.resisted(), self.harmless, frozenset(self.excludes))


class DefendField(ActionField):
    """Only defending, against the foes named or against everybody."""

    kind: Literal["defend"]
    against: Names | None = None

    def action(self) -> Defend:
        """The defence as the rules have it."""
        against = None if self.against is None else frozenset(self.against)
        return Defend(against, frozenset(self.excludes))


class OtherField(ResistedField):
    """Anything else, against an Intensity or against targets; `escape` is from a hold of theirs (D30)."""

    kind: Literal["other"]
    intensity: Intensity | None = None
    escape: bool = False

    @model_validator(mode="after")
    def _has_one_goal(self) -> OtherField:
        if self.intensity is None and not self.target:
            raise ClashRefusal("intensity-or-target")
        if self.intensity is not None and self.target:
            raise ClashRefusal("intensity-and-target", ("target",))
        for name in ("resist", "escape"):
            if getattr(self, name) and not self.target:
                raise ClashRefusal("needs-target", (name,))
        return self

    def action(self) -> Other:
        """The action as the rules have it."""
        return Other(self.intensity, self.target, frozenset(self.excludes), self.resisted(), self.escape)


class MoveField(ActionField):
    """A mere movement, up to 60 feet (D24): there is nothing to beat."""

    kind: Literal["move"]
    feet: Annotated[int, Field(ge=0, le=MOVE_FEET)] = MOVE_FEET

    def action(self) -> Other:
        """The movement as the rules have it."""
        return Other(excludes=frozenset(self.excludes))


class NothingField(ActionField):
    """No action and no throw: a character who is only acted upon."""

    kind: Literal["nothing"]


AnyAction: TypeAlias = Annotated[
    AttackField | DefendField | OtherField | MoveField | NothingField, Field(discriminator="kind")
]
