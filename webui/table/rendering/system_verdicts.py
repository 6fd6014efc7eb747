"""Verdicts on other systems' documents: headline, sentence, marks, and the dice with their throwers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from webui.i18n import catalogue, render
from webui.table.contract.verdicts import Mark, Tone, Verdict
from webui.table.rendering.reasons import reasons_of

Document: TypeAlias = Mapping[str, object]

STEP = re.compile(r"(\w+)(?:\[(\d+)\])?")

TONES: Final[Mapping[str, Tone]] = {"success": "success", "failure": "failure", "tie": "tie"}


class Dice(BaseModel):
    """A throw of dice: by whom, for which field of the document, and the numbers."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    field: str
    dice: tuple[int, ...]
    by: str
    seed: int | None = None


class SystemAnswer(BaseModel):
    """What a verdict says of the answer to any system's document; ``whole`` is that answer."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    outcome: str | None = None
    winner: str | int | None = None
    resistance: object = None
    critical: object = None
    fumble: object = None
    plain: Any = None
    rule: tuple[str, ...] = ()
    thrown: tuple[Dice, ...] = ()
    say: str = ""
    whole: dict[str, object]

    @classmethod
    def read(cls, answer: Mapping[str, object]) -> SystemAnswer:
        """Return an answer, of its JSON.

        :raise ValueError: it is none
        """
        return cls.model_validate({**answer, "whole": answer})

    def serialize(self) -> dict[str, object]:
        """Return the answer as JSON has it."""
        return dict(self.whole)


def system_verdict(
    system: str, document: Document, answer: SystemAnswer, said: str, language: str
) -> Verdict:
    """Return a system's judged document as docs/state.md has a verdict; ``said`` is its sentence."""
    kind = f"{system}.{document['kind']}"
    headline = _headline(kind, answer, language) or said.removesuffix(".")
    sentence = "" if headline == said.removesuffix(".") else said
    dice = " ".join(_dice(document, answer, language))
    return Verdict(
        kind=kind,
        tone=TONES.get(answer.outcome or "", "number"),
        headline=headline,
        title=headline,
        clash="",
        played=[],
        line=" ".join(part for part in (sentence, dice) if part),
        marks=list(_marks(answer, language)),
        next=[],
        why=reasons_of(answer.rule, language),
        choose=None,
        spoken=said,
        result=answer.serialize(),
    )


def _headline(kind: str, answer: SystemAnswer, language: str) -> str | None:
    resisted = ".resistance" if answer.outcome and answer.resistance else ""
    code = f"headline.{kind}.{answer.outcome or ''}{resisted}"
    return render(code, {"winner": answer.winner}, language) if code in catalogue(language) else None


def _marks(answer: SystemAnswer, language: str) -> Iterator[Mark]:
    if answer.critical is True:
        yield _mark("critical", answer, language)
    if answer.fumble is True:
        yield _mark("fumble", answer, language)


def _mark(kind: Literal["critical", "fumble"], answer: SystemAnswer, language: str) -> Mark:
    text = render(f"mark.{kind}", {"plain": abs(int(answer.plain or 0))}, language)
    return Mark(kind=kind, seat="", text=text)


def _dice(document: Document, answer: SystemAnswer, language: str) -> Iterator[str]:
    """Yield every throw of dice in words: the thrower, the numbers, and whether by hand or from which seed."""
    for throw in answer.thrown:
        whose = _owner(document, throw.field)
        numbers = ", ".join(map(str, throw.dice))
        if whose:
            numbers = f"{whose} {numbers}"
        yield render(f"thrown.by-{throw.by}", {"dice": numbers, "seed": throw.seed}, language)


def _owner(document: Document, field: str) -> str:
    """Return the nearest name on the path of a field in a document: a pool's, a target's."""
    here: object = document
    owner = ""
    for name, index in STEP.findall(field):
        here = here.get(name) if isinstance(here, Mapping) else None
        if index and isinstance(here, list):
            here = here[int(index)]
        if isinstance(here, Mapping):
            owner = str(here.get("id") or here.get("at") or owner)
    return owner
