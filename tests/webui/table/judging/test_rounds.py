"""An Action Round at the table: announced, thrown, judged, confirmed, undone, repeated, and gone on with."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tests.webui.session import Session
from tests.webui.tracks import ScriptedTable
from vision.types import TrackState
from webui.storage.databases.packed import pack
from webui.storage.store import Store, StoredEvent
from webui.table.errors import CommandError
from webui.table.log.projection import project
from webui.table.modes.rounds import OpenRound

PLACES = {"ann": (160, 600), "cassie": (480, 600), "dov": (800, 600), "bill": (640, 120)}


def region(x0: float, x1: float, y0: float, y1: float) -> list[list[float]]:
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


@pytest.fixture
def session(session: Session) -> Session:
    """Ann, Cassie and Dov against Bill; Bill is the slowest."""
    regions = {
        "Ann": region(0, 0.25, 0.5, 1),
        "Cassie": region(0.25, 0.5, 0.5, 1),
        "Dov": region(0.5, 1, 0.5, 1),
        "Bill": region(0, 1, 0, 0.5),
    }
    agility = {"Ann": 5, "Cassie": 4, "Dov": 3, "Bill": 2}
    for name, where in regions.items():
        side = "host" if name == "Bill" else "players"
        session.order("seat-add", seat_name=name, side=side, region=where, stats={"agility": agility[name]})
    session.order("seat-remove", seat="players")
    session.order("seat-remove", seat="host")
    return session


def ids(session: Session) -> dict[str, str]:
    return {seat["name"].lower(): seat["id"] for seat in session.see()["seats"]}


def throw(session: Session, **cards: tuple[str, ...]) -> list[int]:
    """Everybody lays their cards face down, then flips."""
    laid = [
        (session.table.down(PLACES[who][0] + 70 * i, PLACES[who][1]), code)
        for who, codes in cards.items()
        for i, code in enumerate(codes)
    ]
    session.look()
    for key, code in laid:
        session.table.flip(key, code)
    session.look()
    return [key for key, _ in laid]


def announce_all(session: Session) -> dict[str, str]:
    """Bill attacks Ann; Dov defends Ann's side; Cassie searches; Ann attacks Bill."""
    who = ids(session)
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    session.order(
        "announce", seat=who["dov"], action={"kind": "defend", "against": [who["bill"]]}, contested=True
    )
    session.order("announce", seat=who["cassie"], action={"kind": "other", "intensity": 3}, contested=True)
    session.order("announce", seat=who["ann"], action={"kind": "attack", "target": [who["bill"]]})
    return who


def test_the_slowest_speaks_first(session: Session) -> None:
    session.order("round-open")
    who, seen = ids(session), session.see()
    assert seen["mode"]["kind"] == "round"
    assert seen["round"]["order"] == [who["bill"], who["dov"], who["cassie"], who["ann"]]
    assert seen["round"]["speaker"] == who["bill"]
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    assert session.see()["round"]["speaker"] == who["dov"]
    assert session.see()["round"]["announced"][who["bill"]]["text"] == "Bill attacks Ann"


def test_everybody_awaits_their_cards_and_the_verdict_comes_by_itself(session: Session) -> None:
    session.order("round-open")
    who = announce_all(session)
    session.order("adjust", seat=who["ann"], by=1)
    awaited = {seat["id"]: seat["awaited"] for seat in session.see()["seats"]}
    assert awaited[who["ann"]] == session.see()["round"]["cards"][who["ann"]]["cards"] >= 2
    cards = {name: ("w09", "c02", "s02", "p02")[: awaited[key]] for name, key in who.items() if name == "ann"}
    rest = {"bill": ("s06", "s03"), "dov": ("c04", "c03"), "cassie": ("p05", "p06")}
    cards |= {name: codes[: awaited[who[name]]] for name, codes in rest.items()}
    throw(session, **cards)
    verdict = session.see()["verdict"]
    assert verdict["kind"] == "round"
    assert verdict["tone"] == "players"
    happened = {
        a["id"] for part in verdict["parts"] for a in part["result"].get("actions", []) if a["happens"]
    }
    assert who["ann"] in happened
    session.order("confirm")
    (entry,) = session.log()
    assert (entry["mode"], entry["round"]) == ("round", 1)
    assert session.see()["round"]["phase"] == "over"


