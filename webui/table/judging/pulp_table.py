"""Pulp in the Cards on the table: every card that lies face up is one deal of seven (P1 to P4).

Difficulty and resistance stand on Pulp's worksheet. A card that cannot be read is always asked about: of the fourteen
it can still be a picture or one that is worth something, so it always changes the degree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webui.identities import DEAL_SIZE, PLAYING_CODES, TAROT_CODES, misfits_among
from webui.table.modes.deal import PULP, DealMode
from webui.table.seen.cards import Hand, Judgement, Question, TableCard


def judge_deal(mode: DealMode, hands: Sequence[Hand]) -> Judgement | Question | None:
    """Judge the cards of all seats as one deal; None while there are fewer than seven."""
    cards = sorted((card for hand in hands for card in hand.cards), key=lambda card: card.key)
    strange = next((card for card in cards if card.code in TAROT_CODES), None)
    if strange is not None:
        return Question("other-game", strange, strange.seat, {"mode": "clash"})
    if len(cards) < DEAL_SIZE:
        return None
    if len(cards) > DEAL_SIZE:
        return Question("too-many-dealt", None, None, {"there": len(cards), "needed": DEAL_SIZE})
    unread = next((card for card in cards if card.code is None), None)
    if unread is not None:
        return Question("unreadable", unread, unread.seat)
    return _misfit(cards) or mode.judge(hands, {}, {})


def playing_card_among(hands: Iterable[Hand]) -> Question | None:
    """Ask which game is played where a playing card lies among what Demon City must judge."""
    for hand in hands:
        for card in hand.cards:
            if card.code in PLAYING_CODES:
                return Question("other-game", card, hand.seat.id, {"mode": PULP})
    return None


def _misfit(cards: Sequence[TableCard]) -> Question | None:
    """Ask about a card that has no place among the fourteen beside the others."""
    wrong = [place for place, card in enumerate(cards) if card.code not in PLAYING_CODES]
    wrong = wrong or misfits_among(card.code or "" for card in cards)
    return Question("no-place", cards[wrong[0]], cards[wrong[0]].seat) if wrong else None
