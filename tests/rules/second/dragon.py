"""Dragon's dice judged a second time (G1, G2, G5 to G8), from the source text and the digest alone.

Written without having read `rules/dragon` or what its tests expect. Who may spend which phases is found by trying every
set of phases there is, the smallest and soonest first.
"""

from itertools import combinations, product
from math import prod
from typing import Any

Document = dict[str, Any]
REFUSED = "refused"
MULTIPLES = {"fist": 1, "club": 2, "quarterstaff": 2, "blade": 3}
DEFENCES = ("dodge", "parry")


def speed(document: Document) -> Document | str:
    """The phases of a turn; all dice alike, two or more, are chosen freely (G1)."""
    dice: list[int] = document["dice"]
    chosen = document.get("chosen")
    if len(dice) * 2 - document["stat"] not in (0, 1):
        return REFUSED
    alike = len(dice) > 1 and dice.count(dice[0]) == len(dice)
    if not alike:
        return REFUSED if chosen else {"phases": sorted(set(dice)), "free": False}
    return {"phases": sorted(set(chosen or dice)), "free": True, "choose": len(dice)}


def phase(document: Document) -> Document | str:
    """Whether somebody may act now, and which phases it spends (G2)."""
    action, now = document["action"], document["now"]
    unspent = [number for number in document["phases"] if number not in document.get("used", [])]
    held = document.get("held")
    here = [number for number in unspent if number == now] or ([held] if held else [])
    spends = None
    if not document.get("acted_now", False) and able(document):
        spends = price(
            action, here, [n for n in unspent if n > now], in_category=document.get("in_category", True)
        )
    chosen = document.get("spends")
    if spends is None or chosen is None:
        return {"legal": spends is not None, "spends": spends[0] if spends else []}
    return {"legal": True, "spends": sorted(chosen)} if sorted(chosen) in spends else REFUSED


def able(document: Document) -> bool:
    """Whether the defence is one that the character has, against this attack (G4)."""
    if document["action"] not in DEFENCES:
        return True
    parries_a_shot = document["action"] == "parry" and document.get("attack") == "ranged"
    return bool(document.get("skilled", True)) and not parries_a_shot


def price(
    action: str, here: list[int], later: list[int], *, in_category: bool, open_now: bool = False
) -> list[list[int]] | None:
    """Every set of phases that pays for an action, the soonest first; None if none does (G2).

    `here` is the phase that one may act in now (the current or a held one), if any; `open_now` says that the phase is
    already paid for (a bonus, or the diced action after the diceless one).
    """
    strange = action != "diceless" and not in_category
    if open_now or here:
        own, more = ([] if open_now else here[:1]), int(strange)
    elif action in DEFENCES:
        own, more = sorted(later)[:1], int(strange)
        if not own:
            return None
    else:
        own, more = [], 2 + int(strange)
    rest = [number for number in sorted(later) if number not in own]
    sets = [sorted([*own, *extra]) for extra in combinations(rest, more)]
    return sets or None


def pool(document: Document) -> Document:
    """Successes of a pool (G5)."""
    return {"successes": _successes(document["dice"], document.get("target", 7))}


def split(document: Document) -> Document | str:
    """A pool split two ways, of the smaller substat's dice, not at one target (G5)."""
    parts = document["parts"]
    counted = sum(len(part["dice"]) for part in parts)
    if len(parts) != 2 or parts[0]["at"] == parts[1]["at"] or counted != min(document["substats"]):
        return REFUSED
    return {
        "pool": counted,
        "parts": [
            {"at": part["at"], "successes": _successes(part["dice"], part.get("target", 7))} for part in parts
        ],
    }


def distance(document: Document) -> Document:
    """What a range adds to the target number: one for every doubling past eight hexes (G7)."""
    return {"difficulty": next(added for added in range(99) if document["hexes"] <= 8 * 2**added)}


def damage(document: Document) -> Document | str:
    """What a hit does (G6), and whether the one hit falls (G8)."""
    multiple = document["multiple"] if "multiple" in document else MULTIPLES[document["weapon"]]
    melee = document.get("melee", False)
    if document.get("strength") and not melee:
        return REFUSED
    net = document["successes"] - document.get("defence", 0)
    hurt = 0
    if net > 0:
        hurt = max(0, net * multiple + document.get("strength", 0) - document.get("resistance", 0))
    left = document["hit_points"] - hurt
    return {
        "damage": hurt,
        "hit_points": left,
        "falls": left < 0,
        "death_check": hurt > 0 and left < 0,
        "past": max(0, -left),
    }


def death_check(document: Document) -> Document:
    """Unconscious, or dying too (G8)."""
    total = 5 * _successes(document["dice"], document.get("target", 7))
    past = document["past"]
    return {"total": total, "state": "dying" if total < past else "unconscious", "gap": max(0, past - total)}


def odds(document: Document) -> Document:
    """The chances of each number of successes, and of a hit, by playing every throw there is."""
    mine, theirs = document["pool"], document.get("against", 0)
    chances = [_chance(document.get("target", 7))] * mine + [
        _chance(document.get("against_target", 7))
    ] * theirs
    counted = {str(n): 0.0 for n in range(mine + 1)}
    hit = 0.0
    for throw in product([False, True], repeat=mine + theirs):
        weight = prod(
            chance if success else 1 - chance for chance, success in zip(chances, throw, strict=True)
        )
        counted[str(sum(throw[:mine]))] += weight
        hit += weight * (sum(throw[:mine]) > sum(throw[mine:]))
    return {"successes": counted, "hit": hit} if theirs else {"successes": counted}


def _chance(target: int) -> float:
    return (11 - target) / 10


def _successes(dice: list[int], target: int) -> int:
    return len([die for die in dice if die >= target])
