"""Many tabs of one browser: they share one event stream and one picture, so that every one of them takes orders."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.webui.cli.running_table import Blank
from tests.webui.http.live import Live
from webui.camera.decks.readable import Decks
from webui.camera.reports import SourceStatus
from webui.cli.looking import spec_of
from webui.cli.program import Place, Running

from .conftest import Heard
from .slow import slowed
from .waiting import PATIENCE_MS, attempts

pytestmark = pytest.mark.browser

TABS = 10
ORDER = """async ([name, args]) => (await import("/static/lib/stream.js")).table.command(name, args)"""
SEATS = """async () => (await import("/static/lib/stream.js")).table.state?.seats.map((seat) => seat.name) ?? []"""
LOOK = """(state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
REGION = [[0.1, 0.6], [0.4, 0.6], [0.4, 0.9]]


@pytest.fixture
def browser_of_one(chromium: Browser, heard: Heard) -> Iterator[BrowserContext]:
    """One person's browser: all its tabs share what a browser shares."""
    context = chromium.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    context.on("page", heard.listen)
    heard.expected.append("409")  # Whoever gives an order at the same time as another looks again.
    yield context
    context.close()
    assert heard.unexpected() == []
    assert heard.strangers == []


def tab(context: BrowserContext, address: str, path: str = "/") -> Page:
    page = slowed(context.new_page())
    page.goto(address + path, wait_until="domcontentloaded")
    page.wait_for_selector("main", state="attached")
    return page


def add(page: Page, name: str) -> bool:
    order = {"seat_name": name, "side": "players", "region": REGION}
    return bool(page.evaluate(ORDER, ["seat-add", order]))


def all_see(pages: list[Page], *names: str) -> None:
    for page in pages:
        for attempt in attempts(page):
            with attempt:
                assert set(names) <= set(page.evaluate(SEATS)), page.url


def test_ten_tabs_all_take_orders(running: tuple[Live, str], browser_of_one: BrowserContext) -> None:
    live, address = running
    pages = [tab(browser_of_one, address) for _ in range(TABS)]
    names = [f"Tab {number}" for number in range(TABS)]
    for page, name in zip(pages, names, strict=True):
        for attempt in attempts(page):
            with attempt:
                assert add(page, name), name
    assert set(names) <= {seat["name"] for seat in live.state()["seats"]}
    all_see(pages, *names)


def test_every_role_in_one_browser(running: tuple[Live, str], browser_of_one: BrowserContext) -> None:
    _, address = running
    lookers = [tab(browser_of_one, address, path) for path in ("/screen", "/overlay", "/phone")]
    hosts = [tab(browser_of_one, address, path) for path in ("/", "/log", "/setup", "/pulp")]
    assert add(hosts[0], "Ann")
    # It may be refused until the tab has heard of Ann.
    for attempt in attempts(hosts[-1]):
        with attempt:
            assert add(hosts[-1], "Bill")
    all_see([*lookers, *hosts], "Ann", "Bill")
    roles = [
        page.evaluate("async () => (await import('/static/lib/stream.js')).table.state.role")
        for page in lookers
    ]
    assert roles == ["screen", "overlay", "players"]


def test_the_line_outlives_the_tab_that_opened_it(
    running: tuple[Live, str], browser_of_one: BrowserContext
) -> None:
    _, address = running
    pages = [tab(browser_of_one, address) for _ in range(4)]
    for page in pages[:3]:
        page.close()
    assert add(pages[3], "Ann")
    pages.append(tab(browser_of_one, address))
    all_see(pages[3:], "Ann")


def test_a_browser_without_shared_workers(running: tuple[Live, str], browser_of_one: BrowserContext) -> None:
    _, address = running
    browser_of_one.add_init_script("delete window.SharedWorker")
    page = tab(browser_of_one, address)
    assert add(page, "Ann")
    all_see([page], "Ann")
    expect(page.locator("img.stream")).to_have_attribute(
        "src", re.compile(r"^/video\.mjpg\?take=\d+&width=\d+$")
    )


def test_a_worker_that_cannot_start(
    running: tuple[Live, str], browser_of_one: BrowserContext, heard: Heard
) -> None:
    _, address = running
    browser_of_one.route("**/static/shared.js", lambda route: route.abort())
    browser_of_one.add_init_script(
        """window.SharedWorker = class extends EventTarget {
            port = new MessageChannel().port1;
            constructor() { super(); setTimeout(() => this.dispatchEvent(new Event("error"))); }
        };"""
    )
    page = tab(browser_of_one, address)
    assert add(page, "Ann")
    all_see([page], "Ann")


def test_one_window_has_the_picture(running: tuple[Live, str], browser_of_one: BrowserContext) -> None:
    """The one that somebody looks at: a hidden tab lets it go, and asks for it when it is seen again."""
    live, address = running
    live.look()
    first = tab(browser_of_one, address)
    picture = first.locator("img.stream[src]")
    expect(picture).to_have_count(1)
    for attempt in attempts(first):
        with attempt:
            assert first.evaluate("document.querySelector('img.stream').naturalWidth") > 0
    first.evaluate(LOOK, "hidden")
    expect(picture).to_have_count(0)
    second = tab(browser_of_one, address)
    expect(second.locator("img.stream[src]")).to_have_count(1)
    second.evaluate(LOOK, "hidden")
    first.evaluate(LOOK, "visible")
    expect(picture).to_have_count(1)
    expect(second.locator("img.stream[src]")).to_have_count(0)


def test_two_windows_in_sight_tell_which_has_the_picture(
    running: tuple[Live, str], browser_of_one: BrowserContext
) -> None:
    live, address = running
    live.look()
    live.table_thread.on_status(SourceStatus({"kind": "demo", "name": "", "state": "live", "message": None}))
    first = tab(browser_of_one, address)
    expect(first.locator("img.stream[src]")).to_have_count(1)
    second = tab(browser_of_one, address)
    expect(first.locator(".veil")).to_contain_text("Another window of this browser shows the picture.")
    expect(first.locator("img.stream")).to_be_hidden()
    expect(second.locator(".veil")).to_have_count(0)
    for one, other in ((first, second), (second, first), (first, second), (second, first)):
        one.locator(".veil").get_by_role("button", name="Show it here").click()
        expect(one.locator("img.stream[src]")).to_have_count(1)
        expect(other.get_by_role("button", name="Show it here")).to_be_visible()
    second.close()
    expect(first.locator("img.stream[src]")).to_have_count(1)
    expect(first.locator(".veil")).to_have_count(0)


def test_the_program_starts_again(tmp_path: Path, browser_of_one: BrowserContext, heard: Heard) -> None:
    heard.expected.append("ERR_")

    def program() -> Running:
        place = Place("127.0.0.1", port, tmp_path)
        spec, decks = spec_of("demo", seed=3, decks=("house",)), Decks(tmp_path)
        return Running(place, spec, lambda *_: Blank(), decks, ("house",))

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with program():
        pages = [tab(browser_of_one, f"http://127.0.0.1:{port}") for _ in range(3)]
        assert add(pages[0], "Ann")
    for page in pages:
        expect(page.locator("notice-line[away]")).to_have_count(1)
    with program():
        for page in pages:
            expect(page.locator("notice-line[away]")).to_have_count(0)
        assert add(pages[1], "Bill")
        all_see(pages, "Ann", "Bill")
