"""What an announcement can say beyond what and at whom reaches the rules from the page (D17, D24 to D26, D30)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.session import Session
from tests.webui.table.judging.test_rounds import ids, session
from webui.table.errors import CommandError

__all__ = ["session"]


@pytest.fixture
def opened(session: Session) -> Session:
    session.order("round-open")
    return session


def say(opened: Session, name: str, action: dict[str, Any] | None = None, **more: Any) -> None:
    opened.order("announce", seat=ids(opened)[name], action=action or {"kind": "nothing"}, **more)


def attack(opened: Session, *foes: str, **more: Any) -> dict[str, Any]:
    who = ids(opened)
    return {"kind": "attack", "target": [who[foe] for foe in foes], **more}


def test_d24_grenades_and_a_run_are_told_in_one_line(opened: Session) -> None:
    say(opened, "bill", attack(opened, "ann", "dov"), run=30, driver=True)
    told = opened.see()["round"]["announced"][ids(opened)["bill"]]["text"]
    assert told == "Bill attacks Ann and Dov, runs 30 feet, driving"
    for name in ("dov", "cassie", "ann"):
        say(opened, name)
    (clash,) = opened.see()["round"]["clashes"]
    assert set(clash) == {ids(opened)[name] for name in ("ann", "bill", "dov")}


def test_d13_the_count_is_explained_in_the_language_of_the_table(opened: Session) -> None:
    say(opened, "bill", attack(opened, "ann"), extra=["weapon"])
    opened.order("language", language="de")
    counted = opened.see()["round"]["cards"][ids(opened)["bill"]]
    assert counted["say"] == "2 Karten, die höchste zählt."
    assert "Waffe" in [reason["text"] for reason in counted["reasons"]]


def test_an_agility_that_is_noted_late_is_not_asked_for_again(opened: Session) -> None:
    for name in ("ann", "cassie"):
        opened.order("seat-change", seat=ids(opened)[name], stats={})
    speaker = opened.see()["round"]["speaker"]
    opened.order("announce", seat=speaker, action={"kind": "nothing"})
    order = opened.see()["round"]["order"]
    missing = [each["seat"] for each in opened.see()["round"]["unknown"] if each["for"] == "order"]
    assert set(missing) == {ids(opened)["ann"], ids(opened)["cassie"]}
    opened.order("note-stat", seat=ids(opened)["ann"], stat="agility", value=9)
    missing = [each["seat"] for each in opened.see()["round"]["unknown"] if each["for"] == "order"]
    assert (missing, opened.see()["round"]["order"]) == ([ids(opened)["cassie"]], order)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "distraction: Bill attacks Ann"),
        ("de", "Ablenkung: Bill greift Ann an"),
        ("fr", "diversion\u202f: Bill attaque Ann"),
    ],
)
def test_d16_a_distraction_says_who_is_busy_with_what(opened: Session, language: str, text: str) -> None:
    opened.order("language", language=language)
    say(opened, "bill", attack(opened, "ann"))
    say(opened, "dov", attack(opened, "bill"))
    say(opened, "cassie", {"kind": "nothing"})
    say(opened, "ann", attack(opened, "bill"), extra=["distraction"])
    cards = opened.see()["round"]["cards"]
    reasons = {
        name: [each["text"] for each in cards[ids(opened)[name]]["reasons"]] for name in ("ann", "dov")
    }
    assert text in reasons["dov"]
    assert text.partition(":")[0].strip() in reasons["ann"], "the Host's word for it: he does attack her"


def test_d24_nobody_runs_farther_than_30_feet(opened: Session) -> None:
    with pytest.raises(CommandError, match="run"):
        say(opened, "bill", attack(opened, "ann"), run=35)


def test_d17_a_power_names_its_own_stats(opened: Session) -> None:
    who = ids(opened)
    opened.order("seat-change", seat=who["bill"], stats={"agility": 2, "calm": 6})
    opened.order("seat-change", seat=who["ann"], stats={"agility": 5, "calm": 3})
    opened.order("round-close")
    opened.order("round-open")
    say(opened, "bill", attack(opened, "ann"), power={"uses": "calm", "against": "calm"})
    reasons = opened.see()["round"]["cards"][who["bill"]]["reasons"]
    assert ("+1", "D17") in [(reason["by"], reason["rule"]) for reason in reasons]


def test_d26_interference_beyond_targets_joins_a_clash(opened: Session) -> None:
    who = ids(opened)
    say(opened, "bill", attack(opened, "ann"))
    say(opened, "dov", {"kind": "other", "intensity": 3}, interferes=[who["bill"]])
    say(opened, "cassie")
    say(opened, "ann")
    assert {who["bill"], who["dov"]} <= set(opened.see()["round"]["clashes"][0])
    assert opened.see()["round"]["announced"][who["dov"]]["text"].endswith(", interferes with Bill")


def test_d26_competing_drivers_are_a_clash_of_their_own(opened: Session) -> None:
    who = ids(opened)
    say(opened, "bill", {"kind": "other", "target": [who["ann"]]}, driver=True)
    say(opened, "dov")
    say(opened, "cassie", attack(opened, "bill"))
    say(opened, "ann", {"kind": "other", "target": [who["bill"]]}, driver=True)
    assert [who["bill"], who["ann"]] in [
        sorted(group, key=[who["bill"], who["ann"], who["cassie"]].index)
        for group in opened.see()["round"]["clashes"]
    ]


def test_d19_a_chain_counts_twice(opened: Session) -> None:
    who = ids(opened)
    extra = [{"situation": "high ground", "times": 2}]
    say(opened, "bill", attack(opened, "ann"), extra=extra)
    twice = [each for each in opened.see()["round"]["cards"][who["bill"]]["reasons"] if each["rule"] == "D19"]
    assert [each["by"] for each in twice] == ["+2"]


def test_what_does_not_fit_is_refused_in_one_line_and_changes_nothing(opened: Session) -> None:
    with pytest.raises(CommandError, match="excludes"):
        say(opened, "bill", attack(opened, "ann", excludes=["nobody"]))
    assert opened.see()["round"]["announced"] == {}
