"""From parsed JSON to a checked model, or to one clear line about the first thing that does not fit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import date
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from rules.cards import ALL_CARDS, Card, CardRefusal
from rules.refusal import Path, Refusal
from webui.documents.errors import DocumentError, document_error, one_from_refusal
from webui.i18n import LANGUAGES, listed, render

EXPECTED = {
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "list_type": "list",
    "tuple_type": "list",
    "frozen_set_type": "list",
    "string_type": "text",
    "string_too_short": "full-text",
    "int_type": "integer",
    "int_parsing": "integer",
    "int_from_float": "integer",
    "bool_type": "boolean",
    "bool_parsing": "boolean",
}
"""What was expected where pydantic reports an error of this type; key of `expected.` in the catalogue."""

FORMS: dict[Any, str] = {
    tuple: "list",
    list: "list",
    dict: "object",
    str: "text",
    int: "integer",
    bool: "boolean",
    date: "date",
    Card: "card",
}
"""What is expected where a field of this type is missing; key of `expected.` in the catalogue."""


class DocumentModel(BaseModel):
    """What every part of a document is checked by: strict, complete and without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, arbitrary_types_allowed=True)

    def faults(self) -> Iterable[Refusal]:
        """What the rules refuse of a document whose fields fit, before anything is judged."""
        return ()


Model = TypeVar("Model", bound=DocumentModel)


def parse(model: type[Model], document: object, language: str = LANGUAGES[0]) -> Model:
    """A document as a model.

    :raise DocumentError: about the first field that does not fit or that the rules refuse, with all others
    """
    try:
        parsed = model.model_validate(document)
    except ValidationError as error:
        details = error.errors(include_url=False)
        faults = [_in_words(each, model, document, language) for each in details]
        unfit = together(faults)
        refused = _refused_beside(model, document, details)
        raise _in_order(unfit.each, refused, document, language) from None
    if refused := list(parsed.faults()):
        raise _in_order((), refused, document, language)
    return parsed


def parse_kind(
    models: Mapping[str, type[DocumentModel]], document: object, language: str = LANGUAGES[0]
) -> DocumentModel:
    """A document as the model that its `kind` names.

    :raise DocumentError: if there is no such kind, or about the first field that does not fit.
    """
    kinds = listed([f'"{kind}"' for kind in models], language, "or")
    if not isinstance(document, Mapping):
        expected = render("expected.object", language=language)
        raise document_error((), "wrong", {"input": shown(document), "expected": expected}, language)
    if "kind" not in document:
        raise document_error(("kind",), "missing", {"expected": kinds}, language)
    kind = document["kind"]
    if not isinstance(kind, str) or kind not in models:
        raise document_error(("kind",), "unknown-kind", {"input": shown(kind), "kinds": kinds}, language)
    return parse(models[kind], document, language)


def together(faults: Sequence[DocumentError]) -> DocumentError:
    """The first fault with all others that lie elsewhere; of forms that one field might have had, one is told."""
    kept: list[DocumentError] = []
    for fault in faults:
        if all(fault.path[: len(each.path)] != each.path[: len(fault.path)] for each in kept):
            kept.append(fault)
    return DocumentError(kept[0].path, kept[0].fault, kept[1:])


def _refused_beside(
    model: type[DocumentModel], document: object, details: Iterable[ErrorDetails]
) -> list[Refusal]:
    """What the rules refuse of a document in which nothing but cards cannot be read.

    A card that lies nowhere else stands in for each of those, so that no fault comes of it.
    """
    text = json.dumps(document, default=str).lower()
    free = [card.code for card in ALL_CARDS if card.code not in text]
    whole = deepcopy(document)
    for each in details:
        if not isinstance(each.get("ctx", {}).get("error"), CardRefusal) or not free:
            return []
        _put(whole, _path(each, document), free.pop())
    try:
        return list(model.model_validate(whole).faults())
    except ValidationError:
        return []


def _put(document: Any, path: Path, value: object) -> None:
    for step in path[:-1]:
        document = document[step]
    document[path[-1]] = value


def _in_order(
    unfit: Iterable[DocumentError], refused: Iterable[Refusal], document: object, language: str
) -> DocumentError:
    """All these faults, as they lie in the document."""
    faults = [*unfit, *(one_from_refusal(each, language) for each in refused)]
    first, *others = sorted(faults, key=lambda fault: tuple(_places(fault.path, document)))
    return DocumentError(first.path, first.fault, others)


def _places(path: Path, document: object) -> Iterator[int]:
    """How far down each step of a path lies; what is missing lies below all that is there,
    so that an unknown field is told before the missing one that it was meant to be."""
    for step in path:
        if isinstance(document, Mapping):
            yield list(document).index(step) if step in document else len(document)
        elif isinstance(step, int):
            yield step
        document = document[step] if _holds(document, step) else None  # type: ignore[index]


