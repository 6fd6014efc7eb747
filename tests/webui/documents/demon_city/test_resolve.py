"""The documents of `clashcam resolve`, as the contracts have them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings

from rules.demon_city import Attack, Defend, Idle, Other, Participant, resolve_clash
from tests.rules.demon_city.clash_notation import ROWS
from tests.rules.demon_city.test_properties import clashes
from tests.webui.documents.asking import demon_city
from webui.documents import DocumentError
from webui.documents.demon_city.answers import clash_answer
from webui.i18n.narrator import Narrator

CLASH: dict[str, Any] = {
    "kind": "clash",
    "participants": [
        {
            "id": "ann",
            "side": "players",
            "significator": "m05",
            "cards": ["w07", "c03"],
            "keep": "highest",
            "action": {"kind": "attack", "target": "bill", "resist": 3},
        },
        {
            "id": "bill",
            "side": "host",
            "cards": ["s09"],
            "specials": [{"card": "s09", "text": "the lights go out"}],
            "action": {"kind": "attack", "target": "ann", "resist": 2},
        },
        {"id": "cassie", "side": "players", "cards": ["p02"], "action": {"kind": "other", "intensity": 3}},
        {
            "id": "dov",
            "side": "players",
            "cards": ["w05"],
            "action": {"kind": "defend", "against": ["bill"]},
        },
    ],
    "choose": {"players": "ann"},
}
TEST: dict[str, Any] = {
    "kind": "test",
    "intensity": 4,
    "thrower": {"id": "marty", "cards": ["w03", "c07"], "significator": None, "keep": "highest"},
}
OPPOSED: dict[str, Any] = {
    "kind": "opposed",
    "throwers": [{"id": "a", "cards": ["w08"]}, {"id": "b", "cards": ["c09"]}],
}


def with_(document: Any, *path: str | int, value: Any) -> Any:
    """A copy of a document with one field set."""
    copy: Any = json.loads(json.dumps(document))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


def without(document: Any, *path: str | int) -> Any:
    """A copy of a document with one field left out."""
    copy: Any = json.loads(json.dumps(document))
    place = copy
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return copy


def thrower(*codes: str, **more: Any) -> dict[str, Any]:
    return {"id": "marty", "cards": list(codes), **more}


def judged(intensity: int, *codes: str, **more: Any) -> Any:
    options = {name: more.pop(name) for name in ("order", "courts", "one_deck") if name in more}
    test = {"kind": "test", "intensity": intensity, "thrower": thrower(*codes, **more)}
    return demon_city(test | options)


def test_test() -> None:
    assert demon_city(TEST) == {
        "outcome": "success",
        "winner": "marty",
        "throws": [{"id": "marty", "value": 7, "card": "c07", "critical": False, "fumble": False}],
        "specials": [],
        "rule": ["D8"],
        "say": "Marty succeeds: 7 beats Intensity 4.",
    }


def test_test_with_degrees() -> None:
    document = {"kind": "test", "intensities": [4, 7], "thrower": thrower("w06")}
    answer = demon_city(document)
    assert (answer["outcome"], answer["beaten"]) == ("success", [4])
    failed = demon_city({**document, "thrower": thrower("w04")})
    assert (failed["outcome"], failed["beaten"], failed["winner"]) == ("failure", [], None)


def test_opposed() -> None:
    assert demon_city(OPPOSED) == {
        "outcome": "win",
        "winner": "b",
        "throws": [
            {"id": "a", "value": 8, "card": "w08", "critical": False, "fumble": False},
            {"id": "b", "value": 9, "card": "c09", "critical": False, "fumble": False},
        ],
        "specials": [],
        "rule": ["D9"],
        "say": "B wins: 9 against 8.",
    }


def test_a_tie_is_a_complication() -> None:
    answer = demon_city(with_(OPPOSED, "throwers", 0, "cards", value=["w09"]))
    assert (answer["outcome"], answer["winner"]) == ("complication", None)


def test_specials_of_throwers() -> None:
    document = with_(OPPOSED, "throwers", 1, "specials", value=[{"card": "c09", "text": "it smiles"}])
    assert demon_city(document)["specials"] == [{"id": "b", "card": "c09", "text": "it smiles"}]


def test_c100() -> None:
    assert demon_city({"kind": "c100", "cards": ["w03", "c07"]})["value"] == 73
    skipping = demon_city({"kind": "c100", "cards": ["w03", "m15", "c07"]})
    assert (skipping["value"], skipping["ignored"]) == (73, ["m15"])
    short = demon_city({"kind": "c100", "cards": ["w03"]})
    assert (short["value"], short["need"]) == (None, 1)


def test_c10() -> None:
    answer = demon_city({"kind": "c10", "cards": ["m00", "w03", "c07"], "count": 2})
    assert (answer["values"], answer["value"], answer["ignored"]) == ([3, 7], 7, ["m00"])
    assert "need" not in answer
    short = demon_city({"kind": "c10", "cards": ["m00", "w03"], "count": 2})
    assert (short["value"], short["need"]) == (None, 1)


def test_damage() -> None:
    answer = demon_city({"kind": "damage", "toughness": 3, "cards": ["w07", "c02", "s09"]})
    assert (answer["damage"], answer["card"], answer["injures"]) == (2, "c02", False)
    assert answer["origin"] == "earlier-edition"
    nothing = demon_city({"kind": "damage", "toughness": 0})
    assert (nothing["damage"], nothing["injures"]) == (None, True)
    short = demon_city({"kind": "damage", "toughness": 3, "cards": ["w07"]})
    assert (short["damage"], short["need"]) == (None, 2)


def test_clash() -> None:
    assert demon_city(CLASH) == {
        "outcome": "win",
        "side": "host",
        "actions": [
            {
                "id": "ann",
                "value": 7,
                "card": "w07",
                "happens": False,
                "why": "losing-side",
                "beats": {"id": "bill", "value": 9},
                "critical": False,
                "fumble": False,
            },
            {
                "id": "bill",
                "value": 9,
                "card": "s09",
                "happens": True,
                "why": "won",
                "beats": {"id": "ann", "value": 7},
                "critical": False,
                "fumble": False,
            },
            {
                "id": "cassie",
                "value": 2,
                "card": "p02",
                "happens": False,
                "why": "losing-side",
                "beats": {"value": 3},
                "critical": False,
                "fumble": False,
            },
            {
                "id": "dov",
                "value": 5,
                "card": "w05",
                "happens": False,
                "why": "losing-side",
                "beats": {"id": "bill", "value": 9},
                "critical": False,
                "fumble": False,
            },
        ],
        "choose": None,
        "specials": [{"id": "bill", "card": "s09", "text": "the lights go out"}],
        "next": ["throw-damage", "host-may-ask-for-calm", "may-reposition"],
        "rule": ["D12", "D27", "D29", "D31"],
        "say": "The Host wins: bill attacks ann, 9 against 7; "
        "the Nine of Swords counts for bill: the lights go out"
        "; ann, cassie and dov do not act: the other side threw higher.",
    }


def test_a_list_gives_a_list() -> None:
    assert demon_city([TEST, OPPOSED]) == [demon_city(TEST), demon_city(OPPOSED)]
    assert demon_city([]) == []


def test_courts_and_order_stand_beside_kind() -> None:
    assert judged(9, "w14")["throws"][0]["value"] == 14
    assert judged(9, "w14", courts={"14": 9})["outcome"] == "failure"
    assert judged(9, "w13", courts={"14": 9})["outcome"] == "success"
    all_courts: dict[str, int] = {"11": 1, "12": 2, "13": 3, "14": 4}
    assert [judged(0, f"w{rank}", courts=all_courts)["throws"][0]["value"] for rank in range(11, 15)] == [
        1,
        2,
        3,
        4,
    ]
    assert judged(9, "m08")["throws"][0]["value"] == 8
    assert judged(9, "m08", order="marseille")["throws"][0]["value"] == 11


def test_a_significator_or_several() -> None:
    assert judged(5, "w09", "c08", significator="c08")["throws"][0]["critical"]
    assert judged(5, "w09", "c08", significator=["m05", "c08"])["throws"][0]["critical"]
    assert not judged(5, "w09", "c08", significator=[])["throws"][0]["critical"]


def test_one_deck() -> None:
    twice = with_(OPPOSED, "throwers", 0, "cards", value=["w08", "c09"])
    assert demon_city({**twice, "two_decks": True})["outcome"] == "complication"
    with pytest.raises(
        DocumentError, match=r"throwers\[1\]\.cards\[0\]: .*Nine of Cups.*throwers\[0\]\.cards\[1\]"
    ):
        demon_city(twice)
    assert demon_city({**OPPOSED, "one_deck": True})["winner"] == "b"
    for document in (
        {"kind": "test", "intensity": 1, "thrower": thrower("w01", "w01")},
        {"kind": "c10", "cards": ["w01", "w01"]},
        {"kind": "c100", "cards": ["w01", "w01"]},
        {"kind": "damage", "toughness": 2, "cards": ["w01", "w01"]},
        with_(CLASH, "participants", 3, "cards", value=["w07"]),
    ):
        demon_city({**document, "two_decks": True})
        with pytest.raises(DocumentError, match=r"lies here already"):
            demon_city(document)


def test_targets_may_be_a_list_and_resist_an_object() -> None:
    grenade = {"kind": "attack", "target": ["ann", "cassie"], "resist": {"cassie": 8}}
    answer = demon_city(with_(CLASH, "participants", 1, "action", value=grenade))
    assert answer["actions"][1]["beats"] == {"value": 8}


def test_movement_and_nothing() -> None:
    moving = with_(CLASH, "participants", 2, "action", value={"kind": "move", "feet": 60})
    assert demon_city(moving)["actions"][2]["beats"] is None
    idle = {"id": "eve", "side": "players", "action": {"kind": "nothing"}}
    with_idle = with_(CLASH, "participants", value=[*CLASH["participants"], idle])
    assert len(demon_city(with_idle)["actions"]) == 4


def test_a_harmless_attack_does_no_damage() -> None:
    document = with_(CLASH, "participants", 1, "action", "harmless", value=True)
    assert demon_city(document)["next"] == ["may-reposition"]


def test_damage_may_be_left_to_the_host() -> None:
    assert demon_city(with_(CLASH, "damage", value=False))["next"] == [
        "host-may-ask-for-calm",
        "may-reposition",
    ]


def test_nothing_may_be_said_as_null() -> None:
    bare = with_(CLASH, "choose", value=None)
    bare = with_(bare, "participants", 0, "specials", value=None)
    bare = with_(bare, "participants", 3, "action", "excludes", value=None)
    assert demon_city(bare) == demon_city(CLASH)


def test_codes_may_be_in_capitals() -> None:
    assert judged(2, " W03 ")["throws"][0]["card"] == "w03"


REFUSED = [
    # what is wrong, the document, the field that the line must begin with
    ("no object", 7, ""),
    ("no kind", {}, "kind"),
    ("unknown kind", {"kind": "tset"}, "kind"),
    ("kind is no text", {"kind": ["test"]}, "kind"),
    ("unknown card", with_(TEST, "thrower", "cards", 1, value="c77"), "thrower.cards[1]"),
    ("card is no text", with_(TEST, "thrower", "cards", 1, value=7), "thrower.cards[1]"),
    ("unknown significator", with_(TEST, "thrower", "significator", value="x"), "thrower.significator"),
    (
        "unknown Significator of two",
        with_(TEST, "thrower", "significator", value=["m05", "x"]),
        "thrower.significator[1]",
    ),
    (
        "unknown special",
        with_(TEST, "thrower", "specials", value=[{"card": "x"}]),
        "thrower.specials[0].card",
    ),
    ("cards are no list", with_(TEST, "thrower", "cards", value="w03"), "thrower.cards"),
    ("no cards", with_(TEST, "thrower", "cards", value=[]), "thrower.cards"),
    ("cards missing", without(TEST, "thrower", "cards"), "thrower.cards"),
    ("no thrower", without(TEST, "thrower"), "thrower"),
    ("no id", without(TEST, "thrower", "id"), "thrower.id"),
    ("empty id", with_(TEST, "thrower", "id", value=""), "thrower.id"),
    ("unknown keep", with_(TEST, "thrower", "keep", value="middle"), "thrower.keep"),
    ("negative Intensity", with_(TEST, "intensity", value=-1), "intensity"),
    ("Intensity is no number", with_(TEST, "intensity", value="4"), "intensity"),
    ("Intensity is a fraction", with_(TEST, "intensity", value=4.5), "intensity"),
    ("Intensity is true", with_(TEST, "intensity", value=True), "intensity"),
    ("no Intensity", without(TEST, "intensity"), "intensity"),
    (
        "negative Intensity of several",
        {**without(TEST, "intensity"), "intensities": [4, -1]},
        "intensities[1]",
    ),
    ("no Intensity of several", {**without(TEST, "intensity"), "intensities": []}, "intensities"),
    ("one and several", with_(TEST, "intensities", value=[4]), "intensities"),
    ("misspelled field", with_(TEST, "intensty", value=4), "intensty"),
    ("misspelled field inside", with_(TEST, "thrower", "crads", value=[]), "thrower.crads"),
    ("unknown order", with_(TEST, "order", value="thoth"), "order"),
    ("negative court", with_(TEST, "courts", value={"11": -1}), "courts.11"),
    ("no such court", with_(TEST, "courts", value={"15": 1}), "courts.15"),
    ("one_deck is no boolean", with_(TEST, "one_deck", value="yes"), "one_deck"),
    ("one thrower", {"kind": "opposed", "throwers": [thrower("w01")]}, "throwers"),
    ("thrower twice", {"kind": "opposed", "throwers": [thrower("w01"), thrower("w02")]}, "throwers[1].id"),
    ("throwers no list", {"kind": "opposed", "throwers": thrower("w01")}, "throwers"),
    ("thrower without cards", with_(OPPOSED, "throwers", 1, "cards", value=[]), "throwers[1].cards"),
    ("count of none", {"kind": "c10", "cards": ["w01"], "count": 0}, "count"),
    ("negative Toughness", {"kind": "damage", "toughness": -1, "cards": []}, "toughness"),
    ("nobody", {"kind": "clash", "participants": []}, "participants"),
    ("one side", {"kind": "clash", "participants": CLASH["participants"][:1]}, "participants"),
    ("no side", without(CLASH, "participants", 0, "side"), "participants[0].side"),
    ("no action", without(CLASH, "participants", 0, "action"), "participants[0].action"),
    ("no action kind", without(CLASH, "participants", 0, "action", "kind"), "participants[0].action.kind"),
    (
        "unknown action",
        with_(CLASH, "participants", 0, "action", "kind", value="hit"),
        "participants[0].action.kind",
    ),
    (
        "unknown target",
        with_(CLASH, "participants", 0, "action", "target", value="eve"),
        "participants[0].action.target",
    ),
    ("no target", without(CLASH, "participants", 0, "action", "target"), "participants[0].action.target"),
    (
        "empty targets",
        with_(CLASH, "participants", 0, "action", "target", value=[]),
        "participants[0].action.target",
    ),
    (
        "itself",
        with_(CLASH, "participants", 0, "action", "target", value="ann"),
        "participants[0].action.target",
    ),
    (
        "resist missing",
        with_(
            without(CLASH, "participants", 0, "action", "resist"),
            "participants",
            0,
            "action",
            "target",
            value="dov",
        ),
        "participants[0].action.resist",
    ),
    (
        "negative resist",
        with_(CLASH, "participants", 0, "action", "resist", value=-1),
        "participants[0].action.resist",
    ),
    (
        "misspelled resist",
        with_(CLASH, "participants", 0, "action", "resits", value=3),
        "participants[0].action.resits",
    ),
    (
        "against nobody there",
        with_(CLASH, "participants", 3, "action", "against", value=["eve"]),
        "participants[3].action.against",
    ),
    (
        "excludes nobody there",
        with_(CLASH, "participants", 3, "action", "excludes", value=["eve"]),
        "participants[3].action.excludes",
    ),
    (
        "neither Intensity nor target",
        without(CLASH, "participants", 2, "action", "intensity"),
        "participants[2].action",
    ),
    (
        "Intensity and target",
        with_(CLASH, "participants", 2, "action", "target", value="bill"),
        "participants[2].action.target",
    ),
    (
        "negative Intensity of an action",
        with_(CLASH, "participants", 2, "action", "intensity", value=-1),
        "participants[2].action.intensity",
    ),
    ("no cards in a clash", with_(CLASH, "participants", 2, "cards", value=[]), "participants[2].cards"),
    ("the same id twice", with_(CLASH, "participants", 2, "id", value="ann"), "participants[2].id"),
    ("choice of no side", with_(CLASH, "choose", value={"cult": "ann"}), "choose.cult"),
    ("choice of a foe", with_(CLASH, "choose", value={"players": "bill"}), "choose.players"),
    (
        "too far",
        with_(CLASH, "participants", 2, "action", value={"kind": "move", "feet": 61}),
        "participants[2].action.feet",
    ),
    ("in a list", [TEST, {"kind": "test"}], "[1].thrower"),
    ("deep in a list", [with_(TEST, "thrower", "cards", 0, value="?")], "[0].thrower.cards[0]"),
]


@pytest.mark.parametrize(("document", "field"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
@pytest.mark.parametrize("language", ["en", "de"])
def test_refused_with_its_field_in_one_line(document: Any, field: str, language: str) -> None:
    with pytest.raises(DocumentError) as refused:
        demon_city(document, language)
    assert refused.value.field == field
    line = str(refused.value)
    assert line.startswith(f"{field}: " if field else "")
    assert "\n" not in line
    assert "{" not in refused.value.fault.replace('{"', "")
    assert ("expected" if language == "en" else "erwartet") in line


@pytest.mark.parametrize(
    ("document", "line"),
    [
        ({"kind": "clash"}, "participants: is missing; expected a list"),
        ({"kind": "test"}, "thrower: is missing; expected an object"),
        ({"kind": "test", "thrower": {}}, "thrower.id: is missing; expected a text"),
        ({"kind": "damage"}, "toughness: is missing; expected a whole number"),
        (
            {"kind": "test", "thrower": {"id": "x", "specials": [{}]}},
            "thrower.specials[0].card: is missing; expected a card's code such as w07",
        ),
    ],
)
def test_a_missing_field_is_told_with_what_it_holds(document: dict[str, Any], line: str) -> None:
    with pytest.raises(DocumentError) as refused:
        demon_city(document)
    assert str(refused.value) == line


def test_an_unknown_field_is_told_what_there_is() -> None:
    with pytest.raises(DocumentError, match=r"expected one of kind, .*intensity"):
        demon_city(with_(TEST, "intensty", value=4))
    with pytest.raises(DocumentError, match=r'expected "attack", "defend", "other", "move" or "nothing"'):
        demon_city(without(CLASH, "participants", 0, "action", "kind"))


def document_of(participants: list[Participant], choose: dict[str, list[str]]) -> dict[str, Any]:
    """A clash of the rules as a document."""
    return {
        "kind": "clash",
        "participants": [
            {
                "id": each.id,
                "side": each.side,
                "cards": [card.code for card in each.throw.cards],
                "significator": sorted(card.code for card in each.throw.significators),
                "specials": [{"card": one.card.code, "text": one.text} for one in each.throw.specials],
                "keep": str(each.throw.keep),
                "action": {**action_of(each), "excludes": sorted(each.action.excludes)},
            }
            for each in participants
        ],
        "choose": choose,
        "two_decks": True,
    }


def action_of(participant: Participant) -> dict[str, Any]:
    match participant.action:
        case Attack(targets=targets, resist=resist, harmless=harmless):
            told = {} if resist is None else {"resist": resist}
            return {"kind": "attack", "target": list(targets), "harmless": harmless, **told}
        case Defend(against=against):
            return {"kind": "defend", **({} if against is None else {"against": sorted(against)})}
        case Other(intensity=None, targets=()):
            return {"kind": "move"}
        case Other(intensity=None, targets=targets, resist=resist, escape=escape):
            told = {} if resist is None else {"resist": resist}
            return {"kind": "other", "target": list(targets), "escape": escape, **told}
        case Other(intensity=intensity):
            return {"kind": "other", "intensity": intensity}
        case Idle():
            return {"kind": "nothing"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_the_golden_table_as_documents(row: Any) -> None:
    document = json.loads(json.dumps(document_of(row.participants, row.choose)))
    assert (
        demon_city(document)
        == clash_answer(resolve_clash(row.participants, row.choose), Narrator()).serialize()
    )


@given(clashes())
@settings(max_examples=100, deadline=None)
def test_a_document_round_trips(participants: list[Participant]) -> None:
    document = json.loads(json.dumps(document_of(participants, {})))
    answer = demon_city(document)
    assert answer == clash_answer(resolve_clash(participants), Narrator()).serialize()
    assert json.loads(json.dumps(answer)) == answer


def test_an_id_with_a_line_feed_is_refused_in_one_line() -> None:
    clash = {
        "kind": "clash",
        "participants": [
            {"id": "a", "side": "x", "cards": ["w07"], "action": {"kind": "attack", "target": "b\nc"}},
            {"id": "b\nc", "side": "y", "cards": ["w05"], "action": {"kind": "other", "intensity": 1}},
        ],
    }
    with pytest.raises(DocumentError) as refused:
        demon_city(clash)
    assert str(refused.value).startswith('participants[0].action.target: "b\\nc" holds a line feed')
    assert len(str(refused.value).splitlines()) == 1


def test_a_target_that_is_named_twice_is_one_target() -> None:
    clash = {
        "kind": "clash",
        "participants": [
            {
                "id": "a",
                "side": "x",
                "cards": ["w07"],
                "action": {"kind": "attack", "target": ["b", "b"], "resist": 1},
            },
            {"id": "b", "side": "y", "cards": ["w05"], "action": {"kind": "other", "intensity": 1}},
        ],
    }
    assert (
        demon_city(clash)["say"]
        == "The clash goes to x: a attacks b, 7 against 1; b does not act: the other side threw higher."
    )


def pickpocket(**action: Any) -> Any:
    """Fifi's hand in the pocket of Alfred, who kicks Ceelo (D30)."""
    participants = [
        {
            "id": "fifi",
            "side": "host",
            "cards": ["s08"],
            "action": {"kind": "other", "target": "alfred", **action},
        },
        {
            "id": "alfred",
            "side": "players",
            "cards": ["w06"],
            "action": {"kind": "attack", "target": "ceelo"},
        },
        {"id": "ceelo", "side": "host", "cards": ["s03"], "action": {"kind": "attack", "target": "alfred"}},
    ]
    return demon_city({"kind": "clash", "participants": participants})


