"""What events add up to, step by step: an event or a change in, the state out."""

from __future__ import annotations

from typing import Any

import pytest

from webui.storage.databases.packed import pack
from webui.storage.store import StoredEvent
from webui.table.log.damage import DamagedError
from webui.table.log.events import Thrown
from webui.table.log.logged import Entry
from webui.table.log.projection import MisfitEventError, Projection, project
from webui.table.modes.counting import Claim
from webui.table.modes.rounds import begin
from webui.table.seen.carry_over import LyingCard
from webui.table.seen.overrides import CardOverride
from webui.table.settings import Seat, Settings

ANN = Seat(id="ann", name="Ann", side="players", colour="#6fb1d6", stats={"agility": 5})
BILL = Seat(id="bill", name="Bill", side="host", colour="#d98a4b", stats={"agility": 3})
THROWN: dict[str, Any] = {"throw": 1, "mode": "c10", "picture": None, "crops": [], "seats": []}
DRAWN = {"kind": "c10", "cards": ["w05"]}
FIVE = {"value": 5, "values": [5], "ignored": [], "rule": ["D6"], "say": "C10: 5."}


def stored(number: int, kind: str, **payload: Any) -> StoredEvent:
    return StoredEvent(number, "s", "2026-11-20T21:14:00.000+00:00", kind, pack(payload))


def said(**more: Any) -> Thrown:
    return Thrown.model_validate({**THROWN, "document": DRAWN, "result": FIVE, **more})


def entry(number: int, **more: Any) -> Entry:
    return Entry.of(stored(number, "judged"), said()).with_(**more)


def override(event: int, throw: int) -> CardOverride:
    return CardOverride(event, throw, "run", event, (0.1 * event, 0.5), None)


