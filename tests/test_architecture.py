"""Imports point one way: rules and models know nobody, vision knows no rules, webui knows them all."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = {"rules", "models", "vision", "webui"}

ALLOWED: dict[str, set[str]] = {
    "rules": {"rules"},
    "models": {"models"},
    "models/training": {"models", "vision"},
    "vision": {"vision"},
    "webui": ROOMS,
}


def room_of(path: Path) -> str:
    relative = path.relative_to(ROOT)
    return "models/training" if relative.parts[:2] == ("models", "training") else relative.parts[0]


def imports_of(path: Path) -> Iterator[str]:
    """Full dotted names of the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def sources() -> list[Path]:
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    ours = {name.split(".")[0] for name in imports_of(path)} & ROOMS
    assert ours <= ALLOWED[room_of(path)]
    offline = [name for name in imports_of(path) if name.startswith("models.training")]
    assert not offline or room_of(path) == "models/training", "the trainer is imported by nobody"


@pytest.mark.parametrize("path", sorted((ROOT / "rules").rglob("*.py")), ids=lambda path: path.name)
def test_rules_use_the_standard_library_only(path: Path) -> None:
    foreign = {name.split(".")[0] for name in imports_of(path)} - set(sys.stdlib_module_names) - {"rules"}
    assert foreign == set()


def test_one_seam_joins_sight_and_rules() -> None:
    """Only webui/table.py may import both what lies on the table and what it means."""
    both = [
        str(path.relative_to(ROOT))
        for path in sources()
        if {"vision", "rules"} <= {name.split(".")[0] for name in imports_of(path)}
    ]
    assert set(both) <= {"webui/table.py"}
