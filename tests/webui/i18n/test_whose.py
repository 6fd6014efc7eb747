"""A verdict calls a card its thrower's, be that a person or a side of a table that nobody has set up."""

from __future__ import annotations

from typing import Any

import pytest

from webui.i18n.verdicts import tell_verdict
from webui.table.judging.verdict import answered

HOST = {"id": "host", "name": "Host", "side": "host"}
FIEND = {"id": "s1", "name": "The Fiend", "side": "host"}
PLAYERS = {"id": "players", "name": "Players", "side": "players"}


def told(document: dict[str, Any], language: str, *seats: dict[str, str]) -> dict[str, Any]:
    return tell_verdict(document, answered(document), language, seats=seats)


@pytest.mark.parametrize(
    ("language", "seat", "line", "mark"),
    [
        ("en", HOST, "The Host's Judgement (20) beats 11.", "Critical: the Host's Judgement"),
        ("en", FIEND, "The Fiend's Judgement (20) beats 11.", "Critical: The Fiend's Judgement"),
        ("de", HOST, "Das Gericht des Hosts (20) schlägt 11.", "Kritisch: Das Gericht des Hosts"),
        ("de", FIEND, "Das Gericht von The Fiend (20) schlägt 11.", "Kritisch: Das Gericht von The Fiend"),
    ],
)
def test_the_card_that_wins_is_its_throwers(
    language: str, seat: dict[str, str], line: str, mark: str
) -> None:
    attack = {"kind": "attack", "target": ["players"]}
    thrown = [
        {"id": seat["id"], "side": "host", "cards": ["m20"], "action": attack},
        {"id": "players", "side": "players", "cards": ["m11"], "action": {"kind": "defend"}},
    ]
    verdict = told({"kind": "clash", "participants": thrown}, language, seat, PLAYERS)
    assert verdict["line"] == line
    assert [each["text"] for each in verdict["marks"]] == [mark]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The players' Sun (19) does not beat Intensity 20 or 30."),
        ("de", "Die Sonne der Spieler (19) schlägt Intensität 20 oder 30 nicht."),
    ],
)
def test_a_test_that_fails_says_what_it_did_not_beat(language: str, line: str) -> None:
    document = {
        "kind": "test",
        "intensities": [20, 30],
        "thrower": {"id": "players", "cards": ["m19"]},
    }
    assert told(document, language, PLAYERS)["line"] == line


def test_a_test_of_one_intensity_says_what_it_beat() -> None:
    document = {"kind": "test", "intensity": 4, "thrower": {"id": "players", "cards": ["w07"]}}
    verdict = told(document, "en", PLAYERS)
    assert verdict["headline"] == "Success"
    assert verdict["line"] == "The players' Seven of Wands (7) beats Intensity 4."
    failed = document | {"thrower": {"id": "players", "cards": ["w03"]}}
    assert told(failed, "en", PLAYERS)["line"] == "The players' Three of Wands (3) does not beat Intensity 4."


def test_the_fool_is_its_throwers_too() -> None:
    document = {"kind": "test", "intensity": 4, "thrower": {"id": "players", "cards": ["m00"]}}
    verdict = told(document, "en", PLAYERS)
    assert [each["text"] for each in verdict["marks"]] == ["Fumble: the players' Fool counts"]
