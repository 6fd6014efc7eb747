"""Short words for Action Rounds in tests."""

from __future__ import annotations

import pytest

from rules.cards import Card
from rules.demon_city import Attack
from rules.demon_city.clash import Action
from rules.demon_city.round import Round
from rules.demon_city.round_parts import (
    Announce,
    Announcement,
    Character,
    Flip,
    RoundRefusal,
    Step,
)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())


def players(*names: str) -> list[Character]:
    """Everybody with another Agility, the first the slowest."""
    return [Character(name, "players", speed) for speed, name in enumerate(names, start=1)]


def host(*names: str) -> list[Character]:
    return [Character(name, "host", speed) for speed, name in enumerate(names, start=11)]


def announce(id_: str, action: Action, **said: object) -> Announce:
    return Announce(Announcement(id_, action, **said))  # type: ignore[arg-type]


def play(now: Round, *steps: Step) -> Round:
    for step in steps:
        now = now.take(step)
    return now


def flips(**thrown: str) -> list[Flip]:
    return [Flip(id_, cards(codes)) for id_, codes in thrown.items()]


def waits(now: Round) -> list[tuple[str, str]]:
    return [(waiting.id, str(waiting.awaited)) for waiting in now.waiting]


def refusal(now: Round, step: Step) -> RoundRefusal:
    assert not now.can_take(step)
    with pytest.raises(RoundRefusal) as refused:
        now.take(step)
    return refused.value


ANN_AND_BILL = Round.begin([*players("ann"), *host("bill")])
PUNCHES = (announce("ann", Attack(("bill",))), announce("bill", Attack(("ann",))))
