"""A clash judged a second time (D10 to D12, D26 to D32), from the source texts and the digest alone.

Written without having read `rules/demon_city` or what its tests expect. Every question about an action is asked of the
whole list of participants; what a Significator alone would have done, of the same list with one throw replaced.
"""

from itertools import permutations
from typing import Any

from tests.rules.second.tarot import by_significator, counting, fired, fumbles, value

Document = dict[str, Any]
People = list[Document]


def clash(document: Document) -> Document:
    """What a `clash` document's answer must hold."""
    people: People = document["participants"]
    whys = reasons(people, document)
    winner = winning_side(people, document)
    open_choice = [name for name, why in whys.items() if why == "awaiting-choice"]
    outcome = "undecided" if winner is None else "choice" if open_choice else "win"
    acting = [each for each in people if each["action"]["kind"] != "nothing"]
    happening = [each for each in acting if whys[each["id"]] == "won"]
    actions = [_action(each, people, whys, document) for each in acting]
    return {
        "outcome": outcome,
        "side": winner,
        "actions": actions,
        "choose": open_choice or None,
        "specials": [
            special for each in happening if not _is_easy(each) for special in fired(each, document)
        ],
        "next": _next(happening, actions, outcome, winner),
    }


def winning_side(people: People, document: Document) -> str | None:
    """The side of the highest counted value; None if sides tie for it (D27, D28)."""
    top = max(_value(each, document) for each in people)
    sides = {each["side"] for each in people if _value(each, document) == top}
    return sides.pop() if len(sides) == 1 else None


def reasons(people: People, document: Document) -> dict[str, str]:
    """Why each action happens or does not, the first reason that applies (D28 to D30)."""
    winner = winning_side(people, document)
    if winner is None:
        return {each["id"]: "undecided" for each in people}
    allies = [each for each in people if each["side"] == winner]
    attacks = [each for each in allies if each["action"]["kind"] == "attack"]
    best = max((_value(each, document) for each in attacks), default=None)
    foremost = [each["id"] for each in attacks if _value(each, document) == best]
    able = [each["id"] for each in allies if succeeds(each, people, document)]
    rivals = [name for name in foremost if name in able]
    chosen = document.get("choose", {}).get(winner)

    def why(one: Document) -> str:
        name = one["id"]
        if one not in allies:
            return "losing-side"
        if _fails(one, document):
            return "fumble"
        if name in rivals and len(rivals) > 1 and chosen != name:
            return "not-chosen" if chosen in rivals else "awaiting-choice"
        if one in attacks and name not in foremost:
            return "outthrown-by-ally"
        return "won" if name in able else "did-not-beat-target"

    whys = {each["id"]: why(each) for each in people}
    return whys | _excluded([each for each in allies if whys[each["id"]] == "won"], document)


def _excluded(happening: People, document: Document) -> dict[str, str]:
    """Of each two allies' actions that exclude each other the higher happens; a tie is a choice (D30)."""
    whys: dict[str, str] = {}
    for one, other in permutations(happening, 2):
        names = (one["id"], other["id"])
        if names[1] in one["action"].get("excludes", []) or names[0] in other["action"].get("excludes", []):
            own, higher = _value(one, document), _value(other, document)
            chosen = document.get("choose", {}).get(one["side"])
            if own < higher:
                whys[names[0]] = "outthrown-by-ally"
            elif own == higher and chosen != names[0]:
                whys[names[0]] = "not-chosen" if chosen == names[1] else "awaiting-choice"
    return whys


def succeeds(one: Document, people: People, document: Document) -> bool:
    """Whether an action beats what it has to: one of an attack's targets, else everything (D29, D30)."""
    if _fails(one, document):
        return False
    own, hurdles = _value(one, document), [number for _, number in to_beat(one, people, document)]
    if one["action"]["kind"] == "attack":
        return any(own > number for number in hurdles)
    return _is_easy(one) or all(own > number for number in hurdles)


def to_beat(one: Document, people: People, document: Document) -> list[tuple[Document | None, int]]:
    """Every number that an action has to be higher than, and whose throw it is, if it is a throw."""
    action = one["action"]
    if action["kind"] == "defend":
        return [(foe, _value(foe, document)) for foe in people if _is_opposed_by(foe, one)]
    if "intensity" in action:
        return [(None, action["intensity"])]
    named = [each for name in targets(one) for each in people if each["id"] == name]
    return [_number(one, each, document) for each in named]


