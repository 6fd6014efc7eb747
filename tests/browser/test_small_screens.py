"""What a phone has no room for stands elsewhere, smaller or once: nothing breaks in mid-word, overlaps or gapes."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, Hall
from .judged_scenes import EIGHT, clash_of, round_of
from .scenes import SCENES
from .waiting import attempts

pytestmark = pytest.mark.browser

LINES = """(place, words) => {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), part = document.createRange();
    while (texts.nextNode()) {
        const found = [...texts.currentNode.data.matchAll(new RegExp(words, "g"))];
        for (const { index, 0: { length } } of found) {
            part.setStart(texts.currentNode, index);
            part.setEnd(texts.currentNode, index + length);
            return new Set([...part.getClientRects()].map((box) => Math.round(box.top))).size;
        }
    }
    return 0;
}"""
"""On how many lines some words of a place stand."""


def opened(hall: Hall, path: str, scene: dict[str, Any] | str) -> Page:
    hall.page.set_viewport_size(PHONE)
    if isinstance(scene, dict):
        SCENES["small"] = lambda: scene
    return hall.open(path, "small" if isinstance(scene, dict) else scene)


def edges(place: Locator) -> tuple[float, float]:
    """Where something begins and ends, from the top of the window in pixels."""
    found = place.bounding_box()
    assert found
    return found["y"], found["y"] + found["height"]


def on_one_line(page: Page, place: Locator, words: str) -> None:
    for attempt in attempts(page):
        with attempt:
            assert place.evaluate(LINES, words) == 1, words


@pytest.mark.parametrize("language", ["en", "de"])
def test_eight_cards_leave_the_headline_its_room(hall: Hall, language: str) -> None:
    page = opened(hall, "/", clash_of(EIGHT, language))
    headline = page.locator("verdict-panel .headline span")
    for word in ("Players", "win") if language == "en" else ("Spieler", "gewinnen"):
        on_one_line(page, headline, word)
    expect(page.locator("verdict-panel .duel img")).to_have_count(len(EIGHT))
    for attempt in attempts(page):
        with attempt:
            duel, panel = (page.locator(part).bounding_box() for part in (".duel", "verdict-panel"))
            assert duel
            assert panel
            assert duel["x"] + duel["width"] <= panel["x"] + panel["width"]


def test_what_was_compared_stays_on_one_line(hall: Hall) -> None:
    page = opened(hall, "/", round_of(4, "de"))
    headlines = page.locator("verdict-panel .headline")
    expect(headlines).to_have_count(4)
    for line, words in zip(headlines.all(), (r"8\s>\s6", r"4\s=\s4", r"3\s>\s0", r"9\s>\s3"), strict=True):
        on_one_line(page, line, words)


def test_the_winner_s_crown_stands_beside_the_name(hall: Hall) -> None:
    page = opened(hall, "/", "players")
    name = page.locator(".plate h2", has_text="Players")
    for attempt in attempts(page):
        with attempt:
            assert abs(edges(name.locator(".crown"))[0] - edges(name)[0]) < 10


def test_a_lost_camera_is_told_of_once(hall: Hall) -> None:
    page = opened(hall, "/", "lost")
    expect(page.get_by_text("Nothing is lost. Looking for it.").filter(visible=True)).to_have_count(1)


def test_the_keys_words_keep_off_the_big_key(hall: Hall) -> None:
    page = opened(hall, "/", "german")
    for attempt in attempts(page):
        with attempt:
            top, _ = edges(page.get_by_role("button", name="Bestätigen"))
            _, bottom = edges(page.get_by_role("button", name="Kamera anhalten").locator("span").first)
            assert bottom + 2 <= top


def test_my_cards_lie_side_by_side_below_what_i_throw(hall: Hall) -> None:
    hall.page.add_init_script("try { localStorage.setItem('clashcam.seat', '0'); } catch { void 0; }")
    page = opened(hall, "/phone", "eight-throwing")
    cards = page.get_by_text("Face down")
    expect(cards).to_have_count(2)
    for attempt in attempts(page):
        with attempt:
            assert len({edges(card)[0] for card in cards.all()}) == 1
            assert (
                edges(page.get_by_text("Your throw: 2 cards"))[1] <= edges(page.get_by_text("Base card"))[0]
            )


def test_the_set_up_s_picture_is_followed_by_what_is_next(hall: Hall) -> None:
    page = opened(hall, "/setup#picture", "empty")
    for attempt in attempts(page):
        with attempt:
            _, bottom = edges(page.locator("setup-picture .frame"))
            assert 0 < edges(page.get_by_role("link", name="Next: Decks and language"))[0] - bottom < 60


def test_a_region_s_name_breaks_between_its_words(hall: Hall) -> None:
    page = opened(hall, "/setup#seats", "eight")
    tag = page.locator(".board .tag", has_text="Wilhelmina")
    for word in ("Wilhelmina", "Szymborska"):
        on_one_line(page, tag, word)


@pytest.mark.parametrize("scene", ["empty", "german"])
def test_the_odds_need_no_scrolling(hall: Hall, scene: str) -> None:
    page = opened(hall, "/odds", scene)
    tables = page.locator(".odds-page .scroll")
    expect(tables).to_have_count(2)
    for attempt in attempts(page):
        with attempt:
            assert all(each.evaluate("each => each.scrollWidth <= each.clientWidth") for each in tables.all())
    intensity = tables.last.locator("tbody tr")
    expect(intensity).to_have_count(11)
    # On the stage a chance is n of n + m.
    expect(intensity.nth(4).locator("td").nth(2)).to_have_text("43 %" if scene == "german" else "43%")


def test_what_is_waited_for_is_told_in_whole_counts(hall: Hall) -> None:
    page = opened(hall, "/", "eight-gathering")
    line = page.locator("wait-panel .line")
    expect(line).to_contain_text("Harker-Szymborska 2 of 2")
    on_one_line(page, line, r"Szymborska\s2\sof\s2")


def test_a_throw_in_no_round_is_not_called_one_of_a_round(hall: Hall) -> None:
    page = opened(hall, "/", round_of(2))
    expect(page.locator("seat-list h2").first).to_have_text("Throw 3")


def test_the_evening_in_figures_needs_no_scrolling(hall: Hall) -> None:
    page = opened(hall, "/log", "german")
    page.get_by_text("Der Abend in Zahlen").click()
    expect(page.get_by_text("21 gekommen, 18,4 zu erwarten (n 38)")).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert page.locator("log-figures .scroll").evaluate(
                "each => each.scrollWidth <= each.clientWidth"
            )


def test_no_figure_is_headed_that_has_nobody_in_it(hall: Hall) -> None:
    page = opened(hall, "/evenings", "empty")
    page.get_by_text("All evenings in figures").click()
    expect(page.get_by_text("Won, against the exact odds")).to_be_visible()
    expect(page.get_by_text("Criticals, against the exact odds")).to_have_count(0)
    expect(page.get_by_text("Who threw against whom")).to_have_count(0)
