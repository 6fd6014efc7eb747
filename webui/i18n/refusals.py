"""Refusals: a code and its parameters, worded in the language of the person who reads them."""

from __future__ import annotations

from collections.abc import Mapping
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
    """What does not fit of a checked value: its path, what was expected, the kind of fault, what was given, and what
    pydantic says of it besides.
    """

    path: tuple[int | str, ...]
    what: str
    kind: str
    given: object
    context: Mapping[str, object]

    @property
    def field(self) -> str:
        """The path as one text, ``seats.0.name``."""
        return ".".join(map(str, self.path))


def misfits(fault: ValidationError) -> list[Misfit]:
    """Return everything that does not fit."""
    return [
        Misfit(
            each["loc"],
            each["msg"].removeprefix("Value error, "),
            each["type"],
            each["input"],
            each.get("ctx", {}),
        )
        for each in fault.errors(include_url=False)
    ]


def first_misfit(fault: ValidationError) -> Misfit:
    """Return the first thing that does not fit."""
    return misfits(fault)[0]