def test_d30_another_action_must_beat_what_its_target_resists_with() -> None:
    assert pickpocket(resist=4)["actions"][0]["beats"] == {"value": 4}
    assert pickpocket(resist={"alfred": 9})["actions"][0]["why"] == "did-not-beat-target"
    assert pickpocket(escape=True)["actions"][0]["beats"] == {"id": "alfred", "value": 6}


def test_d30_the_resistance_is_refused_where_it_is_missing_or_says_nothing() -> None:
    with pytest.raises(DocumentError) as missing:
        pickpocket()
    assert missing.value.field == "participants[0].action.resist"
    for said in ({"resist": 3}, {"escape": True}):
        with pytest.raises(DocumentError, match="without a target") as idle:
            pickpocket(target=[], intensity=2, **said)
        assert idle.value.field == f"participants[0].action.{next(iter(said))}"


@pytest.mark.parametrize(
    ("place", "extra", "field"),
    [
        (1, {"significator": "m05"}, "participants[1].significator"),
        (0, {"significator": None, "specials": [{"card": "w07"}]}, "participants[0].specials"),
    ],
)
def test_d12_significators_are_the_players_and_special_cards_the_hosts(
    place: int, extra: dict[str, Any], field: str
) -> None:
    document = with_(CLASH, "participants", place, value=CLASH["participants"][place] | extra)
    with pytest.raises(DocumentError) as refused:
        demon_city(document)
    assert refused.value.field == field


