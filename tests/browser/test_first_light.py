"""From pixels to the log without any set-up: a quick clash on the real program, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from vision.virtual import Throw

from .clips import ThrowClip, record
from .program import Program
from .projector import Projector, projecting
from .test_a_session import SEEN_MS, correct, give, headline

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def throws() -> list[ThrowClip]:
    """A critical by Significator, and a fumble."""
    return [record(Throw(("c08", "w02"), ("s05",))), record(Throw(("w06",), ("m00",)))]


def test_a_quick_clash_from_the_first_card_to_the_export(
    throws: list[ThrowClip], page: Page, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with projecting(throws[0].empty) as projector:
        with Program(projector.url, data, "--deck", "house") as program:
            page.goto(program.url)
            two_clashes(page, projector, throws)
            page.goto("about:blank")
            program.kill()
        with Program(projector.url, data, "--deck", "house") as again:
            page.goto(f"{again.url}log")
            expect(page.locator("log-entry")).to_have_count(2)
            expect(page.locator("log-page")).to_contain_text("Critical")
            page.goto("about:blank")  # Before the program goes: the page would complain of that.


def two_clashes(page: Page, projector: Projector, throws: list[ThrowClip]) -> None:
    page.locator("seat-list .seat", has_text="Players").get_by_role("button", name="Significator").click()
    give(page, "Eight of Cups")
    for number, clip in enumerate(throws):
        projector.play(clip.laid)
        expect(page.locator("verdict-panel .calm")).to_have_text(re.compile("cards? down"), timeout=SEEN_MS)
        projector.play(clip.flipped)
        expect(headline(page)).to_have_text("Players win", timeout=SEEN_MS)
        if number == 0:
            expect(page.locator(".mark-critical")).to_contain_text(
                "The players' Eight of Cups, a Significator"
            )
        else:
            put_right_and_back(page)
        page.keyboard.press("Space")
        expect(page.locator(".stamp")).to_contain_text("saved")


def put_right_and_back(page: Page) -> None:
    """A card is corrected and judged anew at once; undo takes that back."""
    expect(page.locator(".mark-fumble")).to_contain_text("The Host's Fool counts")
    correct(page, "The Fool", "The World")
    expect(headline(page)).to_have_text("The Host wins")
    page.keyboard.press("u")
    expect(headline(page)).to_have_text("Players win")


@pytest.mark.slow
def test_what_cannot_be_played_is_told_in_one_line(tmp_path: Path) -> None:
    for arguments, message in (
        ((str(tmp_path / "missing.mp4"),), "missing.mp4: no such file"),
        (("demo", "--deck", "thoth"), "no deck 'thoth'"),
    ):
        with (
            pytest.raises(AssertionError, match=message),
            Program(arguments[0], tmp_path / "d", *arguments[1:]),
        ):
            pass
