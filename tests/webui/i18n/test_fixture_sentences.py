"""What the browser tests show is what the program says: a sentence of their scenes that it never says fails here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any

import pytest

import webui.table.commands  # Its words stand in it.  # noqa: F401
from tests.browser.builders import checked
from tests.browser.scenes import SCENES
from tests.browser.sessions import session
from webui.i18n import LANGUAGES, catalogue

SAID = frozenset({"headline", "title", "clash", "line", "text", "ruling_text", "sum", "say", "undo"})
"""The fields of a snapshot that hold a sentence of the program's; ``spoken`` is put together from others."""

OTHER_GAMES = ("chronica.", "dragon.", "pulp.", "ui.", "refused.")
"""Beginnings of the keys of what no table of Demon City shows."""

ENOUGH_LETTERS = 4
"""A template with places and fewer letters of its own, as `{name}: {text}`, would be found in anything."""

INTENSITIES = "|".join(catalogue(each)["verdict.sum.intensity"].format(goal=r"\d+") for each in LANGUAGES)

COMPARED = re.compile(rf"(.*?)(?:, )?\d+(?: [\w ]+)? [<>=] (?:\d+(?: [\w ]+)?|{INTENSITIES})")
"""Numbers that are compared, alone or behind a sentence: `Ann succeeds, 9 > 3`, `9 Nine of Wands > Intensity 4`."""


@cache
def sentences(language: str) -> list[re.Pattern[str]]:
    """Every template of a language as a pattern; in its places may stand anything."""
    templates = [text for key, text in catalogue(language).items() if not key.startswith(OTHER_GAMES)]
    return [
        re.compile(rf"(?:{as_pattern(text)})\.?", re.I)
        for text in templates
        if "{" not in text or letters(text) >= ENOUGH_LETTERS
    ]


def as_pattern(template: str) -> str:
    parts = []
    for before, name, forms, _ in Formatter().parse(template):
        *alone, one, other = forms.split("|") if forms and "|" in forms else ("", "")
        nouns = f"(?:{re.escape(one)}|{re.escape(other)})" if one else ""
        place = nouns if alone else f".+ {nouns}" if nouns else ".+"
        parts.append(re.escape(before) + (place if name else ""))
    return "".join(parts)


def letters(template: str) -> int:
    """How many letters a template has of its own."""
    return sum(
        len(re.sub(r"\W", "", f"{before}{forms or ''}"))
        for before, _, forms, _ in Formatter().parse(template)
    )


def is_said(text: str, language: str) -> bool:
    compared = COMPARED.fullmatch(text)
    said = compared[1] if compared else text
    return not said or any(each.fullmatch(said) for each in sentences(language))


def texts(value: Any, field: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner, field)
    elif isinstance(value, str) and field in SAID and value:
        yield value


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_of_the_browser_tests_says_what_the_program_says(name: str) -> None:
    scene = checked(SCENES[name]())
    assert [text for text in texts(scene) if not is_said(text, scene["language"])] == []
    assert all(each["name"] for each in scene["seats"]), (
        "a sentence whose person has no name fits any template"
    )


def test_the_log_of_the_browser_tests_says_what_the_program_says() -> None:
    assert [text for text in texts(session()) if not is_said(text, "en")] == []


@pytest.mark.parametrize(
    "text",
    ["Throw for damage.", "It is our ruling.", "The Host shrugs.", "Ann shrugs, 9 > 3", "Nobody is hit."],
)
def test_a_sentence_that_the_program_never_says_is_noticed(text: str) -> None:
    scene = SCENES["players"]()
    for field in ("next", "marks"):
        changed = scene | {"verdict": scene["verdict"] | {field: [{"text": text}]}}
        assert [text for text in texts(changed) if not is_said(text, "en")] == [text]


def test_each_language_is_asked_for_its_own() -> None:
    said = {language: catalogue(language)["next.throw-damage"] for language in LANGUAGES}
    found = [(language, other) for language in said for other in said if is_said(said[language], other)]
    assert found == [(language, language) for language in LANGUAGES]
