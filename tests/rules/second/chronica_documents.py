"""Random documents of Chronica, ties as common as they can be made."""

from random import Random
from typing import Any

Document = dict[str, Any]
SIZES = (4, 6, 8, 10, 11, 12)
ASSET_KINDS = (
    "attribute",
    "background",
    "relationship",
    "tech",
    "opposition",
    "temporary",
    "aspect",
    "destiny",
)


def contest(rng: Random) -> Document:
    """Two to five sides, each with one to three co-operating pools of one to seven dice (C1, C3 to C5, C7)."""
    height = rng.choice((3, 6, 9))
    shared = [_die(rng, height) for _ in range(rng.randint(1, 6))]
    sides = []
    for name in ["a", "b", "c", "d", "e"][: rng.choice((2, 2, 3, 3, 4, 5))]:
        many = rng.choice((1, 1, 1, 2, 3))
        pools = [{"id": f"{name}{number}", "dice": _pool(rng, height, shared)} for number in range(many)]
        sides.append({"id": name, "pools": pools})
    return {"kind": "contest", "sides": sides}


def _pool(rng: Random, height: int, shared: list[Any]) -> list[Any]:
    own = [_die(rng, height) for _ in range(rng.randint(1, 7))]
    if rng.random() < 0.3:
        own = [*shared, *(own[: rng.randint(0, 2)] if rng.random() < 0.5 else [])]
    return rng.sample(own, len(own))


def _die(rng: Random, height: int) -> Any:
    """A bare value, or a die of its size; one in twelve stands in for a size that was not at hand."""
    value = rng.randint(1, height)
    if rng.random() < 0.4:
        return value
    die: Document = {"size": 8 if height < 9 else 12, "value": value}
    if rng.random() < 0.15:
        die["stand_in"] = True
    return die


def odds(rng: Random) -> Document:
    """Two sides of up to three small dice, or three of up to two."""
    many = rng.choice((2, 2, 3))
    sides = [[rng.randint(2, 4) for _ in range(rng.randint(1, 5 - many))] for _ in range(many)]
    return {"kind": "odds", "sides": sides}


def pool(rng: Random) -> Document:
    """Assets of every kind, often too many of one."""
    kinds = [rng.choice(ASSET_KINDS[:-1]) for _ in range(rng.randint(0, 8))]
    kinds = rng.sample(["attribute", "destiny", *kinds], len(kinds) + 2)
    assets = []
    for number, kind in enumerate(kinds):
        asset: Document = {"name": f"{kind} {number}", "kind": kind, "size": rng.choice(SIZES)}
        if kind == "background" and rng.random() < 0.4:
            asset["shared"] = True
        if kind == "tech" and rng.random() < 0.3:
            asset |= {"random": True, "size": 1}
        assets.append(asset)
    return {"kind": "pool", "assets": assets}


def opposition(rng: Random) -> Document:
    """An opposition's dice and the size of the die that is wanted or to be removed."""
    dice = [rng.choice(SIZES) for _ in range(rng.randint(1, 7))]
    document: Document = {"kind": "opposition", "opposition": dice, "size": rng.choice(SIZES)}
    return document | ({"missing": rng.randint(0, 4)} if rng.random() < 0.4 else {})


def spend(rng: Random) -> Document:
    """Dice of the winner or of a loser, and what they buy; one in a few breaks a rule."""
    wanted = rng.choice(("goal", "goal", "condition"))
    document: Document = {
        "kind": "spend",
        "success": [_bought(rng, wanted) for _ in range(rng.randint(0, 4))],
        "concessions": [_bought(rng, "penalty") for _ in range(rng.choice((0, 0, 1, 2)))],
        "contest_for": wanted,
        "opposition": [rng.choice(SIZES) for _ in range(rng.randint(3, 6))],
        "opponents": ["bill", "cora"],
        "assistants": rng.choice(([], ["cora"])),
    }
    if rng.random() < 0.3:
        _list_twice(rng, document["concessions"])
    if wanted == "condition":
        document["condition"] = rng.choice(SIZES)
    elif rng.random() < 0.2:
        document["goal_required"] = True
    return document


def _list_twice(rng: Random, concessions: list[Document]) -> None:
    """Say of concession dice which they are, and list one against a second opponent; now and then buy with it twice."""
    for number, die in enumerate(concessions):
        die |= {"pool": "ann", "die": number, "side": "heroes", "against": "crowd"}
    if concessions:
        again = {
            key: value
            for key, value in concessions[0].items()
            if key not in ("buys", "to", "penalty", "name")
        }
        bought = _bought(rng, "penalty") if rng.random() < 0.3 else {}
        concessions.append(bought | again | {"against": "guards"})


def _bought(rng: Random, wanted: str) -> Document:
    size = rng.choice(SIZES)
    die: Document = {"size": size, "value": rng.randint(1, size)}
    buys = rng.choice((None, wanted, "reward", "penalty"))
    if buys is None:
        return die
    die["buys"] = buys
    if buys == "penalty":
        die |= {"to": rng.choice(("bill", "bill", "cora")), "penalty": rng.choice((4, size))}
    elif buys != "goal":
        die["to"] = "ann"
    return die | ({"name": rng.choice("xy")} if buys != "goal" and rng.random() < 0.5 else {})


def ledger(rng: Random) -> Document:
    """Temporary dice, used and removed."""
    holds: list[Document] = []
    for name in ("plan", "ally", "sprain", "fear")[: rng.randint(1, 4)]:
        kind = rng.choice(("condition", "reward", "penalty"))
        uses = {} if kind == "penalty" else {"uses": rng.randint(1, 3)}
        holds.append(
            {
                "name": name,
                "kind": kind,
                "size": rng.choice(SIZES),
                "holder": rng.choice(("ann", "bill")),
                **uses,
            }
        )
    steps = []
    for _ in range(rng.randint(0, 4)):
        hold = rng.choice(holds)
        fitting = "remove" if hold["kind"] == "penalty" else "use"
        steps.append(
            {"do": fitting if rng.random() < 0.9 else rng.choice(("use", "remove")), "name": hold["name"]}
        )
    return {"kind": "ledger", "holds": holds, "steps": steps}


def document(rng: Random) -> Document:
    """One document of any kind; contests most of all."""
    makers = (contest, pool, opposition, spend, ledger)
    return rng.choices((*makers, odds), weights=(60, 12, 5, 14, 5, 0.5))[0](rng)
