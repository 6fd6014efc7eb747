"""A fight beyond its rounds: who comes and goes, what is noted, what stays with the seats, the foes prepared."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.session import Session
from webui.storage.store import Store
from webui.table.errors import CommandError
from webui.table.rendering.deeds import hero_of

REGIONS = {
    "Ann": ("players", (0, 0.3, 0.5, 1)),
    "Bill": ("players", (0.3, 0.6, 0.5, 1)),
    "The Fiend": ("host", (0, 1, 0, 0.5)),
}
PLACES = {"Ann": (100, 600), "Bill": (500, 600), "The Fiend": (640, 120)}


@pytest.fixture
def session(session: Session) -> Session:
    """Ann and Bill against the Fiend; nothing is noted of anybody."""
    for name, (side, (x0, x1, y0, y1)) in REGIONS.items():
        region = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        session.order("seat-add", seat_name=name, side=side, region=region)
    session.order("seat-remove", seat="players")
    session.order("seat-remove", seat="host")
    return session


def who(session: Session) -> dict[str, str]:
    return {seat["name"]: seat["id"] for seat in session.see()["seats"]}


def note(session: Session, name: str, **stats: int) -> None:
    for stat, value in stats.items():
        session.order("note-stat", seat=who(session)[name], stat=stat, value=value)


def announce(session: Session, **said: Any) -> None:
    """Everybody announces in their turn; those who are not named pass."""
    by_name = {key: name for name, key in who(session).items()}
    while session.see()["round"]["speaker"]:
        speaker = session.see()["round"]["speaker"]
        name = by_name[speaker].replace(" ", "_")
        recovering = [each["seat"] for each in session.see()["round"]["waiting"] if each["for"] == "recovery"]
        if speaker in recovering:
            session.order("announce", seat=speaker, recovered=True)
        session.order("announce", seat=speaker, **said.get(name, {"action": {"kind": "nothing"}}))


def attack(session: Session, target: str, **more: Any) -> dict[str, Any]:
    action = {"kind": "attack", "target": [who(session)[target]]}
    return {"action": action, "manner": "close-combat", **more}


def throw(session: Session, **cards: tuple[str, ...]) -> None:
    laid = []
    for name, codes in cards.items():
        x, y = PLACES.get(name.replace("_", " "), (900, 120))
        laid += [(session.table.down(x + 60 * place, y), code) for place, code in enumerate(codes)]
    session.look()
    for key, code in laid:
        session.table.flip(key, code)
    session.look()
    session.order("confirm")


def unknown(session: Session) -> set[tuple[str, str, str]]:
    names = {key: name for name, key in who(session).items()}
    return {(names[each["seat"]], each["stat"], each["for"]) for each in session.see()["round"]["unknown"]}


# --- what is not noted (D30b) ---


def test_no_agility_is_invented(session: Session) -> None:
    session.order("round-open")
    assert {each[0] for each in unknown(session) if each[2] == "order"} == {"Ann", "Bill", "The Fiend"}
    note(session, "Ann", agility=2)
    assert session.see()["round"]["order"][-1] == who(session)["Ann"], (
        "those of unknown Agility announce first"
    )
    assert ("Ann", "agility", "order") not in unknown(session)


def test_d30b_a_stat_that_is_not_noted_is_compared_with_nothing_and_said(session: Session) -> None:
    note(session, "Ann", agility=6)
    note(session, "The Fiend", agility=2)
    session.order("round-open")
    announce(session, Ann=attack(session, "The Fiend"), The_Fiend=attack(session, "Ann"))
    assert ("The Fiend", "toughness", "higher-stat") in unknown(session)
    cards = session.see()["round"]["cards"]
    assert [cards[who(session)[name]]["cards"] for name in ("Ann", "The Fiend")] == [1, 1]
    note(session, "Ann", toughness=4)
    note(session, "The Fiend", toughness=2)
    assert unknown(session) == {("Bill", "agility", "order")}
    assert session.see()["round"]["cards"][who(session)["Ann"]]["cards"] == 2


def test_d30b_a_number_to_beat_that_nobody_has_noted_is_waited_for(session: Session) -> None:
    session.order("round-open")
    announce(session, Ann=attack(session, "The Fiend"))
    waiting = [(each["seat"], each["for"], each["stat"]) for each in session.see()["round"]["waiting"]]
    assert (who(session)["The Fiend"], "number", "agility") in waiting
    throw_ = session.table.down(*PLACES["Ann"])
    session.look()
    session.table.flip(throw_, "w04")
    session.look()
    note(session, "The Fiend", agility=3)
    board = {line["name"]: line["text"] for line in session.see()["verdict"]["board"]}
    assert board["Ann"] == "succeeds, 4 > 3"


def test_d30b_what_nobody_interferes_with_waits_for_an_unknown_number_too(session: Session) -> None:
    session.order("round-open")
    announce(session, Ann=attack(session, "The Fiend", contested=False))
    key = session.table.down(*PLACES["Ann"])
    session.look()
    session.table.flip(key, "w04")
    session.look()
    waiting = [(each["seat"], each["for"]) for each in session.see()["round"]["waiting"]]
    assert (who(session)["The Fiend"], "number") in waiting
    assert session.see()["verdict"] is None


# --- who comes and goes ---


def test_somebody_who_comes_late_announces_too(session: Session) -> None:
    note(session, "Ann", agility=3)
    note(session, "The Fiend", agility=2)
    session.order("round-open")
    session.order("round-leave", seat=who(session)["Bill"])
    assert session.see()["round"]["order"] == [who(session)["The Fiend"], who(session)["Ann"]]
    note(session, "Bill", agility=1)
    session.order("round-join", seat=who(session)["Bill"])
    assert session.see()["round"]["speaker"] == who(session)["Bill"]
    session.order("undo")
    assert who(session)["Bill"] not in session.see()["round"]["order"]


def test_who_comes_when_cards_are_flipped_is_in_the_next_round(session: Session) -> None:
    for name in ("Ann", "The Fiend"):
        note(session, name, agility=3, toughness=2)
    session.order("round-open")
    session.order("round-leave", seat=who(session)["Bill"])
    announce(session, Ann=attack(session, "The Fiend"), The_Fiend=attack(session, "Ann"))
    throw(session, Ann=("w09",), The_Fiend=("s06",))
    session.order("round-join", seat=who(session)["Bill"])
    assert session.see()["round"]["joining"] == [who(session)["Bill"]]
    session.order("round-leave", seat=who(session)["Ann"])
    assert session.see()["round"]["leaving"] == [who(session)["Ann"]]
    session.order("round-next")
    assert set(session.see()["round"]["order"]) == {who(session)["Bill"], who(session)["The Fiend"]}


def test_who_changes_their_mind_when_cards_are_flipped_stays_or_stays_away(session: Session) -> None:
    for name in ("Ann", "The Fiend"):
        note(session, name, agility=3, toughness=2)
    session.order("round-open")
    session.order("round-leave", seat=who(session)["Bill"])
    announce(session, Ann=attack(session, "The Fiend"), The_Fiend=attack(session, "Ann"))
    throw(session, Ann=("w09",), The_Fiend=("s06",))
    session.order("round-join", seat=who(session)["Bill"])
    with pytest.raises(CommandError, match="Bill"):
        session.order("round-join", seat=who(session)["Bill"])
    session.order("round-leave", seat=who(session)["Bill"])
    assert session.see()["round"]["joining"] == []
    session.order("round-leave", seat=who(session)["Ann"])
    session.order("round-join", seat=who(session)["Ann"])
    assert session.see()["round"]["leaving"] == []


def test_whom_an_action_names_leaves_at_the_end_of_the_round(session: Session) -> None:
    for name in ("Ann", "Bill", "The Fiend"):
        note(session, name, agility=3)
    session.order("round-open")
    announce(session, Ann=attack(session, "The Fiend"))
    session.order("round-leave", seat=who(session)["The Fiend"])
    assert session.see()["round"]["leaving"] == [who(session)["The Fiend"]]
    assert who(session)["The Fiend"] in session.see()["round"]["order"]


def test_the_last_one_does_not_leave(session: Session) -> None:
    session.order("round-open")
    for name in ("Ann", "Bill"):
        session.order("round-leave", seat=who(session)[name])
    with pytest.raises(CommandError):
        session.order("round-leave", seat=who(session)["The Fiend"])


def test_what_is_noted_between_rounds_holds_in_the_next(session: Session) -> None:
    note(session, "Ann", agility=2)
    note(session, "Bill", agility=4)
    note(session, "The Fiend", agility=5)
    session.order("round-open")
    announce(session)
    note(session, "Ann", agility=9)
    assert session.see()["round"]["order"][0] == who(session)["Ann"], "whoever has announced keeps the place"
    session.order("round-next")
    assert session.see()["round"]["order"][-1] == who(session)["Ann"]


def test_d23_equals_draw_lots_again_before_anybody_announces(session: Session) -> None:
    session.order("round-open")
    assert session.see()["round"]["may_draw"]
    orders = set()
    for _ in range(12):
        session.order("round-lots")
        orders.add(tuple(session.see()["round"]["order"]))
    assert len(orders) > 1
    session.order("announce", seat=session.see()["round"]["speaker"], action={"kind": "nothing"})
    with pytest.raises(CommandError):
        session.order("round-lots")


# --- what stays with the seat ---


def fought(session: Session) -> None:
    """Ann's Toughness is 2; she takes 5 damage."""
    for name in ("Ann", "The Fiend"):
        note(session, name, agility=3, toughness=2)
    session.order("round-open")
    announce(session, Ann=attack(session, "The Fiend"), The_Fiend=attack(session, "Ann"))
    throw(session, Ann=("w03",), The_Fiend=("s09",))
    session.order("throw-damage", seat=who(session)["Ann"])
    session.table.take()
    session.look()
    throw(session, The_Fiend=("s05", "s08"))


