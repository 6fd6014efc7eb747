"""Faults of a document: a path and a code, rendered in one line that begins with the path of the field."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from rules.names import nearest
from rules.refusal import Path, Refusal
from rules.system import Said
from webui.i18n import LANGUAGES, render
from webui.i18n.counts import render_claim, render_held_claim, render_stat
from webui.i18n.refusals import RefusedError
from webui.one_line import is_one_line


class DocumentError(RefusedError, ValueError):
    """A document that does not fit: the field at fault, its value, and what was expected."""

    def __init__(
        self,
        path: Path,
        code: str,
        named: Mapping[str, object] | None = None,
        others: Iterable[DocumentError] = (),
        language: str = LANGUAGES[0],
    ) -> None:
        super().__init__(code, **(named or {}))
        self.path = path
        self.language = language
        """The language of the document's answer, in which the fault is rendered unless another is asked for."""
        self.others = tuple(others)
        """Further faults of the same document."""

    @property
    def each(self) -> tuple[DocumentError, ...]:
        """This fault and the others, each once."""
        return tuple({str(error): error for error in (self, *self.others)}.values())

    @property
    def field(self) -> str:
        """The path as text: `participants[0].action.resist`; empty for the document itself."""
        return written_path(self.path)

    @property
    def fault(self) -> str:
        """The fault without the field."""
        return self._words(self.language)

    def render(self, language: str) -> str:
        """Return the fault in one line of a language."""
        fault = self._words(language)
        return f"{self.field}: {fault}" if self.path else fault

    def __str__(self) -> str:
        return self.render(self.language)

    def within(self, *outer: str | int) -> DocumentError:
        """The same fault in a document that lies inside another."""
        others = [each.within(*outer) for each in self.others]
        where = self.named.get("where")
        counted = {"where": (*outer, *where)} if isinstance(where, tuple) else {}
        return DocumentError((*outer, *self.path), self.code, self.named | counted, others, self.language)

    def in_language(self, language: str) -> DocumentError:
        """The same fault of a document whose answer would be in this language."""
        others = [each.in_language(language) for each in self.others]
        return DocumentError(self.path, self.code, self.named, others, language)

    def with_meant(self, document: object) -> DocumentError:
        """The same fault, with the known name that the document probably meant.

        A list of one may be written without its brackets: then the path ends before its place.
        """
        others = [each.with_meant(document) for each in self.others]
        meant = nearest(self._given(document), self._names_known())
        named = self.named if meant is None else {**self.named, "meant": meant}
        return DocumentError(_there(document, self.path), self.code, named, others, self.language)

    def _names_known(self) -> list[str]:
        """The names of which one was expected here."""
        expected = self.named.get("expected")
        said = expected.params if isinstance(expected, Said) else {}
        listed = next((each for name in CANDIDATES if (each := {**said, **self.named}.get(name))), ())
        return [str(each).strip('"') for each in listed] if isinstance(listed, (tuple, list)) else []

    def _given(self, document: object) -> str:
        """The name at the place of the fault: given with it, a value of the document, or a field's name."""
        if self.code == "unknown-field":
            return str(self.path[-1])
        given = next((self.named[name] for name in GIVEN if name in self.named), None)
        value = given if given is not None else _value_at(document, self.path)
        return value.strip('"') if isinstance(value, str) else ""

    def _words(self, language: str) -> str:
        named = {name: _named(name, value, language) for name, value in self.named.items()}
        code = self._wording(named)
        text = " ".join(render(f"fault.{code}", named, language).splitlines())
        return text + render("fault.did-you-mean", named, language) if "meant" in named else text

    def _wording(self, named: Mapping[str, object]) -> str:
        """The code of the sentence: some codes have a second one, for certain parameters."""
        if self.code == "one-of" and not named["names"]:
            return "none-of"
        return f"{self.code}.stat" if self.code == "counts-by-itself" and named.get("stat") else self.code


CANDIDATES = ("known", "names", "fields", "kinds", "choices", "ranges", "candidates", "systems")
"""The parameters of a fault that hold the names of which one was expected."""

GIVEN = ("id", "given", "side", "range")
"""The parameters of a fault that hold the name at its place."""


def _there(document: object, path: Path) -> Path:
    """A path without places in lists that the document has not written as lists."""
    taken: Path = ()
    for step in path:
        value = _value_at(document, taken)
        if isinstance(step, int) and value is not None and not isinstance(value, (list, tuple)):
            return taken
        taken = (*taken, step)
    return path


def _value_at(document: object, path: Path) -> object:
    """Return the value at a place of a document, None where there is none."""
    for step in path:
        document = _inside(document, step)
    return document


def _inside(value: object, step: str | int) -> object:
    if isinstance(value, Mapping):
        return value.get(step)
    there = isinstance(value, (list, tuple)) and isinstance(step, int) and step < len(value)
    return value[step] if there else None  # type: ignore[index]


def _named(name: str, value: object, language: str) -> object:
    """Return what is counted, and its place, in words; anything else unchanged."""
    if name == "what" and isinstance(value, tuple):
        return render_claim(value, language)
    if name == "held" and isinstance(value, tuple):
        return render_held_claim(value, language)
    if name == "stat":
        return render_stat(str(value), language)
    return written_path(value) if name == "where" and isinstance(value, tuple) else value


def written_path(path: Path) -> str:
    """A path as it is written in a message.

    >>> written_path(("participants", 0, "action", "resist"))
    'participants[0].action.resist'
    """
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def together(faults: Iterable[DocumentError]) -> DocumentError:
    """The first of these faults, with the others attached."""
    first, *others = faults
    return DocumentError(first.path, first.code, first.named, others)


def wrong(path: Path, given: object, expected: object) -> DocumentError:
    """The fault of a value that is not what was expected: the code of `expected.`, or words of its own."""
    expected = Said(f"expected.{expected}") if isinstance(expected, str) else expected
    return DocumentError(path, "wrong", {"input": shown(given), "expected": expected})


def from_refusal(refusal: Refusal, expected: Callable[[Path], Said] | None = None) -> DocumentError:
    """Return the refusal of the rules as a fault of the document.

    :param expected: what the field at a place should hold, where the rules do not say it themselves
    """
    return together(
        DocumentError(
            each.path, each.code, ({"expected": expected(each.path)} if expected else {}) | each.params
        )
        for each in refusal.each
    )


def shown(value: object, limit: int = 40) -> str:
    """A value in one line, as JSON, cut where it is long."""
    text = printable(json.dumps(value, ensure_ascii=False, default=str))
    return text if len(text) <= limit else f"{text[: limit - 3]}..."


def is_control(letter: str) -> bool:
    """Whether a character controls the output instead of being text: line feeds, terminal codes, changes of direction.

    >>> is_control("\x1b"), is_control("\u202e"), is_control("é")
    (True, True, False)
    """
    return not is_one_line(letter) or letter in TURNS_DIRECTION


TURNS_DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def printable(text: str) -> str:
    """A text in one line that controls no terminal: control characters are written as their codes."""
    return "".join(f"\\u{ord(letter):04x}" if is_control(letter) else letter for letter in text)
