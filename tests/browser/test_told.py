"""What the Host's page is told and tells: refusals, a line that breaks, speech, sound and language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Hall, Still
from .scenes import SCENES

pytestmark = pytest.mark.browser


def test_an_overtaken_command_is_told_in_one_line(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    hall.heard.expected.append("409")
    hall.stage.answer = (409, {"error": "stale", "version": 99})
    page.keyboard.press("Space")
    expect(page.locator(".notice")).to_have_text("The table has changed meanwhile. Please look again.")


def test_a_bad_command_says_why(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    hall.heard.expected.append("422")
    hall.stage.answer = (422, {"error": "seat: nobody of that name sits here"})
    page.keyboard.press("n")
    expect(page.locator(".notice")).to_have_text("seat: nobody of that name sits here")


def test_the_line_comes_back_by_itself(hall: Hall) -> None:
    page = hall.open("/", "empty")
    expect(page.locator(".calm")).to_be_visible()
    hall.heard.expected.append("net::ERR_")
    hall.stage.silent = True
    page.context.set_offline(True)
    expect(page.locator(".notice")).to_have_text("Connection lost. Reconnecting...")
    hall.stage.silent = False
    page.context.set_offline(False)
    hall.show("players")
    expect(page.locator(".headline")).to_have_text("Players win")
    expect(page.locator(".notice")).to_be_hidden()


def test_only_a_verdict_that_stands_is_spoken(still: Still) -> None:
    page = still.page
    page.add_init_script(
        """if (location.protocol !== "about:") localStorage.setItem("clashcam.voice", "on"); window.spoken = [];
        window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
        Object.defineProperty(window, "speechSynthesis",
            { value: { speak: (said) => spoken.push(said.text), cancel() {}, getVoices: () => [] } });"""
    )
    still.open("/")
    still.show("players")
    page.clock.run_for(500)
    still.show("tie")
    page.clock.run_for(1100)
    assert page.evaluate("spoken") == []
    page.clock.run_for(200)
    assert page.evaluate("spoken") == ["Tie. Both threw 9. Undecided."]


def test_a_screen_reader_hears_the_verdict(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(
        page.locator("[aria-live]").get_by_text("Players win. The players' Nine of Wands (9) beats 6")
    ).to_be_attached()


def test_voice_chime_and_light_are_remembered(hall: Hall) -> None:
    page = hall.open("/", "empty")
    page.get_by_role("button", name="Spoken verdicts").click()
    page.get_by_role("button", name="Dark or light").click()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", re.compile("dark|light"))
    theme = str(root.get_attribute("data-theme"))
    page.reload()
    expect(page.get_by_role("button", name="Spoken verdicts")).to_have_attribute("aria-pressed", "true")
    expect(root).to_have_attribute("data-theme", theme)


def test_the_page_turns_to_the_language_of_the_table(hall: Hall) -> None:
    page = hall.open("/", "empty")
    expect(page.locator(".calm")).to_have_text("Waiting for cards")
    hall.stage.show("german")
    expect(page.get_by_role("button", name="Bestätigen")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_an_older_snapshot_is_not_shown(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_have_text("Players win")
    hall.stage.scene = SCENES["tie"]() | {"version": 0}
    hall.heard.expected.append("409")
    hall.stage.answer = (409, {"error": "stale", "version": 0})
    page.keyboard.press("Space")
    expect(page.locator(".notice")).to_have_text("The table has changed meanwhile. Please look again.")
    expect(page.locator(".headline")).to_have_text("Players win")
