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
from webui.cli import NAMES, main

FOLDER = Path(webui.cli.__file__).parent


@pytest.mark.parametrize("name", NAMES)
def test_a_subcommand_is_the_command_of_the_module_of_its_name(name: str) -> None:
    found = main.get_command(click.Context(main), name)
    assert found is not None
    assert found.name == name
    assert found is importlib.import_module(f"webui.cli.{name}").command


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
    assert holding - {"systems", "__init__"} == set(NAMES)
