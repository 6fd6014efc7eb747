"""The documents of `clashcam throws`, as the contracts have them, and everybody's throws derived."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.documents.asking import demon_city
from webui.documents import DocumentError


def answer(kind: str = "clash-throws", **fields: Any) -> Any:
    return demon_city({"kind": kind, **fields})


def test_the_contracts_document() -> None:
    counted = answer(
        base=1,
        extra=["higher-stat", "distraction", {"situation": "high ground", "times": 1}],
        lost=[{"situation": "drunk"}],
        opponent={"extra": ["defense"], "lost": ["injury"]},
    )
    assert counted.pop("opponent")["cards"] == 1
    assert counted == {
        "cards": 3,
        "keep": "highest",
        "to_opponent": 0,
        "reasons": [
            ["+1", "higher stat", "D17"],
            ["+1", "distraction", "D16"],
            ["+1", "high ground", "D19"],
            ["-1", "drunk", "D20"],
        ],
        "say": "3 cards, the highest counts.",
    }


@pytest.mark.parametrize(
    ("kind", "rule"), [("clash-throws", "D17"), ("opposed-throws", "D14"), ("test-throws", "D14")]
)
def test_every_kind(kind: str, rule: str) -> None:
    assert answer(kind, extra=["higher-stat"])["reasons"] == [["+1", "higher stat", rule]]
    assert answer(kind) == {
        "cards": 1,
        "keep": "highest",
        "to_opponent": 0,
        "reasons": [],
        "say": "One card.",
    }


def test_every_code() -> None:
    extra = ["higher-stat", "distraction", "defense", "weapon", "supernatural"]
    assert answer(extra=extra)["cards"] == 6
    assert answer(extra=extra, lost=["called-shot", "tricky", "injury"])["cards"] == 3
    skills = ["overlap", {"overlap": "Local Knowledge"}, {"overlap": "Biology", "of": "Science"}]
    words = [reason[1] for reason in answer("test-throws", extra=skills)["reasons"]]
    assert words == [
        "overlap, besides the skill used",
        "overlap, besides the skill used: Local Knowledge",
        "overlap, besides the skill used: Biology",
    ]


def test_two_cards_the_lowest_counts() -> None:
    low = answer(lost=["called-shot", "injury"])
    assert (low["cards"], low["keep"], low["to_opponent"]) == (2, "lowest", 1)
    assert low["reasons"] == [
        ["-1", "injury", "D20"],
        ["+1", "never below one throw: the opponent gets 1 more", "D21"],
        ["+1", "called shot with one throw: two cards, the lowest counts", "D22"],
    ]
    assert low["say"] == "Two cards, the lowest counts; the opponent gets 1 more."


def test_german() -> None:
    low = demon_city({"kind": "clash-throws", "extra": ["weapon"], "lost": ["injury"]}, "de")
    assert low["reasons"] == [["+1", "Waffe", "D18"], ["-1", "Verletzung", "D20"]]
    assert low["say"] == "Eine Karte."


def test_a_list_gives_a_list() -> None:
    two = demon_city([{"kind": "clash-throws"}, {"kind": "test-throws", "base": 2}])
    assert [counted["cards"] for counted in two] == [1, 2]
    with pytest.raises(DocumentError, match=r"^\[1\]\.base: "):
        demon_city([{"kind": "clash-throws"}, {"kind": "test-throws", "base": 0}])


HIGH = {"situation": "high ground"}


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"extra": ["higer-stat"]}, 'extra[0]: "higer-stat" is no advantage; expected one of "higher-stat"'),
        ({"extra": [7]}, "extra[0]: 7 is no advantage"),
        ({"lost": ["drunk"]}, 'lost[0]: "drunk" is no disadvantage; expected one of "called-shot"'),
        ({"lost": [{"situation": "drunk", "times": 2}]}, "lost[0].times: is no field here"),
        ({"extra": [{"situation": ""}]}, "extra[0].situation: "),
        ({"extra": [{"situation": "a", "times": 0}]}, "extra[0].times: "),
        ({"extra": [{"overlap": "Research"}]}, 'extra[0]: "Research" does not count in Action Rounds'),
        ({"extra": "weapon"}, 'extra: "weapon" does not fit; expected a list'),
        ({"base": 0}, "base: "),
        ({"extra": ["weapon", "weapon"]}, "extra[1]: weapon is counted already"),
        ({"extra": [HIGH, {"situation": "High Ground"}]}, 'extra[1]: "High Ground" is counted already'),
        (
            {"extra": [HIGH], "opponent": {"lost": [HIGH]}},
            'extra[0]: "high ground" is counted in opponent.lost[0] too',
        ),
        (
            {"lost": [HIGH], "opponent": {"extra": [HIGH]}},
            'lost[0]: "high ground" is counted in opponent.extra[0] too',
        ),
        (
            {"extra": ["weapon"], "opponent": {"extra": ["weapon"]}},
            "extra[0]: weapon is counted in opponent.extra[0] too",
        ),
        ({"opponent": {"extra": ["weapn"]}}, 'opponent.extra[0]: "weapn" is no advantage'),
        (
            {"extras": []},
            "extras: is no field here; expected one of kind, extra, lost, stat, skill, base or opponent"
            '; did you mean "extra"?',
        ),
    ],
)
def test_refused_with_its_field(fields: dict[str, Any], line: str) -> None:
    with pytest.raises(DocumentError) as refused:
        answer(**fields)
    assert str(refused.value).startswith(line)


def test_a_general_skill_and_its_specialisation() -> None:
    with pytest.raises(DocumentError, match=r"^extra\[1\]: Biology and Science are one skill"):
        answer("test-throws", extra=[{"overlap": "Science"}, {"overlap": "Biology", "of": "Science"}])


DERIVED: dict[str, Any] = {
    "kind": "derived-throws",
    "fighters": [
        {"id": "hiram", "stats": {"Toughness": 3, "agility": 2}},
        {"id": "lois", "stats": {"agility": 4}},
        {"id": "max", "stats": {"agility": 5, "firearms": 6, "psyche": 3}, "injured": True},
    ],
    "deeds": [
        {"by": "hiram", "target": "lois", "manner": "close-combat", "over": "high ground"},
        {"by": "max", "target": "hiram", "manner": "shooting", "skill": "Firearms", "over": ["high ground"]},
    ],
}


def test_everybodys_throws() -> None:
    throws = demon_city(DERIVED)["throws"]
    assert {id_: counted["cards"] for id_, counted in throws.items()} == {"hiram": 3, "max": 4}
    assert ["+2", "high ground", "D19"] in throws["max"]["reasons"]


def test_a_power_names_its_stats() -> None:
    power = {"by": "max", "target": "hiram", "power": {"uses": "psyche", "against": "toughness"}}
    throws = demon_city({**DERIVED, "deeds": [power]})["throws"]
    assert [reason[1] for reason in throws["max"]["reasons"]] == ["distraction", "injury"]


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"deeds": [{"by": "zed"}]}, 'deeds[0].by: "zed" is no fighter'),
        ({"deeds": [{"by": "max", "target": "zed"}]}, 'deeds[0].target: "zed" is no fighter'),
        ({"deeds": [{"by": "max"}, {"by": "max"}]}, 'deeds[1].by: "max" is there twice'),
        ({"deeds": [{"by": "max", "target": "max"}]}, "deeds[0].target: "),
        ({"deeds": [{"by": "max", "manner": "magic"}]}, "deeds[0].manner: "),
        ({"deeds": [{"by": "max", "extra": ["weapon", "weapon"]}]}, "deeds[0].extra[1]: weapon is counted"),
        ({"fighters": [{"id": "a"}, {"id": "a"}]}, 'fighters[1].id: "a" is there twice'),
        ({"fighters": [{"id": "a", "stats": {"agility": "4"}}]}, "fighters[0].stats.agility: "),
        ({"fighters": [{"id": "a", "stats": [1]}]}, "fighters[0].stats: "),
        (
            {
                "deeds": [
                    {"by": "max", "target": "lois", "over": ["hill"]},
                    {"by": "lois", "target": "max", "over": ["hill"]},
                ]
            },
            'deeds: "hill" is held by max',
        ),
    ],
)
def test_derived_throws_that_cannot_be(changes: dict[str, Any], line: str) -> None:
    with pytest.raises(DocumentError) as refused:
        demon_city({**DERIVED, **changes})
    assert str(refused.value).startswith(line)


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (
            {"extra": [{"luck": 1}]},
            "extra[0].luck: is no field here; expected one of situation or times",
        ),
        (
            {"lost": [{"situation": "drunk", "times": 2}]},
            "lost[0].times: is no field here; expected one of situation",
        ),
        (
            {"extra": [{"overlap": "Biology", "from": "Science"}]},
            "extra[0].from: is no field here; expected one of overlap or of",
        ),
    ],
)
def test_an_unknown_field_is_refused_with_the_fields_that_are_known_there(
    fields: dict[str, Any], line: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        answer("opposed-throws", **fields)
    assert str(refused.value) == line


@pytest.mark.parametrize(("stat", "intensity", "cards"), [(5, 4, 2), (4, 4, 1), (3, 4, 1)])
def test_d14_stat_and_intensity_in_cards_out(stat: int, intensity: int, cards: int) -> None:
    assert answer("test-throws", stat=stat, intensity=intensity)["cards"] == cards
    assert answer("test-throws", stat=stat, intensity=intensity, extra=["higher-stat"])["cards"] == 2


def test_d14_stats_in_both_sides_cards_out() -> None:
    told = answer("opposed-throws", stat=3, lost=[{"situation": "drunk"}], opponent={"stat": 5})
    assert (told["cards"], told["opponent"]["cards"]) == (1, 3)
    assert [reason[2] for reason in told["opponent"]["reasons"]] == ["D14", "D21"]
    back = answer("opposed-throws", stat=5, opponent={"stat": 3, "lost": [{"situation": "drunk"}]})
    assert (back["cards"], back["opponent"]["cards"]) == (3, 1)


@pytest.mark.parametrize(
    ("kind", "fields", "field"),
    [
        ("test-throws", {"stat": 3}, "intensity"),
        ("test-throws", {"intensity": 3}, "stat"),
        ("opposed-throws", {"stat": 3, "opponent": {}}, "opponent.stat"),
        ("opposed-throws", {"opponent": {"stat": 3}}, "stat"),
    ],
)
def test_d14_a_stat_needs_something_to_be_compared_with(
    kind: str, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(DocumentError, match="is missing") as refused:
        answer(kind, **fields)
    assert refused.value.field == field


def test_d20_injury_in_a_test_belongs_to_an_action_round() -> None:
    assert answer("test-throws", base=2, lost=["injury"], in_round=True)["cards"] == 1
    for kind in ("test-throws", "opposed-throws"):
        with pytest.raises(DocumentError, match=r"lost\[0\]: injury counts in Action Rounds alone"):
            answer(kind, lost=["injury"])


def test_a_deed_may_have_several_targets() -> None:
    deeds = [{"by": "hiram", "target": ["lois", "max"]}, {"by": "max", "target": "hiram"}]
    throws = demon_city({**DERIVED, "deeds": deeds})["throws"]
    assert "distraction" not in [reason[1] for reason in throws["max"]["reasons"]]
