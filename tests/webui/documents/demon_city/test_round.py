"""The document of `clashcam round`, as the contracts have it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.registry import SYSTEMS
from tests.webui.documents.asking import demon_city
from webui.documents import DocumentError, judge_document

CHARACTERS: list[dict[str, Any]] = [
    {"id": "ann", "side": "players", "agility": 3, "significator": "m05"},
    {"id": "bill", "side": "host", "agility": 2, "specials": [{"card": "s09", "text": "it smiles"}]},
    {"id": "ceelo", "side": "players", "agility": 1},
]
ANNOUNCEMENTS: list[dict[str, Any]] = [
    {"id": "ann", "action": {"kind": "defend"}, "extra": ["defense"], "lost": []},
    {"id": "bill", "action": {"kind": "attack", "target": "ann"}, "extra": ["weapon"]},
    {"id": "ceelo", "action": {"kind": "other", "intensity": 3}},
]
THROWS = {"ann": ["w07", "c03"], "bill": ["s05", "p02"], "ceelo": ["w06"]}
ROUND: dict[str, Any] = {
    "kind": "round",
    "characters": CHARACTERS,
    "announcements": ANNOUNCEMENTS,
    "throws": THROWS,
}


def play(**fields: Any) -> Any:
    return demon_city({**ROUND, **fields})


def test_the_document_keeps_the_seed_that_lots_were_drawn_from() -> None:
    equals = [{"id": name, "side": "players", "agility": 3} for name in "abcdefgh"]
    judged = judge_document(SYSTEMS["demon-city"], {"kind": "round", "characters": equals}, seed=lambda: 7)
    assert judged.document["seed"] == 7
    again = judge_document(SYSTEMS["demon-city"], judged.document)
    assert again.answer()["order"] == judged.answer()["order"]


def test_a_whole_round() -> None:
    answer = play()
    assert answer["order"] == ["ceelo", "bill", "ann"]
    assert answer["cards"] == {"ann": 2, "bill": 2, "ceelo": 1}
    assert [result["throws"][0]["id"] for result in answer["uncontested"]] == ["ceelo"]
    assert answer["clashes"] == [["bill", "ann"]]
    assert [result["side"] for result in answer["results"]] == ["players"]
    assert (answer["waiting"], answer["phase"]) == ([], "over")
    assert answer["say"].endswith(
        "The players win: ann defends, 7 against 5; bill does not act: the other side threw higher."
    )


def test_the_next_round_can_be_played_on() -> None:
    following = play()["next_round"]
    assert json.loads(json.dumps(following)) == following
    states = {each["id"]: each["state"] for each in following["characters"]}
    assert states == {"ann": ["may-reposition"], "bill": [], "ceelo": []}
    again = demon_city({**following, "announcements": ANNOUNCEMENTS, "throws": THROWS})
    assert again["results"] == play()["results"]


def test_with_nothing_announced_it_waits_for_all() -> None:
    answer = demon_city({"kind": "round", "characters": CHARACTERS})
    assert answer["waiting"] == [{"id": id_, "for": "announcement"} for id_ in ("ceelo", "bill", "ann")]
    assert (answer["cards"], answer["clashes"], answer["results"]) == ({}, [], [])
    assert answer["next_round"] is None
    assert answer["say"] == "Ceelo announces first; then bill and ann."


def test_with_an_announcement_missing_it_goes_as_far_as_it_can() -> None:
    answer = play(announcements=[each for each in ANNOUNCEMENTS if each["id"] != "bill"])
    assert answer["waiting"] == [{"id": "bill", "for": "announcement"}, {"id": "ann", "for": "announcement"}]
    assert answer["cards"] == {"ann": 2, "ceelo": 1}
    confirmed = {**ANNOUNCEMENTS[2], "contested": False}
    searching = play(announcements=[confirmed])
    assert [result["outcome"] for result in searching["uncontested"]] == ["success"]


def test_with_cards_missing_it_waits_for_them() -> None:
    answer = play(throws={"ann": ["w07"], "ceelo": ["w06"], "bill": []})
    assert answer["waiting"] == [{"id": "bill", "for": "cards"}]
    assert (answer["clashes"], answer["results"]) == ([["bill", "ann"]], [])
    assert len(answer["uncontested"]) == 1


def test_a_choice_is_awaited_and_answered() -> None:
    fighting = {
        "announcements": [
            {"id": "ann", "action": {"kind": "attack", "target": "bill"}},
            {"id": "bill", "action": {"kind": "attack", "target": "ann"}},
            {"id": "ceelo", "action": {"kind": "attack", "target": "bill", "resist": 2}},
        ],
        "throws": {"ann": ["w09"], "bill": ["s05"], "ceelo": ["c09"]},
    }
    asked = play(**fighting)
    assert asked["waiting"] == [{"id": "ceelo", "for": "choice"}, {"id": "ann", "for": "choice"}]
    assert asked["results"][0]["outcome"] == "choice"
    answered = play(**fighting, choose={"players": "ceelo"})
    assert (answered["waiting"], answered["results"][0]["outcome"]) == ([], "win")
    with pytest.raises(DocumentError, match=r"^choose\.players: bill is not in question"):
        play(**fighting, choose={"players": "bill"})
    with pytest.raises(DocumentError, match=r"^choose\.cult: "):
        play(**fighting, choose={"cult": "ann"})
    assert play(**fighting, choose={"players": None, "host": "bill"})["phase"] == "choosing"


def test_two_choices_in_one_answer() -> None:
    characters = [
        {"id": id_, "side": "players", "agility": speed} for speed, id_ in enumerate(("a", "b", "c", "d"))
    ]
    with_foe = [*characters, {"id": "foe", "side": "host", "agility": 9}]
    foe = {"interferes": "foe"}
    document = {
        "kind": "round",
        "characters": with_foe,
        "announcements": [
            {"id": "a", "action": {"kind": "attack", "target": "foe", "resist": 1}},
            {"id": "b", "action": {"kind": "attack", "target": "foe", "resist": 1}},
            {"id": "c", "action": {"kind": "other", "intensity": 1, "excludes": "d"}, **foe},
            {"id": "d", "action": {"kind": "other", "intensity": 1}, **foe},
            {"id": "foe", "action": {"kind": "other", "intensity": 1}},
        ],
        "throws": {"a": ["w09"], "b": ["c09"], "c": ["w08"], "d": ["c08"], "foe": ["s02"]},
        "choose": {"players": ["b", "d"]},
    }
    happens = [action["id"] for action in demon_city(document)["results"][0]["actions"] if action["happens"]]
    assert happens == ["b", "d"]
    document["choose"] = {"players": ["b"]}
    assert demon_city(document)["waiting"] == [{"id": "c", "for": "choice"}, {"id": "d", "for": "choice"}]


def test_ties_are_drawn_from_the_seed_and_kept() -> None:
    equals = [{**each, "agility": 2} for each in CHARACTERS]
    drawn = demon_city({"kind": "round", "characters": equals, "seed": 7})
    assert drawn == demon_city({"kind": "round", "characters": equals, "seed": 7})
    told = demon_city({"kind": "round", "characters": equals, "ties": drawn["order"]})
    assert (told["order"], "seed" in told) == (drawn["order"], False)
    finished = demon_city({**ROUND, "characters": equals, "seed": 7, "announcements": [], "throws": {}})
    assert finished["order"] == drawn["order"]


def test_without_a_seed_lots_are_drawn_and_told() -> None:
    equals = [{**each, "agility": 2} for each in CHARACTERS]
    drawn = demon_city({"kind": "round", "characters": equals})
    assert sorted(drawn["order"]) == ["ann", "bill", "ceelo"]
    again = demon_city({"kind": "round", "characters": equals, "seed": drawn["seed"]})
    assert again["order"] == drawn["order"]


def test_next_round_keeps_the_lots() -> None:
    equals = [{**each, "agility": 2} for each in CHARACTERS]
    answer = play(characters=equals, ties=["bill", "ceelo", "ann"])
    assert answer["next_round"]["ties"] == ["bill", "ceelo", "ann"]


def test_next_round_keeps_the_options() -> None:
    """What stands beside `kind` holds for the whole fight (D2, D35)."""
    options = {"courts": {"12": 3}, "order": "marseille", "one_deck": True}
    told = play(**options)["next_round"]
    assert {name: told[name] for name in options} == options
    assert demon_city(told)["phase"] == "announcing"
    assert set(play()["next_round"]) == {"kind", "characters", "ties"}


def test_what_both_count_is_refused_with_both_places() -> None:
    both = [{"id": "ann", "action": {"kind": "attack", "target": "bill"}, "extra": ["weapon"]}]
    with pytest.raises(DocumentError) as refused:
        play(announcements=[*both, *ANNOUNCEMENTS[1:]])
    assert "announcements[0].extra[0]" in str(refused.value)
    assert "announcements[1].extra[0]" in str(refused.value)


def test_states_are_carried() -> None:
    hurt = [{**CHARACTERS[0], "state": "injured"}, {**CHARACTERS[1], "state": ["panic"]}, CHARACTERS[2]]
    waiting = play(characters=hurt, announcements=[ANNOUNCEMENTS[2]])["waiting"]
    assert waiting == [{"id": "bill", "for": "recovery"}, {"id": "ann", "for": "announcement"}]
    recovers = [ANNOUNCEMENTS[0], {**ANNOUNCEMENTS[1], "recovered": True}, ANNOUNCEMENTS[2]]
    recovered = play(characters=hurt, announcements=recovers)
    assert recovered["cards"]["ann"] == 1
    states = {each["id"]: each["state"] for each in recovered["next_round"]["characters"]}
    assert states == {"ann": ["injured", "may-reposition"], "bill": [], "ceelo": []}
    failed = play(
        characters=hurt,
        announcements=[ANNOUNCEMENTS[0], {"id": "bill", "recovered": False}, ANNOUNCEMENTS[2]],
        throws={"ceelo": ["w06"]},
    )
    assert (failed["phase"], failed["clashes"]) == ("over", [])
    assert {each["id"]: each["state"] for each in failed["next_round"]["characters"]}["bill"] == ["panic"]


@pytest.mark.parametrize("state", ["panic", ["panic"], {"panic": True, "injured": False}, " Panicked"])
def test_a_state_may_be_told_in_several_ways(state: object) -> None:
    hurt = [{**CHARACTERS[0], "state": state}]
    assert demon_city({"kind": "round", "characters": hurt})["waiting"] == [{"id": "ann", "for": "recovery"}]


def test_marks_for_the_next_round() -> None:
    marked = play(marks=[{"id": "bill", "condition": "out-of-the-fight"}])
    states = {each["id"]: each["state"] for each in marked["next_round"]["characters"]}
    assert states["bill"] == ["out-of-the-fight"]
    ended = [{**CHARACTERS[0], "state": "injured"}, *CHARACTERS[1:]]
    healed = play(characters=ended, marks=[{"id": "ann", "condition": "injured", "holds": False}])
    assert healed["next_round"]["characters"][0]["state"] == ["may-reposition"]


def test_throws_are_derived_where_stats_are_given() -> None:
    known = [
        {**CHARACTERS[0], "stats": {"Agility": 3}},
        {**CHARACTERS[1], "stats": {"hand-to-hand": 5, "psyche": 4}},
        CHARACTERS[2],
    ]
    said = [
        {"id": "ann", "action": {"kind": "defend"}},
        {**ANNOUNCEMENTS[1], "manner": "close-combat", "extra": []},
        ANNOUNCEMENTS[2],
    ]
    answer = play(characters=known, announcements=said)
    assert answer["counts"]["bill"]["reasons"] == [["+1", "higher stat", "D17"]]
    assert answer["counts"]["ann"]["reasons"] == [["+1", "defense", "D18"]]
    assert answer["next_round"]["characters"][1]["stats"] == {"hand to hand": 5, "psyche": 4}
    power = {
        **said[1],
        "manner": None,
        "power": {"uses": "psyche"},
        "contested": True,
        "driver": True,
        "run": 30,
    }
    assert play(characters=known, announcements=[said[0], power, said[2]])["cards"]["bill"] == 2


def test_options_stand_beside_kind() -> None:
    courts = play(throws={**THROWS, "bill": ["s14"]}, courts={"14": 1})
    assert courts["results"][0]["actions"][0]["value"] == 1
    with pytest.raises(DocumentError, match=r"^throws\.ceelo\[0\]: .*throws\.ann\[0\]"):
        play(throws={**THROWS, "ceelo": ["w07"]}, one_deck=True)


def test_nothing_may_be_said_as_null() -> None:
    assert play(announcements=None, throws=None, choose=None, marks=None)["phase"] == "announcing"


def test_german() -> None:
    assert demon_city(ROUND, "de")["say"].endswith(
        "Die Spieler gewinnen: ann wehrt ab, 7 gegen 5"
        "; bill kommt nicht zum Zug: die andere Seite hat höher geworfen."
    )


def test_a_round_in_which_nobody_does_anything() -> None:
    idle = [{"id": id_, "action": {"kind": "nothing"}} for id_ in ("ann", "bill", "ceelo")]
    answer = play(announcements=idle, throws={})
    assert (answer["phase"], answer["say"]) == ("over", "The round is over.")


def test_a_list_gives_a_list() -> None:
    assert len(demon_city([ROUND, ROUND])) == 2
    with pytest.raises(DocumentError, match=r"^\[1\]\.characters: "):
        demon_city([ROUND, {"kind": "round", "characters": []}])


WEAPON = [{**each, "extra": ["weapon"]} for each in ANNOUNCEMENTS[:2]]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"characters": []}, "characters"),
        ({"characters": [*CHARACTERS, CHARACTERS[0]]}, "characters[3].id"),
        ({"characters": [{"id": "a", "side": "x"}]}, "characters[0].agility"),
        ({"characters": [{**CHARACTERS[0], "agility": -1}]}, "characters[0].agility"),
        ({"characters": [{**CHARACTERS[0], "state": "asleep"}]}, "characters[0].state"),
        ({"ties": ["eve"]}, "ties[0]"),
        ({"seed": "x"}, "seed"),
        ({"announcements": [{"id": "eve", "action": {"kind": "move"}}]}, "announcements[0].id"),
        ({"announcements": [ANNOUNCEMENTS[2], ANNOUNCEMENTS[2]]}, "announcements[1].id"),
        ({"announcements": [{"id": "ceelo"}]}, "announcements[0].action"),
        (
            {"announcements": [{"id": "ceelo", "action": {"kind": "attack", "target": "eve"}}]},
            "announcements[0].action.target",
        ),
        (
            {"announcements": [{"id": "ceelo", "action": {"kind": "attack", "target": "ceelo"}}]},
            "announcements[0].action.target",
        ),
        ({"announcements": [{**ANNOUNCEMENTS[2], "run": 31}]}, "announcements[0].run"),
        ({"announcements": [{**ANNOUNCEMENTS[2], "interferes": "eve"}]}, "announcements[0].interferes"),
        ({"announcements": [{**ANNOUNCEMENTS[2], "extra": ["wepon"]}]}, "announcements[0].extra[0]"),
        (
            {"announcements": [{**ANNOUNCEMENTS[2], "extra": ["weapon", "weapon"]}]},
            "announcements[0].extra[1]",
        ),
        ({"throws": {"eve": ["w01"]}}, "throws.eve"),
        ({"throws": {"ann": ["w77"]}}, "throws.ann[0]"),
        ({"marks": [{"id": "eve", "condition": "panic"}]}, "marks[0].id"),
        ({"kind": "rond"}, "kind"),
    ],
)
def test_refused_with_its_field(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(DocumentError) as refused:
        play(**fields)
    assert refused.value.field == field


def test_cards_of_somebody_without_an_action_are_refused() -> None:
    idle = [{"id": id_, "action": {"kind": "nothing"}} for id_ in ("ann", "bill", "ceelo")]
    with pytest.raises(DocumentError, match=r"^throws\.ann: ann has announced no action"):
        play(announcements=idle)


def duel(state: str = "out-of-the-fight", **said: Any) -> Any:
    """Ann, who is hurt or afraid, with two cards of advantage over Bill, who does nothing to her."""
    ann = {"id": "ann", "side": "players", "agility": 3, "state": state}
    claims = {"extra": ["weapon", {"situation": "high ground"}]}
    attack = {"id": "ann", "action": {"kind": "attack", "target": "bill"}, **claims, **said}
    bill = {"id": "bill", "action": {"kind": "nothing"}}
    characters = [ann, {"id": "bill", "side": "host", "agility": 2}]
    throws = {"ann": ["w07", "c03"]}
    return demon_city(
        {"kind": "round", "characters": characters, "announcements": [bill, attack], "throws": throws}
    )


def test_d20_injury_counts_from_the_round_of_recovery_on() -> None:
    answer = duel(recovered=True)
    assert answer["cards"]["ann"] == 3, "weapon, high ground and distraction, less the injury"
    assert ["-1", "injury", "D20"] in answer["counts"]["ann"]["reasons"]
    assert answer["next_round"]["characters"][0]["state"] == ["injured", "may-reposition"]
    assert duel("panic", recovered=True)["cards"]["ann"] == 4, "fear does not hurt"


def test_d24_who_has_not_told_whether_they_recover_is_waited_for() -> None:
    answer = duel()
    assert answer["waiting"] == [{"id": "ann", "for": "recovery"}]
    assert (answer["cards"], answer["clashes"], answer["phase"]) == ({}, [], "announcing")


def test_d24_who_has_recovered_may_still_have_to_announce() -> None:
    answer = duel(recovered=True, action=None)
    assert answer["waiting"] == [{"id": "ann", "for": "announcement"}]


@pytest.mark.parametrize(
    ("state", "recovered", "field"),
    [
        ("panic", False, "announcements[1].action"),
        ("injured", True, "announcements[1].recovered"),
    ],
)
def test_d24_recovery_that_makes_no_sense_is_refused(state: str, recovered: bool, field: str) -> None:
    with pytest.raises(DocumentError) as refused:
        duel(state, recovered=recovered)
    assert refused.value.field == field


def test_d23a_another_number_of_cards_than_was_counted_is_said_and_stands() -> None:
    answer = play(throws={**THROWS, "bill": ["s05"], "ceelo": ["w06", "w02"]})
    assert answer["miscounted"] == [
        {"id": "bill", "counted": 2, "thrown": 1},
        {"id": "ceelo", "counted": 1, "thrown": 2},
    ]
    assert answer["say"].endswith("Bill: 1 card, should have 2. Ceelo: 2 cards, should have 1.")
    assert [result["side"] for result in answer["results"]] == ["players"]
    assert play()["miscounted"] == []


def test_d23a_the_hosts_plus_or_minus_counts_too() -> None:
    answer = play(throws={**THROWS, "bill": ["s05"]}, adjusted={"bill": -1, "ann": -9})
    assert answer["miscounted"] == [{"id": "ann", "counted": 1, "thrown": 2}]
    assert answer["counts"]["bill"]["reasons"][-1] == ["-1", "the Host's decision", "D23a"]
    with pytest.raises(DocumentError, match=r"adjusted\.zoe: "):
        play(adjusted={"zoe": 1})


@pytest.mark.parametrize(
    ("manner", "stats", "number"),
    [
        (None, {}, 4),
        ("close-combat", {"hand to hand": 7}, 7),
        ("shooting", {"hand to hand": 7}, 4),
    ],
)
def test_d30_in_a_round_the_target_of_another_action_resists_with_its_stat(
    manner: str | None, stats: dict[str, int], number: int
) -> None:
    characters = [
        {"id": "fifi", "side": "host", "agility": 5},
        {"id": "alfred", "side": "players", "agility": 4, "stats": stats},
        {"id": "ceelo", "side": "host", "agility": 3},
    ]
    announcements = [
        {"id": "ceelo", "action": {"kind": "attack", "target": "alfred"}},
        {"id": "alfred", "action": {"kind": "attack", "target": "ceelo"}},
        {"id": "fifi", "action": {"kind": "other", "target": "alfred"}, "manner": manner},
    ]
    throws = {"fifi": ["s08"], "alfred": ["w06"], "ceelo": ["s03"]}
    document = {"kind": "round", "characters": characters, "announcements": announcements, "throws": throws}
    actions = demon_city(document)["results"][0]["actions"]
    assert next(each["beats"] for each in actions if each["id"] == "fifi") == {"value": number}


def brawl(ann: dict[str, Any], bill: dict[str, Any], **fields: Any) -> Any:
    """Ann against Bill, each saying what stands there, without stats."""
    characters = [
        {"id": "ann", "side": "players", "agility": 4},
        {"id": "bill", "side": "host", "agility": 3},
    ]
    announcements = [{"id": "bill", **bill}, {"id": "ann", **ann}]
    return demon_city({"kind": "round", "characters": characters, "announcements": announcements, **fields})


ON_ANN = {"action": {"kind": "attack", "target": "ann"}}
ON_BILL = {"action": {"kind": "attack", "target": "bill"}}


def codes(answer: Any, id_: str) -> list[str]:
    return [reason[2] for reason in answer["counts"][id_]["reasons"]]


def test_d18_defense_counts_by_itself_and_for_defenders_alone() -> None:
    answer = brawl({"action": {"kind": "defend"}}, ON_ANN)
    assert (answer["cards"], codes(answer, "ann")) == ({"ann": 2, "bill": 1}, ["D18"])
    with pytest.raises(DocumentError, match="for who only defends") as refused:
        brawl({**ON_BILL, "extra": ["defense"]}, ON_ANN)
    assert refused.value.field == "announcements[1].extra[0]"


def test_d17_agility_is_a_stat() -> None:
    answer = brawl({**ON_BILL, "manner": "shooting"}, {**ON_ANN, "manner": "shooting"})
    assert (codes(answer, "ann"), codes(answer, "bill")) == (["D17"], [])


def test_d16_nobody_is_distracted_before_they_have_spoken() -> None:
    characters = [
        {"id": "ann", "side": "players", "agility": 1},
        {"id": "bill", "side": "host", "agility": 3},
    ]
    document = {"kind": "round", "characters": characters, "announcements": [{"id": "ann", **ON_BILL}]}
    assert demon_city(document)["cards"] == {"ann": 1}


def test_d24_sixty_feet_are_all_movement() -> None:
    with pytest.raises(DocumentError) as refused:
        brawl({"action": {"kind": "move", "feet": 60}, "run": 30}, ON_ANN)
    assert refused.value.field == "announcements[1].run"


def test_d18_weapon_supernatural_and_high_ground_in_a_round() -> None:
    claws = {**ON_ANN, "manner": "close-combat", "weapon": 1}
    answer = brawl({**ON_BILL, "weapon": 2, "over": "high ground", "supernatural": True}, claws)
    assert [reason[1] for reason in answer["counts"]["ann"]["reasons"]] == [
        "weapon",
        "supernatural",
        "high ground",
    ]
    unarmed = brawl({**ON_BILL, "weapon": 1}, ON_ANN)
    assert unarmed["cards"]["ann"] == 2
    parried = brawl({**ON_BILL, "weapon": 1}, {"action": {"kind": "defend"}, "weapon": 1})
    assert parried["cards"] == {"ann": 1, "bill": 2}


def test_d18_a_weapon_is_as_good_as_the_range_of_the_rounds_beginning() -> None:
    sword = {**ON_BILL, "weapon": {"close": 1, "10 feet": 3}}
    knife = {**ON_ANN, "weapon": {"close": 2, "10 feet": 0}}
    for told, ann, bill in (("close", 1, 2), ("10 feet", 2, 1)):
        answer = brawl(sword, knife, ranges=[{"between": ["ann", "bill"], "range": told}])
        assert answer["cards"] == {"ann": ann, "bill": bill}
    for ranges in ([], [{"between": ["bill", "ann"], "range": "far"}]):
        with pytest.raises(DocumentError) as refused:
            brawl(sword, ON_ANN, ranges=ranges)
        assert refused.value.field == "announcements[1].weapon"


def test_d14_in_a_round_a_stat_above_the_intensity_counts() -> None:
    looks = {"action": {"kind": "other", "intensity": 3}, "stat": "agility"}
    assert brawl(looks, {"action": {"kind": "nothing"}})["cards"] == {"ann": 2}


def test_d12_special_cards_are_no_players_in_a_round() -> None:
    characters = [{"id": "ann", "side": "players", "agility": 1, "specials": [{"card": "w07"}]}]
    with pytest.raises(DocumentError) as refused:
        demon_city({"kind": "round", "characters": characters})
    assert refused.value.field == "characters[0].specials"


def test_d35_one_card_is_thrown_once_in_a_round() -> None:
    twice = {**THROWS, "bill": ["w07", "p02"]}
    with pytest.raises(DocumentError, match="lies here already"):
        play(throws=twice)
    assert play(throws=twice, two_decks=True)["phase"] == "over"


SESSION: dict[str, Any] = {
    "kind": "round",
    "characters": [
        {
            "id": "ann",
            "side": "players",
            "agility": 4,
            "significator": "m05",
            "stats": {"firearms": 6, "toughness": 2},
        },
        {
            "id": "bob",
            "side": "players",
            "agility": 3,
            "stats": {"toughness": 1},
            "state": "out-of-the-fight",
        },
        {"id": "fiend", "side": "host", "agility": 2, "stats": {"toughness": 4}},
    ],
    "ranges": [
        {"between": ["ann", "fiend"], "range": "10 feet"},
        {"between": ["ann", "bob"], "range": "close"},
    ],
    "announcements": [
        {"id": "fiend", "action": {"kind": "attack", "target": "ann"}, "manner": "close-combat", "weapon": 1},
        {"id": "bob", "recovered": True, "action": {"kind": "other", "target": "fiend", "resist": 2}},
        {
            "id": "ann",
            "action": {"kind": "attack", "target": "fiend"},
            "manner": "shooting",
            "skill": "firearms",
            "weapon": {"close": 0, "10 feet": 3},
            "over": "high ground",
        },
    ],
    "throws": {"fiend": ["s03"], "bob": ["w04"], "ann": ["w07", "m05", "c02", "p01"]},
    "damage": {"fiend": ["w03", "m15", "c08", "s06", "p02"]},
}
"""From stats to damage and the next round in one document."""


def test_d13_to_d33_a_clash_is_played_through_in_one_document() -> None:
    answer = demon_city(SESSION)
    assert answer["order"] == ["fiend", "bob", "ann"]
    assert answer["cards"] == {"fiend": 1, "bob": 1, "ann": 4}, (
        "skill, weapon, high ground; bob hurt but behind it"
    )
    assert answer["miscounted"] == []
    assert answer["results"][0]["next"][:2] == ["throw-damage", "host-may-ask-for-calm"]
    (blow,) = answer["damage"]
    assert (blow["id"], blow["by"], blow["cards"], blow["damage"]) == ("fiend", "ann", 4, 2)
    states = {each["id"]: each["state"] for each in answer["next_round"]["characters"]}
    assert states == {"ann": ["may-reposition"], "bob": ["injured"], "fiend": []}
    fiend = answer["next_round"]["characters"][2]
    assert (fiend["lost_toughness"], fiend["stats"]["toughness"]) == (2, 4)
    assert "ranges" not in answer["next_round"], "ann may stand anywhere"


@pytest.mark.parametrize(
    ("damage", "lost", "out"),
    [(["w02", "c03", "s06", "p09"], 2, False), (["w05", "c06", "s07", "p08"], 5, True)],
)
def test_d33_below_its_toughness_somebody_is_out_of_the_fight(
    damage: list[str], lost: int, out: bool
) -> None:
    following = demon_city({**SESSION, "damage": {"fiend": damage}})["next_round"]
    fiend = following["characters"][2]
    assert (fiend["lost_toughness"], "out-of-the-fight" in fiend["state"]) == (lost, out)
    again = demon_city(following)
    assert again["waiting"][0] == {"id": "fiend", "for": "recovery" if out else "announcement"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"damage": {"ann": ["w03"]}}, "damage.ann"),
        ({"damage": {"zoe": ["w03"]}}, "damage.zoe"),
        (
            {"characters": [*SESSION["characters"][:2], {"id": "fiend", "side": "host", "agility": 2}]},
            "damage.fiend",
        ),
    ],
)
def test_d33_damage_that_cannot_be_thrown_is_refused(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(DocumentError) as refused:
        demon_city({**SESSION, **changes})
    assert refused.value.field == field


def hit(toughness: int | None = 2, **fields: Any) -> Any:
    """A round in which the fiend hits Dov, whose Toughness may be noted."""
    stats = {} if toughness is None else {"stats": {"toughness": toughness}}
    return {
        "kind": "round",
        "characters": [
            {"id": "Dov", "side": "players", "agility": 3, **stats},
            {"id": "Fiend", "side": "host", "agility": 2},
        ],
        "announcements": [
            {"id": "Fiend", "action": {"kind": "attack", "target": "Dov"}},
            {"id": "Dov", "action": {"kind": "defend"}},
        ],
        "throws": {"Fiend": ["s09"], "Dov": ["w02", "c03"]},
        **fields,
    }


@pytest.mark.parametrize("damage", [{}, {"Dov": ["s08"]}, {"Dov": []}])
def test_a_round_waits_for_the_damage_of_a_hit(damage: dict[str, Any]) -> None:
    answer = demon_city(hit(damage=damage))
    assert answer["waiting"] == [{"id": "Dov", "for": "damage"}]
    assert (answer["phase"], answer["next_round"]) == ("damage", None)
    assert answer["say"].endswith("The round waits for damage to Dov.")
    assert demon_city(hit(damage=damage), "de")["say"].endswith("Die Runde wartet auf den Schaden an Dov.")


def test_damage_is_told_to_its_end() -> None:
    answer = demon_city(hit(damage={"Dov": ["s08", "w09"]}))
    assert (answer["phase"], answer["waiting"]) == ("over", [])
    assert answer["damage"] == [
        {
            "id": "Dov",
            "by": "Fiend",
            "cards": 2,
            "damage": 8,
            "no_throw": False,
            "injures": False,
            "toughness_left": 0,
            "out_of_the_fight": True,
            "say": "8 damage of 2 Toughness: Out of the Fight, recovers before announcing.",
        }
    ]
    assert answer["say"].endswith(
        "Dov: 8 damage of 2 Toughness: Out of the Fight, recovers before announcing."
    )
    assert answer["next_round"]["characters"][0]["state"] == ["out-of-the-fight"]
    assert demon_city(hit(damage={"Dov": ["s08", "w09"]}), "de")["say"].endswith(
        "Dov: 8 Schaden bei Zähigkeit 2: außer Gefecht, erholt sich vor der nächsten Ansage."
    )


@pytest.mark.parametrize(("cards", "left"), [(["w01", "c07"], 1), (["w02", "c07"], 0)])
def test_who_has_toughness_left_stays_in_the_fight(cards: list[str], left: int) -> None:
    [told] = demon_city(hit(damage={"Dov": cards}))["damage"]
    assert (told["toughness_left"], told["out_of_the_fight"]) == (left, False)
    assert told["say"].endswith(f" damage of 2 Toughness: {left} left.")


@pytest.mark.parametrize("damage", [{}, {"Dov": []}])
def test_d33_at_toughness_0_the_hit_injures_without_a_throw_to_wait_for(damage: dict[str, Any]) -> None:
    answer = demon_city(hit(0, damage=damage))
    [told] = answer["damage"]
    assert answer["next_round"]["characters"][0]["state"] == ["out-of-the-fight"]
    assert (told["no_throw"], told["out_of_the_fight"], answer["waiting"]) == (True, True, [])
    assert told["say"].startswith("Toughness 0, the hit injures without a throw: Out of the Fight")


def test_nothing_waits_for_damage_that_is_the_hosts_or_that_nobody_can_count() -> None:
    left = demon_city(hit(damage=False))
    assert (left["phase"], left["waiting"], left["next_round"]["damage"]) == ("over", [], False)
    unnoted = demon_city(hit(None))
    assert (unnoted["phase"], unnoted["waiting"]) == ("over", [])
    assert demon_city(hit(0, damage=False))["damage"] == [{"id": "Dov", "by": "Fiend", "cards": 0}]


def test_surplus_damage_is_said_and_not_counted() -> None:
    answer = demon_city(hit(damage={"Dov": ["s08", "w05", "c02"]}))
    assert answer["miscounted"][-1] == {"id": "Fiend", "counted": 2, "thrown": 3, "for": "damage"}
    assert answer["damage"][0]["damage"] == 5
    assert answer["damage"][0]["say"].endswith("; 3 cards, should have 2: the first 2 count.")


def test_whoever_is_slowest_announces_first_and_recovers_before() -> None:
    down = [{**CHARACTERS[0], "state": "panic"}, *CHARACTERS[1:]]
    told = demon_city({"kind": "round", "characters": down})
    assert told["say"] == "Ceelo announces first; then bill and ann (after a throw to recover)."
    alone = {"kind": "round", "characters": [{**CHARACTERS[2], "state": "out"}]}
    assert demon_city(alone)["say"] == "Ceelo (after a throw to recover) announces next."


def test_cards_and_announcements_that_are_awaited_are_told_together() -> None:
    searching = [{**ANNOUNCEMENTS[2], "contested": False}]
    told = demon_city({"kind": "round", "characters": CHARACTERS, "announcements": searching})
    assert told["say"] == "The round waits for ceelo to throw; bill announces first; then ann."
