"""An Action Round judged a second time (D13, D16 to D26), from the source texts and the digest alone.

Written without having read `rules/demon_city` or what its tests expect. Every clash of the round is written out as a
`clash` document and judged as one.
"""

from itertools import chain, combinations
from typing import Any

from tests.rules.second.clash import clash, targets
from tests.rules.second.tarot import test
from tests.rules.second.throws import REFUSED, count, counted_twice, forced

Document = dict[str, Any]
Round = dict[str, Document]


def action_round(document: Document) -> Document | str:
    """What a `round` document with all announcements must answer."""
    people, said = _people(document), _said(document)
    order = sorted(people, key=lambda name: people[name]["agility"])
    many = counts(document)
    if isinstance(many, str):
        return many
    cards = _counted(document)
    thrown = document.get("throws", {})
    groups = _groups(order, people, said)
    return {
        "order": order,
        "cards": many,
        "miscounted": [
            {"id": name, "counted": many[name], "thrown": len(thrown[name])}
            for name in many
            if name in thrown and len(thrown[name]) != many[name]
        ],
        "clashes": groups,
        "results": [
            {} if not thrown else clash(_as_clash(group, people, said, cards, document)) for group in groups
        ],
        "uncontested": [
            _alone(people[name], said[name], cards[name], document)
            for name in order
            if name in cards and not any(name in group for group in groups)
        ],
    }


def counts(document: Document) -> dict[str, int] | str:
    """How many cards everybody throws who throws at all, or `REFUSED`."""
    counted = _counted(document)
    if any(told == REFUSED for told in counted.values()) or _contradicts(document):
        return REFUSED
    adjusted = document.get("adjusted", {})
    return {name: max(1, told["cards"] + adjusted.get(name, 0)) for name, told in counted.items()}


def _people(document: Document) -> Round:
    return {each["id"]: each for each in document["characters"]}


def _said(document: Document) -> Round:
    return {each["id"]: each for each in document["announcements"]}


def _counted(document: Document) -> dict[str, Any]:
    """Everybody's throw by `throws.count`; what a foe could not lose is an extra throw (D21)."""
    people, said = _people(document), _said(document)
    throwing = [name for name in people if throws_at_all(said[name])]
    claims = {name: claimed(name, people, said) for name in throwing}
    passed = dict.fromkeys(throwing, 0)
    for name in throwing:
        aimed_at = [foe for foe in _reach(said[name]) if foe in throwing]
        for foe in aimed_at or [foe for foe in _aiming_at(name, said) if foe in throwing][:1]:
            passed[foe] += forced(1, claims[name])[1]
    return {name: _count_one(claims[name], said[name], passed[name]) for name in throwing}


def _contradicts(document: Document) -> bool:
    """Whether two who face each other both claim the same over the other, or it is given and taken (D21)."""
    said = _said(document)
    for one, other in combinations(said.values(), 2):
        if other["id"] in _reach(one) and one["id"] in _reach(other):
            claims = [{key: each.get(key, []) for key in ("extra", "lost")} for each in (one, other)]
            if counted_twice({"kind": "opposed-throws", **claims[0], "opponent": claims[1]}):
                return True
    return False


def _count_one(claim: Document, announcement: Document, passed: int) -> Document | str:
    attacks = announcement["action"]["kind"] != "defend"
    if attacks and "defense" in claim["extra"]:
        return REFUSED
    return count({"kind": "clash-throws", **claim}, passed)


def throws_at_all(announcement: Document) -> bool:
    """Whether somebody does anything that may take a throw."""
    return bool(announcement["action"]["kind"] != "nothing")


def claimed(name: str, people: Round, said: Round) -> Document:
    """What is claimed for one character, and what the round knows by itself (D16 to D18, D20)."""
    announcement = said[name]
    extra, lost = list(announcement.get("extra", [])), list(announcement.get("lost", []))
    known = {
        "defense": announcement["action"]["kind"] == "defend",
        "higher-stat": has_higher_stat(name, people, said),
        "distraction": any(looks_elsewhere(said[foe], announcement) for foe in targets(announcement)),
    }
    extra += [token for token, holds in known.items() if holds and token not in extra]
    if "injured" in people[name].get("state", []) and "injury" not in lost:
        lost.append("injury")
    return {"extra": extra, "lost": lost}


