"""A round rehearsed without a camera: the virtual table lays as many cards as were announced, for whom they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .program import Program
from .test_a_session import SEEN_MS

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


def test_the_virtual_table_plays_what_a_round_asks_for(page: Page, tmp_path: Path) -> None:
    with Program("demo", tmp_path / "data") as program:
        assert program.state()["decks"] == ["house"], "one deck to begin with: that of the virtual table"
        page.goto(program.url)
        page.get_by_role("button", name="Action Round").click()
        for announced in range(2):
            panel = page.locator("announce-panel")
            panel.get_by_role("button", name="Attack", exact=True).click()
            panel.locator(".whom").click()
            expect(page.locator("round-list .actor", has_text="attacks")).to_have_count(announced + 1)
        expect(page.locator("verdict-panel .clash")).to_have_count(1, timeout=SEEN_MS)
        expect(page.locator("verdict-panel")).not_to_contain_text("should have")
        _until_somebody_is_hit(page)
        page.locator("next-steps button", has_text="Damage").click()
        told = page.locator("verdict-panel .headline").first
        expect(told).to_contain_text("damage", ignore_case=True, timeout=SEEN_MS)
        page.goto("about:blank")  # Before the program goes: the page would complain of that.


def _until_somebody_is_hit(page: Page) -> None:
    """Chance may tie them, and a tie is thrown again."""
    while not page.locator("next-steps button", has_text="Damage").count():
        page.keyboard.press("Space")
        expect(page.locator("verdict-panel .stamp")).to_be_visible()
        page.keyboard.press("Space")
        expect(page.locator("verdict-panel .clash")).to_have_count(0, timeout=SEEN_MS)
        expect(page.locator("verdict-panel .clash")).to_have_count(1, timeout=SEEN_MS)