def keep_of(system: str, document: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    return {"system": system, "document": document, **more}


# --- events, one after the other ---


def test_events_add_up_in_their_order() -> None:
    state = project(
        [stored(1, "settings", language="de"), stored(2, "settings", language="en", decks=["rws"])]
    )
    assert (state.settings.language, state.settings.decks) == ("en", ("rws",))
    assert state.set_by == {"language": 2, "decks": 2}


def test_what_is_known_already_is_gone_on_from_and_left_as_it_was() -> None:
    before = project([stored(1, "settings", language="de")])
    after = project([stored(2, "settings", decks=["rws"])], before)
    assert (after.settings.language, after.settings.decks) == ("de", ("rws",))
    assert (before.settings.decks, before.set_by) == ((), {"language": 1})


def test_an_undone_event_is_left_out_and_an_undo_may_be_undone() -> None:
    kept = [stored(number, "desk", **keep_of("pulp", {"n": number})) for number in (1, 2)]
    assert project(kept).worksheets == {"pulp": {"n": 2}}
    undo = stored(3, "undone", event=2)
    assert project([*kept, undo]).worksheets == {"pulp": {"n": 1}}
    assert project([*kept, undo, stored(4, "undone", event=3)]).worksheets == {"pulp": {"n": 2}}
    both = [*kept, undo, stored(4, "undone", event=1)]
    assert project(iter(both)).worksheets == {}


def test_what_can_be_undone_is_known_oldest_first_until_a_session_begins() -> None:
    events = [
        stored(1, "desk", **keep_of("pulp", {})),
        stored(2, "settings", language="de"),
        stored(3, "desk", **keep_of("dragon", {})),
    ]
    state = project(events)
    assert [event.id for event in state.undoable if event.kind == "desk"] == [1, 3]
    newest = state.worksheet_event
    assert newest == events[2]
    state.begin_session()
    assert not state.undoable
    assert state.worksheet_event is None
    assert state.worksheets == {"pulp": {}, "dragon": {}}, "what lies there stays"


def test_an_undone_throw_stays_in_the_log_as_undone() -> None:
    payload = {**THROWN, "document": DRAWN, "result": {}, "system": "pulp"}
    state = project([stored(1, "recorded", **payload), stored(2, "undone", event=1)])
    (kept,) = state.entries.values()
    assert (kept.id, kept.undone, kept.system) == (1, True, "pulp")
    assert state.undoable == []


def test_an_event_that_does_not_fit_is_named_with_the_refusal_if_there_is_one() -> None:
    with pytest.raises(MisfitEventError, match=r"^event 7 does not fit what came before it$") as raised:
        project([stored(7, "never heard of")])
    assert raised.value.event == 7
    assert isinstance(raised.value.why, DamagedError)
    assert raised.value.why.code == "event-unknown"
    with pytest.raises(MisfitEventError) as raised:
        project([stored(1, "settings", language="de"), stored(8, "desk", system=3)])
    assert (raised.value.event, raised.value.why) == (8, None)
    assert raised.value.__cause__ is not None


def test_an_event_of_no_known_kind_that_was_undone_matters_no_more() -> None:
    assert project([stored(7, "never heard of"), stored(8, "undone", event=7)]) == Projection()


# --- requests that were carried out ---


def test_a_request_is_carried_out_once() -> None:
    state = Projection()
    assert not state.has_recorded(None)
    assert not state.has_recorded("7:ab")
    state.put_entry(entry(1, request="7:ab"))
    assert state.has_recorded("7:ab") is True
    assert not state.has_recorded("8:ab")
    assert not state.has_recorded(None), "who says nothing of what they saw is never held back"
    state.change_entry(1, undone=True)
    assert not state.has_recorded("7:ab"), "an undone throw may be thrown again"


def test_a_request_during_an_example_is_known_from_the_worksheet() -> None:
    state = Projection()
    state.note_worksheet_event(stored(3, "desk", **keep_of("pulp", {}, request="7:ab")))
    assert state.has_recorded("7:ab")
    assert not state.has_recorded("8:ab")
    state.note_worksheet_event(stored(4, "desk", **keep_of("pulp", {})))
    assert not state.has_recorded("7:ab")


# --- entries ---


def test_entries_are_put_changed_and_dropped_by_their_number() -> None:
    state = Projection()
    state.put_entry(entry(1))
    state.put_entry(entry(2, note="A feint."))
    state.put_entry(entry(1, note="Again."))
    assert [each.whole.note for each in state.entries.values()] == ["Again.", "A feint."]
    state.change_entry(2, note="No feint.", removed=True)
    assert (state.entries[2].whole.note, state.entries[2].removed) == ("No feint.", True)
    assert state.drop_entry(3) is None
    assert state.drop_entry(None) is None
    dropped = state.drop_entry(1)
    assert dropped == entry(1, note="Again.")
    assert list(state.entries) == [2]


def test_a_verdict_that_stood_is_kept_once_another_throw_begins() -> None:
    state = Projection()
    state.put_entry(entry(1, stands=True))
    state.end_standing(None)
    state.end_standing(2)
    assert [each.stands for each in state.entries.values()] == [True]
    state.end_standing(1)
    assert [each.stands for each in state.entries.values()] == [False]


def test_undone_the_verdict_that_was_replaced_stands_again() -> None:
    state = Projection()
    state.put_entry(entry(1))
    state.put_entry(entry(2))
    state.undo_entry(stored(2, "judged"), said(instead=1))
    assert (state.entries[1].taken_back, state.entries[1].undone) == (True, False)
    assert (state.entries[2].taken_back, state.entries[2].undone) == (False, True)
    state.undo_entry(stored(3, "judged"), said())
    assert (state.entries[3].undone, len(state.entries)) == (True, 3)


# --- settings, claims, the round ---


def test_settings_are_changed_beside_the_others() -> None:
    state = Projection(settings=Settings(language="de"))
    state.set_settings({"decks": ["rws"]}, 4)
    state.set_settings({"copies": {"rws": 2}}, 5)
    assert (state.settings.language, state.settings.decks, state.settings.copies) == (
        "de",
        ("rws",),
        {"rws": 2},
    )
    assert state.set_by == {"decks": 4, "copies": 5}


def test_claims_are_set_and_taken_back_by_seat() -> None:
    state = Projection(settings=Settings(seats=(ANN, BILL)))
    state.set_claim("ann", Claim(skill="agility"))
    state.set_claim("bill", Claim(skill="Luck"))
    state.set_claim("ann", Claim(skill="Stealth"))
    assert state.claims == {"bill": Claim(skill="Luck"), "ann": Claim(skill="Stealth")}
    assert (state.counting.claims, state.counting.settings) == (state.claims, state.settings)
    state.set_claim("bill", None)
    state.set_claim("zoe", None)
    assert state.claims == {"ann": Claim(skill="Stealth")}


def fighters(state: Projection) -> dict[str, int]:
    """Who is in the open round, with their Agility."""
    characters = [] if state.round is None else state.round.document["characters"]
    return {each["id"]: each["agility"] for each in characters}


def test_the_round_follows_what_is_noted_of_the_seats() -> None:
    state = Projection(settings=Settings(seats=(ANN, BILL)))
    state.follow_seats(ends=True, joins="ann")
    assert fighters(state) == {}
    state.set_round(begin((ANN,), seed=1))
    state.choices = {"players": "ann"}
    state.settings = Settings(seats=(ANN.model_copy(update={"stats": {"agility": 9}}), BILL))
    state.follow_seats(ends=False, joins=None)
    assert fighters(state) == {"ann": 9}
    state.follow_seats(ends=False, joins="bill")
    assert fighters(state) == {"ann": 9, "bill": 3}
    assert state.choices == {"players": "ann"}
    state.follow_seats(ends=True, joins="bill")
    assert state.round is None
    assert state.choices == {}
    state.set_round(begin((ANN,), seed=1))
    state.set_round(None)
    assert fighters(state) == {}


def test_a_worksheet_is_kept_until_it_is_cleared() -> None:
    state = Projection()
    state.keep_worksheet("pulp", {"difficulty": 1})
    state.keep_worksheet("dragon", {})
    state.keep_worksheet("pulp", {"difficulty": 2})
    assert state.worksheets == {"pulp": {"difficulty": 2}, "dragon": {}}
    state.keep_worksheet("pulp", None)
    state.keep_worksheet("chronica", None)
    assert state.worksheets == {"dragon": {}}


# --- the throw on the table ---


def test_with_another_throw_all_about_the_last_is_forgotten() -> None:
    card = LyingCard(card="w05", face="up", quad=[[0.0, 0.0]] * 4)
    state = Projection(settings=Settings(language="de"))
    state.lay([card])
    assert state.lying == [card]
    state.choices, state.claims = {"players": "ann"}, {"ann": Claim()}
    state.accepted, state.accepted_counts = {"w05"}, {"ann"}
    state.reshuffled, state.set_by = {"players": 3}, {"language": 1}
    state.no_cards = [override(1, 1)]
    state.corrections, state.assignments, state.counted = (
        [override(number, 1), override(number + 1, 2)] for number in (2, 4, 6)
    )
    state.forget_throw(confirmed=2)
    assert (state.lying, state.choices, state.claims, state.accepted, state.accepted_counts) == (
        *([], {}, {}),
        *(set(), set()),
    )
    held = [[each.event for each in kept] for kept in (state.corrections, state.assignments, state.counted)]
    assert held == [[3], [5], [7]], "those of the confirmed throw still lie there"
    assert [each.event for each in state.no_cards] == [1]
    assert (state.settings.language, state.reshuffled, state.set_by) == (
        "de",
        {"players": 3},
        {"language": 1},
    )
    state.forget_throw()
    assert (state.corrections, state.assignments, state.counted) == ([], [], [])


def test_what_is_named_is_a_card_again_and_other_objects_stay_none() -> None:
    state = Projection()
    state.no_cards = [override(1, 1), override(2, 1)]
    state.drop_no_card(override(1, 4))
    assert [each.event for each in state.no_cards] == [2]
