"""docs/command.schema.json: what `POST /api/v1/commands` takes, as a JSON schema."""

from __future__ import annotations

import json
from typing import Any, Final, TypeAlias

from webui.connect.commands import PublicCommand
from webui.connect.events import VERSION

Document: TypeAlias = dict[str, Any]

ABOUT: Final = (
    "Body of `POST /api/v1/commands`, written by `python -m tests.contract --write`. Within one version commands and"
    " fields may be added; none is taken away or gets another meaning. docs/connect.md says the rest."
)


def schema() -> Document:
    """Return the schema of a command."""
    found = PublicCommand.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"clashcam-command-{VERSION}",
        **found,
        "title": f"Clashcam, commands of version {VERSION}",
        "description": ABOUT,
    }


def written() -> str:
    """Return the schema as it lies in docs/."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
