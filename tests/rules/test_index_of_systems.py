"""docs/rules-index-systems.md names rules, functions, tests and fields that exist."""

from __future__ import annotations

import importlib
import re
from dataclasses import fields
from pathlib import Path

import pytest

from rules.registry import SYSTEMS
from webui.documents.pipeline import FORMS

ROOT = Path(__file__).resolve().parents[2]
INDEX = (ROOT / "docs" / "rules-index-systems.md").read_text(encoding="utf-8")


def test_every_function_of_the_index_exists() -> None:
    named = re.findall(r"`((?:pulp|dragon|chronica|dice)\.[\w.]+)`", INDEX)
    assert len(named) > 40
    for path in named:
        module, _, name = path.rpartition(".")
        assert hasattr(importlib.import_module(f"rules.{module}"), name), path


def test_every_test_of_the_index_exists() -> None:
    named = re.findall(r"`(rules/[\w/]+\.py)::(test_\w+)`", INDEX)
    assert len(named) > 50
    for path, name in named:
        assert f"def {name}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), name


@pytest.mark.parametrize(("letter", "last"), [("P", 6), ("G", 9), ("C", 7)])
def test_every_rule_has_a_row_and_a_test_named_after_it(letter: str, last: int) -> None:
    rows = [line.split("|") for line in INDEX.splitlines() if line.startswith("|")]
    numbers = {number for row in rows if len(row) == 6 for number in row[2].strip().split(", ")}
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "rules").glob("*/test_*.py")
    )
    for number in range(1, last + 1):
        assert f"{letter}{number}" in numbers
        assert re.search(rf"def test_(\w+_)?{letter.lower()}{number}_", tests)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (code, kind.code)
        for code, system in SYSTEMS.items()
        for kind in system.kinds
        if kind.code not in FORMS.get(code, {})
    ],
)
def test_every_field_of_every_document_is_told(code: str, kind: str) -> None:
    [row] = [line for line in INDEX.splitlines() if line.startswith(f"| {code} `{kind}` |")]
    told = row.split("|")[2]
    request = SYSTEMS[code].kind(kind).request
    for each in fields(request):
        assert f"`{each.name}`" in told or "as `contest`" in told, each.name


@pytest.mark.parametrize("kind", FORMS["demon-city"])
def test_every_field_that_is_written_in_several_ways_is_told(kind: str) -> None:
    contracts = (ROOT / "docs" / "contracts.md").read_text(encoding="utf-8")
    names = {each.alias or name for name, each in FORMS["demon-city"][kind].model_fields.items()}
    assert {name for name in names if f"`{name}`" not in contracts and f'"{name}"' not in contracts} == set()
