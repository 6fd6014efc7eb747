"""A program that stands still or breaks off: every page says so, and what was shared is shared again."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from time import monotonic, sleep

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
            expect(page.locator(".notice")).to_contain_text("No connection: nothing was done")
        for window, path in zip(windows, PAGES, strict=True):
            expect(window.locator(".notice"), path).to_be_hidden()
        expect(page.get_by_role("button", name="New throw")).to_be_enabled()


def _order(program: Program, name: str, **arguments: object) -> None:
    body = json.dumps({"version": program.state()["version"], "name": name, **arguments}).encode()
    with urllib.request.urlopen(f"{program.url}api/command", body, timeout=60) as answer:
        assert answer.status == 200


def _wait_for_network(program: Program, *, allowed: bool, offered: bool = False) -> None:
    """Its status reaches the table a moment after the command that changes it."""
    until_s = monotonic() + WITHIN_S
    while (now := program.state()["network"]) and (now["allowed"], now["offered"]) != (allowed, offered):
        assert monotonic() < until_s, now
        sleep(0.1)


def test_a_program_that_was_killed_shares_the_table_again(tmp_path: Path) -> None:
    with Program("demo", tmp_path) as program:
        _order(program, "network", allow=True)
        _wait_for_network(program, allowed=True)
        program.kill()
    with Program("demo", tmp_path) as again:
        _wait_for_network(again, allowed=True)
    with Program("demo", tmp_path) as ended:
        _wait_for_network(ended, allowed=False, offered=True)
        _order(ended, "network", allow=False)
    with Program("demo", tmp_path) as declined:
        _wait_for_network(declined, allowed=False, offered=False)
