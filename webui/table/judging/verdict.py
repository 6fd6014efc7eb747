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

from webui.documents.demon_city.shapes import (
    ActionPart,
    FlipAnswer,
    OpposedAnswer,
    StaticAnswer,
    ThrowAnswer,
    ThrowPart,
)
from webui.identities import TAROT_CODES
from webui.table.modes.mode import Mode
from webui.table.seen.cards import Hand, Judgement, Question
from webui.table.settings import Settings

MOST_GUESSES: Final = 2
"""With more unread cards than these the trial of every identity takes too long: then we ask at once."""

Try: TypeAlias = Callable[[Mapping[int, str]], Judgement]
"""Judges a throw in which the unread cards are taken to be these."""


def judge_throw(
    mode: Mode, hands: Sequence[Hand], choices: Mapping[str, str], accepted: Set[str]
) -> Judgement | Question | None:
    """Judge what was thrown at Demon City's table; None while somebody who must throw has not.

    :param choices: who acts, for each side that has chosen (D28)
    :param accepted: the seats whose number of cards the Host accepted
    """
    thrown = mode.thrown(hands)
    if not mode.is_enough(thrown):
        return None
    return _without_accepted(_judge_around(mode, thrown, partial(mode.judge, thrown, choices)), accepted)


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


def _without_accepted(judged: Judgement | Question | None, accepted: Set[str]) -> Judgement | Question | None:
    """Leave out who threw another number of cards than was counted, where the Host counts what is there (D23a)."""
    if not isinstance(judged, Judgement) or not judged.noted_miscounts or not accepted:
        return judged
    left = tuple(each for each in judged.noted_miscounts if each.id not in accepted)
    return replace(judged, miscounts=left)


def _judge_all_or_ask(thrown: Sequence[Hand], try_with: Try) -> Judgement | Question:
    unread = [card for hand in thrown for card in hand.cards if card.code is None]
    return Question("unreadable", unread[0], unread[0].seat) if unread else try_with({})


def _judge_around(mode: Mode, thrown: Sequence[Hand], try_with: Try) -> Judgement | Question:
    """Try every identity that the unread cards can have; ask about the first if it matters."""
    unread = [card for hand in thrown for card in hand.cards if card.code is None]
    if not unread or len(unread) > MOST_GUESSES or mode.asks_about_every_card:
        return _judge_all_or_ask(thrown, try_with)
    known = {card.code for hand in thrown for card in hand.cards}
    free = _different(mode.settings, [code for code in TAROT_CODES if code not in known])
    outcomes: dict[object, Judgement] = {}
    for codes in itertools.product(free, repeat=len(unread)):
        judged = try_with({card.key: code for card, code in zip(unread, codes, strict=True)})
        outcomes.setdefault(_comparison_key(judged), judged)
        if len(outcomes) > 1:
            return Question("unreadable", unread[0], unread[0].seat)
    only = next(iter(outcomes.values()))
    return replace(only, unread=tuple(card.key for card in unread))


def _different(settings: Settings, codes: Iterable[str]) -> list[str]:
    """Return one code for each number, and all that mean something of their own to somebody."""
    special = {"m00"}
    for seat in settings.seats:
        special |= set(seat.significators) | {each.card for each in seat.specials}
    ordinary: dict[str, str] = {}
    for code in codes:
        if code not in special:
            ordinary.setdefault(code[1:], code)
    return [*ordinary.values(), *(code for code in codes if code in special)]


def _comparison_key(judged: Judgement) -> object:
    """Return all of a verdict that a player would notice, to compare."""
    parts = judged.record.new if isinstance(judged.record, FlipAnswer) else (judged.record,)
    return tuple(_noticed(part) for part in parts if isinstance(part, ThrowAnswer))


def _noticed(answer: ThrowAnswer) -> object:
    match answer:
        case StaticAnswer():
            return (answer.outcome, answer.specials, answer.beaten, tuple(map(_of_throw, answer.throws)))
        case OpposedAnswer():
            return (answer.winner, answer.specials, tuple(map(_of_throw, answer.throws)))
        case _:
            decided = (answer.outcome, answer.side, answer.choose, answer.specials, answer.next)
            return (*decided, tuple(map(_of_action, answer.actions)))


def _of_throw(throw: ThrowPart) -> object:
    return (throw.id, throw.critical, throw.fumble)


def _of_action(act: ActionPart) -> object:
    """What becomes of an action; of an attack on several, whom it hits (D29)."""
    return (act.id, act.happens, act.critical, act.fumble, tuple(act.hit))
