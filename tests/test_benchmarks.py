"""Each command that prints a figure prints the same five lines above it; the page of figures is written from a file."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.__main__ import PAGE, RESULTS, interval, newest, page_with, table
from tests.benchmarks.heading import heading

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = [
    p
    for p in sorted((ROOT / "tests" / "benchmarks").glob("*.py"))
    if p.stem != "__main__" and "if __name__" in p.read_text("utf-8")
]
WORDS = ["commit", "machine", "cores", "command", "n"]


def test_the_heading_says_commit_machine_cores_command_and_how_many() -> None:
    rows = dict(line.split(maxsplit=1) for line in heading("12 frames").splitlines())
    assert list(rows) == WORDS
    assert (rows["cores"], rows["n"]) == (str(os.cpu_count()), "12 frames")


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_every_command_prints_the_heading(path: Path) -> None:
    calls = [
        ast.unparse(node.func)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]
    assert "heading" in calls


def test_a_command_says_how_it_was_called() -> None:
    words = ["-m", "tests.benchmarks.virtual_speed", "--seconds", "0.1"]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    rows = dict(line.split(maxsplit=1) for line in done.stdout.splitlines()[:5])
    assert list(rows) == WORDS
    assert rows["command"] == "python -m tests.benchmarks.virtual_speed --seconds 0.1"


ROW = {
    "area": "Speed",
    "question": "a frame",
    "hits": 3,
    "n": 4,
    "command": "x",
    "machine": "m",
    "commit": "1",
}


def lines_of(*rows: dict[str, object]) -> list[str]:
    return [json.dumps(row) for row in rows]


def test_the_page_holds_the_newest_figure_of_each_question() -> None:
    results = newest(RESULTS.read_text("utf-8").splitlines())
    text = PAGE.read_text("utf-8")
    assert text == page_with(text, results), "run: python -m tests.benchmarks --write"
    assert len(results) > 40


def test_a_newer_figure_replaces_an_older_one_and_keeps_its_place() -> None:
    other = {**ROW, "question": "a photograph"}
    results = newest(lines_of(ROW, other, {**ROW, "hits": 4}))
    assert [(result.question, result.hits) for result in results] == [("a frame", 4), ("a photograph", 3)]


def test_a_rate_gets_its_interval() -> None:
    assert "| a frame | 3 of 4 (75.0 %) | 30.1 % to 95.4 % | 4 |" in table(newest(lines_of(ROW)))
    assert interval(0, 100) == pytest.approx((0.0, 0.037), abs=0.001)


@pytest.mark.parametrize("wrong", [{"hits": 5}, {"figure": "75 %"}, {"hits": None}, {"hots": 3}])
def test_a_measurement_that_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"hits|hots"):
        newest(lines_of({**ROW, **wrong}))
