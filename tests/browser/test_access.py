"""axe-core finds nothing serious on any page, dark or light, English or German."""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .conftest import Hall
from .waiting import attempts

pytestmark = pytest.mark.browser

LOOKS = [
    # path, scene, what stands there once the page is whole
    ("/", "critical", "main.table .headline"),
    ("/", "question", "question-panel h1"),
    ("/", "eight", "main.table .headline"),
    ("/", "german", "main.table .headline"),
    ("/", "announcing", "announce-panel h1"),
    ("/", "throwing", "round-list .steps"),
    ("/", "flipping", ".calm"),
    ("/", "lost", ".veil"),
    ("/log", "empty", "log-entry h2"),
    ("/setup", "empty", ".source"),
    ("/setup#seats", "eight", "seat-editor"),
    ("/setup#deck", "empty", "setup-deck button"),
    ("/screen", "critical", ".headline"),
    ("/screen", "empty", ".headline"),
    ("/overlay", "critical", ".said h1"),
    ("/overlay/settings", "empty", ".trial h1"),
    ("/phone", "eight", ".welcome"),
    ("/odds", "empty", ".odds-page table"),
    ("/decks", "empty", ".tile"),
    ("/deck-help", "empty", ".mount li"),
    ("/sessions", "empty", ".session"),
    ("/story", "empty", "main h1"),
    ("/decks/new", "empty", ".next-card"),
    ("/support", "empty", "main h2"),
    ("/camera", "empty", "main"),
    ("/phone?seat=players", "critical", "main"),
    ("/setup#picture", "empty", "main h2"),
    ("/setup#piles", "eight", "main h2"),
    ("/setup#others", "empty", "main h2"),
    ("/setup#connect", "empty", "main h2"),
]
SHEETS = [
    # path, scene, the button that opens a sheet
    ("/", "announcing", "Attack"),
    ("/", "announcing", "Details: The Fiend"),
    ("/", "critical", "Special cards of Host"),
    ("/decks", "empty", "Edit card list"),
]
SERIOUS = ("serious", "critical")
JUDGED = {"resultTypes": ["violations"]}
"""All rules run; axe describes the violations alone, which takes half the time."""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_serious(hall: Hall, scheme: Literal["dark", "light"]) -> None:
    hall.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for path, scene, whole in LOOKS:
        page = hall.open(path, scene)
        expect(page.locator(whole).first).to_be_visible()
        found += [f"{path} {scene}: {fault}" for fault in _faults(hall)]
    assert found == []


def test_nothing_serious_in_the_dialogs(hall: Hall) -> None:
    page = hall.open("/", "critical")
    page.get_by_role("button", name="Significators of Players").click()
    expect(page.get_by_role("dialog").locator("li").first).to_be_visible()
    found = _faults(hall)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_contain_text("Which card?")
    assert found + _faults(hall) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_serious_at_the_door(hall: Hall, scheme: Literal["dark", "light"]) -> None:
    page = hall.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(hall.address + "/join?code=123456")
    expect(page.get_by_role("alert")).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert (
                page.get_by_label("Code from the Host's screen").evaluate("each => each.offsetHeight") >= 44
            )
    assert _faults(hall) == []


def test_nothing_serious_in_the_sheets(hall: Hall) -> None:
    page, found = hall.page, []
    for path, scene, button in SHEETS:
        hall.open(path, scene)
        page.get_by_role("button", name=button).first.click()
        if button == "Attack":
            page.get_by_role("button", name="More", exact=True).click()
        expect(page.get_by_role("dialog").get_by_role("heading").first).to_be_visible()
        found += [f"{button}: {fault}" for fault in _faults(hall)]
    assert found == []


def _faults(hall: Hall) -> list[str]:
    violations = Axe().run(hall.page, options=JUDGED).response["violations"]
    return [
        f"{each['id']}: {', '.join(node['html'][:120] for node in each['nodes'][:3])}"
        for each in violations
        if each["impact"] in SERIOUS
    ]
