"""From the seats' cards to a verdict, or to the one question that must be answered first.

The documents are those of ``clashcam resolve``: what the page shows, the log keeps and the command line prints is
one and the same. *Ask only what matters*: a card that cannot be read is asked about only if some identity that it
can still have would change who wins, what happens, a critical, a fumble or a special card.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeAlias

from webui.documents import judge_document, known_system
from webui.table.cards import TableCard
from webui.table.errors import CommandError
from webui.table.projection import Entry
from webui.table.rounds import OpenRound, decks_told, held_by, new_results
from webui.table.settings import Seat, Settings
from webui.table.systems import DEMON_CITY

Document: TypeAlias = dict[str, Any]

MOST_GUESSES: Final = 2
"""With more unread cards than these the trial of every identity takes too long: then we ask at once."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat has thrown, in the order in which it was laid."""

    seat: Seat
    cards: tuple[TableCard, ...]

    @property
    def codes(self) -> list[str | None]:
        """The cards' codes; None for one that cannot be read."""
        return [card.code for card in self.cards]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict: the document that was judged and the document that came out."""

    document: Document
    result: Document
    unread: tuple[int, ...] = ()
    """Keys of cards that could not be read and cannot change anything."""
    system: str | None = None
    """Whose document it is; None for Demon City's."""
    said: Mapping[str, str] = field(default_factory=dict)
    """What another system's document came to, in every language."""

    @property
    def is_open(self) -> bool:
        """Whether a side must still choose who acts (D28)."""
        return bool(self.choices)

    @property
    def choices(self) -> list[str]:
        """Between whom a side must choose."""
        parts = self.result.get("new", [self.result])
        return [seat for part in parts for seat in part.get("choose") or ()]


Try: TypeAlias = Callable[[Mapping[int, str]], Judgement]
"""Judges a throw in which the unread cards are taken to be these."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person must tell before the verdict can come."""

    kind: str
    card: TableCard | None = None
    seat: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


def judge(
    settings: Settings, hands: Sequence[Hand], choices: Mapping[str, str], deck: Sequence[str]
) -> Judgement | Question | None:
    """Judge what lies on the table; None while somebody who must throw has not.

    ``deck`` holds every identity that an unread card can have.
    """
    thrown = [hand for hand in hands if hand.cards]
    if not _enough(settings, thrown):
        return None
    try_with = partial(_judgement, settings, thrown, choices)
    if settings.mode.kind in ("c10", "c100"):
        return _judge_all_or_ask(thrown, try_with)
    return _judge_around(settings, thrown, try_with, deck)


def all_have_thrown(settings: Settings, now: OpenRound | None, hands: Sequence[Hand]) -> bool:
    """Tell whether everybody who must throw has: a verdict is due once all is read."""
    thrown = [hand for hand in hands if hand.cards]
    if now is None:
        return _enough(settings, thrown)
    awaited = now.awaited_cards()
    return bool(awaited) and set(awaited) <= {hand.seat.id for hand in thrown}


def judge_round(
    settings: Settings, now: OpenRound, hands: Sequence[Hand], choices: Mapping[str, str], deck: Sequence[str]
) -> Judgement | Question | None:
    """Judge what lies on the table in an Action Round; None while it waits for somebody's cards."""
    awaited = now.awaited_cards()
    thrown = [hand for hand in hands if hand.cards and hand.seat.id in awaited]
    if len(thrown) < len(awaited) or not awaited:
        return None
    return _judge_around(settings, thrown, partial(_round_judgement, now, thrown, choices), deck)


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


