"""A program that stands still breaks no connection: every page says so all the same, and goes on when it does."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from .conftest import Heard
from .program import Program

pytestmark = pytest.mark.browser

PAGES = ("/", "/log", "/setup", "/odds", "/decks", "/support", "/pulp", "/screen", "/overlay", "/phone")
LOST = "Connection lost"
WITHIN_S = 8.0
"""Five seconds, and time for a loaded machine to paint."""


def test_every_page_says_that_the_program_stands_still(page: Page, heard: Heard, tmp_path: Path) -> None:
    heard.expected.append("net::ERR_")
    with Program("demo", tmp_path) as program:
        windows = [page, *(page.context.new_page() for _ in PAGES[1:])]
        for window, path in zip(windows, PAGES, strict=True):
            window.goto(program.url + path.removeprefix("/"), wait_until="domcontentloaded")
            expect(window.locator("notice-line")).to_have_count(1)
        with program.standing_still():
            since_s = monotonic()
            for window, path in zip(windows, PAGES, strict=True):
                expect(window.locator(".notice"), path).to_contain_text(LOST)
            assert monotonic() - since_s < WITHIN_S
            page.bring_to_front()
            expect(page.get_by_role("button", name="New throw")).to_be_disabled()
            page.keyboard.press("n")
            expect(page.locator(".notice")).to_contain_text("No connection, so that was not done")
        for window, path in zip(windows, PAGES, strict=True):
            expect(window.locator(".notice"), path).to_be_hidden()
        expect(page.get_by_role("button", name="New throw")).to_be_enabled()
