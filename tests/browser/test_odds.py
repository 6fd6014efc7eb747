"""The page of odds: whole percents as in its tables, and what cannot happen in one line."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Hall

pytestmark = pytest.mark.browser


def test_the_bars_say_what_can_happen_and_one_line_what_cannot(hall: Hall) -> None:
    """ "61.0 %" stood beside "61 %" for the same chance, and bars of nothing below it."""
    page = hall.open("/odds")
    expect(page.locator(".answer .chance b")).to_have_text(["63%", "11%", "26%", "0.1%"])
    expect(page.locator(".answer .help")).to_have_text("Cannot happen with these cards: Critical")
