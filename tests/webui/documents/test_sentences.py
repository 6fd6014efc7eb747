"""docs/sentences.md holds every sentence that a document can lead to, and is what the command prints."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from webui import i18n
from webui.documents.sentences import page
from webui.i18n import LANGUAGES, catalogue

PAGE = Path(__file__).resolve().parents[3] / "docs" / "sentences.md"
SENTENCES = (
    "clash.", "static.", "opposed.", "c10.", "c100.", "damage.", "round.", "throws.", "cards.", "wins.",
    "pulp.", "dragon.", "chronica.", "demon-city.",
)  # fmt: skip
UNREACHED = {
    "dragon.phase.started-phase",  # of a turn's steps, which tell the turn
    "dragon.phase.bonus-phase",
}


def test_the_page_is_what_the_command_prints() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_sentence_is_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: set[str] = set()
    render = i18n.render

    def heard(code: str, params: Mapping[str, object] | None = None, language: str = LANGUAGES[0]) -> str:
        spoken.add(code)
        return render(code, params, language)

    for module in list(sys.modules.values()):
        if getattr(module, "render", None) is render:
            monkeypatch.setattr(module, "render", heard)
    page()
    known = {code for code in catalogue() if code.startswith(SENTENCES)}
    assert known - spoken == UNREACHED


def test_german_numbers_have_a_comma() -> None:
    said = [line for line in page().splitlines() if line.startswith("- ")]
    english, german = said[::2], said[1::2]
    assert [line for line in german if re.search(r"\d\.\d", line)] == []
    assert len([line for line in german if re.search(r"\d,\d", line)]) == len(
        [line for line in english if re.search(r"\d\.\d", line)]
    )


def test_no_sentence_has_a_hole_or_a_wrong_number() -> None:
    said = [line for line in page().splitlines() if line.startswith("- ")]
    assert len(said) > 200
    for line in said:
        assert not set(line) & set("{}|_"), line
        assert " 1 cards" not in line, line