def _judge_around(
    settings: Settings, thrown: Sequence[Hand], try_with: Try, deck: Sequence[str]
) -> Judgement | Question:
    """Try every identity that the unread cards can have; ask about the first if it matters."""
    unread = [card for hand in thrown for card in hand.cards if card.code is None]
    if not unread or len(unread) > MOST_GUESSES:
        return _judge_all_or_ask(thrown, try_with)
    known = {card.code for hand in thrown for card in hand.cards}
    free = _different(settings, [code for code in deck if code not in known])
    outcomes: dict[str, Judgement] = {}
    for codes in itertools.product(free, repeat=len(unread)):
        judged = try_with({card.key: code for card, code in zip(unread, codes, strict=True)})
        outcomes.setdefault(_what_matters(judged.result), judged)
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


def _what_matters(result: Document) -> str:
    """Return all of a result that a player would notice, as text to compare."""
    if "new" in result:
        return repr([_what_matters(part) for part in result["new"]])
    kept = {
        key: result.get(key) for key in ("outcome", "side", "winner", "choose", "specials", "next", "beaten")
    }
    acts = [
        (act["id"], act.get("happens"), act["critical"], act["fumble"])
        for act in result.get("actions") or result.get("throws") or ()
    ]
    return repr((kept, acts))


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
    document |= decks_told(_throws_in(document))
    return Judgement(document, _answered(document) | _miscounted(thrown))


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


def correct_entry(entry: Entry, seat_id: str, index: int, card: str) -> dict[str, Any]:
    """Judge an entry of the log again with another card; return the event's payload.

    :raise CommandError: the entry has no such seat or card
    """
    seats = [dict(seat) for seat in entry["seats"]]
    seat = next((seat for seat in seats if seat["id"] == seat_id), None)
    if seat is None or index >= len(seat["cards"]):
        raise CommandError("no-such-card-in-entry", entry=entry["id"], place=index + 1, seat=seat_id)
    cards = [dict(each) for each in seat["cards"]]
    was, cards[index] = (
        cards[index]["card"],
        cards[index] | {"card": card, "by": "human"},
    )
    seat["cards"] = cards
    if entry.get("system"):
        document = entry["document"] | {"cards": [each["card"] for one in seats for each in one["cards"]]}
    else:
        document = _with_cards(entry["document"], seat_id, [each["card"] for each in cards])
    judged = {"seats": seats, "document": document, **_judged_again(entry, document)}
    return {
        "entry": entry["id"],
        "seat": seat_id,
        "index": index,
        "from": was,
        "to": card,
        "judged": judged,
    }


def _judged_again(entry: Entry, document: Document) -> Document:
    """Return the result, and of another system's document what it came to in words."""
    if entry.get("system"):
        judged = judge_document(known_system(entry["system"]), document)
        return {"result": judged.answer(), "said": judged.sentences()}
    if document["kind"] != "round":
        return {"result": _answered(document | decks_told(_throws_in(document)))}
    flipped = {seat["id"] for seat in entry["seats"]}
    throws = {key: cards for key, cards in document["throws"].items() if key not in flipped}
    before = OpenRound(document=document | {"throws": throws}).answer
    after = OpenRound(document=document | decks_told(document["throws"].values())).answer
    return {"result": after | {"new": new_results(before, after)}}


def _answered(document: Document) -> Document:
    return judge_document(known_system(DEMON_CITY), document).answer()


def _throws_in(document: Document) -> list[list[str]]:
    """Everybody's cards in a document that is no round."""
    throwers = document.get("participants") or document.get("throwers") or [document.get("thrower", document)]
    return [each["cards"] for each in throwers]


def _with_cards(document: Document, seat: str, cards: list[str]) -> Document:
    """Return a document in which one thrower's cards are others."""
    if document["kind"] in ("c10", "c100"):
        return document | {"cards": cards}
    if document["kind"] == "round":
        return document | {"throws": document["throws"] | {seat: cards}}
    if document["kind"] == "test":
        return document | {"thrower": document["thrower"] | {"cards": cards}}
    key = "throwers" if document["kind"] == "opposed" else "participants"
    changed = [each | {"cards": cards} if each["id"] == seat else each for each in document[key]]
    return document | {key: changed}
