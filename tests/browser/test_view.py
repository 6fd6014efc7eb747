"""What our templates promise beyond lit-html: typed text is left alone, styles come through."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Hall

pytestmark = pytest.mark.browser

PAINT = """async ([text, width]) => {
    const { filled, html, render, styled } = await import("/static/lib/view.js");
    globalThis.place ??= document.body.appendChild(document.createElement("div"));
    globalThis.view ??= (text, width) =>
        html`<input id="tried" .value=${filled(text)} style=${styled({ "--part": 7, width })}>`;
    render(globalThis.view(text, width), globalThis.place);
}"""


def test_a_new_state_does_not_overwrite_what_somebody_is_typing(hall: Hall) -> None:
    page = hall.open("/odds")
    page.evaluate(PAINT, ["as it was", "90px"])
    page.locator("#tried").fill("half a wo")
    page.evaluate(PAINT, ["newer", "90px"])
    expect(page.locator("#tried")).to_have_value("half a wo")
    page.locator("#tried").blur()
    page.evaluate(PAINT, ["newer", "90px"])
    expect(page.locator("#tried")).to_have_value("newer")


def test_a_field_that_nobody_is_in_shows_its_state_again(hall: Hall) -> None:
    page = hall.open("/odds")
    page.evaluate(PAINT, ["as it was", "90px"])
    page.locator("#tried").fill("refused")
    page.locator("#tried").blur()
    page.evaluate(PAINT, ["as it was", "90px"])
    expect(page.locator("#tried")).to_have_value("as it was")


def test_styles_come_through_where_style_attributes_are_forbidden(hall: Hall) -> None:
    page = hall.open("/odds")
    for width in ("90px", "50px"):
        page.evaluate(PAINT, ["", width])
        assert page.locator("#tried").evaluate("each => each.style.width") == width
    assert page.locator("#tried").evaluate("each => each.style.getPropertyValue('--part')") == "7"
