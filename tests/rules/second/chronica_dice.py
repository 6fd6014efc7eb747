"""Chronica's pools and what dice buy judged a second time (C1, C2, C6), from the source text and the digest alone.

Written without having read `rules/chronica` or what its tests expect. Whether assets fit together is found by trying
every way to lay them into a character's slots.
"""

from collections import Counter
from itertools import combinations
from typing import Any

Document = dict[str, Any]
REFUSED = "refused"
USUAL = 3
"""So many dice an opposition usually has; what it has fewer is missing, unless the document says how many are."""
ONE_OF_EACH = ("attribute", "background", "relationship", "tech", "opposition", "temporary", "destiny")


def pool(document: Document) -> Document:
    """Which assets give a die, taken in the document's order while they fit (C2)."""
    assets: list[Document] = document["assets"]
    further = sum(asset["kind"] == "aspect" for asset in assets)
    befriended = any(asset["kind"] == "relationship" for asset in assets)
    geared = any(asset["kind"] == "tech" and not asset.get("random") for asset in assets)
    kept: list[Document] = []
    refused: list[str] = []
    for asset in assets:
        if asset.get("random") and geared:
            refused.append(asset["name"])
        elif asset["kind"] == "aspect" or _fit(
            [*kept, asset], frozenset(ONE_OF_EACH), further, befriended=befriended
        ):
            kept.append(asset)
        else:
            refused.append(asset["name"])
    return {
        "dice": [
            {"size": 1 if asset.get("random") else asset["size"], "from": asset["name"]} for asset in kept
        ],
        "refused": [{"asset": name} for name in refused],
    }


def _fit(assets: list[Document], slots: frozenset[str], further: int, *, befriended: bool) -> bool:
    """Whether some way of laying the assets into the slots takes all of them."""
    if not assets:
        return True
    first, rest = assets[0], assets[1:]
    if first["kind"] == "aspect":
        return _fit(rest, slots, further, befriended=befriended)
    own = {first["kind"]}
    if first["kind"] == "background" and first.get("shared") and not befriended:
        own.add("relationship")
    for slot in own & slots:
        if _fit(rest, slots - {slot}, further, befriended=befriended):
            return True
    return (
        further > 0 and first["kind"] != "destiny" and _fit(rest, slots, further - 1, befriended=befriended)
    )


def opposition(document: Document) -> Document:
    """The opposition's best dice after replacing up to three, missing ones too (C6)."""
    size = document["size"]
    there: list[int] = document["opposition"]
    dice = [*there, *[0] * document.get("missing", max(0, USUAL - len(there)))]
    ways = []
    for many in range(min(3, len(dice)) + 1):
        for places in combinations(range(len(dice)), many):
            new = [size if place in places else die for place, die in enumerate(dice)]
            ways.append((sum(new), -many, sorted(die for die in new if die)))
    return {"dice": max(ways)[2]}


def spend(document: Document) -> Document | str:
    """What success and concession dice buy, or `REFUSED` (C1, C6)."""
    success, concessions = document["success"], document.get("concessions", [])
    for_condition = document.get("contest_for", "goal") == "condition"
    paid = Counter(die.get("buys") for die in success)
    if any(die.get("buys") in ("goal", "condition") for die in concessions):
        return REFUSED
    if (paid["goal"] and for_condition) or (paid["condition"] and not for_condition) or paid["goal"] > 1:
        return REFUSED
    if document.get("goal_required", False) and not for_condition and success and not paid["goal"]:
        return REFUSED
    every = [*success, *concessions]
    bought = [_which(die, line) for line, die in enumerate(every) if "buys" in die]
    if len(set(bought)) < len(bought):
        return REFUSED
    if not all(_may_be_hit(die, document) for die in every if die.get("buys") == "penalty"):
        return REFUSED
    return {
        "goal": paid["goal"] == 1,
        "pyrrhic": bool(success) and not for_condition and not paid["goal"],
        "gains": _gains(every, document),
        "unspent": len({_which(die, line) for line, die in enumerate(every)} - set(bought)),
    }


def _which(die: Document, line: int) -> tuple[str, int]:
    """Which die a line is about: the same may be listed against several opponents, and is spent once (C5)."""
    return (die["pool"], die["die"]) if "die" in die else ("line", line)


def _may_be_hit(die: Document, document: Document) -> bool:
    """A penalty no larger than the die that pays, for an opponent who co-operates rather than assists."""
    size, who = die.get("penalty", die["size"]), die["to"]
    exposed = who in document.get("opponents", []) and who not in document.get("assistants", [])
    return bool(exposed and size <= die["size"])


def _gains(every: list[Document], document: Document) -> list[Document]:
    uses: Counter[tuple[str, int, str, str | None]] = Counter()
    penalties = []
    for die in every:
        kind, to, name = die.get("buys"), die.get("to"), die.get("name")
        if kind == "penalty":
            penalties.append({"kind": kind, "size": die.get("penalty", die["size"]), "to": to, "name": name})
        elif kind == "reward":
            uses[kind, sorted(document["opposition"])[-3], str(to), name] += 1
        elif kind == "condition":
            uses[kind, document["condition"], str(to), name] += 1
    fields = ("kind", "size", "to", "name")
    return [dict(zip(fields, key, strict=True)) | {"uses": many} for key, many in uses.items()] + penalties


def ledger(document: Document) -> Document | str:
    """What is left of the temporary dice: a use is spent, a penalty stays until it is removed (C6)."""
    holds = [dict(hold) for hold in document["holds"]]
    for step in document["steps"]:
        found = [hold for hold in holds if hold["name"] == step["name"]]
        if not found or (step["do"] == "remove" and found[0]["kind"] != "penalty"):
            return REFUSED
        if step["do"] == "remove" or found[0].get("uses") == 1:
            holds.remove(found[0])
        elif found[0]["kind"] != "penalty":
            found[0]["uses"] -= 1
    return {"holds": holds}
