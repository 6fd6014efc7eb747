"""Publishes the newest snapshot for each role, with the status of camera and network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from webui.camera.quality import in_words
from webui.camera.reports import SourceStatus
from webui.camera.source_report import source_in_words
from webui.table.contract import ROLES, Aid, NetworkState, ShownCard, Source
from webui.table.contract import Snapshot as Whole
from webui.table.inbox import Around, DeckSeen, NetworkStatus, RecordingStatus
from webui.table.snapshot.builder import Snapshot, SnapshotBuilder, Status
from webui.table.snapshot.newest import Newest
from webui.table.snapshot.news import News
from webui.table.tabletop import Tabletop


class SnapshotListener(Protocol):
    """The listener of the table thread: it takes statuses, and publishes tables."""

    def take_status(self, status: Around, /) -> None:
        """Keep a status of the camera, the network, the recording or the decks."""

    def around(self, table: Tabletop, /) -> Status:
        """Return the status of everything around the table."""

    def publish(self, table: Tabletop, seen_s: float, anyway: bool, /) -> None:
        """Publish what is new, or everything ``anyway``; raises the table's version if anything is published."""


class Publisher:
    """Publishes one table's snapshots."""

    def __init__(self, clock_s: Callable[[], float]) -> None:
        """``clock_s`` is monotonic, in seconds."""
        self._clock_s = clock_s
        self._status = SourceStatus({"kind": "none", "name": "", "state": "starting", "message": None})
        self._network = NetworkStatus({"allowed": False, "urls": [], "codes": {}})
        self._recording = RecordingStatus(None)
        self._deck_seen: str | None = None
        self._news = {role: News() for role in ROLES}
        self.snapshots: dict[str, Newest[Snapshot]] = {role: Newest({"version": 0}) for role in ROLES}
        self.cards: tuple[ShownCard, ...] = ()
        """The cards of the newest snapshot, for painting."""
        self.whole: Whole | None = None
        """The newest snapshot that was published, with all that any role sees; None before the first."""

    def close(self) -> None:
        """End all subscriptions."""
        for newest in self.snapshots.values():
            newest.close()

    def take_status(self, status: Around) -> None:
        """See :meth:`SnapshotListener.take_status`."""
        if isinstance(status, SourceStatus):
            self._status = status
        elif isinstance(status, DeckSeen):
            self._deck_seen = status.deck
        elif isinstance(status, NetworkStatus):
            self._network = status
        else:
            self._recording = status

    def publish(self, table: Tabletop, seen_s: float, anyway: bool) -> None:
        """Publish a snapshot for each role for which it is news, or ``anyway``."""
        now_s = self._clock_s()
        builder = SnapshotBuilder(table, self.around(table))
        seen = {role: builder.write(role) for role in ROLES}
        whole = builder.whole
        self.cards = (*(card for seat in whole.seats for card in seat.cards), *whole.loose)
        news = {role: self._news[role].after(seen[role], now_s) for role in ROLES}
        if not table.readings.holds("news", lambda: anyway or any(news.values())):
            return
        table.versions.raise_for(None)
        self.whole = whole.model_copy(update={"version": table.version, "seen_s": seen_s})
        for role in (each for each in ROLES if anyway or news[each]):
            self.snapshots[role].put(seen[role] | {"version": table.version, "seen_s": seen_s})
            self._news[role] = news[role] or self._news[role]

    def around(self, table: Tabletop) -> Status:
        """Return the status of camera and network, in the table's language."""
        grades, language = self._status.aid, table.settings.language
        aid = Aid(**in_words(grades, language)) if grades else None
        source, network = (
            Source(**source_in_words(self._status, language)),
            NetworkState(**self._network.network),
        )
        return Status(source, aid, network, self._recording.kind, self._deck_seen)
