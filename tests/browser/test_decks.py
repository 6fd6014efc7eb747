"""The decks: what is left of them at a glance, shuffled with one tap, counted with taps or before the camera."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Hall
from .sessions import clash_cards
from .test_host import _sent
from .waiting import attempts

pytestmark = pytest.mark.browser


def deck(hall: Hall, name: str) -> Locator:
    return hall.page.get_by_role("region", name=name)


def test_d35_a_glance_tells_what_is_left_and_where_the_rest_lies(hall: Hall) -> None:
    hall.open("/decks")
    players = deck(hall, "The Players' Deck")
    expect(players.locator(".numeral")).to_have_text("26")
    expect(players).to_contain_text("2 on the table · 4 discarded")
    expect(players).to_contain_text("The Fool is in this deck.")
    expect(players.locator(".gained")).to_contain_text("The World Ann")
    expect(players.locator(".tile.in-table")).to_contain_text(
        ["Three of Swords, on the table", "Seven of Cups"]
    )
    expect(deck(hall, "The Horror's Deck")).to_contain_text("No list yet.")
    expect(hall.page.get_by_role("list", name="Possible mistakes")).to_contain_text(
        "More than three cards worth 6."
    )


def test_cards_that_the_list_does_not_hold_are_added_in_one_tap(hall: Hall) -> None:
    hall.open("/decks")
    horror = deck(hall, "The Horror's Deck")
    expect(horror.locator(".unlisted")).to_contain_text("3 cards were played that are not on this list.")
    expect(horror.locator(".unlisted")).to_contain_text("Knight of Wands, Strength, and Queen of Cups")
    expect(horror.get_by_role("button", name="Edit card list")).to_be_enabled()
    expect(deck(hall, "The Players' Deck").locator(".unlisted")).to_have_count(0)
    horror.get_by_role("button", name="Add them").click()
    _sent(hall, {"name": "deck-add", "deck": "host"})


def test_the_way_to_the_decks_is_always_there(hall: Hall) -> None:
    page = hall.open("/")
    page.get_by_role("navigation").get_by_role("link", name="Decks").click()
    expect(page.get_by_role("heading", name="Decks", exact=True)).to_be_visible()


def test_d35_shuffling_is_one_tap(hall: Hall) -> None:
    hall.open("/decks")
    deck(hall, "The Horror's Deck").get_by_role("button", name="Reshuffled").click()
    _sent(hall, {"name": "reshuffle", "deck": "host"})


def test_d34_a_deck_is_counted_as_the_rules_build_it_less_one_card(hall: Hall) -> None:
    page = hall.open("/decks")
    deck(hall, "The Players' Deck").get_by_role("button", name="Edit card list").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="As in the rules").click()
    expect(dialog.get_by_role("heading")).to_have_text("The Players' Deck: 31 cards")
    dialog.get_by_role("searchbox").fill("seven of cups")
    dialog.get_by_role("button", name="Seven of Cups").click()
    dialog.get_by_role("button", name="Save list").click()
    built = [f"{suit}{value:02d}" for suit in "wcs" for value in range(1, 11)]
    _sent_lists(hall, [code for code in [*built, "m00"] if code != "c07"], None)


def test_d34_the_horrors_deck_is_the_rest_of_the_tarot_and_keeps_the_other_list(hall: Hall) -> None:
    page = hall.open("/decks")
    deck(hall, "The Horror's Deck").get_by_role("button", name="Edit card list").click()
    page.get_by_role("dialog").get_by_role("button", name="Save list").click()
    players = ["m00", *(f"{suit}{value:02d}" for value in range(1, 11) for suit in "csw"), "m21"]
    rest = [f"m{number:02d}" for number in range(1, 21)]
    rest += [f"{suit}{rank}" for suit in "wcs" for rank in range(11, 15)]
    _sent_lists(hall, players, [*rest, *(f"p{rank:02d}" for rank in range(1, 15))])


def test_cards_that_lie_there_are_added_with_one_tap(hall: Hall) -> None:
    page = hall.open("/decks")
    hall.show("empty", seats=clash_cards("m13", "p11"))
    deck(hall, "The Players' Deck").get_by_role("button", name="Edit card list").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="None", exact=True).click()
    dialog.get_by_role("button", name="Add the 3 cards on the table").click()
    dialog.get_by_role("button", name="Save list").click()
    _sent_lists(hall, ["m13", "c03", "p11"], None)


def test_a_count_can_be_taken_back_for_good(hall: Hall) -> None:
    page = hall.open("/decks")
    deck(hall, "The Players' Deck").get_by_role("button", name="Edit card list").click()
    page.get_by_role("dialog").get_by_role("button", name="Clear list").click()
    _sent(hall, {"name": "decks-list", "players": None, "horror": None})


def _sent_lists(hall: Hall, players: list[str], horror: list[str] | None) -> None:
    for attempt in attempts(hall.page):
        with attempt:
            assert hall.stage.commands
    sent = hall.last()
    assert sent is not None
    assert sent["name"] == "decks-list"
    assert sorted(sent["players"] or []) == sorted(players)  # type: ignore[call-overload]
    assert (sent["horror"] and sorted(sent["horror"])) == (horror and sorted(horror))  # type: ignore[call-overload]