def seat_of(session: Session, name: str) -> dict[str, Any]:
    return next(seat for seat in session.see()["seats"] if seat["name"] == name)


def test_wounds_stay_with_the_seat_until_they_are_given_back(session: Session) -> None:
    fought(session)
    (hit,) = session.see()["round"]["hits"]
    assert hit["say"] == "5 damage of 2 Toughness: Out of the Fight, recovers before announcing."
    session.order("round-close")
    ann = seat_of(session, "Ann")
    assert (ann["conditions"], ann["lost_toughness"]) == (["out-of-the-fight"], 5)
    session.order("round-open")
    assert {"seat": ann["id"], "for": "recovery", "stat": None} in session.see()["round"]["waiting"]
    session.order("round-close")
    session.order("give-back", seat=ann["id"], points=4)
    session.order("mark", seat=ann["id"], condition="out-of-the-fight", holds=False)
    ann = seat_of(session, "Ann")
    assert (ann["conditions"], ann["lost_toughness"]) == ([], 1)
    session.order("undo")
    session.order("undo")
    assert seat_of(session, "Ann")["lost_toughness"] == 5


def test_d20_a_point_of_toughness_ends_an_injury_in_the_fight(session: Session) -> None:
    fought(session)
    session.order("round-next")
    announce(session)
    session.order("round-next")
    assert session.see()["round"]["conditions"][who(session)["Ann"]] == ["injured"]
    session.order("give-back", seat=who(session)["Ann"], points=1)
    assert who(session)["Ann"] not in session.see()["round"]["conditions"]
    assert session.see()["round"]["lost_toughness"] == {who(session)["Ann"]: 4}