def test_d23a_a_card_too_few_is_marked_and_the_verdict_stands(session: Session) -> None:
    session.order("round-open")
    who = ids(session)
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    session.order("announce", seat=who["dov"], action={"kind": "nothing"})
    session.order("announce", seat=who["cassie"], action={"kind": "nothing"})
    session.order("announce", seat=who["ann"], action={"kind": "attack", "target": [who["bill"]]})
    session.order("adjust", seat=who["bill"], by=2)
    awaited = {seat["id"]: seat["awaited"] for seat in session.see()["seats"]}
    throw(session, ann=("w09", "c02", "s02")[: awaited[who["ann"]]], bill=("s06",))
    verdict = session.see()["verdict"]
    assert verdict["tone"] == "players"
    (mark,) = [mark for mark in verdict["marks"] if mark["kind"] == "miscounted"]
    awaited_of_bill = awaited[who["bill"]]
    assert (mark["seat"], mark["text"]) == (who["bill"], f"Bill: 1 card, should have {awaited_of_bill}")
    assert mark["text"] in verdict["spoken"]


def test_d24_who_recovered_is_asked_what_they_do_and_is_hurt(session: Session) -> None:
    session.order("round-open")
    who = ids(session)
    for name in ("bill", "dov", "cassie", "ann"):
        session.order("announce", seat=who[name], action={"kind": "nothing"})
    session.order("mark", seat=who["bill"], condition="out-of-the-fight", holds=True)
    session.order("round-next")
    session.order("same-again")
    assert {"seat": who["bill"], "for": "recovery", "stat": None} in session.see()["round"]["waiting"]
    session.order("announce", seat=who["bill"], recovered=True)
    assert session.see()["round"]["speaker"] == who["bill"]
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    reasons = session.see()["round"]["cards"][who["bill"]]["reasons"]
    assert {"by": "-1", "text": "injury", "rule": "D20"} in reasons


def one_clash(session: Session, ann: str, bill: str) -> dict[str, str]:
    who = ids(session)
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    session.order("announce", seat=who["dov"], action={"kind": "nothing"})
    session.order("announce", seat=who["cassie"], action={"kind": "nothing"})
    session.order("announce", seat=who["ann"], action={"kind": "attack", "target": [who["bill"]]})
    for name in ("ann", "bill"):
        counted = session.see()["round"]["cards"][who[name]]["cards"]
        session.order("adjust", seat=who[name], by=1 - counted)
    throw(session, ann=(ann,), bill=(bill,))
    return who


def test_the_next_round_carries_over_and_can_be_the_same_again(session: Session) -> None:
    session.order("round-open")
    who = one_clash(session, "w09", "s06")
    session.order("confirm")
    session.order("round-next")
    seen = session.see()["round"]
    assert (seen["number"], seen["announced"], seen["can_repeat"]) == (2, {}, True)
    assert "may-reposition" in seen["conditions"][who["ann"]]
    session.order("same-again")
    assert session.see()["round"]["announced"][who["ann"]]["text"] == "Ann attacks Bill"
    assert session.see()["round"]["cards"][who["ann"]]["cards"] == 1


def test_a_new_round_shows_no_value_of_the_last_one(session: Session) -> None:
    """The cards of the last round may still lie there."""
    session.order("round-open")
    one_clash(session, "w09", "s06")
    session.order("confirm")
    assert {seat["counts"]["value"] for seat in session.see()["seats"] if seat["counts"]} == {9, 6}
    session.order("round-next")
    session.look()
    seen = session.see()
    assert [(seat["counts"], seat["cards"]) for seat in seen["seats"]] == [(None, [])] * 4
    assert (seen["round"]["cards"], seen["verdict"]) == ({}, None)


