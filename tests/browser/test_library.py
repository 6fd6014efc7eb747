"""The sessions: every verdict kept, and every session found again."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.webui.http.live import Live
from tests.webui.storage.upkeep.test_tidying import play
from webui.storage.store import Store

from .conftest import Hall
from .played import Window
from .waiting import attempts

pytestmark = pytest.mark.browser


class Library(Window):
    """Sessions are played and found again."""

    def throw(self, players: str, host: str, *, confirm: bool) -> None:
        """Both throw one card; the cards stay until the next throw."""
        self.live.table.take()
        self.live.look(2.0)
        self.live.table.lay(players, 300, 600)
        self.live.table.lay(host, 300, 100)
        for _ in range(3):
            self.live.look()
        if confirm:
            assert self.live.order("confirm")[0] == 200


@pytest.fixture
def library(running: tuple[Live, str], page: Page) -> Library:
    return Library(*running, page)


def test_a_verdict_that_nobody_confirmed_is_confirmed_later(library: Library) -> None:
    """Verdicts that were not confirmed in time vanished: three came, the log held none."""
    for players, host in (("w09", "c06"), ("w02", "c07"), ("w08", "c03")):
        library.throw(players, host, confirm=False)
    page = library.go("/log")
    # The third lies on the table.
    expect(page.locator("log-entry h2")).to_have_text(["The Host wins", "Players win"])
    expect(page.get_by_text("Not confirmed", exact=True)).to_have_count(2)
    page.locator("log-entry").last.get_by_role("button", name="Confirm it now").click()
    expect(page.get_by_text("Not confirmed", exact=True)).to_have_count(1)
    kept = {entry["throw"]: entry["confirmed"] for entry in library.live.client.get("/api/log").get_json()}
    assert kept == {1: True, 2: False}


@pytest.fixture
def three(library: Library) -> Library:
    """Two earlier sessions and tonight's, with a throw each."""
    for name in ("", "The Orphanage", "Tonight's"):
        if name:
            assert library.live.order("session-new", session_name=name)[0] == 200
        library.throw("w09", "c06", confirm=True)
    return library


def test_last_weeks_session_is_found_opened_and_taken_along(three: Library) -> None:
    """Earlier sessions were on no page."""
    page = three.go("/")
    page.get_by_role("navigation").get_by_role("link", name="Sessions").click()
    expect(page.locator(".session h2")).to_have_text(
        ["Tonight's", "The Orphanage", "Friday, 20 November 2026"]
    )
    expect(page.locator(".session").nth(1)).to_contain_text("20 November 2026")
    expect(page.locator(".session").nth(1)).to_contain_text("1 entry")
    expect(page.locator(".session").nth(1)).to_contain_text("Players, Host")
    with page.expect_download() as saved:
        page.get_by_role("button", name="More: The Orphanage").click()
        page.get_by_role("link", name="Export The Orphanage as HTML").click()
    expect(page.get_by_role("link", name="Export The Orphanage as HTML")).to_be_hidden()
    assert "The Orphanage" in saved.value.path().read_text(encoding="utf-8")
    page.get_by_role("link", name="The Orphanage", exact=True).click()
    expect(page.locator("h1")).to_have_text("The Orphanage")
    expect(page.locator("log-entry h2")).to_have_text("Players win")
    expect(page.get_by_role("button", name="Nine of Wands. Change")).to_be_disabled()
    expect(page.get_by_role("link", name="CSV")).to_have_attribute(
        "href", "/api/sessions/2026-11-20-b/export.csv"
    )


