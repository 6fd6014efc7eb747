"""Random documents for `resolve`: clashes of up to six, tests and opposed throws, high cards and Fools common."""

from random import Random
from typing import Any

from tests.rules.second.clash import reasons

Document = dict[str, Any]
NAMES = ("ann", "bill", "cora", "dov", "eve", "finn")
EVERY = [f"m{number:02}" for number in range(22)] + [
    f"{suit}{number:02}" for suit in "wcsp" for number in range(1, 15)
]


def shuffled(rng: Random) -> list[str]:
    """A shuffled deck in which what is rare comes often; no card twice."""
    low = [card for card in EVERY if card[0] != "m" and int(card[1:]) <= 5]
    deck = (
        rng.sample(EVERY, 60)
        if rng.random() < 0.6
        else rng.sample([*low, "m00", "m01", "m02", "m05", "m14"], 25)
    )
    if rng.random() < 0.3 and "m00" in deck:
        deck.remove("m00")
        deck.insert(len(deck) - rng.randint(0, 5), "m00")
    return deck


def _options(rng: Random) -> Document:
    options: Document = {}
    if rng.random() < 0.2:
        options["order"] = rng.choice(("rws", "marseille"))
    if rng.random() < 0.2:
        options["courts"] = {"11": rng.choice((10, 11)), "12": 12, "13": 13, "14": rng.choice((14, 20))}
    return options


def _thrower(rng: Random, name: str, deck: list[str], side: str) -> Document:
    cards = [deck.pop() for _ in range(rng.choice((1, 1, 2, 2, 3)))]
    thrower: Document = {"id": name, "cards": cards}
    if len(cards) == 2 and rng.random() < 0.2:
        thrower["keep"] = "lowest"
    if side == "players" and rng.random() < 0.4:
        thrower["significator"] = rng.choice(cards) if rng.random() < 0.7 else rng.choice(deck)
    if side != "players" and rng.random() < 0.4:
        thrower["specials"] = [{"card": rng.choice(cards), "text": "It burns."}]
    return thrower


def one_each(people: list[Document]) -> list[Document]:
    """The same people, of whom nobody holds a Significator that somebody before holds (D35)."""
    held: set[str] = set()
    for one in people:
        if one.get("significator") in held:
            del one["significator"]
        held |= {one["significator"]} if "significator" in one else set()
    return people


def test(rng: Random) -> Document:
    """A static throw."""
    document: Document = {
        "kind": "test",
        "thrower": _thrower(rng, "ann", shuffled(rng), rng.choice(("players", "host"))),
    }
    if rng.random() < 0.3:
        document["intensities"] = sorted(rng.sample(range(1, 12), rng.randint(2, 3)))
    else:
        document["intensity"] = rng.randint(0, 12)
    return document | _options(rng)


def opposed(rng: Random) -> Document:
    """An opposed throw of two to four."""
    deck = shuffled(rng)
    sides = ["players", "host", "players", "host"][: rng.randint(2, 4)]
    throwers = [_thrower(rng, name, deck, side) for name, side in zip(NAMES, sides, strict=False)]
    return {"kind": "opposed", "throwers": one_each(throwers), **_options(rng)}


def clash(rng: Random) -> Document:
    """Two to six people on two sides, at times three; who ties for an attack may have chosen."""
    deck = shuffled(rng)
    names = NAMES[: rng.randint(2, 6)]
    sides = {
        name: rng.choice(("players", "host", *rng.sample(["rivals"], rng.random() < 0.1))) for name in names
    }
    sides["ann"], sides["bill"] = "players", "host"
    people = []
    for name in names:
        one = _thrower(rng, name, deck, sides[name])
        action = _action(rng, name, sides)
        if action["kind"] == "nothing" or (action.get("intensity") == 0 and rng.random() < 0.5):
            one["cards"] = []
            one.pop("keep", None)
        people.append(one | {"side": sides[name], "action": action})
    document: Document = {"kind": "clash", "participants": one_each(people), **_options(rng)}
    if rng.random() < 0.3:
        _exclude(rng, document)
    rivals = _by_reason(document, "awaiting-choice")
    if rivals and rng.random() < 0.5:
        document["choose"] = {sides[rivals[0]]: rng.choice(rivals)}
    return document


def _by_reason(document: Document, wanted: str) -> list[str]:
    people: list[Document] = document["participants"]
    idle = [each["id"] for each in people if each["action"]["kind"] == "nothing"]
    return [name for name, why in reasons(people, document).items() if why == wanted and name not in idle]


def _exclude(rng: Random, document: Document) -> None:
    """Let two allies' actions that would both happen exclude each other, unless a choice is open already."""
    happening = _by_reason(document, "won")
    if len(happening) < 2 or _by_reason(document, "awaiting-choice"):
        return
    one, other = rng.sample(happening, 2)
    action = next(each["action"] for each in document["participants"] if each["id"] == one)
    action["excludes"] = [other]


def _action(rng: Random, name: str, sides: dict[str, str]) -> Document:
    foes = [other for other, side in sides.items() if side != sides[name]]
    kind = rng.choices(("attack", "defend", "other"), weights=(5, 2, 3))[0]
    if name not in ("ann", "bill") and rng.random() < 0.1:
        return rng.choice(({"kind": "nothing"}, {"kind": "move", "feet": 30}))
    if kind == "defend":
        named = rng.random() < 0.5
        return (
            {"kind": kind, "against": rng.sample(foes, rng.randint(1, len(foes)))}
            if named
            else {"kind": kind}
        )
    if kind == "other" and rng.random() < 0.5:
        return {"kind": kind, "intensity": rng.choice((0, 2, 3, 4, 5, 6, 8))}
    chosen = rng.sample(foes, rng.randint(1, len(foes))) if rng.random() < 0.4 else [rng.choice(foes)]
    resist: Any = rng.randint(0, 7) if rng.random() < 0.6 else {foe: rng.randint(0, 7) for foe in chosen}
    action = {"kind": kind, "target": chosen if len(chosen) > 1 else chosen[0], "resist": resist}
    if kind == "attack" and rng.random() < 0.2:
        action["harmless"] = True
    if kind == "other" and len(chosen) == 1 and rng.random() < 0.3:
        action["escape"] = True
    return action


def drawn(rng: Random) -> Document:
    """Cards one after the other, of which only 1 to 10 count."""
    deck = shuffled(rng)
    document: Document = {"cards": [deck.pop() for _ in range(rng.randint(0, 6))], **_options(rng)}
    kind = rng.choice(("c10", "c100", "damage"))
    own = {"c10": {"count": rng.randint(1, 4)}, "c100": {}, "damage": {"toughness": rng.randint(0, 5)}}
    return {"kind": kind, **own[kind], **document}


def document(rng: Random) -> Document:
    """One document of any kind; clashes most of all."""
    return rng.choices((clash, test, opposed, drawn), weights=(14, 2, 2, 1))[0](rng)
