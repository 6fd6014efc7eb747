"""Figures over sessions, held to a session that can be counted by hand."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from typing import Any

import pytest

from tests.webui.http.live import Live
from tests.webui.session import Session
from webui.documents.demon_city.shapes import Answer
from webui.storage.store import Store, StoredEvent
from webui.table.contract.figures import Figures
from webui.table.log.events import SeatChances
from webui.table.log.figures import count, figures_of
from webui.table.log.library import WHOLE, Library
from webui.table.log.logged import Entry, LoggedEntry, logged
from webui.table.log.projection import Projection
from webui.table.log.reading import read_events
from webui.table.modes.mode import answered

CAST: dict[str, Any] = {"colour": "#6fb1d6", "significators": [], "cards": []}
SEATS = {"ann": ("Ann", "players"), "bill": ("Bill", "players"), "fiend": ("The Fiend", "host")}


def entry(document: dict[str, Any], odds: dict[str, float] | None = None, **more: Any) -> LoggedEntry:
    """An entry of the log; ``odds`` are chances to win by seat, with one in ten to be critical."""
    throwers = document.get("participants") or document.get("throwers") or [document["thrower"]]
    seats = [
        CAST | {"id": each["id"], "name": SEATS[each["id"]][0], "side": SEATS[each["id"]][1]}
        for each in throwers
    ]
    chances = {
        seat: {"win": win, "critical": 0.1, "tie": 0.0, "fumble": 0.0} for seat, win in (odds or {}).items()
    }
    kept = {"id": 1, "seats": seats, "document": document, "result": answered(document, Answer).serialize()}
    made = {"at": "", "throw": 1, "mode": "clash", "picture": None, "crops": [], "odds": chances or None}
    return logged(Entry.model_validate(kept | made | more))


def clash(**cards: str) -> dict[str, Any]:
    """Everybody attacks somebody on the other side, who resists with nothing."""

    def attack(seat: str) -> dict[str, Any]:
        target = "fiend" if SEATS[seat][1] == "players" else next(each for each in cards if each != "fiend")
        resist = {"resist": 3} if seat == "bill" else {}  # The Fiend's own throw opposes Ann.
        return {"kind": "attack", "target": target, "harmless": True, **resist}

    participants = [
        {"id": seat, "side": SEATS[seat][1], "cards": [card], "action": attack(seat)}
        for seat, card in cards.items()
    ]
    return {"kind": "clash", "participants": participants}


def test_a_session_counted_by_hand() -> None:
    log = [
        entry(clash(ann="w09", fiend="s06"), {"ann": 0.5, "fiend": 0.4}),  # Ann wins.
        entry(clash(ann="w02", fiend="s06"), {"ann": 0.5, "fiend": 0.4}),  # The Fiend wins.
        entry(clash(ann="w06", fiend="s06"), {"ann": 0.6, "fiend": 0.3}),  # Nobody.
        entry(clash(ann="m00", bill="c09", fiend="s06")),  # Bill wins for both, Ann fumbles.
        entry(
            {
                "kind": "opposed",
                "throwers": [{"id": "ann", "cards": ["w03"]}, {"id": "bill", "cards": ["c04"]}],
            }
        ),
        entry({"kind": "test", "intensity": 4, "thrower": {"id": "bill", "cards": ["c07"]}}, {"bill": 0.6}),
    ]
    found = figures_of([count(log, "en")])
    assert found.n == 6
    ann, fiend, bill = found.people
    assert (ann.name, ann.n, ann.succeeded, ann.failed, ann.fumbles) == ("Ann", 5, 1, 3, 1), "and a tie"
    assert (fiend.name, fiend.n, fiend.succeeded, fiend.failed) == ("The Fiend", 4, 1, 2)
    assert (bill.name, bill.n, bill.succeeded, bill.outdone) == ("Bill", 3, 3, 0)
    assert ann.success_luck is not None
    assert (ann.success_luck.n, ann.success_luck.came, ann.success_luck.expected) == (3, 1, 1.6)
    assert ann.success_luck.spread == pytest.approx((0.25 + 0.25 + 0.24) ** 0.5, abs=1e-3)
    assert ann.critical_luck is not None
    assert (ann.critical_luck.came, ann.critical_luck.expected) == (0, 0.3)
    assert bill.success_luck is not None
    assert (bill.success_luck.n, bill.success_luck.came) == (1, 1), "only the throw whose odds are known"
    met = {
        (each.first, each.second): (each.n, each.first_won, each.second_won, each.neither)
        for each in found.rivals
    }
    assert met == {
        ("Ann", "The Fiend"): (4, 1, 1, 2),
        ("Bill", "The Fiend"): (1, 1, 0, 0),
        ("Ann", "Bill"): (1, 0, 1, 0),
    }


def test_without_known_odds_nothing_is_told_of_luck() -> None:
    (ann, _) = figures_of([count([entry(clash(ann="w09", fiend="s06"))], "en")]).people
    assert (ann.n, ann.succeeded, ann.success_luck, ann.critical_luck) == (1, 1, None, None)


def test_what_is_counted_session_by_session_is_what_is_counted_at_once() -> None:
    wins, losses = entry(clash(ann="w09", fiend="s06")), entry(clash(ann="w03", fiend="s06"))
    lucky = entry(clash(bill="w09", fiend="s06"), {"bill": 0.6})
    sessions = [[wins, lucky], [losses], [], [lucky, wins]]
    once = figures_of([count([each for session in sessions for each in session], "en")])
    assert figures_of(count(session, "en") for session in sessions) == once
    assert once.n == 5
    assert [(each.name, each.n) for each in once.people] == [("The Fiend", 5), ("Ann", 3), ("Bill", 2)]
    bill = once.people[2]
    assert bill.success_luck is not None
    assert (bill.success_luck.n, bill.success_luck.came, bill.success_luck.expected) == (2, 2, 1.2)


def test_of_many_sessions_few_are_held_whole_and_none_is_read_again(
    session: Session, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3 * WHOLE):
        session.order("session-new", session_name=str(number))
    library, tonight = Library(store), session.table_state.session.id
    held, read = whole_sessions(), []

    def noted(events: Iterable[StoredEvent]) -> Projection:
        read.append(events)
        return read_events(events)

    monkeypatch.setattr("webui.table.log.library.read_events", noted)
    assert len(library.lines(tonight, "en")) == 3 * WHOLE + 1
    library.lines(tonight, "en")
    library.figures("en")
    assert len(read) == 3 * WHOLE + 1
    assert whole_sessions() - held == WHOLE


def whole_sessions() -> int:
    """How many are in memory."""
    gc.collect()
    return sum(isinstance(each, Projection) for each in gc.get_objects())


def test_every_session_is_listed_with_who_threw(session: Session, store: Store) -> None:
    session.clash("w09", "c06")
    session.order("confirm")
    session.order("session-new", session_name="Sunday")
    library = Library(store)
    sunday, first = library.lines(session.table_state.session.id, "en")
    assert (sunday.name, sunday.tonight, sunday.throws, sunday.who) == ("Sunday", True, 0, [])
    assert (first.tonight, first.throws, first.who) == (False, 1, ["Players", "Host"])
    found = library.find(first.id)
    assert found is not None
    assert [each.whole.throw for each in library.read(found).entries.log] == [1]
    assert library.find("nowhere") is None


@pytest.mark.parametrize("why", [{"confirmed": False}, {"undone": True}, {"system": "pulp"}], ids=str)
def test_what_does_not_count_is_left_out(why: dict[str, Any]) -> None:
    found = figures_of([count([entry(clash(ann="w09", fiend="s06"), **why)], "en")])
    assert (found.n, found.people, found.rivals) == (0, [], [])


def test_figures_go_over_all_sessions_or_one(live: Live) -> None:
    for name in ("Saturday", "Sunday"):
        live.table.take()
        live.look(2.0)
        live.table.lay("w09", 300, 600)
        live.table.lay("c06", 300, 100)
        live.look()
        assert live.order("confirm")[0] == 200
        assert live.order("session-new", session_name=name)[0] == 200
    told = live.client.get("/api/figures").get_json()
    assert (told["n"], told["people"][0]["name"], told["people"][0]["succeeded"]) == (2, "Players", 2)
    assert told["rivals"][0] == {
        "first": "Players", "second": "Host", "n": 2, "first_won": 2, "second_won": 0, "neither": 0,
    }  # fmt: skip
    assert live.client.get("/api/figures?session=2026-11-20-b").get_json()["n"] == 1
    assert live.client.get("/api/figures?session=nowhere").status_code == 422


REVIEWED = {
    "Ann": ("players", (0, 0.3, 0.5, 1)),
    "Bill": ("players", (0.3, 0.6, 0.5, 1)),
    "Cassie": ("players", (0.6, 1, 0.5, 1)),
    "The Ghoul": ("host", (0, 0.5, 0, 0.5)),
    "The Doctor": ("host", (0.5, 1, 0, 0.5)),
}


def play_a_round(session: Session, actions: dict[str, dict[str, Any]], cards: dict[str, str]) -> None:
    """Everybody has a seat, announces, and throws one card; who is not named does nothing."""
    for name, (side, (x0, x1, y0, y1)) in REVIEWED.items():
        where = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
        session.order("seat-add", seat_name=name, side=side, region=where, stats={"agility": 3})
    session.order("seat-remove", seat="players")
    session.order("seat-remove", seat="host")
    session.order("round-open")
    who = {seat["name"]: seat["id"] for seat in session.see()["seats"]}
    names = {key: name for name, key in who.items()}
    for _ in REVIEWED:
        speaker = session.see()["round"]["speaker"]
        said = actions.get(names[speaker], {"kind": "nothing"})
        aimed = {"target": [who[each] for each in said["target"]]} if "target" in said else {}
        session.order("announce", seat=speaker, action=said | aimed)
    for seat in session.see()["seats"]:
        if seat["name"] in cards:
            wanted = session.see()["round"]["cards"][seat["id"]]["cards"]
            session.order("adjust", seat=seat["id"], by=1 - wanted)
    keys = []
    for name in cards:
        _, (x0, x1, y0, y1) = REVIEWED[name]
        keys.append(session.table.down(int(640 * (x0 + x1)), int(360 * (y0 + y1))))
    session.look()
    for key, code in zip(keys, cards.values(), strict=True):
        session.table.flip(key, code)
    session.look()
    session.order("confirm")


def attack(*targets: str) -> dict[str, Any]:
    return {"kind": "attack", "target": list(targets)}


def figures_of_tonight(session: Session) -> Figures:
    return figures_of([count(session.table_state.logged(), "en")])


def test_an_action_of_a_round_counts_by_what_became_of_it(session: Session) -> None:
    """Bill outthrew Ann: her shot never happened, so she has no win. Cassie acted by herself, against Intensity 5."""
    play_a_round(
        session,
        {
            "Ann": attack("The Doctor"),
            "Bill": attack("The Ghoul"),
            "Cassie": {"kind": "other", "intensity": 5},
            "The Ghoul": attack("Bill"),
            "The Doctor": attack("Bill"),
        },
        {"Ann": "m13", "Bill": "m18", "Cassie": "w10", "The Ghoul": "s09", "The Doctor": "s07"},
    )
    found = figures_of_tonight(session)
    fates = {each.name: (each.n, each.succeeded, each.outdone, each.failed) for each in found.people}
    assert fates == {
        "Ann": (1, 0, 1, 0),
        "Bill": (1, 1, 0, 0),
        "Cassie": (1, 1, 0, 0),
        "The Ghoul": (1, 0, 0, 1),
        "The Doctor": (1, 0, 0, 1),
    }
    luck = {each.name: each.success_luck for each in found.people}
    cassie = luck.pop("Cassie")
    assert cassie is not None
    # 15 of the deck's 31 cards are above 5.
    assert cassie.came == 1
    assert cassie.expected == pytest.approx(15 / 31, abs=1e-3)
    assert set(luck.values()) == {None}, "beside an ally no odds are an action's own"
    assert [(each.first, each.second) for each in found.rivals if each.first_won] == [("Bill", "The Ghoul")]
    assert ("Ann", "The Doctor") not in [(each.first, each.second) for each in found.rivals]


def test_two_alone_against_one_another_in_a_round_have_the_odds_of_a_clash(session: Session) -> None:
    play_a_round(
        session,
        {"Ann": attack("The Ghoul"), "The Ghoul": attack("Ann")},
        {"Ann": "w09", "The Ghoul": "s06"},
    )
    luck = {each.name: each.success_luck for each in figures_of_tonight(session).people}
    ann, ghoul = luck["Ann"], luck["The Ghoul"]
    assert ann is not None
    assert ghoul is not None
    # 31 cards against 30: of 930 pairs Ann wins 9 x 45, and 90 tie.
    assert (ann.came, ghoul.came) == (1, 0)
    assert ann.expected == pytest.approx(405 / 930, abs=1e-3)
    assert ghoul.expected == pytest.approx(435 / 930, abs=1e-3)


def test_an_action_against_more_than_the_foes_throw_has_no_odds(session: Session) -> None:
    """The Ghoul must beat Ann's throw and the Intensity; Ann alone has a simple count."""
    play_a_round(
        session,
        {"Ann": attack("The Ghoul"), "The Ghoul": {"kind": "other", "intensity": 3}},
        {"Ann": "w09", "The Ghoul": "s06"},
    )
    (entry,) = session.log()
    names = {seat["id"]: seat["name"] for seat in entry["seats"]}
    assert "The Ghoul" not in {names[seat] for seat in entry["odds"] or {}}


