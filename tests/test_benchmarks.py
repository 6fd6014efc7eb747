"""Every command that prints a figure prints the same five lines above it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.benchmarks.heading import heading

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = [
    p for p in sorted((ROOT / "tests" / "benchmarks").glob("*.py")) if "if __name__" in p.read_text("utf-8")
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
