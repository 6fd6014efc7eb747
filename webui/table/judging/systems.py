"""The other systems at the same table: judge and render their documents, and make their entries of the log."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache

from webui.documents import DocumentError, Judged, answer_document, judge_document, known_system
from webui.table.contract.verdicts import Verdict
from webui.table.modes.mode import DEMON_CITY
from webui.table.rendering.system_verdicts import SystemAnswer, system_verdict

REMEMBERED = 256
"""How many rendered turns are cached: every snapshot renders the open one again."""


def record(
    system: str, document: dict[str, object], language: str, seed: Callable[[], int]
) -> dict[str, object]:
    """Judge a document and return what the log keeps: dice that were rolled, from ``seed``, stand in it as they fell.

    :raise DocumentError: it does not fit, or there is no such system
    """
    judged = judge_document(known_system(system), document, language, seed)
    return {
        "throw": None,
        "mode": system,
        "system": system,
        "document": judged.document,
        "result": judged.answer(language),
        "said": judged.sentences(),
        "seats": [],
        "picture": None,
        "crops": [],
    }


def with_judged(
    worksheet: dict[str, object], place: str | None, kept: dict[str, object]
) -> dict[str, object]:
    """Return a worksheet on which a judged document stays under a name."""
    if place is None:
        return worksheet
    judged = {"document": kept["document"], "result": kept["result"]}
    others = worksheet.get("judged")
    return worksheet | {"judged": {**(others if isinstance(others, dict) else {}), place: judged}}


def is_example(worksheet: Mapping[str, object]) -> bool:
    """Return whether a worksheet holds a worked example of the rules, which is nobody's game."""
    return bool(worksheet.get("example"))


def own_worksheet(worksheet: Mapping[str, object]) -> Mapping[str, object]:
    """Return the worksheet of the group's own game: during an example, the one from before it."""
    if not is_example(worksheet):
        return worksheet
    example = worksheet["example"]
    return example.get("before") or {} if isinstance(example, dict) else {}


def resolve_any(document: object, language: str) -> object:
    """Answer any document of the contracts; without a ``system`` beside ``kind`` it is Demon City's.

    :raise DocumentError: it does not fit
    """
    rest = dict(document) if isinstance(document, dict) else document
    code = str(rest.pop("system", DEMON_CITY)) if isinstance(rest, dict) else DEMON_CITY
    return answer_document(known_system(code), rest, language)


def render_any(document: object, language: str) -> Verdict:
    """Judge a document that names its ``system``, and render its verdict.

    :raise DocumentError: it does not fit, or there is no such system
    """
    body = dict(document) if isinstance(document, Mapping) else {}
    return _verdict(judge_document(known_system(str(body.pop("system", ""))), body, language), language)


def _verdict(judged: Judged, language: str) -> Verdict:
    answer = SystemAnswer.read(judged.answer(language))
    return system_verdict(judged.system.code, judged.document, answer, answer.say, language)


def render_turn(system: str, turn: object, language: str) -> Verdict | None:
    """Render the turn that a system's page is working on; None where there is none, or it is over."""
    return _turn(system, json.dumps(turn), language) if isinstance(turn, Mapping) else None


@lru_cache(REMEMBERED)
def _turn(system: str, turn: str, language: str) -> Verdict | None:
    try:
        verdict = render_any({**json.loads(turn), "system": system, "kind": "turn"}, language)
    except DocumentError:
        return None
    return None if verdict.result.get("over") else verdict.model_copy(update={"result": {}})
