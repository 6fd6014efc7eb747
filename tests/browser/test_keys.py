"""Keys by their place: on a layout of another script, or under an input method, each does what its letter says."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import Hall
from .test_host import _sent

pytestmark = pytest.mark.browser

PRESS = """(page, key) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }))"""

COMMANDS: list[tuple[str, dict[str, object]]] = [
    ("KeyN", {"name": "new-throw"}),
    ("KeyU", {"name": "undo"}),
    ("KeyJ", {"name": "judge-now"}),
    ("KeyP", {"name": "pause", "on": True}),
    ("Space", {"name": "confirm"}),
]
"""Places of keys, and what they do on a verdict."""

LAYOUTS = {
    "Russian": ("т", "г", "о", "з", " "),
    "Greek": ("Ν", "θ", "ξ", "π", " "),
    "Hebrew": ("מ", "ו", "ח", "פ", " "),
    "Korean": ("ㅜ", "ㅕ", "ㅓ", "ㅔ", " "),
    "Arabic": ("ى", "ع", "ت", "ح", " "),
    "Adlam, beyond the first 65536 letters": ("𞤲", "𞤵", "𞤶", "𞤨", " "),
    "Japanese input method": ("Process", "Process", "Process", "Process", "\u3000"),
    "full-width letters": ("ｎ", "ｕ", "ｊ", "ｐ", "\u3000"),
}


def _press(page: Page, key: str, code: str, shift: bool = False) -> None:
    page.locator("body").evaluate(PRESS, {"key": key, "code": code, "shiftKey": shift})


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_key_of_another_script_does_what_its_place_says(hall: Hall, layout: str) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    for key, (code, command) in zip(LAYOUTS[layout], COMMANDS, strict=True):
        with page.expect_response("**/api/command"):
            _press(page, key, code)
        _sent(hall, command)


def test_a_latin_letter_counts_where_it_is_written(hall: Hall) -> None:
    """On a Dvorak keyboard the letter N lies where others have L, and L where they have P."""
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    _press(page, "l", "KeyP")
    with page.expect_response("**/api/command"):
        _press(page, "n", "KeyL")
    _sent(hall, {"name": "new-throw"})
    assert len(hall.stage.commands) == 1


@pytest.mark.parametrize("key", ["с", "ㅊ", "ص", "Process"])
def test_the_correct_dialog_opens_by_its_place(hall: Hall, key: str) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    _press(page, key, "KeyC")
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/setup", "/log", "/pulp"])
@pytest.mark.parametrize("key", ["؟", "՞", "Process"])
def test_the_list_of_keys_opens_by_the_place_of_the_question_mark(hall: Hall, path: str, key: str) -> None:
    page = hall.open(path)
    expect(page.get_by_role("banner")).to_be_visible()
    _press(page, key, "Slash", shift=True)
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_undo_works_by_its_place_on_the_pages_of_other_games(hall: Hall) -> None:
    page = hall.open("/dragon", "players")
    expect(page.get_by_role("banner")).to_be_visible()
    with page.expect_response("**/api/command"):
        _press(page, "г", "KeyU")
    _sent(hall, {"name": "undo"})


def test_a_card_of_the_picture_opens_by_any_space_bar(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.locator("live-picture .target").first.evaluate(
        PRESS.replace("document.body", "page"), {"key": "\u3000", "code": "Space"}
    )
    expect(page.get_by_role("dialog")).to_be_visible()
