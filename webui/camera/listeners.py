"""Listeners of every frame: the deck under enrolment, or else the search in other decks; then the table."""

from __future__ import annotations

from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.other_decks import OtherDecks
from webui.camera.reports import Listener, SeenFrame, SourceStatus


class Listeners:
    """Passes the vision thread's reports to the deck under enrolment, or else the search in other decks; then to the
    table.

    A frame of an unchanged table is news to neither search nor table.
    """

    def __init__(self, enrolling: Enrolling, others: OtherDecks, table: Listener) -> None:
        self._enrolling, self._others, self._table = enrolling, others, table

    def see(self, seen: SeenFrame, /) -> None:
        """Take in a frame."""
        if self._enrolling.is_taking:
            self._enrolling.see(seen)
        elif seen.observation.unchanged:
            return
        else:
            self._others.see(seen.frame, seen.observation)
        self._table.see(seen)

    def on_status(self, status: SourceStatus, /) -> None:
        """Take in how the source is."""
        self._table.on_status(status)
