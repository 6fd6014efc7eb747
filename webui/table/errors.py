"""Refusals of the table: codes and parameters, worded by :mod:`webui.i18n.refusals`."""

from __future__ import annotations

from webui.documents import DocumentError
from webui.i18n.refusals import RefusedError, render_fault


class CommandError(RefusedError, ValueError):
    """A command that cannot be carried out; the message says why."""


class StaleCommandError(RefusedError, ValueError):
    """A command of a page whose snapshot is out of date."""


def misfit(fault: RefusedError, language: str) -> CommandError:
    """Return the refusal of a command that does not fit; ``plain`` words a document's fault without the field."""
    if isinstance(fault, DocumentError):
        plain = fault.in_language(language).fault
        return CommandError("misfit", what=render_fault(fault, language), field=fault.field, plain=plain)
    return CommandError("misfit", what=render_fault(fault, language), field=fault.named.get("field", ""))
