"""Chronica's contests judged a second time (C1 to C7), from the source text and the digest alone.

Written without having read `rules/chronica` or what its tests expect. A die is a `Die`; a contest is a plain list of
them, and every question is asked of that list anew: nothing is kept between two announcements.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

Document = dict[str, Any]
FOUR = 4
"""So many equal dice end a contest: none that comes after them matters (C4)."""


class Die(NamedTuple):
    """One thrown die of a contest, and whose it is."""

    value: int
    side: str
    pool: str
    size: int | None = None
    stand_in: bool = False
    number: int = 0


def contest(document: Document) -> Document:
    """What a `contest` document's answer must hold (C3, C4, C5, C7)."""
    dice = list(_dice(document))
    sides = [side["id"] for side in document["sides"]]
    left, discarded, champion = _announce(dice)
    if champion is not None:
        return _won([champion], left, discarded, sides, by_stand_in=True)
    if _equal_in_four(dice) or not left:
        return {"outcome": "tie", "winner": None, "success": [], "concessions": []}
    winner = _highest(left).side
    bar = max((die.value for die in left if die.side != winner), default=0)
    success = [die for die in left if die.side == winner and die.value > bar]
    return _won(success, left, discarded, sides, by_stand_in=False)


def odds(document: Document) -> Document:
    """The chances of two sides and of a tie, by playing every throw there is."""
    pools: list[list[int]] = document["sides"]
    owners = [str(index) for index, pool in enumerate(pools) for _ in pool]
    every = list(product(*(range(1, size + 1) for pool in pools for size in pool)))
    throws = (
        [Die(*one, one[1], number=n) for n, one in enumerate(zip(throw, owners, strict=True))]
        for throw in every
    )
    winners = [_winner(throw) for throw in throws]
    shares = [winners.count(str(index)) / len(every) for index in range(len(pools))]
    return {"win": shares, "tie": winners.count(None) / len(every)}


def _winner(dice: list[Die]) -> str | None:
    left, _, _ = _announce(dice)
    return None if _equal_in_four(dice) or not left else _highest(left).side


def _dice(document: Document) -> Iterator[Die]:
    for side in document["sides"]:
        for pool in side["pools"]:
            for number, die in enumerate(pool["dice"]):
                plain = {"value": die} if isinstance(die, int) else die
                spare = bool(plain.get("stand_in", False))
                yield Die(plain["value"], side["id"], pool["id"], plain.get("size"), spare, number)


def _highest(dice: Iterable[Die]) -> Die:
    return max(dice, key=lambda die: die.value)


def _tops(dice: Iterable[Die], by: Callable[[Die], object]) -> dict[object, list[Die]]:
    """For every pool (or side) the dice that show its highest value."""
    held: dict[object, list[Die]] = {}
    for die in dice:
        held.setdefault(by(die), []).append(die)
    return {key: [die for die in mine if die.value == _highest(mine).value] for key, mine in held.items()}


def _by_pool(die: Die) -> object:
    return die.side, die.pool


def _by_side(die: Die) -> object:
    return die.side


def _announce(dice: list[Die]) -> tuple[list[Die], list[Die], Die | None]:
    """Discard equal highest dice of different sides until none are (C3), or until four were (C4).

    Returns what is left, what was discarded, and the stand-in die that won outright, if one did (C7).
    """
    left, discarded = list(dice), list[Die]()
    announcements = 0
    while (tied := _tied_pools(left)) and not (announcements == FOUR and _equal_in_four(dice)):
        announcements += 1
        champion = _stand_in(left, tied)
        announced = [_announced(mine) for mine in tied]
        gone = [die for die in announced if die != champion]
        left = [die for die in left if die not in gone]
        discarded += gone
        if champion:
            return left, discarded, champion
    return left, discarded, None


def _tied_pools(left: list[Die]) -> list[list[Die]]:
    """The highest dice of each pool that equals a pool of another side."""
    tops = list(_tops(left, _by_pool).values())
    heights = {(mine[0].value, mine[0].side) for mine in tops}
    shown = [value for value, _ in heights]
    return [mine for mine in tops if shown.count(mine[0].value) > 1]


def _stand_in(left: list[Die], tied: list[list[Die]]) -> Die | None:
    """The die of the next size down that ties for the highest of all, if just one side has such a die (C7).

    It alone is spared: C3 lets every other pool that ties discard its die.
    """
    top = _highest(left).value
    claims = [die for die in map(_announced, tied) if die.value == top and die.stand_in]
    return claims[0] if len({die.side for die in claims}) == 1 else None


def _announced(mine: list[Die]) -> Die:
    """Which of a pool's equal highest dice it announces: a stand-in, which may win the tie."""
    return next((die for die in mine if die.stand_in), mine[0])


def _equal_in_four(dice: list[Die]) -> bool:
    """Whether each two pools of different sides are equal rank by rank in their four highest (C4)."""
    pools: dict[object, list[int]] = {}
    for die in sorted(dice, key=lambda die: -die.value):
        pools.setdefault((die.side, die.pool), []).append(die.value)
    pairs = ((one, other) for one, other in combinations(pools, 2) if one[0] != other[0])  # type: ignore[index]
    return all(pools[one][:FOUR] == pools[other][:FOUR] for one, other in pairs)


def _won(
    success: list[Die], left: list[Die], discarded: list[Die], sides: list[str], *, by_stand_in: bool
) -> Document:
    rest = [die for die in left if die not in success]
    concessions = _concessions(rest, sides)
    spendable = [_spendable(die, None) for die in success]
    spendable += [_spendable(die, against) for (_, against), dice in concessions.items() for die in dice]
    return {
        "outcome": "win",
        "winner": success[0].side,
        "success": [{"pool": die.pool, "value": die.value} for die in success],
        "discarded": [{"pool": die.pool, "value": die.value} for die in discarded],
        "concessions": [_concession(pair, dice) for pair, dice in concessions.items()],
        "spendable": spendable,
        "by_stand_in": by_stand_in,
    }


def _concession(pair: tuple[str, str], dice: list[Die]) -> Document:
    return {"side": pair[0], "against": pair[1], "values": sorted((die.value for die in dice), reverse=True)}


def _spendable(die: Die, against: str | None) -> Document:
    return {
        "side": die.side,
        "against": against,
        "pool": die.pool,
        "value": die.value,
        "size": die.size,
        "die": die.number,
    }


def _concessions(rest: list[Die], sides: list[str]) -> dict[tuple[str, str], list[Die]]:
    """Who takes which dice against whom (C5)."""
    tops = _tops(rest, _by_side)
    ended = [
        {one, other} for one, other in combinations(sides, 2) if _height(tops, one) == _height(tops, other)
    ]
    pools = [mine for mine in _tops(rest, _by_pool).values() if mine[0].value == tops[mine[0].side][0].value]
    gone = [_announced(mine) for mine in pools if any(mine[0].side in pair for pair in ended)]
    kept = [die for die in rest if die not in gone]
    heights = _tops(kept, _by_side)
    taken = {}
    for one, other in [
        (one, other) for one in sides for other in sides if one != other and {one, other} not in ended
    ]:
        dice = [die for die in kept if die.side == one and die.value > _height(heights, other)]
        if dice:
            taken[one, other] = dice
    return taken


def _height(tops: dict[object, list[Die]], side: str) -> int:
    return tops[side][0].value if side in tops else 0
