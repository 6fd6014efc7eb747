"""An announcement in one line, in either language."""

from __future__ import annotations

from typing import Any

import pytest

from webui.table.modes.rounds import Document, in_words, render_announcement

NAMES = {"ann": "Ann", "bill": "Bill", "cai": "Cai"}
AT_BILL: Document = {"kind": "attack", "target": "bill"}


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ({}, "Ann passes"),
        ({"action": None}, "Ann passes"),
        ({"action": {"kind": "nothing"}}, "Ann passes"),
        ({"action": {"kind": "move"}}, "Ann moves"),
        ({"action": AT_BILL}, "Ann attacks Bill"),
        ({"action": AT_BILL, "manner": "close-combat"}, "Ann attacks Bill"),
        ({"action": AT_BILL, "manner": "shooting"}, "Ann shoots at Bill"),
        ({"action": AT_BILL, "power": True}, "Ann uses a power on Bill"),
        ({"action": AT_BILL, "power": True, "manner": "shooting"}, "Ann uses a power on Bill"),
        ({"action": {"kind": "attack", "target": ["bill", "cai"]}}, "Ann attacks Bill and Cai"),
        ({"action": {"kind": "attack", "target": ["zoe"]}}, "Ann attacks zoe"),
        ({"action": {"kind": "defend"}}, "Ann defends"),
        ({"action": {"kind": "defend", "against": ["bill", "cai"]}}, "Ann defends against Bill and Cai"),
        ({"action": {"kind": "defend"}, "power": True, "manner": "shooting"}, "Ann defends"),
        ({"action": {"kind": "other", "target": "bill", "intensity": 4}}, "Ann acts against Bill"),
        ({"action": {"kind": "other", "intensity": 4}}, "Ann acts against Intensity 4"),
        ({"action": {"kind": "move"}, "run": 10}, "Ann moves, runs 10 feet"),
        ({"action": {"kind": "move"}, "run": 0}, "Ann moves"),
        ({"action": {"kind": "move"}, "driver": True}, "Ann moves, driving"),
        ({"action": AT_BILL, "interferes": ["cai", "zoe"]}, "Ann attacks Bill, interferes with Cai and zoe"),
        (
            {"action": {"kind": "move"}, "interferes": ["bill"], "driver": True, "run": 20},
            "Ann moves, runs 20 feet, driving, interferes with Bill",
        ),
    ],
)
def test_an_announcement_is_one_line(said: dict[str, Any], line: str) -> None:
    assert render_announcement({"id": "ann", **said}, NAMES, "en") == line


def test_an_announcement_comes_in_german_throughout() -> None:
    said = {"id": "ann", "action": AT_BILL, "run": 10, "driver": True, "interferes": ["bill", "cai"]}
    assert (
        render_announcement(said, NAMES, "de")
        == "Ann greift Bill an, läuft 10 Fuß, fährt, kommt Bill und Cai in die Quere"
    )


def test_several_targets_are_joined_in_the_same_language() -> None:
    at_both = {"kind": "attack", "target": ["bill", "cai"]}
    assert in_words(at_both, "Ann", NAMES, "de") == "Ann greift Bill und Cai an"
    against = {"kind": "defend", "against": ["bill", "cai"]}
    assert in_words(against, "Ann", NAMES, "de") == "Ann wehrt Bill und Cai ab"


def test_the_name_may_be_another_or_left_out() -> None:
    said = {"id": "ann", "action": AT_BILL}
    assert render_announcement(said, NAMES, "en", "She") == "She attacks Bill"
    assert render_announcement(said, NAMES, "en", "") == "attacks Bill"
    assert render_announcement(said | {"id": "zoe"}, NAMES, "en") == "zoe attacks Bill"


def test_an_action_is_one_sentence() -> None:
    assert in_words(AT_BILL, "Ann", NAMES, "en") == "Ann attacks Bill"
    assert in_words({"kind": "other", "target": ["bill"]}, "Ann", NAMES, "en") == "Ann acts against Bill"
