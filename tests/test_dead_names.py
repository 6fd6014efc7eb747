"""Every name that the program defines is used by the program: what only tests use, or nobody, is deleted."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("rules", "models", "vision", "webui")

CALLED_BY_NAME = ("_on_", "visit_", "do_")
"""Beginnings of names that are put together where they are called, or that a library calls."""

BY_LIBRARIES = {
    *("forward", "get_command", "get_next", "list_commands", "revision", "down_revision"),
    *("readline", "respond", "_open", "handleError"),
}
"""What torch, click, onnxruntime, alembic, cheroot and logging call."""


def defined(tree: ast.Module) -> Iterator[str]:
    """Functions, methods and classes that no decorator hands on, and constants of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not _handed_on(node):
            yield node.name
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _handed_on(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """A decorator that is called registers what it decorates; a property or a dataclass does not."""
    own = ("property", "cached_property", "staticmethod", "classmethod", "cache", "unique", "contextmanager")
    named = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return any(not isinstance(each, ast.Name) or each.id not in (*own, "dataclass") for each in named)


def used(tree: ast.Module) -> Iterator[str]:
    """Names that are read, attributes, keywords, imports under another name, and words of texts that are no prose."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.alias) and node.asname:
            yield node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield from re.findall(r"\w+", node.value)


def dead(sources: Iterable[str]) -> list[str]:
    """Return the names that these sources define and never use."""
    trees = [ast.parse(source) for source in sources]
    uses = Counter(name for tree in trees for name in used(tree))
    names = {name for tree in trees for name in defined(tree)}
    return sorted(name for name in names if not uses[name] and not name.startswith(("__", *CALLED_BY_NAME)))


def test_no_name_of_the_program_is_dead() -> None:
    paths = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    found = dead(path.read_text(encoding="utf-8") for path in paths)
    assert sorted(set(found) - BY_LIBRARIES) == []


def test_dead_names_are_found() -> None:
    module = """
LIMIT, USED = 3, 4
IDLE: int = 5

def read() -> int:
    return USED

class Table:
    @property
    def is_over(self) -> bool:
        return read() > 0

    @registered("x")
    def handed_on(self) -> None: ...
"""
    assert dead([module]) == ["IDLE", "Table", "is_over"]
    assert dead([module, "Table().is_over and IDLE"]) == []
