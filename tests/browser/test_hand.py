"""The phone is a hand: a Host's page, a TV and two phones through one round that the players announce themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.webui.http.live import Live

from .conftest import PHONE, TV, Heard
from .rooms import Room, room
from .slow import slowed
from .waiting import PATIENCE_MS, attempts

__all__ = ["room"]  # A fixture.

pytestmark = pytest.mark.browser

PLACES = {"Ann": (0.0, 0.5), "Bill": (0.5, 0.5)}
BUZZES = "navigator.vibrate = (pattern) => Boolean((window.buzzed ??= []).push(pattern));"
NOTES_FLIPS = """window.flips = [];
setInterval(() => {
    const text = document.querySelector(".flip")?.textContent ?? "";
    if (text !== (window.flips.at(-1)?.text ?? "")) window.flips.push({ text, at_ms: Date.now() });
}, 20);"""
"""Every step of the countdown that a screen showed, and when."""

APART_MS = 700
"""How far apart two screens of a loaded machine may flip; on a quiet one it is 50 ms."""

FROM_ELSEWHERE = {"Via": "1.1 another-machine"}
"""What came through a proxy is a guest's, also on this machine."""


def seat_all(live: Live) -> None:
    """Ann and Bill, who is slower, against the Doctor; all three in a round."""
    for name, (x, y) in PLACES.items():
        region = [[x, y], [x + 0.5, y], [x + 0.5, 1], [x, 1]]
        agility = 3 if name == "Ann" else 2
        assert (
            live.order("seat-add", seat_name=name, side="players", region=region, stats={"agility": agility})[
                0
            ]
            == 200
        )
    far = [[0, 0], [1, 0], [1, 0.5], [0, 0.5]]
    assert (
        live.order("seat-add", seat_name="The Doctor", side="host", region=far, stats={"agility": 5})[0]
        == 200
    )
    for seat in ("players", "host"):
        assert live.order("seat-remove", seat=seat)[0] == 200
    live.look()


@contextmanager
def guest(browser: Browser, heard: Heard, address: str, size: ViewportSize) -> Iterator[Page]:
    """A window on another machine."""
    context = browser.new_context(viewport=size, extra_http_headers=FROM_ELSEWHERE, reduced_motion="reduce")
    page = slowed(context.new_page())
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(BUZZES + NOTES_FLIPS)
    heard.listen(page)
    page.goto(address)
    try:
        yield page
    finally:
        context.close()


def sit(phone: Page, seat: str) -> None:
    phone.get_by_role("button", name=seat, exact=True).click()
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("heading", name=seat, exact=True)).to_be_visible()


def lay(live: Live, y: float, x: float, code: str) -> int:
    key: int = live.table.down(x, y)
    live.look()
    return key


def check_that_all_flip_together(*screens: Page) -> None:
    flips = []
    for screen in screens:
        screen.wait_for_function("() => window.flips.at(-1)?.text === '' && window.flips.length > 1")
        shown = screen.evaluate("window.flips")
        assert [step["text"] for step in shown][-4:] == ["2", "1", "Flip", ""]
        flips.append(shown[-2]["at_ms"])
    assert max(flips) - min(flips) < APART_MS


def test_a_phone_that_may_not_announce_leads_to_the_host_until_it_may(
    room: Room, chromium: Browser, heard: Heard
) -> None:
    live, host = room.live, room.page
    seat_all(live)
    assert live.order("network", allow=True)[0] == 200
    assert live.order("round-open")[0] == 200
    join = f"{room.address}/join?code={live.access.codes['players']}"
    with guest(chromium, heard, join, PHONE) as bill:
        sit(bill, "Bill")
        expect(bill.locator(".announced-mine")).to_have_text("Tell the Host what you do")
        host.goto(room.address)
        host.get_by_role("button", name="Share").click()
        host.get_by_role("button", name="Phones may announce: off").click()
        expect(host.get_by_role("button", name="Phones may announce: on", pressed=True)).to_be_visible()
        expect(bill.locator(".announced-mine")).to_have_text("Your turn to announce")


def test_a_round_that_is_announced_on_phones(room: Room, chromium: Browser, heard: Heard) -> None:
    live, host = room.live, room.page
    host.add_init_script(NOTES_FLIPS)
    seat_all(live)
    assert live.order("network", allow=True)[0] == 200
    code = live.access.codes["players"]
    join = f"{room.address}/join?code={code}"
    with (
        guest(chromium, heard, join, PHONE) as ann,
        guest(chromium, heard, join, PHONE) as bill,
        guest(chromium, heard, f"{join}&to=screen", TV) as tv,
    ):
        sit(ann, "Ann")
        sit(bill, "Bill")
        expect(bill.locator("phone-hand")).to_have_count(0)  # Without the Host's switch nothing changes.
        host.goto(f"{room.address}/setup#others")
        host.get_by_role("button", name="Phones may announce").click()
        expect(host.get_by_role("button", name="Phones may announce", pressed=True)).to_be_visible()
        host.goto(room.address)
        assert live.order("round-open")[0] == 200

        expect(bill.get_by_role("heading", name="Bill: what do you do?")).to_be_visible()
        for attempt in attempts(bill):
            with attempt:
                assert bill.evaluate("window.buzzed") == [[150, 90, 150]]
        assert ann.evaluate("window.buzzed") is None
        shoot = bill.get_by_role("button", name="Shoot")
        for attempt in attempts(bill):
            with attempt:
                box = shoot.bounding_box()
                assert box is not None
                assert box["height"] >= 64
        shoot.click()
        bill.locator(".at-whom").get_by_role("button", name="The Doctor").click()
        row = host.locator(".actor", has_text="Bill")
        expect(row).to_contain_text("shoots at The Doctor")
        expect(row.get_by_role("button", name="Change the announcement by phone: Bill")).to_be_visible()
        bill.get_by_role("button", name="Better weapon").click()
        expect(bill.locator(".counted")).to_have_text("Your hand: 2 cards")

        ann.get_by_role("button", name="Attack").click()
        ann.locator(".at-whom").get_by_role("button", name="The Doctor").click()
        expect(host.locator(".announce h1")).to_contain_text("The Doctor: what do you do?")
        host.keyboard.press("3")
        host.keyboard.press("1")

        for phone in (ann, bill):
            phone.get_by_role("button", name="I am ready").click()
        expect(host.get_by_text("Ready: Ann and Bill")).to_be_visible()
        host.get_by_role("button", name="Count down: 3, 2, 1").click()
        check_that_all_flip_together(host, ann, bill, tv)

        cards = {
            lay(live, 600, 200, "w08"): "w08",
            lay(live, 600, 800, "w13"): "w13",
            lay(live, 600, 900, "c02"): "c02",
            lay(live, 120, 640, "c05"): "c05",
        }
        for key, code in cards.items():
            live.table.flip(key, code)
        live.look()
        expect(ann.locator("deeds-board li").first).to_contain_text("Ann")
        expect(bill.locator("deeds-board li").first).to_contain_text("Bill")
        expect(ann.locator("phone-hand .ask")).to_have_count(0)

        # Judged, what came of it stands first, and nothing more can be said of this round.
        assert live.order("confirm")[0] == 200
        ann.reload()
        expect(ann.locator("phone-hand")).to_contain_text("My Significators")
        expect(ann.get_by_role("button", name="Change")).to_have_count(0)
        for attempt in attempts(ann):
            with attempt:
                outcome, mine = (ann.locator(name).bounding_box() for name in ("phone-verdict", "phone-hand"))
                assert outcome is not None
                assert mine is not None
                assert outcome["y"] < mine["y"]
