"""Log, story and export on paper: black on white in the dark scheme too, and nothing that only a screen is for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .played import Window
from .test_library import Library
from .test_library import library as library

pytestmark = pytest.mark.browser

BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"

LIGHT_TEXT = """() => {
    const bright = (colour) => Math.max(...colour.match(/[\\d.]+/g).slice(0, 3).map(Number));
    const told = [...document.querySelectorAll("main *, header *, article *")].filter((each) => each.checkVisibility()
        && [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
    return told.filter((each) => bright(getComputedStyle(each).color) > 128).map((each) => each.outerHTML.slice(0, 90));
}"""
"""Whatever text would be pale on paper."""


def on_paper(page: Page) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    body = page.locator("body")
    expect(body).to_have_css("background-color", WHITE)
    expect(body).to_have_css("color", BLACK)
    assert page.evaluate(LIGHT_TEXT) == []


@pytest.mark.parametrize("theme", ["dark", "light", None])
def test_the_log_is_printed_black_on_white_without_its_keys(library: Library, theme: str | None) -> None:
    library.throw("m13", "c06", confirm=True)
    page = library.go("/log")
    if theme is not None:
        page.locator("html").evaluate("(root, theme) => root.setAttribute('data-theme', theme)", theme)
    expect(page.locator("log-entry h2")).to_have_text(["Players win"])
    on_paper(page)
    expect(page.locator("log-entry h2")).to_be_visible()
    expect(page.locator("log-entry .face").first).to_be_visible()
    for gone in (
        "top-bar",
        "notice-line",
        ".exports",
        ".filters",
        ".remover",
        "textarea",
        "log-figures summary",
    ):
        expect(page.locator(gone).first).not_to_be_visible()


def test_a_note_is_printed(library: Library) -> None:
    library.throw("m13", "c06", confirm=True)
    (entry,) = library.live.client.get("/api/log").get_json()
    assert library.live.order("note", entry=entry["id"], text="The floor gives way.")[0] == 200
    page = library.go("/log")
    on_paper(page)
    expect(page.locator("textarea")).to_be_visible()


def test_a_leaf_of_the_story_is_printed_black_on_white_without_its_keys(library: Library) -> None:
    library.throw("m13", "c06", confirm=True)
    page = library.go("/story")
    expect(page.locator(".leaf h1")).to_have_text("Players win")
    on_paper(page)
    for gone in ("top-bar", ".turn"):
        expect(page.locator(gone).first).not_to_be_visible()


def test_the_export_is_printed_black_on_white(library: Library) -> None:
    library.throw("m13", "c06", confirm=True)
    page: Page = library.page
    page.set_content(library.live.client.get("/export.html").get_data(as_text=True))
    expect(page.locator("h2")).to_have_text("Players win")
    on_paper(page)


def test_a_window_is_dark_again_after_printing(library: Library) -> None:
    library.throw("m13", "c06", confirm=True)
    window: Window = library
    page = window.go("/log")
    on_paper(page)
    page.emulate_media(media="screen", color_scheme="dark")
    expect(page.locator("top-bar")).to_be_visible()
