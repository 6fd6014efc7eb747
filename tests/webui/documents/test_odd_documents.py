"""An odd document of any kind is refused in one line that names its field, or changes nothing by being odd."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest

from rules.names import normalized
from rules.registry import SYSTEMS
from rules.system import Kind, System
from tests.webui.documents.odd import Odd, odd_documents
from webui.documents import DocumentError, answer_document
from webui.documents.errors import is_control
from webui.documents.plain_json import UnfitJSONError, read_json
from webui.i18n import LANGUAGES

pytestmark = pytest.mark.slow

LEAST: Final = 200
"""So many odd documents of each kind, or more."""

KINDS = [(system, kind) for system in SYSTEMS.values() for kind in system.kinds]

MAY_BE_NEGATIVE: Final = {"difficulty", "hit_points", "seed"}
MAY_BE_HUGE: Final = {"seed"}
MAY_BE_THERE_TWICE: Final = {"dice", "roll", "steps", "opposition", "sides", "success"}
"""Lists of which another entry, like one that is there, makes another document: dice, sizes, steps."""

TOO_MANY: Final = ("extra", "refused", "miscounted")
"""Where an answer says what is there once too often."""
MAY_BE_NULL: Final = {"agility"}
"""Fields where nothing says that nobody has noted it."""
MAY_BE_A_NUMBER: Final = {"dice", "success", "concessions"}
"""Lists of dice: a bare number is the value of one of unknown size."""


def example(kind: Kind) -> dict[str, Any]:
    return {"kind": kind.code, **json.loads(json.dumps(kind.example))}


def answer(system: System, text: str, language: str = LANGUAGES[0]) -> Any:
    """The answer to a document as both edges give it; a refusal in its place."""
    try:
        return answer_document(system, read_json(text), language, lambda: 7)
    except (DocumentError, UnfitJSONError) as refused:
        return refused


def ids(kinds: list[tuple[System, Kind]]) -> list[str]:
    return [f"{system.code} {kind.code}" for system, kind in kinds]


@pytest.mark.parametrize(("system", "kind"), KINDS, ids=ids(KINDS))
def test_an_odd_document_is_refused_or_judged_as_if_it_were_not_odd(system: System, kind: Kind) -> None:
    whole = example(kind)
    good = answer(system, json.dumps(whole))
    odd = list(odd_documents(whole, LEAST))
    assert len(odd) >= LEAST
    silent = []
    for each in odd:
        told = answer(system, each.text)
        if isinstance(told, Exception):
            assert faults_of(told, each.text) == [], each
        elif not is_harmless(system, each, told, good):
            silent.append((each.how, each.path, each.after))
    assert silent == []


def faults_of(refused: Exception, text: str) -> list[str]:
    """What is wrong with a refusal itself: not one line, or a field that is nowhere."""
    if isinstance(refused, UnfitJSONError):
        return []
    assert isinstance(refused, DocumentError)
    wrong = []
    for fault in refused.each:
        for language in LANGUAGES:
            line = fault.render(language)
            wrong += [line] if not line or any(map(is_control, line)) else []
        if not is_in(json.loads(text), fault.path):
            wrong.append(f"no such place: {fault.field}")
    return wrong


def is_in(document: Any, path: tuple[str | int, ...]) -> bool:
    """Whether a path leads to a field of the document, or to one that is missing in an object that is there."""
    for step in path[:-1]:
        if isinstance(document, dict):
            document = document.get(str(step))
        else:
            document = document[step] if isinstance(document, list) and isinstance(step, int) else None
    return not path or isinstance(document, (dict, list))


def is_harmless(system: System, odd: Odd, told: Any, good: Any) -> bool:
    """Whether an odd document is another good one, or is judged as the one that it was made of."""
    field = next((step for step in reversed(odd.path) if isinstance(step, str)), "")
    if told == good or odd.how in ("left-out", "two") or odd.path == ("kind",):
        return True
    if odd.after in (None, []) and odd.how in ("null", "other-type"):
        return field in MAY_BE_NULL or bool(told == answer(system, next_without(odd)))
    if odd.how == "negative":
        return field in MAY_BE_NEGATIVE
    if odd.how == "huge":
        return field in MAY_BE_HUGE
    if odd.how == "doubled":
        return field in MAY_BE_THERE_TWICE or any(told.get(name) for name in TOO_MANY)
    if odd.how == "misspelt":
        return spelt_as(told, odd) == as_text(good).replace(" ", "")
    return isinstance(odd.after, int) and field in MAY_BE_A_NUMBER


def next_without(odd: Odd) -> str:
    document = json.loads(odd.text)
    owner = document
    for step in odd.path[:-1]:
        owner = owner[step]
    del owner[odd.path[-1]]
    return json.dumps(document)


def spelt_as(told: Any, odd: Odd) -> str:
    """An answer as text in which a name is the one that it was before: its spelling alone changes no verdict."""
    name = re.escape(normalized(odd.after))
    return re.sub(rf"\b{name}\b", normalized(odd.before), as_text(told)).replace(" ", "")


def as_text(told: Any) -> str:
    """A value as text without capitals."""
    return normalized(json.dumps(told, ensure_ascii=False))
