"""The cards of tests and opposed throws, counted from what was tapped: Skills, overlap, advantages, losses."""

from __future__ import annotations

import pytest

from tests.webui.session import Session
from webui.table.errors import CommandError

SKILLS = {"Research": 5, "Streetwise": 2, "Toughness": 3}


@pytest.fixture
def session(session: Session) -> Session:
    """A test of the players' against Intensity 4; their Skills are noted."""
    session.order("seat-change", seat="players", stats=SKILLS)
    session.order("mode", kind="test", intensities=[4])
    return session


def claimed(session: Session, seat: str = "players") -> tuple[int, list[str]]:
    count = session.see()["mode"]["claims"][seat]["count"]
    return count["cards"], [f"{each['by']} {each['text']}" for each in count["reasons"]]


def awaited(session: Session) -> dict[str, int | None]:
    return {seat["id"]: seat["awaited"] for seat in session.see()["seats"]}


def test_nothing_is_counted_before_anything_is_tapped(session: Session) -> None:
    assert session.see()["mode"]["claims"] == {}
    assert awaited(session) == {"players": None, "host": None}


def test_d14_the_skill_above_the_intensity_is_a_card_more(session: Session) -> None:
    session.order("claim", seat="players", skill="Research")
    assert claimed(session) == (2, ["+1 higher stat"])
    assert awaited(session)["players"] == 2
    session.order("mode", intensities=[5])
    assert claimed(session) == (1, []), "equal adds none"


def test_d15_overlap_and_advantages_add_and_losses_take(session: Session) -> None:
    extra = [{"overlap": "Streetwise"}, {"situation": "good light"}]
    session.order("claim", seat="players", skill="Research", extra=extra, lost=[{"situation": "drunk"}])
    assert claimed(session)[0] == 3
    with pytest.raises(CommandError, match="Research"):
        session.order("claim", seat="players", skill="Research", extra=[{"overlap": "Research"}])
    session.order("undo")
    assert session.see()["mode"]["claims"] == {}


def test_reasons_and_tapped_situations_are_said_in_the_language_that_is_spoken_now(session: Session) -> None:
    """A tap notes the same in every language; what a person typed stays as it is."""
    extra = [
        {"overlap": "Streetwise"},
        {"situation": "advantage"},
        {"situation": "Ann: advantage 2"},
        {"situation": "high ground"},
        {"situation": "good light"},
    ]
    session.order(
        "claim", seat="players", skill="Research", extra=extra, lost=[{"situation": "disadvantage"}]
    )
    assert [text.partition(" ")[2] for text in claimed(session)[1]] == [
        "higher stat",
        "overlap, besides the skill used: Streetwise",
        "Advantage",
        "Ann: Advantage 2",
        "high ground",
        "good light",
        "Disadvantage",
    ]
    session.order("language", language="de")
    assert [text.partition(" ")[2] for text in claimed(session)[1]] == [
        "höherer Wert",
        "Überschneidung, neben der genutzten Fertigkeit: Gassenwissen",
        "Vorteil",
        "Ann: Vorteil 2",
        "erhöht",
        "good light",
        "Nachteil",
    ]


def test_d30b_of_several_intensities_the_lowest_is_compared(session: Session) -> None:
    session.order("mode", intensities=[4, 7])
    session.order("claim", seat="players", skill="Research")
    assert claimed(session)[0] == 2
    keys = session.table.down(300, 600), session.table.down(400, 600)
    session.look()
    for key, code in zip(keys, ("w06", "c02"), strict=True):
        session.table.flip(key, code)
    session.look()
    verdict = session.see()["verdict"]
    assert verdict["result"]["beaten"] == [4]
    assert verdict["line"] == "The players' Six of Wands (6) beats Intensity 4, not 7."


def test_d30b_a_skill_that_is_not_noted_is_said(session: Session) -> None:
    session.order("claim", seat="players", skill="Perception")
    assert session.see()["mode"]["unknown"] == ["Perception of Players is not noted: higher stat not counted"]
    assert claimed(session) == (1, [])
    session.order("note-stat", seat="players", stat="Perception", value=6)
    assert session.see()["mode"]["unknown"] == []
    assert claimed(session)[0] == 2


def test_too_few_cards_are_noticed(session: Session) -> None:
    session.order("claim", seat="players", skill="Research")
    session.clash("w07", "s02")
    (mark,) = [mark for mark in session.see()["verdict"]["marks"] if mark["kind"] == "miscounted"]
    assert mark["text"] == "Players: 1 card, should have 2"
    session.order("confirm")
    assert session.see()["mode"]["claims"] == {}, "the next throw is another one"


def test_an_opposed_throw_counts_for_those_who_were_tapped(session: Session) -> None:
    session.order("mode", kind="opposed")
    session.order("seat-change", seat="host", stats={"Stealth": 3})
    session.order("claim", seat="players", skill="Streetwise", lost=[{"situation": "drunk"}])
    session.order("claim", seat="host", skill="Stealth")
    assert claimed(session) == (1, ["-1 drunk", "+1 never below one throw: the opponent gets 1 more"])
    assert claimed(session, "host")[0] == 3
    session.order("claim", seat="host", out=True)
    assert claimed(session)[0] == 1
    assert awaited(session)["host"] is None


def test_what_is_claimed_after_a_verdict_counts_for_the_next_throw(session: Session) -> None:
    session.clash("w07", "s02")
    session.order("confirm")
    session.order("claim", seat="players", skill="Research")
    assert claimed(session) == (2, ["+1 higher stat"])
    assert session.see()["verdict"] is None


def test_claims_that_do_not_fit_together_count_for_nobody(session: Session) -> None:
    """Good light helps neither where it is claimed for both; it was tapped while one of them did not throw."""
    for seat in ("players", "host"):
        session.order("claim", seat=seat, extra=[{"situation": "good light"}])
    session.order("mode", kind="opposed")
    assert awaited(session) == {"players": None, "host": None}
