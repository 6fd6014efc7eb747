"""TV and phones follow another system's turn as long as nothing is thrown on the table."""

from __future__ import annotations

from tests.webui.evening import Evening

KARA = {"id": "Kara", "side": "good", "phases": [2, 5, 8]}
TURN = {"characters": [KARA, {"id": "Ogre", "side": "bad", "phases": [2, 6]}], "steps": []}


def said(evening: Evening, role: str = "screen") -> str | None:
    turn = evening.see(role)["turn"]
    return turn["headline"] if turn else None


def test_g4_everybody_sees_where_the_turn_stands(evening: Evening) -> None:
    assert said(evening) is None
    evening.order("desk", system="dragon", document={"turn": TURN})
    assert said(evening) == said(evening, "players") == "Good guys in 1: nobody has a phase"
    evening.order("desk", system="dragon", document={"turn": TURN | {"steps": [{"do": "next"}]}})
    assert said(evening) != "Good guys in 1: nobody has a phase"
    evening.order("language", language="de")
    assert said(evening) is not None


def test_a_throw_of_cards_comes_after_it(evening: Evening) -> None:
    evening.order("desk", system="dragon", document={"turn": TURN})
    evening.clash("w09", "c06")
    evening.order("confirm")
    assert said(evening) is None
    evening.order("undo")
    assert said(evening) is not None


def test_what_is_no_turn_is_not_shown(evening: Evening) -> None:
    evening.order("desk", system="chronica", document={"sides": []})
    assert said(evening) is None
    evening.order("desk", system="dragon", document={"turn": {"characters": "nobody"}})
    assert said(evening) is None
