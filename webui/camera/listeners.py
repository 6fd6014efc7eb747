"""Who hears of every frame: a deck that is being learnt, or else the other decks; then the table."""

from __future__ import annotations

from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.other_decks import OtherDecks
from webui.camera.reports import Listener, SeenFrame, SourceStatus


class Listeners:
    """Hear what the vision thread reports: a deck that is being learnt, or else the other decks; then the table."""

    def __init__(self, enrolling: Enrolling, others: OtherDecks, table: Listener) -> None:
        self._enrolling, self._others, self._table = enrolling, others, table

    def see(self, seen: SeenFrame, /) -> None:
        """Take in a frame."""
        if self._enrolling.is_looking:
            self._enrolling.see(seen)
        else:
            self._others.see(seen.frame, seen.observation)
        self._table.see(seen)

    def tell(self, status: SourceStatus, /) -> None:
        """Take in how the source is."""
        self._table.tell(status)
