"""axe-core finds nothing serious on any page, dark or light, English or German."""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .conftest import Hall

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
    ("/phone", "eight", ".headline"),
    ("/odds", "empty", ".odds-page table"),
    ("/decks", "empty", ".tile"),
    ("/deck-help", "empty", ".mount li"),
]
SERIOUS = ("serious", "critical")


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
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_contain_text("Which card?")
    assert found + _faults(hall) == []


def _faults(hall: Hall) -> list[str]:
    violations = Axe().run(hall.page).response["violations"]
    return [
        f"{each['id']}: {', '.join(node['html'][:120] for node in each['nodes'][:3])}"
        for each in violations
        if each["impact"] in SERIOUS
    ]
