"""The evenings: every verdict kept, and every evening found again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.webui.http.test_api import Live

from .played import program

pytestmark = pytest.mark.browser


class Library:
    """The real program over a scripted table, and a window on it."""

    def __init__(self, live: Live, address: str, page: Page) -> None:
        self.live, self.address, self.page = live, address, page

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path, wait_until="domcontentloaded")
        self.page.wait_for_selector("main")
        return self.page

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
def served(tmp_path: Path) -> Iterator[tuple[Live, str]]:
    with program(Live(tmp_path)) as found:
        yield found


@pytest.fixture
def library(served: tuple[Live, str], page: Page) -> Library:
    # The program comes first, so that it outlives the window.
    return Library(*served, page)


def test_a_verdict_that_nobody_confirmed_is_confirmed_later(library: Library) -> None:
    """Verdicts that were not confirmed in time vanished: three came, the log held none."""
    for players, host in (("w09", "c06"), ("w02", "c07"), ("w08", "c03")):
        library.throw(players, host, confirm=False)
    page = library.open("/log")
    headlines = page.locator("log-entry h2")
    expect(headlines).to_have_text(["The Host wins", "Players win"])  # The third stands on the table.
    expect(page.get_by_text("Not confirmed", exact=True)).to_have_count(2)
    page.locator("log-entry").last.get_by_role("button", name="Confirm it now").click()
    expect(page.get_by_text("Not confirmed", exact=True)).to_have_count(1)
    kept = {entry["throw"]: entry["confirmed"] for entry in library.live.client.get("/api/log").get_json()}
    assert kept == {1: True, 2: False}
