"""From the seats' cards to a verdict, or to the one question that must be answered first.

The documents are those of ``clashcam resolve``: what the page shows, the log keeps and the command line prints is
one and the same. *Ask only what matters*: a card that cannot be read is asked about only if some identity that it
can still have would change who wins, what happens, a critical, a fumble or a special card.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from webui.documents import judge_document, known_system
from webui.identities import TAROT_CODES
from webui.table.judging.harm import Hit
from webui.table.judging.odds import impossible_card
from webui.table.judging.pulp_table import PULP, is_dealt, judge_deal, playing_card_among
from webui.table.judging.rounds import OpenRound, deck_options, held_by, new_results
from webui.table.judging.systems import DEMON_CITY, own_worksheet
from webui.table.log.projection import Projection
from webui.table.seen.cards import Document, Hand, Judgement, Question
from webui.table.settings import Settings

MOST_GUESSES: Final = 2
"""With more unread cards than these the trial of every identity takes too long: then we ask at once."""

Try: TypeAlias = Callable[[Mapping[int, str]], Judgement]
"""Judges a throw in which the unread cards are taken to be these."""


def judge(projection: Projection, hands: Sequence[Hand]) -> Judgement | Question | None:
    """Judge what lies on the table, by the game that is played; None while somebody who must throw has not."""
    if deals_pulp(projection):
        return judge_deal(hands, own_worksheet(projection.worksheets.get(PULP, {})))
    strange = playing_card_among(hands) or _impossible_card_among(projection, hands)
    if strange is not None:
        return strange
    return _without_accepted(_judge_cards(projection, hands), projection.accepted_counts)


def asked_late(
    judged: Judgement | Question | None, before: Judgement | Question | None, *, is_over: bool
) -> Judgement | Question | None:
    """Ask nothing before the throw is over, for cards are still being turned over; let the verdict before stand while
    a card is asked about that was pushed, and is read again."""
    if not isinstance(judged, Question):
        return judged
    if judged.card is not None and judged.card.is_being_read and isinstance(before, Judgement):
        return before
    return judged if is_over else None


def _judge_cards(projection: Projection, hands: Sequence[Hand]) -> Judgement | Question | None:
    now = projection.round
    if now is None:
        return _judge_throw(projection, hands)
    return _judge_harm(now.harm, hands) if now.harm else _judge_round(projection, now, hands)


def _without_accepted(judged: Judgement | Question | None, accepted: Set[str]) -> Judgement | Question | None:
    """Leave out who threw another number of cards than was counted, where the Host counts what is there (D23a)."""
    if not isinstance(judged, Judgement) or not judged.result.get("miscounted") or not accepted:
        return judged
    left = [each for each in judged.result["miscounted"] if each.get("id") not in accepted]
    return replace(judged, result=judged.result | {"miscounted": left})


def deals_pulp(projection: Projection) -> bool:
    """Tell whether the cards on the table are Pulp's deal of seven."""
    return projection.settings.mode.kind == PULP and projection.round is None


def all_have_thrown(projection: Projection, hands: Sequence[Hand]) -> bool:
    """Tell whether everybody who must throw has: a verdict is due once all is read."""
    if deals_pulp(projection):
        return is_dealt(hands)
    thrown = [hand for hand in hands if hand.cards]
    if projection.round is None:
        return _enough(projection.settings, thrown)
    awaited = projection.round.awaited_cards()
    return bool(awaited) and set(awaited) <= {hand.seat.id for hand in thrown}


def _impossible_card_among(projection: Projection, hands: Iterable[Hand]) -> Question | None:
    """Ask about a card that its deck cannot have given: it was misread, or the deck was shuffled (D35)."""
    for hand in hands:
        codes = [card.code for card in hand.cards if card.code and card.code not in projection.accepted]
        found = impossible_card(projection, hand.seat.side, codes)
        if found is not None:
            card = next(card for card in hand.cards if card.code == found[0])
            return Question("impossible", card, hand.seat.id, {"why": found[1], "card": found[0]})
    return None


