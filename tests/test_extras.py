"""The tests are collected on a machine that lacks an extra: only those that need it are left out, and say so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXTRAS: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
TESTS_OWN = {"test"}


def modules_of(requirements: list[str]) -> list[str]:
    """Return the modules that an extra installs; each is called as its distribution."""
    return [name[0].replace("-", "_") for line in requirements if (name := re.match(r"[\w-]+", line))]


@cache
def collected_without(modules: frozenset[str], *selection: str) -> subprocess.CompletedProcess[str]:
    """Collect tests in a process that cannot import these modules; once for each set of them."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.without", "--collect-only", "-q", *selection]
    environment = {**os.environ, "CLASHCAM_WITHOUT": " ".join(sorted(modules))}
    environment.pop("CLASHCAM_NO_SKIPS", None)
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("extra", sorted(EXTRAS.keys() - TESTS_OWN))
def test_all_tests_are_collected_without_an_extra(extra: str) -> None:
    here = frozenset(filter(find_spec, modules_of(EXTRAS[extra])))
    done = collected_without(here)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    missing = {
        extra,
        *(name for name, needed in EXTRAS.items() if not all(map(find_spec, modules_of(needed)))),
    }
    reasons = re.findall(r"^SKIPPED .*", done.stdout, re.MULTILINE)
    assert [line for line in reasons if not any(f"pip install '.[{name}]'" in line for name in missing)] == []


def test_a_missing_module_that_a_test_needs_would_be_noticed(tmp_path: Path) -> None:
    planted = tmp_path / "test_planted.py"
    planted.write_text("import segno\n\ndef test_it(): pass\n", "utf-8")
    assert collected_without(frozenset(), str(planted)).returncode == 0
    missing = collected_without(frozenset({"segno"}), str(planted))
    assert missing.returncode != 0
    assert "No module named 'segno'" in missing.stdout
