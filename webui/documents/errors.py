"""What is wrong with a document: one line that begins with the path of the field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.refusal import Path, Refusal
from webui.i18n import LANGUAGES, render
from webui.i18n.reasons import what_in_words


class DocumentError(ValueError):
    """A document that does not fit: which field, what was there, and what was expected."""

    def __init__(self, path: Path, fault: str, others: Iterable[DocumentError] = ()) -> None:
        super().__init__(fault)
        self.path = path
        self.fault = fault
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

    def __str__(self) -> str:
        text = f"{self.field}: {self.fault}" if self.path else self.fault
        return " ".join(text.splitlines())

    def within(self, *outer: str | int) -> DocumentError:
        """The same fault in a document that lies inside another."""
        return DocumentError((*outer, *self.path), self.fault, [each.within(*outer) for each in self.others])


def written_path(path: Path) -> str:
    """A path as it is written in a message.

    >>> written_path(("participants", 0, "action", "resist"))
    'participants[0].action.resist'
    """
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def document_error(
    path: Path, fault: str, params: Mapping[str, object], language: str = LANGUAGES[0]
) -> DocumentError:
    """The error of a fault that has its words in the catalogue."""
    fault = "none-of" if fault == "one-of" and not params["names"] else fault
    return DocumentError(path, render(f"fault.{fault}", params, language))


def from_refusal(refusal: Refusal, language: str = LANGUAGES[0]) -> DocumentError:
    """What the rules refuse, in words."""
    first, *others = (one_from_refusal(each, language) for each in refusal.each)
    return DocumentError(first.path, first.fault, others)


def one_from_refusal(refusal: Refusal, language: str = LANGUAGES[0]) -> DocumentError:
    """What the rules refuse first, in words, what is counted and where it was counted already among them."""
    params = dict(refusal.params)
    if "what" in params:
        params["what"] = what_in_words(params["what"], language)  # type: ignore[arg-type]
    if "where" in params:
        params["where"] = written_path(params["where"])  # type: ignore[arg-type]
    return document_error(refusal.path, refusal.code, params, language)