def test_nothing_is_given_back_to_whom_nothing_is_lost(session: Session) -> None:
    with pytest.raises(CommandError):
        session.order("give-back", seat=who(session)["Ann"], points=1)
    session.order("round-open")
    with pytest.raises(CommandError):
        session.order("give-back", seat=who(session)["Ann"], points=1)


def test_a_stat_that_is_not_known_any_more_is_not_noted(session: Session) -> None:
    note(session, "Ann", agility=3)
    session.order("note-stat", seat=who(session)["Ann"], stat="Agility", value=None)
    assert seat_of(session, "Ann")["stats"] == {}


def test_a_fight_that_ended_is_over_after_a_restart(session: Session, store: Store) -> None:
    fought(session)
    session.order("round-close")
    again = Session(store, run="run-2", table=session.table)
    assert again.see()["round"] is None
    assert seat_of(again, "Ann")["lost_toughness"] == 5
    again.order("session-new", session_name="Friday")
    assert seat_of(again, "Ann")["lost_toughness"] == 5


# --- weapons with the seat ---


def test_d18_the_weapon_that_a_seat_carries_counts_at_the_range_that_was_tapped(session: Session) -> None:
    for name in ("Ann", "The Fiend"):
        note(session, name, agility=3, toughness=2)
    session.order("seat-change", seat=who(session)["Ann"], weapons={"close": 0, "10 feet": 3})
    session.order("seat-change", seat=who(session)["The Fiend"], weapons={"close": 2})
    session.order("round-open")
    shoots = attack(session, "The Fiend") | {"manner": "shooting"}
    announce(session, Ann=shoots, The_Fiend=attack(session, "Ann"))
    assert ("Ann", "range", "weapon") in unknown(session)
    session.order("range", seat=who(session)["Ann"], foe=who(session)["The Fiend"], range="10 feet")
    ann, fiend = who(session)["Ann"], who(session)["The Fiend"]
    reasons = {seat: session.see()["round"]["cards"][seat]["reasons"] for seat in (ann, fiend)}
    assert {"by": "+1", "text": "weapon", "rule": "D18"} in reasons[ann]
    session.order("range", seat=ann, foe=fiend, range="close")
    reasons = {seat: session.see()["round"]["cards"][seat]["reasons"] for seat in (ann, fiend)}
    assert {"by": "+1", "text": "weapon", "rule": "D18"} in reasons[fiend]
    assert {"by": "+1", "text": "weapon", "rule": "D18"} not in reasons[ann]