def test_every_step_can_be_undone(session: Session) -> None:
    session.order("round-open")
    one_clash(session, "w09", "s06")
    session.order("confirm")
    steps = 0
    while session.table_state.projection.round is not None:
        session.order("undo")
        steps += 1
    assert steps == 8, "confirm, two adjustments, four announcements, the opening"
    assert session.see()["log"]["count"] == 0


def test_a_tie_between_sides_leaves_the_round_over_and_undecided(session: Session) -> None:
    session.order("round-open")
    one_clash(session, "w06", "s06")
    verdict = session.see()["verdict"]
    assert verdict["tone"] == "tie"
    assert "Change the situation." in [step["text"] for step in verdict["next"]]


def test_a_misread_card_is_corrected_in_the_round_and_later_in_the_log(session: Session) -> None:
    session.order("round-open")
    who = one_clash(session, "w02", "s06")
    key = next(
        card["key"] for seat in session.see()["seats"] for card in seat["cards"] if card["card"] == "w02"
    )
    session.order("correct", key=key, card="w10")
    assert session.see()["verdict"]["tone"] == "players"
    session.order("confirm")
    entry = session.log()[0]
    session.order("correct-entry", entry=entry["id"], seat=who["bill"], index=0, card="m20")
    assert session.log()[0]["verdict"]["tone"] == "host"


def test_a_restart_in_the_middle_of_a_round_goes_on(session: Session, store: Store) -> None:
    session.order("round-open")
    who = ids(session)
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    again = Session(store, "run-2", ScriptedTable())
    assert again.see()["round"]["speaker"] == who["dov"]
    assert again.see()["round"]["announced"][who["bill"]]["text"] == "Bill attacks Ann"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("announce", {"seat": "zoe", "action": {"kind": "nothing"}}, "does not sit here"),
        ("announce", {"seat": "BILL", "action": {"kind": "dance"}}, "announcements"),
        ("announce", {"seat": "BILL", "action": {"kind": "attack", "target": ["nobody"]}}, "announcements"),
        ("round-open", {}, "open already"),
        ("same-again", {}, "no last round"),
    ],
)
def test_what_a_round_cannot_take_is_told(
    session: Session, name: str, arguments: dict[str, Any], message: str
) -> None:
    session.order("round-open")
    if arguments.get("seat") == "BILL":
        arguments = arguments | {"seat": ids(session)["bill"]}
    before = session.see()["round"]
    with pytest.raises(CommandError, match=message) as caught:
        session.order(name, **arguments)
    assert "\n" not in str(caught.value)
    assert session.see()["round"] == before


def test_without_a_round_its_steps_are_refused(session: Session) -> None:
    for name in ("round-next", "round-close", "same-again"):
        with pytest.raises(CommandError, match="No Action Round is open"):
            session.order(name)


def test_another_systems_throw_is_logged_and_undone(session: Session) -> None:
    cards = ["As", "2s", "4s", "Ah", "Kh", "Qh", "Jh"]
    session.order("record", system="pulp", document={"kind": "deal", "cards": cards, "difficulty": 0})
    (entry,) = session.log()
    assert entry["system"] == "pulp"
    assert entry["verdict"]["result"]["black"] == 7
    session.order("desk", system="dragon", document={"round": 2})
    assert session.see()["desks"] == {"dragon": {"round": 2}}
    session.order("undo")
    assert session.see()["desks"] == {}
    session.order("undo")
    assert [entry["undone"] for entry in session.log()] == [True]
    with pytest.raises(CommandError, match='"poker" is not played here'):
        session.order("record", system="poker", document={"kind": "deal"})


