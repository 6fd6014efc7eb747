"""What a new session would leave unfinished is said before it begins."""

from __future__ import annotations

from tests.webui.session import Session
from tests.webui.table.log.test_figures import attack, play_a_round


def said(session: Session) -> list[str]:
    found: list[str] = session.see()["unfinished"]
    return found


def test_nothing_is_unfinished_between_throws(session: Session) -> None:
    assert said(session) == []
    session.clash("w09", "c06")
    session.order("confirm")
    assert said(session) == []


def test_an_open_round_and_its_damage_are_said(session: Session) -> None:
    session.order("language", language="de")
    session.order("language", language="en")
    play_a_round(
        session,
        {"Ann": attack("The Ghoul"), "The Ghoul": attack("Ann")},
        {"Ann": "w09", "The Ghoul": "s06"},
    )
    round_1, damage = "Round 1 is still open.", "The damage to The Ghoul has not been thrown yet."
    assert said(session) == [round_1, damage]
    session.order("language", language="de")
    assert said(session)[0] == "Runde 1 ist noch offen."
    session.order("language", language="en")
    session.order("round-close")
    assert said(session) == []


def test_a_throw_that_nobody_confirmed_is_said(session: Session) -> None:
    session.table.down(300, 600)
    session.look()
    assert said(session) == ["Cards of a throw are on the table without a verdict."]


def test_a_verdict_that_nobody_confirmed_is_said(session: Session) -> None:
    session.clash("w09", "c06")
    assert said(session) == ["The verdict on the table is not confirmed."]
    assert "unfinished" not in session.see("players")


def test_another_systems_game_is_said_an_example_is_not(session: Session) -> None:
    session.order("desk", system="dragon", document={"fighters": [{"id": "Ann"}]})
    assert said(session) == ["Dragon: the game on its page is still open."]
    example = {"name": "warlord", "before": {"judged": {}}}
    session.order("desk", system="dragon", document={"fighters": [{"id": "Hero"}], "example": example})
    assert said(session) == []
