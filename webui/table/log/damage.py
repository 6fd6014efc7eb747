"""Damaged events: the report of an event that does not have the shape of its kind.

A disk, another program or a newer Clashcam may have left anything in the store. A damaged event stays there; it is
left out of the projection, and reported by its number and kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError

from webui.i18n.refusals import RefusedError, first_misfit
from webui.storage.store import StoredEvent
from webui.table.log.events import read_event


class DamagedError(RefusedError, ValueError):
    """The reason why an event cannot be read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An event that was left out, and the reason."""

    event: int
    kind: str
    why: RefusedError

    def render(self, language: str) -> str:
        """Return the report in one line of a language."""
        named = {"event": self.event, "kind": self.kind[:40], "what": self.why.render(language)}
        return DamagedError("unread", **named).render(language)


def refuse_damaged(event: StoredEvent) -> None:
    """Check that an event can be applied.

    :raise RefusedError: in one line, why it cannot
    """
    if event.fault is not None:
        raise event.fault
    try:
        datetime.fromisoformat(event.at)
    except ValueError:
        raise DamagedError("event-undated") from None
    try:
        read_event(event)
    except ValidationError as fault:
        first = first_misfit(fault)
        raise DamagedError("event-misfit", field=first.field or "payload", what=first.what) from None
