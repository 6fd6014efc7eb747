"""What would change a verdict by a slip of the keyboard is refused: with its field, and what was meant."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.registry import SYSTEMS
from tests.webui.documents.asking import demon_city
from webui.documents import DocumentError, answer_document
from webui.documents.plain_json import UnfitJSONError, read_json

Document = dict[str, Any]


def refusal(system: str, document: Document, language: str = "en") -> str:
    with pytest.raises(DocumentError) as refused:
        answer_document(SYSTEMS[system], document, language)
    return "\n".join(map(str, refused.value.each))


def clash(ann: Document, bill: Document, **more: Any) -> Document:
    """Two who attack each other, with other fields for each."""
    attack = {"kind": "attack", "target": "bill"}
    participants = [
        {"id": "ann", "side": "players", "cards": ["w05"], "action": attack, **ann},
        {"id": "bill", "side": "host", "cards": ["s09"], "action": {**attack, "target": "ann"}, **bill},
    ]
    return {"kind": "clash", "participants": participants, **more}


def action_round(ann: Document | None = None, bill: Document | None = None, **more: Any) -> Document:
    """Two who attack each other in close combat, with other fields for each announcement."""
    said = {"manner": "close-combat"}
    return {
        "kind": "round",
        "characters": [
            {"id": "ann", "side": "players", "agility": 6, "stats": {"toughness": 1}},
            {"id": "bill", "side": "host", "agility": 2, "stats": {"toughness": 5}},
        ],
        "announcements": [
            {"id": "bill", "action": {"kind": "attack", "target": "ann"}, **said, **(bill or {})},
            {"id": "ann", "action": {"kind": "attack", "target": "bill"}, **said, **(ann or {})},
        ],
        **more,
    }


NEEDED: list[tuple[Document, str]] = [
    ({"kind": "pool", "assets": [{"name": "Destiny", "kind": "destiny"}]}, "assets[0].size"),
    (
        {
            "kind": "ledger",
            "holds": [{"name": "plan", "kind": "condition", "size": 8, "holder": "ann"}],
        },
        "holds[0].uses",
    ),
    (
        {
            "kind": "ledger",
            "steps": [{"do": "gain", "die": {"name": "plan", "kind": "reward", "size": 8, "holder": "ann"}}],
        },
        "steps[0].die.uses",
    ),
]


@pytest.mark.parametrize(("document", "field"), NEEDED)
def test_a_field_that_a_die_needs_is_missing(document: Document, field: str) -> None:
    assert refusal("chronica", document).startswith(f"{field}: is missing; expected a whole number")
    assert refusal("chronica", document, "de").startswith(f"{field}: fehlt; erwartet wird eine ganze Zahl")


SPELT_TWICE: list[tuple[str, Document, str]] = [
    ("demon-city", clash({"side": "Players"}, {}), "participants[0].side"),
    ("demon-city", clash({}, {"id": "ANN"}), "participants[1].id"),
    ("demon-city", clash({}, {"id": "ann "}), "participants[1].id"),
    (
        "demon-city",
        {"kind": "opposed", "throwers": [{"id": "a", "cards": ["w08"]}, {"id": "A", "cards": ["c09"]}]},
        "throwers[1].id",
    ),
    (
        "demon-city",
        {
            "kind": "round",
            "characters": [
                {"id": "ann", "side": "cult", "agility": 3},
                {"id": "Ann", "side": "Cult", "agility": 2},
            ],
        },
        "characters[1].id",
    ),
    (
        "demon-city",
        {"kind": "derived-throws", "fighters": [{"id": "ann"}, {"id": "Ann"}], "deeds": []},
        "fighters[1].id",
    ),
    (
        "demon-city",
        action_round(
            {"weapon": {"close": 1, "Close": 2}}, ranges=[{"between": ["ann", "bill"], "range": "close"}]
        ),
        "announcements[1].weapon.Close",
    ),
    ("pulp", {"kind": "combat", "combatants": ["ann", "Ann"]}, "combatants[1]"),
    (
        "pulp",
        {"kind": "combat", "combatants": ["ann", "bill"], "steps": [{"do": "join", "id": "Bill"}]},
        "steps[0].id",
    ),
    (
        "pulp",
        {
            "kind": "initiative",
            "combatants": [{"id": "ann", "cards": ["4s", "Kd"]}, {"id": "ANN", "cards": ["2h", "Ks"]}],
        },
        "combatants[1].id",
    ),
    (
        "dragon",
        {
            "kind": "turn",
            "characters": [
                {"id": "ann", "side": "good", "phases": [1]},
                {"id": "Ann", "side": "bad", "phases": [2]},
            ],
        },
        "characters[1].id",
    ),
    (
        "dragon",
        {
            "kind": "split",
            "substats": [5, 4],
            "parts": [{"at": "bill", "dice": [7, 9]}, {"at": "Bill", "dice": [3, 8]}],
        },
        "parts[1].at",
    ),
    (
        "chronica",
        {
            "kind": "contest",
            "sides": [
                {"id": "a", "pools": [{"id": "x", "dice": [8]}]},
                {"id": "b", "pools": [{"id": "X", "dice": [5]}]},
            ],
        },
        "sides[1].pools[0].id",
    ),
    (
        "chronica",
        {
            "kind": "spend",
            "success": [{"value": 8, "size": 8, "buys": "penalty", "to": "bill"}],
            "assistants": ["Bill"],
        },
        "success[0].to",
    ),
]


@pytest.mark.parametrize(("system", "document", "field"), SPELT_TWICE)
def test_names_that_differ_by_capitals_and_blanks_alone_are_refused(
    system: str, document: Document, field: str
) -> None:
    assert f'{field}: "' in refusal(system, document)
    assert "differ in capitals or blanks alone" in refusal(system, document)
    assert "unterscheiden sich nur in Groß- und Kleinschreibung oder Leerzeichen" in refusal(
        system, document, "de"
    )


MEANT: list[tuple[str, Document, str]] = [
    ("demon-city", clash({}, {"action": {"kind": "attack", "target": "Ann", "resist": 3}}), "ann"),
    ("demon-city", clash({}, {"action": {"kind": "atack", "target": "ann"}}), "attack"),
    ("demon-city", clash({"keep": "Lowest"}, {}), "lowest"),
    ("demon-city", clash({"Cards": ["w07"]}, {}), "cards"),
    ("demon-city", clash({}, {}, choose={"player": "ann"}), "players"),
    ("demon-city", clash({}, {}, choose={"players": "an"}), "ann"),
    ("demon-city", {**clash({}, {}), "kind": "Clash"}, "clash"),
    (
        "demon-city",
        clash({}, {"action": {"kind": "attack", "target": "ann", "resist": {"an": 3}}}),
        "ann",
    ),
    ("demon-city", clash({}, {"side": "hosts"}), "host"),
    ("demon-city", action_round(throws={"Ann": ["w07"]}), "ann"),
    ("demon-city", action_round(ranges=[{"between": ["ann", "Bill"], "range": "close"}]), "bill"),
    ("demon-city", action_round({"power": {"uses": "toughnes"}, "manner": None}), "toughness"),
    (
        "demon-city",
        action_round({"power": {"uses": "calm", "against": "toughnes"}, "manner": None}),
        "toughness",
    ),
    (
        "demon-city",
        {"kind": "round", "characters": [{"id": "a", "side": "x", "agility": 1, "stats": {"Toughnes": 2}}]},
        "toughness",
    ),
    ("demon-city", {"kind": "clash-throws", "extra": ["weapn"]}, "weapon"),
    ("demon-city", {"kind": "clash-throws", "extra": [{"sitation": "fog"}]}, "situation"),
    ("demon-city", {"kind": "derived-throws", "fighters": [{"id": "ann"}], "deeds": [{"by": "Ann"}]}, "ann"),
    (
        "pulp",
        {"kind": "combat", "combatants": ["ann", "bill"], "steps": [{"do": "leave", "id": "bil"}]},
        "bill",
    ),
    (
        "dragon",
        {
            "kind": "turn",
            "characters": [{"id": "hero", "side": "good", "phases": [1]}],
            "steps": [{"do": "act", "id": "Hero", "action": "diced"}],
        },
        "hero",
    ),
    (
        "chronica",
        {
            "kind": "ledger",
            "holds": [{"name": "plan", "kind": "condition", "size": 8, "holder": "ann", "uses": 2}],
            "steps": [{"do": "use", "name": "Plan"}],
        },
        "plan",
    ),
]


@pytest.mark.parametrize(("system", "document", "meant"), MEANT)
def test_a_refusal_offers_the_name_that_was_probably_meant(
    system: str, document: Document, meant: str
) -> None:
    assert f'did you mean "{meant}"?' in refusal(system, document)
    assert f"vielleicht „{meant}“?" in refusal(system, document, "de")


def test_nothing_is_offered_for_a_name_that_is_like_none() -> None:
    assert "did you mean" not in refusal(
        "demon-city", clash({}, {"action": {"kind": "attack", "target": "zed"}})
    )


@pytest.mark.parametrize("side", ["ghost", "the players", "players 2", "cult"])
def test_a_side_may_have_any_name_that_is_no_slip(side: str) -> None:
    assert demon_city(clash({}, {"side": side}))["side"] == side


NUMBERS: list[tuple[Document, str]] = [
    ({"kind": "clash-throws", "base": 10**9}, "base"),
    ({"kind": "clash-throws", "extra": [{"situation": "fog", "times": 10**6}]}, "extra[0].times"),
    ({"kind": "clash-throws", "base": 40, "extra": ["weapon"]}, "extra"),
    ({"kind": "clash-throws", "opponent": {"extra": [{"situation": "fog", "times": 40}]}}, "opponent.extra"),
    ({"kind": "test-throws", "stat": 5, "intensity": 10**9}, "intensity"),
    ({"kind": "opposed-throws", "stat": 10**9, "opponent": {"stat": 3}}, "stat"),
    (
        {"kind": "test", "intensity": 31, "thrower": {"id": "marty", "cards": ["w03"]}},
        "intensity",
    ),
    ({"kind": "c10", "cards": ["w03"], "count": 41}, "count"),
    ({"kind": "c100", "cards": ["w03"], "courts": {"14": 10**9}}, "courts.14"),
    ({"kind": "damage", "toughness": 41}, "toughness"),
    (action_round(adjusted={"ann": 100_000}), "adjusted.ann"),
    ({"kind": "round", "characters": [{"id": "a", "side": "x", "agility": 10**9}]}, "characters[0].agility"),
    (
        {"kind": "round", "characters": [{"id": "a", "side": "x", "agility": 1, "stats": {"toughness": -1}}]},
        "characters[0].stats.toughness",
    ),
    (
        {"kind": "round", "characters": [{"id": "a", "side": "x", "agility": 1, "lost_toughness": 1001}]},
        "characters[0].lost_toughness",
    ),
    (action_round({"weapon": 101}), "announcements[1].weapon"),
    ({"kind": "odds", "throws": 41}, "throws"),
    ({"kind": "odds", "intensity": 31}, "intensity"),
    ({"kind": "odds", "against": [20, 21]}, "against"),
]


@pytest.mark.parametrize(("document", "field"), NUMBERS)
def test_numbers_stop_where_no_table_goes(document: Document, field: str) -> None:
    assert refusal("demon-city", document).startswith(f"{field}: ")
    assert " or less" in refusal("demon-city", document) or " or more" in refusal("demon-city", document)


@pytest.mark.parametrize("uses", [-1, 1001])
def test_uses_stop_where_no_die_goes(uses: int) -> None:
    assets = [{"name": "plan", "kind": "temporary", "size": 8, "uses": uses}]
    assert refusal("chronica", {"kind": "pool", "assets": assets}).startswith("assets[0].uses: ")


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"against": 1, "intensity": 4}, "intensity: expected exactly one of these: against or intensity"),
        ({"intensity": 4, "table": "cards"}, "table: expected exactly one of these: intensity or table"),
    ],
)
def test_odds_answer_one_question(fields: Document, line: str) -> None:
    assert refusal("demon-city", {"kind": "odds", **fields}) == line


def test_one_significator_is_held_by_one() -> None:
    own = {"significator": "m05"}
    line = "The Hierophant is the Significator of ann already, and there is one deck"
    both = clash(own, {**own, "side": "cult"})
    assert refusal("demon-city", both).startswith(f"participants[1].significator: {line}")
    assert demon_city({**both, "two_decks": True})["side"] == "cult"
    throwers = [{"id": "ann", "cards": ["w08"], **own}, {"id": "bob", "cards": ["c09"], **own}]
    opposed = {"kind": "opposed", "throwers": throwers}
    assert refusal("demon-city", opposed).startswith(f"throwers[1].significator: {line}")
    characters = [{"id": id_, "side": "players", "agility": 3, **own} for id_ in ("ann", "bob")]
    told = {"kind": "round", "characters": characters, "seed": 7}
    assert refusal("demon-city", told).startswith(f"characters[1].significator: {line}")


def test_a_special_card_is_told_once_with_the_same_text() -> None:
    special = {"card": "s09", "text": "it smiles"}
    line = "is given twice for the Nine of Swords"
    twice = {"specials": [special, special]}
    assert line in refusal("demon-city", clash({}, twice))
    character = {"id": "bill", "side": "host", "agility": 2, **twice}
    assert line in refusal("demon-city", {"kind": "round", "characters": [character]})
    thrower = {"id": "bill", "cards": ["s09"], **twice}
    assert line in refusal("demon-city", {"kind": "test", "intensity": 4, "thrower": thrower})
    other = {**special, "text": "it weeps"}
    assert len(demon_city(clash({}, {"specials": [special, other]}))["specials"]) == 2


@pytest.mark.parametrize(
    ("ranges", "line"),
    [
        (
            [
                {"between": ["ann", "bill"], "range": "10 feet"},
                {"between": ["bill", "ann"], "range": "close"},
            ],
            "ranges[1].range: gives close for bill and ann, who are 10 feet apart by the line before",
        ),
        ([{"between": ["ann", "ann"], "range": "close"}], 'ranges[0].between[1]: "ann" acts on itself'),
        ([{"between": ["ann", "zed"], "range": "close"}], 'ranges[0].between[1]: "zed" is none of the'),
    ],
)
def test_ranges_that_cannot_be_are_refused(ranges: list[Document], line: str) -> None:
    assert refusal("demon-city", action_round(ranges=ranges)).startswith(line)


def test_a_range_may_be_told_twice_alike() -> None:
    close = {"between": ["ann", "bill"], "range": "close"}
    assert demon_city(action_round(ranges=[close, close]))["order"] == ["bill", "ann"]


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ({"stat": "agility"}, "stat: is for an Intensity"),
        ({"action": {"kind": "other", "target": "bill"}, "stat": "agility"}, "stat: is for an Intensity"),
        ({"skill": "firearms"}, "skill: is for shooting"),
        ({"parry": True}, "parry: is for a defence"),
        ({"power": {"uses": "calm"}}, 'power: stands beside "manner"'),
        (
            {"action": {"kind": "attack", "target": "bill", "resist": {"zed": 1, "bill": 2}}},
            'action.resist.zed: "zed" is no target of it',
        ),
        (
            {"action": {"kind": "other", "intensity": 3}, "stat": "toughnes"},
            'stat: "toughnes" looks misspelt',
        ),
    ],
)
def test_what_would_go_unused_in_an_announcement_is_refused(said: Document, line: str) -> None:
    assert refusal("demon-city", action_round(said)).startswith(f"announcements[1].{line}")


@pytest.mark.parametrize(
    ("deed", "line"),
    [
        ({"skill": "firearms"}, "skill: is for shooting"),
        ({"parry": True}, "parry: is for a defence"),
        ({"power": {"uses": "calm"}, "manner": "shooting"}, 'power: stands beside "manner"'),
        ({"manner": "shooting", "skill": "firearm"}, 'skill: "firearm" looks misspelt'),
        ({"power": {"uses": "firearm"}}, 'power.uses: "firearm" looks misspelt'),
        ({"power": {"uses": "calm", "against": "psych"}}, 'power.against: "psych" looks misspelt'),
    ],
)
def test_what_would_go_unused_in_a_deed_is_refused(deed: Document, line: str) -> None:
    fighters = [{"id": "ann", "stats": {"firearms": 6}}, {"id": "bill", "stats": {"psyche": 3}}]
    document = {
        "kind": "derived-throws",
        "fighters": fighters,
        "deeds": [{"by": "ann", "target": "bill", **deed}],
    }
    assert refusal("demon-city", document).startswith(f"deeds[0].{line}")


def test_a_stat_is_told_once_however_it_is_written() -> None:
    stats = {"Hand-To-Hand": 3, "hand to hand": 6}
    told = {"kind": "round", "characters": [{"id": "a", "side": "x", "agility": 1, "stats": stats}]}
    assert refusal("demon-city", told).startswith('characters[0].stats.hand to hand: "hand to hand" and')


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[31m", "a\u202eb", "a\u2028"])
def test_names_that_would_steer_a_terminal_are_refused(name: str) -> None:
    thrower = {"id": name, "cards": ["w03"]}
    line = refusal("demon-city", {"kind": "test", "intensity": 4, "thrower": thrower})
    assert line.startswith("thrower.id: ")
    assert "holds a line feed or another control character" in line
    assert name not in line
    assert refusal("pulp", {"kind": "combat", "combatants": [name, "b"]}).startswith("combatants[0]: ")
    assert refusal("demon-city", action_round(throws={name: ["w03"]})).startswith("throws: ")


def test_a_special_cards_text_of_several_lines_is_told_in_one() -> None:
    """The page took such texts, and so do the sessions that it has kept."""
    specials = [{"card": "s09", "text": "It howls.\n\tAll\r\nflee."}]
    ghoul = {"id": "ghoul", "cards": ["s09"], "specials": specials}
    answer = demon_city({"kind": "test", "intensity": 4, "thrower": ghoul})
    assert answer["specials"][0]["text"] == "It howls. All flee."
    assert "It howls. All flee." in answer["say"]
    specials[0]["text"] = "It howls.\x1b[31m"
    line = refusal("demon-city", {"kind": "test", "intensity": 4, "thrower": ghoul})
    assert line.startswith("thrower.specials[0].text: ")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"side": "players", "side": "host"}', '"side" is there twice; expected each field once'),
        ('{"a": [{"b": 1, "c": 2, "b": 1}]}', 'a[0]: "b" is there twice; expected each field once'),
    ],
)
def test_a_field_that_stands_twice_is_refused(text: str, line: str) -> None:
    with pytest.raises(UnfitJSONError) as refused:
        read_json(text)
    assert str(refused.value) == line
    assert "steht zweimal da" in refused.value.render("de")


@pytest.mark.parametrize(
    "document",
    [
        {"kind": "derived-throws", "fighters": [], "deeds": None},
        {"kind": "clash", "participants": None},
        {"kind": "opposed", "throwers": None},
        {"kind": "round", "characters": None},
        {"kind": "c10", "cards": None},
    ],
)
def test_nothing_is_no_list_where_a_list_is_needed(document: Document) -> None:
    assert refusal("demon-city", document).endswith(": null does not fit; expected a list")


def test_a_list_of_one_without_brackets_is_refused_by_its_name() -> None:
    characters = [{"id": "ann", "side": "players", "agility": 3}]
    line = refusal("demon-city", {"kind": "round", "characters": characters, "ties": "bob"})
    assert line.startswith('ties: "bob" is none of the characters')


@pytest.mark.parametrize(
    ("system", "document", "field"),
    [
        ("pulp", {"kind": "combat", "combatants": ["", "b"]}, "combatants[0]"),
        (
            "chronica",
            {"kind": "pool", "assets": [{"name": " ", "kind": "destiny", "size": 6}]},
            "assets[0].name",
        ),
        (
            "chronica",
            {"kind": "spend", "success": [{"value": 8, "size": 8, "buys": "penalty", "to": ""}]},
            "success[0].to",
        ),
    ],
)
def test_a_name_is_not_empty(system: str, document: Document, field: str) -> None:
    assert refusal(system, document) == f"{field}: is empty; expected a name"


def test_nobody_lies_in_wait_twice_at_once() -> None:
    steps = [{"do": "surprise", "ids": ["a", "a"], "success": True}]
    combat = {"kind": "combat", "combatants": ["a", "b"], "steps": steps}
    assert refusal("pulp", combat).startswith('steps[0].ids[1]: "a" is there twice')


def test_an_asset_is_one_asset_however_it_is_written() -> None:
    assets = [{"name": name, "kind": "background", "size": 8} for name in ("Oratory", "oratory ")]
    told = answer_document(SYSTEMS["chronica"], {"kind": "pool", "assets": assets})
    assert told["refused"] == [{"asset": "oratory ", "why": "named-twice"}]


def test_the_eighth_picture_is_called_so() -> None:
    cards = ["Kd", "Ks", "Kh", "Kc", "Jh", "Jd", "Js"]
    people = [{"id": "a", "cards": cards}, {"id": "b", "cards": ["Jc", "4s"]}]
    line = refusal("pulp", {"kind": "initiative", "combatants": people})
    assert line == "combatants[1].cards[0]: Jc is one picture too many; expected 7 of them at most"


def test_spends_says_which_phase_goes_first() -> None:
    asked = {"kind": "phase", "phases": [2, 5, 8, 9], "now": 3, "action": "diced", "spends": [5, 8]}
    line = "spends: 2 phases; expected 1 in all: phase 2, in hand or held, goes first"
    assert refusal("dragon", asked) == line


def test_a_reaction_needs_a_hold_for_a_condition() -> None:
    characters = [{"id": "ann", "side": "good", "phases": [1]}, {"id": "bill", "side": "bad", "phases": [1]}]
    steps = [{"do": "next"}, {"do": "act", "id": "ann", "action": "diced", "reaction": True}]
    line = refusal("dragon", {"kind": "turn", "characters": characters, "steps": steps})
    assert line.startswith(
        'steps[1].reaction: nothing is held for a condition; expected to hold with a "condi'
    )


CLAIMS: list[tuple[Document, Document, str]] = [
    (
        {"extra": ["higher-stat"]},
        {},
        "announcements[1].extra[0]: bill has the higher stat already (Toughness 5 against 1)",
    ),
    ({"extra": ["weapon"]}, {"weapon": 3}, "announcements[1].extra[0]: bill has the better weapon already"),
    (
        {"extra": ["weapon", {"situation": "fog"}]},
        {"extra": [{"situation": "Fog"}]},
        'announcements[0].extra[0]: "Fog" is counted in announcements[1].extra[1] too',
    ),
    (
        {"lost": [{"situation": "low ground"}]},
        {"over": ["high ground"]},
        'announcements[0].over: "high ground" is counted in announcements[1].lost[0] too',
    ),
    (
        {},
        {"over": ["high ground", "High ground"]},
        'announcements[0].over: "high ground" is counted already',
    ),
]


@pytest.mark.parametrize(("ann", "bill", "line"), CLAIMS)
def test_a_refused_claim_is_named_by_a_place_in_the_document(
    ann: Document, bill: Document, line: str
) -> None:
    assert refusal("demon-city", action_round(ann, bill)).startswith(line)


def test_the_higher_stat_is_told_in_german() -> None:
    line = refusal("demon-city", action_round({"extra": ["higher-stat"]}), "de")
    assert "bill hat schon den höheren Wert (Zähigkeit 5 gegen 1)" in line


def test_a_refused_claim_of_a_deed_is_named_by_its_place() -> None:
    fighters = [{"id": "a", "stats": {"toughness": 5}}, {"id": "b", "stats": {"agility": 1}}]
    deed = {"by": "a", "target": "b", "manner": "close-combat", "extra": [{"situation": "fog"}]}
    told = {
        "kind": "derived-throws",
        "fighters": fighters,
        "deeds": [{**deed, "lost": [{"situation": "fog"}]}],
    }
    line = 'deeds[0].extra[0]: "fog" is counted in deeds[0].lost[0] too'
    assert refusal("demon-city", told).startswith(line)


def test_heights_are_the_same_however_they_are_written() -> None:
    """A chain of foes, of whom each holds the high ground over the next (D19)."""
    fighters = [{"id": id_} for id_ in ("max", "hiram", "lois")]
    deeds = [
        {"by": "max", "target": "hiram", "over": "high ground"},
        {"by": "hiram", "target": "lois", "over": "High ground"},
    ]
    told = demon_city({"kind": "derived-throws", "fighters": fighters, "deeds": deeds})
    assert ["+2", "high ground", "D19"] in told["throws"]["max"]["reasons"]


def test_the_skill_in_use_is_no_overlap() -> None:
    extra = [{"overlap": "Streetwise"}, {"overlap": "research"}]
    asked = {"kind": "test-throws", "skill": "Research", "extra": extra}
    assert refusal("demon-city", asked) == "extra[1]: Research is the skill in use; expected a further one"
    told = demon_city({**asked, "extra": extra[:1]})
    assert told["reasons"] == [["+1", "overlap, besides the skill used: Streetwise", "D15"]]
    foes = {"kind": "opposed-throws", "opponent": {"skill": "Research", "extra": extra}}
    assert refusal("demon-city", foes).startswith("opponent.extra[1]: Research is the skill in use")


def test_a_good_document_reads_as_before() -> None:
    text = json.dumps(clash({}, {}))
    assert demon_city(read_json(text))["side"] == "host"