def test_d29_each_target_of_a_grenade_is_judged_by_itself() -> None:
    grenade = {"kind": "attack", "target": ["bill", "dean"], "resist": 6}
    participants = [
        {"id": "ann", "side": "players", "cards": ["w05"], "action": grenade},
        {"id": "bill", "side": "host", "cards": ["s03"], "action": {"kind": "attack", "target": "ann"}},
        {"id": "dean", "side": "host", "cards": ["p02"], "action": {"kind": "other", "intensity": 1}},
    ]
    answer = demon_city({"kind": "clash", "participants": participants})
    thrown = answer["actions"][0]
    assert (thrown["happens"], thrown["beats"]) == (True, {"id": "bill", "value": 3})
    assert thrown["targets"] == [
        {"id": "bill", "value": 3, "happens": True},
        {"id": "dean", "value": 6, "happens": False},
    ]
    assert "throw-damage" in answer["next"]


@pytest.mark.parametrize(
    ("document", "told", "say"),
    [
        (
            {"kind": "damage", "toughness": 2, "cards": ["s08", "s05", "s02"]},
            {"counted": 2, "thrown": 3},
            "5 damage: the Five of Swords is the lowest card; 3 cards, should have 2: the first 2 count.",
        ),
        (
            {"kind": "damage", "toughness": 0, "cards": ["s08"]},
            {"counted": 0, "thrown": 1},
            "At base Toughness 0 the hit injures, without a throw; 1 card, should have none.",
        ),
        (
            {"kind": "c10", "cards": ["s08", "s05"]},
            {"counted": 1, "thrown": 2},
            "C10: 8; 2 cards, should have one: the first counts.",
        ),
        (
            {"kind": "c100", "cards": ["s08", "s05", "s02"]},
            {"counted": 2, "thrown": 3},
            "C100: 58; 3 cards, should have 2: the first 2 count.",
        ),
    ],
)
def test_surplus_cards_are_said_and_not_counted(
    document: dict[str, Any], told: dict[str, int], say: str
) -> None:
    answer = demon_city(document)
    assert (answer["miscounted"], answer["say"]) == ([told], say)
    fewer = demon_city({**document, "cards": document["cards"][: told["counted"]]})
    assert "miscounted" not in fewer


