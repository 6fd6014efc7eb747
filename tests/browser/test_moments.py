"""The morning after: a wall of moments, the search, what is shared, and what a blind player is shown."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.webui.http.live import Live
from webui.i18n import LANGUAGES

from .conftest import LAPTOP, PHONE, TV
from .test_library import Library
from .waiting import attempts

pytestmark = pytest.mark.browser

NIGHT = (("m18", "c06"), ("w09", "c08"), ("m00", "c03"))
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def night(running: tuple[Live, str], page: Page) -> Library:
    """A session with three moments; the players are called by a long name."""
    library = Library(*running, page)
    assert (
        library.live.order("seat-change", seat="players", seat_name="Doctor Wilhelmina Harker-Szymborska")[0]
        == 200
    )
    for players, host in NIGHT:
        library.throw(players, host, confirm=True)
    return library


def test_the_end_of_a_session_leads_to_its_moments_and_each_to_its_entry(night: Library) -> None:
    page = night.go("/sessions")
    ended = night.live.state()["session"]["id"]
    assert night.live.order("session-new", session_name="Tonight")[0] == 200
    page.get_by_role("link", name="See its moments").click()
    wall = page.locator(".wall li")
    expect(wall).to_have_count(3)
    expect(wall.first).to_contain_text("Doctor Wilhelmina Harker-Szymborska's Moon")
    expect(wall.last).to_contain_text("Fumble")
    expect(wall.first.locator("img.crop")).to_have_attribute(
        "src", re.compile(r"/pictures/[0-9a-f]{32}\.jpg")
    )
    fumbled = night.live.client.get(f"/api/sessions/{ended}/moments").get_json()["moments"][-1]["entry"]
    wall.last.get_by_role("link").press("Enter")
    expect(page).to_have_url(re.compile(rf"/story\?session={ended}#entry-{fumbled}$"))
    expect(page.get_by_role("main")).to_contain_text("3 of 3")
    page.locator(".jump a").first.click()
    expect(page.get_by_role("main")).to_contain_text("1 of 3")


def test_picture_and_film_can_be_shared_without_names(night: Library) -> None:
    page = night.go("/moments", ".wall li")
    page.get_by_role("button", name="Make the film and play it").click()
    shared = page.locator("#share a, #share img, #share video")
    page.get_by_label("seats instead of names").check()
    addresses = shared.evaluate_all("all => all.map((each) => each.href ?? each.src)")
    assert [("names=none" in each) for each in addresses] == [True, True, False, True, True]
    page.get_by_label("seats instead of names").uncheck()
    expect(page.locator("#share img")).to_have_attribute("src", re.compile("names=all"))


def test_a_moment_is_found_by_who_and_what(night: Library) -> None:
    page = night.go("/moments", ".thumbs li")
    found = page.locator(".thumbs li")
    expect(found).to_have_count(3)
    page.get_by_label("Find a moment").fill("wilhelmina critical")
    expect(found).to_have_count(1)
    expect(page.get_by_text("1 entry found.")).to_be_visible()
    page.get_by_label("Find a moment").fill("host critical")
    expect(found).to_have_count(0)
    page.get_by_label("Find a moment").fill("nine wands")
    expect(found).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_wall_fits_and_axe_finds_nothing_serious(night: Library, language: str) -> None:
    assert night.live.order("language", language=language)[0] == 200
    for scheme in ("dark", "light"):
        night.page.emulate_media(color_scheme=scheme)
        page = night.go("/moments", ".wall li")
        serious = [
            each["id"]
            for each in Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert serious == []
    for size in (PHONE, LAPTOP, TV):
        night.page.set_viewport_size(size)
        assert night.page.evaluate(TOO_WIDE) <= 0


def test_the_film_plays_in_the_page(night: Library) -> None:
    session = night.live.state()["session"]["id"]
    assert night.live.client.get(f"/api/sessions/{session}/film").status_code == 200, "made once, then kept"
    page = night.go("/moments", ".wall li")
    page.get_by_role("button", name="Make the film and play it").click()
    film = page.locator("video")
    expect(film).to_have_js_property("readyState", 4)
    assert film.evaluate("each => [Math.round(each.duration), each.videoWidth, each.error]") == [
        30,
        576,
        None,
    ]
    for attempt in attempts(page):
        with attempt:
            assert film.evaluate("each => each.currentTime") > 0.5


def test_the_exported_file_plays_by_the_arrow_keys(night: Library) -> None:
    session = night.live.state()["session"]["id"]
    text = night.live.client.get(f"/api/sessions/{session}/export.html?pictures=cards").get_data(as_text=True)
    page = night.page
    page.set_content(text)
    expect(page.locator("article")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    expect(page.locator("article:visible")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".player [role=status]")).to_have_text("2 of 3")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("article:visible")).to_have_count(3)


def test_a_blind_player_asks_what_lies_there_and_what_they_threw(night: Library) -> None:
    night.live.table.take()
    night.live.look(2.0)
    night.live.table.lay("w05", 300, 600)
    night.live.look()
    page = night.go("/phone", ".phone")
    page.get_by_role("button", name="Doctor Wilhelmina").click()
    page.get_by_role("button", name="Join").click()
    shown = page.locator("seat-teller [role=status]")
    page.get_by_role("button", name="What lies before me?").click()
    expect(shown).to_contain_text("Doctor Wilhelmina Harker-Szymborska: Five of Wands.")
    page.keyboard.press("t")
    expect(shown).to_contain_text(
        "Doctor Wilhelmina Harker-Szymborska threw: The Fool. The Fool counts as 0."
    )
    page.evaluate("() => { speechSynthesis.speak = (said) => { globalThis.spoken = said.text; }; }")
    page.get_by_role("button", name="Read aloud").click()
    page.get_by_role("button", name="What did I throw?").click()
    for attempt in attempts(page):
        with attempt:
            assert "The Fool" in str(page.evaluate("globalThis.spoken"))


def test_the_hosts_keys_go_from_seat_to_seat(night: Library) -> None:
    page = night.go("/", "main.table")
    shown = page.locator("seat-teller [role=status]")
    page.keyboard.press("t")
    expect(shown).to_contain_text("Doctor Wilhelmina Harker-Szymborska threw: The Fool.")
    page.keyboard.press("t")
    expect(shown).to_contain_text("Host threw: Three of Cups. Three of Cups counts as 3.")