def looks_elsewhere(foe: Document, announcement: Document) -> bool:
    """Whether a target is set neither to defend against somebody nor to do anything to them (D16)."""
    if foe["action"]["kind"] == "defend" and "against" not in foe["action"]:
        return False
    return announcement["id"] not in _reach(foe)


def has_higher_stat(name: str, people: Round, said: Round) -> bool:
    """Whether the stat in use is above the foe's in use, or above what the foe resists with (D17)."""
    announcement = said[name]
    aims = targets(announcement)
    if announcement["action"]["kind"] != "attack" or len(aims) != 1 or not people[name].get("stats"):
        return False
    foe = said[aims[0]]
    own = in_use(people[name], announcement)
    if foe["action"]["kind"] == "attack" and name in targets(foe):
        return own > in_use(people[aims[0]], foe)
    return own > resists_with(people[aims[0]], announcement)


def in_use(one: Document, announcement: Document) -> int:
    """The stat that an attack relies on (D17)."""
    stats: dict[str, int] = one.get("stats", {})
    agility: int = one["agility"]
    if announcement.get("manner") == "shooting":
        return stats[announcement["skill"]] if "skill" in announcement else agility
    return max(stats.get("toughness", 0), stats.get("hand-to-hand", 0))


def resists_with(one: Document, announcement: Document) -> int:
    """The stat that resists an action: of close combat Hand To Hand if they have it, else Agility (D17, D30)."""
    stats: dict[str, int] = one.get("stats", {})
    agility: int = one["agility"]
    return stats.get("hand-to-hand", agility) if announcement.get("manner") == "close-combat" else agility


def _groups(order: list[str], people: Round, said: Round) -> list[list[str]]:
    """Who can interfere with each other, directly or through others (D26)."""
    groups: list[list[str]] = []
    for name in order:
        joined = [group for group in groups if any(_meet(said[name], said[other]) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*chain(*joined), name])
    met = [sorted(_concerned(group, said), key=order.index) for group in groups]
    linked = [group for group in met if _is_clash(group, people)]
    return sorted(linked, key=lambda group: order.index(group[0]))


def _concerned(group: list[str], said: Round) -> list[str]:
    """Those of a group who do something, or to whom something is done."""
    aims = [foe for name in group for foe in targets(said[name])]
    return [name for name in group if said[name]["action"]["kind"] != "nothing" or name in aims]


def _is_clash(group: list[str], people: Round) -> bool:
    """Whether a group is a clash: two sides, not allies who defend themselves against nobody."""
    return len({people[name]["side"] for name in group}) > 1


def _meet(one: Document, other: Document) -> bool:
    return other["id"] in _reach(one) or one["id"] in _reach(other)


def _aiming_at(name: str, said: Round) -> list[str]:
    return [other for other, announcement in said.items() if name in _reach(announcement)]


def _reach(announcement: Document) -> list[str]:
    return [*targets(announcement), *announcement["action"].get("against", [])]


def _as_clash(group: list[str], people: Round, said: Round, cards: Round, document: Document) -> Document:
    participants = []
    for name in group:
        action = dict(said[name]["action"])
        if action.get("target"):
            action["resist"] = {foe: resists_with(people[foe], said[name]) for foe in targets(said[name])}
        keep = cards[name]["keep"] if name in cards else "highest"
        throw = {"cards": document["throws"].get(name, []), "keep": keep, "action": action}
        participants.append(_parts(people[name], "id", "side", "significator", "specials") | throw)
    return {"participants": participants, **_parts(document, "order", "courts", "choose")}


def _alone(one: Document, announcement: Document, counted: Document, document: Document) -> Document:
    """An action that nobody contests, as a test (D25)."""
    thrower = _parts(one, "id", "significator", "specials")
    thrower |= {"cards": document["throws"][one["id"]], "keep": counted["keep"]}
    intensity = announcement["action"].get("intensity", 0)
    if intensity == 0:
        return {"outcome": "success", "winner": one["id"]}
    return test({"thrower": thrower, "intensity": intensity, **_parts(document, "order", "courts")})


def _parts(whole: Document, *names: str) -> Document:
    return {name: whole[name] for name in names if name in whole}
