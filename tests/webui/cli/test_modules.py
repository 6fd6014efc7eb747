"""One module a command: what a subcommand is stands in the file of its name."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import webui.cli
from rules.registry import SYSTEMS
from webui.cli import NAMES, SYSTEM_NAMES, main

FOLDER = Path(webui.cli.__file__).parent


@pytest.mark.parametrize("name", NAMES)
def test_a_subcommand_is_the_command_of_the_module_of_its_name(name: str) -> None:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    assert found.name == name
    assert found is importlib.import_module(f"webui.cli.{name.replace('-', '_')}").command


def test_matrices_are_told_to_take_one_thread_before_anything_reads_that() -> None:
    told = "import os, sys, webui.cli; print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"
    free = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    for environment, expected in ((free, "False 1"), (free | {"OPENBLAS_NUM_THREADS": "3"}, "False 3")):
        done = subprocess.run(
            [sys.executable, "-c", told], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == expected


def test_no_module_holds_a_subcommand_that_nobody_finds() -> None:
    makes = ("\n@click.command(", "\n@click.group(")
    holding = {
        path.stem for path in FOLDER.glob("*.py") if any(how in path.read_text("utf-8") for how in makes)
    }
    assert holding - {"systems", "__init__"} == {name.replace("-", "_") for name in NAMES}


@pytest.mark.parametrize(("name", "line"), (NAMES | SYSTEM_NAMES).items())
def test_a_subcommand_is_listed_with_the_first_sentence_of_its_help(name: str, line: str) -> None:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    assert line == found.get_short_help_str(limit=200)


def test_every_system_of_the_registry_is_listed_in_its_order() -> None:
    assert list(SYSTEM_NAMES) == list(SYSTEMS)
    listed = main.list_commands(click.Context(main))
    help_lines = main.get_help(click.Context(main)).partition("Commands:\n")[2].splitlines()
    assert listed == [line.split()[0] for line in help_lines]


def test_help_imports_no_subcommand_and_no_number_cruncher() -> None:
    asked = (
        "import sys, webui.cli\n"
        "webui.cli.main(['--help'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name in ('numpy', 'cv2', 'pydantic', 'rules')\n"
        "       or name.startswith('webui.cli.')])"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
