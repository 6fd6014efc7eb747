"""The first session: an invitation that waits for nobody, and cameras that can be told apart by what they see."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from webui.i18n import LANGUAGES

from .conftest import LAPTOP, PHONE, SMALL_LAPTOP, TV, Hall
from .test_host import _sent
from .waiting import attempts

pytestmark = pytest.mark.browser


def test_cards_on_the_table_do_not_hide_the_invitation(hall: Hall) -> None:
    page = hall.open("/", "gathering")
    expect(page.locator(".invite")).to_have_count(0)
    hall.show("gathering", wizard=True)
    invitation = page.get_by_role("complementary")
    expect(invitation).to_contain_text("Three cards and a minute")
    expect(page.locator("act-bar")).to_be_in_viewport(ratio=0.99)
    invitation.get_by_role("button", name="Not now").click()
    _sent(hall, {"name": "wizard-done"})
    hall.show("gathering", wizard=True)
    invitation.get_by_role("link", name="Three cards to begin").click()
    expect(
        page.get_by_role("heading", name="Lay any card here").or_(page.get_by_role("button", name="Begin"))
    ).to_be_visible()


def test_a_test_is_counted_before_anything_is_set_up(hall: Hall) -> None:
    """The panel invited instead, and nobody was told how many cards to throw."""
    page = hall.open("/")
    hall.show("empty", wizard=True, mode={"kind": "test", "intensities": [4], "thrower": "players"})
    expect(page.locator("count-panel").get_by_role("button", name="No Skill")).to_be_visible()
    expect(page.get_by_role("complementary")).to_contain_text("Three cards and a minute")


@pytest.mark.parametrize("size", [LAPTOP, SMALL_LAPTOP], ids=["768", "720"])
def test_the_invitation_leaves_room_for_what_was_thrown(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/")
    hall.show("players", wizard=True)
    for part in (".numeral", ".which", ".fan .face"):
        for attempt in attempts(page):
            with attempt:
                shown = page.locator(f".plate {part}").all()
                assert len(shown) >= 2, part
                assert all(each.evaluate(SPARE_PX) >= 4 for each in shown), part


@pytest.mark.parametrize("size", [LAPTOP, SMALL_LAPTOP], ids=["768", "720"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_seen_beside_the_invitation_and_the_odds(
    hall: Hall, size: ViewportSize, language: str
) -> None:
    """They shrank to five pixels, on every first session at a laptop."""
    hall.page.set_viewport_size(size)
    page = hall.open("/")
    odds = {"win": 0.42, "tie": 0.16, "critical": 0.0, "fumble": 0.0}
    hall.show("gathering", wizard=True, odds={"players": odds, "host": odds}, language=language)
    for attempt in attempts(page):
        with attempt:
            shown = page.locator(".plate :is(.fan .face, .odds, .tally)").all()
            assert len(shown) >= 7
            assert all(each.evaluate(SPARE_PX) >= 4 for each in shown)
            widths = page.locator(".fan .face").evaluate_all("all => all.map((each) => each.offsetWidth)")
            assert min(widths) >= 40


SIZE = "(frame) => [frame.offsetWidth, frame.offsetHeight]"


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV], ids=["phone", "laptop", "tv"])
def test_the_picture_keeps_its_size_whatever_invitation_comes_or_goes(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/", "empty")
    frame = page.locator("live-picture .frame")
    for attempt in attempts(page):
        with attempt:
            before = frame.evaluate(SIZE)
            assert before[0] > 100
    none = {"count": 0, "last": []}
    shown: list[tuple[str, dict[str, Any]]] = [
        ("empty", {"wizard": True, "log": none}),
        ("gathering", {"wizard": True, "log": none}),
        ("players", {"wizard": True, "log": none}),
        ("players", {"log": none}),
        ("gathering", {"deck_seen": "marseille"}),
        ("uncounted", {}),
        ("unseated", {}),
        ("confirmed", {}),
    ]
    for scene, changes in shown:
        hall.show(scene, **changes)
        for attempt in attempts(page):
            with attempt:
                assert frame.evaluate(SIZE) == before, (scene, changes)


def test_one_invitation_stands_at_a_time_the_deck_s_first(hall: Hall) -> None:
    page = hall.open("/", "gathering")
    hall.show("gathering", wizard=True, deck_seen="marseille", uncounted=2)
    invitation = page.locator("main > aside")
    expect(invitation).to_have_count(1)
    expect(invitation).to_contain_text("This looks like your deck")
    invitation.get_by_role("button", name="Not now").click()
    expect(invitation).to_contain_text("2 cards are not counted yet")
    hall.show("gathering", wizard=True)
    expect(invitation).to_contain_text("Three cards and a minute")


SPARE_PX = """each => {
    const [part, plate] = [each, each.closest(".plate")].map((one) => one.getBoundingClientRect());
    return Math.min(part.top - plate.top, plate.bottom - part.bottom);
}"""


def test_the_picture_of_the_chosen_camera_is_live(hall: Hall) -> None:
    page = hall.open("/setup")
    camera = page.get_by_role("button", name="Integrated Camera").locator("img")
    virtual = page.get_by_role("button", name="The virtual table").locator("img")
    for number in (1, 2):
        with page.expect_request(re.compile(f"source=0&n={number}$")):
            pass
    expect(camera).to_be_visible()
    expect(virtual).to_have_attribute("src", "/preview.jpg?source=demo&n=0")


def test_the_step_that_is_open_is_in_sight_on_a_phone(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/setup#others")
    expect(page.get_by_role("link", name="Session and guests")).to_be_in_viewport(ratio=0.9)


def test_the_chosen_camera_is_marked_at_once(hall: Hall) -> None:
    page = hall.open("/setup")
    virtual = page.get_by_role("button", name="The virtual table")
    virtual.click()
    _sent(hall, {"name": "source", "spec": "demo"})
    expect(virtual).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("button", name="Integrated Camera")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("button", "allow"), [("Share again", True), ("Not now", False)])
def test_a_table_that_was_shared_last_time_is_shared_again_with_one_tap(
    hall: Hall, button: str, allow: bool
) -> None:
    page = hall.open("/")
    hall.show("empty", network={"allowed": False, "urls": [], "codes": {}, "offered": True})
    invitation = page.locator("main > aside")
    expect(invitation).to_contain_text("Last time you shared this table. Share it again?")
    invitation.get_by_role("button", name=button).click()
    _sent(hall, {"name": "network", "allow": allow})
    hall.show("empty")
    expect(invitation).to_have_count(0)
