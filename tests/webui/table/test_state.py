"""The table: what lies on the table becomes a verdict, people correct it, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.session import FAR_Y, NEAR_Y, Session
from tests.webui.tracks import ScriptedTable
from vision.types import Face, TrackState
from webui.storage.store import Store
from webui.table.commands import Program, parse_command
from webui.table.errors import CommandError, StaleCommandError
from webui.table.seen.cards import Judgement, Question
from webui.table.thread import carry_out


def test_the_higher_card_wins_the_clash(session: Session) -> None:
    session.clash("w09", "c06")
    seen = session.see()
    assert seen["phase"] == "verdict"
    assert seen["verdict"]["headline"] == "Players win"
    assert seen["verdict"]["line"] == "The players' Nine of Wands (9) beats the Host's 6."
    assert [seat["counts"] for seat in seen["seats"]] == [
        {"value": 9, "card": "w09", "key": "t1", "outcome": "won"},
        {"value": 6, "card": "c06", "key": "t2", "outcome": "lost"},
    ]


def test_it_is_reading_from_the_last_flip_to_the_verdict(session: Session) -> None:
    ann, host = session.table.down(300, NEAR_Y), session.table.down(300, FAR_Y)
    session.look()
    session.table.flip(ann, "w09")
    session.table.flip(host, "c06")
    session.table.change(host, code=None, state=TrackState.STILL)
    session.look(0.1)
    assert session.see()["phase"] == "reading"
    assert session.see()["odds"] is None, "all lie face up: the odds are past"
    session.table.change(host, code="c06", state=TrackState.SETTLED)
    session.table.busy = True
    session.look(0.1)
    assert session.see()["phase"] == "reading", "a hand is still over the table"
    session.table.busy = False
    session.look(0.1)
    assert session.see()["phase"] == "verdict"


def test_who_still_has_to_throw_is_waited_for_while_others_are_read(session: Session) -> None:
    session.table.lay(None, 300, NEAR_Y)
    session.look(0.1)
    session.table.busy = True
    session.look(0.1)
    assert session.see()["phase"] == "gathering"


def test_a_table_swept_before_a_verdict_is_empty(session: Session) -> None:
    session.table.lay("w09", 300, NEAR_Y)
    session.look(3.0)
    assert session.see()["phase"] == "gathering", "the Host has not thrown"
    session.table.take()
    session.look(2.0)
    seen = session.see()
    assert seen["phase"] == "empty"
    assert [seat["cards"] for seat in seen["seats"]] == [[], []]


def test_phases_of_a_throw(session: Session) -> None:
    assert session.see()["phase"] == "empty"
    ann, host = session.table.down(300, NEAR_Y), session.table.down(300, FAR_Y)
    session.look()
    assert session.see()["phase"] == "gathering"
    assert [(seat["down"], seat["up"]) for seat in session.see()["seats"]] == [(1, 0), (1, 0)]
    session.table.flip(ann, "w09")
    session.look()
    assert session.see()["phase"] == "flipping"
    session.table.flip(host, "c06")
    session.look()
    assert session.see()["phase"] == "verdict"
    session.order("confirm")
    assert session.see()["phase"] == "confirmed"


def test_ready_when_every_awaited_card_is_there(session: Session) -> None:
    session.order("seat-change", seat="players", awaited=1)
    session.order("seat-change", seat="host", wanted=2)  # as scripts of older programs name it
    session.table.down(300, NEAR_Y)
    session.table.down(300, FAR_Y)
    session.look()
    assert session.see()["phase"] == "gathering"
    session.table.down(400, FAR_Y)
    session.look()
    assert session.see()["phase"] == "ready"


def test_one_side_alone_is_no_clash_yet(session: Session) -> None:
    session.table.lay("w09", 300, NEAR_Y)
    session.look(3.0)
    assert session.table_state.judgement is None
    assert session.see()["phase"] == "gathering"


def test_the_verdict_comes_as_soon_as_all_is_read_and_stands_when_all_is_still(session: Session) -> None:
    first, second = session.table.down(300, NEAR_Y), session.table.down(300, FAR_Y)
    session.look()
    session.table.flip(first, "w09")
    session.table.flip(second, "c06")
    session.look(0.1)
    assert isinstance(session.table_state.judgement, Judgement)
    assert session.table_state.throw.open
    session.look(0.7)
    assert not session.table_state.throw.open


def test_a_significator_makes_it_critical_and_the_fool_a_fumble(session: Session) -> None:
    session.order("significators", seat="players", cards=["c08"])
    session.clash("c08", "m00")
    verdict = session.see()["verdict"]
    assert [(mark["kind"], mark["seat"]) for mark in verdict["marks"]] == [
        ("critical", "players"),
        ("fumble", "host"),
    ]
    assert verdict["marks"][0]["text"] == "Critical: the players' Eight of Cups, a Significator"
    assert {"D10", "D11", "D27"} <= {why["rule"] for why in verdict["why"]}


def test_a_tie_tells_the_host_what_to_do(session: Session) -> None:
    session.clash("w07", "c07")
    verdict = session.see()["verdict"]
    assert verdict["tone"] == "tie"
    assert "Change the situation." in [step["text"] for step in verdict["next"]]


def test_swapping_sides_swaps_the_verdict(session: Session) -> None:
    session.order("view", swap=True)
    session.clash("w09", "c06")
    assert session.see()["verdict"]["headline"] == "The Host wins"


def test_swapping_after_the_flip_judges_again(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("view", swap=True)
    assert session.see()["verdict"]["tone"] == "host"


def test_a_correction_is_judged_at_once_and_marked(session: Session) -> None:
    _, host = session.clash("w09", "c06")
    session.order("correct", key=f"t{host}", card="m21")
    seen = session.see()
    assert seen["verdict"]["tone"] == "host"
    assert seen["verdict"]["corrected"]
    assert seen["seats"][1]["cards"][0]["by"] == "human"
    session.look()
    assert session.see()["verdict"]["tone"] == "host", "the camera does not outrank a human"


def test_undo_takes_back_the_last_word(session: Session) -> None:
    _, host = session.clash("w09", "c06")
    session.order("correct", key=f"t{host}", card="m21")
    session.order("undo")
    session.look()
    assert session.see()["verdict"]["tone"] == "players"
    with pytest.raises(CommandError, match="nothing to undo"):
        session.order("undo")


@pytest.mark.parametrize("paused", [True, False], ids=["paused", "looking"])
def test_undo_gives_the_camera_its_word_again(session: Session, paused: bool) -> None:
    near, _ = session.clash("w09", "c06")
    session.order("pause", on=paused)
    before = session.see()["seats"]
    session.order("correct", key=f"t{near}", card="w02")
    assert session.see()["verdict"]["tone"] == "host"
    session.order("undo")
    seen = session.see()
    assert seen["seats"] == before
    assert (seen["verdict"]["tone"], seen["verdict"]["corrected"]) == ("players", False)
    session.order("confirm")
    [entry] = session.log()
    assert [(card["card"], card["by"]) for card in entry["seats"][0]["cards"]] == [("w09", "camera")]


@pytest.mark.parametrize("paused", [True, False], ids=["paused", "looking"])
@pytest.mark.parametrize(
    "order",
    [
        {"name": "correct", "card": None},
        {"name": "correct", "card": "down"},
        {"name": "assign", "seat": None},
        {"name": "assign", "seat": "host"},
    ],
    ids=str,
)
def test_undo_counts_a_card_as_before(session: Session, order: dict[str, Any], paused: bool) -> None:
    session.table.lay("s03", 500, NEAR_Y)
    near, _ = session.clash("w09", "c06")
    session.order("pause", on=paused)
    before = session.see()
    session.order(key=f"t{near}", **order)
    session.look()
    assert session.see()["seats"] != before["seats"]
    session.order("undo")
    for _ in range(2):
        seen = session.see()
        assert [seen[key] for key in ("seats", "loose", "phase")] == [
            before[key] for key in ("seats", "loose", "phase")
        ]
        session.look()


def test_undoing_an_ignored_area_counts_its_cards_again(session: Session) -> None:
    session.clash("w09", "c06")
    before = session.see()["seats"]
    session.order("ignore-add", region=[[0, 0], [1, 0], [1, 0.4], [0, 0.4]])
    session.look()
    assert session.see()["seats"][1]["cards"] == []
    session.order("undo")
    session.look()
    assert session.see()["seats"] == before


def test_undoing_a_new_throw_gives_the_throw_back(session: Session) -> None:
    session.clash("w09", "c06")
    for confirmed in (False, True):
        if confirmed:
            session.order("confirm")
        before = session.see()
        session.order("new-throw")
        session.look()
        assert session.see()["phase"] == "empty"
        session.order("undo")
        session.look()
        seen = session.see()
        assert [seen[key] for key in ("seats", "loose", "phase")] == [
            before[key] for key in ("seats", "loose", "phase")
        ]


def test_undo_leaves_a_throw_alone_that_began_since(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("new-throw")
    key = session.table.down(600, NEAR_Y)
    session.look()
    session.order("undo")
    session.look()
    assert [card["key"] for card in session.see()["seats"][0]["cards"]] == [f"t{key}"]


def test_a_corrected_card_stays_corrected_after_it_was_confirmed(session: Session) -> None:
    _, host = session.clash("w09", "c06")
    session.order("correct", key=f"t{host}", card="m21")
    session.order("confirm")
    session.look()
    seen = session.see()
    assert (seen["verdict"]["tone"], seen["verdict"]["corrected"]) == ("host", True)
    [card] = seen["seats"][1]["cards"]
    assert (card["card"], card["by"]) == ("m21", "human")


@pytest.mark.parametrize("paused", [True, False], ids=["paused", "looking"])
def test_correcting_a_confirmed_card_is_one_act(session: Session, paused: bool) -> None:
    near, _ = session.clash("w09", "c06")
    session.order("confirm")
    session.order("pause", on=paused)
    before, logged = session.see()["seats"], session.log()
    session.order("correct", key=f"t{near}", card="w02")
    session.look()
    assert session.see()["seats"][0]["cards"][0]["card"] == "w02"
    [entry] = session.log()
    assert entry["verdict"]["tone"] == "host"
    assert [change["at"] for change in entry["corrected"]] == ["21:14:07"]
    session.order("undo")
    assert (session.see()["seats"], session.log()) == (before, logged)


def test_confirm_writes_the_log_with_its_picture(session: Session, store: Store) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    (entry,) = session.log()
    assert entry["verdict"]["headline"] == "Players win"
    [card] = entry["seats"][0]["cards"]
    assert card.pop("crop") in entry["crops"]
    assert card == {
        "card": "w09",
        "reversed": False,
        "by": "camera",
        "name": "Nine of Wands",
        "value": 9,
        "significator": False,
    }
    assert store.picture(entry["picture"])
    assert all(store.picture(crop) for crop in entry["crops"])
    with pytest.raises(CommandError, match="no verdict to confirm"):
        session.order("confirm")


def test_undoing_a_confirmation_gives_the_verdict_back(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    session.order("undo")
    assert session.see()["phase"] == "verdict"
    assert session.see()["throw"]["number"] == 1
    assert [entry["undone"] for entry in session.log()] == [True]
    session.order("confirm")
    assert [entry["undone"] for entry in session.log()] == [True, False]


def test_an_old_entry_is_corrected_without_touching_later_ones(session: Session) -> None:
    for players, host in (("w09", "c06"), ("s03", "p05")):
        keys = session.clash(players, host)
        session.order("confirm")
        session.table.take(*keys)
        session.look()
    first, second = session.log()
    session.order("correct-entry", entry=first["id"], seat="host", index=0, card="m20")
    corrected, untouched = session.log()
    assert corrected["verdict"]["tone"] == "host"
    assert [(c["from"], c["to"]) for c in corrected["corrected"]] == [("c06", "m20")]
    assert untouched == second
    session.order("undo")
    assert session.log()[0]["verdict"]["tone"] == "players"


def test_the_next_throw_leaves_the_last_ones_cards_grey(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    session.table.down(600, NEAR_Y)
    session.look()
    seen = session.see()
    assert seen["phase"] == "gathering"
    assert [card["state"] for card in seen["loose"]] == ["old", "old"]
    assert seen["throw"]["number"] == 2


def test_a_restart_goes_on_with_the_session(session: Session, store: Store) -> None:
    session.order("significators", seat="players", cards=["m05"])
    session.clash("w09", "c06")
    session.order("confirm")
    again = Session(store, "run-2", session.table)
    assert again.see()["log"]["count"] == 1
    assert again.see()["seats"][0]["significators"] == ["m05"]
    assert again.see()["phase"] == "empty", "confirmed cards that still lie there are old ones"
    again.order("undo")
    assert again.see()["log"]["count"] == 0


def test_a_correction_survives_a_restart_in_the_middle_of_a_throw(session: Session, store: Store) -> None:
    _, host = session.clash("w09", "c06")
    session.order("correct", key=f"t{host}", card="m21")
    anew = ScriptedTable(next_id=50)
    anew.lay("w09", 302, NEAR_Y + 1)
    anew.lay("c06", 299, FAR_Y)
    again = Session(store, "run-2", anew)
    again.look()
    assert again.see()["verdict"]["tone"] == "host"


@pytest.mark.parametrize(
    ("near", "unread_matters"),
    [
        ("m21", True),  # the Host's unread card may be nothing higher, but it may be The Fool: a fumble
        ("w02", True),  # it may win or lose
    ],
)
def test_an_unread_card_is_asked_about_when_it_matters(
    session: Session, near: str, unread_matters: bool
) -> None:
    session.table.lay(near, 300, NEAR_Y)
    session.table.lay(None, 300, FAR_Y)
    session.look()
    assert isinstance(session.table_state.judgement, Question) == unread_matters
    assert session.see()["question"]["text"] == "I cannot read this card of the Host's. Which is it?"


def test_nobody_is_asked_while_cards_are_still_turned_over(session: Session) -> None:
    """A verdict comes at once; a question waits until the throw is over."""
    mine, theirs = session.table.down(300, NEAR_Y), session.table.down(300, FAR_Y)
    session.look()
    session.table.flip(mine, None)
    session.table.flip(theirs, "s07")
    session.look(0.3)
    assert session.see()["question"] is None
    assert session.see()["phase"] == "reading"
    session.table.flip(mine, "c09")
    session.look(0.3)
    assert session.see()["question"] is None
    assert session.see()["verdict"] is not None
    session.table.flip(mine, None)
    session.look(0.3)
    session.look(0.5)
    assert session.see()["question"]["kind"] == "unreadable"


def test_an_unread_card_that_changes_nothing_is_not_asked_about(session: Session) -> None:
    # The Host's 12 wins against 3 whatever lies beside the 3, unless it is above 11: lay one that cannot be.
    session.table.lay("m21", 300, FAR_Y)
    session.table.lay("w03", 300, NEAR_Y)
    unread = session.table.lay(None, 420, NEAR_Y)
    session.look()
    seen = session.see()
    assert seen["question"] is None
    assert seen["verdict"]["tone"] == "host"
    assert seen["verdict"]["unread"] == [f"t{unread}"]


def test_answering_the_question_gives_the_verdict(session: Session) -> None:
    session.table.lay("w03", 300, NEAR_Y)
    unread = session.table.lay(None, 300, FAR_Y)
    session.look()
    session.order("correct", key=f"t{unread}", card="p02")
    assert session.see()["verdict"]["tone"] == "players"


def test_saying_that_it_is_no_card(session: Session) -> None:
    session.table.lay("w03", 300, NEAR_Y)
    session.table.lay("c02", 300, FAR_Y)
    unread = session.table.lay(None, 500, FAR_Y)
    session.look()
    option = session.see()["question"]["options"][0]["command"]
    session.order(**option)
    assert session.see()["verdict"]["tone"] == "players"
    session.look()
    assert session.see()["verdict"]["tone"] == "players"
    assert [(card["key"], card["state"]) for card in session.see()["loose"]] == [(f"t{unread}", "no-card")]
    session.order("assign", key=f"t{unread}", seat="host")
    assert session.see()["loose"] == [], "who says whose card it is says that it is one"


def test_a_forgotten_face_down_card_is_asked_about_once_all_else_waits(session: Session) -> None:
    session.table.lay("w09", 300, NEAR_Y)
    session.table.lay("c06", 300, FAR_Y)
    session.table.down(900, 330)
    session.look(1.0)
    assert session.see()["question"] is None
    session.look(6.0)
    question = session.see()["question"]
    assert question["kind"] == "face-down"
    session.order(**question["options"][0]["command"])
    assert session.see()["verdict"]["tone"] == "players"
    assert len(session.see()["ignored"]) == 1


def test_d23a_another_number_of_cards_is_marked_and_the_verdict_stands(session: Session) -> None:
    session.order("seat-change", seat="host", awaited=2)
    session.clash("w09", "c06")
    verdict = session.see()["verdict"]
    assert verdict["tone"] == "players"
    assert [mark["text"] for mark in verdict["marks"]] == ["Host: 1 card, should have 2"]


def test_a_single_test_counts_only_its_thrower(session: Session) -> None:
    session.order("mode", kind="test", intensities=[4, 7], thrower="players")
    session.table.lay("m21", 300, FAR_Y)
    session.table.lay("w05", 300, NEAR_Y)
    session.look()
    verdict = session.see()["verdict"]
    assert verdict["headline"] == "Success"
    assert verdict["line"] == "The players' Five of Wands (5) beats Intensity 4, not 7."


def test_c100(session: Session) -> None:
    session.order("mode", kind="c100", thrower="players")
    session.table.lay("w03", 300, NEAR_Y)
    session.table.lay("c07", 400, NEAR_Y)
    session.look()
    assert session.see()["verdict"]["headline"] == "73"


def test_opposed(session: Session) -> None:
    session.order("mode", kind="opposed")
    session.clash("w09", "c06")
    assert session.see()["verdict"]["headline"] == "Players win"


def test_assigning_a_card_to_another_seat(session: Session) -> None:
    keys = session.clash("w09", "c06")
    session.order("assign", key=f"t{keys[0]}", seat="host")
    session.look()
    assert [len(seat["cards"]) for seat in session.see()["seats"]] == [0, 2]


def test_ties_within_a_side_are_a_choice(session: Session) -> None:
    half = [[0.0, 0.5], [0.5, 0.5], [0.5, 1.0], [0.0, 1.0]]
    session.order("seat-add", seat_name="Ann", side="players", region=half)
    session.table.lay("w09", 300, NEAR_Y)
    session.table.lay("c09", 900, NEAR_Y)
    session.table.lay("s04", 300, FAR_Y)
    session.look()
    verdict = session.see()["verdict"]
    assert verdict["tone"] == "choice"
    assert {choice["name"] for choice in verdict["choose"]} == {"Players", "Ann"}
    with pytest.raises(CommandError, match="Choose who acts first"):
        session.order("confirm")
    session.order("choose", side="players", seat=verdict["choose"][0]["seat"])
    assert session.see()["verdict"]["tone"] == "players"


def test_an_order_from_an_old_page_is_refused(session: Session) -> None:
    session.clash("w09", "c06")
    old = session.table_state.version
    session.order("correct", key="t1", card="w02")
    with pytest.raises(StaleCommandError):
        carry_out(session.table_state, parse_command({"version": old, "name": "confirm"}))
    session.order("confirm")


def test_a_pause_stops_looking(session: Session) -> None:
    session.order("pause", on=True)
    session.clash("w09", "c06")
    assert session.see()["phase"] == "empty"
    session.order("pause", on=False)
    session.look()
    assert session.see()["phase"] == "verdict"


def test_a_new_session_begins_empty_but_remembers_the_table(session: Session) -> None:
    session.order("significators", seat="players", cards=["m05"])
    session.clash("w09", "c06")
    session.order("confirm")
    session.order("session-new", session_name="The Red House")
    seen = session.see()
    assert (seen["session"]["name"], seen["log"]["count"]) == ("The Red House", 0)
    assert seen["seats"][0]["significators"] == ["m05"]
    assert seen["undo"] is None


def test_specials_are_the_hosts_alone(session: Session) -> None:
    session.order("seat-change", seat="host", specials=[{"card": "s09", "text": "The walls bleed."}])
    assert "The walls bleed." in str(session.see("host"))
    for role in ("players", "screen", "overlay"):
        assert "The walls bleed." not in str(session.see(role))
    session.clash("w02", "s09")
    assert "The walls bleed." in str(session.see("screen")["verdict"]), "once it fires, everybody hears of it"


def test_language_changes_what_the_log_says(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    session.order("language", language="de")
    (entry,) = session.log()
    assert entry["verdict"]["headline"] == "Die Spieler gewinnen"
    assert entry["seats"][0]["cards"][0]["name"] == "Neun der Stäbe"


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({"name": "confirm"}, "no verdict"),
        ({"name": "judge-now"}, "no card to judge"),
        ({"name": "correct", "key": "t9", "card": "w01"}, "no longer on the table"),
        ({"name": "significators", "seat": "zoe", "cards": []}, "'zoe' does not sit here"),
        ({"name": "mode", "kind": "test", "thrower": "zoe"}, "'zoe' does not sit here"),
        ({"name": "note", "entry": 99, "text": ""}, "no entry 99"),
        ({"name": "decks", "names": ["thoth"]}, "no deck is called 'thoth'"),
        ({"name": "language", "language": "xx"}, "is not available"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(
    session: Session, store: Store, order: dict[str, Any], message: str
) -> None:
    before = list(store.events(None)), list(store.events(session.table_state.session.id))
    with pytest.raises(CommandError, match=message):
        session.order(**order)
    assert (list(store.events(None)), list(store.events(session.table_state.session.id))) == before


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"version": 0, "name": "dance"}, "No command has that name"),
        ({"version": 0, "name": "language", "language": "Klingon"}, "language: 'Klingon' does not exist"),
        ({"name": "confirm"}, "version: Field required"),
        ({"version": 0, "name": "correct", "key": "t1", "card": "w15"}, "card"),
        ({"version": 0, "name": "view", "turn": 45}, "turn: "),
        ([], "No command has that name"),
        (None, "No command has that name"),
    ],
)
def test_an_order_that_is_none_is_told_by_its_field(document: Any, message: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse_command(document)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_face_down_card_can_be_told_to_be_up(session: Session) -> None:
    session.table.lay("w09", 300, NEAR_Y)
    down = session.table.down(300, FAR_Y)
    session.look()
    session.order("correct", key=f"t{down}", card="c02")
    session.look()
    assert session.see()["verdict"]["tone"] == "players"
    assert session.see()["seats"][1]["cards"][0]["face"] == str(Face.UP)


def test_correcting_a_confirmed_throw_corrects_its_entry(session: Session) -> None:
    _, host = session.clash("w09", "c06")
    session.order("confirm")
    session.order("correct", key=f"t{host}", card="m21")
    (entry,) = session.log()
    assert entry["verdict"]["tone"] == "host"
    assert session.see()["verdict"]["tone"] == "host"
    with pytest.raises(CommandError, match="Undo the confirmation"):
        session.order("correct", key=f"t{host}", card=None)


def looks_with_another_pipeline(session: Session, *found: tuple[str | None, float, float]) -> None:
    """Another pipeline opens: what lies there is found anew, under numbers that count from one again."""
    session.table.take()
    session.pipeline += 1
    session.table.next_id = 1
    session.look(0.1)
    for code, x, y in found:
        session.table.lay(code, x, y, arrived=False)


def lying(session: Session) -> list[tuple[str, str | None]]:
    """Who has thrown what."""
    return [(seat["id"], card["card"]) for seat in session.see()["seats"] for card in seat["cards"]]


def test_what_lay_there_before_is_not_asked_about_and_stops_no_verdict(session: Session) -> None:
    session.table.lay(None, 700, NEAR_Y, arrived=False)
    session.table.lay("m05", 900, NEAR_Y, arrived=False)
    session.clash("w09", "c06")
    seen = session.see()
    assert seen["question"] is None
    assert seen["verdict"]["tone"] == "players"
    assert [card["state"] for card in seen["loose"]] == ["known", "known"]
    assert seen["uncounted"] == 1


def test_cards_that_lay_there_are_counted_with_one_tap_that_can_be_undone(store: Store) -> None:
    table = ScriptedTable()
    table.lay("w09", 300, NEAR_Y)
    table.lay("c06", 300, FAR_Y)
    table.lay(None, 900, FAR_Y)
    session = Session(store, table=table)
    session.look()
    assert (session.see()["phase"], session.see()["uncounted"]) == ("empty", 2)
    session.order("count")
    assert (session.see()["verdict"]["tone"], session.see()["uncounted"]) == ("players", 0)
    session.order("undo")
    session.look()
    assert (session.see()["phase"], session.see()["uncounted"]) == ("empty", 2)
    session.order("new-throw")
    assert session.see()["uncounted"] == 0, "a person said that what lies there is done with"
    with pytest.raises(CommandError, match="counted already"):
        session.order("count")


MIDDLE = [[0.3, 0.6], [0.6, 0.6], [0.6, 1.0], [0.3, 1.0]]


def test_a_card_in_nobody_s_place_is_counted_as_such_until_somebody_says_whose_it_is(
    session: Session,
) -> None:
    session.order("seat-change", seat="players", region=MIDDLE)
    stray = session.table.lay("w09", 80, NEAR_Y)
    session.table.lay("c06", 300, FAR_Y)
    session.look()
    assert (session.see()["unseated"], session.see()["verdict"]) == (1, None)
    session.order("assign", key=f"t{stray}", seat="players")
    session.look()
    assert (session.see()["unseated"], session.see()["verdict"]["tone"]) == (0, "players")
    session.order("assign", key=f"t{stray}", seat=None)
    assert session.see()["unseated"] == 0, "a person said that it is nobody's"


def test_what_a_person_said_is_no_card_lies_in_nobody_s_place_no_more(session: Session) -> None:
    session.order("seat-change", seat="players", region=MIDDLE)
    stray = session.table.lay("w09", 80, NEAR_Y)
    session.look()
    assert session.see()["unseated"] == 1
    session.order("correct", key=f"t{stray}", card=None)
    assert session.see()["unseated"] == 0


def test_what_lay_there_counts_once_a_person_says_what_it_is(session: Session) -> None:
    dark = session.table.lay(None, 300, FAR_Y, arrived=False)
    session.table.lay("w09", 300, NEAR_Y)
    session.look()
    session.order("correct", key=f"t{dark}", card="c06")
    assert session.see()["verdict"]["tone"] == "players"
    session.order("undo")
    session.look()
    assert lying(session) == [("players", "w09")]


def test_no_card_is_remembered_for_the_place_until_it_is_taken_back(session: Session, store: Store) -> None:
    candle = session.table.lay(None, 500, FAR_Y)
    session.clash("w03", "c02")
    session.order("correct", key=f"t{candle}", card=None)
    assert session.see()["verdict"]["tone"] == "players"
    session.order("confirm")
    session.table.take()
    session.look(2.0)
    session.table.lay(None, 505, FAR_Y + 3)
    session.clash("w04", "c03")
    assert session.see()["verdict"]["tone"] == "players", "another throw, another track"

    table = ScriptedTable(next_id=90)
    again = Session(store, "run-2", table)
    table.lay(None, 500, FAR_Y)
    table.lay("w05", 300, NEAR_Y)
    table.lay("c05", 300, FAR_Y)
    again.look()
    assert again.see()["verdict"]["tone"] == "tie", "another start"
    (loose,) = again.see()["loose"]
    assert loose["state"] == "no-card"
    again.order("assign", key=loose["key"], seat="host")
    assert again.see()["question"]["key"] == loose["key"]
    again.order("undo")
    assert again.see()["verdict"]["tone"] == "tie"


def test_a_card_that_is_read_at_the_place_of_no_card_counts(session: Session) -> None:
    candle = session.table.lay(None, 500, FAR_Y)
    session.clash("w03", "c02")
    session.order("correct", key=f"t{candle}", card=None)
    session.order("confirm")
    session.table.take()
    session.look(2.0)
    session.table.lay("w03", 300, NEAR_Y)
    session.table.lay("c09", 500, FAR_Y)
    session.look()
    assert session.see()["verdict"]["tone"] == "host"


def test_undoing_no_card_brings_the_question_back(session: Session) -> None:
    session.table.lay("w03", 300, NEAR_Y)
    session.table.lay("c02", 300, FAR_Y)
    unread = session.table.lay(None, 500, FAR_Y)
    session.look()
    session.order("correct", key=f"t{unread}", card=None)
    session.look()
    session.order("undo")
    session.look()
    assert session.see()["question"]["key"] == f"t{unread}"


def test_undoing_nobodys_card_and_an_ignored_area_brings_the_card_back(session: Session) -> None:
    players, _ = session.clash("w09", "c06")
    session.order("assign", key=f"t{players}", seat=None)
    session.look()
    assert lying(session) == [("host", "c06")]
    session.order("undo")
    session.look()
    everywhere = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
    session.order("ignore-add", region=everywhere)
    assert lying(session) == []
    session.order("undo")
    session.look()
    assert lying(session) == [("players", "w09"), ("host", "c06")]


def test_undoing_a_new_throw_brings_the_last_one_back(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("new-throw")
    session.look()
    assert session.see()["phase"] == "empty"
    session.order("undo")
    assert session.see()["verdict"]["tone"] == "players"


def test_a_card_outside_the_seats_that_throw_counts_once_its_seat_does(session: Session) -> None:
    session.order("mode", kind="test", intensities=[4], thrower="players")
    session.clash("w05", "m21")
    assert lying(session) == [("players", "w05")]
    session.order("mode", kind="clash")
    assert session.see()["verdict"]["tone"] == "host"
    session.order("mode", kind="test", thrower="host")
    assert session.see()["verdict"]["headline"] == "Success"
    assert lying(session) == [("host", "m21")]


def test_another_pipeline_goes_on_with_an_open_throw(session: Session) -> None:
    session.table.down(300, NEAR_Y)
    session.table.lay("c06", 300, FAR_Y)
    session.look()
    looks_with_another_pipeline(session, ("c06", 420, FAR_Y), ("w02", 900, NEAR_Y))
    down = session.table.lay(None, 302, NEAR_Y, face=Face.DOWN, arrived=False)
    session.look()
    assert lying(session) == [("players", None), ("host", "c06")]
    assert session.see()["uncounted"] == 1
    session.table.flip(down, "w09")
    session.look()
    assert session.see()["verdict"]["tone"] == "players"


def test_no_ghost_of_another_pipeline_is_asked_about(session: Session) -> None:
    session.table.lay("w03", 300, NEAR_Y)
    session.table.lay(None, 300, FAR_Y)
    session.look()
    assert session.see()["question"]["kind"] == "unreadable"
    looks_with_another_pipeline(session, ("w03", 300, NEAR_Y), ("c06", 900, FAR_Y))
    session.look()
    seen = session.see()
    assert seen["question"] is None
    assert lying(session) == [("players", "w03")]
    assert seen["uncounted"] == 1
    session.order("count")
    assert session.see()["verdict"]["tone"] == "host"


def test_the_next_throw_before_another_pipeline_is_seen_whole(session: Session) -> None:
    session.clash("w09", "c06")
    looks_with_another_pipeline(session)
    session.look()
    session.clash("w02", "c03")
    assert lying(session) == [("players", "w02"), ("host", "c03")]
    assert session.see()["verdict"]["tone"] == "host"


def test_an_order_about_a_card_of_another_pipeline_is_refused(session: Session) -> None:
    session.clash("w09", "c06")
    old = session.table_state.version
    looks_with_another_pipeline(session, ("s02", 500, NEAR_Y))
    session.look()
    with pytest.raises(StaleCommandError):
        carry_out(
            session.table_state,
            parse_command({"version": old, "name": "correct", "key": "t1", "card": "w02"}),
        )


def test_a_restart_goes_on_with_the_throw_on_the_table(session: Session, store: Store) -> None:
    session.table.down(300, NEAR_Y)
    session.table.lay("c06", 300, FAR_Y)
    session.look()
    table = ScriptedTable()
    table.lay("c06", 500, FAR_Y)
    down = table.down(303, NEAR_Y)
    table.lay("s02", 900, NEAR_Y)
    again = Session(store, "run-2", table)
    assert lying(again) == [("players", None), ("host", "c06")]
    table.flip(down, "w09")
    again.look()
    assert again.see()["verdict"]["tone"] == "players"
    assert again.see()["uncounted"] == 1


def test_undoing_a_confirmation_after_a_restart_brings_the_throw_back(session: Session, store: Store) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    again = Session(store, "run-2", session.table)
    again.order("undo")
    assert again.see()["verdict"]["tone"] == "players"


def test_a_note_stands_beneath_its_entry_and_the_next_replaces_it(session: Session) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    [entry] = session.log()
    for text in ("Ann slips", "Ann slips away"):
        session.order("note", entry=entry["id"], text=text)
    [noted] = session.log()
    assert noted["note"] == "Ann slips away"
    assert noted | {"note": ""} == entry
    assert session.see()["undo"] == "Confirm", "a note is no act"
    with pytest.raises(CommandError, match="entry"):
        session.order("note", entry=entry["id"] + 99, text="nobody's")


@pytest.mark.parametrize(
    ("kind", "near", "corrected", "headline"),
    [
        ("c10", ["w03"], "w09", "9"),
        ("c100", ["w03", "c07"], "w09", "79"),
        ("test", ["w03"], "w09", "Success"),
    ],
)
def test_an_entry_of_any_kind_of_throw_is_judged_again(
    session: Session, kind: str, near: list[str], corrected: str, headline: str
) -> None:
    session.order("mode", kind=kind, intensities=[4], thrower="players")
    for place, code in enumerate(near):
        session.table.lay(code, 300 + 90 * place, NEAR_Y)
    session.look()
    session.order("confirm")
    [entry] = session.log()
    session.order("correct-entry", entry=entry["id"], seat="players", index=0, card=corrected)
    [again] = session.log()
    assert again["verdict"]["headline"] == headline != entry["verdict"]["headline"]


@pytest.mark.parametrize(("seat", "index"), [("players", 1), ("zoe", 0)])
def test_only_a_card_of_the_entry_is_corrected(session: Session, seat: str, index: int) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    [entry] = session.log()
    with pytest.raises(CommandError, match=str(index + 1)):
        session.order("correct-entry", entry=entry["id"], seat=seat, index=index, card="w02")
    assert session.log() == [entry]


def test_what_lay_there_counts_for_the_next_throw_after_a_verdict_in_the_log(store: Store) -> None:
    table = ScriptedTable()
    table.lay("s03", 900, NEAR_Y)
    session = Session(store, table=table)
    session.clash("w09", "c06")
    session.order("confirm")
    assert (session.see()["phase"], session.see()["uncounted"]) == ("confirmed", 1)
    session.order("count")
    seen = session.see()
    assert (seen["phase"], seen["throw"]["number"]) == ("gathering", 2)
    assert [[card["card"] for card in seat["cards"]] for seat in seen["seats"]] == [["s03"], []]


def test_the_host_ends_a_throw_before_all_lies_still(session: Session) -> None:
    with pytest.raises(CommandError, match="card"):
        session.order("judge-now")
    session.table.lay("w09", 300, NEAR_Y)
    session.table.lay("c06", 300, FAR_Y)
    session.table.busy = True
    session.look(0.1)
    assert session.see()["phase"] == "reading"
    session.order("judge-now")
    assert session.see()["phase"] == "verdict"


def test_a_throw_is_not_ended_while_somebody_has_no_card(session: Session) -> None:
    session.table.lay("w09", 300, NEAR_Y)
    session.look()
    with pytest.raises(CommandError, match="Not everyone who throws has a card yet"):
        session.order("judge-now")
    session.table.lay("c06", 300, FAR_Y)
    session.look()
    assert session.see()["verdict"]["tone"] == "players"


def test_one_side_lays_long_before_the_other(session: Session) -> None:
    """Each card that lay still for a moment ended the throw, and the next one began another."""
    for x, code in ((200, "m02"), (300, "c08"), (400, "w07")):
        session.table.lay(code, x, NEAR_Y)
        session.look(3.0)
    session.table.lay("m05", 300, FAR_Y)
    session.look()
    seen = session.see()
    assert [[card["card"] for card in seat["cards"]] for seat in seen["seats"]] == [
        ["m02", "c08", "w07"],
        ["m05"],
    ]
    assert "Eight of Cups (8) beats" in seen["verdict"]["spoken"]


def test_a_lone_card_that_is_taken_away_is_no_part_of_the_next_throw(session: Session) -> None:
    session.table.lay("w10", 300, NEAR_Y)
    session.look(3.0)
    session.table.take()
    session.look(5.0)
    session.clash("w02", "c06")
    seen = session.see()
    assert [[card["card"] for card in seat["cards"]] for seat in seen["seats"]] == [["w02"], ["c06"]]
    assert seen["verdict"]["tone"] == "host"


def test_nobody_chooses_where_there_is_no_choice(session: Session) -> None:
    with pytest.raises(CommandError, match="not available"):
        session.order("choose", side="players", seat="players")
    session.clash("w09", "c06")
    with pytest.raises(CommandError, match="not available"):
        session.order("choose", side="players", seat="players")


HALVES = [("players", "Players", False), ("host", "Host", False)]


def _seats(session: Session) -> list[tuple[str, str, bool]]:
    return [(seat["id"], seat["name"], seat["drawn"]) for seat in session.see()["seats"]]


def test_when_the_last_seat_goes_the_table_has_its_two_halves_again(session: Session) -> None:
    session.order("seat-add", side="players", region=[[0, 0.5], [1, 0.5], [1, 1]])
    session.order("mode", kind="test", thrower="seat1")
    for seat in ("host", "players", "seat1"):
        session.order("seat-remove", seat=seat)
    assert _seats(session) == HALVES
    assert session.see()["mode"]["thrower"] == "players"
    session.order("undo")
    assert _seats(session) == [("seat1", "Seat 3", True)]


def test_all_seats_give_way_to_the_two_halves_and_come_back_with_undo(session: Session) -> None:
    for left in (0.0, 0.5):
        session.order("seat-add", side="players", region=[[left, 0.5], [left + 0.5, 0.5], [left + 0.5, 1]])
    session.order("seat-change", seat="host", seat_name="The Fiend")
    before = _seats(session)
    session.order("seats-halves")
    assert _seats(session) == HALVES
    session.order("undo")
    assert _seats(session) == before


def test_nobody_is_sent_away_from_an_open_round(session: Session) -> None:
    session.order("round-open")
    with pytest.raises(CommandError, match="are in the Action Round"):
        session.order("seats-halves")


def test_a_new_seat_is_called_by_the_next_number_that_nobody_has(session: Session) -> None:
    for _ in range(2):
        session.order("seat-add", side="players")
    session.order("seat-remove", seat="seat1")
    for _ in range(2):
        session.order("seat-add", side="players")
    names = [seat["name"] for seat in session.see()["seats"]]
    assert names == ["Players", "Host", "Seat 4", "Seat 5", "Seat 6"]


def test_an_ignored_area_is_moved_in_one_step(session: Session) -> None:
    here, there = [[0.0, 0.0], [0.2, 0.0], [0.2, 0.2]], [[0.5, 0.5], [0.7, 0.5], [0.7, 0.7]]
    session.order("ignore-add", region=here)
    session.order("ignore-add", region=there, id="i1")
    assert session.see()["ignored"] == [{"id": "i1", "region": there}]
    session.order("undo")
    assert session.see()["ignored"] == [{"id": "i1", "region": here}]
    session.order("ignore-add", region=there, id="i9")  # Removed meanwhile: it is a new one.
    assert [area["id"] for area in session.see()["ignored"]] == ["i1", "i2"]


def test_an_ignored_area_counts_again(session: Session) -> None:
    corner = [[0.0, 0.0], [0.2, 0.0], [0.2, 0.2], [0.0, 0.2]]
    for _ in range(2):
        session.order("ignore-add", region=corner)
    session.order("ignore-remove", id="i1")
    assert [area["id"] for area in session.see()["ignored"]] == ["i2"]


def test_the_set_up_is_declined_once(session: Session) -> None:
    session.order("mode", kind="test")
    assert session.see()["wizard"]
    session.order("wizard-done")
    assert not session.see()["wizard"]


SET_UP = [
    ("seat-add", {"side": "players"}),
    ("significators", {"seat": "players", "cards": ["m00"]}),
    ("ignore-add", {"region": [[0.0, 0.0], [0.2, 0.0], [0.2, 0.2]]}),
    ("view", {"swap": True}),
    ("source", {"spec": "0"}),
    ("camera", {"fps": 15}),
    ("decks", {"names": ["rws"]}),
    ("copies", {"deck": "rws", "copies": 2}),
    ("language", {"language": "de"}),
    ("decks-list", {"players": ["w01"], "horror": None}),
]


@pytest.mark.parametrize(("name", "arguments"), SET_UP, ids=[name for name, _ in SET_UP])
def test_who_sets_anything_up_is_not_invited_to_it(
    session: Session, name: str, arguments: dict[str, object]
) -> None:
    assert session.see()["wizard"]
    session.order(name, **arguments)
    assert not session.see()["wizard"]
    session.order("undo")
    assert session.see()["wizard"]


def test_the_second_session_is_not_called_the_first(session: Session, store: Store) -> None:
    assert session.see()["wizard"]
    session.order("session-new", session_name="The next one")
    assert not session.see()["wizard"]
    again = Session(store, run="run-2")
    assert not again.see()["wizard"]


def test_the_set_up_is_offered_until_a_throw_is_in_the_log(session: Session) -> None:
    session.clash("w09", "c06")
    assert session.see()["wizard"]
    session.order("confirm")
    assert not session.see()["wizard"]


def test_a_card_has_its_own_picture_while_it_lies_there(session: Session) -> None:
    near, _ = session.clash("w09", "c06")
    crop = session.table_state.crop(near)
    assert crop is not None
    assert crop.shape == (240, 140, 3)
    session.table.take(near)
    session.look()
    assert session.table_state.crop(near) is None


def test_an_unread_card_that_is_gone_under_a_hand_is_waited_for(session: Session) -> None:
    session.table.lay("w03", 300, NEAR_Y)
    unread = session.table.lay(None, 300, FAR_Y)
    session.look()
    assert session.see()["question"]["kind"] == "unreadable"
    session.table.take(unread)
    session.table.busy = True
    session.look(0.1)
    assert session.see()["question"] is None, "it may be in that hand"
    session.table.busy = False
    session.look(0.1)
    assert [seat["up"] for seat in session.see()["seats"]] == [1, 0], "it was taken away"


def test_one_act_writes_one_event(session: Session) -> None:
    journal = session.table_state.copy().journal
    journal.write("thrown", {})
    with pytest.raises(AssertionError, match="one event"):
        journal.write("thrown", {})


class Around:
    """The program around the table: it writes down what it is asked for, and knows no camera 9."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.program = Program(
            check_source=self.check_source,
            hide_password=lambda word: word.replace("secret", "***"),
            source_in_use=lambda: "2",
            check_decks=lambda names: self.asked.append(("decks", names)),
            apply_vision_settings=lambda even_if_same: self.asked.append(("look", even_if_same)),
            open_network=lambda allow: self.asked.append(("network", allow)),
            open_phone=lambda allow: self.asked.append(("phone", allow)),
            end_phone=lambda: self.asked.append(("phone", None)),
            record_session=lambda on, pictures: self.asked.append(("record", (on, pictures))),
            end_device=lambda device: self.asked.append(("device", device)),
        )

    def check_source(self, word: str) -> None:
        self.asked.append(("source", word))
        if word == "9":
            raise CommandError("no-such-source", given=word)


