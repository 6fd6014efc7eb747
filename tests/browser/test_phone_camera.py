"""A phone as the camera, from the code on the Host's page to the verdict; and what comes between."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from .builders import source
from .conftest import Hall
from .phones import HANDHELD, film, phone_browser, scanned, through_the_warning
from .program import Program
from .test_access import _faults
from .test_host import _sent
from .waiting import attempts

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SEEN_MS = 180_000
"""The eyes of a loaded machine take their time; only what never comes fails."""

LOST_S = 2.0
ALLOWED = 1
"""A tap on "Allow": this browser's camera asks nobody."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return film(tmp_path_factory.mktemp("film"))


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with Program("demo", tmp_path / "data", "--deck", "house") as running:
        yield running


@pytest.fixture
def phone(chromium: Browser, shown: Path) -> Iterator[Page]:
    with phone_browser(chromium.browser_type, shown, trusting=False) as page:
        yield page


def invited(page: Page, program: Program) -> str:
    """Let a phone come; return the address that it scans."""
    page.goto(program.url + "setup")
    page.get_by_role("button", name="Use a phone as the camera").click()
    return scanned(page)


def cards_of(program: Program) -> set[str]:
    return {card["card"] for seat in program.state()["seats"] for card in seat["cards"]}


def test_from_the_code_to_the_verdict(page: Page, program: Program, phone: Page) -> None:
    address = invited(page, program)
    taps = through_the_warning(phone, address) + ALLOWED
    assert taps <= 4
    expect(phone.get_by_role("status")).to_have_text("Watching the table", timeout=SEEN_MS)
    assert "#" not in phone.url, "the code is used up, and shown to nobody"
    expect(page.locator(".phone-camera")).to_contain_text("Its pictures arrive.", timeout=SEEN_MS)
    page.goto(program.url)
    expect(page.locator("verdict-panel h1")).to_have_text("Players win", timeout=SEEN_MS)
    assert program.state()["source"]["kind"] == "phone"
    # A verdict comes at once: with two of the three cards, where the third is read a picture later.
    until_s = time.monotonic() + SEEN_MS / 1000
    while cards_of(program) != {"c08", "w02", "s05"}:
        assert time.monotonic() < until_s, cards_of(program)
        page.wait_for_timeout(100)
    expect(phone.locator(".figures")).to_have_text(re.compile(r"\d+ frames per second, \d+ ms delay"))
    expect(phone.get_by_text("The picture is good.")).to_be_visible(timeout=SEEN_MS)

    page.goto(program.url + "setup")
    page.get_by_role("button", name="The virtual table").click()
    expect(page.locator(".phone-camera [role=status]")).to_have_text("Paired, not in use.", timeout=SEEN_MS)
    expect(phone.get_by_role("status")).to_contain_text("Paired, not in use.", timeout=SEEN_MS)
    page.get_by_role("button", name="Use this phone").click()
    expect(phone.get_by_role("status")).to_have_text("Watching the table", timeout=SEEN_MS)
    page.goto("about:blank")


def test_lost_wifi_and_a_locked_screen_are_got_over(page: Page, program: Program, phone: Page) -> None:
    address = invited(page, program)
    through_the_warning(phone, address)
    program.wait_for_source("phone", "live")
    page.goto(program.url)

    phone.context.set_offline(True)
    expect(phone.get_by_role("status")).to_have_text("No connection to the laptop. Trying again...")
    expect(page.locator("live-picture .veil")).to_contain_text("No picture from the phone since")
    phone.context.set_offline(False)
    expect(phone.get_by_role("status")).to_have_text("Watching the table")
    program.wait_for_source("phone", "live")

    phone.evaluate(LOCKS)
    program.wait_for_source("phone", "lost")
    expect(page.locator("live-picture .veil")).to_contain_text("Unlock the phone, and go back to its camera")
    phone.evaluate(UNLOCKS)
    program.wait_for_source("phone", "live")
    expect(page.locator("live-picture .veil")).to_have_count(0)

    phone.reload()
    expect(phone.get_by_role("status")).to_have_text("Watching the table")
    page.goto(program.url + "setup")
    page.get_by_role("button", name="Disconnect").click()
    expect(phone.get_by_role("status")).to_have_text("Enter the code from the Host's screen.")
    for attempt in attempts(phone):
        with attempt:
            assert phone.evaluate("() => document.querySelector('video').srcObject.active") is False, (
                "it is let go"
            )
    again = page.get_by_text(re.compile("^[0-9]{8}$")).inner_text()
    phone.get_by_label("Code from the Host's screen").fill(again)
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("status")).to_have_text("Watching the table")
    program.wait_for_source("phone", "live")
    page.goto("about:blank")


