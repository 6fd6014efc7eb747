"""A flip of an Action Round: whoever is awaited throws (D23 to D31)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from webui.documents.demon_city.shapes import FlipAnswer
from webui.table.modes.chances import Chance, Counted
from webui.table.modes.mode import ThrowMode, codes_of
from webui.table.modes.rounds import OpenRound, new_results
from webui.table.seen.cards import Document, Hand, Judgement
from webui.table.settings import Settings


class RoundMode(ThrowMode):
    """A flip of an open round."""

    title = kind = "round"
    shape = FlipAnswer

    def __init__(self, settings: Settings, now: OpenRound) -> None:
        super().__init__(settings)
        self._now = now

    def throwers(self) -> set[str]:
        """Return those whose turn it is to throw."""
        return set(self._now.awaited_cards())

    def thrown(self, hands: Iterable[Hand]) -> list[Hand]:
        """Return the hands of those whose turn it is."""
        return [hand for hand in super().thrown(hands) if hand.seat.id in self.throwers()]

    def is_enough(self, thrown: Sequence[Hand]) -> bool:
        """Everybody whose turn it is has thrown, and the numbers to beat are noted (D30b)."""
        if any(each.awaited == "number" for each in self._now.answer.waiting):
            return False
        return bool(thrown) and len(thrown) == len(self.throwers())

    def judge(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Judgement:
        """Judge the round with these cards; new is what they decided."""
        flipped = self._now.after_throws({hand.seat.id: codes_of(hand, guess) for hand in thrown})
        for side, seat in choices.items():
            flipped = flipped.after_choice(side, seat)
        return Judgement(flipped.document, after_flip(self._now, flipped))

    def odds(self, counted: Counted) -> Mapping[str, Chance]:
        """Return the chances that the announced actions happen."""
        return counted.of_actions(self._now)

    @staticmethod
    def with_cards(document: Document, seat: str, cards: list[str]) -> Document:
        """Return a document with other cards of one thrower."""
        return document | {"throws": document["throws"] | {seat: cards}}


def after_flip(before: OpenRound, after: OpenRound) -> FlipAnswer:
    """Return a round after a flip, with what the flip decided."""
    return FlipAnswer(**dict(after.answer), new=new_results(before.answer, after.answer))
