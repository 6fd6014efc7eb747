"""Imports point one way: rules and models know nobody, vision knows no rules, webui knows them all."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

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


STAGES: dict[str, set[str]] = {
    "": set(),
    "virtual": set(),
    "recording": set(),
    "capture": {"virtual", "recording"},
    "detection": set(),
    "recognition": {"detection", "scene"},
    "galleries": {"recognition", "scene"},
    "scene": set(),
    "tracking": {"scene"},
}
"""For each stage of vision those that it may import beside itself and the words that all share (the empty name)."""


def room_of(path: Path) -> str:
    relative = path.relative_to(ROOT)
    return "models/training" if relative.parts[:2] == ("models", "training") else relative.parts[0]


def imports_in(source: str) -> Iterator[str]:
    """Full dotted names of the modules that a source imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports_of(path: Path) -> Iterator[str]:
    yield from imports_in(path.read_text(encoding="utf-8"))


def sources() -> list[Path]:
    return sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))


def forbidden_imports(room: str, source: str) -> list[str]:
    """Return what a source of a room imports from a room that it must not know; only the trainer knows itself."""
    names = sorted(set(imports_in(source)))
    foreign = [name for name in names if name.split(".")[0] in ROOMS - ALLOWED[room]]
    trainer = [name for name in names if name.startswith("models.training") and room != "models/training"]
    return [*foreign, *trainer]


def test_imports_point_one_way() -> None:
    found = {
        str(path.relative_to(ROOT)): forbidden_imports(room_of(path), path.read_text(encoding="utf-8"))
        for path in sources()
    }
    assert len(found) > 300
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("room", "line", "name"),
    [
        ("rules", "import vision.types", "vision.types"),
        ("vision", "from webui import i18n", "webui"),
        ("webui", "import models.training.trainer", "models.training.trainer"),
    ],
)
def test_a_forbidden_room_is_found(room: str, line: str, name: str) -> None:
    assert name in forbidden_imports(room, line)


def test_rules_use_the_standard_library_only() -> None:
    known = {*sys.stdlib_module_names, "rules"}
    found = {
        str(path.relative_to(ROOT)): {name.split(".")[0] for name in imports_of(path)} - known
        for path in (ROOT / "rules").rglob("*.py")
    }
    assert len(found) > 40
    assert {path: foreign for path, foreign in found.items() if foreign} == {}


SEAM = ROOT / "webui" / "identities.py"
"""Where a label of the sight's becomes a card of the rules."""

OF_SIGHT = ("vision", "webui.table.seen.cards")
"""Modules whose values hold what the camera saw."""

CARDS = {"Card", "PlayingCard"}


def crossings(source: str) -> list[str]:
    """Return how a source crosses from sight to rules by itself: by its imports, or by making cards of labels."""
    names = set(imports_in(source))
    found = []
    if any(_is_in(name, OF_SIGHT) for name in names) and any(_is_in(name, ("rules",)) for name in names):
        found.append("imports sight and rules")
    return found + [
        f"line {node.lineno} makes a card" for node in ast.walk(ast.parse(source)) if _makes_a_card(node)
    ]