def test_d18_how_far_the_foe_is_may_be_said_with_the_announcement(session: Session) -> None:
    for name in ("Ann", "Bill", "The Fiend"):
        note(session, name, agility=3, toughness=2)
    session.order("round-open")
    shoots = attack(session, "The Fiend") | {"manner": "shooting", "range": "10 feet"}
    announce(session, Ann=shoots)
    (line,) = session.see()["round"]["ranges"]
    assert set(line["between"]) == {who(session)["Ann"], who(session)["The Fiend"]}
    assert line["range"] == "10 feet"


# --- foes that are prepared ---


def test_a_foe_that_is_kept_again_is_as_the_seat_is_now(session: Session) -> None:
    session.order("foe-keep", seat=who(session)["The Fiend"])
    note(session, "The Fiend", toughness=4)
    session.order("foe-keep", seat=who(session)["The Fiend"])
    (foe,) = session.see()["foes"]
    assert foe["stats"] == {"toughness": 4}


def test_the_first_foe_has_the_hosts_half_of_the_table(session: Session) -> None:
    session.order("foe-add", foe_name="Ghoul")
    session.order("seat-remove", seat=who(session)["The Fiend"])
    session.order("foe-enter", foe=session.see()["foes"][0]["id"])
    assert {y for _, y in seat_of(session, "Ghoul")["region"]} == {0.0, 0.5}


def test_a_prepared_foe_comes_on_with_one_command(session: Session) -> None:
    session.order(
        "foe-add",
        foe_name="Ghoul",
        stats={"agility": 4, "toughness": 3},
        specials=[{"card": "s09", "text": "it smiles"}],
        weapons={"close": 1},
    )
    session.order("round-open")
    (foe,) = session.see()["foes"]
    session.order("foe-enter", foe=foe["id"])
    session.order("foe-enter", foe=foe["id"])
    first, second = seat_of(session, "Ghoul"), seat_of(session, "Ghoul 2")
    assert first["id"] in session.see()["round"]["order"]
    assert second["stats"] == {"agility": 4, "toughness": 3}
    assert first["region"] != second["region"] != seat_of(session, "The Fiend")["region"]
    session.order("foe-keep", seat=who(session)["The Fiend"])
    assert [each["name"] for each in session.see()["foes"]] == ["Ghoul", "The Fiend"]
    assert "foes" not in session.see("players"), "they are the Host's secret"
    session.order("foe-change", foe=foe["id"], stats={"agility": 1})
    session.order("foe-remove", foe=session.see()["foes"][1]["id"])
    assert [each["stats"] for each in session.see()["foes"]] == [{"agility": 1}]


# --- the board of deeds ---


def test_where_nobody_has_thrown_no_deed_is_the_most_dramatic() -> None:
    assert hero_of([]) is None


def test_everybody_reads_what_became_of_their_deed(session: Session) -> None:
    for name in ("Ann", "Bill", "The Fiend"):
        note(session, name, agility=3, toughness=2)
    session.order("round-open")
    announce(
        session,
        Ann=attack(session, "The Fiend"),
        Bill=attack(session, "The Fiend"),
        The_Fiend=attack(session, "Ann"),
    )
    cards = session.see()["round"]["cards"]
    counted = {name: cards[key]["cards"] for name, key in who(session).items()}
    throw(
        session,
        Ann=("w08", "w01")[: counted["Ann"]],
        Bill=("c09", "c01")[: counted["Bill"]],
        The_Fiend=("s06", "s02")[: counted["The Fiend"]],
    )
    verdict = session.see()["verdict"]
    board = {line["name"]: (line["deed"], line["fate"], line["text"]) for line in verdict["board"]}
    assert board == {
        "Ann": ("attacks The Fiend", "outdone", "outdone by Bill, 8 < 9"),
        "Bill": ("attacks The Fiend", "happens", "succeeds, 9 > 3"),
        "The Fiend": ("attacks Ann", "outdone", "outdone by Bill, 6 < 9"),
    }
    assert verdict["hero"] == who(session)["Bill"]
    assert [line["seat"] for line in verdict["board"]] == session.see()["round"]["order"]
