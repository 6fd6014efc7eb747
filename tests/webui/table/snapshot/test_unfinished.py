"""What a new evening would leave unfinished is said before it begins."""

from __future__ import annotations

from tests.webui.evening import Evening
from tests.webui.table.log.test_figures import attack, play_a_round


def said(evening: Evening) -> list[str]:
    found: list[str] = evening.see()["unfinished"]
    return found


def test_nothing_is_unfinished_between_throws(evening: Evening) -> None:
    assert said(evening) == []
    evening.clash("w09", "c06")
    evening.order("confirm")
    assert said(evening) == []


def test_an_open_round_and_its_damage_are_said(evening: Evening) -> None:
    evening.order("language", language="de")
    evening.order("language", language="en")
    play_a_round(
        evening,
        {"Ann": attack("The Ghoul"), "The Ghoul": attack("Ann")},
        {"Ann": "w09", "The Ghoul": "s06"},
    )
    round_1, damage = "Round 1 is still open.", "The damage to The Ghoul has not been thrown yet."
    assert said(evening) == [round_1, damage]
    evening.order("language", language="de")
    assert said(evening)[0] == "Runde 1 ist noch offen."
    evening.order("language", language="en")
    evening.order("round-close")
    assert said(evening) == []


def test_a_throw_that_nobody_confirmed_is_said(evening: Evening) -> None:
    evening.table.down(300, 600)
    evening.look()
    assert said(evening) == ["Cards of a throw are on the table without a verdict."]


def test_a_verdict_that_nobody_confirmed_is_said(evening: Evening) -> None:
    evening.clash("w09", "c06")
    assert said(evening) == ["The verdict on the table is not confirmed."]
    assert "unfinished" not in evening.see("players")


def test_another_systems_game_is_said_an_example_is_not(evening: Evening) -> None:
    evening.order("desk", system="dragon", document={"fighters": [{"id": "Ann"}]})
    assert said(evening) == ["Dragon: the game on its page is still open."]
    example = {"name": "warlord", "before": {"judged": {}}}
    evening.order("desk", system="dragon", document={"fighters": [{"id": "Hero"}], "example": example})
    assert said(evening) == []
