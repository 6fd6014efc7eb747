"""webui/http/static/contract.d.ts: the types that the page's scripts are checked with."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pydantic import BaseModel

from tests.contract.models import all_models
from tests.contract.types import object_of, type_in_words, type_of
from webui.table.commands import COMMANDS
from webui.table.contract import ROLES
from webui.table.contract.roles import visible_to

HEAD = """/*
 * What the program sends to the page and takes from it. Written by `python -m tests.contract --write` from
 * webui/table/contract/, webui/http/api/answers.py and webui/table/commands/: change it there.
 */
"""


def declarations() -> str:
    """Return the whole file."""
    models = list(all_models())
    parts = [HEAD, *("\n".join(_interface(model, models)) for model in models), "\n".join(_commands())]
    return "\n".join(parts)


def _interface(model: type[BaseModel], models: Collection[type[BaseModel]]) -> Iterator[str]:
    base = next((each for each in model.__bases__ if each in models), None)
    yield f"/** {' '.join((model.__doc__ or '').split())} */"
    yield f"interface {model.__name__} {f'extends {base.__name__} ' if base else ''}{{"
    for name, field in model.model_fields.items():
        if base and name not in model.__annotations__:
            continue
        if field.description:
            yield f"  /** {' '.join(field.description.split())} */"
        seen = visible_to(field)
        missing = "?" if seen.roles and not seen.null and seen.roles != set(ROLES) else ""
        yield f"  {field.alias or name}{missing}: {type_in_words(type_of(field))};"
    yield "}\n"


def _commands() -> Iterator[str]:
    yield "/** Every command and its arguments (docs/state.md). */"
    yield "interface Commands {"
    for name, spec in sorted(COMMANDS.items()):
        yield f'  "{name}": {object_of(spec.schema, leave_out=("version", "name"))};'
    yield "}\n"
