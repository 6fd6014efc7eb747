"""Pulp in the Cards on the table: every card that lies face up is one deal of seven (P1 to P4).

Difficulty and resistance stand on Pulp's worksheet. A card that cannot be read is always asked about: of the fourteen
it can still be a picture or one that is worth something, so it always changes the degree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from webui.documents import judge_document, known_system
from webui.identities import DEAL_SIZE, EASIEST, HARDEST, PLAYING_CODES, TAROT_CODES, misfits_among
from webui.table.seen.cards import Document, Hand, Judgement, Question, TableCard

PULP = "pulp"


def judge_deal(hands: Sequence[Hand], worksheet: Mapping[str, Any]) -> Judgement | Question | None:
    """Judge the cards of all seats as one deal; None while there are fewer than seven."""
    cards = sorted((card for hand in hands for card in hand.cards), key=lambda card: card.key)
    strange = next((card for card in cards if card.code in TAROT_CODES), None)
    if strange is not None:
        return Question("other-game", strange, strange.seat, {"mode": "clash"})
    if len(cards) < DEAL_SIZE:
        return None
    if len(cards) > DEAL_SIZE:
        return Question("too-many-dealt", None, None, {"there": len(cards), "wanted": DEAL_SIZE})
    unread = next((card for card in cards if card.code is None), None)
    if unread is not None:
        return Question("unreadable", unread, unread.seat)
    return _misfit(cards) or _judged([card.code or "" for card in cards], worksheet)


def is_dealt(hands: Iterable[Hand]) -> bool:
    """Tell whether the whole deal lies on the table."""
    return sum(len(hand.cards) for hand in hands) >= DEAL_SIZE


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


def _judged(cards: Sequence[str], worksheet: Mapping[str, Any]) -> Judgement:
    document: Document = {"kind": "deal", "cards": list(cards), **_asked(worksheet)}
    judged = judge_document(known_system(PULP), document)
    return Judgement(judged.document, judged.answer(), system=PULP, said=judged.sentences())


def _asked(worksheet: Mapping[str, Any]) -> Document:
    """Difficulty and resistance of the worksheet, which a page may have left in any state."""
    given = worksheet.get("difficulty", 0)
    fits = isinstance(given, int) and not isinstance(given, bool) and EASIEST <= given <= HARDEST
    return {"difficulty": given if fits else 0, "resistance": worksheet.get("resistance") is True}
