"""Every promise of docs/page.md is held to by the test that it names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "page.md"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| `([^`]+)` `([^`]+)` \|$", re.MULTILINE)


def _tests_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_has_its_test() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) >= 60
    assert [(path, name) for _, _, path, name in rows if name not in _tests_in(ROOT / path)] == []


def test_no_line_of_the_table_is_passed_over() -> None:
    text = PAGE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len(lines) == len(ROW.findall(text)) + 2
