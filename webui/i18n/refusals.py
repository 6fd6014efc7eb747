"""Refusals: a code and its parameters, worded in the language of the person who reads them."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ValidationError

from webui.i18n import LANGUAGES, render


class RefusedError(Exception):
    """Base of the errors that the page shows: the catalogue words them as ``refused.CODE``."""

    def __init__(self, code: str, /, **named: object) -> None:
        super().__init__(code)
        self.code = code
        self.named = named

    def render(self, language: str) -> str:
        """Return the refusal in one line of a language."""
        return " ".join(render(f"refused.{self.code}", self.named, language).splitlines())

    def __str__(self) -> str:
        return self.render(LANGUAGES[0])


def render_fault(fault: Exception, language: str) -> str:
    """Return a fault in one line: in this language if it is a refusal, else as it words itself."""
    return fault.render(language) if isinstance(fault, RefusedError) else str(fault)


@dataclass(frozen=True, slots=True)
class Misfit:
    """What does not fit of a checked value: the field, what was expected, the kind of fault, what was given."""

    field: str
    what: str
    kind: str
    given: object


def first_misfit(fault: ValidationError) -> Misfit:
    """Return the first thing that does not fit."""
    first = fault.errors()[0]
    what = first["msg"].removeprefix("Value error, ")
    return Misfit(".".join(str(part) for part in first["loc"]), what, first["type"], first["input"])
