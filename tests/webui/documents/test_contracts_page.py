"""docs/contracts.md: every example runs, and its answer says what the page says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rules.demon_city import Next, Why
from webui.cli import main

PAGE = Path(__file__).resolve().parents[3] / "docs" / "contracts.md"
BLOCK = re.compile(r"^```json (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def read_page() -> list[tuple[str, Any, Any]]:
    """Each example: the command, the document, and what its answer says."""
    blocks = [(kind, json.loads(text)) for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8"))]
    asked = [(place, *block) for place, block in enumerate(blocks) if block[0] != "answer"]
    return [(command, document, blocks[place + 1]) for place, command, document in asked]


EXAMPLES = read_page()


def says(told: Any, expected: Any) -> bool:
    """Whether an answer says all that is expected of it: of objects the fields, of lists the first entries."""
    if isinstance(expected, dict):
        return isinstance(told, dict) and all(
            key in told and says(told[key], expected[key]) for key in expected
        )
    if isinstance(expected, list) and expected:
        return len(told) >= len(expected) and all(map(says, told, expected))
    return bool(told == expected)


def test_the_page_has_every_command() -> None:
    commands = {command for command, _, _ in EXAMPLES}
    assert commands == {"resolve", "round", "throws", "demon-city", "pulp", "dragon", "chronica"}
    assert all(kind == "answer" for _, _, (kind, _) in EXAMPLES)


@pytest.mark.parametrize(("command", "document", "answer"), EXAMPLES)
def test_every_example_runs_and_is_answered_so(command: str, document: Any, answer: tuple[str, Any]) -> None:
    result = CliRunner().invoke(main, [command], json.dumps(document))
    assert (result.exit_code, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert says(told, answer[1]), told


def test_every_code_of_next_stands_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [code for code in (*Next, *Why) if f"`{code}`" not in page] == []
