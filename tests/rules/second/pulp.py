"""Pulp in the Cards judged a second time (P1 to P6), from the source text and the digest alone.

Written without having read `rules/pulp` or what its tests expect. Chances are counted by dealing every hand there is.
"""

from collections import Counter
from itertools import combinations
from typing import Any

Document = dict[str, Any]
REFUSED = "refused"
POINTS = {"A": 1, "2": 2, "4": 4, "J": 0, "Q": 0, "K": 0}
FOURTEEN = Counter(
    {"black ace": 1, "black deuce": 1, "black four": 1, "red ace": 2, "red deuce": 2, "picture": 7}
)


def figure(card: str) -> str:
    """What a card is in the deck of fourteen, or its own code if nothing (P1)."""
    if card[0] in "JQK":
        return "picture"
    name = {"A": "ace", "2": "deuce", "4": "four"}.get(card[0], card)
    told = f"{'red' if card[1] in 'hd' else 'black'} {name}"
    return told if told in FOURTEEN else card


def dealt_of_one_deck(cards: list[str]) -> bool:
    """Whether one deck of fourteen can have dealt these cards."""
    return len(set(cards)) == len(cards) and Counter(map(figure, cards)) <= FOURTEEN


def deal(document: Document) -> Document | str:
    """An action, or a resistance, from seven cards (P2 to P4)."""
    cards: list[str] = document["cards"]
    difficulty = document.get("difficulty", 0)
    if len(cards) != 7 or not dealt_of_one_deck(cards) or not -4 <= difficulty <= 4:
        return REFUSED
    black = sum(POINTS[card[0]] for card in cards if card[1] in "sc")
    red = sum(POINTS[card[0]] for card in cards if card[1] in "hd")
    return {"black": black, "red": red, "plain": black - red, **_judged(black - red, difficulty)}


def _judged(plain: int, difficulty: int) -> Document:
    critical, fumble = plain >= 5, plain <= -5
    success = critical or (plain > difficulty and not fumble)
    return {
        "degree": plain - difficulty,
        "outcome": "success" if success else "failure",
        "critical": critical,
        "fumble": fumble,
    }


def odds(document: Document) -> Document:
    """The chances of each degree, counted over all 3,432 hands of seven (P6)."""
    signed = [1, 2, 4, -1, -1, -2, -2, *[0] * 7]
    hands = [_judged(sum(hand), document["difficulty"]) for hand in combinations(signed, 7)]
    every = len(hands)
    degrees = Counter(str(hand["degree"]) for hand in hands)
    return {
        "success": sum(hand["outcome"] == "success" for hand in hands) / every,
        "critical": sum(hand["critical"] for hand in hands) / every,
        "fumble": sum(hand["fumble"] for hand in hands) / every,
        "degrees": {degree: count / every for degree, count in degrees.items()},
    }


def deck(document: Document) -> Document:
    """What a deck lacks and what it has too much: of equal figures the later cards (P1)."""
    cards: list[str] = document["cards"]
    fitting: list[str] = []
    extra: list[str] = []
    for card in cards:
        (fitting if dealt_of_one_deck([*fitting, card]) else extra).append(card)
    missing = sorted((FOURTEEN - Counter(map(figure, fitting))).elements())
    return {"complete": not missing and not extra, "missing": missing, "extra": extra}


def initiative(document: Document) -> Document | str:
    """Who acts before whom, and who draws again (P5): the foremost first, while the deck lasts for a whole tie."""
    fighters: list[Document] = document["combatants"]
    every = [card for one in fighters for card in one["cards"]]
    if not dealt_of_one_deck(every):
        return REFUSED
    totals = {one["id"]: _totals(one) for one in fighters}
    ranked = sorted(fighters, key=lambda one: totals[one["id"]], reverse=True)
    groups: list[list[Document]] = []
    for one in ranked:
        if groups and totals[groups[-1][0]["id"]] == totals[one["id"]]:
            groups[-1].append(one)
        else:
            groups.append([one])
    left = 14 - len(every)
    tied = [group for group in groups if len(group) > 1]
    again = []
    for group in tied:
        if len(group) <= left:
            again.append(group)
            left -= len(group)
    order = [one["id"] for group in groups if group not in again for one in sorted(group, key=_age)]
    return {"order": order, "draw_again": [[one["id"] for one in group] for group in again]}


def _totals(one: Document) -> tuple[int, ...]:
    """The points of the first two cards, then of each further card; an advantage counts with each."""
    points = [POINTS[card[0]] for card in one["cards"]]
    return tuple(points_of + one.get("advantage", 0) for points_of in (sum(points[:2]), *points[2:]))


def _age(one: Document) -> tuple[str, str]:
    return one.get("born") or "9999", one.get("name") or one["id"]