@pytest.mark.parametrize(
    ("document", "asked", "at_home"),
    [
        ({"name": "source", "spec": "demo"}, [("source", "demo"), ("look", True)], False),
        (
            {"name": "source", "spec": "http://me:secret@cam/"},
            [("source", "http://me:***@cam/"), ("look", True)],
            True,
        ),
        ({"name": "source-keep"}, [("look", False)], False),
        ({"name": "decks", "names": ["rws"]}, [("decks", ("rws",)), ("look", False)], False),
        ({"name": "copies", "deck": "rws", "copies": 2}, [("look", False)], False),
        ({"name": "phone", "allow": True}, [("phone", True)], False),
        ({"name": "network", "allow": True}, [("network", True)], False),
        ({"name": "phone-end"}, [("phone", None)], False),
        (
            {"name": "recording", "on": True, "pictures": False},
            [("record", (True, False))],
            True,
        ),
        ({"name": "device-end", "device": 3}, [("device", 3)], False),
        ({"name": "confirm"}, [], False),
    ],
    ids=str,
)
def test_a_command_asks_of_the_program_what_it_needs(
    session: Session, document: dict[str, Any], asked: list[tuple[str, Any]], at_home: bool
) -> None:
    session.clash("w09", "c06")
    around = Around()
    wanted = parse_command({"version": session.table_state.version, **document}).prepared(around.program)
    assert wanted.only_at_home() is at_home
    after = carry_out(session.table_state, wanted)
    wanted.follow_up(around.program)
    assert around.asked == asked
    assert "secret" not in str(after.source)