def test_two_of_one_side_against_one_another_have_no_odds(session: Session) -> None:
    """They draw from one deck."""
    play_a_round(session, {"Ann": attack("Bill"), "Bill": attack("Ann")}, {"Ann": "w09", "Bill": "s06"})
    assert session.log()[0]["odds"] is None
    people = {each.name: each for each in figures_of_tonight(session).people}
    assert (people["Ann"].succeeded, people["Bill"].failed) == (1, 1)


def test_an_action_without_cards_is_no_throw(session: Session) -> None:
    play_a_round(
        session,
        {"Ann": attack("The Ghoul"), "The Ghoul": attack("Ann"), "Bill": {"kind": "defend"}},
        {"Ann": "w09", "The Ghoul": "s06"},
    )
    assert {each.name for each in figures_of_tonight(session).people} == {"Ann", "The Ghoul"}


def test_rounds_of_before_are_left_out_of_luck() -> None:
    """Their entries were kept with the odds of a plain clash."""
    document = clash(ann="w09", fiend="s06")
    kept = entry(document).whole
    odds = {"ann": SeatChances(win=0.2, tie=0.0, critical=0.1, fumble=0.0)}
    spoken = [{"id": each["id"], "action": each["action"]} for each in document["participants"]]
    round_document = {"kind": "round", "characters": document["participants"], "announcements": spoken}
    of_a_round = kept.with_(odds=odds, document=round_document, result={"new": [kept.result]})
    (ann, _) = figures_of([count([logged(of_a_round)], "en")]).people
    assert (ann.succeeded, ann.success_luck) == (1, None)
    (ann, _) = figures_of([count([logged(of_a_round.with_(odds_of_actions=True))], "en")]).people
    assert ann.success_luck is not None