LOCKS = """() => {
    const video = document.querySelector("video");
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    video.srcObject.getTracks().forEach((track) => track.stop());
    video.srcObject = null;
}"""
"""The lock screen takes the camera away, and tells the page no more than that nobody sees it."""
UNLOCKS = """() => {
    delete document.visibilityState;
    document.dispatchEvent(new Event("visibilitychange"));
}"""

PAIRED = {"url": "https://10.0.0.2:8767/camera", "code": "12345678", "name": "Pixel", "since": "21:02"}
TRIED = {"trying": {"kind": "phone", "name": "the phone", "state": "starting", "message": None}}
AWAY = {"kind": "phone", "name": "the phone", "state": "lost", "since": "21:14"}
SENDS = {"sends": True}
STANDS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {}, "Waiting for the phone's first picture..."),
    (TRIED, SENDS, "Switching to this phone..."),
    ({"kind": "phone", "name": "the phone", "state": "starting"}, SENDS, "Switching to this phone..."),
    ({"kind": "phone", "name": "the phone"}, SENDS, "Its pictures arrive."),
    ({"name": "camera 0 + the phone", "far": "phone"}, SENDS, "Its pictures arrive."),
    (AWAY, SENDS, "No picture from the phone since 21:14."),
    (AWAY, SENDS | {"hidden": True}, "Unlock the phone, and go back to its camera page."),
    ({}, SENDS, "Paired, not in use."),
]  # fmt: skip


def test_the_set_up_says_how_a_paired_phone_is_used(hall: Hall) -> None:
    page = hall.open("/setup")
    said = page.locator(".phone-camera [role=status]")
    use = page.get_by_role("button", name="Use this phone")
    for changes, phone, text in STANDS:
        network = {"allowed": False, "urls": [], "codes": {}, "phone": PAIRED | phone}
        hall.show("empty", network=network, source=source(**changes))
        expect(said).to_contain_text(text)
        expect(use).to_have_count(1 if text == "Paired, not in use." else 0)
    use.click()
    _sent(hall, {"name": "source", "spec": "phone"})


LABELS = {
    "Android": (["camera2 1, facing front", "camera2 2, facing back", "camera2 0, facing back"], 2),
    "iPhone": (["Front Camera", "Back Triple Camera", "Back Ultra Wide Camera", "Back Camera"], 3),
    "German": (["Frontkamera", "Rückseitige Ultra-Weitwinkelkamera", "Rückkamera"], 2),
    "one that says nothing": (["", ""], None),
}


@pytest.mark.parametrize(("labels", "right"), LABELS.values(), ids=LABELS)
def test_the_main_lens_at_the_back_is_taken(hall: Hall, labels: list[str], right: int | None) -> None:
    page = hall.open("/setup")
    chosen = page.evaluate(
        """async (labels) => (await import("/static/lib/lens.js")).mainRearLens(
            labels.map((label, deviceId) => ({ kind: "videoinput", label, deviceId })))?.deviceId ?? null""",
        labels,
    )
    assert chosen == right


WANDERS = """async ({ able, refuses }) => {
  const { holdStill, letWander } = await import("/static/lib/lens.js");
  const asked = [];
  const track = {
    getCapabilities: () => able,
    applyConstraints: async (wish) => { if (refuses) throw new Error("no"); asked.push(wish); },
  };
  return { held: await holdStill(track), free: await letWander(track), asked };
}"""
ABLE = {"focusMode": ["continuous", "manual"], "exposureMode": ["continuous"], "zoom": {"min": 1}}


def test_focus_and_exposure_are_held_as_far_as_the_phone_lets_us(hall: Hall) -> None:
    page = hall.open("/setup")
    told = page.evaluate(WANDERS, {"able": ABLE, "refuses": False})
    assert told["held"] == ["focusMode"]
    assert told["free"] == ["focusMode", "exposureMode"]
    assert told["asked"] == [
        {"advanced": [{"focusMode": "manual"}]},
        {"advanced": [{"focusMode": "continuous", "exposureMode": "continuous"}]},
    ]
    for track in ({"able": {}, "refuses": False}, {"able": ABLE, "refuses": True}):
        assert page.evaluate(WANDERS, track) == {"held": [], "free": [], "asked": []}


FAKES = """(able) => {
  window.told = { locks: [], asked: [] };
  const can = MediaStreamTrack.prototype.getCapabilities;
  const { applyConstraints } = MediaStreamTrack.prototype;
  const modes = ["focusMode", "exposureMode", "whiteBalanceMode"];
  MediaStreamTrack.prototype.getCapabilities = function () {
    return { ...Object.fromEntries(Object.entries(can.call(this)).filter(([name]) => !modes.includes(name))), ...able };
  };
  MediaStreamTrack.prototype.applyConstraints = async function (wish) {
    told.asked.push(wish);
    if (!wish.advanced) await applyConstraints.call(this, wish);
  };
  const request = async (kind) => {
    if (!able.focusMode) throw new DOMException("low battery", "NotAllowedError");
    told.locks.push(kind);
    return new EventTarget();
  };
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
}"""
HOLDS = {"focusMode": ["continuous", "manual"], "exposureMode": ["continuous", "manual"]}


