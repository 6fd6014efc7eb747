"""The index of Demon City names functions and tests that exist, and leaves out no line of the sources."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INDEX = ROOT / "docs" / "rules-index.md"


@dataclass(frozen=True)
class Line:
    """One line of the index."""

    system: str
    combat: str
    rule: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]


def read_index() -> Iterator[Line]:
    table = INDEX.read_text(encoding="utf-8").split("## Rulings")[0]
    for text in table.splitlines():
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if len(cells) == 6 and cells[0] not in ("system", "---"):
            named = [tuple(re.findall(r"`([^`]+)`", cell)) for cell in cells[4:]]
            yield Line(cells[0], cells[1], cells[3], named[0], named[1])


LINES = list(read_index())

PREFIXES = {"cards": "rules.", "webui": ""}
"""What completes a function's name, if not ``rules.demon_city.``."""


def test_every_function_exists() -> None:
    names = {name for line in LINES for name in line.functions}
    assert len(names) > 30
    for name in sorted(names):
        pkgutil.resolve_name(PREFIXES.get(name.split(".")[0], "rules.demon_city.") + name)


def test_every_test_exists() -> None:
    names = {name for line in LINES for name in line.tests}
    assert len(names) > 60
    for name in sorted(names):
        file, _, function = name.partition("::")
        source = (ROOT / "tests" / "rules" / file).read_text(encoding="utf-8")
        assert re.search(rf"^def {function}\(", source, re.MULTILINE), name


def test_what_is_no_advice_has_a_function_and_a_test() -> None:
    for line in LINES:
        if line.rule not in ("advice", "-"):
            assert line.functions, line
            assert line.tests, line


def test_every_rule_is_in_the_index() -> None:
    named = {int(number) for line in LINES for number in re.findall(r"D(\d+)", line.rule)}
    assert set(range(2, 37)) - named == set()  # D1 is the product's own: codes of cards


@pytest.mark.parametrize(
    ("text", "column"), [("demon-city-system.txt", "system"), ("demon-city-combat.txt", "combat")]
)
def test_no_line_of_the_sources_is_left_out(text: str, column: str, shared: Path) -> None:
    covered: set[int] = set()
    for line in LINES:
        for span in re.findall(r"(\d+)(?:-(\d+))?", getattr(line, column)):
            first, last = int(span[0]), int(span[1] or span[0])
            covered |= set(range(first, last + 1))
    source = (shared / "seeds" / text).read_text(encoding="utf-8").splitlines()
    told = {number for number, written in enumerate(source, start=1) if re.search(r"\w", written)}
    assert sorted(told - covered) == []
