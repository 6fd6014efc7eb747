"""Verdicts on other systems' documents: headline, sentence, marks, and the dice with their throwers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from webui.i18n import catalogue, render

Document: TypeAlias = Mapping[str, Any]
Verdict: TypeAlias = dict[str, Any]

STEP = re.compile(r"(\w+)(?:\[(\d+)\])?")


def system_verdict(system: str, document: Document, result: Document, said: str, language: str) -> Verdict:
    """Return a system's judged document as docs/state.md has a verdict; ``said`` is its sentence."""
    headline = _headline(system, document, result, language) or said.removesuffix(".")
    sentence = "" if headline == said.removesuffix(".") else said
    dice = " ".join(_dice(document, result, language))
    return {
        "kind": f"{system}.{document['kind']}",
        "tone": _tone(result),
        "headline": headline,
        "title": headline,
        "clash": "",
        "played": [],
        "line": " ".join(part for part in (sentence, dice) if part),
        "marks": list(_marks(result, language)),
        "next": [],
        "why": reasons_of(result, language),
        "choose": None,
        "spoken": said,
        "result": dict(result),
    }


def reasons_of(result: Document, language: str) -> list[dict[str, Any]]:
    """Return the rules of a result, each with its text and our ruling."""
    words = catalogue(language)
    return [
        {
            "rule": rule,
            "ruling": f"ruling.{rule}" in words,
            "text": words.get(f"rule.{rule}", ""),
            "ruling_text": words.get(f"ruling.{rule}", ""),
        }
        for rule in result.get("rule") or ()
    ]


def _headline(system: str, document: Document, result: Document, language: str) -> str | None:
    outcome = (
        f"{result['outcome']}{'.resistance' if result.get('resistance') else ''}"
        if "outcome" in result
        else ""
    )
    code = f"headline.{system}.{document['kind']}.{outcome}"
    return render(code, {"winner": result.get("winner")}, language) if code in catalogue(language) else None


def _tone(result: Document) -> str:
    outcome = str(result.get("outcome", ""))
    return outcome if outcome in ("success", "failure", "tie") else "number"


def _marks(result: Document, language: str) -> Iterator[dict[str, Any]]:
    for kind in ("critical", "fumble"):
        if result.get(kind) is True:
            text = render(f"mark.{kind}", {"plain": abs(int(result.get("plain", 0)))}, language)
            yield {"kind": kind, "seat": "", "text": text}


def _dice(document: Document, result: Document, language: str) -> Iterator[str]:
    """Yield every throw of dice in words: the thrower, the numbers, and whether by hand or from which seed."""
    for throw in result.get("thrown") or ():
        whose = _owner(document, throw["field"])
        numbers = ", ".join(map(str, throw["dice"]))
        if whose:
            numbers = f"{whose} {numbers}"
        yield render(f"thrown.by-{throw['by']}", {"dice": numbers, "seed": throw.get("seed")}, language)


def _owner(document: Document, field: str) -> str:
    """Return the nearest name on the path of a field in a document: a pool's, a target's."""
    here: Any = document
    owner = ""
    for name, index in STEP.findall(field):
        here = here.get(name) if isinstance(here, Mapping) else None
        if index and isinstance(here, list):
            here = here[int(index)]
        if isinstance(here, Mapping):
            owner = str(here.get("id") or here.get("at") or owner)
    return owner
