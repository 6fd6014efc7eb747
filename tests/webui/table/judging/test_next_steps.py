"""After a round's verdict: damage by name, who may stand elsewhere, who recovers, Calm, and the one big key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.evening import Evening
from tests.webui.table.judging.test_rounds import evening as of_four
from tests.webui.table.judging.test_rounds import ids, one_clash, throw
from webui.table.errors import CommandError

evening = of_four


def steps(evening: Evening) -> dict[str, dict[str, Any]]:
    return {step["code"]: step for step in evening.see()["steps"]}


def key(evening: Evening) -> dict[str, Any]:
    told: dict[str, Any] = evening.see()["main_key"]
    return told


def press(evening: Evening) -> None:
    """The one big key."""
    order = dict(key(evening)["order"])
    evening.order(order.pop("name"), **order)


def hit(evening: Evening, toughness: int | None) -> dict[str, str]:
    """Ann hits Bill, 9 against 6; the verdict stands."""
    who = ids(evening)
    stats = {"agility": 2} | ({} if toughness is None else {"toughness": toughness})
    evening.order("seat-change", seat=who["bill"], stats=stats)
    evening.order("round-open")
    return one_clash(evening, "w09", "s06")


def test_d33_damage_is_a_step_by_name_and_the_key_goes_on_to_it(evening: Evening) -> None:
    who = hit(evening, 3)
    assert steps(evening)["damage"]["text"] == "Damage to Bill: draw 3 cards, lowest counts"
    assert key(evening) == {"text": "Confirm", "order": {"name": "confirm"}}
    press(evening)
    assert key(evening) == {
        "text": "Damage to Bill",
        "order": {"name": "throw-damage", "seat": who["bill"]},
    }
    press(evening)
    seen = evening.see()
    assert {seat["name"]: seat["wanted"] for seat in seen["seats"] if seat["wanted"]} == {"Ann": 3}
    assert (seen["verdict"], seen["main_key"]["order"]) == (None, None)
    throw(evening, ann=("w07", "c04", "p05"))
    verdict = evening.see()["verdict"]
    assert (verdict["headline"], verdict["kind"]) == ("4 damage to Bill", "damage")
    press(evening)
    assert steps(evening)["damage"]["done"]
    assert key(evening) == {"text": "Next round", "order": {"name": "round-next"}}
    press(evening)
    (bill,) = [
        each
        for each in evening.table_state.projection.round.document["characters"]  # type: ignore[union-attr]
        if each["id"] == who["bill"]
    ]
    assert bill["lost_toughness"] == 4
    assert "out-of-the-fight" in bill["state"]
    assert [entry["verdict"]["headline"] for entry in evening.log()] == [
        "Players win",
        "4 damage to Bill",
    ]


def test_d6_a_court_in_a_damage_throw_wants_another_card(evening: Evening) -> None:
    hit(evening, 2)
    press(evening)
    press(evening)
    throw(evening, ann=("w07", "c12"))
    assert evening.see()["verdict"]["headline"] == "Draw 1 more"
    with pytest.raises(CommandError, match="still missing"):
        evening.order("confirm")
    evening.table.lay("p03", 300, 600)
    evening.look(2.0)
    assert evening.see()["verdict"]["headline"] == "3 damage to Bill"
    assert evening.see()["verdict"]["marks"] == []


def test_a_damage_throw_waits_for_its_own_cards_and_asks_about_one_that_it_cannot_read(
    evening: Evening,
) -> None:
    who = hit(evening, 2)
    press(evening)
    press(evening)
    throw(evening, bill=("w07",))
    seen = evening.see()
    assert (seen["verdict"], seen["question"]) == (None, None), "nobody of whom damage is awaited has thrown"
    key = evening.table.lay(None, 300, 600)
    evening.look(2.0)
    question = evening.see()["question"]
    assert (question["kind"], question["key"], question["seat"]) == ("unreadable", f"t{key}", who["ann"])
    evening.table.take(key)
    evening.look()
    seen = evening.see()
    assert (seen["verdict"], seen["question"]) == (None, None), "a card that is gone is asked about no more"


def test_d33_at_toughness_0_the_hit_injures_without_a_throw(evening: Evening) -> None:
    hit(evening, 0)
    press(evening)
    assert steps(evening)["damage"]["done"]
    assert steps(evening)["recover"]["text"] == "Recover before announcing: Bill"
    assert key(evening)["text"] == "Next round"


def test_d33_without_a_noted_toughness_as_many_cards_count_as_they_lay(evening: Evening) -> None:
    hit(evening, None)
    assert "as many cards as their Toughness" in steps(evening)["damage"]["text"]
    press(evening)
    press(evening)
    throw(evening, ann=("w07", "c04"))
    assert evening.see()["verdict"]["headline"] == "4 damage to Bill"
    press(evening)
    assert key(evening)["text"] == "Next round"


def test_a_damage_throw_is_undone_and_a_card_of_it_corrected_in_the_log(evening: Evening) -> None:
    who = hit(evening, 1)
    press(evening)
    press(evening)
    throw(evening, ann=("w07",))
    press(evening)
    entry = evening.log()[-1]
    evening.order("correct-entry", entry=entry["id"], seat=who["ann"], index=0, card="w02")
    assert evening.log()[-1]["verdict"]["headline"] == "2 damage to Bill"
    evening.order("undo")
    evening.order("undo")
    assert key(evening)["text"] == "Confirm"
    evening.order("undo")
    assert key(evening)["text"] == "Damage to Bill"


def test_who_may_stand_elsewhere_and_calm_are_told_by_name(evening: Evening) -> None:
    who = hit(evening, 3)
    press(evening)
    assert steps(evening)["reposition"]["text"] == "May move up to 60 feet: Ann"
    calm = steps(evening)["calm"]["options"]
    assert [each["text"] for each in calm] == ["Ann panics", "Cassie panics", "Dov panics"]
    order = dict(calm[1]["order"])
    evening.order(order.pop("name"), **order)
    assert steps(evening)["recover"]["text"] == "Recover before announcing: Cassie"
    assert steps(evening)["calm"]["options"][1]["text"] == "Cassie stays calm"
    assert order["seat"] == who["cassie"]


def test_damage_is_thrown_for_nobody_who_was_not_hit(evening: Evening) -> None:
    who = hit(evening, 3)
    press(evening)
    with pytest.raises(CommandError, match="waits for damage"):
        evening.order("throw-damage", seat=who["dov"])


def test_d23a_a_wrong_number_of_cards_is_let_stand_with_one_tap_for_this_throw_alone(
    evening: Evening,
) -> None:
    evening.order("round-open")
    who = one_clash(evening, "w09", "s06")
    evening.order("adjust", seat=who["bill"], by=1)
    assert [mark["kind"] for mark in evening.see()["verdict"]["marks"]] == ["miscounted"]
    wanted = evening.see()["round"]["cards"][who["bill"]]["cards"]
    evening.order("accept-count", seat=who["bill"])
    seen = evening.see()
    assert seen["verdict"]["marks"] == []
    assert seen["verdict"]["headline"] == "Players win"
    assert seen["round"]["cards"][who["bill"]]["cards"] == wanted
    evening.order("undo")
    assert len(evening.see()["verdict"]["marks"]) == 1


def test_nothing_of_the_last_round_is_left_in_the_next(evening: Evening) -> None:
    hit(evening, 0)
    press(evening)
    assert any(seat["counts"] for seat in evening.see()["seats"])
    press(evening)
    seen = evening.see()
    assert seen["round"]["number"] == 2
    assert [seat["counts"] for seat in seen["seats"]] == [None] * 4
    assert (seen["verdict"], seen["steps"], seen["phase"]) == (None, [], "empty")
    assert key(evening) == {"text": "Same again", "order": {"name": "same-again"}}


def test_outside_of_a_round_the_key_is_never_dead_after_a_verdict(evening: Evening) -> None:
    throw(evening, ann=("w09",), bill=("s06",))
    assert key(evening)["text"] == "Confirm"
    press(evening)
    assert key(evening) == {"text": "New throw", "order": {"name": "new-throw"}}
