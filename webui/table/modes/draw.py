"""Cards of one seat that only make a number (D6, D7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webui.table.modes.mode import DocumentMode, codes_of
from webui.table.seen.cards import Document, Hand


class DrawMode(DocumentMode):
    """Cards that one seat draws."""

    asks_about_every_card = True

    def throwers(self) -> set[str]:
        """Return the one who draws."""
        return {self.settings.mode.thrower}

    def document(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Document:
        """Write the document of the cards of the first who has drawn any."""
        return {"kind": self.kind, "cards": codes_of(thrown[0], guess)}

    @staticmethod
    def with_cards(document: Document, seat: str, cards: list[str]) -> Document:
        """Return a document with other cards."""
        return document | {"cards": cards}
