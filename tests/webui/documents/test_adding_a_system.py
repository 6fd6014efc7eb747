"""docs/adding-a-system.md, built as it stands there: a system, its sentences, its command."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import rules
from rules.registry import SYSTEMS
from rules.system import System, Use
from tests.webui.http.live import Live
from webui.cli.systems import command_of
from webui.documents import DocumentError, answer_document, judge_document
from webui.http.pages import texts
from webui.i18n import catalogue

PAGE = Path(__file__).resolve().parents[3] / "docs" / "adding-a-system.md"
FILES = ("kinds.py", "words.en.json", "words.de.json", "page.html")
"""The files of the folder, in the order of the page's blocks."""


def blocks() -> list[str]:
    """What these files hold."""
    return re.findall(r"```(?:python|json|html)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def highest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[System]:
    """The folder beside those of the other systems, and its entry in the registry: nothing else."""
    folder = tmp_path / "systems" / "highest"
    folder.mkdir(parents=True)
    for name, block in zip(("__init__.py", *FILES), ("", *blocks()), strict=True):
        (folder / name).write_text(block, encoding="utf-8")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(folder.parent)])
    monkeypatch.setitem(SYSTEMS, "highest", importlib.import_module("rules.highest.kinds").SYSTEM)
    for cached in (catalogue, texts):
        cached.cache_clear()
    yield SYSTEMS["highest"]
    for name in [each for each in sys.modules if each.startswith("rules.highest")]:
        del sys.modules[name]
    for cached in (catalogue, texts):
        cached.cache_clear()


def test_a_small_system_is_added_in_fewer_than_150_lines() -> None:
    assert sum(len(block.splitlines()) for block in blocks()) < 150


def test_it_judges_its_documents(highest: System) -> None:
    answer = answer_document(highest, {"kind": "round", "dice": [3, 6, 2]})
    assert (answer["winner"], answer["say"]) == (1, "The die in place 2 wins.")
    assert answer["rule"] == ["H1"]
    german = answer_document(highest, {"kind": "round", "dice": [3, 6, 2]}, "de")
    assert german["say"] == "Der Würfel an Stelle 2 gewinnt."
    [tie, odds] = answer_document(
        highest, [{"kind": "round", "dice": [6, 6]}, {"kind": "odds", "players": 2}]
    )
    assert (tie["winner"], tie["say"]) == (None, "A tie.")
    assert odds["tie"] == 6 / 36


def test_its_dice_can_be_thrown_and_its_throws_are_logged(highest: System) -> None:
    judged = judge_document(highest, {"kind": "round", "roll": [6, 6, 6], "seed": 7})
    assert judged.kind.use is Use.LOGGED
    assert [thrown["seed"] for thrown in judged.thrown] == [7]
    assert answer_document(highest, judged.document)["winner"] == judged.answer()["winner"]
    assert judge_document(highest, {"kind": "odds", "players": 2}).kind.use is not Use.LOGGED


def test_its_documents_are_checked(highest: System) -> None:
    for document, field in [
        ({"kind": "round", "dice": [3, 7]}, "dice[1]"),
        ({"kind": "round", "dice": [3]}, "dice"),
        ({"kind": "round", "roll": [8, 8]}, "roll[0]"),
        ({"kind": "odds", "players": "two"}, "players"),
        ({"kind": "odds", "player": 2}, "player"),
    ]:
        with pytest.raises(DocumentError) as error:
            answer_document(highest, document)
        assert error.value.field == field


def test_it_has_a_command(highest: System) -> None:
    command, runner = command_of(highest), CliRunner()
    shown = runner.invoke(command, ["--help"]).output
    assert "one die each, the highest wins" in shown
    answered = runner.invoke(command, ["-"], input='{"kind": "round", "dice": [1, 2]}')
    assert json.loads(answered.output)["winner"] == 1


def test_it_has_a_page_and_log_entries(highest: System, tmp_path: Path) -> None:
    live = Live(tmp_path)
    try:
        shown = live.client.get("/highest").get_data(as_text=True)
        assert "<title>Highest Die" in shown
        assert '<system-form class="part framed" kind="round" use="log">' in shown
        assert 'data-systems="demon-city pulp dragon chronica highest"' in shown
        document = {"kind": "round", "roll": [6, 6, 6], "seed": 7}
        assert live.order("record", system="highest", document=document)[0] == 200
        [entry] = live.client.get("/api/log").get_json()
        assert entry["mode"] == "highest"
        assert entry["verdict"]["line"].startswith("Thrown by the program from seed 7: ")
        live.order("undo")
        assert [each["undone"] for each in live.client.get("/api/log").get_json()] == [True]
    finally:
        live.close()
