"""Pictures of cards are called a hundred things."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import ALL_CARDS
from webui.camera.decks.card_names import BACK, code_of
from webui.table.seen.labels import title_of, worth_of

NAMES: list[tuple[str, str | None]] = [
    # codes
    ("m07", "m07"),
    ("M21", "m21"),
    ("w1", "w01"),
    ("m22", None),
    ("w15", None),
    ("c00", None),
    # majors by name, with or without their number, in digits or Roman
    ("the-fool", "m00"),
    ("The_High_Priestess", "m02"),
    ("2-the-high-priestess", "m02"),
    ("thehangedman", "m12"),
    ("WheelOfFortune", "m10"),
    ("07-chariot", "m07"),
    ("XIV-Temperance", "m14"),
    ("RWS-Tarot-07-Chariot", "m07"),
    ("la-force", "m08"),
    ("Judgment", "m20"),
    # the name counts, not the number: codes name the figure (D1)
    ("08-justice", "m11"),
    ("XI strength", "m08"),
    # numbers alone
    ("00", "m00"),
    ("VIII", "m08"),
    ("major_16", "m16"),
    ("ar05", "m05"),
    ("22", None),
    # minors by name
    ("seven_of_cups", "c07"),
    ("ace of wands", "w01"),
    ("vii_of_swords", "s07"),
    ("Cups07", "c07"),
    ("10-pentacles", "p10"),
    ("acewands", "w01"),
    ("KingOfSwords", "s14"),
    ("Knight of Coins", "p12"),
    ("princess_of_disks", "p11"),
    ("waqu", "w13"),
    ("pe04", "p04"),
    ("cups", None),
    # German
    ("Der Gehängte", "m12"),
    ("Königin der Kelche", "c13"),
    ("Ritter der Stäbe", "w12"),
    # playing cards
    ("As", "As"),
    ("10h", "Th"),
    ("Th", "Th"),
    ("queen_of_diamonds", "Qd"),
    ("ace-of-spades", "As"),
    ("13 of hearts", "Kh"),
    ("joker2", "JK2"),
    # no card
    ("back", BACK),
    ("card-back", BACK),
    ("IMG_2041", None),
    ("photo-3", None),
    ("scan 2024-05-01", None),
    ("season", None),
    ("", None),
]


@pytest.mark.parametrize(("stem", "code"), NAMES)
def test_a_file_name_tells_its_card(stem: str, code: str | None) -> None:
    assert code_of(stem) == code


def test_a_bare_number_means_what_the_deck_prints() -> None:
    """Marseille decks swap Strength and Justice (D2)."""
    assert [code_of(n, "marseille") for n in ("08", "XI", "12")] == ["m11", "m08", "m12"]
    assert code_of("m08", "marseille") == "m08"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_every_card_is_known_by_its_own_name(card: object, language: str) -> None:
    name = title_of(str(card), language)
    for written in (name, name.lower().replace(" ", "-"), name.replace(" ", "_").upper()):
        assert code_of(written) == str(card)


@pytest.mark.parametrize("rank", "A23456789TJQK")
@pytest.mark.parametrize("suit", "shdc")
def test_every_playing_card_is_known_by_its_own_name(rank: str, suit: str) -> None:
    code = rank + suit
    assert code_of(code) == code
    assert code_of(code.lower()) == code
    assert code_of(title_of(code)) == code
    assert worth_of(code) is None


@given(st.text(max_size=40))
def test_any_name_gives_a_code_or_nothing(stem: str) -> None:
    code = code_of(stem)
    assert code is None or re.fullmatch(r"m[012]\d|[wcsp][01]\d|[A2-9TJQK][shdc]|JK[12]|back", code)


def test_labels_are_called_and_worth_what_the_rules_say() -> None:
    assert (title_of("m21"), worth_of("m21")) == ("The World", 21)
    assert (worth_of("m11"), worth_of("m11", "marseille"), worth_of("w14")) == (11, 8, 14)
    assert (title_of("of my own"), worth_of("of my own")) == ("of my own", None)
