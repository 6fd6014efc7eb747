"""Every sentence of the judges with the document that leads to it: ``python -m webui.documents.sentences``.

It prints docs/sentences.md, to be read aloud: plain, no code words, right plurals, names as given. With the codes of
languages behind it, it prints the same page in these.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from rules.registry import SYSTEMS
from webui.documents.pipeline import answer_document
from webui.i18n import IN_CODE

Document: TypeAlias = dict[str, Any]

HEAD = """# Sentences

Each sentence that a judged document can lead to, in English and German, with such a document.
Printed by `python -m webui.documents.sentences`; a test holds this page to it.
With `fr` behind it, it prints the same in French.
"""


def _clash(*people: tuple[str, str, str, Document], **options: object) -> Document:
    """A clash of (id, side, cards, action)."""
    participants = [
        {"id": id_, "side": side, "cards": cards.split(), "action": action}
        for id_, side, cards, action in people
    ]
    return {"kind": "clash", "participants": participants, **options}


def _attack(target: str, **more: object) -> Document:
    return {"kind": "attack", "target": target, "resist": 2, **more}


def _test(*cards: str, **goal: object) -> Document:
    return {"kind": "test", **goal, "thrower": {"id": "Marty", "cards": list(cards)}}


def _opposed(ann: str, bill: str) -> Document:
    return {"kind": "opposed", "throwers": [{"id": "Ann", "cards": [ann]}, {"id": "Bill", "cards": [bill]}]}


_ON_ANN, _ON_BILL = _attack("Ann"), _attack("Bill")
_LOOKS: Document = {"kind": "other", "intensity": 4}
_DEFENDS: Document = {"kind": "defend"}
_MOVES: Document = {"kind": "move"}
_BILL_S6 = ("Bill", "host", "s06", _ON_ANN)
_SPECIAL = {
    "id": "Bill",
    "side": "host",
    "cards": ["s09"],
    "specials": [{"card": "s09", "text": "the walls bleed"}],
}
_TWO = [{"id": "Ann", "side": "players", "agility": 3}, {"id": "Bill", "side": "host", "agility": 2}]
_TOUGH = [_TWO[0], {**_TWO[1], "stats": {"toughness": 2}}]


def _round(ann: Document | None, bill: Document | None, **more: object) -> Document:
    said = [{"id": id_, "action": action} for id_, action in (("Bill", bill), ("Ann", ann)) if action]
    return {"kind": "round", "characters": _TWO, "announcements": said, **more}


_HIT = _round(_ON_BILL, _ON_ANN, characters=_TOUGH, throws={"Ann": ["w09", "c02"], "Bill": ["s06"]})

DEMON_CITY: tuple[Document, ...] = (
    _clash(("Ann", "players", "w09", _ON_BILL), _BILL_S6),
    _clash(("Ann", "players", "w02", _ON_BILL), _BILL_S6, ("Cass", "players", "c03", _LOOKS)),
    _clash(("Ann", "players", "w09", _DEFENDS), _BILL_S6, ("Cass", "players", "c05", _LOOKS)),
    _clash(("Ann", "players", "m15", _ON_BILL), _BILL_S6),
    _clash(("Ann", "players", "w09", _attack("Bill", resist=9)), ("Bill", "host", "s03", _LOOKS)),
    _clash(
        ("Ann", "players", "w09", {"kind": "other", "intensity": 2}),
        _BILL_S6,
        ("Cass", "players", "c03", _LOOKS),
    ),
    _clash(
        ("Ann", "players", "w09", _ON_BILL),
        _BILL_S6,
        ("Cass", "players", "c04", {"kind": "defend", "against": "Bill"}),
    ),
    _clash(
        ("Ann", "players", "w09", {"kind": "attack", "target": ["Bill", "Dean"], "resist": 9}),
        _BILL_S6,
        ("Dean", "host", "p02", _LOOKS),
    ),
    _clash(("Ann", "players", "w08", _ON_BILL), ("Bill", "host", "s08", _ON_ANN)),
    _clash(
        ("Ann", "players", "", {"kind": "other", "intensity": 0}),
        ("Bill", "host", "", {"kind": "other", "intensity": 0}),
    ),
    _clash(
        ("Ann", "players", "w09", _ON_BILL), _BILL_S6, ("Cass", "players", "c09", _attack("Bill", resist=3))
    ),
    _clash(
        ("Ann", "players", "w09", _ON_BILL),
        _BILL_S6,
        ("Cass", "players", "c09", _attack("Bill", resist=3)),
        choose={"players": "Ann"},
    ),
    _clash(
        ("Ann", "players", "w09", _ON_BILL), _BILL_S6, ("Cass", "players", "c08", _attack("Bill", resist=3))
    ),
    _clash(("Ann", "players", "w09", _ON_BILL), _BILL_S6, ("Cass", "players", "m00", _LOOKS)),
    _clash(("Ann", "players", "m00", _LOOKS), ("Bill", "host", "", {"kind": "nothing"})),
    _clash(("Cai", "the cult", "w09", _ON_BILL), ("Bill", "host", "s06", _attack("Cai"))),
    {
        "kind": "clash",
        "participants": [
            {"id": "Ann", "side": "players", "cards": ["w03"], "action": _ON_BILL},
            {**_SPECIAL, "action": _ON_ANN},
        ],
    },
    _test("c07", intensity=4),
    _test("c03", intensity=4),
    _test("m00", intensity=4),
    _test(intensity=0),
    _test("c06", intensities=[4, 7]),
    _opposed("w08", "s06"),
    _opposed("w08", "s08"),
    {"kind": "c10", "cards": ["m15", "w03"]},
    {"kind": "c10", "cards": ["m15"]},
    {"kind": "c100", "cards": ["w03", "c07"]},
    {"kind": "damage", "toughness": 2, "cards": ["w03", "c07"]},
    {"kind": "damage", "toughness": 0},
    _round(None, None),
    _round(_ON_BILL, _ON_ANN),
    {
        "kind": "round",
        "characters": [{**_TWO[0], "state": "panic"}, _TWO[1]],
        "announcements": [{"id": "Bill", "action": _MOVES}],
    },
    {
        "kind": "round",
        "characters": [*_TWO, {"id": "Cass", "side": "players", "agility": 1}],
        "announcements": [
            {"id": "Cass", "action": _attack("Bill", resist=3)},
            {"id": "Bill", "action": _ON_ANN},
            {"id": "Ann", "action": _ON_BILL},
        ],
        "throws": {"Ann": ["w09"], "Bill": ["s06"], "Cass": ["c09", "c02"]},
    },
    _round(_MOVES, _DEFENDS),
    _round({"kind": "nothing"}, {"kind": "nothing"}),
    _round(
        _ON_BILL,
        _ON_ANN,
        characters=_TOUGH,
        throws={"Ann": ["w09", "c02"], "Bill": ["s06"]},
        damage={"Bill": ["w03", "c07"]},
    ),
    _clash(
        ("Carl", "host", "w10", _LOOKS), ("Bill", "host", "s06", _ON_ANN), ("Ann", "players", "c08", _DEFENDS)
    ),
    _clash(
        ("Ann", "players", "w09", _MOVES), ("Bill", "host", "s06", _ON_ANN), ("Carl", "host", "c05", _ON_ANN)
    ),
    _clash(
        ("Ann", "players", "w09", {"kind": "other", "intensity": 0}),
        ("Bill", "host", "s06", _LOOKS),
    ),
    {"kind": "c10", "cards": ["w03", "c07"]},
    {"kind": "damage", "toughness": 2, "cards": ["w03", "c07", "s09"]},
    {"kind": "damage", "toughness": 0, "cards": ["w03"]},
    {**_HIT, "damage": {}},
    {**_HIT, "damage": {"Bill": ["w03"]}},
    {**_HIT, "damage": {"Bill": ["w02", "c01"]}},
    {**_HIT, "characters": [_TWO[0], {**_TWO[1], "stats": {"toughness": 0}}], "damage": {"Bill": []}},
    _round(
        None,
        None,
        characters=[_TWO[0], {**_TWO[1], "agility": None}],
        announcements=[
            {"id": "Bill", "action": {"kind": "nothing"}},
            {"id": "Ann", "action": {"kind": "attack", "target": "Bill"}, "manner": "close-combat"},
        ],
    ),
    {"kind": "test-throws", "stat": 5, "intensities": [4, 7]},
    {"kind": "clash-throws", "extra": ["weapon", {"situation": "high ground"}]},
    {"kind": "clash-throws"},
    {"kind": "clash-throws", "lost": ["called-shot"]},
    {"kind": "opposed-throws", "lost": [{"situation": "drunk"}]},
    {"kind": "derived-throws", "fighters": [], "deeds": []},
    {"kind": "odds", "table": "intensity"},
)

OTHERS: dict[str, tuple[Document, ...]] = {
    "demon-city": DEMON_CITY,
    "pulp": (
        {"kind": "deal", "cards": ["4s", "2s", "Kd", "Qc", "Js", "Jd", "Jh"]},
        {"kind": "deal", "cards": ["2h", "2d", "Ah", "Kd", "Qc", "Js", "Jd"]},
        {"kind": "deal", "cards": ["As", "2h", "Kd", "Qc", "Js", "Jd", "Jh"]},
        *(
            {"kind": "deal", "resistance": True, "cards": cards}
            for cards in (
                ["4s", "2h", "Kd", "Qc", "Js", "Jd", "Jh"],
                ["As", "2h", "Kd", "Qc", "Js", "Jd", "Jh"],
                ["4s", "2s", "Kd", "Qc", "Js", "Jd", "Jh"],
                ["2h", "2d", "Ah", "Kd", "Qc", "Js", "Jd"],
            )
        ),
        {
            "kind": "initiative",
            "combatants": [{"id": "Ann", "cards": ["4s", "Kd"]}, {"id": "Bill", "cards": ["2h", "2d"]}],
        },
        {
            "kind": "initiative",
            "combatants": [{"id": "Ann", "cards": ["4s", "Kd"]}, {"id": "Bill", "cards": ["2h", "Ks"]}],
        },
        *(
            {"kind": "combat", "combatants": ["Ann", "Bill"], "steps": steps}
            for steps in (
                [],
                [{"do": "surprise", "id": "Ann", "success": True}],
                [{"do": "surprise", "id": "Ann", "success": False}],
                [{"do": "order", "order": ["Bill", "Ann"]}],
                [{"do": "order", "order": ["Bill", "Ann"]}, {"do": "attacked"}, {"do": "attacked"}],
                [{"do": "leave", "id": "Bill"}],
            )
        ),
        {
            "kind": "deck",
            "cards": ["As", "2c", "4s", "Ah", "Ad", "2h", "2d", "Kd", "Qc", "Js", "Jd", "Jh", "Ks", "Kh"],
        },
        {
            "kind": "deck",
            "cards": ["As", "2c", "4s", "Ah", "Ad", "2h", "2d", "Kd", "Qc", "Js", "Jd", "Jh", "Ks"],
        },
        {
            "kind": "deck",
            "cards": [
                "As",
                "2c",
                "4s",
                "Ah",
                "Ad",
                "2h",
                "2d",
                "Kd",
                "Qc",
                "Js",
                "Jd",
                "Jh",
                "Ks",
                "Kh",
                "7d",
            ],
        },
    ),
    "dragon": (
        {"kind": "speed", "stat": 3, "dice": [4, 4]},
        {"kind": "speed", "stat": 3, "dice": [4, 4], "chosen": [1, 6]},
        *(
            {"kind": "phase", "phases": [2, 5, 8, 9], "used": [2], "action": "diced", **more}
            for more in (
                {"now": 5},
                {"now": 5, "in_category": False},
                {"now": 6},
                {"now": 3, "in_category": False},
                {"now": 3, "action": "dodge"},
                {"now": 3, "action": "dodge", "skilled": False},
                {"now": 3, "action": "parry", "attack": "ranged"},
                {"now": 5, "acted_now": True},
                {"now": 9, "used": [2, 5, 8, 9]},
            )
        ),
        *(
            {"kind": "turn", "characters": characters, "steps": steps}
            for characters, steps in (
                ([{"id": "Ann", "side": "good", "phases": [1]}], []),
                ([{"id": "Ann", "side": "good", "phases": [1]}], [{"do": "next"}]),
                ([{"id": "Ann", "side": "good", "phases": [1]}], [{"do": "next"}, {"do": "next"}]),
                ([{"id": "Ann", "side": "bad", "phases": [1]}], []),
                ([{"id": "Ann", "side": "bad", "phases": [1]}], [{"do": "next"}]),
                ([{"id": "Ann", "side": "bad", "phases": [1]}], [{"do": "next"}, {"do": "next"}]),
                ([{"id": "Ann", "side": "good", "phases": [1]}], [{"do": "next"}] * 30),
                (
                    [{"id": "Ann", "side": "good", "phases": [1]}],
                    [{"do": "act", "id": "Ann", "action": "diced"}],
                ),
                (
                    [{"id": "Ann", "side": "good", "phases": [1]}],
                    [{"do": "act", "id": "Ann", "action": "diced"}, {"do": "next"}, {"do": "next"}],
                ),
                (
                    [{"id": "Ann", "side": "bad", "phases": [1]}],
                    [{"do": "next"}, {"do": "act", "id": "Ann", "action": "diced"}],
                ),
            )
        ),
        {"kind": "range", "hexes": 100},
        {"kind": "damage", "successes": 1, "multiple": 1, "hit_points": 2},
        {"kind": "damage", "successes": 0, "multiple": 1, "hit_points": -1},
        {"kind": "damage", "successes": 3, "multiple": 1, "hit_points": 2},
        {"kind": "damage", "successes": 3, "multiple": 1, "hit_points": -3},
        {"kind": "death-check", "dice": [7, 9, 8], "past": 12},
        {"kind": "odds", "pool": 3},
        {"kind": "odds", "split": [2, 3]},
        {"kind": "odds", "speed": 1},
        {"kind": "odds", "speed": 7},
        {"kind": "odds", "health": 3, "past": 6},
    ),
    "chronica": (
        {
            "kind": "contest",
            "sides": [
                {"id": "Heroes", "pools": [{"id": "Ann", "dice": [8, 7]}]},
                {"id": "Bill", "pools": [{"id": "b", "dice": [5]}]},
            ],
        },
        {
            "kind": "contest",
            "sides": [
                {"id": "Heroes", "pools": [{"id": "Ann", "dice": [9, 6, 6]}]},
                {"id": "Bill", "pools": [{"id": "b", "dice": [7, 5]}]},
                {"id": "Cass", "pools": [{"id": "c", "dice": [7, 4]}]},
            ],
        },
        {
            "kind": "contest",
            "sides": [
                {"id": "Heroes", "pools": [{"id": "Ann", "dice": [{"value": 8, "stand_in": True}]}]},
                {"id": "Bill", "pools": [{"id": "b", "dice": [8]}]},
            ],
        },
        {
            "kind": "contest",
            "sides": [
                {"id": "Heroes", "pools": [{"id": "Ann", "dice": [8]}]},
                {"id": "Bill", "pools": [{"id": "b", "dice": [8]}]},
            ],
        },
        {"kind": "pool", "assets": [{"name": "Charisma", "kind": "attribute", "size": 8}]},
        {
            "kind": "pool",
            "assets": [
                {"name": "Charisma", "kind": "attribute", "size": 8},
                {"name": "Destiny", "kind": "destiny", "size": 6},
                {"name": "Wits", "kind": "attribute", "size": 6},
                {"name": "charisma", "kind": "background", "size": 6},
                {"name": "bullhorn", "kind": "tech", "size": 6},
                {"name": "wire", "kind": "tech", "random": True},
                {"name": "plan", "kind": "temporary", "size": 6, "uses": 0},
            ],
        },
        {"kind": "spend", "success": [{"value": 8, "size": 8}]},
        {"kind": "spend", "contest_for": "condition", "success": [{"value": 8, "size": 8}]},
        {"kind": "spend", "concessions": [{"value": 8, "size": 8, "buys": "penalty", "to": "Bill"}]},
        {
            "kind": "spend",
            "success": [{"value": 8, "size": 8, "buys": "goal"}],
            "goal_required": True,
            "assistants": ["Cass"],
        },
        {"kind": "opposition", "opposition": [8, 4], "size": 6, "missing": 1},
        {"kind": "ledger"},
        {"kind": "odds", "sides": [[8] * 6, [8] * 6, [8] * 6]},
    ),
}
"""Documents, beside the examples of the help, for the sentences that those do not reach."""


def spoken_documents() -> Iterator[tuple[str, Document]]:
    """Every document of the page, by its system: the examples of the help first."""
    for code, system in SYSTEMS.items():
        yield from ((code, {"kind": kind.code, **kind.example}) for kind in system.kinds)
        yield from ((code, document) for document in OTHERS.get(code, ()))


def page(languages: Sequence[str] = IN_CODE) -> str:
    """The page: of each system the sentences, each once, in these languages, and what leads to them."""
    parts, printed, last = [HEAD], set[str](), ""
    for code, document in spoken_documents():
        said = [answer_document(SYSTEMS[code], document, language)["say"] for language in languages]
        if said[0] in printed:
            continue
        printed.add(said[0])
        parts += [f"## {code}\n"] if code != last else []
        last = code
        parts.append("\n".join(f"- {sentence}" for sentence in said))
        parts.append(f"\n  `{json.dumps(document, ensure_ascii=False)}`\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(page(sys.argv[1:] or IN_CODE), end="")
