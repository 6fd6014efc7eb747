"""Pictures that the log names and that are missing without having been deleted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import sqlalchemy as sa

from webui.storage.databases.database import Database
from webui.storage.databases.schema import Session, event_columns, events

DIGEST: Final = re.compile(r'"([0-9a-f]{32})"')
"""A picture's name in an event's text, found without reading the whole event: a start waits for it."""


def lost_pictures(database: Database, sessions: Iterable[Session]) -> dict[str, int]:
    """Return how many pictures are gone, by the sessions that show them; sessions that lost none are left out.

    Pruning takes the pictures of old sessions, oldest first, and never those of the newest. So pictures are lost where
    an older session still has some, and everywhere if the newest has none left.

    :raise StoreError: the log cannot be read
    """
    own = _shown(database)
    shown = {each.id: own.get(each.id, set()) for each in sessions}
    gone = set(database.pictures.missing(set().union(*shown.values())))
    lost = {name: len(shown[name] & gone) for name in _unpruned(shown, gone)}
    return {name: count for name, count in lost.items() if count}


def _shown(database: Database) -> dict[str, set[str]]:
    shown: dict[str, set[str]] = {}
    query = sa.select(*event_columns()).where(events.c.session.is_not(None))
    with database.reading() as connection:
        for row in connection.execute(query):
            shown.setdefault(row.session, set()).update(DIGEST.findall(row.text or ""))
    return shown


def _unpruned(shown: Mapping[str, set[str]], gone: set[str]) -> list[str]:
    """Return the sessions that must have all of their pictures, though these are ``gone``."""
    names = list(shown)
    newest = shown[names[-1]] if names else set()
    if newest and newest <= gone:
        return names
    times = Counter(digest for digests in shown.values() for digest in digests)
    for place, name in enumerate(names):
        # What another session shows too is never pruned.
        if any(times[digest] == 1 and digest not in gone for digest in shown[name]):
            return names[place:]
    return names[-1:]
