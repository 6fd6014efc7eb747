"""docs/openapi.json: every address of the program, what it takes and gives, and every command."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from flask import Flask
from pydantic import TypeAdapter
from werkzeug.routing import IntegerConverter, Rule

from webui.http.api.described import JSON, Interface
from webui.table.commands import COMMANDS, Command

Document: TypeAlias = dict[str, Any]

REF: Final = "#/components/schemas/{model}"

STATIC: Final = Interface(kind="*/*", otherwise={404: "there is no such file"})
"""Flask's own handler of files."""

INFO: Final = {
    "title": "Clashcam",
    "version": "1",
    "description": (
        "The whole HTTP interface, as python -m tests.contract --write finds it in the program. Strangers are answered"
        " with 401, or sent to /join by a page; another site's page and a foreign name with 403; what is too large"
        " with 413, 414 or 431. A field with x-seen-by is there for these roles alone. docs/state.md says the rest."
    ),
}


class UndescribedError(LookupError):
    """An address whose handler does not say what it takes and gives."""


def openapi(app: Flask) -> Document:
    """Return the description of an application.

    :raise UndescribedError: one of its handlers bears no ``@described``
    """
    found = [(rule, _interface(app, rule)) for rule in sorted(app.url_map.iter_rules(), key=str)]
    schemas, parts = _schemas([interface for _, interface in found])
    paths: dict[str, Document] = {}
    for rule, interface in found:
        operation = _operation(app, rule, interface, schemas)
        paths.setdefault(path_of(rule), {})[_method(rule)] = operation
    return {"openapi": "3.1.0", "info": INFO, "paths": paths, "components": {"schemas": parts}}


def written(app: Flask) -> str:
    """Return the description as it lies in docs/."""
    return json.dumps(openapi(app), indent=1, ensure_ascii=False) + "\n"


def path_of(rule: Rule) -> str:
    """Return an address as OpenAPI writes it: ``/crop/t<int:key>.jpg`` is ``/crop/t{key}.jpg``."""
    return re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)


def _method(rule: Rule) -> str:
    return "post" if "POST" in (rule.methods or ()) else "get"


def _interface(app: Flask, rule: Rule) -> Interface:
    if rule.endpoint.endswith(".static"):
        return STATIC
    interface = interface_of(app.view_functions[rule.endpoint])
    if interface is None:
        raise UndescribedError(f"{rule.rule}: its handler says nothing of itself; put @described on it")
    return interface


def interface_of(view: Callable[..., Any]) -> Interface | None:
    """Return what was said at a handler, None if nothing was."""
    found = getattr(view, "interface", None)
    return found if isinstance(found, Interface) else None


def _schemas(interfaces: list[Interface]) -> tuple[dict[str, Document], Document]:
    """Return the schema of each type of JSON by its name in Python, and the models that they refer to."""
    named = [kind for each in interfaces for kind in (each.gives, each.takes)]
    types = {repr(kind): kind for kind in named if kind not in (None, Command)}
    commands = {name: spec.schema for name, spec in sorted(COMMANDS.items())}
    inputs = [(key, "serialization", TypeAdapter(kind)) for key, kind in types.items()]
    inputs += [(f"command {name}", "validation", TypeAdapter(kind)) for name, kind in commands.items()]
    found, parts = TypeAdapter.json_schemas(inputs, ref_template=REF)  # type: ignore[arg-type]
    schemas = {key: schema for (key, _), schema in found.items()}
    orders = {name: _command(name, schemas.pop(f"command {name}"), parts["$defs"]) for name in commands}
    mapping = {name: order["$ref"] for name, order in orders.items()}
    discriminator = {"propertyName": "name", "mapping": mapping}
    schemas[repr(Command)] = {"oneOf": list(orders.values()), "discriminator": discriminator}
    return schemas, parts["$defs"]


def _command(name: str, schema: Document, parts: Document) -> Document:
    """Let a command's schema lie among the parts, with who may give it and how it may be refused."""
    spec = COMMANDS[name]
    part = schema["$ref"].rpartition("/")[2] if "$ref" in schema else f"command.{name}"
    body = parts.get(part, schema)
    parts[part] = body | {"x-roles": sorted(spec.roles), "x-refusals": list(spec.refuses)}
    return {"$ref": REF.format(model=part)}


def _operation(app: Flask, rule: Rule, interface: Interface, schemas: Mapping[str, Document]) -> Document:
    said: Document = {"summary": _summary(app, rule), "operationId": f"{_method(rule)}.{rule.endpoint}"}
    if interface.host_only:
        said["x-roles"] = ["host"]
    parameters = [*_in_the_path(rule), *_asked(interface)]
    if parameters:
        said["parameters"] = parameters
    if interface.takes is not None:
        taken = _content(JSON, schemas[repr(interface.takes)])
        said["requestBody"] = {"required": True, "content": taken}
    given = _content(interface.kind, None if interface.gives is None else schemas[repr(interface.gives)])
    said["responses"] = {"200": {"description": "done", "content": given}}
    said["responses"] |= {str(status): {"description": when} for status, when in interface.otherwise.items()}
    return said


def _content(kind: str, schema: Document | None) -> Document:
    return {kind: {} if schema is None else {"schema": schema}}


def _summary(app: Flask, rule: Rule) -> str:
    lines = (app.view_functions[rule.endpoint].__doc__ or "").strip().splitlines()
    return lines[0].replace(" (docs/state.md)", "") if lines else ""


def _in_the_path(rule: Rule) -> Iterator[Document]:
    for name in sorted(rule.arguments):
        kind = "integer" if isinstance(rule._converters[name], IntegerConverter) else "string"
        yield {"name": name, "in": "path", "required": True, "schema": {"type": kind}}


def _asked(interface: Interface) -> Iterator[Document]:
    for name, what in interface.asks.items():
        yield {"name": name, "in": "query", "description": what, "schema": {"type": "string"}}
