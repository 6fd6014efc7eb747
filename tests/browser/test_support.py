"""The page for whoever is asked to help: what went wrong lately, and which versions run."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, Hall
from .waiting import attempts

pytestmark = pytest.mark.browser


def test_faults_and_versions_stand_on_one_page_and_the_menu_leads_there(hall: Hall) -> None:
    page = hall.open("/")
    page.locator("top-bar .menu summary").click()
    page.get_by_role("link", name="Troubleshooting").click()
    expect(page.get_by_role("heading", name="Troubleshooting")).to_be_visible()
    faults = page.locator("main .faults").get_by_role("listitem")
    expect(faults.first).to_contain_text("the camera went away")
    expect(faults.first).to_contain_text("20 November 2026")
    expect(page.locator("main .versions")).to_contain_text("1.0.0")


def test_what_the_tracker_believes_is_shown_while_it_is_switched_on(hall: Hall) -> None:
    page = hall.open("/support")
    lines = page.locator("track-trace pre")
    expect(lines).to_have_count(0)
    page.get_by_role("checkbox", name="What it measures").check()
    expect(lines).to_contain_text("track 3 m17 up settled: clear 1.00")
    page.get_by_role("checkbox", name="What it measures").uncheck()
    expect(lines).to_have_count(0)


def test_long_lines_fit_a_phone(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/support")
    expect(page.locator("main .faults")).to_contain_text("xxx")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


CLIP = "2026-11-20-211407.recording"


def test_the_pictures_of_a_clip_are_seen_before_a_report_is_written(hall: Hall) -> None:
    page = hall.open("/support")
    write = page.get_by_role("link", name="Write the report")
    expect(write).to_have_attribute("href", "/report.zip")
    page.get_by_text("check-up.txt").click()
    expect(page.get_by_text("ok python: 3.11.7")).to_be_visible()
    page.get_by_label("With a recording that shows the problem").select_option(CLIP)
    expect(page.locator("report-maker").get_by_role("status")).to_contain_text("48 of 60 pictures are shown.")
    expect(write).to_have_count(0)
    expect(page.get_by_text("Look at all its pictures first.")).to_be_visible()
    page.get_by_text("clip.txt").click()
    expect(page.get_by_text("Wilhelmina")).to_be_visible()
    page.get_by_role("button", name="Show more pictures").click()
    pictures = page.locator(".sheet img")
    expect(pictures).to_have_count(60)
    expect(pictures.last).to_have_accessible_name("Picture at 29.5 s")
    assert pictures.last.evaluate("each => each.decode().then(() => each.naturalWidth)") == 320
    expect(write).to_have_attribute("href", f"/report.zip?clip={CLIP}")


def test_a_clip_that_cannot_be_read_is_told_and_not_given_away(hall: Hall) -> None:
    hall.heard.expected = ["422"]
    page = hall.open("/support")
    page.get_by_label("With a recording that shows the problem").select_option("damaged.recording")
    expect(page.get_by_role("alert")).to_contain_text("is damaged after record 3")
    expect(page.get_by_role("link", name="Write the report")).to_have_count(0)
    page.get_by_label("With a recording that shows the problem").select_option("None")
    expect(page.get_by_role("link", name="Write the report")).to_be_visible()


def test_where_nothing_went_wrong_it_says_so(hall: Hall) -> None:
    news = {"release": "1.0.0", "parts": []}
    answer = {"versions": {"clashcam": "1.0.0"}, "news": news, "faults": []}
    hall.page.route("**/api/support", lambda route: route.fulfill(json=answer))
    expect(hall.open("/support").locator("main")).to_contain_text("None")


def test_what_is_new_is_opened_with_one_tap(hall: Hall) -> None:
    page = hall.open("/support")
    expect(page.locator("main")).to_contain_text("Clashcam 1.0.0 runs here.")
    news = page.locator(".news")
    expect(news.get_by_text("A file to download.")).to_be_hidden()
    news.locator("summary").click()
    expect(news.get_by_text("A file to download.")).to_be_visible()
    expect(news.get_by_role("heading")).to_have_text(["Added"])
