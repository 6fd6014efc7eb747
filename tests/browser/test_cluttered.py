"""A table on which other things lie: the game goes on, and nobody is asked about a candle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.webui.tracks import quad_at
from vision.types import Face, Frame, FrameResult

from .drawn import cloth, put
from .played import FAR_Y, HEIGHT_PX, NEAR_Y, Drawn, program

pytestmark = pytest.mark.browser

THINGS = {"candle": (120, FAR_Y), "book": (1150, FAR_Y), "notebook": (130, NEAR_Y), "phone": (1150, NEAR_Y)}
"""Where the middle of each thing lies, in the frame's pixels."""


class Cluttered(Drawn):
    """The drawn table with four things on it, all of which the detector takes for cards."""

    def frame(self, observation: FrameResult) -> Frame:
        picture = super().frame(observation)
        for thing, (x, y) in THINGS.items():
            put(picture, DRAWINGS[thing](), quad_at(x, y, HEIGHT_PX))
        return picture

    def find(self, thing: str, face: Face = Face.UP) -> int:
        """The pipeline finds a thing that lay there all the time."""
        x, y = THINGS[thing]
        return self.table.lay(None, x, y, face=face, arrived=False, quad=quad_at(x, y, HEIGHT_PX))

    def flip(self, *keys_and_codes: tuple[int, str]) -> None:
        for key, code in keys_and_codes:
            self.table.flip(key, code)
        self.look()

    def down(self, x: int, y: int) -> int:
        return self.table.lay(None, x, y, face=Face.DOWN, quad=quad_at(x, y, HEIGHT_PX))


def candle() -> Frame:
    wax = cloth(128, 220).copy()
    cv2.circle(wax, (64, 110), 60, (200, 225, 235), cv2.FILLED, cv2.LINE_AA)
    cv2.circle(wax, (64, 110), 14, (90, 200, 255), cv2.FILLED, cv2.LINE_AA)
    return np.asarray(wax, np.uint8)


def book() -> Frame:
    cover = np.full((220, 128, 3), (40, 30, 96), np.uint8)
    cv2.rectangle(cover, (12, 12), (115, 207), (80, 170, 200), 2)
    cv2.putText(cover, "NOCT", (24, 100), cv2.FONT_HERSHEY_COMPLEX, 0.9, (80, 170, 200), 2, cv2.LINE_AA)
    return cover


def notebook() -> Frame:
    page = np.full((220, 128, 3), (214, 228, 232), np.uint8)
    for y in range(24, 214, 16):
        cv2.line(page, (10, y), (118, y), (170, 150, 130), 1)
        cv2.line(page, (14, y - 4), (30 + y * 7 % 80, y - 4), (70, 50, 50), 2)
    return page


def phone() -> Frame:
    glass = np.full((220, 128, 3), (22, 20, 20), np.uint8)
    cv2.rectangle(glass, (8, 16), (119, 203), (70, 60, 52), cv2.FILLED)
    cv2.circle(glass, (64, 212), 5, (90, 90, 90), 1, cv2.LINE_AA)
    return glass


DRAWINGS = {"candle": candle, "book": book, "notebook": notebook, "phone": phone}


@pytest.fixture
def cluttered(tmp_path: Path) -> Iterator[tuple[Cluttered, str]]:
    live = Cluttered(tmp_path)
    live.find("book", Face.DOWN)
    live.find("notebook")
    live.find("phone", Face.DOWN)
    with program(live) as (_, address):
        yield live, address


def test_cards_thrown_between_other_things_get_their_verdict_and_no_question(
    cluttered: tuple[Cluttered, str], page: Page
) -> None:
    live, address = cluttered
    page.goto(address)
    expect(page.locator(".target.is-known")).to_have_count(3)
    mine, theirs = live.down(560, NEAR_Y), live.down(600, FAR_Y)
    live.look()
    live.find("candle")  # late: its flame had drowned it
    live.look(3.0)
    expect(page.locator("seat-list")).to_contain_text("1")
    live.flip((mine, "w09"), (theirs, "c06"))
    expect(page.locator(".headline")).to_have_text("Players win")
    live.look(10.0)
    expect(page.locator(".headline")).to_have_text("Players win")
    page.keyboard.press("Space")
    expect(page.locator(".stamp")).to_contain_text("saved")

    mine, theirs = live.down(720, NEAR_Y), live.down(780, FAR_Y)
    live.look()
    live.flip((mine, "w02"), (theirs, "p11"))
    expect(page.locator(".headline")).to_have_text("The Host wins")
    expect(page.locator("question-panel")).to_have_count(0)


def test_a_thing_that_is_put_down_later_is_asked_about_once(
    cluttered: tuple[Cluttered, str], page: Page
) -> None:
    live, address = cluttered
    page.goto(address)
    x, y = THINGS["candle"]
    for near, far, thrown in (("w09", "c06", "Nine of Wands"), ("w03", "c02", "Three of Wands")):
        live.table.lay(None, x, y, quad=quad_at(x, y, HEIGHT_PX))
        live.lay(near, y=NEAR_Y)
        live.lay(far, y=FAR_Y)
        live.look()
        if near == "w09":
            page.get_by_role("button", name="Not a card").click()
        expect(page.locator("seat-list")).to_contain_text(thrown)
        expect(page.locator(".headline")).to_have_text("Players win")
        expect(page.locator(".target.is-no-card")).to_have_count(1)
        page.keyboard.press("Space")
        expect(page.locator(".stamp")).to_contain_text("saved")
        live.clear()


def test_cards_that_lay_there_before_are_counted_with_one_tap(tmp_path: Path, page: Page) -> None:
    live = Cluttered(tmp_path)
    live.lay("w09", y=NEAR_Y)
    live.lay("c06", y=FAR_Y)
    live.find("notebook")
    with program(live) as (_, address):
        page.goto(address)
        line = page.locator(".uncounted")
        expect(line).to_contain_text("2 cards are not counted yet.")
        line.get_by_role("button", name="Count them").click()
        expect(page.locator(".headline")).to_have_text("Players win")
        expect(line).to_have_count(0)
        page.keyboard.press("u")
        expect(line).to_be_visible()
