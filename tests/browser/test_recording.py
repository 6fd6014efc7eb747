"""While a session is recorded every page says so, to everybody at the table; the Host begins and ends it."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from .conftest import LAPTOP, PHONE, Hall
from .test_host import _sent
from .waiting import attempts

pytestmark = pytest.mark.browser

PAGES = ("/", "/log", "/odds", "/setup", "/screen", "/overlay", "/phone", "/dragon")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_that_it_is_recorded_and_what(hall: Hall, path: str) -> None:
    page = hall.open(path, "critical")
    expect(page.get_by_text("Recording:")).to_have_count(0)
    hall.show("critical", recording="sightings")
    expect(page.get_by_text("Recording: cards and commands, no pictures")).to_be_in_viewport()
    hall.show("critical", recording="pictures")
    expect(page.get_by_text("Recording: cards, commands and pictures")).to_be_in_viewport()
    hall.show("critical")
    expect(page.get_by_text("Recording:")).to_have_count(0)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_mark_takes_room_of_its_own(hall: Hall, size: ViewportSize) -> None:
    """It covers nothing and pushes nothing out of sight."""
    hall.page.set_viewport_size(size)
    page = hall.open("/", "critical")
    before = page.evaluate("document.documentElement.scrollHeight")
    hall.show("critical", recording="sightings")
    for attempt in attempts(page):
        with attempt:
            mark = page.get_by_text("Recording:").bounding_box()
            top = page.locator("top-bar, mode-bar").first.bounding_box()
            assert mark is not None
            assert top is not None
            assert mark["y"] + mark["height"] <= top["y"] + 1
            if size == LAPTOP:
                assert page.evaluate("document.documentElement.scrollHeight") <= before + 1
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_the_host_begins_and_ends_it(hall: Hall) -> None:
    page = hall.open("/setup#others", "critical")
    page.get_by_role("button", name="Record with pictures").click()
    _sent(hall, {"name": "recording", "on": True, "pictures": True})
    hall.show("critical", recording="pictures")
    page.get_by_role("button", name="Stop recording").click()
    _sent(hall, {"name": "recording", "on": False})
