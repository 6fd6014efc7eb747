"""Pictures of every page for the documents: ``python -m tests.browser.shots`` writes docs/screenshots/.

Each on a phone and a TV by daylight and on a laptop at night; what stands in them in German besides, as German people
see it. Name pages to take only those: ``... shots log screen``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from . import played
from .conftest import FLAGS, LAPTOP, PHONE, TV, needs_chromium
from .played import Drawn, program
from .stage import Stage, served

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
WEBP_QUALITY = 62
LOOKS: tuple[tuple[ViewportSize, Literal["dark", "light"]], ...] = (
    (PHONE, "light"), (LAPTOP, "dark"), (TV, "light"),
)  # fmt: skip

SIGHTS = {
    # name: path, scene, what stands there once the page is whole
    "table-empty": ("/", "empty", ".calm"),
    "table-critical": ("/", "critical", ".headline"),
    "table-question": ("/", "question", "question-panel h1"),
    "table-eight": ("/", "eight", ".headline"),
    "table-german": ("/", "german", ".headline"),
    "round-announcing": ("/", "announcing", "announce-panel h1"),
    "round-of-eight": ("/", "eight-throwing", "round-list .steps"),
    "round-throwing": ("/", "throwing", "round-list .steps"),
    "log": ("/log", "empty", "log-entry h2"),
    "setup": ("/setup", "empty", ".source"),
    "setup-german": ("/setup", "german", ".source"),
    "setup-seats": ("/setup#seats", "eight", "seat-editor"),
    "screen": ("/screen", "critical", ".headline"),
    "screen-german": ("/screen", "german", ".headline"),
    "overlay": ("/overlay", "critical", ".said h1"),
    "overlay-settings": ("/overlay/settings", "critical", ".trial h1"),
    "phone": ("/phone", "critical", ".headline"),
    "phone-german": ("/phone", "german", ".headline"),
    "odds": ("/odds", "empty", ".odds-page table"),
    "decks": ("/decks", "empty", ".tile"),
    "door": ("/join", "empty", ".join"),
    "placing-the-camera": ("/deck-help", "empty", ".mount li"),
}


PLAYED: dict[str, tuple[Callable[[Drawn], None], str, str]] = {
    # name: what is played on the real program, path, what stands there once the page is whole
    "pulp": (played.pulp, "/pulp", ".headline"),
    "dragon": (played.dragon, "/dragon", ".big-buttons button:not(:disabled)"),
    "chronica": (played.chronica, "/chronica", "chronica-spend .said:not(:empty)"),
    "exported-log": (played.session, "/export.html", "article h2"),
}


def take_staged(browser: Browser, stage: Stage, address: str, name: str) -> None:
    """Takes all pictures of a page on the stage."""
    path, scene, whole = SIGHTS[name]
    stage.show(scene)
    take(browser, address + path, name, whole)


def take_played(browser: Browser, name: str) -> None:
    """Takes all pictures of a page of the real program; the exported log is opened as the file that it is."""
    play, path, whole = PLAYED[name]
    with TemporaryDirectory() as folder:
        live = Drawn(Path(folder))
        with program(live) as (_, address):
            play(live)
            if path == "/export.html":
                file = Path(folder) / "session.html"
                file.write_bytes(live.client.get(path).data)
                take(browser, file.as_uri(), name, whole)
            else:
                take(browser, address + path, name, whole)


def take(browser: Browser, url: str, name: str, whole: str) -> None:
    """Takes all pictures of what lies at an address, once ``whole`` stands there."""
    for size, scheme in LOOKS:
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        # On the phone somebody has said already which seat is theirs.
        context.add_init_script("try { localStorage.setItem('clashcam.seat', 'players'); } catch { void 0; }")
        page = context.new_page()
        page.goto(url, wait_until="domcontentloaded")
        page.wait_for_selector(whole)
        wait_for_pictures(page)
        _keep(page.screenshot(), FOLDER / f"{name}-{size['width']}-{scheme}.webp")
        context.close()


def wait_for_pictures(page: Page) -> None:
    """Fonts and every picture in sight; a stream of pictures never says that it is complete."""
    page.evaluate("document.fonts.ready.then(() => null)")
    for _ in range(40):
        page.wait_for_timeout(100)
        if page.evaluate(PENDING) == 0:
            return


PENDING = """[...document.images].filter((each) => each.naturalWidth === 0 && !each.hidden
    && each.getBoundingClientRect().top < innerHeight && each.checkVisibility()).length"""


def _keep(png: bytes, path: Path) -> None:
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    path.write_bytes(cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])[1].tobytes())


def main(names: list[str]) -> None:
    chromium = needs_chromium()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as (stage, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name in names or [*SIGHTS, *PLAYED]:
            if name in PLAYED:
                take_played(browser, name)
            else:
                take_staged(browser, stage, address, name)
            print(name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
