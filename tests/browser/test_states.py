"""Every state of the table has a calm look of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from webui.i18n import catalogue

from .conftest import LAPTOP, PHONE, TV, ZOOMED, Hall
from .scenes import IN_OTHER_LANGUAGES, SCENES
from .waiting import attempts

pytestmark = pytest.mark.browser

SAID = [
    # scene, what the panel says
    ("empty", "Waiting for cards"),
    ("no-camera", "No camera"),
    ("starting", "One moment"),
    ("lost", "Nothing is lost. Reconnecting..."),
    ("dim", "Too dark. Bring a lamp nearer"),
    ("paused", "Camera paused"),
    ("uncounted", "6 cards are not counted yet."),
    ("unseated", "1 card lies in nobody's place and does not count."),
    ("gathering", "Players 2, Host 1"),
    ("ready", "Everyone is ready"),
    ("flipping", "Flip the cards: 2 to go"),
    ("reading", "All cards are face up."),
    ("players", "Players win"),
    ("host", "The Host wins"),
    ("critical", "Critical"),
    ("fumble", "The players' Fool counts"),
    ("tie", "Change the situation."),
    ("stalemate", "Stalemate"),
    ("choice", "Choose who acts"),
    ("success", "The players' Seven of Cups (7) beats Intensity 4"),
    ("failure", "Failure"),
    ("confirmed", "saved"),
    ("question", "I cannot read this card"),
    ("miscounted", "Players: 2 cards, should have 1"),
    ("eight-gathering", "Waiting for Cassie"),
    ("eight", "Doctor Wilhelmina Harker-Szymborska wins"),
    ("turned", "Players win"),
    ("announcing", "Ann: what do you do?"),
    ("throwing", "Waiting for Ann and Cassie"),
    ("over", "Cassie succeeds"),
    ("four-clashes", "Tie, 4 = 4"),
    ("eight-announcing", "Dov: what do you do?"),
    ("eight-throwing", "Waiting for Cassie"),
    *((scene, catalogue(language)["verdict.side.players"]) for language, scene in IN_OTHER_LANGUAGES.items()),
]


def test_every_scene_is_looked_at() -> None:
    assert {scene for scene, _ in SAID} == set(SCENES)


@pytest.mark.parametrize("size", [LAPTOP, PHONE, ZOOMED], ids=["laptop", "phone", "zoomed"])
def test_each_state_says_what_it_is(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/")
    for scene, said in SAID:
        hall.show(scene)
        place = f"aside.{scene}" if scene in ("uncounted", "unseated") else "main.table"
        expect(page.locator(place), scene).to_contain_text(said)
        for attempt in attempts(page):
            with attempt:
                assert _too_wide(page) <= 0, scene


def _too_wide(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize("size", [LAPTOP, TV], ids=["1366", "1920"])
@pytest.mark.parametrize("scene", ["players", *IN_OTHER_LANGUAGES.values()])
def test_the_verdict_is_read_across_the_room(hall: Hall, scene: str, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/", scene)
    for attempt in attempts(page):
        with attempt:
            letters_px = float(
                page.locator(".headline").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
            )
            assert 0.08 <= letters_px / size["height"] <= 0.14


def test_nothing_of_a_verdict_is_cut_off(hall: Hall) -> None:
    page = hall.open("/")
    for scene in ("critical", "eight", "question", *IN_OTHER_LANGUAGES.values()):
        hall.show(scene)
        expect(page.locator("main.table")).to_contain_text(dict(SAID)[scene])
        for attempt in attempts(page):
            with attempt:
                assert (
                    page.locator("verdict-panel").evaluate("each => each.scrollHeight - each.clientHeight")
                    <= 0
                ), scene


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_everything_to_tap_is_large_enough(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/")
    for scene in ("critical", "question", "eight", "choice"):
        hall.show(scene)
        expect(page.locator("main.table")).to_contain_text(dict(SAID)[scene])
        for attempt in attempts(page):
            with attempt:
                assert page.evaluate(SMALL) == [], scene


SMALL = """() => [...document.querySelectorAll("button, summary, select, input, a.button")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""


def test_the_keys_keep_their_place(hall: Hall) -> None:
    page = hall.open("/", "empty")
    expect(page.locator(".act-confirm")).to_be_visible()
    before = page.locator(".act-confirm").bounding_box()
    for scene in ("gathering", "critical", "eight", "question", "paused"):
        hall.show(scene)
        expect(page.locator(f"main.phase-{SCENES[scene]()['phase']}")).to_be_visible()
        for attempt in attempts(page):
            with attempt:
                assert page.locator(".act-confirm").bounding_box() == before


def test_names_of_strangers_stay_text(hall: Hall) -> None:
    scene = SCENES["players"]()
    scene["seats"][0]["name"] = "<img src=x onerror=alert(1)>"
    scene["verdict"] = scene["verdict"] | {"headline": "<b>Ann</b> wins"}
    page = hall.open("/")
    hall.show("players", seats=scene["seats"], verdict=scene["verdict"])
    expect(page.locator(".headline")).to_have_text("<b>Ann</b> wins")
    expect(page.locator("seat-list")).to_contain_text("<img src=x onerror=alert(1)>")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_what_is_wrong_with_the_picture_hides_no_button(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/", "dim")
    for attempt in attempts(page):
        with attempt:
            said, acts = page.locator(".aid").bounding_box(), page.locator(".picture-acts").bounding_box()
            assert said
            assert acts
            assert said["y"] >= acts["y"] + acts["height"]


@pytest.mark.parametrize("size", [LAPTOP, TV], ids=["1366", "1920"])
def test_a_long_name_breaks_between_its_words(hall: Hall, size: ViewportSize) -> None:
    """On a TV the last letter of Szymborska stood alone."""
    hall.page.set_viewport_size(size)
    page = hall.open("/", "eight")
    expect(page.locator("seat-list h3")).to_have_count(8)
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(BROKEN) == []


BROKEN = """() => [...document.querySelectorAll("seat-list h3")].flatMap((name) => {
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), place = document.createRange(), found = [];
    while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[\\p{L}]+/gu)) {
        place.setStart(texts.currentNode, word.index);
        place.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...place.getClientRects()].map((box) => Math.round(box.top))).size > 1) found.push(word[0]);
    }
    return found;
})"""
