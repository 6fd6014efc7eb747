"""What a system's document came to, in words: headline, sentence, marks, and the dice with whoever threw them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from webui.documents import DocumentError
from webui.documents.systems import judge_document
from webui.i18n import catalogue, render
from webui.table.narrator import Document, Verdict
from webui.table.systems import UnknownSystemError, known_system

REMEMBERED = 256
"""So many sentences are kept: the page's newest entries are told again with every snapshot."""

STEP = re.compile(r"(\w+)(?:\[(\d+)\])?")


def told(system: str, document: Document, result: Document, language: str) -> Verdict:
    """Return a system's judged document as docs/state.md has a verdict."""
    said = _said(system, json.dumps(document, sort_keys=True), language) or str(result.get("say", ""))
    headline = _headline(system, document, result, language) or said.removesuffix(".")
    sentence = "" if headline == said.removesuffix(".") else said
    dice = " ".join(_dice(document, result, language))
    return {
        "kind": f"{system}.{document['kind']}",
        "tone": _tone(result),
        "headline": headline,
        "line": " ".join(part for part in (sentence, dice) if part),
        "marks": list(_marks(result, language)),
        "next": [],
        "why": list(_why(result, language)),
        "choose": None,
        "spoken": said,
        "result": dict(result),
    }


def tell_any(document: Any, language: str) -> Verdict:
    """Judge a document that names its ``system``, and tell what it came to.

    :raise DocumentError: it does not fit, or there is no such system
    """
    body = dict(document) if isinstance(document, Mapping) else {}
    judged = judge_document(known_system(str(body.pop("system", ""))), body, language)
    return told(judged.system.code, judged.document, judged.answer, language)


def tell_turn(system: str, turn: Any, language: str) -> Verdict | None:
    """Tell where a turn stands that a system's page is working on; None where there is none, or it is over."""
    return _turn(system, json.dumps(turn, sort_keys=True), language) if isinstance(turn, Mapping) else None


@lru_cache(REMEMBERED)
def _turn(system: str, turn: str, language: str) -> Verdict | None:
    try:
        verdict = tell_any({**json.loads(turn), "system": system, "kind": "turn"}, language)
    except (DocumentError, UnknownSystemError):
        return None
    return None if verdict["result"].get("over") else verdict | {"result": {}}


@lru_cache(REMEMBERED)
def _said(system: str, document: str, language: str) -> str:
    """Judge a document again for its sentence in this language: the same document gives the same answer."""
    try:
        answer = judge_document(known_system(system), json.loads(document), language).answer
    except (DocumentError, UnknownSystemError):
        return ""
    return str(answer["say"])


def _headline(system: str, document: Document, result: Document, language: str) -> str | None:
    outcome = (
        f"{result['outcome']}{'.resistance' if result.get('resistance') else ''}"
        if "outcome" in result
        else ""
    )
    code = f"told.{system}.{document['kind']}.{outcome}"
    return render(code, {"winner": result.get("winner")}, language) if code in catalogue(language) else None


def _tone(result: Document) -> str:
    outcome = str(result.get("outcome", ""))
    return outcome if outcome in ("success", "failure", "tie") else "number"


def _marks(result: Document, language: str) -> Iterator[dict[str, Any]]:
    for kind in ("critical", "fumble"):
        if result.get(kind) is True:
            text = render(f"told.mark.{kind}", {"plain": abs(int(result.get("plain", 0)))}, language)
            yield {"kind": kind, "seat": "", "text": text}


def _why(result: Document, language: str) -> Iterator[dict[str, Any]]:
    words = catalogue(language)
    for rule in result.get("rule") or ():
        ruling = words.get(f"ruling.{rule}", "")
        yield {
            "rule": rule,
            "ruling": bool(ruling),
            "text": words.get(f"rule.{rule}", ""),
            "ruling_text": ruling,
        }


def _dice(document: Document, result: Document, language: str) -> Iterator[str]:
    """Tell every throw of dice: whose, what fell, and whether by hand or by the program and from which seed."""
    for throw in result.get("thrown") or ():
        whose = _owner(document, throw["field"])
        numbers = ", ".join(map(str, throw["dice"]))
        if whose:
            numbers = f"{whose} {numbers}"
        yield render(f"told.dice.{throw['by']}", {"dice": numbers, "seed": throw.get("seed")}, language)


def _owner(document: Document, field: str) -> str:
    """Return the nearest name on the way to a field of a document: a pool's, a target's."""
    here: Any = document
    owner = ""
    for name, index in STEP.findall(field):
        here = here.get(name) if isinstance(here, Mapping) else None
        if index and isinstance(here, list):
            here = here[int(index)]
        if isinstance(here, Mapping):
            owner = str(here.get("id") or here.get("at") or owner)
    return owner
