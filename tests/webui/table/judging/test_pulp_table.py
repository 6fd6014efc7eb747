"""Pulp in the Cards under the camera: what lies on the table is one deal, asked about only where it matters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.evening import FAR_Y, NEAR_Y, Evening
from webui.storage.store import Store
from webui.table.errors import CommandError

DEAL = ("4s", "As", "Ah", "Kd", "Qc", "Js", "Ad")  # black 5, red 2


@pytest.fixture
def evening(evening: Evening) -> Evening:
    evening.order("mode", kind="pulp")
    return evening


def deal(evening: Evening, *codes: str | None) -> list[int]:
    """Lay cards face down, four near and the rest far, and flip them."""
    places = [(200 + 150 * (place % 4), NEAR_Y if place < 4 else FAR_Y) for place in range(len(codes))]
    keys = [evening.table.down(x, y) for x, y in places]
    evening.look()
    for key, code in zip(keys, codes, strict=True):
        evening.table.flip(key, code)
    evening.look()
    return keys


def test_seven_cards_of_all_seats_are_one_deal(evening: Evening) -> None:
    deal(evening, *DEAL)
    seen = evening.see()
    assert seen["phase"] == "verdict"
    assert seen["verdict"]["headline"] == "Success"
    assert seen["verdict"]["line"] == "Success of degree 3: black 5 against red 2."
    assert {card["name"]: card["value"] for seat in seen["seats"] for card in seat["cards"]}[
        "Four of Spades"
    ] == 4


def test_the_desk_holds_the_difficulty(evening: Evening) -> None:
    deal(evening, *DEAL)
    evening.order("desk", system="pulp", document={"difficulty": 4})
    assert evening.see()["verdict"]["headline"] == "Failure"
    evening.order("desk", system="pulp", document={"difficulty": 4, "resistance": True})
    assert evening.see()["verdict"]["headline"] == "Resisted"
    evening.order("desk", system="pulp", document={"difficulty": "high"})
    assert evening.see()["verdict"]["result"]["degree"] == 3


def test_a_deal_is_confirmed_corrected_and_undone(evening: Evening) -> None:
    deal(evening, *DEAL)
    evening.order("confirm")
    [entry] = evening.see()["log"]["last"]
    assert (entry["system"], entry["mode"], entry["verdict"]["result"]["degree"]) == ("pulp", "pulp", 3)
    evening.order("correct-entry", entry=entry["id"], seat="players", index=0, card="Kh")
    [corrected] = evening.see()["log"]["last"]
    assert corrected["verdict"]["result"]["degree"] == -1
    with pytest.raises(CommandError, match="expected cards of the fourteen"):
        evening.order("correct-entry", entry=entry["id"], seat="players", index=0, card="7h")
    evening.order("undo")
    evening.order("undo")
    assert evening.see()["log"]["count"] == 0


def test_the_next_deal_may_show_the_same_cards(evening: Evening) -> None:
    deal(evening, *DEAL)
    evening.order("confirm")
    evening.table.take()
    evening.look(2.0)
    for place, code in enumerate(DEAL):
        evening.table.lay(code, 200 + 120 * place, NEAR_Y)
    evening.look()
    evening.look()
    assert evening.see()["phase"] == "verdict"


def test_an_unread_card_is_asked_about(evening: Evening) -> None:
    deal(evening, "4s", "As", "2s", "Ah", "Ad", "2h", None)
    assert evening.see()["question"]["kind"] == "unreadable"
    evening.order("correct", key=evening.see()["question"]["key"], card="2d")
    assert evening.see()["verdict"]["result"]["plain"] == 1


@pytest.mark.parametrize(
    ("codes", "kind"),
    [
        ((*DEAL[:6], "5h"), "no-place"),
        ((*DEAL[:6], "Ac"), "no-place"),
        ((*DEAL, "Kh"), "too-many-dealt"),
        ((*DEAL[:6], "w09"), "other-game"),
    ],
)
def test_what_cannot_be_a_deal_is_asked_about(evening: Evening, codes: tuple[str, ...], kind: str) -> None:
    deal(evening, *codes)
    question: dict[str, Any] = evening.see()["question"]
    assert question["kind"] == kind
    assert question["text"]


def test_six_cards_are_no_deal_yet(evening: Evening) -> None:
    deal(evening, *DEAL[:6])
    assert evening.see()["verdict"] is None
    assert evening.see()["question"] is None


def test_playing_cards_in_demon_city_offer_the_other_game(store: Store) -> None:
    evening = Evening(store)
    deal(evening, *DEAL)
    question = evening.see()["question"]
    assert question["kind"] == "other-game"
    order = question["options"][0]["order"]
    evening.order(order["name"], kind=order["kind"])
    assert evening.see()["verdict"]["result"]["degree"] == 3
