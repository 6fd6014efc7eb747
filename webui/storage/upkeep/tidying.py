"""Taking away what people want gone: a whole session, or the pictures of old ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from webui.storage.databases.schema import Session, event_columns, events, pictures_of, sessions, stored_event
from webui.storage.faults import StoreError, UnfitStoreError
from webui.storage.store import Store
from webui.storage.upkeep.backups import backups


@dataclass(frozen=True, slots=True)
class TakenAway:
    """How much went, and how many pictures stay because other sessions show them too."""

    sessions: int = 0
    events: int = 0
    pictures: int = 0
    bytes: int = 0
    shared: int = 0
    copies: int = 0


def forget(store: Store, session: Session) -> TakenAway:
    """Delete a session wholly: its rows, its pictures, and every copy of the log; one new copy is made.

    :raise StoreError: something could not be deleted; whoever calls again goes on
    """
    _refuse_closed(store)
    with store.alone:
        return _forget(store, session)


def _forget(store: Store, session: Session) -> TakenAway:
    shown, seen = _pictures(store)
    own = shown.pop(session.id, set())
    others = set().union(*shown.values())
    sizes = store.database.pictures.sizes()
    gone = own - others
    with store.database.writing() as connection:
        count = connection.execute(events.delete().where(events.c.session == session.id)).rowcount
        connection.execute(sessions.delete().where(sessions.c.id == session.id))
    store.database.pictures.delete(gone, seen)
    store.database.tidy()
    copies = backups(store.folder)
    for copy in copies:
        copy.unlink(missing_ok=True)
    store.copy_aside()
    size = sum(sizes.get(digest, 0) for digest in gone)
    return TakenAway(1, count, len(gone & sizes.keys()), size, len(own & others), len(copies))


def left_beside(folder: Path) -> list[Path]:
    """Return the files of a data folder that may hold any session, forgotten or not, and are left to people: logs that
    were set aside, whose other sessions may lie nowhere else, and recordings.
    """
    return [*sorted(folder.glob("set-aside-*.sqlite3*")), *sorted(folder.glob("recordings/*"))]


def prune(
    store: Store, *, before: datetime | None = None, newest: int | None = None, budget: int | None = None
) -> TakenAway:
    """Delete the pictures of sessions that began before a time, or are not among the ``newest``, then of the oldest
    until all fit into ``budget``.

    The newest session keeps its pictures; pictures that no session shows go at once. What was played stays.

    :raise StoreError: something could not be deleted
    """
    _refuse_closed(store)
    with store.alone:
        going, gone, seen = _old_pictures(store, before, newest, budget)
        store.database.pictures.delete(gone, seen)
        return going


def prunable(store: Store, newest: int) -> TakenAway:
    """Return what :func:`prune` would delete if so many sessions kept their pictures; nothing is deleted.

    :raise StoreError: the log cannot be read
    """
    with store.alone:
        return _old_pictures(store, None, newest, None)[0]


def _old_pictures(
    store: Store, before: datetime | None, newest: int | None, budget: int | None
) -> tuple[TakenAway, set[str], set[int]]:
    sizes, (shown, seen) = store.database.pictures.sizes(), _pictures(store)
    gone = sizes.keys() - set().union(*shown.values()) - store.fresh
    known = store.sessions()
    count = 0
    for place, session in enumerate(known[:-1]):
        left = sum(size for digest, size in sizes.items() if digest not in gone)
        is_old = before is not None and _began_before(session, before)
        is_old |= newest is not None and len(known) - place > newest
        if not is_old and (budget is None or left <= budget):
            continue
        own = shown.pop(session.id, set())
        gone |= (own - set().union(*shown.values())) & sizes.keys()
        count += 1
    return TakenAway(count, 0, len(gone), sum(sizes[digest] for digest in gone)), gone, seen


def _refuse_closed(store: Store) -> None:
    store.open_again()
    if store.database.closed is not None:
        raise UnfitStoreError(store.database.closed.code, **store.database.closed.named)


def _pictures(store: Store) -> tuple[dict[str | None, set[str]], set[int]]:
    """The pictures that each session of the log shows, those of other tables too, and the events that say so."""
    shown: dict[str | None, set[str]] = {}
    seen: set[int] = set()
    with store.database.reading() as connection:
        for row in connection.execute(sa.select(*event_columns())):
            event = stored_event(row)
            if event.fault is not None:
                raise StoreError(f"{store.folder}: event {event.id} cannot be read; nothing is deleted")
            shown.setdefault(event.session, set()).update(pictures_of(event.payload))
            seen.add(event.id)
    return shown, seen


def _began_before(session: Session, moment: datetime) -> bool:
    try:
        began = datetime.fromisoformat(session.started)
    except ValueError:
        return False
    return (began if began.tzinfo else began.astimezone()) < moment
