"""Every picture of every page is really drawn: the browser is asked for each one's own width."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from webui.http.pages import addresses

from .conftest import Heard
from .phones import read_code
from .played import FAR_Y, NEAR_Y, Drawn, chronica, dragon, program, session
from .slow import slowed
from .waiting import PATIENCE_MS, attempts

pytestmark = pytest.mark.browser

STEPS = ("", "#picture", "#deck", "#seats", "#piles", "#others", "#connect")
"""The set-up's steps, each with pictures of its own."""

LOADED = """() => {
    const all = [...document.images];
    for (const each of all) each.loading = "eager";
    const settled = all.length === window.picturesBefore;
    window.picturesBefore = all.length;
    return settled && all.every((each) => each.complete || each.naturalWidth > 0);
}"""
"""Whether no picture has been added since the last look, and all have come or failed; a stream is never complete."""

UNDRAWN = """() => [...document.images].filter((each) => !each.naturalWidth).map((each) => each.outerHTML)"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Drawn, str]]:
    """A session with a log, other systems' desks, an open network and a question about a card that was not read."""
    live = Drawn(tmp_path_factory.mktemp("played"))
    with program(live) as (_, address):
        session(live)
        dragon(live)
        chronica(live)
        live.must("mode", kind="clash")
        live.must("network", allow=True)
        live.lay("w03", y=NEAR_Y)
        live.table.lay(None, 640, FAR_Y)
        live.look()
        yield live, address


def undrawn(page: Page) -> list[str]:
    """The pictures without a width of their own, once all have come or failed."""
    page.wait_for_function(LOADED, polling=300, timeout=PATIENCE_MS)
    found: list[str] = page.evaluate(UNDRAWN)
    return found


@pytest.mark.parametrize("path", [*addresses(), *(f"/setup{step}" for step in STEPS), "/join"])
def test_every_picture_is_drawn(played: tuple[Drawn, str], page: Page, path: str) -> None:
    live, address = played
    assert live.state()["phase"] == "question"
    page.goto(address + path, wait_until="domcontentloaded")
    expect(page.locator("main")).not_to_be_empty()
    page.evaluate("document.fonts.ready.then(() => null)")
    assert undrawn(page) == []


def test_the_guests_qr_codes_are_among_them(played: tuple[Drawn, str], page: Page) -> None:
    page.goto(f"{played[1]}/setup#others")
    codes = page.locator("img[src^='/qr.svg']")
    expect(codes).to_have_count(2)
    assert undrawn(page) == []
    for code in codes.all():
        for attempt in attempts(page):
            with attempt:
                box = code.bounding_box()
                assert box is not None
                assert box["width"] == pytest.approx(box["height"])
                assert box["width"] > 90


def test_a_phone_that_scans_a_guests_code_is_in_at_once(played: tuple[Drawn, str], page: Page) -> None:
    """One tap on what the phone shows of the code: nothing to type, and the player's own page."""
    live, address = played
    page.goto(f"{address}/setup#others")
    for role, opens in (("players", "/phone"), ("host", "/")):
        scanned = urlsplit(read_code(page.locator(f"img[src^='/qr.svg?for={role}']")))
        phone = live.client.application.test_client()
        answer = phone.get(f"{scanned.path}?{scanned.query}", environ_base={"REMOTE_ADDR": "192.168.1.20"})
        assert (answer.status_code, answer.headers["Location"]) == (302, opens)


def test_the_pictures_of_an_exported_session(
    played: tuple[Drawn, str], chromium: Browser, heard: Heard, tmp_path: Path
) -> None:
    file = tmp_path / "session.html"
    file.write_bytes(played[0].client.get("/export.html").data)
    with chromium.new_context() as context:
        page = slowed(context.new_page())
        page.goto(file.as_uri())
        expect(page.locator("img").first).to_be_attached()
        assert undrawn(page) == []


CROPPED = """() => [...document.querySelectorAll("img.face")].filter((each) => {
    const { width, height } = getComputedStyle(each), shown = parseFloat(width) / parseFloat(height);
    return Math.abs(shown / (each.naturalWidth / each.naturalHeight) - 1) > 0.06;
}).map((each) => each.outerHTML)"""
"""Cards that are shown in another shape than their own."""


def test_playing_cards_are_shown_whole(played: tuple[Drawn, str], page: Page) -> None:
    """They are broader than those of the tarot."""
    page.goto(f"{played[1]}/log")
    expect(page.locator("img.face[src*='/cards/Qs']").first).to_be_attached()
    assert undrawn(page) == []
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(CROPPED) == []
