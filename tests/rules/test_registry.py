"""Every system of the house, by its shape."""

from __future__ import annotations

from dataclasses import is_dataclass

import pytest

from rules.registry import SYSTEMS
from rules.system import Draw, Kind, Use

KINDS = [
    pytest.param(kind, id=f"{system.code} {kind.code}")
    for system in SYSTEMS.values()
    for kind in system.kinds
]


def test_demon_city_has_the_same_shape() -> None:
    assert SYSTEMS["demon-city"].draws == {Draw.TAROT_CARDS}
    assert {kind.code for kind in SYSTEMS["demon-city"].kinds} >= {
        "test",
        "opposed",
        "clash",
        "round",
        "odds",
    }


def test_three_systems_beside_demon_city() -> None:
    assert {"pulp", "dragon", "chronica"} <= set(SYSTEMS)
    assert SYSTEMS["pulp"].draws == {Draw.PLAYING_CARDS}
    assert SYSTEMS["dragon"].draws == SYSTEMS["chronica"].draws == {Draw.DICE}


def test_every_system_has_odds_and_something_to_log() -> None:
    for system in SYSTEMS.values():
        assert {Use.ODDS, Use.LOGGED} <= {kind.use for kind in system.kinds}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_frozen_request_rules_and_an_example(kind: Kind) -> None:
    assert is_dataclass(kind.request)
    assert kind.request.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert kind.rules
    assert kind.example


@pytest.mark.parametrize(
    ("code", "letter", "last"), [("pulp", "P", 6), ("dragon", "G", 9), ("chronica", "C", 7)]
)
def test_every_rule_is_answered_by_some_kind(code: str, letter: str, last: int) -> None:
    answered = {rule for kind in SYSTEMS[code].kinds for rule in kind.rules}
    assert answered == {f"{letter}{number}" for number in range(1, last + 1)}