def test_a_session_has_two_ways_and_a_menu(three: Library) -> None:
    """HTML, JSON and CSV stood as bare words on each card."""
    assert three.live.order("session-new", session_name="Nobody came")[0] == 200
    page = three.go("/sessions")
    cards = page.locator(".session")
    expect(cards).to_have_count(4)
    orphanage, empty = cards.filter(has_text="The Orphanage"), cards.filter(has_text="Nobody came")
    expect(orphanage.locator(".ways").locator("a:visible, button:visible")).to_have_text(
        ["Share", "Replay", "…"]
    )
    expect(empty.locator(".ways").locator("a:visible, button:visible")).to_have_text(["…"])
    page.get_by_role("button", name="More: The Orphanage").focus()
    page.keyboard.press("Enter")
    expect(page.locator(":popover-open").locator("a, button")).to_have_text(
        ["Moments", "HTML file", "JSON file", "CSV file", "Rename", "Delete"]
    )
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="More: The Orphanage")).to_be_focused()
    page.get_by_role("link", name="Share The Orphanage").click()
    expect(page.get_by_role("heading", name="Share", exact=True)).to_be_in_viewport()


def test_a_session_is_renamed(three: Library) -> None:
    page = three.go("/sessions")
    page.get_by_role("button", name="More: Friday, 20 November 2026").click()
    page.get_by_role("button", name="Rename Friday, 20 November 2026").click()
    expect(page.locator(".session").get_by_label("Name of the session")).to_be_focused()
    page.keyboard.type("Doctor Wilhelmina Harker-Szymborska's Wake")
    page.keyboard.press("Enter")
    expect(page.locator(".session h2").last).to_have_text("Doctor Wilhelmina Harker-Szymborska's Wake")
    assert three.live.store.sessions()[0].name == "Doctor Wilhelmina Harker-Szymborska's Wake"


def test_a_session_is_deleted_after_one_question(three: Library) -> None:
    page = three.go("/sessions")
    page.get_by_role("button", name="More: Tonight's").click()
    expect(page.get_by_role("button", name="Rename Tonight's")).to_be_visible()
    expect(page.get_by_role("button", name="Delete Tonight's")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More: The Orphanage").click()
    page.get_by_role("button", name="Delete The Orphanage").click()
    dialog = page.get_by_role("dialog", name="Delete The Orphanage?")
    expect(dialog).to_contain_text("Its 1 entry, all its pictures")
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator(".session")).to_have_count(3)
    page.get_by_role("button", name="More: The Orphanage").click()
    page.get_by_role("button", name="Delete The Orphanage").click()
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.locator(".session h2")).to_have_text(["Tonight's", "Friday, 20 November 2026"])
    expect(page.get_by_role("status").filter(has_text="The Orphanage is deleted")).to_be_visible()
    assert len(three.live.store.sessions()) == 2


def test_a_new_session_asks_first(three: Library) -> None:
    page = three.go("/sessions")
    page.get_by_role("button", name="Start a new session").click()
    dialog = page.get_by_role("dialog", name="Start a new session")
    dialog.get_by_role("button", name="Cancel").click()
    assert len(three.live.store.sessions()) == 3
    page.get_by_role("button", name="Start a new session").click()
    page.keyboard.type("The Lighthouse")
    page.keyboard.press("Enter")
    expect(page.locator(".session h2").first).to_have_text("The Lighthouse")
    assert three.live.store.sessions()[-1].name == "The Lighthouse"


def test_a_new_session_says_what_is_unfinished(three: Library) -> None:
    assert three.live.order("round-open")[0] == 200
    page = three.go("/sessions")
    page.get_by_role("button", name="Start a new session").click()
    dialog = page.get_by_role("dialog", name="Start a new session")
    expect(dialog).to_contain_text("Round 1 is still open.")
    expect(dialog.get_by_role("button", name="Start", exact=True)).to_have_count(0)
    dialog.get_by_role("button", name="End it and start").click()
    expect(page.locator(".session")).to_have_count(4)
    assert three.live.state()["round"] is None


