"""The page for whoever is asked to help: what went wrong lately, and which versions run."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Hall
from .waiting import attempts

pytestmark = pytest.mark.browser


def test_faults_and_versions_stand_on_one_page_and_the_menu_leads_there(hall: Hall) -> None:
    page = hall.open("/")
    page.locator("top-bar summary").click()
    page.get_by_role("link", name="Help and faults").click()
    expect(page.get_by_role("heading", name="Help and faults")).to_be_visible()
    faults = page.locator("main ol").get_by_role("listitem")
    expect(faults.first).to_contain_text("the camera went away")
    expect(faults.first).to_contain_text("20 November 2026")
    expect(page.locator("main dl")).to_contain_text("0.1.0")


def test_long_lines_fit_a_phone(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/support")
    expect(page.locator("main ol")).to_contain_text("xxx")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_where_nothing_went_wrong_it_says_so(hall: Hall) -> None:
    answer = {"versions": {"clashcam": "0.1.0"}, "faults": []}
    hall.page.route("**/api/support", lambda route: route.fulfill(json=answer))
    expect(hall.open("/support").locator("main")).to_contain_text("Nothing has gone wrong lately.")
