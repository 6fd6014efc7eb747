"""The models of the contract, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel

from webui.http.api.answers import (
    DeckChange,
    Decks,
    Fault,
    Health,
    NamedCard,
    ReadableDeck,
    RenderedDocument,
    SessionChange,
    SourceChoice,
    Support,
    Taken,
    TakenAway,
)
from webui.http.api.enrolment_answers import Enrolment, EnrolmentStep
from webui.http.api.report import FaultReport, RecordedClip
from webui.table.contract import Snapshot
from webui.table.contract.figures import Figures
from webui.table.contract.moments import Moments
from webui.table.contract.sessions import SessionLog

ANSWERS: tuple[type[BaseModel], ...] = (
    Decks,
    ReadableDeck,
    DeckChange,
    SessionLog,
    Moments,
    Figures,
    SessionChange,
    TakenAway,
    Enrolment,
    EnrolmentStep,
    NamedCard,
    SourceChoice,
    Support,
    FaultReport,
    RecordedClip,
    RenderedDocument,
    Taken,
    Fault,
    Health,
)
"""What is told beside the snapshot."""


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models that a type names."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from models_in(argument)


def models_from(*roots: type[BaseModel]) -> list[type[BaseModel]]:
    """Return models and all that they are made of, each once: what a model holds comes after it."""
    found: dict[type[BaseModel], None] = {}
    ahead = list(roots)
    while ahead:
        model = ahead.pop(0)
        if model not in found:
            found[model] = None
            ahead += [each for field in model.model_fields.values() for each in models_in(field.annotation)]
    return list(found)


def table_models() -> list[type[BaseModel]]:
    """Return the snapshot and its parts."""
    return models_from(Snapshot)


def all_models() -> list[type[BaseModel]]:
    """Return everything that an address gives."""
    return models_from(Snapshot, *ANSWERS)
