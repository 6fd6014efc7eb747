"""Two cameras over one table: no card counts twice, and one that is lost stops nothing."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from vision.virtual import Throw

from .clips import ThrowClip, record
from .conftest import Hall, Heard
from .program import Program
from .projector import Film, coded, projecting
from .test_host import _sent

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SEEN_MS = 240_000
CUT_PX = 90
"""The near camera misses so much of the picture at its far edge, the far camera at its near edge."""


@pytest.fixture(scope="module")
def clip() -> ThrowClip:
    return record(Throw(("m07",), ("s02",)))


def seen_by(film: Film, rows: slice) -> Film:
    """What a camera sees that sees these rows of the table's picture."""
    pictures = (cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) for picture in film)
    return tuple(coded(np.ascontiguousarray(np.asarray(picture, np.uint8)[rows])) for picture in pictures)


def test_a_card_that_both_cameras_see_counts_once_and_a_lost_one_is_told_in_one_line(
    clip: ThrowClip, tmp_path: Path, page: Page, heard: Heard
) -> None:
    near, far = slice(CUT_PX, None), slice(None, -CUT_PX)
    with ExitStack() as far_camera, projecting(seen_by(clip.empty, near)) as below:
        above = far_camera.enter_context(projecting(seen_by(clip.empty, far)))
        with Program(f"{below.url} + {above.url}", tmp_path, "--deck", "house") as program:
            page.goto(program.url)
            expect(page.locator("live-picture .veil")).to_have_count(0, timeout=SEEN_MS)
            thrown = (*clip.laid, *clip.flipped)
            films = seen_by(thrown, near), seen_by(thrown, far)
            below.play(films[0])
            above.play(films[1])
            seats = page.locator("seat-list")
            expect(seats.get_by_role("button", name="The Chariot")).to_have_count(1, timeout=SEEN_MS)
            expect(seats.get_by_role("button", name="Two of Swords")).to_have_count(1, timeout=SEEN_MS)
            expect(page.locator("verdict-panel h1")).to_be_visible(timeout=SEEN_MS)
            far_camera.close()
            expect(page.get_by_text("is away; its half shows the last picture")).to_be_visible(
                timeout=SEEN_MS
            )
            expect(seats.get_by_role("button", name="Two of Swords")).to_have_count(1)
            page.goto("about:blank")


def test_a_second_camera_is_added_and_left_with_one_tap(hall: Hall) -> None:
    sources = [
        {"id": "0", "kind": "camera", "name": "Integrated Camera", "current": True, "far": False},
        {"id": "1", "kind": "camera", "name": "USB Camera", "current": False, "far": False},
        {"id": "demo", "kind": "demo", "name": "", "current": False, "far": False},
    ]
    hall.page.route("**/api/sources", lambda route: route.fulfill(json=sources))
    page = hall.open("/setup")
    second = page.get_by_role("group", name="A second camera, over the far half")
    expect(second.get_by_role("button")).to_have_text(["None", "USB Camera"])
    second.get_by_role("button", name="USB Camera").click()
    _sent(hall, {"name": "source", "spec": "0 + 1"})
    expect(second.get_by_role("button", name="USB Camera")).to_have_attribute("aria-pressed", "true")
    second.get_by_role("button", name="None").click()
    _sent(hall, {"name": "source", "spec": "0"})