def test_nobody_leaves_in_the_middle_of_a_round(session: Session) -> None:
    session.order("round-open")
    who = ids(session)
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    with pytest.raises(CommandError, match="Bill is in the Action Round"):
        session.order("seat-remove", seat=who["bill"])
    assert session.see()["round"]["announced"][who["bill"]]["text"] == "Bill attacks Ann"
    session.order("round-close")
    session.order("seat-remove", seat=who["bill"])
    assert "bill" not in ids(session)


def two_clashes(session: Session, **cards: str) -> dict[str, str]:
    """Bill shoots at Ann, who defends; beside them Cassie and Dov come to blows. Everybody throws one card."""
    who = ids(session)
    shot = {"kind": "attack", "target": [who["ann"]]}
    session.order("announce", seat=who["bill"], action=shot, manner="shooting")
    session.order("announce", seat=who["dov"], action={"kind": "attack", "target": [who["cassie"]]})
    session.order("announce", seat=who["cassie"], action={"kind": "attack", "target": [who["dov"]]})
    session.order("announce", seat=who["ann"], action={"kind": "defend", "against": [who["bill"]]})
    for name, key in who.items():
        counted = session.see()["round"]["cards"][key]["cards"]
        session.order("adjust", seat=who[name], by=1 - counted)
    throw(session, **{name: (code,) for name, code in cards.items()})
    return who


def test_each_clash_of_a_round_is_one_line_with_its_letter(session: Session) -> None:
    session.order("round-open")
    two_clashes(session, ann="w06", bill="s08", cassie="c04", dov="p04")
    verdict = session.see()["verdict"]
    lines = [(part["clash"], part["title"]) for part in verdict["parts"]]
    assert sorted(lines) == [("Clash A", "Bill shoots Ann, 8 > 6"), ("Clash B", "Tie, 4 = 4")]
    assert verdict["line"] in (
        "Clash A: Bill shoots Ann, 8 > 6. Clash B: Tie, 4 = 4.",
        "Clash B: Tie, 4 = 4. Clash A: Bill shoots Ann, 8 > 6.",
    )
    assert all(part["why"] for part in verdict["parts"])


def test_it_is_told_of_everybody_how_they_fared_and_with_which_card(session: Session) -> None:
    session.order("round-open")
    who = two_clashes(session, ann="w06", bill="s08", cassie="c04", dov="p04")
    counts = {seat["id"]: seat["counts"] for seat in session.see()["seats"]}
    fared = {name: counts[key]["outcome"] for name, key in who.items()}
    assert fared == {"bill": "won", "ann": "lost", "cassie": "tied", "dov": "tied"}
    lying = {card["card"]: card["key"] for seat in session.see()["seats"] for card in seat["cards"]}
    assert counts[who["bill"]]["key"] == lying["s08"]


MISSED = [
    # Bill's card, Ann's, what the line says
    ("s03", "w03", "Tie, 3 = 3"),
    ("s02", "w09", "Ann holds off Bill, 9 > 2"),
    ("m00", "w09", "Ann holds off Bill, 9 > 0"),
]


@pytest.mark.parametrize(("bill", "ann", "line"), MISSED)
def test_a_line_says_what_was_done(session: Session, bill: str, ann: str, line: str) -> None:
    session.order("round-open")
    two_clashes(session, ann=ann, bill=bill, cassie="c04", dov="p05")
    told = {part["clash"]: part["title"] for part in session.see()["verdict"]["parts"]}
    assert told["Clash A"] == line
    assert told["Clash B"] == "Dov hits Cassie, 5 > 4"


def test_a_quick_clash_has_a_line_too(session: Session) -> None:
    throw(session, ann=("w09",), bill=("s06",))
    verdict = session.see()["verdict"]
    assert (verdict["title"], verdict["clash"]) == ("Players win, 9 > 6", "")
    assert [(each["card_name"], each["outcome"]) for each in verdict["played"]] == [
        ("Nine of Wands", "won"),
        ("Six of Swords", "lost"),
    ]


