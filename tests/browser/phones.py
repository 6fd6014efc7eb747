"""A phone before the virtual table: a browser of its own, whose camera shows a film over and over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import BrowserType, Error, Locator, Page, ViewportSize

from vision.virtual import Throw

from .clips import record
from .conftest import FLAGS, needs_chromium
from .projector import FPS, Film, again
from .slow import slowed
from .waiting import PATIENCE_MS

CAMERA_FPS: Final = 30
"""What the browser plays a film at."""

HOLD_S: Final = 20.0
"""So long the last picture stays, before the film begins again."""

HANDHELD: Final[ViewportSize] = {"width": 390, "height": 844}
THROWN: Final = Throw(("c08", "w02"), ("s05",))


def film(folder: Path, throw: Throw = THROWN, hold_s: float = HOLD_S) -> Path:
    """Write a throw of the virtual table as a file that a browser's camera can show; return where it is."""
    clip = record(throw)
    path = folder / "table.mjpeg"
    last: Film = (clip.flipped[-1],) * round(hold_s * FPS)
    with path.open("wb") as file:
        for picture in (*clip.laid, *clip.laid[-1:] * round(FPS), *clip.flipped, *last):
            # Never the very same picture twice: only a camera that hangs does that.
            file.writelines((picture, again(picture), picture)[: round(CAMERA_FPS / FPS)])
    return path


@contextmanager
def phone_browser(chromium: BrowserType, shown: Path, *, trusting: bool = True) -> Iterator[Page]:
    """A phone's browser, whose camera shows a film; one that is not ``trusting`` warns of our certificate."""
    browser = chromium.launch(
        executable_path=needs_chromium(),
        args=[
            *FLAGS,
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
            f"--use-file-for-fake-video-capture={shown}",
        ],
    )
    try:
        context = browser.new_context(viewport=HANDHELD, ignore_https_errors=trusting, has_touch=True)
        page = slowed(context.new_page())
        page.set_default_timeout(PATIENCE_MS)
        yield page
    finally:
        browser.close()


def scanned(host: Page) -> str:
    """What a phone reads from the QR code that makes it the camera."""
    text = read_code(host.get_by_alt_text("QR code that makes a phone the camera"))
    assert text.startswith("https://"), text
    return text


def read_code(code: Locator) -> str:
    """What stands in a QR code on a page; OpenCV's other detector misses some of them."""
    code.evaluate("each => each.decode()")
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    text, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(np.asarray(picture, np.uint8))
    return str(text)


def through_the_warning(phone: Page, address: str) -> int:
    """Open an address whose certificate nobody vouches for, as people do; return with how many taps."""
    try:
        phone.goto(address)
    except Error as error:
        if "CERT_AUTHORITY_INVALID" not in error.message:
            raise
        phone.locator("#details-button").click()
        phone.locator("#proceed-link").click()
        phone.wait_for_url("https://**/camera**")
        return 2
    return 0
