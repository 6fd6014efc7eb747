"""The documents that other programs write to `clashcam`, literally, through the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from webui.cli import main

TEST = """{"kind": "test", "intensity": 4,
  "thrower": {"id": "marty", "cards": ["w03", "c07"], "significator": null, "keep": "highest"}}"""
CLASH = """{"kind": "clash", "participants": [
   {"id": "ann", "side": "players", "significator": "m05", "cards": ["w07", "c03"], "keep": "highest",
    "action": {"kind": "attack", "target": "bill", "resist": 3}},
   {"id": "bill", "side": "host", "cards": ["s09"], "specials": [{"card": "s09", "text": "..."}],
    "action": {"kind": "attack", "target": "ann", "resist": 2}},
   {"id": "cassie", "side": "players", "cards": ["p02"], "action": {"kind": "other", "intensity": 3}},
   {"id": "dov", "side": "players", "cards": ["w05"], "action": {"kind": "defend", "against": ["bill"]}}],
 "choose": {"players": "ann"}}"""
THROWS = """{"kind": "clash-throws", "base": 1,
  "extra": ["higher-stat", "distraction", "defense", "weapon", "supernatural",
            {"situation": "high ground", "times": 1}],
  "lost": ["called-shot", "tricky", "injury", {"situation": "drunk"}],
  "opponent": {"extra": [], "lost": []}}"""
DUEL: dict[str, Any] = {
    "kind": "clash",
    "participants": [
        {"id": "a", "side": "x", "cards": ["w07"], "action": {"kind": "attack", "target": "b"}},
        {"id": "b", "side": "y", "cards": ["c05"], "action": {"kind": "attack", "target": "a"}},
    ],
}
ROUND: dict[str, Any] = {
    "kind": "round",
    "characters": [
        {"id": "ann", "side": "players", "agility": 3, "significator": "m05"},
        {"id": "bill", "side": "host", "agility": 2},
    ],
}
ANNOUNCED: list[dict[str, Any]] = [
    {"id": "bill", "action": {"kind": "attack", "target": "ann"}, "extra": ["weapon"], "lost": []},
    {"id": "ann", "action": {"kind": "defend"}, "extra": ["defense"], "lost": [], "contested": True},
]


def run(*arguments: str, given: object = None) -> Result:
    text = given if given is None or isinstance(given, str) else json.dumps(given)
    return CliRunner().invoke(main, arguments, text)


def answer(*arguments: str, given: object = None) -> Any:
    """The answer of a command that must say nothing else on either stream."""
    result = run(*arguments, given=given)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


def line(*arguments: str, given: object = None) -> str:
    """The one line of a command whose input was bad."""
    result = run(*arguments, given=given)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    return result.stderr


def clash(*actions: dict[str, Any], **options: Any) -> dict[str, Any]:
    pairs = zip(DUEL["participants"], actions, strict=True)
    return {"kind": "clash", "participants": [{**who, "action": action} for who, action in pairs], **options}


def test_resolve_test() -> None:
    told = answer("resolve", given=TEST)
    assert told.pop("say").startswith("Marty succeeds")
    assert told == {
        "outcome": "success",
        "winner": "marty",
        "throws": [{"id": "marty", "value": 7, "card": "c07", "critical": False, "fumble": False}],
        "specials": [],
        "rule": ["D8"],
    }


def test_resolve_test_of_several_intensities() -> None:
    document = {"kind": "test", "intensities": [4, 7], "thrower": {"id": "marty", "cards": ["c07"]}}
    assert answer("resolve", given=document)["beaten"] == [4]


@pytest.mark.parametrize(
    ("cards", "outcome", "winner"),
    [
        ({"a": ["w03"], "b": ["c07"]}, "win", "b"),
        ({"a": ["w07"], "b": ["c07"]}, "complication", None),
        ({"a": ["w07"], "b": ["c07"], "c": ["s08"]}, "win", "c"),
    ],
)
def test_resolve_opposed(cards: dict[str, list[str]], outcome: str, winner: str | None) -> None:
    throwers = [{"id": id_, "cards": thrown} for id_, thrown in cards.items()]
    told = answer("resolve", given={"kind": "opposed", "throwers": throwers})
    assert set(told) == {"outcome", "winner", "throws", "specials", "rule", "say"}
    assert (told["outcome"], told["winner"]) == (outcome, winner)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ('{"kind": "c100", "cards": ["w03", "c07"]}', {"value": 73}),
        ('{"kind": "c100", "cards": ["m21", "w10", "c10"]}', {"value": 100, "ignored": ["m21"]}),
        ('{"kind": "c10", "cards": ["w03", "m20", "c07"], "count": 2}', {"ignored": ["m20"]}),
        ('{"kind": "c10", "cards": ["w03", "m20"], "count": 2}', {"need": 1}),
        ('{"kind": "damage", "toughness": 3, "cards": ["w03", "c07", "s09"]}', {"damage": 3}),
    ],
)
def test_resolve_numbers(document: str, told: dict[str, Any]) -> None:
    assert told.items() <= answer("resolve", given=document).items()


def test_resolve_clash() -> None:
    told = answer("resolve", given=CLASH)
    assert list(told) == ["outcome", "side", "actions", "choose", "specials", "next", "rule", "say"]
    assert (told["outcome"], told["side"], told["choose"]) == ("win", "host", None)
    assert [(each["id"], each["happens"], each["why"], each["beats"]) for each in told["actions"]] == [
        ("ann", False, "losing-side", {"id": "bill", "value": 9}),
        ("bill", True, "won", {"id": "ann", "value": 7}),
        ("cassie", False, "losing-side", {"value": 3}),
        ("dov", False, "losing-side", {"id": "bill", "value": 9}),
    ]
    fields = {"id", "value", "card", "happens", "why", "beats", "critical", "fumble"}
    assert {frozenset(each) for each in told["actions"]} == {frozenset(fields)}
    assert told["specials"] == [{"id": "bill", "card": "s09", "text": "..."}]
    assert told["next"] == ["throw-damage", "host-may-ask-for-calm", "may-reposition"]


def test_resolve_a_choice_and_its_answer() -> None:
    attacks = [
        {
            "id": id_,
            "side": "players",
            "cards": [card],
            "action": {"kind": "attack", "target": "b", "resist": 3},
        }
        for id_, card in (("ann", "w07"), ("cassie", "c07"))
    ]
    foe = {"id": "b", "side": "host", "cards": ["s02"], "action": {"kind": "other", "intensity": 1}}
    document = {"kind": "clash", "participants": [*attacks, foe]}
    asked = answer("resolve", given=document)
    assert (asked["outcome"], asked["side"], asked["choose"]) == ("choice", "players", ["ann", "cassie"])
    assert [each["happens"] for each in asked["actions"]] == [None, None, False]
    assert [each["why"] for each in asked["actions"]] == ["awaiting-choice", "awaiting-choice", "losing-side"]
    assert asked["next"] in (["players-choose"], ["host-chooses"])
    told = answer("resolve", given={**document, "choose": {"players": "ann"}})
    assert [each["why"] for each in told["actions"]] == ["won", "not-chosen", "losing-side"]


def test_resolve_undecided() -> None:
    document = clash(
        {"kind": "attack", "target": "b"}, {"kind": "attack", "target": "a"}, courts={"11": 5, "12": 12}
    )
    document["participants"][0]["cards"] = ["w11"]
    told = answer("resolve", given=document)
    assert (told["outcome"], told["side"], told["next"]) == ("undecided", None, ["host-changes-situation"])
    assert {each["why"] for each in told["actions"]} == {"undecided"}


def test_resolve_harmless_and_a_list_of_targets() -> None:
    attack = {"kind": "attack", "target": ["b"], "harmless": True}
    told = answer("resolve", given=clash(attack, {"kind": "attack", "target": "a"}))
    assert told["next"] == ["may-reposition"]


def test_resolve_the_order_of_marseille() -> None:
    document = {"kind": "test", "intensity": 9, "thrower": {"id": "a", "cards": ["m08"]}}
    assert answer("resolve", given=document)["outcome"] == "failure"
    assert answer("resolve", given={**document, "order": "marseille"})["throws"][0]["critical"] is True


OTHER = {"kind": "other", "intensity": 2}


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({"kind": "c100", "cards": ["x01"]}, "cards[0]"),
        (
            {
                **DUEL,
                "one_deck": True,
                "participants": [{**each, "cards": ["w07"]} for each in DUEL["participants"]],
            },
            "participants[1].cards[0]",
        ),
        (clash({"kind": "attack", "target": "zoe"}, OTHER), "participants[0].action.target"),
        ({"kind": "test", "intensity": 1, "thrower": {"id": "a", "cards": []}}, "thrower.cards"),
        ({"kind": "test", "intensity": -1, "thrower": {"id": "a", "cards": ["w01"]}}, "intensity"),
        ({**DUEL, "participants": [{**each, "side": "x"} for each in DUEL["participants"]]}, "participants"),
        (clash({"kind": "attack", "target": "b"}, OTHER), "participants[0].action.resist"),
    ],
)
def test_resolve_refuses_with_the_field(document: dict[str, Any], field: str) -> None:
    assert line("resolve", given=document).startswith(f"<stdin>: {field}: ")
    assert line("resolve", given=[json.loads(TEST), document]).startswith(f"<stdin>: [1].{field}: ")


def test_resolve_intensity_0_needs_no_cards() -> None:
    document = {"kind": "test", "intensity": 0, "thrower": {"id": "a", "cards": []}}
    assert answer("resolve", given=document)["outcome"] == "success"


def test_round_as_far_as_it_can() -> None:
    told = answer("round", given={**ROUND, "seed": 7})
    assert (told["order"], told["clashes"], told["results"]) == (["bill", "ann"], [], [])
    assert told["waiting"] == [{"id": id_, "for": "announcement"} for id_ in ("bill", "ann")]
    told = answer("round", given={**ROUND, "announcements": ANNOUNCED, "throws": {"bill": ["s05", "s06"]}})
    assert (told["cards"], told["clashes"]) == ({"bill": 2, "ann": 2}, [["bill", "ann"]])
    assert told["waiting"] == [{"id": "ann", "for": "cards"}]


def test_round_to_its_end_and_on() -> None:
    throws = {"ann": ["w07", "c03"], "bill": ["s05", "s06"]}
    told = answer("round", given={**ROUND, "announcements": ANNOUNCED, "throws": throws})
    fields = {"order", "cards", "uncontested", "clashes", "results", "next_round", "waiting"}
    assert fields <= set(told)
    assert (told["waiting"], told["uncontested"]) == ([], [])
    assert [result["side"] for result in told["results"]] == ["players"]
    assert answer("round", given=told["next_round"])["order"] == ["bill", "ann"]


def test_throws() -> None:
    told = answer("throws", given=THROWS)
    assert (told["cards"], told["keep"], told["to_opponent"]) == (3, "highest", 0)
    assert told["reasons"][0] == ["+1", "higher stat", "D17"]
    assert sum(int(amount) for amount, _, _ in told["reasons"]) == told["cards"] - 1


def test_throws_counted_on_both_sides_is_refused() -> None:
    document = {"kind": "opposed-throws", "lost": [{"situation": "drunk"}]}
    both = {**document, "opponent": {"extra": [{"situation": "drunk"}]}}
    assert answer("throws", given=document)["to_opponent"] == 1
    refused = line("throws", given=both)
    assert "lost[0]: " in refused
    assert "opponent.extra[0]" in refused


def test_odds() -> None:
    told = answer("odds", "--throws", "2", "--against", "1", "--json")
    assert list(told) == ["win", "lose", "tie", "critical", "fumble"]
    assert told["win"] + told["lose"] + told["tie"] == pytest.approx(1)
    intensity = answer("odds", "--throws", "1", "--intensity", "4", "--replace", "--json")
    assert (intensity["win"], intensity["lose"]) == (pytest.approx(0.6), pytest.approx(0.4))


def test_odds_of_decks_in_files(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('["m00", "w09"]', encoding="utf-8")
    (tmp_path / "other.json").write_text('["c05"]', encoding="utf-8")
    decks = ["--deck", str(tmp_path / "own.json"), "--other-deck", str(tmp_path / "other.json")]
    told = answer("odds", "--throws", "1", "--against", "1", *decks, "--json")
    assert told == {"win": 0.5, "lose": 0.5, "tie": 0, "critical": 0, "fumble": 0.5}
    own_fool = answer("odds", "--throws", "1", "--against", "1", *decks, "--significator", "m00", "--json")
    assert own_fool == {"win": 1, "lose": 0, "tie": 0, "critical": 0.5, "fumble": 0}


PRINTED = [
    (
        "pulp",
        '{"kind": "deal", "cards": ["As", "2h", "4c", "Ks", "Kh", "Qd", "Jc"], "difficulty": 2, "resistance": false}',
        {
            "black": 5,
            "red": 2,
            "plain": 3,
            "degree": 1,
            "outcome": "success",
            "critical": False,
            "fumble": False,
        },
    ),
    (
        "pulp",
        """{"kind": "initiative", "combatants": [{"id": "a", "cards": ["4s", "2h"], "advantage": 0},
            {"id": "b", "cards": ["2s", "Ad"]}, {"id": "c", "cards": ["As", "Ks"]},
            {"id": "d", "cards": ["Ah", "Qs"]}]}""",
        {"order": ["a", "b"], "draw_again": [["c", "d"]]},
    ),
    ("pulp", '{"kind": "deck", "cards": ["As"]}', {"complete": False, "extra": []}),
    ("dragon", '{"kind": "speed", "stat": 7, "dice": [2, 5, 5, 8]}', {"phases": [2, 5, 8], "free": False}),
    ("dragon", '{"kind": "speed", "stat": 6, "dice": [4, 4, 4]}', {"phases": [4], "free": True, "choose": 3}),
    (
        "dragon",
        """{"kind": "phase", "phases": [2, 5, 8, 9], "used": [2], "now": 3, "action": "diced",
            "in_category": true, "acted_now": false}""",
        {"legal": True, "spends": [5, 8]},
    ),
    ("dragon", '{"kind": "pool", "dice": [7, 10, 6, 8], "target": 7}', {"successes": 3}),
    ("dragon", '{"kind": "range", "hexes": 20}', {"difficulty": 2}),
    (
        "dragon",
        """{"kind": "damage", "successes": 3, "defence": 1, "multiple": 3, "strength": 4, "melee": true,
            "resistance": 2, "hit_points": 10}""",
        {"damage": 8, "hit_points": 2, "falls": False},
    ),
    (
        "dragon",
        '{"kind": "death-check", "dice": [7, 9, 2], "target": 7, "past": 12}',
        {"total": 10, "state": "dying", "gap": 2},
    ),
    (
        "chronica",
        """{"kind": "contest", "sides": [{"id": "a", "pools": [{"id": "x", "dice": [{"size": 8, "value": 7}]}]},
            {"id": "b", "pools": [{"id": "y", "dice": [4, 4]}]}]}""",
        {
            "outcome": "win",
            "winner": "a",
            "success": [{"pool": "x", "value": 7}],
            "concessions": [{"side": "b", "against": "a", "values": [4, 4]}],
            "discarded": [],
        },
    ),
]


@pytest.mark.parametrize(("system", "document", "told"), PRINTED)
def test_other_systems(system: str, document: str, told: dict[str, Any]) -> None:
    given = answer(system, given=document)
    assert told.items() <= given.items()
    assert given["say"]
    assert answer(system, given=f"[{document}, {document}]") == [given, given]


def test_other_systems_odds() -> None:
    pulp = answer("pulp", given='{"kind": "odds", "difficulty": 2}')
    assert {"success", "critical", "fumble", "degrees"} <= set(pulp)
    assert next(iter(pulp["degrees"])) == "-8"
    assert sum(pulp["degrees"].values()) == pytest.approx(1)
    chronica = answer("chronica", given='{"kind": "odds", "sides": [[8, 8, 3], [10, 8, 6]]}')
    assert sum(chronica["win"]) + chronica["tie"] == pytest.approx(1)
    assert (len(chronica["win"]), chronica["exact"]) == (2, True)


def test_the_program_throws() -> None:
    document = '{"kind": "pool", "dice": {"roll": [10, 10], "seed": 7}, "target": 7}'
    assert answer("dragon", given=document) == answer("dragon", given=document)


def test_identify_answers_in_order_for_files_that_cannot_be_read(tmp_path: Path) -> None:
    text, missing = tmp_path / "a text.jpg", tmp_path / "ünlocated.png"
    text.write_text("no picture", encoding="utf-8")
    sources = [str(each) for each in (missing, text, tmp_path)]
    result = run("identify", "--deck", "house", "--json", *sources)
    rows = [json.loads(row) for row in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [row["source"] for row in rows] == sources
    assert all(set(row) == {"source", "error"} for row in rows)
    assert len(result.stderr.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["identify"], 2),
        (["watch"], 2),
        (["enrol"], 2),
        (["export"], 2),
        (["odds"], 2),
        (["nosuch"], 2),
        ([], 2),
        (["enrol", "--name", "mine", "nowhere.jpg"], 1),
        (["watch", "nowhere.mp4", "--json"], 1),
        (["play", "nowhere.mp4", "--no-browser"], 1),
        (["play", "demo", "--no-browser", "--port", "65536"], 2),
        (["play", "demo", "--no-browser", "--port", "-1"], 2),
        (["print", "no/such/folder/deck.pdf"], 1),
        (["print", "deck.pdf", "--deck", "nosuch"], 1),
        (["export", "nobody", "--to", "session.html"], 1),
        (["identify", "--deck", "nosuch", "a.jpg"], 1),
    ],
)
def test_exit_codes(arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLASHCAM_DATA", str(tmp_path / "data"))
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.strip()
    assert "Errno" not in result.stderr
    assert code == 2 or result.stderr.count("\n") == 1
