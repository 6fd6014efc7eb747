"""Random Action Rounds: two to five characters with stats, everybody announced and thrown, some a card too many."""

from random import Random
from typing import Any

from tests.rules.second.clash_documents import NAMES, one_each, shuffled
from tests.rules.second.round import counts

Document = dict[str, Any]
PLACES = ("high ground", "handcuffs", "drunk", "fog")


def action_round(rng: Random) -> Document:
    """A round in which everything is said."""
    names = NAMES[: rng.randint(2, 5)]
    sides = {
        name: rng.choice(("players", "host", *(["rivals"] if rng.random() < 0.1 else []))) for name in names
    }
    sides["ann"], sides["bill"] = "players", "host"
    agility = rng.sample(range(1, 10), len(names))
    deck = shuffled(rng)
    characters = one_each(
        [
            _character(rng, name, sides[name], number, deck)
            for name, number in zip(names, agility, strict=True)
        ]
    )
    armed = [one["id"] for one in characters if "firearms" in one["stats"]]
    said = [
        _announcement(rng, name, sides, armed)
        for name in sorted(names, key=lambda name: agility[names.index(name)])
    ]
    _leave_alone(said)
    document: Document = {"kind": "round", "characters": characters, "announcements": said}
    if rng.random() < 0.2:
        document["adjusted"] = {rng.choice(names): rng.choice((-1, 1))}
    told = counts(document)
    counted = {} if isinstance(told, str) else told
    document["throws"] = {
        name: [deck.pop() for _ in range(_thrown(rng, many))] for name, many in counted.items()
    }
    return document


def _thrown(rng: Random, counted: int) -> int:
    return max(1, counted + rng.choice((-1, 1))) if rng.random() < 0.1 else counted


def _character(rng: Random, name: str, side: str, agility: int, deck: list[str]) -> Document:
    stats = {"toughness": rng.randint(0, 6)}
    for skill in ("hand-to-hand", "firearms"):
        if rng.random() < 0.4:
            stats[skill] = rng.randint(1, 9)
    one: Document = {"id": name, "side": side, "agility": agility, "stats": stats}
    if side == "players" and rng.random() < 0.4:
        one["significator"] = rng.choice(deck)
    if rng.random() < 0.2:
        one["state"] = ["injured"]
    return one


def _announcement(rng: Random, name: str, sides: dict[str, str], armed: list[str]) -> Document:
    foes = [other for other, side in sides.items() if side != sides[name]]
    kind = rng.choices(
        ("attack", "defend", "other", "alone", "move", "nothing"), weights=(12, 4, 4, 4, 1, 1)
    )[0]
    said: Document = {"id": name}
    if kind in ("move", "nothing"):
        return said | {"action": {"kind": kind, "feet": 30} if kind == "move" else {"kind": kind}}
    if kind == "attack":
        said |= {
            "action": {"kind": kind, "target": rng.choice(foes)},
            "manner": rng.choice(("close-combat", "shooting")),
        }
        if said["manner"] == "shooting" and name in armed and rng.random() < 0.8:
            said["skill"] = "firearms"
    elif kind == "defend":
        named = rng.random() < 0.6
        said["action"] = {"kind": kind, "against": [rng.choice(foes)]} if named else {"kind": kind}
    elif kind == "other":
        said["action"] = {"kind": kind, "target": rng.choice(foes)}
    else:
        said |= {"action": {"kind": "other", "intensity": rng.randint(1, 8)}, "contested": False}
    return said | _claims(rng, kind)


def _claims(rng: Random, kind: str) -> Document:
    extra: list[Any] = [{"situation": place} for place in rng.sample(PLACES[:2], rng.choice((0, 0, 1)))]
    if rng.random() < 0.2:
        extra.append(rng.choice(("distraction", "supernatural")))
    if rng.random() < (0.5 if kind == "defend" else 0.03):
        extra.append("defense")
    lost: list[Any] = [{"situation": place} for place in rng.sample(PLACES[2:], rng.choice((0, 0, 1, 2)))]
    if kind == "attack" and rng.random() < 0.2:
        lost.append("called-shot")
    return {name: tokens for name, tokens in (("extra", extra), ("lost", lost)) if tokens}


def _leave_alone(said: list[Document]) -> None:
    """Whoever somebody aims at is not left alone: their action is contested."""
    aimed = [each["action"].get("target") for each in said]
    aimed += [foe for each in said for foe in each["action"].get("against", [])]
    for each in said:
        if each["id"] in aimed:
            each.pop("contested", None)
