"""The camera's picture and its question: names when they are asked for, no guesses below the bar, back at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from vision.types import Candidate
from webui.camera.reports import SourceStatus

from .builders import source
from .conftest import LAPTOP, PHONE, Hall
from .played import FAR_Y, NEAR_Y, Drawn, program
from .test_host import _sent
from .test_put_right import CAMERA
from .waiting import attempts

pytestmark = pytest.mark.browser


def test_a_cards_name_shows_under_a_hand_and_under_the_keyboard(hall: Hall) -> None:
    page = hall.open("/", "players")
    card = page.locator("live-picture").get_by_role("button", name="Nine of Wands, Players. Correct")
    plate = page.locator("live-picture .frame").get_by_text("Nine of Wands", exact=True)
    expect(plate).to_have_count(0)
    card.hover()
    expect(plate).to_be_visible()
    page.mouse.move(5, 5)
    expect(plate).to_have_count(0)
    card.focus()
    expect(plate).to_be_visible()


def test_a_tap_tells_a_cards_name_on_a_phone(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", "players")
    page.locator("live-picture").get_by_role("button", name="Nine of Wands").click()
    expect(page.get_by_role("dialog")).to_contain_text("Read as: Nine of Wands")


@pytest.fixture
def live(tmp_path: Path, page: Page) -> Iterator[Drawn]:
    drawn = Drawn(tmp_path)
    with program(drawn) as (_, address):
        drawn.must("decks", names=["house"])
        drawn.table_thread.on_status(SourceStatus(CAMERA))
        page.goto(address)
        expect(page.locator("verdict-panel .calm")).to_have_text("Waiting for cards")
        yield drawn
        page.goto("about:blank")


def _unread(live: Drawn, *candidates: Candidate) -> None:
    live.lay("w03", y=NEAR_Y)
    key = live.table.lay(None, 640, FAR_Y)
    live.table.tracks[key] = replace(live.table.tracks[key], candidates=candidates)
    live.look()


def test_what_is_hardly_likely_is_not_offered(live: Drawn, page: Page) -> None:
    _unread(live, ("s05", 0.62), ("s06", 0.24), ("m00", 0.03))
    panel = page.locator("question-panel")
    expect(panel).to_contain_text("I cannot read this card of the Host's")
    expect(panel.locator(".candidate")).to_have_text(["Five of Swords", "Six of Swords"])
    expect(panel.get_by_role("button", name="Another card")).to_be_visible()


def test_a_card_of_no_deck_that_is_on_offers_the_others(live: Drawn, page: Page) -> None:
    _unread(live, ("s05", 0.03))
    panel = page.locator("question-panel")
    expect(panel).to_contain_text("This card of the Host's is in no deck that is known here. Turn one on?")
    crop = panel.get_by_role("img", name="The card in question")
    expect(crop).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert crop.evaluate("each => each.naturalWidth") > 0
    expect(panel.locator(".candidate")).to_have_count(0)
    expect(panel.get_by_role("button", name="Another card")).to_have_count(0)
    panel.get_by_role("button", name="Name the card").click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Escape")
    with page.expect_response("**/api/command"):
        panel.get_by_role("button", name="Turn on: Rider-Waite-Smith").click()
    assert live.state()["decks"] == ["house", "rws"]


def test_a_card_that_nobody_has_read_is_shown_as_the_camera_sees_it(live: Drawn, page: Page) -> None:
    _unread(live)
    expect(page.locator("question-panel")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate(
        "document.querySelector('correct-dialog').ask(document.querySelector('table-page').state, null)"
    )
    picture = page.get_by_role("dialog").get_by_role("button", name="Not read").locator("img")
    expect(picture).to_have_attribute("src", re.compile("/crop/"))


def test_while_the_program_is_away_the_keys_are_grey(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.get_by_role("button", name="Confirm")).to_be_enabled()
    hall.heard.expected.append("net::ERR_")
    hall.stage.silent = True
    page.context.set_offline(True)
    keys = page.get_by_role("group", name="The Host's keys").get_by_role("button")
    expect(page.locator("live-picture")).to_contain_text("Connection lost")
    for key in keys.all():
        expect(key).to_be_disabled()
    page.keyboard.press("n")
    hall.stage.silent = False
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="New throw")).to_be_enabled()
    page.keyboard.press("Space")
    _sent(hall, {"name": "confirm"})
    assert [each["name"] for each in hall.stage.commands] == ["confirm"]


def test_the_picture_comes_back_with_the_line(hall: Hall) -> None:
    """However soon: a restart that no notice tells of has cut the picture off as well."""
    page = hall.open("/", "players")
    stream = page.locator("img.stream")
    expect(stream).to_have_attribute("src", re.compile("/video.mjpg"))
    before = str(stream.get_attribute("src"))
    hall.heard.expected.append("net::ERR_")
    hall.stage.hang_up()  # The event stream ends, as it does when the program does.
    expect(stream).not_to_have_attribute("src", before)
    expect(page.locator(".notice")).to_be_hidden()


def test_a_pause_has_one_way_on(hall: Hall) -> None:
    page = hall.open("/", "paused")
    resume = page.get_by_role("button", name="Resume")
    expect(resume).to_have_count(1)
    for attempt in attempts(page):
        with attempt:
            box = resume.bounding_box()
            assert box
            assert box["width"] < 480
    resume.click()
    _sent(hall, {"name": "pause", "on": False})


def test_odds_that_rest_on_a_wrong_list_are_greyed_with_the_reason(hall: Hall) -> None:
    chances = {"win": 0.61, "tie": 0.1, "critical": 0.0, "fumble": 0.0}
    why = "3 cards were played that the list of their deck does not hold."
    page = hall.open("/", "gathering")
    hall.show("gathering", odds={"players": chances}, odds_doubt=None)
    odds = page.locator("seat-list .odds").first
    expect(odds).to_contain_text("to win")
    expect(odds).not_to_have_attribute("title", why)
    hall.show("gathering", odds={"players": chances}, odds_doubt=why)
    expect(odds).to_have_attribute("title", why)
    expect(odds).to_contain_text("approximate: a card list is wrong")
    expect(odds.get_by_role("link")).to_have_attribute("href", "/decks")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["390", "1366"])
@pytest.mark.parametrize("scene", ["empty", "players"])
@pytest.mark.parametrize(("kind", "spec"), [("file", "current"), ("demo", "demo")])
def test_at_its_end_a_clip_can_be_played_again(
    hall: Hall, scene: str, kind: str, spec: str, size: ViewportSize
) -> None:
    """Below its last picture, whether a verdict stands or not."""
    hall.page.set_viewport_size(size)
    page = hall.open("/", scene)
    hall.show(scene, source=source(kind=kind, state="ended"))
    expect(page.get_by_text("The recording has ended").filter(visible=True)).to_have_count(1)
    page.get_by_role("button", name="Play again").click()
    _sent(hall, {"name": "source", "spec": spec})