def test_a_session_is_leafed_through_by_the_arrow_keys(library: Library) -> None:
    for players, host in (("w09", "c06"), ("w02", "c07"), ("m00", "c03")):
        library.throw(players, host, confirm=True)
    entries = library.live.client.get("/api/log").get_json()
    assert library.live.order("note", entry=entries[1]["id"], text="The floor gives way.")[0] == 200
    page = library.go("/log")
    page.get_by_role("link", name="Replay").click()
    headline = page.get_by_role("main").get_by_role("heading", level=1)
    expect(headline).to_have_text("Players win")
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(headline).to_have_text("The Host wins")
    expect(page.locator("blockquote")).to_have_text("The floor gives way.")
    expect(page.get_by_role("main")).to_contain_text("2 of 3")
    expect(page.get_by_role("img", name="Two of Wands")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("main")).to_contain_text("3 of 3")
    expect(page.get_by_role("main")).to_contain_text("Fumble")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("main")).to_contain_text("3 of 3")
    page.get_by_role("button", name="Previous").click()
    assert page.url.endswith(f"#entry-{entries[1]['id']}"), "the address leads to the page"


def play_sessions(library: Library, *throws: tuple[str, str]) -> None:
    """A confirmed throw a session."""
    for players, host in throws:
        library.live.table.take()
        library.live.look(2.0)
        library.live.table.lay(players, 300, 600)
        library.live.table.lay(host, 300, 100)
        library.live.look()
        assert library.live.order("confirm")[0] == 200
        assert library.live.order("session-new")[0] == 200


WON, LOST = ("w09", "c06"), ("w02", "c07")


def test_of_fewer_than_five_throws_no_figure_is_shown_and_one_line_says_so(library: Library) -> None:
    """A band lay over a single throw."""
    play_sessions(library, WON, LOST, WON)
    library.throw("w08", "c03", confirm=False)
    library.live.table.take()
    library.live.look(2.0)
    page = library.go("/sessions")
    page.get_by_text("Statistics, all sessions").click()
    figures = page.locator("campaign-figures")
    expect(figures.get_by_role("paragraph")).to_have_text(
        "From 3 confirmed throws. 1 entry is not confirmed and is left out. "
        "Shown from 5 throws with known odds: Players (2 more) and Host (2 more)."
    )
    expect(figures.get_by_role("figure")).to_have_count(0)


def test_all_sessions_are_told_in_figures(library: Library) -> None:
    play_sessions(library, WON, LOST, WON, WON, WON)
    page = library.go("/sessions")
    page.get_by_text("Statistics, all sessions").click()
    figures = page.locator("campaign-figures")
    expect(figures).to_contain_text("From 5 confirmed throws.")
    expect(figures.get_by_role("heading")).to_have_text(["Sides"])
    won = (
        figures.get_by_role("figure")
        .filter(has_text="Successful actions, actual and expected")
        .get_by_role("listitem")
    )
    expect(won.first).to_contain_text("Players")
    expect(won.first).to_contain_text(re.compile(r"won 4 of 5, expected 2\.\d$"))
    for attempt in attempts(page):
        with attempt:
            filled = won.first.locator("i").evaluate(
                "bar => getComputedStyle(bar).getPropertyValue('--part')"
            )
            assert abs(float(filled) - 4 / 5) < 1e-6
    met = figures.get_by_role("figure").filter(has_text="Head to head")
    expect(met.get_by_role("listitem")).to_have_text(re.compile("Players · Host.*4-1$", re.DOTALL))


def test_sides_stand_apart_from_people(hall: Hall) -> None:
    page = hall.open("/sessions")
    page.get_by_text("Statistics, all sessions").click()
    figures = page.locator("campaign-figures")
    sides, people = figures.locator("section").nth(0), figures.locator("section").nth(1)
    expect(sides.get_by_role("heading")).to_have_text("Sides")
    expect(people.get_by_role("heading")).to_have_text("People")
    expect(sides.locator(".lucks").first.locator("b")).to_have_text(["Players", "Host"])
    expect(sides.locator(".rivalries li span")).to_have_text(["12-9"])
    expect(people.locator(".lucks").first.locator("b")).to_have_text(["Ann", re.compile("^Doctor")])
    expect(people.locator(".lucks li span").first).to_have_text("won 7 of 12, expected 5.1")
    expect(people.locator(".rivalries li span")).to_have_text(["3-1; neither 2 times"])
    expect(figures).to_contain_text("Shown from 5 throws with known odds: Bill (2 more).")


