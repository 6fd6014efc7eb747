"""From parsed JSON to a system's request: the frozen dataclass that its rules ask for, checked by pydantic."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, cast, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError, create_model
from pydantic_core import ErrorDetails

from rules.refusal import Path, Refusal
from webui.documents.errors import DocumentError, document_error
from webui.documents.parse import EXPECTED, DocumentModel, form_of, shown, together
from webui.i18n import LANGUAGES, listed, render

UNKNOWN_FIELD = "unexpected_keyword_argument"
MISSING = "missing"
NOT_JSON = "json_invalid"
EXPECTED_HERE = EXPECTED | {
    "dataclass_type": "object",
    "date_type": "date",
    "date_parsing": "date",
    "date_from_datetime_parsing": "date",
    "date_from_datetime_inexact": "date",
}
"""What was expected where pydantic reports an error of this type; key of `expected.` in the catalogue."""


@cache
def _reader(request: Hashable) -> TypeAdapter[Any]:
    model = create_model("Document", __base__=DocumentModel, body=(cast(Any, request), ...))
    return TypeAdapter(model)


def read_request(request: type[Any], document: Mapping[str, Any], language: str = LANGUAGES[0]) -> Any:
    """A document, without its `kind`, as the request that it is for.

    :raise DocumentError: about the first field that does not fit.
    """
    text = json.dumps({"body": document})
    try:
        return _reader(cast(Hashable, request)).validate_json(text).body
    except ValidationError as error:
        details = error.errors(include_url=False)
        clearest = _clearest(details, document)
        faults = [_in_words(each, request, document, language) for each in (clearest, *details)]
        raise together(faults) from None


def _clearest(details: list[ErrorDetails], document: Mapping[str, Any]) -> ErrorDetails:
    """An unknown field says most; of the ways in which a choice of forms fails, the one that came farthest."""
    unknown = [each for each in details if each["type"] == UNKNOWN_FIELD]
    return unknown[0] if unknown else max(details, key=lambda each: len(_path(each, document)))


def _cause(details: ErrorDetails) -> Refusal | None:
    cause = details.get("ctx", {}).get("error")
    return cause if isinstance(cause, Refusal) else None


def _path(details: ErrorDetails, document: Mapping[str, Any]) -> Path:
    """The path through the document itself: without the tags that choices of forms put between its fields."""
    path: list[str | int] = []
    place: Any = document
    for step in details["loc"][1:]:
        if _holds(place, step):
            place = place[step]
            path.append(step)
    cause = _cause(details)
    return (
        (*path, *details["loc"][-1:])
        if details["type"] == MISSING
        else (*path, *(cause.path if cause else ()))
    )


def _holds(place: Any, step: int | str) -> bool:
    if isinstance(place, list):
        return isinstance(step, int) and step < len(place)
    return isinstance(place, Mapping) and step in place


def _in_words(
    details: ErrorDetails, request: type[Any], document: Mapping[str, Any], language: str
) -> DocumentError:
    path, kind = _path(details, document), details["type"]
    cause = _cause(details)
    if cause is not None:
        return document_error(path, cause.code, cause.params, language)
    if kind == UNKNOWN_FIELD:
        names = listed(_fields_at(request, path[:-1]), language, "or")
        return document_error(path, "unknown-field", {"fields": names}, language)
    if kind == NOT_JSON:
        return document_error(path, "unreadable", {}, language)
    if kind == MISSING:
        expected = form_of(_type_at(request, path), language)
        return document_error(path, "missing", {"expected": expected}, language)
    expected = _expected(details, language)
    return document_error(path, "wrong", {"input": shown(details["input"]), "expected": expected}, language)


def _expected(details: ErrorDetails, language: str) -> str:
    if details["type"] == "enum":
        choices = str(details["ctx"]["expected"]).replace("'", '"')
        return render("expected.one-of", {"choices": choices}, language)
    return render(f"expected.{EXPECTED_HERE.get(details['type'], 'value')}", language=language)


def expected_at(request: type[Any], path: Path, language: str = LANGUAGES[0]) -> str:
    """What the field at a place should hold, in words."""
    names = tuple(step for step in path if isinstance(step, str))
    return form_of(_type_at(request, names) if names else None, language)


def _type_at(request: type[Any], path: Path) -> Any:
    """The type of the field at a place, None where there is no such field."""
    types = [get_type_hints(owner).get(str(path[-1])) for owner in _owners_at(request, path[:-1])]
    return next((each for each in types if each is not None), None)


def _owners_at(request: type[Any], path: Path) -> list[type[Any]]:
    """The requests whose fields may stand at a place of a document."""
    here = [request]
    for step in path:
        if isinstance(step, str):
            here = [inner for each in here for inner in _requests_in(get_type_hints(each).get(step))]
    return here


def _fields_at(request: type[Any], path: Path) -> list[str]:
    """The fields that a document of this request may have at a place, the document's own `kind` first."""
    names = [each.name for owner in _owners_at(request, path) for each in fields(owner)]
    rolls = ["roll", "seed"] if "dice" in names else []
    return list(dict.fromkeys([*([] if path else ["kind"]), *names, *rolls]))


def _requests_in(annotation: Any) -> Iterator[type[Any]]:
    if isinstance(annotation, type) and is_dataclass(annotation):
        yield annotation
    for argument in get_args(annotation):
        yield from _requests_in(argument)
