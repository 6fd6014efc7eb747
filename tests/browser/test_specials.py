"""Special cards: prepared before play with their texts, registered by showing the card, the Host's alone (D12)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from .builders import card
from .conftest import Hall
from .round_scenes import table_of_eight
from .sessions import clash_cards
from .test_host import _sent

pytestmark = pytest.mark.browser

MOUTH = "It opens its other mouth."


def sheet(hall: Hall, path: str, button: str, scene: str = "empty") -> Locator:
    page = hall.open(path, scene)
    page.get_by_role("button", name=button).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("Special cards of")
    return dialog


def test_d12_a_card_shown_to_the_camera_becomes_a_special_card(hall: Hall) -> None:
    dialog = sheet(hall, "/", "Special cards of Host")
    hall.show("empty", seats=clash_cards("w09", "s09"))
    first = dialog.locator(".candidate").first
    expect(first).to_have_text("Nine of Swords")
    first.click()
    dialog.get_by_label("Nine of Swords").fill(MOUTH)
    dialog.get_by_role("button", name="Add").click()
    _sent(hall, {"name": "seat-change", "seat": "host", "specials": [{"card": "s09", "text": MOUTH}]})


def test_a_card_that_lies_in_no_throw_can_be_shown_too(hall: Hall) -> None:
    dialog = sheet(hall, "/setup#seats", "Special card")
    hall.show("empty", loose=[card("t9", "m16", None, (0.5, 0.5), state="old")])
    expect(dialog.locator(".candidate")).to_have_text(["The Tower"])


def test_a_special_card_is_found_by_name_and_needs_a_text(hall: Hall) -> None:
    dialog = sheet(hall, "/setup#seats", "Special card")
    dialog.get_by_role("searchbox").fill("tower")
    dialog.get_by_role("button", name="The Tower").click()
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_label("The Tower")).to_be_focused()
    dialog.get_by_label("The Tower").fill(MOUTH)
    dialog.get_by_role("button", name="Add").click()
    _sent(hall, {"name": "seat-change", "seat": "host", "specials": [{"card": "m16", "text": MOUTH}]})
    assert len(hall.stage.commands) == 1, "without a text nothing is sent"


def test_its_text_is_rewritten_and_it_is_taken_out(hall: Hall) -> None:
    hall.open("/")
    seats = table_of_eight()
    seats[5]["specials"] = [{"card": "s09", "text": MOUTH}, {"card": "m16", "text": "The house falls."}]
    hall.show("empty", seats=seats)
    hall.page.get_by_role("button", name="Special cards of The Fiend").click()
    dialog = hall.page.get_by_role("dialog")
    dialog.get_by_label("Nine of Swords").fill("It closes it.")
    dialog.get_by_label("Nine of Swords").blur()
    kept = {"card": "m16", "text": "The house falls."}
    changed: dict[str, object] = {"name": "seat-change", "seat": "5"}
    _sent(hall, changed | {"specials": [{"card": "s09", "text": "It closes it."}, kept]})
    dialog.get_by_role("button", name="Remove Nine of Swords").click()
    _sent(hall, changed | {"specials": [kept]})


def test_a_significator_may_be_shown_anywhere_on_the_table(hall: Hall) -> None:
    page = hall.open("/", "empty")
    page.get_by_role("button", name="Significators of Players").click()
    hall.show("empty", loose=[card("t9", "m05", None, (0.5, 0.5), state="old")])
    page.get_by_role("group", name="On the table now").get_by_role("button", name="The Hierophant").click()
    _sent(hall, {"name": "significators", "seat": "players", "cards": ["m05"]})


def test_every_picker_takes_the_first_find_with_enter_and_says_where_there_is_none(hall: Hall) -> None:
    dialog = sheet(hall, "/setup#seats", "Special card")
    find = dialog.get_by_role("searchbox")
    find.fill("no card is called so")
    expect(dialog.locator("card-picker")).to_contain_text("No card has that name or number.")
    find.fill("tower")
    find.press("Enter")
    expect(dialog.get_by_label("The Tower")).to_be_focused()
