"""docs/stream.schema.json: every event of the public stream, as a JSON schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import BaseModel, TypeAdapter

from webui.connect.events import KINDS, VERSION, Envelope

Document: TypeAlias = dict[str, Any]

ROOT: Final = Path(__file__).resolve().parents[2]

REF: Final = "#/$defs/{model}"

ABOUT: Final = (
    "Events of /api/v1/stream and of the webhook, written by `python -m tests.contract --write`. Within one version"
    " fields and events may be added, and nothing is taken away: whatever is not named here is valid, and to be left"
    " out by who reads it. docs/connect.md says the rest."
)


def schema() -> Document:
    """Return the schema of an event in its envelope."""
    kinds: list[type[BaseModel]] = [Envelope, *KINDS]
    models = [(kind, "serialization", TypeAdapter[BaseModel](kind)) for kind in kinds]
    found, parts = TypeAdapter.json_schemas(models, ref_template=REF)  # type: ignore[arg-type]
    rules = [
        {
            "if": {"properties": {"event": {"const": kind.event}}, "required": ["event"]},
            "then": {"properties": {"data": found[kind, "serialization"]}},
        }
        for kind in KINDS
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"clashcam-stream-{VERSION}",
        "title": f"Clashcam, stream of version {VERSION}",
        "description": ABOUT,
        "allOf": [found[Envelope, "serialization"], *rules],
        "$defs": _open(parts["$defs"]),
    }


def _open(value: Any) -> Any:
    """Return a schema that allows fields it does not name; its own titles say nothing new."""
    if isinstance(value, dict):
        return {
            key: _open(each)
            for key, each in value.items()
            if key != "additionalProperties" or each is not False
        }
    return [_open(each) for each in value] if isinstance(value, list) else value


def written() -> str:
    """Return the schema as it lies in docs/."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
