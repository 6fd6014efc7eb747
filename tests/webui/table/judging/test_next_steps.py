"""After a round's verdict: damage by name, who may stand elsewhere, who recovers, Calm, and the one big key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.session import Session
from tests.webui.table.judging.test_rounds import ids, one_clash, throw
from tests.webui.table.judging.test_rounds import session as of_four
from webui.table.errors import CommandError

session = of_four


def steps(session: Session) -> dict[str, dict[str, Any]]:
    return {step["code"]: step for step in session.see()["steps"]}


def key(session: Session) -> dict[str, Any]:
    told: dict[str, Any] = session.see()["main_key"]
    return told


def press(session: Session) -> None:
    """The one big key."""
    order = dict(key(session)["command"])
    session.order(order.pop("name"), **order)


def hit(session: Session, toughness: int | None) -> dict[str, str]:
    """Ann hits Bill, 9 against 6; the verdict stands."""
    who = ids(session)
    stats = {"agility": 2} | ({} if toughness is None else {"toughness": toughness})
    session.order("seat-change", seat=who["bill"], stats=stats)
    session.order("round-open")
    return one_clash(session, "w09", "s06")


def test_d33_damage_is_a_step_by_name_and_the_key_goes_on_to_it(session: Session) -> None:
    who = hit(session, 3)
    assert steps(session)["damage"]["text"] == "Ann draws damage for Bill: 3 cards, lowest counts"
    assert key(session) == {"text": "Confirm", "command": {"name": "confirm"}}
    press(session)
    assert key(session) == {
        "text": "Damage to Bill",
        "command": {"name": "throw-damage", "seat": who["bill"]},
    }
    press(session)
    seen = session.see()
    assert {seat["name"]: seat["awaited"] for seat in seen["seats"] if seat["awaited"]} == {"Ann": 3}
    assert (seen["verdict"], seen["main_key"]["command"]) == (None, None)
    throw(session, ann=("w07", "c04", "p05"))
    verdict = session.see()["verdict"]
    assert (verdict["headline"], verdict["kind"]) == ("4 damage to Bill", "damage")
    press(session)
    assert steps(session)["damage"]["done"]
    assert key(session) == {"text": "Next round", "command": {"name": "round-next"}}
    press(session)
    (bill,) = [
        each
        for each in session.table_state.projection.round.document["characters"]  # type: ignore[union-attr]
        if each["id"] == who["bill"]
    ]
    assert bill["lost_toughness"] == 4
    assert "out-of-the-fight" in bill["state"]
    assert [entry["verdict"]["headline"] for entry in session.log()] == [
        "Players win",
        "4 damage to Bill",
    ]


def test_a_finished_step_is_said_in_the_language_that_is_spoken_now(session: Session) -> None:
    hit(session, 3)
    press(session)
    press(session)
    throw(session, ann=("w07", "c02", "p05"))
    press(session)
    assert steps(session)["damage"]["text"] == "Damage to Bill is drawn"
    assert (
        session.see()["verdict"]["line"] == "2 damage of 3 Toughness: 1 left. Two of Cups is the lowest card."
    )
    session.order("language", language="de")
    assert steps(session)["damage"]["text"] == "Der Schaden für Bill ist gezogen"
    assert session.see()["round"]["hits"][0]["say"] == "2 Schaden bei Zähigkeit 3: 1 übrig."
    session.order("language", language="en")
    assert steps(session)["damage"]["text"] == "Damage to Bill is drawn"


def test_a_finished_step_says_what_the_damage_came_to_unless_the_verdict_does(session: Session) -> None:
    who = ids(session)
    for name in ("ann", "cassie"):
        session.order("seat-change", seat=who[name], stats={"agility": 5, "toughness": 1})
    session.order("round-open")
    both = {"kind": "attack", "target": [who["ann"], who["cassie"]]}
    session.order("announce", seat=who["bill"], action=both)
    for _ in ("dov", "cassie", "ann"):
        session.order("announce", seat=session.see()["round"]["speaker"], action={"kind": "nothing"})
    throw(session, bill=("w09",))
    press(session)
    said = []
    for card in ("w03", "w02"):
        press(session)
        throw(session, bill=(card,))
        press(session)
        said.append([step["text"] for step in session.see()["steps"] if step["code"] == "damage"])
    (first, second) = ("Ann", "Cassie") if said[0][0] == "Damage to Ann is drawn" else ("Cassie", "Ann")
    assert said[0] == [f"Damage to {first} is drawn", f"Bill draws damage for {second}: one card"]
    assert said[1] == [
        f"{first}: 3 damage of 1 Toughness: Out of the Fight, recovers before announcing.",
        f"Damage to {second} is drawn",
    ]


def test_d6_a_court_in_a_damage_throw_wants_another_card(session: Session) -> None:
    hit(session, 2)
    press(session)
    press(session)
    throw(session, ann=("w07", "c12"))
    assert session.see()["verdict"]["headline"] == "Draw 1 more"
    with pytest.raises(CommandError, match="missing cards"):
        session.order("confirm")
    session.table.lay("p03", 300, 600)
    session.look(2.0)
    assert session.see()["verdict"]["headline"] == "3 damage to Bill"
    assert session.see()["verdict"]["marks"] == []


def test_a_damage_throw_waits_for_its_own_cards_and_asks_about_one_that_it_cannot_read(
    session: Session,
) -> None:
    who = hit(session, 2)
    press(session)
    press(session)
    throw(session, bill=("w07",))
    seen = session.see()
    assert (seen["verdict"], seen["question"]) == (None, None), "nobody of whom damage is awaited has thrown"
    key = session.table.lay(None, 300, 600)
    session.look(2.0)
    question = session.see()["question"]
    assert (question["kind"], question["key"], question["seat"]) == ("unreadable", f"t{key}", who["ann"])
    session.table.take(key)
    session.look()
    seen = session.see()
    assert (seen["verdict"], seen["question"]) == (None, None), "a card that is gone is asked about no more"


def test_d33_at_toughness_0_the_hit_injures_without_a_throw(session: Session) -> None:
    hit(session, 0)
    press(session)
    assert steps(session)["damage"]["done"]
    assert steps(session)["recover"]["text"] == "Recover before announcing: Bill"
    assert key(session)["text"] == "Next round"


def test_d33_without_a_noted_toughness_as_many_cards_count_as_they_lay(session: Session) -> None:
    hit(session, None)
    assert "as many cards as Toughness" in steps(session)["damage"]["text"]
    press(session)
    press(session)
    throw(session, ann=("w07", "c04"))
    assert session.see()["verdict"]["headline"] == "4 damage to Bill"
    press(session)
    assert key(session)["text"] == "Next round"


def test_a_damage_throw_is_undone_and_a_card_of_it_corrected_in_the_log(session: Session) -> None:
    who = hit(session, 1)
    press(session)
    press(session)
    throw(session, ann=("w07",))
    press(session)
    entry = session.log()[-1]
    session.order("correct-entry", entry=entry["id"], seat=who["ann"], index=0, card="w02")
    assert session.log()[-1]["verdict"]["headline"] == "2 damage to Bill"
    session.order("undo")
    session.order("undo")
    assert key(session)["text"] == "Confirm"
    session.order("undo")
    assert key(session)["text"] == "Damage to Bill"


def test_who_may_stand_elsewhere_and_calm_are_told_by_name(session: Session) -> None:
    who = hit(session, 3)
    press(session)
    assert steps(session)["reposition"]["text"] == "May move up to 60 feet: Ann"
    calm = steps(session)["calm"]["options"]
    assert [each["text"] for each in calm] == ["Ann panics", "Cassie panics", "Dov panics"]
    order = dict(calm[1]["command"])
    session.order(order.pop("name"), **order)
    assert steps(session)["recover"]["text"] == "Recover before announcing: Cassie"
    assert steps(session)["calm"]["options"][1]["text"] == "Cassie stays calm"
    assert order["seat"] == who["cassie"]


def test_damage_is_thrown_for_nobody_who_was_not_hit(session: Session) -> None:
    who = hit(session, 3)
    press(session)
    with pytest.raises(CommandError, match="waiting for damage"):
        session.order("throw-damage", seat=who["dov"])


def test_d23a_a_wrong_number_of_cards_is_let_stand_with_one_tap_for_this_throw_alone(
    session: Session,
) -> None:
    session.order("round-open")
    who = one_clash(session, "w09", "s06")
    session.order("adjust", seat=who["bill"], by=1)
    assert [mark["kind"] for mark in session.see()["verdict"]["marks"]] == ["miscounted"]
    counted = session.see()["round"]["cards"][who["bill"]]["cards"]
    session.order("accept-count", seat=who["bill"])
    seen = session.see()
    assert seen["verdict"]["marks"] == []
    assert seen["verdict"]["headline"] == "Players win"
    assert seen["round"]["cards"][who["bill"]]["cards"] == counted
    session.order("undo")
    assert len(session.see()["verdict"]["marks"]) == 1


def test_nothing_of_the_last_round_is_left_in_the_next(session: Session) -> None:
    hit(session, 0)
    press(session)
    assert any(seat["counts"] for seat in session.see()["seats"])
    press(session)
    seen = session.see()
    assert seen["round"]["number"] == 2
    assert [seat["counts"] for seat in seen["seats"]] == [None] * 4
    assert (seen["verdict"], seen["steps"], seen["phase"]) == (None, [], "empty")
    assert key(session) == {"text": "Same again", "command": {"name": "same-again"}}


def test_outside_of_a_round_the_key_is_never_dead_after_a_verdict(session: Session) -> None:
    throw(session, ann=("w09",), bill=("s06",))
    assert key(session)["text"] == "Confirm"
    press(session)
    assert key(session) == {"text": "New throw", "command": {"name": "new-throw"}}
