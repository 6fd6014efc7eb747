"""A test: one seat against one Intensity or several (D8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webui.documents.demon_city.shapes import StaticAnswer
from webui.table.modes.chances import Chance, Counted
from webui.table.modes.mode import DocumentMode, thrower_of
from webui.table.seen.cards import Document, Hand


class TestMode(DocumentMode):
    """A test of one seat."""

    __test__ = False  # pytest takes every class of this name for its own

    title = kind = "test"
    shape = StaticAnswer

    def throwers(self) -> set[str]:
        """Return the one who is put to the test."""
        return {self.settings.mode.thrower}

    def document(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Document:
        """Write the document of the first who has thrown."""
        intensities = list(self.settings.mode.intensities)
        goal = {"intensities": intensities} if len(intensities) > 1 else {"intensity": intensities[0]}
        return {"kind": "test", **goal, "thrower": thrower_of(thrown[0], guess, self.kept_lowest())}

    def odds(self, counted: Counted) -> Mapping[str, Chance]:
        """Return the chances against the lowest Intensity."""
        lowest = min(self.settings.mode.intensities)
        return {
            seat.id: counted.against_intensity(seat, lowest)
            for seat in counted.seats
            if seat.id in self.throwers()
        }

    @staticmethod
    def with_cards(document: Document, seat: str, cards: list[str]) -> Document:
        """Return a document with other cards of its thrower."""
        return document | {"thrower": document["thrower"] | {"cards": cards}}
