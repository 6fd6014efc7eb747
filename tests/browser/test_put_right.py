"""What a person puts right shows at once, and undo shows what the camera sees again: on the real program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from vision.types import TrackState
from webui.camera.reports import SourceStatus

from .builders import FAR, NEAR
from .played import FAR_Y, NEAR_Y, Drawn, program
from .test_a_session import correct
from .test_host import TWO_SPACES
from .waiting import attempts

pytestmark = pytest.mark.browser

CAMERA: dict[str, object] = {
    "kind": "camera",
    "name": "Camera 0",
    "state": "live",
    "message": None,
    "since": "21:14",
}
CAMERA |= {"size": [1280, 720], "fps": 30.0}

BEHIND = """async () => {
    const { table } = await import("/static/lib/stream.js");
    table.state = { ...table.state, version: 0 };
}"""
"""Lets the page believe that it has seen nothing yet of what came last."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Drawn, str]]:
    live = Drawn(tmp_path)
    with program(live) as (_, address):
        yield live, address


@pytest.fixture
def live(served: tuple[Drawn, str], page: Page) -> Drawn:
    # The program comes first, so that it outlives the window.
    served[0].table_thread.on_status(SourceStatus(CAMERA))
    page.goto(served[1])
    expect(page.locator("verdict-panel .calm")).to_have_text("Waiting for cards")
    return served[0]


def clash(live: Drawn, near: str, far: str) -> None:
    live.lay(near, y=NEAR_Y)
    live.lay(far, y=FAR_Y)
    live.look()


def test_undo_while_paused_gives_the_camera_its_word_again(live: Drawn, page: Page) -> None:
    clash(live, "w09", "c06")
    expect(page.locator(".headline")).to_have_text("Players win")
    page.keyboard.press("p")
    expect(page.locator(".act-pause")).to_contain_text("Resume")
    correct(page, "Nine of Wands", "Two of Wands")
    expect(page.locator(".headline")).to_have_text("The Host wins")
    page.keyboard.press("u")
    expect(page.locator(".headline")).to_have_text("Players win")
    expect(page.locator("verdict-panel .stamp")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("verdict-panel .stamp")).to_contain_text("saved")
    [entry] = live.client.get("/api/log").get_json()
    assert [card["card"] for seat in entry["seats"] for card in seat["cards"]] == ["w09", "c06"]
    page.goto(page.url + "log")
    expect(page.locator("log-entry img.face")).to_have_count(2)
    expect(page.locator("log-entry .by-hand")).to_have_count(0)


def test_who_types_fast_gets_the_card_that_was_typed(live: Drawn, page: Page) -> None:
    """The last letter and the Enter key come before the page is painted again."""
    clash(live, "w09", "c06")
    expect(page.locator(".headline")).to_have_text("Players win")
    page.locator("live-picture").get_by_role("button", name="Nine of Wands").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("searchbox").evaluate(
        """(box) => {
            box.value = "two of wands";
            box.dispatchEvent(new InputEvent("input", { bubbles: true }));
            box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        }"""
    )
    expect(page.locator("seat-list")).to_contain_text("Two of Wands")
    expect(page.locator(".headline")).to_have_text("The Host wins")


def test_the_stamp_of_a_correction_tells_the_time_of_day(live: Drawn, page: Page) -> None:
    clash(live, "w09", "c06")
    live.must("confirm")
    page.goto(page.url + "log")
    page.get_by_role("button", name="Nine of Wands. Change").click()
    page.get_by_role("dialog").get_by_role("searchbox").fill("two of wands")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("log-entry .stamp")).to_have_text(re.compile(r"^Corrected by hand at \d\d:\d\d$"))
    [entry] = live.client.get("/api/log").get_json()
    expect(page.locator("log-entry .stamp")).to_contain_text(entry["corrected"][0]["at"][:5])