def test_a_camera_that_is_not_there_is_refused_before_the_table_hears_of_it() -> None:
    around = Around()
    with pytest.raises(CommandError, match="9"):
        parse_command({"version": 0, "name": "source", "spec": "9"}).prepared(around.program)


@pytest.mark.parametrize("state", [TrackState.MOVING, TrackState.STILL])
def test_a_card_that_is_pushed_is_not_asked_about_while_it_is_read_again(
    session: Session, state: TrackState
) -> None:
    key, _ = session.clash("w09", "c06")
    before = session.see()["verdict"]
    session.table.change(key, code=None, deck=None, reversed=None, confidence=0.0, state=state)
    session.look(0.1)
    session.look(0.1)
    seen = session.see()
    assert (seen["phase"], seen["question"], seen["verdict"]) == ("verdict", None, before)
    session.table.change(key, state=TrackState.UNREADABLE)
    session.look(0.1)
    assert session.see()["question"]["key"] == f"t{key}"


def test_the_number_of_the_throw_changes_with_the_next_card(session: Session) -> None:
    """Over the cards of the throw that was confirmed stands that throw's own number."""
    keys = session.clash("w09", "c06")
    assert session.see()["throw"]["number"] == 1
    session.order("confirm")
    assert session.see()["throw"]["number"] == 1
    session.table.take(*keys)
    session.look(2.0)
    session.table.down(300, 600)
    session.look()
    assert session.see()["throw"]["number"] == 2