def test_beside_an_ally_a_clash_has_no_odds_of_ones_own() -> None:
    both = entry(clash(ann="m13", bill="m18", fiend="s06"), {"ann": 0.6, "bill": 0.6, "fiend": 0.3})
    found = {each.name: each for each in figures_of([count([both], "en")]).people}
    assert (found["Ann"].outdone, found["Bill"].succeeded) == (1, 1)
    assert [name for name, each in found.items() if each.success_luck] == ["The Fiend"]


def test_who_holds_off_an_attack_acted_against_whoever_attacked() -> None:
    document = clash(ann="w09", fiend="s06")
    document["participants"][0]["action"] = {"kind": "defend"}
    (rivals,) = figures_of([count([entry(document)], "en")]).rivals
    assert (rivals.first, rivals.first_won, rivals.second_won) == ("Ann", 1, 0)


def test_of_three_against_one_another_those_two_who_lost_did_not_meet() -> None:
    throwers = [
        {"id": each, "cards": [card]} for each, card in (("ann", "w03"), ("bill", "c04"), ("fiend", "s09"))
    ]
    found = figures_of([count([entry({"kind": "opposed", "throwers": throwers})], "en")]).rivals
    assert {(each.first, each.second, each.second_won) for each in found} == {
        ("Ann", "The Fiend", 1),
        ("Bill", "The Fiend", 1),
    }