def test_a_mode_is_taken_on_the_first_tap(live: Drawn, page: Page) -> None:
    live.must("seat-add", seat_name="Zoe", side="players", region=[[0, 0.8], [0.2, 0.8], [0.2, 1]])
    clash(live, "w09", "c06")
    expect(page.locator(".headline")).to_have_text("Players win")
    page.evaluate(BEHIND)
    page.get_by_role("button", name="Opposed").click()
    expect(page.get_by_role("button", name="Opposed")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("notice-line")).not_to_contain_text("moved on")


def test_the_panel_says_reading_until_the_verdict(live: Drawn, page: Page) -> None:
    clash(live, "w09", "down")
    calm = page.locator("verdict-panel .calm")
    expect(calm).to_have_text("Flip the cards: 1 to go")
    last = max(live.table.tracks)
    live.table.flip(last, "c06")
    live.table.change(last, code=None, state=TrackState.STILL)
    live.look(0.1)
    expect(calm).to_have_text("Reading the cards")
    expect(page.locator("verdict-panel .named")).to_contain_text("Nine of Wands")
    live.table.change(last, code="c06", state=TrackState.SETTLED)
    live.look(0.1)
    expect(page.locator(".headline")).to_have_text("Players win")


def test_a_table_swept_before_a_verdict_is_quiet(live: Drawn, page: Page) -> None:
    live.lay("w09", y=NEAR_Y)
    live.look(3.0)
    calm = page.locator("verdict-panel .calm")
    expect(calm).to_have_text("1 card down")
    live.clear()
    expect(calm).to_have_text("Waiting for cards")
    expect(page.locator("seat-list")).not_to_contain_text("Nine of Wands")


def test_a_double_tap_is_one_and_the_next_throw_is_confirmed_at_once(live: Drawn, page: Page) -> None:
    clash(live, "w09", "c06")
    expect(page.locator(".headline")).to_have_text("Players win")
    page.evaluate(TWO_SPACES)
    expect(page.locator("verdict-panel .stamp")).to_contain_text("saved")
    live.clear()
    clash(live, "w02", "c07")
    expect(page.locator(".headline")).to_have_text("The Host wins")
    page.keyboard.press("Space")
    expect(page.locator("verdict-panel .stamp")).to_contain_text("saved")
    entries = live.client.get("/api/log").get_json()
    assert [entry["confirmed"] for entry in entries] == [True, True]
    assert (live.state()["throw"]["number"], live.state()["phase"]) == (2, "confirmed"), (
        "no throw was begun by a tap"
    )


def test_cards_that_are_counted_after_all_count_in_this_throw_only(live: Drawn, page: Page) -> None:
    live.must("seat-add", seat_name="Ann", side="players", region=NEAR, awaited=1)
    live.must("seat-add", seat_name="Fiend", side="host", region=FAR)
    panel = page.locator("verdict-panel")
    _two_against_one(live)
    expect(panel).to_contain_text("Ann: 2 cards, should have 1")
    page.get_by_role("button", name="Count these cards").click()
    expect(panel).not_to_contain_text("should have")
    expect(panel.locator(".headline")).to_have_text("Players win")
    page.keyboard.press("Space")
    expect(panel.locator(".stamp")).to_contain_text("saved")
    live.clear()
    _two_against_one(live)
    expect(panel).to_contain_text("Ann: 2 cards, should have 1")


def _two_against_one(live: Drawn) -> None:
    live.lay("w09", "c03", y=NEAR_Y)
    live.lay("c06", y=FAR_Y)
    live.look()


def test_two_seats_of_the_host_have_colours_of_their_own(live: Drawn, page: Page) -> None:
    for name in ("The Fiend", "Ghoul"):
        live.must("seat-add", seat_name=name, side="host", region=FAR)
    page.goto(page.url + "setup#seats")
    editors = page.locator("seat-editor .editor")
    expect(editors).to_have_count(4)
    for attempt in attempts(page):
        with attempt:
            edges = editors.evaluate_all("all => all.map((each) => getComputedStyle(each).borderLeftColor)")
            assert len(set(edges)) == 4
