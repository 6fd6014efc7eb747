"""The set-up's camera and picture: what is chosen takes over with its first picture, what is wrong is said once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from webui.i18n import LANGUAGES

from .builders import line, source
from .conftest import LAPTOP, PHONE, TV, Hall
from .scenes import IN_OTHER_LANGUAGES
from .test_host import _sent
from .waiting import attempts

pytestmark = pytest.mark.browser

INTEGRATED = {"id": "0", "kind": "camera", "name": "Integrated Camera", "current": True, "far": False}
USB = {"id": "1", "kind": "camera", "name": "USB Camera", "current": False, "far": False}
TRIED = {"kind": "camera", "name": "camera 1", "state": "starting", "message": None}
TAKEN = line("camera-taken", "camera 1: gives no picture; close the program that uses it")


def _two_cameras(hall: Hall, current: str) -> None:
    sources = [each | {"current": each["id"] == current} for each in (INTEGRATED, USB)]
    hall.page.route("**/api/sources", lambda route: route.fulfill(json=sources))


def test_a_camera_counts_as_chosen_once_it_has_sent_a_picture(hall: Hall) -> None:
    _two_cameras(hall, "0")
    page = hall.open("/setup")
    old, new = (page.locator(".source", has_text=each) for each in ("Integrated Camera", "USB Camera"))
    expect(old).to_have_attribute("aria-pressed", "true")
    new.click()
    _sent(hall, {"name": "source", "spec": "1"})
    expect(new).to_have_attribute("aria-busy", "true")
    hall.show("empty", source=source(trying=TRIED))
    expect(new).to_have_attribute("aria-busy", "true")
    for tile, pressed in ((old, "true"), (new, "false")):
        expect(tile).to_have_attribute("aria-pressed", pressed)
    _two_cameras(hall, "1")
    hall.show("empty", source=source(name="camera 1"))
    expect(new).to_have_attribute("aria-busy", "false")
    for tile, pressed in ((old, "false"), (new, "true")):
        expect(tile).to_have_attribute("aria-pressed", pressed)


def test_why_a_camera_that_was_tapped_sends_nothing_stands_below_the_cameras(hall: Hall) -> None:
    _two_cameras(hall, "0")
    page = hall.open("/setup")
    page.locator(".source", has_text="USB Camera").click()
    hall.show("empty", source=source(trying=TRIED | {"state": "none", "message": TAKEN}))
    said = page.locator("setup-camera > .tried")
    expect(said).to_contain_text("close the program that uses it. Trying again...")
    expect(page.locator(".address .tried")).to_have_count(0)
    said.get_by_role("button", name="Cancel, keep the old camera").click()
    _sent(hall, {"name": "source-keep"})
    hall.show("empty")
    expect(page.locator(".tried")).to_have_count(0)
    expect(page.locator(".source", has_text="USB Camera")).to_have_attribute("aria-busy", "false")


def test_a_camera_that_cannot_be_tried_is_not_waited_for(hall: Hall) -> None:
    _two_cameras(hall, "0")
    page = hall.open("/setup")
    hall.heard.expected.append("422")
    hall.stage.answer = 422, {"error": "That camera is gone."}
    page.locator(".source", has_text="USB Camera").click()
    expect(page.locator(".notice")).to_have_text("That camera is gone.")
    expect(page.locator(".source", has_text="USB Camera")).to_have_attribute("aria-busy", "false")


def test_a_number_that_was_typed_is_answered_beside_the_field(hall: Hall) -> None:
    page = hall.open("/setup")
    page.get_by_label("Camera, video file or address").fill("1")
    page.keyboard.press("Enter")
    _sent(hall, {"name": "source", "spec": "1"})
    hall.show("empty", source=source(trying=TRIED | {"state": "none", "message": TAKEN}))
    expect(page.locator(".address .tried")).to_contain_text("close the program that uses it")
    expect(page.locator("setup-camera > .tried")).to_have_count(0)


def test_a_wrong_name_is_refused_beside_the_field_until_it_is_changed(hall: Hall) -> None:
    page = hall.open("/setup")
    hall.heard.expected.append("422")
    refusal = 'No camera, file or address "session.mp5". Check the spelling.'
    hall.stage.answer = 422, {"error": refusal}
    field = page.get_by_label("Camera, video file or address")
    field.fill("session.mp5")
    page.get_by_role("button", name="Use this").click()
    said = page.locator(".address [role=alert]")
    expect(said).to_have_text(refusal)
    expect(page.get_by_text(refusal).filter(visible=True)).to_have_count(1)
    expect(field).to_have_value("session.mp5")
    field.fill("session.mp")
    expect(said).to_have_count(0)


def test_a_file_that_is_no_video_is_not_said_to_be_tried_again(hall: Hall) -> None:
    page = hall.open("/setup")
    why = line("no-video-file", "notes.txt: is no video that can be decoded")
    tried = {"kind": "file", "name": "notes.txt", "state": "none", "message": why}
    hall.show("empty", source=source(trying=tried))
    expect(page.locator(".address .tried span")).to_have_text("notes.txt: is no video that can be decoded.")


PLIGHTS = ["lost", "locked", "starting", "stuck", "none", "ended"]


@pytest.mark.parametrize("step", ["picture", "seats", "piles"])
def test_how_the_camera_is_stands_once_in_the_set_up_s_picture(hall: Hall, step: str) -> None:
    page = hall.open(f"/setup#{step}")
    said = page.locator("live-picture :is(.veil, .ended) p, .board .plight")
    for state in PLIGHTS:
        message = line(state, "camera 0: gives no picture") if state in ("lost", "none") else None
        hall.show("empty", source=source(state=state, since="21:14", message=message), aid=None)
        expect(said).to_be_visible()
        text = str(said.text_content())
        expect(page.get_by_text(text).filter(visible=True)).to_have_count(1)
        expect(page.get_by_text("No picture yet.")).to_have_count(0)
    hall.show("empty")
    expect(said).to_have_count(0)


def test_what_is_wrong_with_the_light_stands_once_beside_the_picture(hall: Hall) -> None:
    page = hall.open("/setup#picture", "dim")
    expect(page.get_by_text("Too dark. Bring a lamp nearer").filter(visible=True)).to_have_count(1)


PICTURES = [("picture", "empty"), ("seats", "empty"), ("seats", "eight-gathering"), ("piles", "empty")]


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV], ids=["390", "1366", "1920"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_to_look_at_or_draw_on_is_whole_above_the_fold(
    hall: Hall, size: ViewportSize, language: str
) -> None:
    """However many seats there are, before anybody scrolls."""
    page = hall.page
    page.set_viewport_size(size)
    hall.open("/setup#picture", IN_OTHER_LANGUAGES.get(language, "empty"))
    for step, scene in PICTURES:
        hall.show(scene, language=language)
        page.goto(f"{hall.address}/setup#{step}")
        page.evaluate("scrollTo(0, 0)")
        for attempt in attempts(page):
            with attempt:
                _is_whole(page, f"{step} of {scene}")


def _is_whole(page: Page, what: str) -> None:
    box = page.locator(".board, live-picture .frame").bounding_box()
    assert box, what
    assert box["y"] + box["height"] <= page.evaluate("innerHeight"), what
    assert box["width"] >= min(0.85 * page.evaluate("innerWidth"), 600), f"{what}: no thumbnail"
    assert page.evaluate(ABOVE, box["y"]) == [], f"{what}: the picture comes first"


ABOVE = """(top) => [...document.querySelectorAll(".step :is(button, input, meter, a)")]
    .filter((each) => each.getBoundingClientRect().top < top && each.checkVisibility())
    .map((each) => each.textContent.trim())"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV], ids=["390", "1366", "1920"])
def test_the_picture_stays_in_sight_while_the_last_seat_is_named(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/setup#seats", "eight-gathering")
    name = page.locator("seat-editor").last.get_by_label("Name")
    name.focus()
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("scrollY") > 100
            board, field = page.locator(".board").bounding_box(), name.bounding_box()
            assert board
            assert field
            assert board["y"] >= 0
            beside = field["x"] > board["x"] + board["width"]
            assert beside or field["y"] > board["y"] + board["height"], "it does not cover what is typed"


NUMBERED = """() => [...document.querySelectorAll(".setup nav a")].map((each) => {
    const [number, word] = [...each.children].map((part) => part.getBoundingClientRect());
    return [number.left, number.right, word.left, word.right];
})"""


def test_a_step_s_number_stands_nearer_to_its_own_word(hall: Hall) -> None:
    page = hall.open("/setup")
    for attempt in attempts(page):
        with attempt:
            steps = page.evaluate(NUMBERED)
            within = [word - number for _, number, word, _ in steps]
            between = [after[0] - before[3] for before, after in pairwise(steps)]
            assert max(within) < 8
            assert min(between) > 28
