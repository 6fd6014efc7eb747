"""The dialogs that name a card: they begin where a hand goes on, and hold what they are about."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from .builders import entry, halves
from .conftest import Hall
from .sessions import PLAYERS_WIN, clash_cards
from .test_host import _nothing_sent, _sent

pytestmark = pytest.mark.browser


def _dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def test_choosing_begins_at_the_first_card_in_the_pages_own_order(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.keyboard.press("c")
    dialog = _dialog(page)
    shown = ["Host", "Players"]
    expect(page.locator("seat-list h2")).to_contain_text(shown)
    expect(dialog.get_by_role("heading", level=3)).to_have_text(shown)
    expect(dialog.get_by_role("button", name="Six of Swords")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("searchbox")).to_be_focused()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("xii", "The Hanged Man"),
        ("XXI", "The World"),
        ("iv cups", "Four of Cups"),
        ("ix sw", "Nine of Swords"),
    ],
)
def test_a_roman_numeral_finds_its_card(hall: Hall, typed: str, first: str) -> None:
    page = hall.open("/", "players")
    page.locator("live-picture").get_by_role("button", name="Nine of Wands").press("Enter")
    page.get_by_role("searchbox").fill(typed)
    expect(_dialog(page).locator("ul.grid li").first).to_have_text(first)


def test_the_table_moves_on_beneath_an_open_correction(hall: Hall) -> None:
    """It goes on as a correction of the entry that the throw has become, with the same card in sight."""
    page = hall.open("/", "players")
    page.locator("live-picture").get_by_role("button", name="Three of Cups").press("Enter")
    dialog = _dialog(page)
    expect(dialog).to_contain_text("Read as: Three of Cups")
    page.get_by_role("searchbox").press_sequentially("ni")
    kept = entry(3, PLAYERS_WIN, clash_cards("w09", "s06"))
    hall.show("empty", throw={"number": 4, "round": None}, log={"count": 3, "last": [kept]})
    expect(dialog).to_contain_text("Throw 3, 21:13, in the log")
    expect(dialog).to_contain_text("Read as: Three of Cups")
    page.keyboard.type("ne cu")
    expect(page.get_by_role("searchbox")).to_have_value("nine cu")
    page.keyboard.press("Enter")
    _sent(hall, {"name": "correct-entry", "entry": 3, "seat": "players", "index": 1, "card": "c09"})


def test_a_card_that_has_gone_without_an_entry_is_said_to_have_gone(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.locator("live-picture").get_by_role("button", name="Three of Cups").press("Enter")
    hall.show("empty", seats=halves())
    expect(_dialog(page)).to_contain_text(
        "Three of Cups is no longer on the table, and its throw is not in the log."
    )
    expect(page.get_by_role("searchbox")).to_have_count(0)
    page.keyboard.press("Escape")
    _nothing_sent(hall)


def test_a_significator_is_typed_at_once(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.get_by_role("button", name="Significators of Players").click()
    expect(_dialog(page).get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("hiero")
    page.keyboard.press("Enter")
    _sent(hall, {"name": "significators", "seat": "players", "cards": ["m05"]})


def test_cards_that_lie_there_stand_under_one_heading(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.get_by_role("button", name="Significators of Players").click()
    expect(_dialog(page).get_by_text("On the table now")).to_have_count(1)
    lying = page.get_by_role("group", name="On the table now").get_by_role("button")
    expect(lying).to_have_text(["Nine of Wands", "Three of Cups", "Six of Swords"])
