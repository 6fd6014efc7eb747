"""Nothing scrolls sideways and no text is cut, on every page, at every width, in both languages and at 200 %."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from webui.http.pages import addresses
from webui.i18n import LANGUAGES

from .conftest import LAPTOP, PHONE, TV, ZOOMED, Hall
from .judged_scenes import EIGHT, clash_of, round_of, throw_of
from .matrix import DIALOGS, open_over, scene_in
from .scenes import IN_OTHER_LANGUAGES, SCENES
from .waiting import attempts

pytestmark = pytest.mark.browser

SIZES = [PHONE, LAPTOP, TV, ZOOMED]
STEPS = ["camera", "picture", "deck", "seats", "piles", "others", "connect"]
PAGES = [*(path for path in addresses() if path != "/"), *(f"/setup#{step}" for step in STEPS), "/join"]

MEASURE = """() => {
    const root = document.documentElement, found = [];
    const over = root.scrollWidth - root.clientWidth;
    if (over > 0) found.push(`scrolls sideways by ${over} px`);
    const shown = (each) => each.checkVisibility({ visibilityProperty: true })
        && !each.closest(".unseen, option, noscript, svg");
    const cuts = (overflow) => ["hidden", "clip"].includes(overflow);
    const isCut = (box, each) => {
        const { overflowX, overflowY, fontSize } = getComputedStyle(each), frame = each.getBoundingClientRect();
        // Letters reach less far down than their line's box does.
        const [across, down] = [1.5, parseFloat(fontSize) * 0.35];
        return cuts(overflowX) && (box.right > frame.right + across || box.left < frame.left - across)
            || cuts(overflowY) && (box.bottom > frame.bottom + down || box.top < frame.top - down);
    };
    const above = (each) => each === document.body ? [] : [each, ...above(each.parentElement)];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), place = document.createRange();
    while (texts.nextNode()) {
        const text = texts.currentNode, holders = above(text.parentElement);
        if (!text.data.trim() || !shown(text.parentElement)) continue;
        place.selectNodeContents(text);
        if ([...place.getClientRects()].some((box) => holders.some((each) => isCut(box, each))))
            found.push(`cut: ${text.data.trim().slice(0, 60)}`);
    }
    for (const heading of [...document.querySelectorAll("h1, h2")].filter(shown)) {
        const inside = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
        while (inside.nextNode())
            for (const word of inside.currentNode.data.matchAll(/[^\\s-]+/g)) {
                place.setStart(inside.currentNode, word.index);
                place.setEnd(inside.currentNode, word.index + word[0].length);
                const lines = new Set([...place.getClientRects()].map((box) => Math.round(box.top)));
                if (lines.size > 1) found.push(`broken: ${word[0]}`);
            }
    }
    const letters = document.createElement("canvas").getContext("2d");
    for (const field of document.querySelectorAll("input[placeholder]")) {
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
        letters.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        if (!field.value && shown(field) && letters.measureText(field.placeholder).width > room + 1)
            found.push(`cut: ${field.placeholder}`);
    }
    return [...new Set(found)];
}"""
"""What is wider than the window, every text of which a part lies outside of what cuts it off, and headings' words that
are broken in two."""


def _fits(page: Page, what: str) -> None:
    for size in SIZES:
        page.set_viewport_size(size)
        _finds(page, [], f"{what} at {size['width']}")


def _finds(page: Page, faults: list[str], what: str) -> None:
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(MEASURE) == faults, what


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(hall: Hall, language: str) -> None:
    for path in PAGES:
        page = hall.open(path, IN_OTHER_LANGUAGES.get(language, "eight"))
        expect(page.locator("main")).not_to_be_empty()
        _fits(page, path)


def test_every_state_of_the_table_fits(hall: Hall) -> None:
    page = hall.open("/")
    for scene in SCENES:
        hall.show(scene)
        _fits(page, scene)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_judged_throw_fits(hall: Hall, language: str) -> None:
    one = {"ann": ["w09", "c03"], "fiend": ["c01"]}
    judged = {
        "one": clash_of(one, language, significator="c03"),
        "eight": clash_of(EIGHT, language),
        **{f"{clashes} clashes": round_of(clashes, language) for clashes in (2, 3, 4)},
        "a test": throw_of("w07", 4, language),
    }
    page = hall.open("/", IN_OTHER_LANGUAGES.get(language, "empty"))
    for name, scene in judged.items():
        SCENES["judged"] = lambda scene=scene: scene  # type: ignore[misc]
        hall.show("judged")
        _fits(page, name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DIALOGS)
def test_every_dialog_fits(hall: Hall, name: str, language: str) -> None:
    for size in SIZES:
        hall.page.set_viewport_size(size)
        _opened_fits(hall.page, _opened(hall, name, language), f"{name} at {size['width']}")


@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_still_fits_when_the_window_changes_its_size(hall: Hall, name: str) -> None:
    """A phone is turned while a sheet lies open beside a verdict."""
    opened = _opened(hall, name, "en")
    for size in SIZES:
        hall.page.set_viewport_size(size)
        _opened_fits(hall.page, opened, f"{name}, changed to {size['width']}")


def _opened(hall: Hall, name: str, language: str) -> Locator:
    dialog = DIALOGS[name]
    SCENES["judged"] = lambda: scene_in(dialog.scene, language)
    page = hall.open(dialog.path, "judged")
    expect(page.locator("main")).not_to_be_empty()
    open_over(page, dialog.opens, language)
    return page.locator(":is(dialog, details)[open], :popover-open, .answers:not(.what), .fresh").first


def _opened_fits(page: Page, opened: Locator, what: str) -> None:
    expect(opened).to_be_visible()
    _finds(page, [], what)
    for attempt in attempts(page):
        with attempt:
            assert opened.evaluate(LEAVES) == [], what


LEAVES = """(dialog) => [...dialog.querySelectorAll("button, input, h1, h2, p")].filter((each) => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility() && box.width && !each.closest(".unseen")
        && (box.left < -1 || box.right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What of an open dialog leaves the window at its sides."""


def test_a_text_that_is_cut_would_be_noticed(hall: Hall) -> None:
    page = hall.open("/odds")
    page.evaluate("""() => {
        const heading = document.querySelector("main h1");
        heading.textContent = "Chances of everybody, as far as they can be told";
        Object.assign(heading.style, { overflow: "hidden", whiteSpace: "nowrap", width: "200px" });
    }""")
    _finds(page, ["cut: Chances of everybody, as far as they can be told"], "odds")
    page.evaluate("document.querySelector('main h1').style.cssText = 'width: 2000px'")
    _finds(page, ["scrolls sideways by 651 px"], "odds")
    page = hall.open("/setup")
    page.get_by_label("Camera, video file or address").evaluate(
        "each => each.style.cssText = 'flex: none; width: 9rem'"
    )
    _finds(page, ["cut: Camera, video file or address (rtsp, http)"], "setup")
