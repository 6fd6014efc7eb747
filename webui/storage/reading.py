"""Facts that follow from stored events, without reading the store again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from vision.capture.passwords import masked
from vision.capture.spec import JOIN
from webui.storage.databases.schema import Payload, Session, StoredEvent

LONG_AGO: Final = datetime(1, 1, 2, tzinfo=UTC)


def sessions_of(events: Iterable[StoredEvent]) -> list[Session]:
    """Return the sessions that events speak of, where their own rows are damaged: named by what is left."""
    known: dict[str, Session] = {}
    for event in events:
        if event.session is not None:
            known.setdefault(event.session, Session(event.session, event.session, event.at, len(known) + 1))
    return list(known.values())


def last_sign_of_life(session: Session, events: Iterable[StoredEvent]) -> datetime:
    """Return when something last happened in a session, as far as its stamps can be read."""
    stamps = [event.at for event in events]
    return next(filter(None, map(_moment, [*reversed(stamps), session.started])), LONG_AGO)


def without_secrets(events: Iterable[StoredEvent]) -> dict[int, Payload]:
    """Return the settings to store, by event, in place of those in which an earlier program left a camera's secrets."""
    sources = [
        (event, str(event.payload.get("source") or "")) for event in events if event.kind == "settings"
    ]
    return {
        event.id: event.payload | {"source": shown}
        for event, source in sources
        if (shown := JOIN.join(map(masked, source.split(JOIN)))) != source
    }


def _moment(stamp: str) -> datetime | None:
    """Return the time of a stamp; None where it is damaged."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.astimezone()
