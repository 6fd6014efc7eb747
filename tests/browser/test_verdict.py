"""A verdict on the Host's page: one line a clash, the card that counts beside it, and never a word cut off."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from webui.i18n import LANGUAGES

from .builders import mark, played, verdict
from .conftest import LAPTOP, PHONE, TV, ZOOMED, Hall
from .judged_scenes import EIGHT, clash_of
from .scenes import IN_OTHER_LANGUAGES, SCENES
from .sessions import clash_cards
from .waiting import attempts

pytestmark = pytest.mark.browser

CUT = """panel => {
    const frame = panel.getBoundingClientRect();
    const texts = [...panel.querySelectorAll("h1, h2, p, li, button, small, span, b")]
        .filter((each) => each.checkVisibility() && !each.closest("[popover], .unseen"));
    const outside = texts.filter((each) => {
        const box = each.getBoundingClientRect();
        return box.width > 0 && (box.right > frame.right + 1 || box.left < frame.left - 1
            || box.bottom > frame.bottom + 1 || box.top < frame.top - 1);
    });
    const scrolls = panel.scrollHeight > panel.clientHeight || panel.scrollWidth > panel.clientWidth;
    return [...outside.map((each) => each.textContent), ...(scrolls ? ["scrolls"] : [])];
}"""
"""What of a panel lies outside of it, or would have to be scrolled to."""


def lines(hall: Hall) -> Locator:
    return hall.page.locator("verdict-panel .clash")


def letters_px(line: Locator) -> float:
    return float(line.locator(".headline").evaluate("each => parseFloat(getComputedStyle(each).fontSize)"))


def box_of(place: Locator) -> dict[str, float]:
    found = place.bounding_box()
    assert found
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def test_each_clash_of_a_round_has_a_line_of_the_same_rank(hall: Hall) -> None:
    hall.open("/", "over")
    expect(lines(hall)).to_have_count(2)
    first, second = lines(hall).all()
    expect(first).to_contain_text("Clash A")
    expect(first.get_by_role("heading")).to_contain_text("Ann hits The Fiend, 9 > 6")
    expect(second).to_contain_text("Clash B")
    expect(second.get_by_role("heading")).to_contain_text("Cassie succeeds, 7 > 3")
    for attempt in attempts(hall.page):
        with attempt:
            assert letters_px(first) == letters_px(second)


def test_why_is_told_of_each_clash_beside_a_verdict_that_stays(hall: Hall) -> None:
    page = hall.open("/", "four-clashes")
    panel, last = page.locator("verdict-panel"), lines(hall).last
    expect(lines(hall)).to_have_count(4)
    before = box_of(panel), box_of(last.locator(".headline"))
    last.get_by_role("button", name="Why?").click()
    sheet = page.locator("section.why:popover-open")
    expect(sheet).to_contain_text("A tie between sides leaves all undecided;")
    expect(sheet.get_by_role("heading")).to_have_text("Tie, 4 = 4")
    for attempt in attempts(page):
        with attempt:
            assert (box_of(panel), box_of(last.locator(".headline"))) == before
            assert box_of(sheet)["y"] + box_of(sheet)["height"] <= box_of(panel)["y"]
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize("size", [LAPTOP, TV, ZOOMED, PHONE], ids=["1366", "1920", "zoomed", "phone"])
def test_a_verdict_is_neither_cut_nor_scrolled(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/")
    for scene in ("over", "four-clashes", "eight", "critical", *IN_OTHER_LANGUAGES.values(), "choice"):
        hall.show(scene)
        expect(lines(hall).first).to_be_visible()
        for attempt in attempts(page):
            with attempt:
                assert page.locator("verdict-panel").evaluate(CUT) == [], scene
    hall.show("german", **long_german())
    expect(lines(hall).first).to_contain_text("Donaudampfschifffahrtskapitän")
    for attempt in attempts(page):
        with attempt:
            assert page.locator("verdict-panel").evaluate(CUT) == []


def long_german() -> dict[str, Any]:
    name = "Doktor Wilhelmina Donaudampfschifffahrtskapitän-Szymborska"
    said = verdict(
        "players",
        f"{name} gewinnt",
        f"Das Gericht von {name} (20) schlägt 11.",
        marks=[mark("critical", f"Kritisch: Das Gericht von {name}, ein Signifikator")],
        played=[played("players", name, "m20", "won"), played("host", "Host", "m11", "lost")],
    )
    return {"language": "de", "verdict": said, "seats": clash_cards("m20", "m11", language="de")}


def test_type_grows_again_after_a_long_verdict(hall: Hall) -> None:
    hall.open("/", "players")
    expect(lines(hall).first).to_contain_text("Players win")
    large = letters_px(lines(hall).first)
    hall.show("eight")
    for attempt in attempts(hall.page):
        with attempt:
            assert letters_px(lines(hall).first) < large
    hall.show("players")
    expect(lines(hall).first).to_contain_text("Players win")
    for attempt in attempts(hall.page):
        with attempt:
            assert letters_px(lines(hall).first) == large


def test_the_card_that_counts_is_the_hero_and_the_loser_steps_back(hall: Hall) -> None:
    page = hall.open("/", "critical")
    shown = page.locator("verdict-panel").get_by_role("img")
    expect(shown).to_have_count(2)
    hero, foe = shown.all()
    expect(hero).to_have_attribute("alt", re.compile("Nine of Wands"))
    for attempt in attempts(page):
        with attempt:
            assert box_of(hero)["height"] > 1.5 * box_of(foe)["height"]
            assert opacity(foe) < 0.6 < opacity(hero)
    mine = page.locator("seat-list .plate").last
    for attempt in attempts(page):
        with attempt:
            counts, other = (
                box_of(mine.get_by_role("img", name=name)) for name in ("Nine of Wands", "The Hierophant")
            )
            assert counts["width"] > 1.2 * other["width"]


def test_who_wins_is_marked_by_a_shape_and_a_word(hall: Hall) -> None:
    for scene in ("critical", "over"):
        page = hall.open("/", scene)
        crowned = page.locator(".seat", has=page.locator(".crown svg"))
        expect(crowned.first).to_contain_text("wins")
        for attempt in attempts(page):
            with attempt:
                names = crowned.locator(":is(h2, h3):visible").all_text_contents()
                assert [name.split()[0] for name in names] == (
                    ["Players"] if scene == "critical" else ["Ann", "Cassie"]
                )


def test_a_tie_has_no_hero_and_no_loser(hall: Hall) -> None:
    page = hall.open("/", "tie")
    shown = page.locator("verdict-panel").get_by_role("img")
    expect(shown).to_have_count(2)
    one, other = shown.all()
    for attempt in attempts(page):
        with attempt:
            assert box_of(one)["height"] == box_of(other)["height"]
            assert opacity(one) == opacity(other) == 1
    expect(page.locator(".crown")).to_have_count(0)


def opacity(picture: Locator) -> float:
    return float(picture.evaluate("each => getComputedStyle(each).opacity"))


def test_who_won_is_the_largest_on_a_phone_too(hall: Hall) -> None:
    """A critical is an event, but who won comes first; the sentences have the whole width."""
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", "critical")
    line = lines(hall)
    for attempt in attempts(page):
        with attempt:
            word = line.locator(".mark strong").evaluate(
                "each => parseFloat(getComputedStyle(each).fontSize)"
            )
            assert word < letters_px(line)
            panel, sentence = box_of(page.locator("verdict-panel")), box_of(line.locator(".line"))
            assert sentence["x"] - panel["x"] < 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_cards_leave_the_headline_two_lines_on_a_laptop(hall: Hall, language: str) -> None:
    hall.page.set_viewport_size(LAPTOP)
    SCENES["judged"] = lambda: clash_of(EIGHT, language)
    headline = hall.open("/", "judged").locator("verdict-panel .headline span")
    for attempt in attempts(hall.page):
        with attempt:
            lines = headline.evaluate(
                "each => each.offsetHeight / parseFloat(getComputedStyle(each).fontSize)"
            )
            assert 0 < lines < 2.3
