"""Pulp in the Cards on the table: every card that lies face up is one deal of seven (P1 to P4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from webui.documents import judge_document, known_system
from webui.identities import DEAL_SIZE, EASIEST, HARDEST
from webui.table.modes.mode import Mode
from webui.table.rendering.system_verdicts import SystemAnswer
from webui.table.seen.cards import Document, Hand, Judgement
from webui.table.settings import Settings

PULP: Final = "pulp"


class DealMode(Mode):
    """A deal; difficulty and resistance stand on Pulp's worksheet, which a page may have left in any state."""

    title = PULP
    kind = "deal"

    def __init__(self, settings: Settings, worksheet: Mapping[str, object] | None = None) -> None:
        super().__init__(settings)
        self._worksheet = worksheet or {}

    def is_enough(self, thrown: Sequence[Hand]) -> bool:
        """The whole deal lies on the table."""
        return sum(len(hand.cards) for hand in thrown) >= DEAL_SIZE

    def judge(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Judgement:
        """Judge the cards of all seats as one deal, in the order in which they were laid."""
        cards = sorted((card for hand in thrown for card in hand.cards), key=lambda card: card.key)
        dealt = [card.code or guess[card.key] for card in cards]
        document: Document = {"kind": "deal", "cards": dealt, **self._asked()}
        judged = judge_document(known_system(PULP), document)
        record = SystemAnswer.read(judged.answer())
        return Judgement(judged.document, record, system=PULP, said=judged.sentences())

    def _asked(self) -> Document:
        given = self._worksheet.get("difficulty")
        fits = isinstance(given, int) and not isinstance(given, bool) and EASIEST <= given <= HARDEST
        return {"difficulty": given if fits else 0, "resistance": self._worksheet.get("resistance") is True}
