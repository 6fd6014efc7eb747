"""The first start: any card, one card before each, phones and TV; undo and skip in each step; it ends on the table."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from webui.i18n import LANGUAGES

from .begin_scenes import BEGINNINGS
from .builders import Snapshot, card
from .conftest import LAPTOP, Hall
from .program import Program
from .scenes import SCENES
from .test_a_session import SEEN_MS
from .test_access import JUDGED, SERIOUS
from .test_host import _sent
from .test_measures import SIZES, _finds
from .waiting import attempts

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

MOST_S = 60.0
"""How long a first start may take, on a machine that has nothing else to do."""


def opened(hall: Hall, name: str, language: str = "en", **changes: object) -> Page:
    """A beginning on its page."""
    SCENES["judged"] = lambda: BEGINNINGS[name](language) | changes
    return hall.open("/begin", "judged")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BEGINNINGS)
def test_every_step_fits_and_has_nothing_serious(hall: Hall, name: str, language: str) -> None:
    page = opened(hall, name, language)
    for size in SIZES:
        page.set_viewport_size(size)
        _finds(page, [], f"{name} at {size['width']}")
        onward = page.locator(".onward button").first
        onward.scroll_into_view_if_needed()
        expect(onward).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size(LAPTOP)
    violations = Axe().run(page, options=JUDGED).response["violations"]
    assert [each["id"] for each in violations if each["impact"] in SERIOUS] == []


def test_there_is_no_way_to_other_pages_but_the_one_to_the_table(hall: Hall) -> None:
    page = opened(hall, "card")
    expect(page.locator("top-bar")).to_have_count(0)
    expect(page.get_by_role("link")).to_have_count(0)
    for attempt in attempts(page):
        with attempt:
            assert page.locator(".begin-board").evaluate("each => each.offsetWidth / innerWidth") > 0.65


def test_how_the_camera_is_stands_once_in_the_picture(hall: Hall) -> None:
    page = opened(hall, "starting")
    text = str(page.locator(".begin-board .veil p").text_content())
    expect(page.get_by_text(text).filter(visible=True)).to_have_count(1)
    expect(page.get_by_role("link", name="Use my camera")).to_have_attribute("href", "/setup#camera")


WRONG = {"dark": "too-dark", "far": "too-far", "unread": "unread", "other-deck": "deck"}


@pytest.mark.parametrize("name", WRONG)
def test_an_arrow_in_the_picture_points_at_what_is_wrong(hall: Hall, name: str) -> None:
    page = opened(hall, name)
    expect(page.locator(".arrow")).to_have_attribute("data-kind", WRONG[name])
    expect(page.locator(".trouble")).not_to_be_empty()
    if name in ("unread", "other-deck"):
        tip = page.locator(".arrow").evaluate("each => each.getAttribute('d').match(/L([\\d.]+ [\\d.]+)/)[1]")
        assert tip == "300 620"
    hall.show("judged", begin=BEGINNINGS["read"]("en")["begin"])
    expect(page.locator(".arrow")).to_have_count(0)


def test_what_helps_is_one_tap(hall: Hall) -> None:
    page = opened(hall, "other-deck")
    page.get_by_role("button", name="Use it").click()
    _sent(hall, {"name": "decks", "names": ["house", "rws"]})
    page = opened(hall, "unread")
    expect(page.get_by_role("link", name="Add your own deck")).to_have_attribute("href", "/decks/new")
    page = opened(hall, "virtual")
    expect(page.get_by_text("The virtual table plays along by itself")).to_be_visible()
    expect(page.get_by_role("link", name="Use my camera")).to_have_attribute("href", "/setup#camera")


def test_a_recording_at_its_end_plays_again(hall: Hall) -> None:
    page = opened(hall, "ended")
    page.get_by_role("button", name="Play again").click()
    _sent(hall, {"name": "source", "spec": "current"})
    page = opened(hall, "virtual")
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)


def test_each_step_is_skipped_or_taken_back(hall: Hall) -> None:
    page = opened(hall, "card")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("u")
    page.get_by_role("button", name="Skip").click()
    _sent(hall, {"name": "begin", "step": "seats"})
    assert len(hall.stage.commands) == 1, "nothing is undone in the first step"
    page = opened(hall, "seated")
    page.keyboard.press("Space")
    _sent(hall, {"name": "begin", "step": "guests"})
    page.keyboard.press("u")
    _sent(hall, {"name": "undo"})
    page = opened(hall, "guests")
    page.get_by_role("button", name="Share this table").click()
    _sent(hall, {"name": "network", "allow": True})
    page = opened(hall, "shared")
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    expect(page.locator("copy-field")).to_contain_text("192.168.178.24:8766/screen")
    page.get_by_role("button", name="To the table").last.click()
    _sent(hall, {"name": "begin", "step": None})
    expect(page).to_have_url(f"{hall.address}/")


def laid(count: int) -> list[Snapshot]:
    """So many cards that lie there and belong to no throw."""
    return [card(f"t{n}", "w09", None, (0.2 + 0.2 * n, 0.75), state="known") for n in range(count)]


def test_seats_draw_themselves_when_cards_have_come_to_rest_and_never_after_undo(hall: Hall) -> None:
    page = opened(hall, "seats", loose=laid(1))
    page.wait_for_timeout(1500)
    assert hall.stage.commands == [], "one card alone is nobody's yet"
    hall.show("judged", loose=laid(3))
    _sent(hall, {"name": "seats-find"})
    hall.show("judged", loose=laid(3), act=1)
    page.wait_for_timeout(1500)
    assert len(hall.stage.commands) == 1
    hall.show("judged", loose=laid(4))
    for attempt in attempts(page):
        with attempt:
            assert len(hall.stage.commands) == 2


def test_a_seat_gets_its_name_where_it_lies(hall: Hall) -> None:
    page = opened(hall, "seated")
    field = page.get_by_label("Name").nth(2)
    field.fill("Bill")
    field.press("Enter")
    _sent(hall, {"name": "seat-change", "seat": "seat2", "seat_name": "Bill"})
    field.fill("  ")
    field.press("Enter")
    assert len(hall.stage.commands) == 1


def test_the_table_leads_to_a_first_start_and_says_that_one_is_open(hall: Hall) -> None:
    SCENES["judged"] = lambda: SCENES["empty"]() | {"wizard": True, "log": {"count": 0, "last": []}}
    hall.stage.show("judged")
    hall.page.goto(hall.address)
    expect(hall.page).to_have_url(f"{hall.address}/begin")
    _sent(hall, {"name": "begin", "step": "card"})
    page = hall.open("/", "empty")
    hall.show("empty", begin={"step": "card", "card": None, "name": None})
    expect(page.get_by_role("status").filter(has_text="No throw is judged")).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    _sent(hall, {"name": "begin", "step": None})


def test_whoever_opens_it_later_begins_with_a_tap(hall: Hall) -> None:
    page = hall.open("/begin", "empty")
    page.get_by_role("button", name="Begin").click()
    _sent(hall, {"name": "begin", "step": "card"})
    assert len(hall.stage.commands) == 1


def test_a_first_start_takes_less_than_a_minute_on_the_virtual_table(page: Page, tmp_path: Path) -> None:
    with Program("demo", tmp_path / "data", first_start=True) as program:
        begun_s, busy_s = time.monotonic(), _waits_s()
        page.goto(program.url)
        expect(page.get_by_text("I can read your deck")).to_be_visible(timeout=SEEN_MS)
        page.keyboard.press("Space")
        fields = page.locator(".begin-names input")
        expect(fields).to_have_count(4, timeout=SEEN_MS)
        fields.first.fill("Ann")
        fields.first.press("Enter")
        page.reload()
        expect(fields.first).to_have_value("Ann")
        for name in ("Next", "To the table"):
            page.locator(".onward").get_by_role("button", name=name).click()
        expect(page.locator("main.table")).to_be_visible()
        waited_s = _waits_s() - busy_s
        took_s = time.monotonic() - begun_s - waited_s
        state = program.state()
        page.goto("about:blank")  # Before the program goes: the page would complain of that.
    assert took_s < MOST_S
    assert state["begin"] is None
    assert sorted(seat["name"] for seat in state["seats"]) == ["Ann", "Host", "Seat 3", "Seat 4"]
    assert [seat["drawn"] for seat in state["seats"]] == [True] * 4


def _waits_s() -> float:
    """For how long tasks of this machine have waited for a processor since it started, by its own account.

    Linux tells it (pressure stall information); a system that does not is taken for one that has time.
    """
    pressure = Path("/proc/pressure/cpu")
    if not pressure.exists():
        return 0.0
    return int(pressure.read_text().split("total=")[1].split()[0]) / 1e6