def test_d24_an_announcement_is_taken_back_with_what_was_flipped_for_it(session: Session) -> None:
    session.order("round-open")
    who = announce_all(session)
    session.order("withdraw", seat=who["dov"])
    seen = session.see()["round"]
    assert who["dov"] not in seen["announced"]
    assert seen["speaker"] == who["dov"]
    session.order("undo")
    assert who["dov"] in session.see()["round"]["announced"]


def test_d28_a_side_chooses_between_its_tied_attacks_in_a_round(session: Session) -> None:
    session.order("round-open")
    who = ids(session)
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    session.order("announce", seat=who["dov"], action={"kind": "attack", "target": [who["bill"]]})
    session.order("announce", seat=who["cassie"], action={"kind": "nothing"})
    session.order("announce", seat=who["ann"], action={"kind": "attack", "target": [who["bill"]]})
    for name in ("ann", "bill", "dov"):
        counted = session.see()["round"]["cards"][who[name]]["cards"]
        session.order("adjust", seat=who[name], by=1 - counted)
    throw(session, ann=("w09",), dov=("c09",), bill=("s04",))
    verdict = session.see()["verdict"]
    assert verdict["tone"] == "choice"
    assert {choice["seat"] for choice in verdict["choose"]} == {who["ann"], who["dov"]}
    session.order("choose", side="players", seat=who["dov"])
    decided = session.see()["verdict"]
    assert decided["tone"] == "players"
    happened = {act["id"] for part in decided["parts"] for act in part["result"]["actions"] if act["happens"]}
    assert who["dov"] in happened


def test_a_round_is_reading_while_a_hand_holds_its_verdict_back(session: Session) -> None:
    session.order("round-open")
    who = ids(session)
    for name in ("dov", "cassie", "ann"):
        other = {"kind": "attack", "target": [who["bill"]]} if name == "ann" else {"kind": "nothing"}
        if name == "dov":
            session.order("announce", seat=who["bill"], action={"kind": "nothing"})
        session.order("announce", seat=who[name], action=other)
    awaited = {seat["id"]: seat["awaited"] for seat in session.see()["seats"]}
    for place in range(awaited[who["ann"]]):
        session.table.lay(f"w0{9 - place}", PLACES["ann"][0] + 70 * place, PLACES["ann"][1])
    session.table.busy = True
    session.look(0.1)
    assert session.see()["phase"] == "reading"
    session.table.busy = False
    session.look(0.1)
    assert session.see()["phase"] == "verdict"


def test_an_unread_card_of_a_round_is_asked_about_only_if_it_matters(session: Session) -> None:
    session.order("round-open")
    who = one_clash(session, "w09", "s06")
    key = next(
        card["key"] for seat in session.see()["seats"] for card in seat["cards"] if card["card"] == "s06"
    )
    session.table.change(int(key[1:]), code=None, state=TrackState.UNREADABLE)
    session.order("adjust", seat=who["ann"], by=0)
    session.look()
    assert session.see()["question"]["kind"] == "unreadable"


def test_a_round_of_before_keeps_the_hosts_adjustments(session: Session) -> None:
    session.order("round-open")
    who = ids(session)
    document = session.table_state.projection.round.document  # type: ignore[union-attr]
    written = {"round": {"number": 1, "document": document, "adjusted": {who["ann"]: 2}}}
    event = StoredEvent(7, "s", "2026-11-20T21:14:07+00:00", "round", pack(written))
    now = project([event]).round
    assert now is not None
    assert now.adjusted == {who["ann"]: 2}
    assert OpenRound(**now.model_dump()) == now
    with pytest.raises(ValidationError):
        OpenRound.model_validate("no round")


def test_cards_that_were_taken_away_while_people_announced_do_not_count(session: Session) -> None:
    session.order("round-open")
    thrown = throw(session, ann=("w09",), bill=("s06",))
    for key in thrown:
        session.table.take(key)
    session.look(2.0)
    announce_all(session)
    seen = session.see()
    assert (seen["phase"], seen["verdict"]) == ("empty", None)
