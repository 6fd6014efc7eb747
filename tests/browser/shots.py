"""Pictures of every page for the documents: ``python -m tests.browser.shots`` writes docs/screenshots/.

Each at 390, 1366 and 1920 pixels width, dark and light. Name pages to take only those: ``... shots log screen``.
"""

from __future__ import annotations

import shutil
import sys
from itertools import product
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from .conftest import BROWSERS, FLAGS, LAPTOP, PHONE, TV
from .stage import Stage, served

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
WEBP_QUALITY = 62
SIZES: tuple[ViewportSize, ...] = (PHONE, LAPTOP, TV)
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")

SIGHTS = {
    # name: path, scene, what stands there once the page is whole
    "table-empty": ("/", "empty", ".calm"),
    "table-critical": ("/", "critical", ".headline"),
    "table-question": ("/", "question", "question-panel h1"),
    "table-eight": ("/", "eight", ".headline"),
    "round-announcing": ("/", "announcing", "announce-panel h1"),
    "round-throwing": ("/", "throwing", "round-list .steps"),
    "log": ("/log", "empty", "log-entry h2"),
    "setup": ("/setup", "empty", ".source"),
    "setup-seats": ("/setup#seats", "eight", "seat-editor"),
    "screen": ("/screen", "critical", ".headline"),
    "overlay": ("/overlay", "critical", ".said h1"),
    "phone": ("/phone", "critical", ".headline"),
    "odds": ("/odds", "empty", ".odds-page table"),
    "decks": ("/decks", "empty", ".tile"),
    "door": ("/join", "empty", ".join"),
    "placing-the-camera": ("/deck-help", "empty", ".mount li"),
}


def take(browser: Browser, stage: Stage, address: str, name: str) -> None:
    """Takes all pictures of one page."""
    path, scene, whole = SIGHTS[name]
    stage.show(scene)
    for size, scheme in product(SIZES, SCHEMES):
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        page = context.new_page()
        page.goto(address + path, wait_until="domcontentloaded")
        page.wait_for_selector(whole)
        _wait_for_pictures(page)
        _keep(page.screenshot(), FOLDER / f"{name}-{size['width']}-{scheme}.webp")
        context.close()


def _wait_for_pictures(page: Page) -> None:
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
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        sys.exit(f"needs a Chromium on the path (looked for {', '.join(BROWSERS)})")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as (stage, address), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name in names or SIGHTS:
            take(browser, stage, address, name)
            print(name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
