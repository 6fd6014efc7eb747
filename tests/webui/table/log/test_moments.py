"""The best moments of a session: which actions they are, and the sentence of each in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.webui.session import Session
from tests.webui.table.log.test_figures import attack, clash, entry, play_a_round
from webui.table.contract.figures import Figures, Luck, Person
from webui.table.contract.moments import Moments
from webui.table.contract.sessions import SessionLine
from webui.table.log.logged import Entry, LoggedEntry, logged
from webui.table.log.moments import EVEN_CHANCE, MOST, NARROW_MARGIN, Moment, MomentKind, moments_of
from webui.table.log.morning import render_moments, without_names

NIGHT = SessionLine(
    id="a", name="The Orphanage", started="2026-11-20T21:14:07+00:00", tonight=False, throws=1, who=[],
    picture=None,
)  # fmt: skip
NOTHING = Figures(n=0, unconfirmed=0, sides=[], people=[], rivals=[])


def rendered(log: Sequence[LoggedEntry], language: str = "en", figures: Figures = NOTHING) -> Moments:
    """The moments of these entries in words."""
    return render_moments(NIGHT, log, figures, language)


def sentences(log: Sequence[LoggedEntry], language: str = "en") -> list[str]:
    """The sentence of each moment."""
    return [f"{each.label}: {each.said}" for each in rendered(log, language).moments]


def at(
    number: int, document: dict[str, Any], odds: dict[str, float] | None = None, **more: Any
) -> LoggedEntry:
    """An entry with this number, at nine."""
    return entry(document, odds, id=number, **{"at": "2026-11-20T21:00:00+00:00"} | more)


MOON = clash(ann="m18", fiend="s09")
HAIR = clash(ann="w09", fiend="c08")
PLAIN = clash(ann="w09", fiend="c04")
FOOL = clash(ann="m00", fiend="c05")


def test_each_kind_of_moment_has_its_sentence() -> None:
    log = [
        at(1, MOON, {"ann": 0.7, "fiend": 0.3}),
        at(2, HAIR),
        at(3, PLAIN, {"ann": 0.052, "fiend": 0.9}),
        at(4, FOOL, {"ann": 0.6, "fiend": 0.4}),
    ]
    assert sentences(log) == [
        "Against the odds: Ann's Nine of Wands, a chance of 5%, 9 > 4.",
        "Critical: Ann's Moon, 18 > 9.",
        "Narrowest success: Ann's Nine of Wands, 9 > 8.",
        "Fumble: Ann's Fool counts as 0.",
    ]
    assert sentences(log, "de") == [
        "Gegen die Wahrscheinlichkeit: Neun der Stäbe von Ann, mit einer Chance von 5\N{NO-BREAK SPACE}%, 9 > 4.",
        "Kritisch: Der Mond von Ann, 18 > 9.",
        "Knappster Erfolg: Neun der Stäbe von Ann, 9 > 8.",
        "Patzer: Der Narr von Ann zählt als 0.",
    ]
    first = rendered(log).moments[0]
    assert (first.entry, first.at, first.name, first.side, first.card) == (
        3,
        "21:00:00",
        "Ann",
        "players",
        "w09",
    )
    assert (first.headline, first.crop, first.critical) == ("Players win, 9 > 4", None, False)


def test_a_critical_that_beat_the_odds_is_one_moment() -> None:
    (moment,) = rendered([at(1, MOON, {"ann": 0.004, "fiend": 0.9})]).moments
    assert (moment.kind, moment.critical) == ("odds", True)
    assert f"{moment.label}: {moment.said}" == (
        "Critical, against the odds: Ann's Moon, a chance of 0.4%, 18 > 9."
    )


def test_the_significator_that_made_it_critical_is_the_card() -> None:
    document = clash(ann="w09", fiend="s06")
    document["participants"][0] |= {"cards": ["w09", "w08"], "significator": ["w08"]}
    (critical,) = moments_of([at(1, document)])
    assert (critical.kind, critical.act.card, critical.act.value) == (MomentKind.CRITICAL, "w08", 9)


def test_a_test_is_against_its_intensity_and_an_opposed_throw_against_the_others() -> None:
    trial = {"kind": "test", "intensity": 6, "thrower": {"id": "bill", "cards": ["c07"]}}
    opposed = {
        "kind": "opposed",
        "throwers": [{"id": "ann", "cards": ["w03"]}, {"id": "bill", "cards": ["c05"]}],
    }
    assert sentences([at(1, trial)]) == ["Narrowest success: Bill's Seven of Cups, 7 > 6."]
    assert sentences([at(1, opposed)]) == ["Narrowest success: Bill's Five of Cups, 5 > 3."]


def test_of_several_intensities_the_highest_that_was_beaten_counts() -> None:
    trial = {"kind": "test", "intensities": [3, 5, 9], "thrower": {"id": "bill", "cards": ["c07"]}}
    assert sentences([at(1, trial)]) == ["Narrowest success: Bill's Seven of Cups, 7 > 5."]


def test_in_a_round_each_action_counts_by_what_became_of_it(session: Session) -> None:
    """Ann's shot never happens: Bill outthrew her; the Ghoul's moment is of its own clash."""
    play_a_round(
        session,
        {
            "Ann": attack("The Ghoul"),
            "Bill": attack("The Ghoul"),
            "Cassie": {"kind": "other", "intensity": 4},
            "The Ghoul": attack("Bill"),
        },
        {"Ann": "m13", "Bill": "m18", "Cassie": "c06", "The Ghoul": "s03"},
    )
    log = session.table_state.projection.entries.log
    moments = rendered(log).moments
    assert [(each.kind, each.name, each.headline) for each in moments] == [
        ("critical", "Bill", "Bill hits The Ghoul, 18 > 3"),
        ("narrow", "Cassie", "Cassie succeeds, 6 > 4"),
    ]


def test_of_two_in_one_clash_each_has_the_own_deed(session: Session) -> None:
    play_a_round(
        session,
        {"Ann": attack("The Ghoul"), "Bill": {"kind": "defend"}, "The Ghoul": attack("Bill")},
        {"Ann": "m18", "Bill": "m13", "The Ghoul": "s03"},
    )
    moments = rendered(session.table_state.projection.entries.log).moments
    assert sorted(each.headline for each in moments) == [
        "Ann hits The Ghoul, 18 > 3",
        "Bill defends, 13 > 3",
    ]


@pytest.mark.parametrize(
    ("language", "said", "headline"),
    [
        ("en", "Seat 1's Moon, a chance of 44%, 18 > 9.", "Seat 1 hits Seat 2, 18 > 9"),
        (
            "de",
            "Der Mond von Platz 1, mit einer Chance von 44\N{NO-BREAK SPACE}%, 18 > 9.",
            "Platz 1 trifft Platz 2, 18 > 9",
        ),
        (
            "fr",
            "La Lune de Place 1, 44\N{NO-BREAK SPACE}% de chances, 18 > 9.",
            "Place 1 touche Place 2, 18 > 9",
        ),
    ],
)
def test_without_names_each_is_called_by_the_seat(
    session: Session, language: str, said: str, headline: str
) -> None:
    play_a_round(
        session,
        {"Ann": attack("The Ghoul"), "The Ghoul": attack("Ann")},
        {"Ann": "m18", "The Ghoul": "s09"},
    )
    log = without_names(session.table_state.projection.entries.log, language)
    shown = rendered(log, language)
    assert (shown.moments[0].said, shown.moments[0].headline) == (said, headline)
    assert not {"Ann", "Ghoul"} & set(shown.model_dump_json().replace("'", " ").split())


def test_without_names_a_seat_of_a_whole_side_stays_the_side() -> None:
    document = clash(ann="w09", fiend="c08")
    (named,) = without_names([at(1, document)], "en")
    seats = [
        seat.model_copy(update={"id": "players", "name": "Ann"}) for seat in at(1, document).whole.seats[:1]
    ]
    (side,) = without_names([logged(at(1, document).whole.with_(seats=seats))], "en")
    assert [seat.name for seat in named.whole.seats] == ["Seat 1", "Seat 2"]
    assert [seat.name for seat in side.whole.seats] == ["Players"]


def test_kinds_take_turns_so_that_many_criticals_leave_room() -> None:
    log = [at(number, MOON) for number in range(1, 11)] + [at(20, FOOL), at(21, HAIR)]
    assert [each.kind.value for each in moments_of(log)] == [
        "critical",
        "narrow",
        "fumble",
        *["critical"] * 3,
    ]


def test_the_rarest_critical_and_the_surest_fumble_come_first() -> None:
    def rare(number: int, document: dict[str, Any], critical: float, win: float) -> LoggedEntry:
        chances = {"ann": {"win": win, "critical": critical, "tie": 0.0, "fumble": 0.0}}
        return at(number, document, odds=None) if critical < 0 else logged_with(number, document, chances)

    log = [
        rare(1, MOON, 0.5, 0.9), rare(2, MOON, 0.1, 0.9), rare(3, MOON, -1, 1),
        rare(4, FOOL, 0.1, 0.6), rare(5, FOOL, 0.1, 0.8), rare(6, FOOL, -1, 1),
    ]  # fmt: skip
    assert [each.act.at[0] for each in moments_of(log)] == [2, 5, 1, 4, 3, 6]


def logged_with(number: int, document: dict[str, Any], chances: dict[str, Any]) -> LoggedEntry:
    """An entry with all chances of its seats."""
    kept = at(number, document).whole
    return logged(Entry.model_validate(kept.model_dump(by_alias=True) | {"odds": chances}))


@pytest.mark.parametrize("why", [{"confirmed": False}, {"undone": True}, {"removed": True}], ids=str)
def test_what_does_not_count_is_no_moment(why: dict[str, Any]) -> None:
    found = rendered([at(1, MOON, **why)])
    assert found.moments == []
    assert found.unconfirmed == int(why == {"confirmed": False})


def someone(name: str, came: int, expected: float, spread: float, n: int = 12) -> Person:
    """Somebody with this luck."""
    luck = Luck(n=n, came=came, expected=expected, spread=spread)
    return Person(
        name=name, side="players", whole_side=False, n=n, succeeded=came, outdone=0, failed=0, criticals=0, fumbles=0,
        success_luck=luck, critical_luck=None,
    )  # fmt: skip


def test_luck_is_put_in_words_the_luckiest_first() -> None:
    people = [
        someone("Bill", 3, 5.2, 1.5),
        someone("Ann", 7, 5.1, 1.6),
        someone("Cassie", 5, 5.4, 1.5),
        someone("Dora", 2, 0.5, 0.5, n=4),
        someone("Emil", 6, 6.0, 0.0),
        someone("Fay", 1, 1.0, 1.0).model_copy(update={"success_luck": None}),
    ]
    figures = Figures(n=12, unconfirmed=0, sides=[], people=people, rivals=[])
    assert rendered([], figures=figures).luck == [
        "Ann was lucky: 7 of 12 actions happened, expected 5.1.",
        "Emil had neither good nor bad luck: 6 of 12 actions happened, expected 6.0.",
        "Cassie had neither good nor bad luck: 5 of 12 actions happened, expected 5.4.",
        "Bill was unlucky: 3 of 12 actions happened, expected 5.2.",
    ]
    german = rendered([], "de", figures).luck
    assert german[0] == "Ann hatte Glück: 7 von 12 Handlungen geschahen, 5,1 waren zu erwarten."
    assert german[-1] == "Bill hatte Pech: 3 von 12 Handlungen geschahen, 5,2 waren zu erwarten."


def test_the_picture_of_the_very_card_is_the_moments(session: Session) -> None:
    session.clash("m18", "c06")
    session.order("confirm")
    log = session.table_state.projection.entries.log
    (moment,) = rendered(log).moments
    entry_ = session.log()[0]
    own = {card["card"]: card["crop"] for seat in entry_["seats"] for card in seat["cards"]}
    assert moment.crop == own["m18"]
    assert [own["m18"], own["c06"]] == entry_["crops"]


CARDS = st.sampled_from(["m00", "m18", "w02", "w05", "w09", "w10", "m13"])
THROWS = st.tuples(st.lists(CARDS, min_size=2, max_size=2, unique=True), st.floats(0.01, 0.99), st.booleans())


@given(st.lists(THROWS, max_size=12))
@settings(max_examples=60, deadline=None)
def test_moments_hold_what_they_promise(throws: list[tuple[list[str], float, bool]]) -> None:
    log = [
        at(number, clash(ann=ann, fiend=fiend), {"ann": win, "fiend": 1 - win}, confirmed=confirmed)
        for number, ((ann, fiend), win, confirmed) in enumerate(throws, 1)
    ]
    found = moments_of(log)
    played = {entry.id for entry in log if entry.confirmed}
    assert len(found) <= MOST
    assert found == moments_of(log, most=1000)[:MOST], "fewer are the best of more"
    assert {moment.act.at[0] for moment in found} <= played
    assert len({(moment.act.at, moment.act.seat) for moment in found}) == len(found)
    assert all(_fits(moment) for moment in found)
    happened = _happened(log)
    if any(win < EVEN_CHANCE for win in happened.values()):
        assert found[0].kind is MomentKind.ODDS
        assert found[0].act.win == min(happened.values())


def _fits(moment: Moment) -> bool:
    """Whether a moment is what its kind says."""
    act = moment.act
    return {
        MomentKind.ODDS: act.happened and act.win < EVEN_CHANCE,
        MomentKind.CRITICAL: act.critical,
        MomentKind.NARROW: act.happened and 0 < act.margin <= NARROW_MARGIN and not act.critical,
        MomentKind.FUMBLE: act.fumble and act.card == "m00",
    }[moment.kind]


def _happened(log: Sequence[LoggedEntry]) -> dict[tuple[int, str], float]:
    """The chances of all actions that happened in played clashes of Ann and the Fiend, by entry and seat."""
    found = {}
    for each in log:
        whole = each.whole
        for act in whole.result["actions"]:
            if each.confirmed and act["happens"] and whole.odds:
                found[each.id, act["id"]] = whole.odds[act["id"]].win
    return found
