"""The damage of a hit in an Action Round: whoever hit throws it (D33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from webui.documents.demon_city.shapes import DamageAnswer, HarmAnswer, Json, Miscount
from webui.table.modes.harm import Hit
from webui.table.modes.mode import ThrowMode, answered, codes_of, with_deck_options
from webui.table.modes.rounds import OpenRound
from webui.table.seen.cards import Document, Hand, Judgement
from webui.table.settings import Settings


class DamageMode(ThrowMode):
    """The damage of one hit."""

    title = "round"
    kind = "damage"
    shape = HarmAnswer
    asks_about_every_card = True

    def __init__(self, settings: Settings, hit: Hit, now: OpenRound) -> None:
        super().__init__(settings)
        self._hit = hit
        self._now = now

    def throwers(self) -> set[str]:
        """Return the one who hit."""
        return {self._hit.by}

    def thrown(self, hands: Iterable[Hand]) -> list[Hand]:
        """Return the hand of the one who hit, once cards lie there."""
        return [hand for hand in super().thrown(hands) if hand.seat.id == self._hit.by]

    def judge(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Judgement:
        """Judge the cards; where nobody has noted a Toughness, as many count as lie there."""
        codes = codes_of(thrown[0], guess)
        toughness = len(codes) if self._hit.cards is None else self._hit.cards
        document = with_deck_options({"kind": "damage", "toughness": toughness, "cards": codes})
        answer = answered(document, DamageAnswer)
        counted = len(codes) - len(answer.ignored)
        amiss = counted > toughness
        miscounts = (Miscount(id=self._hit.by, counted=toughness, thrown=counted),) if amiss else ()
        harm = HarmAnswer(**dict(answer), hurt=self._hit.seat, by=self._hit.by, **self._done(codes))
        return Judgement(document, harm, miscounts=miscounts)

    def _done(self, codes: list[str]) -> Json:
        """Return what the damage does to who was hit, where their Toughness is noted."""
        if self._hit.cards is None:
            return {}
        blows = self._now.after_damage(self._hit.seat, codes).answer.damage
        done = next((blow.harm for blow in blows if blow.id == self._hit.seat), None)
        if done is None or done.damage is None:
            return {}
        return {"base": self._hit.cards, "left": done.toughness_left, "down": done.out_of_the_fight}

    @staticmethod
    def with_cards(document: Document, seat: str, cards: list[str]) -> Document:
        """Return a document with other cards."""
        return document | {"cards": cards}