def test_a_card_that_was_taken_away_still_counts_and_is_not_shown_where_it_lay(session: Session) -> None:
    keys = session.clash("w09", "c06")
    session.order("confirm")
    assert [card["here"] for seat in session.see()["seats"] for card in seat["cards"]] == [True, True]
    session.table.take(keys[0])
    session.look()
    cards = {card["card"]: card["here"] for seat in session.see()["seats"] for card in seat["cards"]}
    assert cards == {"w09": False, "c06": True}


def test_the_source_that_is_looked_through_is_what_is_remembered(session: Session) -> None:
    session.order("source", spec="http://127.0.0.1:9/video")
    session.order("source-keep", spec="2")
    assert session.table_state.source == "2"
    session.order("undo")
    assert session.table_state.source == "http://127.0.0.1:9/video"


@pytest.mark.parametrize(
    ("name", "arguments", "field", "plain"),
    [
        ("record", {"system": "pulp", "document": {"kind": "deal", "cards": "many"}}, "cards", True),
        ("mode", {"intensities": [99]}, "mode.intensities.0", False),
        ("seat-change", {"seat": "nobody", "seat_name": "Ann"}, "", False),
    ],
)
def test_what_does_not_fit_names_its_field_for_scripts(
    session: Session, name: str, arguments: dict[str, object], field: str, plain: bool
) -> None:
    with pytest.raises(CommandError) as refused:
        session.order(name, **arguments)
    assert refused.value.named.get("field", "") == field
    assert bool(refused.value.named.get("plain")) == plain
