"""What the documents tell somebody to type exists."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import models
from webui.cli import main

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/commands.md",
    "CHANGELOG.md",
    "Makefile",
    "models/README.md",
    "models/manifest.json",
]
LONGEST_README = 130
COMMANDS = main.list_commands(click.Context(main))


def test_the_page_of_commands_names_every_command() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    missing = [name for name in COMMANDS if f"`clashcam {name}" not in text and f"`{name}`" not in text]
    assert missing == []


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= LONGEST_README


@pytest.mark.parametrize("document", [*DOCUMENTS, "docs/adding-a-system.md", "docs/state.md"])
def test_every_command_that_is_told_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    told = set(re.findall(r"clashcam ([a-z][a-z-]+)", "\n".join(re.findall(r"`[^`\n]+`", text))))
    assert told - {*COMMANDS, "highest"} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_module_that_is_told_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    modules = {name.rstrip(".") for name in re.findall(r"python -m ([a-z_.]+)", text)} - {"pip", "venv"}
    assert [name for name in sorted(modules) if find_spec(name) is None] == []


def test_every_target_of_make_is_there() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert phony is not None
    assert [name for name in phony[1].split() if not re.search(rf"^{name}:", text, re.MULTILINE)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    told = CliRunner().invoke(main, [name, "--help"])
    assert told.exit_code == 0
    assert len(told.stdout.splitlines()) > 5


def test_every_built_in_deck_says_how_it_was_made() -> None:
    told = (ROOT / "models" / "README.md").read_text(encoding="utf-8")
    assert [deck for deck in models.DECKS if f"`galleries/{deck}.npz`" not in told] == []


@pytest.mark.parametrize("folder", ["models/housedeck/fonts", "webui/http/static/fonts"])
def test_every_font_has_its_licence_beside_it(folder: str) -> None:
    licences = {_plain(path.stem.removesuffix("-OFL")): path for path in (ROOT / folder).glob("*-OFL.txt")}
    fonts = [path for path in (ROOT / folder).iterdir() if path.suffix in (".ttf", ".woff2")]
    assert fonts
    for font in fonts:
        family = _plain(re.split(r"-(?:\d|Bold)", font.stem)[0])
        assert "SIL OPEN FONT LICENSE" in licences[family].read_text(encoding="utf-8").upper()


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())