@pytest.fixture
def old(tmp_path: Path) -> None:
    """Two sessions with pictures of their own, from before."""
    with closing(Store(tmp_path)) as store:
        for day in (-9, -8):
            play(store, day, b"%d" % day * 1000)


@pytest.mark.usefixtures("old")
def test_what_old_pictures_would_go_is_said_before_it_is_set(library: Library) -> None:
    page = library.go("/sessions")
    section = page.locator("keep-pictures")
    line = page.get_by_text("Storage: Keep photos of all sessions")
    expect(section.get_by_role("combobox")).to_be_hidden()
    box, card = line.bounding_box(), page.locator(".session").first.bounding_box()
    assert box
    assert card
    assert box["height"] <= card["height"] / 3, "the settings were as large as the library"
    line.click()
    expect(section).to_contain_text("Nothing is deleted automatically.")
    section.get_by_role("combobox").select_option("this session and the one before")
    expect(section.get_by_role("status")).to_have_text(
        re.compile(r"When the next session starts, 4 photos of 2 earlier sessions will be deleted")
    )
    assert library.live.state()["keep_pictures"] is None
    section.get_by_role("button", name="Apply").click()
    expect(section.get_by_role("status")).to_contain_text("all but the session before it are deleted")
    assert library.live.state()["keep_pictures"] == 1
    section.get_by_role("combobox").select_option("this session and 5 before")
    expect(section.get_by_role("status")).to_contain_text("nothing will be deleted")
    section.get_by_role("button", name="Cancel").click()
    expect(section.get_by_role("status")).to_contain_text("all but the session before it are deleted")
    assert library.live.state()["keep_pictures"] == 1


def test_a_session_without_a_name_says_its_day_once(hall: Hall) -> None:
    page = hall.open("/sessions")
    unnamed = page.locator(".session").filter(
        has=page.get_by_role("heading", name="Friday, 13 November 2026")
    )
    expect(unnamed.locator(".which")).to_have_text(re.compile("13 November 2026"))
    expect(unnamed.locator(".which p").first).not_to_contain_text("November")
    named = page.locator(".session").filter(has_text="Friday at the Orphanage")
    expect(named.locator(".which p").first).to_contain_text("20 November 2026")


def test_an_entry_is_deleted_and_comes_back_with_undo(library: Library) -> None:
    for players, host in (("w09", "c06"), ("w02", "c07")):
        library.live.table.take()
        library.live.look(2.0)
        library.live.table.lay(players, 300, 600)
        library.live.table.lay(host, 300, 100)
        library.live.look()
        assert library.live.order("confirm")[0] == 200
    page = library.go("/log")
    told = page.locator("log-entry h2")
    expect(told).to_have_text(["The Host wins", "Players win"])
    page.get_by_role("button", name="Delete this entry").last.click()
    expect(told).to_have_text(["The Host wins"])
    expect(page.get_by_role("status")).to_contain_text(["Entry deleted."])
    page.locator("h1").click()
    page.keyboard.press("u")
    expect(told).to_have_text(["The Host wins", "Players win"])
    page.get_by_role("button", name="Delete this entry").first.click()
    expect(told).to_have_text(["Players win"])
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(told).to_have_text(["The Host wins", "Players win"])
    expect(page.locator(".notice")).to_be_hidden()


def test_the_log_takes_no_key_but_undo_so_that_space_scrolls(library: Library) -> None:
    page = library.go("/log")
    pressed = "key => dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))"
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert [page.evaluate(pressed, key) for key in (" ", "c", "n", "u")] == [True, True, True, False]
