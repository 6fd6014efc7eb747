"""docs/snapshot.md: every field of the snapshot, its type, who sees it, and what it says."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tests.contract.models import table_models
from tests.contract.types import type_in_words, type_of
from webui.table.contract import ROLES
from webui.table.contract.roles import visible_to

HEAD = """# The snapshot, field by field

Written by `python -m tests.contract --write` from `webui/table/contract/`, with which the program makes every snapshot.
[state.md](state.md) says how it is asked for. All coordinates are fractions (0 to 1) of the shown picture. "all" are
the roles host, players, screen and overlay; a field of the Host's is not there for the others, or null if it says so.
"""


def reference() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(line for model in table_models() for line in _section(model))])


def _section(model: type[BaseModel]) -> Iterator[str]:
    yield f"## {model.__name__}\n"
    yield f"{' '.join((model.__doc__ or '').split())}\n"
    yield "| field | type | seen by | |"
    yield "|---|---|---|---|"
    for name, field in model.model_fields.items():
        words = " ".join((field.description or "").split())
        kind = type_in_words(type_of(field)).replace("|", "\\|")
        yield f"| `{field.alias or name}` | `{kind}` | {_throwers(field)} | {words} |"
    yield ""


def _throwers(field: FieldInfo) -> str:
    seen = visible_to(field)
    if seen.roles == set(ROLES):
        return "all"
    return f"{', '.join(sorted(seen.roles)) or 'nobody'}{', null for others' if seen.null else ''}"
