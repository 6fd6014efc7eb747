"""From the seats' cards to a verdict, or to the one question that must be answered first.

The documents are those of ``clashcam resolve``: what the page shows, the log keeps and the command line prints is
one and the same. *Ask only what matters*: a card that cannot be read is asked about only if some identity that it
can still have would change who wins, what happens, a critical, a fumble or a special card.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from webui.documents import resolve_document
from webui.hands import TableCard
from webui.ledger import Entry
from webui.orders import CorrectEntry, OrderError
from webui.settings import Seat, Settings

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

    @property
    def is_open(self) -> bool:
        """Whether a side must still choose who acts (D28)."""
        return bool(self.result.get("choose"))


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
    amiss = _count_amiss(thrown)
    if amiss is not None:
        return amiss
    unread = [card for hand in thrown for card in hand.cards if card.code is None]
    if not unread:
        return _judgement(settings, thrown, choices, {})
    return _judge_around(settings, thrown, choices, unread, deck)


def _judge_around(
    settings: Settings,
    thrown: Sequence[Hand],
    choices: Mapping[str, str],
    unread: Sequence[TableCard],
    deck: Sequence[str],
) -> Judgement | Question:
    """Try every identity that the unread cards can have; ask about the first if it matters."""
    ask = Question("unreadable", unread[0], unread[0].seat)
    if len(unread) > MOST_GUESSES or settings.mode.kind in ("c10", "c100"):
        return ask
    known = {card.code for hand in thrown for card in hand.cards}
    free = _different(settings, [code for code in deck if code not in known])
    outcomes: dict[str, Judgement] = {}
    for codes in itertools.product(free, repeat=len(unread)):
        guess = {card.key: code for card, code in zip(unread, codes, strict=True)}
        judged = _judgement(settings, thrown, choices, guess)
        outcomes.setdefault(_what_matters(judged.result), judged)
        if len(outcomes) > 1:
            return ask
    return Judgement(*_first(outcomes), unread=tuple(card.key for card in unread))


def _first(outcomes: Mapping[str, Judgement]) -> tuple[Document, Document]:
    judged = next(iter(outcomes.values()))
    return judged.document, judged.result


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


def _count_amiss(thrown: Sequence[Hand]) -> Question | None:
    for hand in thrown:
        wanted, there = hand.seat.wanted, len(hand.cards)
        if wanted is not None and wanted != there:
            kind = "too-many" if there > wanted else "too-few"
            return Question(kind, None, hand.seat.id, {"wanted": wanted, "there": there})
    return None


def _judgement(
    settings: Settings, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
) -> Judgement:
    document = document_of(settings, thrown, choices, guess)
    return Judgement(document, resolve_document(document))


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
    thrower: Document = {"id": seat.id, "cards": cards}
    if seat.significators:
        thrower["significator"] = list(seat.significators)
    if seat.specials:
        thrower["specials"] = [special.model_dump() for special in seat.specials]
    return thrower


def _quick_clash(thrown: Sequence[Hand], throwers: Sequence[Document]) -> list[Document]:
    """Everybody goes for everybody on the other sides; nothing is announced, so nothing is known of harm."""
    participants = []
    for hand, thrower in zip(thrown, throwers, strict=True):
        targets = [other.seat.id for other in thrown if other.seat.side != hand.seat.side]
        action = {"kind": "attack", "target": targets if len(targets) > 1 else targets[0], "harmless": True}
        participants.append({**thrower, "side": hand.seat.side, "action": action})
    return participants


def correct_entry(entry: Entry, order: CorrectEntry) -> dict[str, Any]:
    """Judge an entry of the log again with another card; return the event's payload.

    :raise OrderError: the entry has no such seat or card
    """
    seats = [dict(seat) for seat in entry["seats"]]
    seat = next((seat for seat in seats if seat["id"] == order.seat), None)
    if seat is None or order.index >= len(seat["cards"]):
        raise OrderError(f"seat: entry {order.entry} holds no card {order.index + 1} of {order.seat!r}")
    cards = [dict(card) for card in seat["cards"]]
    was, cards[order.index] = (
        cards[order.index]["card"],
        cards[order.index] | {"card": order.card, "by": "human"},
    )
    seat["cards"] = cards
    document = _with_cards(entry["document"], order.seat, [card["card"] for card in cards])
    judged = {"seats": seats, "document": document, "result": resolve_document(document)}
    return {
        "entry": order.entry,
        "seat": order.seat,
        "index": order.index,
        "from": was,
        "to": order.card,
        "judged": judged,
    }


def _with_cards(document: Document, seat: str, cards: list[str]) -> Document:
    """Return a document in which one thrower's cards are others."""
    if document["kind"] in ("c10", "c100"):
        return document | {"cards": cards}
    if document["kind"] == "test":
        return document | {"thrower": document["thrower"] | {"cards": cards}}
    key = "throwers" if document["kind"] == "opposed" else "participants"
    changed = [each | {"cards": cards} if each["id"] == seat else each for each in document[key]]
    return document | {key: changed}
