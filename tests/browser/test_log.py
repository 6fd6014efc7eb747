"""The log: the session as a story, to be read, filtered, noted and put right."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Hall, Heard
from .sessions import session
from .test_host import _sent

pytestmark = pytest.mark.browser


@pytest.fixture
def log(hall: Hall) -> Page:
    page = hall.open("/log")
    expect(page.locator("log-entry")).to_have_count(7)
    return page


def test_the_session_is_told_newest_first(log: Page) -> None:
    expect(log.locator("h1")).to_have_text("Friday at the Orphanage")
    expect(log.locator(".entry-text h2").first).to_have_text("Success")
    expect(log.locator(".entry-text h2").last).to_have_text("Tie")
    expect(log.locator("log-entry").nth(2)).to_contain_text("Corrected by hand at 21:19")
    expect(log.locator("log-entry").nth(1)).to_contain_text("Undone")


def test_what_a_system_judged_bears_its_name_instead_of_a_number(hall: Hall) -> None:
    judged = session()[1] | {"system": "pulp", "throw": None, "seats": []}
    page = hall.open("/")
    hall.show("empty", log={"count": 1, "last": [judged]})
    expect(page.locator("log-strip small")).to_have_text(re.compile(r"^Pulp in the Cards, \d\d:\d\d · The"))
    judged["verdict"]["line"] = ""
    hall.show("empty", log={"count": 1, "last": [judged]})
    expect(page.locator("log-strip small")).to_have_text(re.compile(r"^Pulp in the Cards, \d\d:\d\d$"))


def test_a_deal_of_pulp_is_told_as_one_row(hall: Hall) -> None:
    """Whoever laid which card of a deal: it belongs to nobody's seat."""
    judged = next(entry for entry in session() if len(entry["seats"]) == 2)
    page = hall.open("/")
    page.route(
        "**/api/log", lambda route: route.fulfill(json=[judged, judged | {"id": 99, "system": "pulp"}])
    )
    page.goto(hall.address + "/log")
    deal = page.locator("log-entry").filter(has_text="Pulp in the Cards")
    cards = sum(len(seat["cards"]) for seat in judged["seats"])
    expect(deal.locator(".hands .face")).to_have_count(cards)
    tops = deal.locator(".hands .face").evaluate_all(
        "(images) => images.map((each) => each.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1
    widths = [
        entry.locator(".hands .face").first.evaluate("(each) => each.offsetWidth")
        for entry in page.locator("log-entry").all()
    ]
    assert len(set(widths)) == 1, "a deal's cards are as large as any other's"
    for seat in judged["seats"]:
        expect(page.locator(".hands").get_by_text(seat["name"], exact=True)).to_have_count(1)


def test_what_cannot_be_read_is_told(hall: Hall, log: Page) -> None:
    expect(log.locator(".unread")).to_have_count(0)
    hall.show("empty", unread=["Event 31 of the log (noted) cannot be read."])
    expect(log.locator(".unread li")).to_have_text("Event 31 of the log (noted) cannot be read.")


def test_only_criticals(log: Page) -> None:
    log.get_by_role("button", name="Criticals").click()
    expect(log.locator("log-entry")).to_have_count(1)
    expect(log.locator("log-entry")).to_contain_text("The players' Hierophant, a Significator")
    log.get_by_role("button", name="All").click()
    expect(log.locator("log-entry")).to_have_count(7)


def test_only_one_character(log: Page) -> None:
    log.get_by_role("button", name="Character: Everyone").click()
    log.get_by_role("group", name="Character").get_by_role("button", name="Host").click()
    expect(log.get_by_role("button", name="Character: Host")).to_be_visible()
    expect(log.locator("log-entry")).to_have_count(5)


def test_a_note_is_kept(hall: Hall, log: Page) -> None:
    log.get_by_label("Note").first.fill("The lamp goes out.")
    log.get_by_label("Note").first.blur()
    _sent(hall, {"name": "note", "entry": 7, "text": "The lamp goes out."})
    expect(log.locator(".notice")).to_contain_text("Note saved.")


def test_an_old_entry_is_corrected(hall: Hall, log: Page) -> None:
    log.locator("log-entry").first.get_by_role("button", name="Seven of Cups. Change").click()
    dialog = log.get_by_role("dialog", name="Which card did the players play?")
    expect(dialog).to_contain_text("Read as: Seven of Cups")
    expect(dialog.get_by_role("img", name="The table at this moment")).to_be_visible()
    expect(dialog.get_by_role("searchbox")).to_be_focused()
    dialog.get_by_role("searchbox").fill("viii cups")
    dialog.get_by_role("searchbox").press("Enter")
    _sent(hall, {"name": "correct-entry", "entry": 7, "seat": "players", "index": 0, "card": "c08"})


def test_what_was_taken_back_cannot_be_corrected(log: Page) -> None:
    expect(log.locator("log-entry").nth(1).locator("button.card").first).to_be_disabled()


def test_the_session_in_figures(hall: Hall, log: Page) -> None:
    """As the program tells them: the page counts nothing itself."""
    log.get_by_text("Statistics").click()
    rows = log.locator(".figures tbody tr")
    told = ["12", "7", "1", "4", "1", "1", "won 7 of 12, expected 5.1"]
    expect(rows.filter(has_text="Ann").locator("td")).to_have_text(told)
    expect(rows.filter(has_text="Players").locator("td")).to_have_text(
        ["21", "21", "1", "19", "4", "4", "not known"]
    )
    players, host = {"left": 19, "of": 31, "unlisted": 0}, {"left": 27, "of": 30, "unlisted": 2}
    hall.show("empty", cards_left={"players": players, "host": host})
    expect(log.locator(".decks")).to_contain_text("Players' Deck: 19 of 31 cards left")
    expect(log.locator(".decks")).to_contain_text("27 of 30 cards left; 2 played that are not on the list")


def test_the_session_can_be_taken_along(log: Page) -> None:
    for kind in ("HTML", "JSON", "CSV"):
        expect(log.get_by_role("link", name=kind)).to_have_attribute("href", f"/export.{kind.lower()}")


def test_a_picture_that_is_gone_is_told_in_a_sentence(hall: Hall, heard: Heard) -> None:
    heard.expected.append("404")
    hall.page.route("**/pictures/*.jpg", lambda route: route.fulfill(status=404))
    page = hall.open("/log")
    entry = page.locator("log-entry").first
    expect(entry.get_by_text("The throw itself is kept.")).to_be_visible()
    expect(entry.get_by_role("img", name="The table at this moment")).to_have_count(0)
    expect(entry.get_by_role("img", name="Seven of Cups")).to_be_visible()