def _is_in(name: str, modules: tuple[str, ...]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def _makes_a_card(node: ast.AST) -> TypeGuard[ast.expr]:
    """`Card(...)`, `Card.parse` (called or handed on), `cards.Card(...)`, `BY_CODE[...]`."""
    if isinstance(node, ast.Call):
        return _last_name(node.func) in CARDS
    if isinstance(node, ast.Attribute):
        return node.attr == "parse" and _last_name(node.value) in CARDS
    return isinstance(node, ast.Subscript) and _last_name(node.value) == "BY_CODE"


def _last_name(node: ast.expr) -> str | None:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None


def test_one_seam_joins_sight_and_rules() -> None:
    """Only webui/identities.py makes cards of labels, and none other holds both sides."""
    outside = [
        path for room in ("webui", "vision", "models") for path in (ROOT / room).rglob("*.py") if path != SEAM
    ]
    crossed = {str(path.relative_to(ROOT)): crossings(path.read_text(encoding="utf-8")) for path in outside}
    assert {path: found for path, found in crossed.items() if found} == {}
    assert crossings(SEAM.read_text(encoding="utf-8")), "the seam is here"


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("from vision.types import Track\nfrom rules.cards import Card", ["imports sight and rules"]),
        ("import vision.types\nimport rules", ["imports sight and rules"]),
        (
            "from webui.table.seen.cards import TableCard\nfrom rules.pulp import deal",
            ["imports sight and rules"],
        ),
        ("def later():\n    import vision\n    from rules import cards", ["imports sight and rules"]),
        ("from rules.cards import Card\nCard.parse('w01')", ["line 2 makes a card"]),
        ("from rules.cards import Card\nlist(map(Card.parse, ()))", ["line 2 makes a card"]),
        ("from rules import cards\ncards.Card('w', 1)", ["line 2 makes a card"]),
        ("from rules.playing_cards import PlayingCard\nPlayingCard.parse('As')", ["line 2 makes a card"]),
        ("from rules.cards import BY_CODE\nBY_CODE['w01']", ["line 2 makes a card"]),
        ("from rules.cards import Card\nfrom webui.identities import card_of\ncard_of('w01')", []),
        ("from vision.types import Track\nfrom webui.identities import card_of", []),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_planted_crossing_is_found(planted: str, found: list[str]) -> None:
    assert crossings(planted) == found


def stage_of(module: str) -> str:
    """The folder of a module of vision; empty for the words that all stages share."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in STAGES else ""


def forbidden_stages(stage: str, source: str) -> set[str]:
    seen = {stage_of(name) for name in imports_in(source) if name.split(".")[0] == "vision"}
    return seen - STAGES[stage] - {stage, ""}


def test_stages_of_vision_import_one_way() -> None:
    found = {}
    for path in (ROOT / "vision").rglob("*.py"):
        folder = path.relative_to(ROOT / "vision").parts[0]
        stage = folder if folder in STAGES else ""
        assert stage or path.parent == ROOT / "vision", f"{path}: its folder is no stage"
        found[str(path.relative_to(ROOT))] = forbidden_stages(stage, path.read_text(encoding="utf-8"))
    assert len(found) > 100
    assert {path: stages for path, stages in found.items() if stages} == {}


@pytest.mark.parametrize(
    ("stage", "line"),
    [
        ("detection", "from vision.tracking.tracker import Tracker"),
        ("recognition", "import vision.galleries.enrolment"),
        ("tracking", "from vision.recognition import reader"),
        ("", "from vision.capture.spec import SourceSpec"),
    ],
)
def test_a_forbidden_import_is_found(stage: str, line: str) -> None:
    assert forbidden_stages(stage, f"{line}\nfrom vision.types import Frame\n")


ARCHIVE = ROOT / "docs" / "decisions" / "archive"
"""What stands there is told as it was."""

DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    ROOT / "models" / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if ARCHIVE not in page.parents),
]


def _file_of(command: str) -> str:
    """Return the file that runs: a folder's is its ``__main__.py``."""
    place = command.replace(".", "/")
    return f"{place}/__main__.py" if (ROOT / place).is_dir() else f"{place}.py"


def missing_names(text: str) -> list[str]:
    """Return the files and commands that a document names and nobody finds.

    What is called `highest` is made by whoever follows docs/adding-a-system.md.
    """
    files = set(re.findall(r"(?<![\w/.])(?:vision|models|webui|tests|examples)/[\w./-]*\w", text))
    commands = re.findall(r"python -m ((?:vision|models|webui|tests)[\w.]*\w)", text)
    files |= {_file_of(command) for command in commands}
    return [name for name in sorted(files) if not (ROOT / name).exists() and "highest" not in name]


def test_documents_name_what_is_there() -> None:
    found = {
        str(path.relative_to(ROOT)): missing_names(path.read_text(encoding="utf-8")) for path in DOCUMENTS
    }
    assert len(found) > 20
    assert {path: gone for path, gone in found.items() if gone} == {}


def test_the_mutation_run_names_files_that_are_there() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    named = [
        *settings["only_mutate"],
        *settings["pytest_add_cli_args_test_selection"],
        *settings["also_copy"],
    ]
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert len(settings["only_mutate"]) > 5


def test_a_missing_file_would_be_noticed() -> None:
    assert missing_names("see `webui/nobody.py`, run python -m tests.benchmarks.nothing") == [
        "tests/benchmarks/nothing.py",
        "webui/nobody.py",
    ]
