"""From parsed JSON to a checked request, or to all faults, in the order of the document.

A request is a frozen dataclass of the rules, or a `DocumentModel`, where documents are written in several ways.
pydantic finds the faults; here they get the document's own paths.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from rules.cards import ALL_CARDS, Card, CardRefusal
from rules.refusal import Path, Refusal
from rules.system import Said
from webui.documents.errors import DocumentError, from_refusal, is_control, shown, together, wrong
from webui.i18n import AnyOf
from webui.i18n.refusals import Misfit, misfits

EXPECTED = {
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "dataclass_type": "object",
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
    "date_type": "date",
    "date_parsing": "date",
    "date_from_datetime_parsing": "date",
    "date_from_datetime_inexact": "date",
}
"""The expectation where pydantic reports an error of this type; key of `expected.` in the catalogue."""

FORMS: dict[object, str] = {
    tuple: "list",
    list: "list",
    dict: "object",
    str: "text",
    int: "integer",
    bool: "boolean",
    date: "date",
    Card: "card",
}
"""The expectation where a field of this type is missing; key of `expected.` in the catalogue."""

UNKNOWN_FIELD = ("extra_forbidden", "unexpected_keyword_argument")

Form = type[Any]
"""A dataclass or a `DocumentModel`: the fields of a document, without its `kind`."""


class DocumentModel(BaseModel):
    """Base of every part of a document: strict, complete and without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, arbitrary_types_allowed=True)

    def faults(self) -> Iterable[Refusal]:
        """The refusals of a document whose fields fit, before it is judged."""
        return ()


@cache
def _reader(form: Hashable) -> type[BaseModel]:
    return create_model("Document", __base__=DocumentModel, body=(cast(Any, form), ...))


def _validated(form: Form, document: Mapping[str, object]) -> Any:
    text = json.dumps({"body": document}, default=str)
    return cast(Any, _reader(cast(Hashable, form)).model_validate_json(text)).body


def parse(form: Form, document: Mapping[str, object]) -> Any:
    """Check a document, without its `kind`, and return it as this form.

    :raise DocumentError: about the first field that does not fit or that the rules refuse, with all others
    """
    try:
        parsed = _validated(form, document)
    except ValidationError as error:
        details = _of_the_nearest_forms(misfits(error), document)
        unfit = [_fault(each, form, document) for each in details]
        raise _in_order(unfit, _refused_beside(form, document, details), form, document) from None
    if refused := _faults_of(parsed):
        raise _in_order((), refused, form, document)
    return parsed


def refuse_control_characters(document: object) -> None:
    """Refuse names and texts that would break a line, or control the terminal that shows them.

    A special card's text may have several lines: it is shown in one.

    :raise DocumentError: naming the first of them
    """
    for path, text in _texts_in(document, ()):
        if any(map(is_control, " ".join(text.split()) if path[-1:] == ("text",) else text)):
            raise DocumentError(path, "control-character", {"given": shown(text)})


