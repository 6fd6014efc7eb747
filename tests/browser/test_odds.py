"""The page of odds: whole percents as in its tables, and what cannot happen in one line."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.webui.http.live import Live

from .conftest import Hall
from .played import Window

pytestmark = pytest.mark.browser


def test_the_bars_say_what_can_happen_and_one_line_what_cannot(hall: Hall) -> None:
    """ "61.0 %" stood beside "61 %" for the same chance, and bars of nothing below it."""
    page = hall.open("/odds")
    expect(page.locator(".answer .chance b")).to_have_text(["63%", "11%", "26%", "0.1%"])
    expect(page.locator(".answer .help")).to_have_text("Cannot happen with these cards: Critical")


def test_tonights_deck_is_greyed_with_the_reason_while_a_deck_has_no_list(hall: Hall) -> None:
    page = hall.open("/odds")
    expect(page.get_by_role("button", name="Fresh deck")).to_have_attribute("aria-pressed", "true")
    tonight = page.get_by_role("button", name="Tonight's deck")
    expect(tonight).to_be_disabled()
    expect(tonight).to_have_accessible_description("The Horror's Deck has no card list yet. Edit card list")


def test_tonights_odds_follow_what_is_thrown(running: tuple[Live, str], page: Page) -> None:
    """The page knew a fresh deck alone, however many cards lay discarded."""
    live, address = running
    assert live.order("decks-list", players=["w09", "w02", "w03"], horror=["c04", "c05", "c06"])[0] == 200
    Window(live, address, page).go("/odds", ".odds-page table")
    tonight = page.get_by_role("button", name="Tonight's deck")
    win = page.locator(".answer .chance-win b")
    page.get_by_role("button", name="One fewer").first.click()
    expect(win).to_have_text("44%")
    tonight.click()
    expect(win).to_have_text("33%")
    expect(page.locator(".which-deck")).to_contain_text("Players' Deck: 3 of 3 cards left")
    cell = page.locator(".odds-page table").first.locator("tbody tr").nth(3).locator("td").first
    expect(cell).to_have_text("–")
    live.table.lay("w02", 300, 600)
    live.table.lay("c05", 300, 100)
    live.look()
    assert live.order("confirm")[0] == 200
    expect(win).to_have_text("50%")
    expect(page.locator(".which-deck")).to_contain_text("Horror's Deck: 2 of 3 cards left")
    assert live.order("decks-list", players=None, horror=["c04"])[0] == 200
    expect(tonight).to_be_disabled()
    expect(win).to_have_text("44%")
