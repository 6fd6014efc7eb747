"""The pages of the other systems, on the real program without a camera."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.webui.http.live import Live

from .played import Window

SMALL = """() => [...document.querySelectorAll("main :is(button, summary, select, input:not([type=checkbox]))")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""
"""What stands there to tap and is smaller than a thumb needs it."""


class Room(Window):
    """A system's page, its desk and its entries."""

    def open(self, system: str, task: str = "") -> Page:
        """A system's page; with the task that is to be seen on it, else at its first."""
        self.page.goto("about:blank")  # A new task alone would not load the page anew.
        return self.go(f"/{system}#{task}", "main .part:not(:empty)")

    def desk(self, system: str) -> dict[str, Any]:
        desk: dict[str, Any] = self.live.state()["desks"].get(system, {})
        return desk

    def entries(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.live.client.get("/api/log").get_json()
        return entries


@pytest.fixture
def room(running: tuple[Live, str], page: Page) -> Room:
    return Room(*running, page)