def beside_an_ally(action: dict[str, Any], card: str) -> dict[str, Any]:
    """A clash that Ann's side wins whatever she throws for her action."""
    return {
        "kind": "clash",
        "participants": [
            {"id": "ann", "side": "players", "cards": [card], "action": action},
            {"id": "cai", "side": "players", "cards": ["w09"], "action": {"kind": "other", "intensity": 3}},
            {
                "id": "bill",
                "side": "host",
                "cards": ["s05"],
                "action": {"kind": "attack", "target": "ann", "resist": 2},
            },
        ],
    }


@pytest.mark.parametrize("card", ["w14", "m00"])
def test_d8_against_intensity_0_no_card_is_critical_or_a_fumble_in_a_clash(card: str) -> None:
    answer = demon_city(beside_an_ally({"kind": "other", "intensity": 0}, card))
    told = answer["actions"][0]
    assert (told["happens"], told["critical"], told["fumble"]) == (True, False, False)
    assert "The players win: ann acts: Intensity 0 needs no cards; " in answer["say"]


@pytest.mark.parametrize(
    ("card", "became", "say"),
    [
        ("w14", (True, True, False), "The players win: ann moves, critical through the King of Wands; "),
        ("w08", (True, False, False), "The players win: ann moves; "),
        ("m00", (False, False, True), "ann fumbles"),
    ],
)
def test_d10_d11_movement_in_a_clash_is_critical_or_a_fumble_as_any_action(
    card: str, became: tuple[bool, bool, bool], say: str
) -> None:
    """Its throw competes with those of the other sides, though it has nothing of its own to beat."""
    answer = demon_city(beside_an_ally({"kind": "move"}, card))
    told = answer["actions"][0]
    assert (told["happens"], told["critical"], told["fumble"]) == became
    assert say in answer["say"]