def _judge_throw(projection: Projection, hands: Sequence[Hand]) -> Judgement | Question | None:
    settings = projection.settings
    thrown = [hand for hand in hands if hand.cards]
    if not _enough(settings, thrown):
        return None
    try_with = partial(_judgement, settings, thrown, projection.choices)
    if settings.mode.kind in ("c10", "c100"):
        return _judge_all_or_ask(thrown, try_with)
    return _judge_around(settings, thrown, try_with)


def _judge_round(
    projection: Projection, now: OpenRound, hands: Sequence[Hand]
) -> Judgement | Question | None:
    awaited = now.awaited_cards()
    thrown = [hand for hand in hands if hand.cards and hand.seat.id in awaited]
    if len(thrown) < len(awaited) or not awaited:
        return None
    try_with = partial(_round_judgement, now, thrown, projection.choices)
    return _judge_around(projection.settings, thrown, try_with)


def _judge_harm(hit: Hit, hands: Sequence[Hand]) -> Judgement | Question | None:
    """Judge the cards of a damage throw; None before any lies there."""
    cards = next((hand.cards for hand in hands if hand.seat.id == hit.by), ())
    if not cards:
        return None
    unread = next((card for card in cards if card.code is None), None)
    if unread is not None:
        return Question("unreadable", unread, unread.seat)
    toughness = len(cards) if hit.cards is None else hit.cards
    codes = [card.code for card in cards if card.code is not None]
    document: Document = {"kind": "damage", "toughness": toughness, "cards": codes} | deck_options([codes])
    result = answered(document)
    counted = len(cards) - len(result["ignored"])
    miscounted = [{"id": hit.by, "counted": toughness, "thrown": counted}] if counted > toughness else []
    return Judgement(document, result | {"hurt": hit.seat, "by": hit.by, "miscounted": miscounted})


def _round_judgement(
    now: OpenRound, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
) -> Judgement:
    throws = {hand.seat.id: [card.code or guess[card.key] for card in hand.cards] for hand in thrown}
    flipped = now.after_throws(throws)
    for side, seat in choices.items():
        flipped = flipped.after_choice(side, seat)
    answer = flipped.answer
    return Judgement(flipped.document, answer | {"new": new_results(now.answer, answer)})


def _judge_all_or_ask(thrown: Sequence[Hand], try_with: Try) -> Judgement | Question:
    unread = [card for hand in thrown for card in hand.cards if card.code is None]
    return Question("unreadable", unread[0], unread[0].seat) if unread else try_with({})


def _judge_around(settings: Settings, thrown: Sequence[Hand], try_with: Try) -> Judgement | Question:
    """Try every identity that the unread cards can have; ask about the first if it matters."""
    unread = [card for hand in thrown for card in hand.cards if card.code is None]
    if not unread or len(unread) > MOST_GUESSES:
        return _judge_all_or_ask(thrown, try_with)
    known = {card.code for hand in thrown for card in hand.cards}
    free = _different(settings, [code for code in TAROT_CODES if code not in known])
    outcomes: dict[str, Judgement] = {}
    for codes in itertools.product(free, repeat=len(unread)):
        judged = try_with({card.key: code for card, code in zip(unread, codes, strict=True)})
        outcomes.setdefault(_comparison_key(judged.result), judged)
        if len(outcomes) > 1:
            return Question("unreadable", unread[0], unread[0].seat)
    only = next(iter(outcomes.values()))
    return replace(only, unread=tuple(card.key for card in unread))


def _different(settings: Settings, codes: Iterable[str]) -> list[str]:
    """Return one code for each value, and all that mean something of their own to somebody."""
    special = {"m00"}
    for seat in settings.seats:
        special |= set(seat.significators) | {each.card for each in seat.specials}
    ordinary: dict[tuple[bool, int], str] = {}
    for code in codes:
        if code not in special:
            # Strength and Justice change places from deck to deck, but both are tried.
            rank = int(code[1:])
            ordinary.setdefault((code[0] != "m" and rank > 10, rank), code)
    return [*ordinary.values(), *(code for code in codes if code in special)]