@pytest.mark.parametrize(
    ("able", "locks", "told"),
    [
        (HOLDS, ["screen"], "Locked: focus and exposure. The screen stays on."),
        (
            {},
            [],
            "This phone cannot lock focus and exposure. The screen may turn off: set it to stay on.",
        ),
    ],
    ids=["all of it", "nothing"],
)
def test_the_phone_keeps_what_it_can_and_says_so(
    page: Page, program: Program, phone: Page, able: dict[str, list[str]], locks: list[str], told: str
) -> None:
    phone.add_init_script(f"({FAKES})({json.dumps(able)})")
    through_the_warning(phone, invited(page, program))
    expect(phone.locator(".kept")).to_have_text(told, timeout=SEEN_MS)
    assert phone.evaluate("told.locks") == locks
    wander, hold = ({"advanced": [dict.fromkeys(able, mode)]} for mode in ("continuous", "manual"))
    assert phone.evaluate("told.asked") == ([wander, hold] if able else [])

    page.goto(program.url + "setup")
    lens = page.locator("setup-lens")
    expect(lens.get_by_role("status")).to_contain_text("1280 × 720;", timeout=SEEN_MS)
    lens.get_by_role("combobox", name="Picture size", exact=True).select_option("640x480")
    expect(lens.get_by_role("status")).to_contain_text("640 × 480;", timeout=SEEN_MS)
    asked = phone.evaluate("told.asked")
    assert [wish["width"]["ideal"] for wish in asked if "width" in wish] == [640]
    expect(phone.locator(".kept")).to_have_text(told)
    if able:
        for attempt in attempts(phone):
            with attempt:
                assert phone.evaluate("told.asked")[-1] == hold, "and held again"
    page.goto("about:blank")


AWAKE = """async () => {
  const { stayAwake } = await import("/static/lib/awake.js");
  const locks = [];
  class Lock extends EventTarget {
    async release() { locks.splice(locks.indexOf(this), 1); this.dispatchEvent(new Event("release")); }
  }
  const request = async () => locks[locks.push(new Lock()) - 1];
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
  const told = [];
  await stayAwake(true);
  told.push(locks.length);
  await stayAwake(true);
  told.push(locks.length);
  await locks[0].release();
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise(requestAnimationFrame);
  told.push(locks.length);
  await stayAwake(false);
  told.push(locks.length);
  return told;
}"""


def test_the_screen_is_kept_awake_once_and_again_after_the_lock_screen(hall: Hall) -> None:
    assert hall.open("/odds").evaluate(AWAKE) == [1, 1, 1, 0]


def test_the_way_of_a_phone_is_drawn_where_it_is_warned(hall: Hall) -> None:
    page = hall.open("/setup")
    hall.show("empty", network=hall.stage.scene["network"] | {"phone": PHONE})
    steps = page.locator(".phone-camera .drawn li")
    expect(steps).to_have_count(4)
    expect(steps.nth(1)).to_contain_text("Advanced")
    for step in steps.all():
        expect(step.locator("svg")).to_be_visible()
    page.get_by_role("button", name="Close pairing").click()
    _sent(hall, {"name": "phone", "allow": False})


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_shuts_anybody_out(hall: Hall, scheme: Literal["dark", "light"]) -> None:
    """Neither from the Host's invitation nor from the phone's own page, in German and on a phone."""
    hall.heard.expected = ["404"]
    page = hall.open("/setup")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    hall.show("empty", network=hall.stage.scene["network"] | {"phone": PHONE})
    expect(page.locator(".phone-camera .drawn")).to_be_visible()
    assert _faults(hall) == []
    page.goto("about:blank")  # A page that is open comes anew by itself in another language.
    hall.stage.show("empty", language="de")
    page.set_viewport_size(HANDHELD)
    page.goto(hall.address + "/camera#12345678")
    expect(page.get_by_role("status")).to_have_text("Gib den Code vom Bildschirm des Hosts ein.")
    expect(page.get_by_role("textbox")).to_be_visible()
    assert _faults(hall) == []
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            small = "[...document.querySelectorAll('button, input')].filter((each) => each.offsetHeight < 44).length"
            assert page.evaluate(small) == 0


PHONE = {"url": "https://192.168.1.20:40123/camera", "code": "12345678", "name": None, "since": None}
