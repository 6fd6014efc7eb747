"""The referee: judges what lies on the table by the game that is played, and by what the log knows of the decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webui.table.judging.pulp_table import judge_deal, playing_card_among
from webui.table.judging.systems import own_worksheet
from webui.table.judging.verdict import judge_throw
from webui.table.log.odds import impossible_card
from webui.table.log.projection import Projection
from webui.table.modes.deal import PULP, DealMode
from webui.table.modes.mode import Mode
from webui.table.modes.registry import mode_of
from webui.table.seen.cards import Hand, Judgement, Question


def mode_played(projection: Projection) -> Mode:
    """Return the kind of throw that is played."""
    worksheet = own_worksheet(projection.worksheets.get(PULP, {}))
    return mode_of(projection.settings, projection.round, worksheet, projection.claims)


def judge(projection: Projection, hands: Sequence[Hand]) -> Judgement | Question | None:
    """Judge what lies on the table, by the game that is played; None while somebody who must throw has not."""
    mode = mode_played(projection)
    if isinstance(mode, DealMode):
        return judge_deal(mode, hands)
    strange = playing_card_among(hands) or _impossible_card_among(projection, hands)
    return strange or judge_throw(mode, hands, projection.choices, projection.accepted_counts)


def all_have_thrown(projection: Projection, hands: Sequence[Hand]) -> bool:
    """Return whether everybody who must throw has: a verdict is due once all is read."""
    mode = mode_played(projection)
    return mode.is_enough(mode.thrown(hands))


def _impossible_card_among(projection: Projection, hands: Iterable[Hand]) -> Question | None:
    """Ask about a card that its deck cannot have given: it was misread, or the deck was shuffled (D35)."""
    for hand in hands:
        codes = [card.code for card in hand.cards if card.code and card.code not in projection.accepted]
        found = impossible_card(projection, hand.seat.side, codes)
        if found is not None:
            card = next(card for card in hand.cards if card.code == found[0])
            return Question("impossible", card, hand.seat.id, {"why": found[1], "card": found[0]})
    return None
