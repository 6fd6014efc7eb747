"""Advantages and disadvantages in documents (D13 to D22)."""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypeVar

from pydantic import BeforeValidator

from rules.demon_city.claims import Advantage, Claims, Disadvantage, Extra, Lost, ThrowCountRefusal
from webui.documents.errors import shown
from webui.documents.fields import CardCount, Name, as_tuple
from webui.documents.parse import DocumentModel
from webui.i18n import AnyOf

Model = TypeVar("Model", bound=DocumentModel)


class SituationExtraField(DocumentModel):
    """A situational advantage, by its name; `times` for a chain of foes (D19)."""

    situation: Name
    times: CardCount = 1

    def extra(self) -> Extra:
        """The advantage as the rules have it."""
        return Extra(Advantage.SITUATION, self.situation, self.times)


class OverlapField(DocumentModel):
    """A further skill that applies; `of` names the general skill that it specialises (D15)."""

    overlap: Name
    of: str = ""

    def extra(self) -> Extra:
        """The advantage as the rules have it."""
        return Extra(Advantage.OVERLAP, self.overlap, general=self.of)


class SituationLostField(DocumentModel):
    """A situational disadvantage, by its name (D20)."""

    situation: Name

    def lost(self) -> Lost:
        """The disadvantage as the rules have it."""
        return Lost(Disadvantage.SITUATION, self.situation)


def read_extra(value: object) -> Extra:
    """An advantage of its code, its situation or its skill.

    :raise ThrowCountRefusal: if it is none
    """
    codes = [str(code) for code in Advantage if code is not Advantage.SITUATION]
    if isinstance(value, str) and value in codes:
        return Extra(Advantage(value))
    if isinstance(value, dict) and "overlap" in value:
        return _read(OverlapField, value).extra()
    if isinstance(value, dict):
        return _read(SituationExtraField, value).extra()
    raise ThrowCountRefusal("no-such-advantage", input=shown(value), choices=_quoted(codes))


def read_lost(value: object) -> Lost:
    """A disadvantage of its code or its situation.

    :raise ThrowCountRefusal: if it is none
    """
    codes = [str(code) for code in Disadvantage if code is not Disadvantage.SITUATION]
    if isinstance(value, str) and value in codes:
        return Lost(Disadvantage(value))
    if isinstance(value, dict):
        return _read(SituationLostField, value).lost()
    raise ThrowCountRefusal("no-such-disadvantage", input=shown(value), choices=_quoted(codes))


def _read(model: type[Model], value: dict[str, object]) -> Model:
    """Read an object as its model; an unknown field is refused with the fields that the model has."""
    for name in value:
        if name not in model.model_fields:
            raise ThrowCountRefusal("unknown-field", (name,), fields=AnyOf(model.model_fields))
    return model.model_validate(value)


def _quoted(codes: list[str]) -> AnyOf:
    return AnyOf(f'"{code}"' for code in codes)


Extras: TypeAlias = Annotated[
    tuple[Annotated[Extra, BeforeValidator(read_extra)], ...], BeforeValidator(as_tuple)
]
Losses: TypeAlias = Annotated[
    tuple[Annotated[Lost, BeforeValidator(read_lost)], ...], BeforeValidator(as_tuple)
]


class ClaimsField(DocumentModel):
    """The claims for and against a throw."""

    extra: Extras = ()
    lost: Losses = ()

    def claims(self) -> Claims:
        """The same as the rules have it."""
        return Claims(self.extra, self.lost)
