"""docs/adding-a-system.md, built as it stands there: a system, its sentences, its command."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

import webui.commands.systems
import webui.documents.systems
import webui.say
from rules.system import System
from webui.commands.systems import command_of
from webui.documents import DocumentError
from webui.documents.systems import judge_document, system_document
from webui.say import catalogue

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adding-a-system.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def highest(monkeypatch: pytest.MonkeyPatch) -> System:
    words = {**catalogue(), **json.loads(block("json"))}
    for module in (webui.say, webui.documents.systems, webui.commands.systems):
        monkeypatch.setattr(module, "catalogue", lambda language="en": words)
    example = ModuleType("rules.highest.kinds")
    monkeypatch.setitem(sys.modules, example.__name__, example)
    exec(compile(block("python"), str(PAGE), "exec"), example.__dict__)
    system = example.SYSTEM
    assert isinstance(system, System)
    return system


def test_it_judges_its_documents(highest: System) -> None:
    answer = system_document(highest, {"kind": "round", "dice": [3, 6, 2]})
    assert (answer["winner"], answer["say"]) == (1, "The die in place 2 wins.")
    assert answer["rule"] == ["H1"]
    [tie, odds] = system_document(
        highest, [{"kind": "round", "dice": [6, 6]}, {"kind": "odds", "players": 2}]
    )
    assert (tie["winner"], tie["say"]) == (None, "A tie.")
    assert odds["tie"] == 6 / 36


def test_its_dice_can_be_thrown_and_its_throws_are_logged(highest: System) -> None:
    judged = judge_document(highest, {"kind": "round", "roll": [6, 6, 6], "seed": 7})
    assert judged.is_logged
    assert judged.answer["thrown"][0]["seed"] == 7
    assert system_document(highest, judged.document)["winner"] == judged.answer["winner"]
    assert not judge_document(highest, {"kind": "odds", "players": 2}).is_logged


def test_its_documents_are_checked(highest: System) -> None:
    for document, field in [
        ({"kind": "round", "dice": [3, 7]}, "dice[1]"),
        ({"kind": "round", "dice": [3]}, "dice"),
        ({"kind": "round", "roll": [8, 8]}, "roll[0]"),
        ({"kind": "odds", "players": "two"}, "players"),
        ({"kind": "odds", "player": 2}, "player"),
    ]:
        with pytest.raises(DocumentError) as error:
            system_document(highest, document)
        assert error.value.field == field


def test_it_has_a_command(highest: System) -> None:
    command, runner = command_of(highest), CliRunner()
    shown = runner.invoke(command, ["--help"]).output
    assert "one die each, the highest wins" in shown
    answered = runner.invoke(command, ["-"], input='{"kind": "round", "dice": [1, 2]}')
    assert json.loads(answered.output)["winner"] == 1
