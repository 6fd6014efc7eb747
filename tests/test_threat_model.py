"""Every attack that docs/threat-model.md lists is tried by the test that it names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "threat-model.md"
ROW = re.compile(r"^\| ([^|]*)\| ([^|]+) \| `([^`]+)` `([^`]+)` \|$", re.MULTILINE)


def _tests_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_attack_is_tried() -> None:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len({way for _, way, _, _ in rows}) >= 40
    missing = [(path, name) for _, _, path, name in rows if name not in _tests_in(ROOT / path)]
    assert missing == []


def test_no_row_of_the_page_is_passed_over() -> None:
    text = PAGE.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len(lines) == len(ROW.findall(text)) + 2
