"""Pulp in the Cards on its page: a deal, a combat, the deck of fourteen; judged, logged, undone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .conftest import PHONE
from .rooms import Room
from .rooms import room as room
from .waiting import attempts

pytestmark = pytest.mark.browser


DEAL = ("4♠", "A♠", "A♥", "K♦", "Q♣", "J♠", "A♦")


def tap(page: Page, *cards: str) -> Locator:
    deal = page.locator("pulp-deal")
    for card in cards:
        deal.get_by_role("group").locator(".pip", has_text=card).click()
    return deal


def test_a_pulp_deal_from_taps_to_log_and_back(room: Room) -> None:
    page = room.open("pulp")
    deal = tap(page, *DEAL)
    expect(deal.locator(".headline")).to_have_text("Success")
    expect(deal.locator(".line").first).to_contain_text("degree 3: black 5 against red 2")
    deal.get_by_label("Difficulty").press("End")
    expect(deal.locator(".headline")).to_have_text("Failure")
    deal.get_by_label("Difficulty").press("Home")
    deal.get_by_label("Resistance deal").check()
    expect(deal.locator(".headline")).to_have_text("The power takes hold")
    expect(deal.locator(".shares")).to_contain_text("91.0")
    page.locator("h1").first.click()
    page.keyboard.press("Space")
    expect(deal.locator(".calm")).to_have_text("0 of 7 cards")
    [entry] = room.entries()
    assert (entry["system"], entry["verdict"]["result"]["degree"]) == ("pulp", 7)
    page.keyboard.press("u")
    expect(deal.locator(".headline")).to_have_text("The power takes hold")
    assert [entry["undone"] for entry in room.entries()] == [True]


def test_what_was_recorded_last_is_said_in_the_language_that_is_spoken_now(room: Room) -> None:
    """The worksheet keeps a deal with the words of its time."""
    page = room.open("pulp")
    deal = tap(page, *DEAL)
    expect(deal.locator(".headline")).to_have_text("Success")
    deal.get_by_role("button", name="Save to log").click()
    expect(deal.locator(".line")).to_contain_text("degree 3: black 5 against red 2")
    assert room.live.order("language", language="de")[0] == 200
    expect(page.locator("pulp-deal .line")).to_contain_text("Erfolg vom Grad 3: Schwarz 5 gegen Rot 2")


def test_pulp_cards_are_typed_and_what_is_wrong_is_said(room: Room) -> None:
    page = room.open("pulp")
    typed = page.locator("pulp-deal").get_by_label("Cards", exact=True)
    typed.fill("4s 2s As Kh Kd Qh Qd")
    typed.press("Enter")
    expect(page.locator(".mark-critical")).to_contain_text("7 above red")
    typed.fill("4s 2s As Kh Kd Qh 7d")
    typed.press("Enter")
    expect(page.locator("pulp-deal .line")).to_contain_text("no place left in the deck")


def test_pulp_under_the_camera(room: Room) -> None:
    page = room.open("pulp")
    page.get_by_role("button", name="By camera").click()
    expect(page.get_by_role("button", name="By camera")).to_have_attribute("aria-pressed", "true")
    for place, code in enumerate(("4s", "As", "Ah", "Kd", "Qc", "Js", "Ad")):
        room.live.table.lay(code, 160 + 150 * place, 600 if place < 4 else 120)
    room.live.look()
    room.live.look()
    expect(page.locator(".headline")).to_have_text("Success")
    expect(page.locator(".sums")).to_contain_text("Black 5")
    page.keyboard.press("Space")
    expect(page.locator(".stamp")).to_have_text("saved")
    page.goto(f"{room.address}/log")
    expect(page.locator("log-entry h2")).to_have_text("Success")
    expect(page.locator("log-entry img.face")).to_have_count(7)


def test_a_pulp_combat(room: Room) -> None:
    page = room.open("pulp", "combat")
    combat = page.locator("pulp-combat")
    for name in ("Ann", "Bill"):
        combat.get_by_label("Fighter").fill(name)
        combat.get_by_role("button", name="Add").click()
        expect(combat.locator(".chips li", has_text=name)).to_be_visible()
    combat.get_by_role("button", name="Begin the combat").click()
    combat.locator("li", has_text="Ann").get_by_role("button", name="Surprises").click()
    expect(combat.locator(".said").first).to_have_text("Ann has a free attack.")
    combat.get_by_role("button", name="Ann has attacked").click()
    combat.get_by_label("Cards of Ann").fill("As Kd")
    combat.get_by_label("Cards of Ann").press("Tab")
    combat.get_by_label("Cards of Bill").fill("Ah Ks")
    combat.get_by_label("Cards of Bill").press("Tab")
    expect(combat).to_contain_text("Ann and Bill draw one more card")
    combat.get_by_label("Cards of Ann").fill("As Kd 2h")
    combat.get_by_label("Cards of Ann").press("Tab")
    combat.get_by_label("Cards of Bill").fill("Ah Ks 4s")
    combat.get_by_label("Cards of Bill").press("Tab")
    expect(combat).to_contain_text("In this order: Bill and Ann")
    combat.get_by_role("button", name="Use this order").click()
    for name in ("Bill", "Ann"):
        combat.get_by_role("button", name=f"{name} has attacked").click()
    expect(combat.locator(".said").first).to_contain_text("keep the order, or deal for a new one")
    combat.get_by_role("button", name="Keep the order").click()
    expect(combat.locator(".said").first).to_have_text("Cycle 2: Bill attacks.")


def test_the_deck_of_fourteen_is_checked(room: Room) -> None:
    page = room.open("pulp", "deck")
    deck = page.locator("pulp-deck")
    expect(deck.get_by_role("heading")).to_have_text("Is the deck complete?")
    for card in ("A♠", "2♠", "4♠", "A♥", "2♥", "A♦", "2♦", "J♠", "Q♠", "K♠", "J♥", "Q♥", "K♥"):
        deck.locator(".pip", has_text=card).click()
    expect(deck.locator(".judged")).to_contain_text("Missing: a picture.")
    deck.locator(".pip", has_text="K♦").click()
    expect(deck.locator(".judged")).to_contain_text("The deck of fourteen is complete.")


def test_on_a_phone_every_bar_of_the_odds_is_whole(room: Room) -> None:
    """The last one was cut off."""
    room.page.set_viewport_size(PHONE)
    page = room.open("pulp")
    bars = page.locator("pulp-deal .plot li")
    expect(bars.first).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert bars.count() >= 9
            assert bars.evaluate_all(OUTSIDE) == []


OUTSIDE = """(bars) => bars.filter((each) => {
    const box = each.getBoundingClientRect(), frame = each.parentElement.getBoundingClientRect();
    return box.left < frame.left - 0.5 || box.right > Math.min(innerWidth, frame.right) + 0.5;
}).map((each) => each.textContent)"""


def test_a_second_tap_while_the_program_is_slow_is_no_second_entry(room: Room) -> None:
    page = room.open("pulp")
    deal = tap(page, *DEAL)
    button = deal.get_by_role("button", name="Save to log")
    held: list[Route] = []
    page.route("**/api/command", lambda route: held.append(route))
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    button.click()
    page.keyboard.press("Space")
    for each in held:
        each.continue_()
    page.unroute("**/api/command")
    expect(deal.locator(".calm")).to_have_text("0 of 7 cards")
    expect(button).not_to_have_attribute("aria-busy", "true")
    assert len(room.entries()) == 1