def defended(ann: str, by_name: bool = False) -> Any:
    """The Host's side wins by something else; Ann defends against Bill."""
    against = {"against": ["Bill"]} if by_name else {}
    return {
        "kind": "clash",
        "participants": [
            {"id": "Carl", "side": "host", "cards": ["w10"], "action": {"kind": "other", "intensity": 4}},
            {"id": "Bill", "side": "host", "cards": ["s06"], "action": {"kind": "attack", "target": "Ann"}},
            {"id": "Ann", "side": "players", "cards": [ann], "action": {"kind": "defend", **against}},
        ],
    }


@pytest.mark.parametrize("by_name", [True, False])
def test_a_defence_that_holds_is_said_though_the_other_side_won(by_name: bool) -> None:
    answer = demon_city(defended("c08", by_name))
    assert answer["say"].endswith(
        "; the defence of Ann holds against Bill, but the other side won: Ann stays in place."
    )
    assert "may-reposition" not in answer["next"]
    german = demon_city(defended("c08", by_name), "de")["say"]
    assert "die Verteidigung von Ann hält gegen Bill, aber die andere Seite hat gewonnen" in german


@pytest.mark.parametrize("card", ["c06", "c02", "m00"])
def test_a_defence_that_does_not_hold_is_not_said_to(card: str) -> None:
    assert "holds" not in demon_city(defended(card))["say"]


def test_a_defence_is_said_to_hold_against_the_side_that_won_alone() -> None:
    """An ally's attack, or a third side's, could not happen anyway."""
    clash = defended("c08")
    for name, side in (("Dora", "players"), ("Eve", "third")):
        action = {"kind": "attack", "target": "Ann", "resist": 1}
        cards = ["s02"] if name == "Dora" else ["s03"]
        clash["participants"].append({"id": name, "side": side, "cards": cards, "action": action})
    assert "the defence of Ann holds against Bill, but the other side won" in demon_city(clash)["say"]


def test_a_side_that_only_fumbles_is_said_to_do_nothing() -> None:
    fool = {"id": "Ann", "side": "players", "cards": ["m00"], "action": {"kind": "defend"}}
    idle = {"id": "Bill", "side": "host", "action": {"kind": "nothing"}}
    told = demon_city({"kind": "clash", "participants": [fool, idle]})
    assert told["say"] == "The players win: nothing happens; Ann fumbles."
