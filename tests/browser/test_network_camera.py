"""A camera on the network, switched off and on again in the middle of a session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.vision.capture.fake_camera import FakeCamera

from .program import Program

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

BACK_MS = 60_000
SECRETS = ("annegret", "s3cret")


@pytest.fixture
def camera() -> Iterator[FakeCamera]:
    with closing(FakeCamera()) as made:
        yield made


def test_a_network_camera_that_dies_and_comes_back(page: Page, camera: FakeCamera, tmp_path: Path) -> None:
    secret = camera.url + "?user=annegret&pwd=s3cret"
    with Program("demo", tmp_path / "data", "--deck", "house") as program:
        page.goto(program.url + "setup")
        page.get_by_label("Camera, video file or address").fill(secret)
        page.get_by_role("button", name="Use this").click()
        page.get_by_role("link", name="Next: Picture").click()
        program.wait_for_source("url", "live")
        expect(page.locator("live-picture .veil")).to_have_count(0, timeout=BACK_MS)
        camera.fault = "switched off"
        veil = page.locator("live-picture .veil")
        expect(veil).to_contain_text("user=***&pwd=***: cannot be reached", timeout=BACK_MS)
        program.wait_for_source("url", "lost")
        camera.fault = ""
        expect(veil).to_have_count(0, timeout=BACK_MS)
        program.wait_for_source("url", "live")
        assert not [secret for secret in SECRETS if secret in page.content()]
        page.goto("about:blank")
    told = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert told
    assert not [path for path in told for secret in SECRETS if secret.encode() in path.read_bytes()]
