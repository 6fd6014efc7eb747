"""A real Chromium on the stage: each test gets a fresh window and hears of every complaint of the page."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.webui.http.live import Live

from .played import program
from .scenes import SCENES
from .serving import House
from .slow import slowed
from .stage import Stage, served
from .waiting import PATIENCE_MS

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WINDOWLESS = ("chromium-headless-shell", "headless_shell")
"""The same engine without a browser's own pages, which opens a window in a third less time."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-quic",
    "--no-first-run",
]
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SMALL_LAPTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
TV: ViewportSize = {"width": 1920, "height": 1080}
ZOOMED: ViewportSize = {"width": 683, "height": 384}  # a laptop at 200 %
OURS = ("http://127.0.0.1:", "http://localhost:", "data:", "blob:", "about:")
expect.set_options(timeout=PATIENCE_MS)


@dataclass
class Heard:
    """What a window complained of, and whom outside this machine it asked for something."""

    complaints: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Parts of complaints that belong to what a test does: a browser may tell of them at any later moment."""

    def unexpected(self) -> list[str]:
        return [said for said in self.complaints if not any(part in said for part in self.expected)]

    def listen(self, page: Page) -> None:
        page.on("request", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)

    def _note(self, request: Request) -> None:
        if not request.url.startswith(OURS):
            self.strangers.append(request.url)

    def _console(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)


SHOWS = """async ([version, language]) => {
    const { table } = await import("/static/lib/stream.js");
    await document.fonts.ready;
    const follows = document.documentElement.matches('[class^="page-"]:not(.page-odds, .page-deck-help, .page-camera)');
    return document.documentElement.lang === language && (!follows || table.state?.version === version);
}"""


@dataclass
class Hall:
    """The stage, its address, and the window on it."""

    stage: Stage
    address: str
    page: Page
    heard: Heard

    def open(self, path: str = "/", scene: str = "empty") -> Page:
        self.page.goto("about:blank")
        self.stage.show(scene)
        self.page.goto(self.address + path, wait_until="domcontentloaded")
        self.page.wait_for_selector("main", state="attached")
        self.settled()
        return self.page

    def show(self, scene: str, **changes: Any) -> None:
        """Put up another scene and wait until the page shows it."""
        self.stage.show(scene, **changes)
        self.settled()

    def settled(self) -> None:
        """Wait until the page shows what is on the stage, in its language and its own letters.

        Measures taken after this cannot meet a page that is just being loaded anew: the wait itself survives that.
        """
        scene = self.stage.scene
        until_s = time.monotonic() + PATIENCE_MS / 1000
        while not self._shows(scene["version"], scene["language"]):
            if time.monotonic() > until_s:
                raise AssertionError(f"{self.page.url}: did not show version {scene['version']} of the stage")
            self.page.wait_for_timeout(20)

    def _shows(self, version: int, language: str) -> bool:
        # Not wait_for_function: that takes the promise of an answer for the answer.
        try:
            return bool(self.page.evaluate(SHOWS, [version, language]))
        except Error as error:
            if "context was destroyed" in error.message or "navigation" in error.message:
                return False
            raise

    def last(self) -> dict[str, object] | None:
        """The last command without its version."""
        commands = self.stage.commands
        return {key: value for key, value in commands[-1].items() if key != "version"} if commands else None


class Still(Hall):
    """A window whose clock stands still: only ``page.clock.run_for`` moves it on."""

    def open(self, path: str = "/", scene: str = "empty") -> Page:
        self.page.clock.install(time=0)
        page = super().open(path, scene)
        page.clock.pause_at(3600)
        return page


def chromium_path(names: Iterable[str] = BROWSERS) -> str | None:
    """Where the first of these browsers lies that this machine has."""
    return next(filter(None, map(shutil.which, names)), None)


def needs_chromium() -> str:
    """A command's Chromium; without one the command ends with a line that says so."""
    return chromium_path() or sys.exit(f"needs a Chromium on the path (looked for {', '.join(BROWSERS)})")


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag across the set-up's picture, from one place to another in shares of its width and height."""
    page.evaluate("document.fonts.ready.then(() => null)")  # They move what stands below them.
    board = page.locator(".board > svg")
    expect(board).to_be_visible()
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box
    page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + end[0] * box["width"], box["y"] + end[1] * box["height"], steps=4)
    page.mouse.up()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    whole = chromium_path()
    if whole is None:
        pytest.skip(f"needs a Chromium on the path (looked for {', '.join(BROWSERS)})")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(WINDOWLESS) or whole, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    with House().opened() as house:
        yield house


@pytest.fixture
def staged(house: House) -> Iterator[tuple[Stage, str]]:
    with served(house) as found:
        yield found


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[Live, str]]:
    """The real program over a scripted table, and its address; asked for before a page, it outlives the window."""
    with program(Live(tmp_path)) as found:
        yield found


@contextmanager
def windows_of(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport=LAPTOP, reduced_motion="reduce") as windows:
        yield windows


@pytest.fixture(scope="session")
def windows(chromium: Browser) -> Iterator[BrowserContext]:
    """Where one test after another opens its windows: scripts and styles that were read once are not read again."""
    with windows_of(chromium) as windows:
        yield windows


def put_back(windows: BrowserContext) -> None:
    """Close what a test left open, and forget all but what was read from the house."""
    for window in windows.pages:
        window.close()
    windows.set_offline(False)
    windows.clear_permissions()
    windows.clear_cookies()


def forget_stored(window: Page, address: str) -> None:
    """Forget what pages at this address keep in a browser, but for the files read from there."""
    session = window.context.new_cdp_session(window)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()


def opened(windows: BrowserContext, heard: Heard) -> Page:
    window = slowed(windows.new_page())
    window.set_default_timeout(PATIENCE_MS)
    heard.listen(window)
    return window


@pytest.fixture
def heard() -> Iterator[Heard]:
    """The test fails if a window complains or asks another machine for anything."""
    heard = Heard()
    yield heard
    assert heard.unexpected() == []
    assert heard.strangers == []


@pytest.fixture
def page(windows: BrowserContext, heard: Heard) -> Iterator[Page]:
    """A fresh window."""
    yield opened(windows, heard)
    put_back(windows)


@pytest.fixture(autouse=True)
def own_scenes() -> Iterator[None]:
    """A test may put up scenes of its own; the next one knows nothing of them."""
    before = dict(SCENES)
    yield
    SCENES.clear()
    SCENES.update(before)


@pytest.fixture
def hall(staged: tuple[Stage, str], page: Page, heard: Heard) -> Hall:
    # The stage comes first, so that it outlives the window.
    stage, address = staged
    forget_stored(page, address)
    return Hall(stage, address, page, heard)


@pytest.fixture
def still(staged: tuple[Stage, str], chromium: Browser, heard: Heard) -> Iterator[Still]:
    """A stage and a window on it whose clock stands still; a clock that was stopped never goes on, so it is its own."""
    with windows_of(chromium) as windows:
        yield Still(*staged, opened(windows, heard), heard)
