"""What is noted of seats fits what the referee takes: sides, stats, Significators, special cards, names."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from tests.webui.session import Session
from tests.webui.table.judging.test_next_steps import hit, press, steps
from tests.webui.table.judging.test_rounds import ids, one_clash
from tests.webui.table.judging.test_rounds import session as of_four
from webui.table.errors import CommandError
from webui.table.modes.held import deck_options
from webui.table.modes.rounds import RoundError, begin
from webui.table.settings import PLAYERS_COLOUR, Seat, Settings, Special

session = of_four


def seat(name: str, side: str = "players", **fields: object) -> Seat:
    return Seat.model_validate({"id": name, "name": name, "side": side, "colour": PLAYERS_COLOUR, **fields})


def test_sides_that_differ_by_capitals_and_blanks_alone_are_one_side() -> None:
    seats = [seat("ann", "Players"), seat("bill", "the cult"), seat("cai", "The  Cult"), seat("dov", "host ")]
    settings = Settings(seats=tuple(seats))
    assert [each.side for each in settings.seats] == ["players", "the cult", "the cult", "host"]


def test_names_and_texts_of_seats_are_one_line() -> None:
    special = Special.model_validate({"card": "s09", "text": "it\nsmiles"})
    assert (seat("a\x1b[31m", "the\ncult").name, special.text) == ("a [31m", "it smiles")
    assert seat("ann", "the\ncult").side == "the cult"
    with pytest.raises(ValidationError, match="string"):
        seat("ann", 7)  # type: ignore[arg-type]


def test_a_significator_that_two_seats_hold_is_from_two_decks(session: Session) -> None:
    who = ids(session)
    for name in ("ann", "dov"):
        session.order("significators", seat=who[name], cards=["m05"])
    session.order("round-open")
    one_clash(session, "w09", "s06")
    assert session.see()["verdict"]["headline"] == "Players win"


def test_decks_are_told_by_what_lies_or_is_held_twice() -> None:
    assert deck_options([["w09"], ["s06"]]) == {}
    assert deck_options([["w09"], ["w09"]]) == {"two_decks": True}
    assert deck_options([["w09"]], [["m05", "m05"], ["m06"]]) == {}
    assert deck_options([["w09"]], [["m05"], ["m05"]]) == {"two_decks": True}


def test_a_special_card_noted_twice_fires_once() -> None:
    special = {"card": "s09", "text": "it smiles"}
    now = begin([seat("bill", "host", specials=[special, special])], 7)
    assert now.document["characters"][0]["specials"] == [special]


def test_a_round_does_not_begin_with_a_stat_that_cannot_be(session: Session) -> None:
    with pytest.raises(CommandError, match=r"stats\.toughness"):
        session.order("seat-change", seat=ids(session)["bill"], stats={"toughness": -1})
    with pytest.raises(RoundError) as refused:
        begin([seat("bill", "host", stats={"toughness": -1})], 7)
    assert refused.value.render("en").startswith("characters[0].stats.toughness: -1 does not fit")


def test_damage_that_was_not_thrown_is_left_out_of_the_next_round(session: Session) -> None:
    who = hit(session, 3)
    press(session)
    assert session.see()["round"]["phase"] == "damage"
    assert session.see()["round"]["waiting"] == [{"seat": who["bill"], "for": "damage", "stat": None}]
    assert steps(session)["reposition"]["text"].endswith("Ann")
    session.order("round-next")
    characters = session.see()["round"]["conditions"]
    assert characters == {who["ann"]: ["may-reposition"]}
