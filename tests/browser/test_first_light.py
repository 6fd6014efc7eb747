"""From pixels to the log, as a user would: the real program on a recorded clip, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clips import record
from tests.browser.program import Program
from vision.virtual import Throw

pytestmark = pytest.mark.browser

VERDICT_MS = 120_000
"""A recording is seen frame by frame: a slow machine takes its time, and only a verdict that never comes fails."""


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three throws: a critical by Significator, a fumble, a tie."""
    throws = [Throw(("c08", "w02"), ("s05",)), Throw(("w06",), ("m00",)), Throw(("p07",), ("c07", "s02"))]
    return record(tmp_path_factory.mktemp("clip") / "evening.avi", throws)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def program(clip: Path, data: Path) -> Iterator[Program]:
    with Program(str(clip), data, "--deck", "house") as running:
        yield running


def headline(page: Page, text: str) -> None:
    expect(page.locator("verdict-panel .headline")).to_have_text(text, timeout=VERDICT_MS)


def test_an_evening_from_the_first_card_to_the_export(
    program: Program, data: Path, page: Page, clip: Path
) -> None:
    page.goto(program.url)
    give_significator(page, "Players", "Eight of Cups")

    headline(page, "Players win")
    expect(page.locator(".mark-critical")).to_contain_text("Eight of Cups is the Significator of Players")
    page.keyboard.press("Space")
    expect(page.locator("log-strip")).to_contain_text("Players win")

    expect(page.locator(".mark-fumble")).to_contain_text("The Fool counts for Host", timeout=VERDICT_MS)
    headline(page, "Players win")
    correct(page, "The Fool", "The World")
    headline(page, "The Host wins")
    page.keyboard.press("u")
    headline(page, "Players win")
    page.keyboard.press("Space")

    headline(page, "Tie")
    expect(page.locator(".next")).to_contain_text("Change something for everyone.")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".stamp")).to_contain_text("log")

    page.goto(f"{program.url}log")
    expect(page.locator("log-entry")).to_have_count(3)
    page.goto("about:blank")
    program.kill()
    with Program(str(clip), data, "--deck", "house") as again:
        page.goto(f"{again.url}log")
        expect(page.locator("log-entry")).to_have_count(3)
        expect(page.locator("log-page")).to_contain_text("Critical")
        page.goto("about:blank")  # Before the program goes: the page would complain of that.


def give_significator(page: Page, seat: str, card: str) -> None:
    """Two taps: the seat's chip, the card."""
    page.locator("seat-list .seat", has_text=seat).get_by_role("button", name="Significator").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("searchbox").fill(card)
    dialog.get_by_role("button", name=card).click()
    page.keyboard.press("Escape")
    expect(page.locator("seat-list .seat", has_text=seat)).to_contain_text(card)


def correct(page: Page, was: str, to: str) -> None:
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=was).first.click()
    dialog.get_by_role("searchbox").fill(to)
    dialog.get_by_role("button", name=to).first.click()


def test_what_cannot_be_played_is_told_in_one_line(tmp_path: Path) -> None:
    for arguments, message in (
        ((str(tmp_path / "missing.mp4"),), "missing.mp4: no such video"),
        (("demo", "--deck", "thoth"), "no deck 'thoth'"),
    ):
        with (
            pytest.raises(AssertionError, match=message),
            Program(arguments[0], tmp_path / "d", *arguments[1:]),
        ):
            pass