def shown(value: object, limit: int = 40) -> str:
    """A value in one line, as JSON, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def _in_words(
    details: ErrorDetails, model: type[DocumentModel], document: object, language: str
) -> DocumentError:
    path = _path(details, document)
    context: dict[str, Any] = details.get("ctx", {})
    cause = context.get("error")
    if isinstance(cause, Refusal):
        return document_error((*path, *cause.path), cause.code, cause.params, language)
    kind, given = details["type"], details["input"]
    if kind == "extra_forbidden":
        fields = listed(_fields_at(model, details["loc"][:-1]), language, "or")
        return document_error(path, "unknown-field", {"fields": fields}, language)
    if kind == "union_tag_not_found":
        kinds = listed(_kinds_at(model, details["loc"]), language, "or")
        return document_error((*path, "kind"), "missing", {"expected": kinds}, language)
    if kind == "union_tag_invalid":
        path, given = (*path, "kind"), context["tag"]
    if kind == "missing":
        expected = _missing_at(model, details["loc"], language)
        return document_error(path, "missing", {"expected": expected}, language)
    expected = _expected(kind, context, language)
    return document_error(path, "wrong", {"input": shown(given), "expected": expected}, language)


def _expected(kind: str, context: Mapping[str, Any], language: str) -> str:
    """What was expected, in words; where we have none of our own, a value."""
    if kind in EXPECTED:
        return render(f"expected.{EXPECTED[kind]}", language=language)
    if kind in ("greater_than_equal", "less_than_equal"):
        code = "at-least" if kind == "greater_than_equal" else "at-most"
        return render(f"expected.{code}", {"limit": context["ge" if code == "at-least" else "le"]}, language)
    if kind == "too_short":
        return render("expected.several", {"limit": context["min_length"]}, language)
    if kind in ("literal_error", "enum", "union_tag_invalid"):
        choices = str(context["expected_tags" if kind == "union_tag_invalid" else "expected"])
        return render("expected.one-of", {"choices": choices.replace("'", '"')}, language)
    return render("expected.value", language=language)


def form_of(annotation: Any, language: str) -> str:
    """What a field of this type holds, in words; where we have none of our own, a value."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return render("expected.object", language=language)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _one_of([each.value for each in annotation], language)
    origin, inner = get_origin(annotation), [each for each in get_args(annotation) if each is not NoneType]
    if origin is Literal:
        return _one_of(inner, language)
    if origin in (Annotated, Union, UnionType):
        return form_of(inner[0], language)
    return render(f"expected.{FORMS.get(origin or annotation, 'value')}", language=language)


def _one_of(choices: Iterable[object], language: str) -> str:
    quoted = listed([f'"{choice}"' for choice in choices], language, "or")
    return render("expected.one-of", {"choices": quoted}, language)


def _missing_at(model: type[BaseModel], loc: tuple[int | str, ...], language: str) -> str:
    """What the field that is missing at this place should hold."""
    owners = [each for each in _models_at(model, loc[:-1]) if loc[-1] in each.model_fields]
    return form_of(owners[0].model_fields[str(loc[-1])].annotation if owners else None, language)


def _path(details: ErrorDetails, document: object) -> Path:
    """The path through the document itself: without the tags that unions put between its fields."""
    path: list[str | int] = []
    place = document
    for step in details["loc"]:
        if _holds(place, step):
            place = place[step]  # type: ignore[index]
            path.append(step)
    return (*path, *(details["loc"][-1:] if details["type"] == "missing" else ()))


def _holds(place: object, step: int | str) -> bool:
    if isinstance(place, (list, tuple)):
        return isinstance(step, int) and step < len(place)
    return isinstance(place, Mapping) and step in place


def _fields_at(model: type[BaseModel], loc: tuple[int | str, ...]) -> list[str]:
    """The fields that the models at this place of a document may have, `kind` first."""
    names = [
        field.alias or name for each in _models_at(model, loc) for name, field in each.model_fields.items()
    ]
    return sorted(dict.fromkeys(names), key=lambda name: name != "kind")


def _kinds_at(model: type[BaseModel], loc: tuple[int | str, ...]) -> list[str]:
    """The kinds of what may stand at this place of a document."""
    return [
        f'"{kind}"'
        for each in _models_at(model, loc)
        for kind in get_args(each.model_fields["kind"].annotation)
    ]


def _models_at(model: type[BaseModel], loc: tuple[int | str, ...]) -> list[type[BaseModel]]:
    here: list[type[BaseModel]] = [model]
    for step in loc:
        here = [inner for each in here for inner in _inner_models(each, step)] or here
    return here


def _inner_models(model: type[BaseModel], step: int | str) -> list[type[BaseModel]]:
    if isinstance(step, str) and step in model.model_fields:
        return list(_models_in(model.model_fields[step].annotation))
    kind = model.model_fields.get("kind")
    return [model] if kind is not None and step in get_args(kind.annotation) else []


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for argument in get_args(annotation) for model in _models_in(argument)]