def targets(one: Document) -> list[str]:
    """Whom an action is aimed at."""
    target = one["action"].get("target", [])
    return [target] if isinstance(target, str) else list(target)


def _number(one: Document, target: Document, document: Document) -> tuple[Document | None, int]:
    if target.get("cards") and _opposes(target, one):
        return target, _value(target, document)
    resist = one["action"]["resist"]
    return None, resist[target["id"]] if isinstance(resist, dict) else resist


def _opposes(target: Document, actor: Document) -> bool:
    """Whether the target's own throw stands against an action (D29; D30 for what is no attack)."""
    if actor["action"].get("escape"):
        return True
    if target["action"]["kind"] == "defend":
        named = target["action"].get("against")
        return actor["id"] in named if named else actor["action"]["kind"] == "attack"
    return actor["id"] in targets(target)


def _is_opposed_by(foe: Document, defender: Document) -> bool:
    """Whether a defence stands against this foe's attack (D29, D30)."""
    if foe["side"] == defender["side"] or foe["action"]["kind"] != "attack":
        return False
    named = defender["action"].get("against")
    return foe["id"] in named if named else defender["id"] in targets(foe)


def _fails(one: Document, document: Document) -> bool:
    return not _is_easy(one) and fumbles(one, document)


def _is_easy(one: Document) -> bool:
    """Against Intensity 0 no card matters (D8)."""
    return bool(one["action"].get("intensity") == 0)


def _value(one: Document, document: Document) -> int:
    own = value(one, document)
    return -1 if own is None else own


def is_critical(one: Document, people: People, document: Document) -> bool:
    """Of an action that succeeds: by its own height, or by the Significator alone (D11)."""
    others = [_value(each, document) for each in people if each["side"] != one["side"]]
    hurdles = [number for _, number in to_beat(one, people, document)]
    own = _value(one, document)
    if _is_easy(one):
        return False
    if own > 10 and all(own > number for number in [*others, *hurdles]):
        return True
    sign = by_significator(one, document)
    if sign is None:
        return False
    again = reasons([sign if each is one else each for each in people], document)
    return again[one["id"]] == "won"


def _action(one: Document, people: People, whys: dict[str, str], document: Document) -> Document:
    why = whys[one["id"]]
    told = {
        "id": one["id"],
        "value": value(one, document),
        "happens": None if why == "awaiting-choice" else why == "won",
        "why": why,
        "fumble": _fails(one, document),
    }
    if (
        len(
            [
                card
                for card in one.get("cards", [])
                if value(one | {"cards": [card]}, document) == told["value"]
            ]
        )
        == 1
    ):
        told["card"] = counting(one, document)
    if why != "awaiting-choice":
        told["critical"] = why == "won" and is_critical(one, people, document)
    return told | _beaten(one, people, why, document)


def _beaten(one: Document, people: People, why: str, document: Document) -> Document:
    hurdles = to_beat(one, people, document)
    own = _value(one, document)
    told: Document = {}
    if one["action"]["kind"] == "attack" and len(hurdles) > 1:
        happens = {"won": True, "awaiting-choice": None}.get(why, False)
        told["targets"] = [
            {"id": name, "value": number, "happens": happens if own > number else False}
            for name, (_, number) in zip(targets(one), hurdles, strict=True)
        ]
        hurdles = [(foe, number) for foe, number in hurdles if why == "won" and own > number]
        if not hurdles:
            return told
    if not hurdles:
        return {"beats": None}
    foes, numbers = zip(*hurdles, strict=True)
    if numbers.count(max(numbers)) > 1:
        return told
    foe = foes[numbers.index(max(numbers))]
    return told | {"beats": ({"id": foe["id"]} if foe else {}) | {"value": max(numbers)}}


def _next(happening: People, actions: People, outcome: str, winner: str | None) -> list[str]:
    """What the table does now (D28, D31, D32)."""
    attacks = [each for each in happening if each["action"]["kind"] == "attack"]
    told = {
        "throw-damage": any(not each["action"].get("harmless", False) for each in attacks),
        "host-may-ask-for-calm": any(not each["action"].get("harmless", False) for each in attacks),
        "host-changes-situation": outcome == "undecided",
        "players-choose": outcome == "choice" and winner == "players",
        "host-chooses": outcome == "choice" and winner != "players",
        "host-describes-fumble": any(each["fumble"] for each in actions),
        "host-describes-critical": any(each.get("critical") for each in actions),
        "may-reposition": any(each["action"]["kind"] in ("attack", "defend") for each in happening),
    }
    return [code for code, applies in told.items() if applies]
