"""What is wrong with a document: one line that begins with the path of the field."""

from __future__ import annotations

from collections.abc import Mapping

from rules.refusal import Path, Refusal
from webui.say import LANGUAGES, render


class DocumentError(ValueError):
    """A document that does not fit: which field, what was there, and what was expected."""

    def __init__(self, path: Path, fault: str) -> None:
        super().__init__(fault)
        self.path = path
        self.fault = fault

    @property
    def field(self) -> str:
        """The path as text: `participants[0].action.resist`; empty for the document itself."""
        return written_path(self.path)

    def __str__(self) -> str:
        text = f"{self.field}: {self.fault}" if self.path else self.fault
        return " ".join(text.splitlines())

    def within(self, *outer: str | int) -> DocumentError:
        """The same fault in a document that lies inside another."""
        return DocumentError((*outer, *self.path), self.fault)


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
    return DocumentError(path, render(f"fault.{fault}", params, language))


def from_refusal(refusal: Refusal, language: str = LANGUAGES[0]) -> DocumentError:
    """What the rules refuse, in words."""
    return document_error(refusal.path, refusal.code, refusal.params, language)
