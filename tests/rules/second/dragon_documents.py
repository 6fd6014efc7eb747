"""Random documents of Dragon: turns of up to five characters, half of their steps legal, and everything with dice."""

from random import Random
from typing import Any

from tests.rules.second.dragon import REFUSED
from tests.rules.second.dragon_turn import turn as judged_turn

Document = dict[str, Any]
ACTIONS = ("diced", "diceless", "dodge", "parry")


def _d10s(rng: Random, most: int = 6) -> list[int]:
    return [rng.randint(1, 10) for _ in range(rng.randint(0, most))]


def speed(rng: Random) -> Document:
    """Speed dice; often all alike, at times one too many or too few."""
    stat = rng.randint(1, 10)
    many = (stat + 1) // 2 + (rng.random() < 0.1)
    dice = [rng.randint(1, 10)] * many if rng.random() < 0.4 else [rng.randint(1, 10) for _ in range(many)]
    document: Document = {"kind": "speed", "stat": stat, "dice": dice}
    if many > 1 and len(set(dice)) == 1 and rng.random() < 0.5:
        document["chosen"] = rng.sample(range(1, 11), many)
    return document


def phase(rng: Random) -> Document:
    """One question for a phase; a held phase is one that was not yet lost."""
    phases = sorted(rng.sample(range(1, 11), rng.randint(1, 6)))
    now = rng.randint(1, 10)
    document: Document = {"kind": "phase", "phases": phases, "now": now, "action": rng.choice(ACTIONS)}
    used = [number for number in phases if number < now or rng.random() < 0.15]
    past = [number for number in phases if number < now]
    if past and now not in phases and rng.random() < 0.4:
        document["held"] = past[-1]
        used.remove(past[-1])
    if used:
        document["used"] = used
    if rng.random() < 0.4:
        document["in_category"] = rng.random() < 0.3
    if (now in used or now not in phases) and rng.random() < 0.2:
        document["acted_now"] = True
    if document["action"] in ("dodge", "parry"):
        document |= {"attack": rng.choice(("melee", "ranged")), "skilled": rng.random() < 0.85}
    if rng.random() < 0.3:
        document["spends"] = _some_phases(rng, phases)
    return document


def _some_phases(rng: Random, phases: list[int]) -> list[int]:
    return sorted(rng.sample(phases, min(len(phases), rng.randint(1, 3))))


def pool(rng: Random) -> Document:
    """A pool against a target number."""
    return {"kind": "pool", "dice": [rng.randint(1, 10), *_d10s(rng)], "target": rng.randint(2, 10)}


def split(rng: Random) -> Document:
    """A pool split in two; at times at one target or of the wrong number of dice."""
    small = rng.randint(2, 6)
    first = rng.randint(1, small - 1)
    many = [first, small - first + (rng.random() < 0.1)]
    places = rng.choice((["bill", "carl"],) * 5 + (["bill", "bill"],))
    parts = [
        {"at": at, "dice": [rng.randint(1, 10) for _ in range(n)]} for at, n in zip(places, many, strict=True)
    ]
    substats = rng.sample([small, small + rng.randint(0, 3)], 2)
    return {"kind": "split", "substats": substats, "parts": parts}


def distance(rng: Random) -> Document:
    """A range in hexes, the doublings themselves and their neighbours most of all."""
    return {"kind": "range", "hexes": max(0, 2 ** rng.randint(0, 8) + rng.randint(-1, 1))}


def damage(rng: Random) -> Document:
    """A hit or a miss on somebody who may be down already."""
    weapon = rng.choice(
        ({"multiple": rng.randint(1, 4)}, {"weapon": rng.choice(("fist", "club", "quarterstaff", "blade"))})
    )
    document = {"kind": "damage", "successes": rng.randint(0, 6), "hit_points": rng.randint(-6, 20), **weapon}
    optional = {
        "defence": rng.randint(0, 4),
        "strength": rng.randint(0, 5),
        "melee": rng.random() < 0.6,
        "resistance": rng.randint(0, 8),
    }
    return document | {name: value for name, value in optional.items() if rng.random() < 0.8}


def death_check(rng: Random) -> Document:
    """Health dice against what was taken past zero, often exactly that."""
    return {
        "kind": "death-check",
        "dice": [rng.randint(1, 10), *_d10s(rng)],
        "past": rng.choice((5, 10, 15, rng.randint(1, 40))),
    }


def odds(rng: Random) -> Document:
    """A small pool, at times against another."""
    document = {"kind": "odds", "pool": rng.randint(1, 4), "target": rng.randint(2, 10)}
    if rng.random() < 0.6:
        document["against"] = rng.randint(1, 3)
        if rng.random() < 0.5:
            document["against_target"] = rng.randint(2, 10)
    return document


def turn(rng: Random) -> Document:
    """Two to five characters and up to thirty steps; a step that the second judge refuses mostly is not kept."""
    names = ["ann", "bill", "cora", "dov", "eve"][: rng.randint(2, 5)]
    sides = ["good", "bad", *(rng.choice(("good", "bad")) for _ in names[2:])]
    characters = [
        {"id": name, "side": side, "phases": sorted(rng.sample(range(1, 11), rng.randint(1, 7)))}
        for name, side in zip(names, sides, strict=True)
    ]
    steps: list[Document] = []
    document = {"kind": "turn", "characters": characters, "steps": steps}
    bold = rng.random() < 0.3
    for _ in range(rng.randint(1, 30)):
        steps.append(_step(rng, names))
        if judged_turn(document) == REFUSED:
            if bold:
                break
            steps.pop()
    return document


def _step(rng: Random, names: list[str]) -> Document:
    do = rng.choices(("next", "act", "hold", "offer"), weights=(5, 10, 2, 2))[0]
    if do == "next":
        return {"do": do}
    step: Document = {"do": do, "id": rng.choice(names)}
    if do == "hold":
        return step | ({"condition": "whoever moves"} if rng.random() < 0.6 else {})
    if do == "offer":
        return step | {"to": rng.sample(names, rng.choice((1, 1, 2)))}
    step["action"] = rng.choice(ACTIONS)
    if rng.random() < 0.3:
        step["in_category"] = False
    if rng.random() < 0.3 and step["action"] in ("diced", "diceless"):
        step["reaction"] = True
    if rng.random() < 0.3:
        step["spends"] = _some_phases(rng, list(range(1, 11)))
    if step["action"] in ("dodge", "parry"):
        step |= {"attack": rng.choice(("melee", "melee", "ranged")), "skilled": rng.random() < 0.9}
    return step


def document(rng: Random) -> Document:
    """One document of any kind; turns most of all."""
    makers = (turn, phase, speed, damage, death_check, split, pool, distance, odds)
    return rng.choices(makers, weights=(50, 20, 6, 8, 5, 5, 2, 2, 2))[0](rng)
