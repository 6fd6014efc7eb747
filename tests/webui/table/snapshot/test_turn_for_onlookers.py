"""TV and phones follow another system's turn as long as nothing is thrown on the table."""

from __future__ import annotations

from tests.webui.session import Session

KARA = {"id": "Kara", "side": "good", "phases": [2, 5, 8]}
TURN = {"characters": [KARA, {"id": "Ogre", "side": "bad", "phases": [2, 6]}], "steps": []}


def said(session: Session, role: str = "screen") -> str | None:
    turn = session.see(role)["turn"]
    return turn["headline"] if turn else None


def test_g4_everybody_sees_where_the_turn_stands(session: Session) -> None:
    assert said(session) is None
    session.order("desk", system="dragon", document={"turn": TURN})
    assert said(session) == said(session, "players") == "Good guys in 1: nobody has a phase"
    session.order("desk", system="dragon", document={"turn": TURN | {"steps": [{"do": "next"}]}})
    assert said(session) != "Good guys in 1: nobody has a phase"


def test_a_turn_is_said_in_the_language_that_is_spoken_now(session: Session) -> None:
    session.order("desk", system="dragon", document={"turn": TURN | {"steps": [{"do": "next"}] * 3}})
    assert said(session) == "Good guys in 2: Kara may act"
    session.order("language", language="de")
    assert said(session) == said(session, "players") == "Runde 2, die Guten: Kara"
    session.order("language", language="en")
    assert said(session) == "Good guys in 2: Kara may act"


def test_a_throw_of_cards_comes_after_it(session: Session) -> None:
    session.order("desk", system="dragon", document={"turn": TURN})
    session.clash("w09", "c06")
    session.order("confirm")
    assert said(session) is None
    session.order("undo")
    assert said(session) is not None


def test_what_is_no_turn_is_not_shown(session: Session) -> None:
    session.order("desk", system="chronica", document={"sides": []})
    assert said(session) is None
    session.order("desk", system="dragon", document={"turn": {"characters": "nobody"}})
    assert said(session) is None