def _texts_in(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text of a document with its place, the names of fields at the place of their object."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield path, str(name)
            yield from _texts_in(inner, (*path, name))
    elif isinstance(value, (list, tuple)):
        for place, inner in enumerate(value):
            yield from _texts_in(inner, (*path, place))


def _faults_of(parsed: object) -> list[Refusal]:
    return list(parsed.faults()) if isinstance(parsed, DocumentModel) else []


def _of_the_nearest_forms(details: Sequence[Misfit], document: object) -> list[Misfit]:
    """The faults of the form that fits best, where a field may have one of several forms and fits none."""
    nearest: dict[Path, tuple[int, Path]] = {}
    for each in details:
        depth = len(_path(each, document))
        for path, form in _chosen(each, document).items():
            if depth > nearest.get(path, (-1, ()))[0]:
                nearest[path] = depth, form
    return [
        each
        for each in details
        if all(nearest[path][1] == form for path, form in _chosen(each, document).items())
    ]


def _chosen(details: Misfit, document: object) -> dict[Path, Path]:
    """The forms that were tried, by the place at which they were: steps of the path that are no fields."""
    tried: dict[Path, Path] = {}
    path: Path = ()
    place = document
    for step in details.path[1:-1] if details.kind == "missing" else details.path[1:]:
        if _holds(place, step):
            place = place[step]  # type: ignore[index]
            path = (*path, step)
        else:
            tried[path] = (*tried.get(path, ()), step)
    return tried


def _refused_beside(form: Form, document: Mapping[str, object], details: Sequence[Misfit]) -> list[Refusal]:
    """The refusals of a document in which only cards cannot be read.

    A card that is nowhere else in the document stands in for each unreadable one, and causes no fault itself.
    """
    text = json.dumps(document, default=str).lower()
    free = [card.code for card in ALL_CARDS if card.code not in text]
    whole = deepcopy(document)
    for each in details:
        if not isinstance(_cause(each), CardRefusal) or not free:
            return []
        _put(whole, _path(each, document), free.pop())
    try:
        return _faults_of(_validated(form, whole))
    except ValidationError:
        return []


def _put(document: Any, path: Path, value: object) -> None:
    for step in path[:-1]:
        document = document[step]
    document[path[-1]] = value


def _in_order(
    unfit: Iterable[DocumentError], refused: Iterable[Refusal], form: Form, document: object
) -> DocumentError:
    """Join these faults, in the order of the document."""
    found = (from_refusal(each, lambda path: expected_at(form, path)) for each in refused)
    faults = [*unfit, *(fault for each in found for fault in each.each)]
    return together(sorted(faults, key=lambda fault: tuple(_places(fault.path, document))))


def _places(path: Path, document: object) -> Iterator[int]:
    """The place of each step of a path in its object or list; a missing field comes after all that are there,
    so that an unknown field comes before the missing one that it was meant to be."""
    for step in path:
        if isinstance(document, Mapping):
            yield list(document).index(step) if step in document else len(document)
        elif isinstance(step, int):
            yield step
        document = document[step] if _holds(document, step) else None  # type: ignore[index]


def _cause(details: Misfit) -> Refusal | None:
    cause = details.context.get("error")
    return cause if isinstance(cause, Refusal) else None


def _fault(details: Misfit, form: Form, document: Mapping[str, object]) -> DocumentError:
    path, loc, kind = _path(details, document), details.path[1:], details.kind
    cause = _cause(details)
    if cause is not None:
        expected = {"expected": expected_at(form, (*loc, *cause.path))}
        return DocumentError(path, cause.code, expected | cause.params)
    if kind in UNKNOWN_FIELD:
        return DocumentError(path, "unknown-field", {"fields": AnyOf(_fields_at(form, loc[:-1]))})
    if kind == "json_invalid":
        return DocumentError(path, "unreadable")
    if kind == "missing":
        return DocumentError(path, "missing", {"expected": expected_at(form, loc)})
    if kind == "union_tag_not_found":
        return DocumentError((*path, "kind"), "missing", {"expected": _kinds_at(form, loc)})
    if kind == "union_tag_invalid":
        return wrong((*path, "kind"), details.context.get("tag"), _expected(kind, details.context))
    return wrong(path, details.given, _expected(kind, details.context))


def _expected(kind: str, context: Mapping[str, object]) -> Said:
    """The expectation, in words; a value where there are none."""
    if kind in EXPECTED:
        return Said(f"expected.{EXPECTED[kind]}")
    match kind, context:
        case "greater_than_equal", {"ge": limit}:
            return Said("expected.at-least", {"limit": limit})
        case "less_than_equal", {"le": limit}:
            return Said("expected.at-most", {"limit": limit})
        case "too_short", {"min_length": limit}:
            return Said("expected.several", {"limit": limit})
        case ("literal_error" | "enum", {"expected": choices}) | (
            "union_tag_invalid",
            {"expected_tags": choices},
        ):
            return _one_of(re.findall(r"'([^']*)'", str(choices)))
    return Said("expected.value")


def expected_at(form: Form, path: Path) -> Said:
    """The expected value of the field at a place, in words."""
    while path and not isinstance(path[-1], str):
        path = path[:-1]
    types = [_types(each).get(str(path[-1])) for each in _owners_at(form, path[:-1])] if path else []
    return _form_of(next((each for each in types if each is not None), None))


def _form_of(annotation: object) -> Said:
    """The expected value of a field of this type, in words; a value where there are none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return Said("expected.object")
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return _one_of(each.value for each in annotation)
    origin, inner = get_origin(annotation), [each for each in get_args(annotation) if each is not NoneType]
    if origin is Literal:
        return _one_of(inner)
    if origin in (Annotated, Union, UnionType):
        return _form_of(inner[0])
    return Said(f"expected.{FORMS.get(origin or annotation, 'value')}")


def _one_of(choices: Iterable[object]) -> Said:
    return Said("expected.one-of", {"choices": AnyOf(f'"{choice}"' for choice in choices)})


def _path(details: Misfit, document: object) -> Path:
    """The path through the document itself: without the tags that choices of forms put between its fields."""
    path: list[str | int] = []
    place = document
    for step in details.path[1:]:
        if _holds(place, step):
            place = place[step]  # type: ignore[index]
            path.append(step)
    if details.kind == "missing":
        return (*path, details.path[-1])
    cause = _cause(details)
    return (*path, *(cause.path if cause else ()))


def _holds(place: object, step: int | str) -> bool:
    if isinstance(place, (list, tuple)):
        return isinstance(step, int) and step < len(place)
    return isinstance(place, Mapping) and step in place


def _fields_at(form: Form, loc: Path) -> list[str]:
    """The fields that a document may have at a place, `kind` first, and the rolls that may stand for dice."""
    names = [name for each in _owners_at(form, loc) for name in _types(each)]
    rolls = ["roll", "seed"] if "dice" in names else []
    return sorted(
        dict.fromkeys([*([] if loc else ["kind"]), *names, *rolls]), key=lambda name: name != "kind"
    )


def _kinds_at(form: Form, loc: Path) -> AnyOf:
    """The kinds of document that may be at this place."""
    return AnyOf(f'"{kind}"' for each in _owners_at(form, loc) for kind in _kinds_of(each))


def _types(owner: Form) -> Mapping[str, object]:
    """The fields of a form as documents name them, each with its type."""
    if issubclass(owner, BaseModel):
        return {field.alias or name: field.annotation for name, field in owner.model_fields.items()}
    hints = get_type_hints(owner)
    return {each.name: hints[each.name] for each in fields(owner)}


def _kinds_of(owner: Form) -> Sequence[str]:
    return get_args(_types(owner).get("kind"))


def _owners_at(form: Form, loc: Path) -> list[Form]:
    """The forms whose fields may stand at a place of a document; a tag picks one of several."""
    here = [form]
    for step in loc:
        here = [inner for each in here for inner in _inside(each, step)] or here
    return here


def _inside(owner: Form, step: int | str) -> list[Form]:
    types = _types(owner)
    if step in types:
        return list(_forms_in(types[str(step)]))
    return [owner] if step in _kinds_of(owner) else []


def _forms_in(annotation: object) -> Iterator[Form]:
    if isinstance(annotation, type) and (is_dataclass(annotation) or issubclass(annotation, BaseModel)):
        yield annotation
    for argument in get_args(annotation):
        yield from _forms_in(argument)
