"""The documents of `clashcam throws`, as the contracts have them, and everybody's throws derived."""

from __future__ import annotations

from typing import Any

import pytest

from webui.documents import DocumentError, throws_document


def answer(kind: str = "clash-throws", **fields: Any) -> Any:
    return throws_document({"kind": kind, **fields})


def test_the_contracts_document() -> None:
    counted = answer(
        base=1,
        extra=["higher-stat", "distraction", {"situation": "high ground", "times": 1}],
        lost=[{"situation": "drunk"}],
        opponent={"extra": ["defense"], "lost": ["injury"]},
    )
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
    assert words == ["overlap", "overlap: Local Knowledge", "overlap: Biology"]


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
    low = throws_document({"kind": "clash-throws", "extra": ["weapon"], "lost": ["injury"]}, "de")
    assert low["reasons"] == [["+1", "Waffe", "D18"], ["-1", "Verletzung", "D20"]]
    assert low["say"] == "Eine Karte."


def test_a_list_gives_a_list() -> None:
    two = throws_document([{"kind": "clash-throws"}, {"kind": "test-throws", "base": 2}])
    assert [counted["cards"] for counted in two] == [1, 2]
    with pytest.raises(DocumentError, match=r"^\[1\]\.base: "):
        throws_document([{"kind": "clash-throws"}, {"kind": "test-throws", "base": 0}])


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
        ({"extra": [{"overlap": "Research"}]}, 'extra[0]: "research" does not count in Action Rounds'),
        ({"extra": "weapon"}, 'extra: "weapon" does not fit; expected a list'),
        ({"base": 0}, "base: "),
        ({"extra": ["weapon", "weapon"]}, "extra[1]: weapon is counted already"),
        ({"extra": [HIGH, {"situation": "High Ground"}]}, 'extra[1]: "high ground" is counted already'),
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
        ({"extras": []}, "extras: is no field here; expected one of kind, extra, lost, base or opponent"),
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
    throws = throws_document(DERIVED)["throws"]
    assert {id_: counted["cards"] for id_, counted in throws.items()} == {"hiram": 3, "max": 4}
    assert ["+2", "high ground", "D19"] in throws["max"]["reasons"]


def test_a_power_names_its_stats() -> None:
    power = {"by": "max", "target": "hiram", "power": {"uses": "psyche", "against": "toughness"}}
    throws = throws_document({**DERIVED, "deeds": [power]})["throws"]
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
        throws_document({**DERIVED, **changes})
    assert str(refused.value).startswith(line)


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (
            {"extra": [{"luck": 1}]},
            "extra[0].luck: is no field here; expected one of situation, times",
        ),
        (
            {"lost": [{"situation": "drunk", "times": 2}]},
            "lost[0].times: is no field here; expected one of situation",
        ),
        (
            {"extra": [{"overlap": "Biology", "from": "Science"}]},
            "extra[0].from: is no field here; expected one of overlap, of",
        ),
    ],
)
def test_an_unknown_field_is_refused_with_the_fields_that_are_known_there(
    fields: dict[str, Any], line: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        answer("opposed-throws", **fields)
    assert str(refused.value) == line