def _comparison_key(result: Document) -> str:
    """Return all of a result that a player would notice, as text to compare."""
    if "new" in result:
        return repr([_comparison_key(part) for part in result["new"]])
    kept = {
        key: result.get(key) for key in ("outcome", "side", "winner", "choose", "specials", "next", "beaten")
    }
    acts = [
        (act["id"], act.get("happens"), act["critical"], act["fumble"], _hit_by(act))
        for act in result.get("actions") or result.get("throws") or ()
    ]
    return repr((kept, acts))


def _hit_by(act: Document) -> list[str]:
    """Whom an attack on several hits (D29)."""
    return [target["id"] for target in act.get("targets", ()) if target["happens"]]


def _enough(settings: Settings, thrown: Sequence[Hand]) -> bool:
    kind = settings.mode.kind
    if kind == "clash":
        return len({hand.seat.side for hand in thrown}) > 1
    if kind == "opposed":
        return len(thrown) > 1
    return bool(thrown)


def _miscounted(thrown: Sequence[Hand]) -> Document:
    """Who threw another number of cards than their seat says; the verdict stands (D23a)."""
    amiss = [
        {"id": hand.seat.id, "counted": hand.seat.wanted, "thrown": len(hand.cards)}
        for hand in thrown
        if hand.seat.wanted not in (None, len(hand.cards))
    ]
    return {"miscounted": amiss} if amiss else {}


def _judgement(
    settings: Settings, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
) -> Judgement:
    document = document_of(settings, thrown, choices, guess)
    document |= deck_options(throws_in(document), held_in(document))
    return Judgement(document, answered(document) | _miscounted(thrown))


def document_of(
    settings: Settings, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
) -> Document:
    """Write the document that ``clashcam resolve`` would be given for what lies on the table."""
    mode = settings.mode
    throwers = [_thrower(hand, guess) for hand in thrown]
    if mode.kind == "test":
        intensities = list(mode.intensities)
        goal = {"intensities": intensities} if len(intensities) > 1 else {"intensity": intensities[0]}
        return {"kind": "test", **goal, "thrower": throwers[0]}
    if mode.kind == "opposed":
        return {"kind": "opposed", "throwers": throwers}
    if mode.kind in ("c10", "c100"):
        return {"kind": mode.kind, "cards": throwers[0]["cards"]}
    document: Document = {"kind": "clash", "participants": _quick_clash(thrown, throwers)}
    return document | ({"choose": dict(choices)} if choices else {})


def _thrower(hand: Hand, guess: Mapping[int, str]) -> Document:
    seat = hand.seat
    cards = [card.code or guess[card.key] for card in hand.cards]
    return {"id": seat.id, "cards": cards, **held_by(seat)}


def _quick_clash(thrown: Sequence[Hand], throwers: Sequence[Document]) -> list[Document]:
    """Everybody goes for everybody on the other sides; nothing is announced, so nothing is known of harm."""
    participants = []
    for hand, thrower in zip(thrown, throwers, strict=True):
        targets = [other.seat.id for other in thrown if other.seat.side != hand.seat.side]
        action = {"kind": "attack", "target": targets if len(targets) > 1 else targets[0], "harmless": True}
        participants.append({**thrower, "side": hand.seat.side, "action": action})
    return participants


def throws_in(document: Document) -> list[list[str]]:
    """Return everybody's cards in a document that is no round."""
    return [each["cards"] for each in _throwers_in(document)]


def held_in(document: Document) -> list[list[str]]:
    """Return everybody's Significators in a document."""
    return [each.get("significator", []) for each in document.get("characters") or _throwers_in(document)]


def _throwers_in(document: Document) -> list[Document]:
    return document.get("participants") or document.get("throwers") or [document.get("thrower", document)]


def answered(document: Document) -> Document:
    """Return what Demon City's rules answer to a document."""
    return judge_document(known_system(DEMON_CITY), document).answer()
