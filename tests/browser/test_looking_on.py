"""TV, overlay and phones: they show what the table says and send nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .builders import LONG_NAME, kept, verdict
from .conftest import LAPTOP, PHONE, Hall, stop_the_clock

pytestmark = pytest.mark.browser

LARGEST_LETTERS_PX = """(mark) => Math.max(...[mark, ...mark.querySelectorAll("*")]
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


@pytest.fixture(autouse=True)
def met(hall: Hall) -> None:
    """On the phone somebody has said already that they only look on."""
    hall.page.add_init_script("if (location.origin !== 'null') localStorage.setItem('clashcam.seat', '')")


def test_screens_have_nothing_to_press(hall: Hall) -> None:
    for path in ("/screen", "/overlay", "/phone"):
        page = hall.open(path, "choice")
        expect(page.locator("main")).to_contain_text("Ann")
        hall.show("choice", role="players")
        expect(page.get_by_role("button", name="Ann")).to_have_count(0)
    assert hall.stage.commands == []


def test_guests_are_told_of_a_wrong_number_of_cards_but_quietly(hall: Hall) -> None:
    """It is a remark (D23a), and no event like a critical: nothing in it is as large."""
    for path in ("/screen", "/overlay", "/phone"):
        page = hall.open(path, "critical")
        critical = page.locator(".mark-critical").evaluate(LARGEST_LETTERS_PX)
        hall.show("miscounted")
        told = page.locator(".mark-miscounted")
        expect(told).to_contain_text("Players: 2 cards, should have 1")
        assert told.evaluate(LARGEST_LETTERS_PX) < critical, path


def test_the_overlay_is_transparent_and_fades(hall: Hall) -> None:
    page = stop_the_clock(hall, "/overlay?fade=1")
    hall.show("critical")
    expect(page.locator(".said h1")).to_have_text("Players win")
    expect(page.locator(".third.by-side-host .numeral")).to_have_text("5")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundImage") == "none"
    page.clock.run_for(900)
    expect(page.locator("overlay-page:not(.faded)")).to_be_attached()
    page.clock.run_for(200)
    expect(page.locator("overlay-page.faded")).to_be_attached()
    hall.show("tie", throw={"number": 4, "round": None})
    expect(page.locator("overlay-page:not(.faded)")).to_be_attached()


def test_the_overlay_stays_without_a_time(hall: Hall) -> None:
    page = stop_the_clock(hall, "/overlay")
    hall.show("critical")
    expect(page.locator(".said h1")).to_be_visible()
    page.clock.run_for(3_600_000)
    expect(page.locator("overlay-page.faded")).to_have_count(0)


def test_long_names_fit_everywhere(hall: Hall) -> None:
    for path in ("/screen", "/overlay", "/phone"):
        page = hall.open(path, "eight")
        expect(page.locator("main")).to_contain_text(LONG_NAME)
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert wide <= 0, (path, size)


def test_another_systems_turn_stands_where_nothing_lies(hall: Hall) -> None:
    turn = kept(verdict("number", "Good guys in 2: Kara may act", ""))
    for path in ("/screen", "/phone"):
        page = hall.open(path, "empty")
        expect(page.locator(".dimmed")).to_have_count(1)
        hall.show("empty", turn=turn)
        expect(page.locator(".headline")).to_have_text("Good guys in 2: Kara may act")
        expect(page.locator(".dimmed, .stamp")).to_have_count(0)
        hall.show("tie", turn=turn)
        expect(page.locator(".headline")).to_have_text("Tie")
