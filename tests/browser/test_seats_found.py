"""From pixels to seats: one card in front of each, one tap; a card shown to the camera becomes a special card (D12)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from vision.virtual import Throw

from .clips import ThrowClip, record
from .program import Program
from .projector import Projector, projecting

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SEEN_MS = 180_000
"""The pipeline of a loaded machine takes its time; only what never comes fails."""


@pytest.fixture(scope="module")
def clip() -> ThrowClip:
    return record(Throw(("c08",), ("s05",)))


@pytest.fixture
def projector(clip: ThrowClip) -> Iterator[Projector]:
    with projecting(clip.empty) as shown:
        yield shown


@pytest.fixture
def program(projector: Projector, tmp_path: Path) -> Iterator[Program]:
    with Program(projector.url, tmp_path / "data", "--deck", "house") as running:
        yield running


def test_seats_and_special_cards_are_shown_to_the_camera(
    projector: Projector, program: Program, clip: ThrowClip, page: Page
) -> None:
    page.goto(f"{program.url}setup#seats")
    expect(page.get_by_role("button", name="Find seats (0 cards on the table)")).to_be_disabled()
    projector.play(clip.laid)
    find = page.get_by_role("button", name="Find seats (2 cards on the table)")
    expect(find).to_be_enabled(timeout=SEEN_MS)
    find.click()
    expect(page.locator(".board .tag")).to_have_text(["Players", "Host"])
    seats = {seat["id"]: seat for seat in program.state()["seats"]}
    assert [(seat["drawn"], seat["down"], seat["up"]) for seat in seats.values()] == [(True, 1, 0)] * 2

    projector.play(clip.flipped)
    page.locator("seat-editor").nth(1).get_by_role("button", name="Special card").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("group", name="On the table now").get_by_role("button", name="Five of Swords").click(
        timeout=SEEN_MS
    )
    sheet.get_by_label("Five of Swords").fill("The lights go out.")
    sheet.get_by_role("button", name="Add").click()
    expect(sheet.locator(".specials")).to_contain_text("Five of Swords")
    assert program.state()["seats"][1]["specials"] == [{"card": "s05", "text": "The lights go out."}]
    page.goto("about:blank")  # Before the program goes: the page would complain of that.