def test_of_several_targets_those_count_that_were_hit() -> None:
    """The Fiend threw above Ann and below Bill, who was no foe in this clash: he resisted with more."""
    document = clash(fiend="s06", ann="w03")
    document["participants"][0]["action"] |= {"target": ["ann", "bill"], "resist": {"bill": 9}}
    document["participants"].append(
        {"id": "bill", "side": "players", "cards": ["c02"], "action": {"kind": "other", "intensity": 8}}
    )
    found = figures_of([count([entry(document)], "en")]).rivals
    assert {(each.first, each.second_won, each.neither) for each in found} == {("Ann", 1, 0), ("Bill", 0, 1)}


def test_a_throw_of_damage_has_no_odds_and_no_figures(session: Session) -> None:
    """Its cards are nobody's action."""
    play_a_round(
        session,
        {"Ann": attack("The Ghoul"), "The Ghoul": attack("Ann")},
        {"Ann": "w09", "The Ghoul": "s06"},
    )
    session.order("throw-damage", seat=session.see()["steps"][0]["command"]["seat"])
    session.table.down(192, 540)
    session.look()
    assert session.see()["phase"] in ("gathering", "ready")
    assert session.see()["odds"] is None
    assert figures_of_tonight(session).n == 1


def test_a_round_of_two_clashes_is_one_throw_of_the_table(session: Session) -> None:
    """ "Of 3 confirmed throws" stood beside "3 throws, one not confirmed": it counted clashes."""
    play_a_round(
        session,
        {
            "Ann": attack("The Doctor"),
            "Bill": attack("The Ghoul"),
            "The Ghoul": attack("Bill"),
            "The Doctor": attack("Ann"),
        },
        {"Ann": "m13", "Bill": "m18", "The Ghoul": "s09", "The Doctor": "s07"},
    )
    (logged_round,) = session.table_state.logged()
    found = figures_of_tonight(session)
    assert len(logged_round.whole.parts) == 2
    assert (found.n, [each.n for each in found.people]) == (1, [1, 1, 1, 1])


def test_what_nobody_confirmed_is_said_beside_what_counts() -> None:
    log = [entry(clash(ann="w09", fiend="s06"), id=number) for number in (1, 2)]
    open_still = entry(clash(ann="w09", fiend="s06"), confirmed=False)
    undone = entry(clash(ann="w09", fiend="s06"), confirmed=False, undone=True)
    found = figures_of([count([*log, open_still], "en"), count([open_still, undone], "en")])
    assert (found.n, found.unconfirmed) == (2, 2)


def test_a_side_has_the_throws_of_all_its_seats_and_is_no_person(session: Session) -> None:
    named = count([entry(clash(ann="w09", fiend="s06")), entry(clash(bill="w02", fiend="s06"), id=2)], "en")
    session.clash("w09", "c06")
    session.order("confirm")
    found = figures_of([named, count(session.table_state.logged(), "en")])
    assert [(each.name, each.n, each.succeeded, each.whole_side) for each in found.sides] == [
        ("players", 3, 2, True),
        ("host", 3, 1, True),
    ]
    assert {each.name: each.whole_side for each in found.people} == {
        "Ann": False, "Bill": False, "The Fiend": False, "Players": True, "Host": True,
    }  # fmt: skip
