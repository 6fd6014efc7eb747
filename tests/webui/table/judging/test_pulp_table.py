"""Pulp in the Cards under the camera: what lies on the table is one deal, asked about only where it matters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.session import FAR_Y, NEAR_Y, Session
from webui.storage.store import Store
from webui.table.errors import CommandError

DEAL = ("4s", "As", "Ah", "Kd", "Qc", "Js", "Ad")  # black 5, red 2


@pytest.fixture
def session(session: Session) -> Session:
    session.order("mode", kind="pulp")
    return session


def deal(session: Session, *codes: str | None) -> list[int]:
    """Lay cards face down, four near and the rest far, and flip them."""
    places = [(200 + 150 * (place % 4), NEAR_Y if place < 4 else FAR_Y) for place in range(len(codes))]
    keys = [session.table.down(x, y) for x, y in places]
    session.look()
    for key, code in zip(keys, codes, strict=True):
        session.table.flip(key, code)
    session.look()
    return keys


def test_seven_cards_of_all_seats_are_one_deal(session: Session) -> None:
    deal(session, *DEAL)
    seen = session.see()
    assert seen["phase"] == "verdict"
    assert seen["verdict"]["headline"] == "Success"
    assert seen["verdict"]["line"] == "Success of degree 3: black 5 against red 2."
    assert {card["name"]: card["value"] for seat in seen["seats"] for card in seat["cards"]}[
        "Four of Spades"
    ] == 4


def test_the_desk_holds_the_difficulty(session: Session) -> None:
    deal(session, *DEAL)
    session.order("desk", system="pulp", document={"difficulty": 4})
    assert session.see()["verdict"]["headline"] == "Failure"
    session.order("desk", system="pulp", document={"difficulty": 4, "resistance": True})
    assert session.see()["verdict"]["headline"] == "Resisted"
    session.order("desk", system="pulp", document={"difficulty": "high"})
    assert session.see()["verdict"]["result"]["degree"] == 3


def test_a_deal_is_confirmed_corrected_and_undone(session: Session) -> None:
    deal(session, *DEAL)
    session.order("confirm")
    [entry] = session.see()["log"]["last"]
    assert (entry["system"], entry["mode"], entry["verdict"]["result"]["degree"]) == ("pulp", "pulp", 3)
    session.order("correct-entry", entry=entry["id"], seat="players", index=0, card="Kh")
    [corrected] = session.see()["log"]["last"]
    assert corrected["verdict"]["result"]["degree"] == -1
    with pytest.raises(CommandError, match="expected cards of the fourteen"):
        session.order("correct-entry", entry=entry["id"], seat="players", index=0, card="7h")
    session.order("undo")
    session.order("undo")
    assert session.see()["log"]["count"] == 0


def test_the_next_deal_may_show_the_same_cards(session: Session) -> None:
    deal(session, *DEAL)
    session.order("confirm")
    session.table.take()
    session.look(2.0)
    for place, code in enumerate(DEAL):
        session.table.lay(code, 200 + 120 * place, NEAR_Y)
    session.look()
    session.look()
    assert session.see()["phase"] == "verdict"


def test_an_unread_card_is_asked_about(session: Session) -> None:
    deal(session, "4s", "As", "2s", "Ah", "Ad", "2h", None)
    assert session.see()["question"]["kind"] == "unreadable"
    session.order("correct", key=session.see()["question"]["key"], card="2d")
    assert session.see()["verdict"]["result"]["plain"] == 1


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        ((*DEAL[:6], "5h"), "no-place"),
        ((*DEAL[:6], "Ac"), "no-place"),
        ((*DEAL, "Kh"), "too-many-dealt"),
        ((*DEAL[:6], "w09"), "other-game"),
    ],
)
def test_what_cannot_be_a_deal_is_asked_about(session: Session, codes: tuple[str, ...], kind: str) -> None:
    deal(session, *codes)
    question: dict[str, Any] = session.see()["question"]
    assert question["kind"] == kind
    assert question["text"]


def test_six_cards_are_no_deal_yet(session: Session) -> None:
    deal(session, *DEAL[:6])
    assert session.see()["verdict"] is None
    assert session.see()["question"] is None


def test_playing_cards_in_demon_city_offer_the_other_game(store: Store) -> None:
    session = Session(store)
    deal(session, *DEAL)
    question = session.see()["question"]
    assert question["kind"] == "other-game"
    order = question["options"][0]["command"]
    session.order(order["name"], kind=order["kind"])
    assert session.see()["verdict"]["result"]["degree"] == 3
