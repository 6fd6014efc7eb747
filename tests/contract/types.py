"""Types of the contract as TypeScript has them."""

from __future__ import annotations

import json
import types
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

PLAIN: Final = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    Any: "any",
    object: "any",
    type(None): "null",
}


def type_in_words(annotation: Any, *, inline: bool = False) -> str:
    """Return a type as TypeScript writes it; a model by its name, or ``inline`` as an object of its fields.

    >>> type_in_words(list[str | None]), type_in_words(dict[str, int]), type_in_words(Literal["up", 90])
    ('(string | null)[]', 'Record<string, number>', '"up" | 90')
    """
    if annotation in PLAIN:
        return PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return object_of(annotation) if inline else annotation.__name__
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:], inline)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(type_in_words(each, inline=inline) for each in arguments))
    if origin is dict:
        return f"Record<string, {type_in_words(arguments[1], inline=inline)}>"
    if origin is list or (origin is tuple and arguments[-1] is ...):
        return _many(type_in_words(arguments[0], inline=inline))
    if origin is tuple:
        return f"[{', '.join(type_in_words(each, inline=inline) for each in arguments)}]"
    raise TypeError(f"{annotation!r}: has no word in TypeScript yet; say one in tests/contract/types.py")


def type_of(field: FieldInfo) -> Any:
    """Return a field's type with its limits, which pydantic keeps beside it."""
    annotation: Any = field.annotation
    for mark in field.metadata:
        annotation = Annotated[annotation, mark]
    return annotation


def _annotated(kind: Any, marks: tuple[Any, ...], inline: bool) -> str:
    limits = {
        name: limit
        for mark in marks
        for each in (mark.metadata if isinstance(mark, FieldInfo) else [mark])
        for name in ("min_length", "max_length")
        if (limit := getattr(each, name, None)) is not None
    }
    if get_origin(kind) is list and limits.get("min_length") == limits.get("max_length") == 2:
        item = type_in_words(get_args(kind)[0], inline=inline)
        return f"[{item}, {item}]"
    return type_in_words(kind, inline=inline)


def _many(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def object_of(model: type[BaseModel], leave_out: tuple[str, ...] = ()) -> str:
    """Return a model as an object of its fields in one line.

    >>> class Point(BaseModel):
    ...     x: float
    ...     name: str | None = None
    >>> object_of(Point)
    '{ x: number; name?: string | null }'
    """
    fields = [
        f"{field.alias or name}{'' if field.is_required() else '?'}: {type_in_words(type_of(field), inline=True)}"
        for name, field in model.model_fields.items()
        if name not in leave_out
    ]
    return f"{{ {'; '.join(fields)} }}" if fields else "{}"
