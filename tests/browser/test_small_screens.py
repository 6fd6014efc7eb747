"""What a phone has no room for stands elsewhere, smaller or once: nothing breaks in mid-word, overlaps or gapes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from babel.numbers import format_percent
from playwright.sync_api import Locator, Page, ViewportSize, expect

from webui.i18n import LANGUAGES, LOCALES, catalogue
from webui.table.contract import HOST, redact

from .builders import line, source
from .conftest import LAPTOP, PHONE, TV, Hall
from .judged_scenes import EIGHT, clash_of, round_of
from .scenes import IN_OTHER_LANGUAGES, SCENES
from .sessions import figures_of_a_session
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_eight_cards_leave_the_headline_its_room(hall: Hall, language: str) -> None:
    page = opened(hall, "/", clash_of(EIGHT, language))
    headline = page.locator("verdict-panel .headline span")
    for word in catalogue(language)["verdict.side.players"].split():
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
    for headline, words in zip(
        headlines.all(), (r"8\s>\s6", r"4\s=\s4", r"3\s>\s0", r"9\s>\s3"), strict=True
    ):
        on_one_line(page, headline, words)


def test_the_winner_s_crown_stands_beside_the_name(hall: Hall) -> None:
    page = opened(hall, "/", "players")
    name = page.locator(".plate h2", has_text="Players")
    for attempt in attempts(page):
        with attempt:
            assert abs(edges(name.locator(".crown"))[0] - edges(name)[0]) < 10


PLIGHTS = ["lost", "locked", "starting", "stuck", "none"]


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV], ids=["phone", "laptop", "tv"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_camera_is_stands_once_in_the_picture(hall: Hall, size: ViewportSize, language: str) -> None:
    page = opened(hall, "/", "empty")
    page.set_viewport_size(size)
    for state in PLIGHTS:
        message = (
            line(state, "http://10.0.0.7/video: cannot be reached") if state in ("lost", "none") else None
        )
        now = source(state=state, since="21:14", message=message)
        hall.show("empty", source=now, aid=None, language=language)
        said = page.locator("live-picture .veil p")
        expect(said).to_be_visible()
        text = str(said.text_content())
        expect(page.get_by_text(text).filter(visible=True)).to_have_count(1)
        for attempt in attempts(page):
            with attempt:
                assert said.evaluate("(p) => p.scrollHeight - p.parentElement.clientHeight") <= 0


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
            assert edges(page.get_by_text("Your hand: 2 cards"))[1] <= edges(page.get_by_text("Base card"))[0]


def test_the_set_up_s_picture_comes_first_and_what_is_next_needs_no_scrolling(hall: Hall) -> None:
    page = opened(hall, "/setup#picture", "empty")
    for attempt in attempts(page):
        with attempt:
            _, bottom = edges(page.locator("setup-picture .frame"))
            assert bottom < edges(page.locator("setup-picture meter"))[0]
            assert edges(page.get_by_role("link", name="Next: Decks and language"))[1] <= PHONE["height"]


def test_a_region_s_name_breaks_between_its_words(hall: Hall) -> None:
    page = opened(hall, "/setup#seats", "eight")
    tag = page.locator(".board .tag", has_text="Wilhelmina")
    for word in ("Wilhelmina", "Szymborska"):
        on_one_line(page, tag, word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_odds_need_no_scrolling(hall: Hall, language: str) -> None:
    page = opened(hall, "/odds", IN_OTHER_LANGUAGES.get(language, "empty"))
    tables = page.locator(".odds-page .scroll")
    expect(tables).to_have_count(2)
    for attempt in attempts(page):
        with attempt:
            assert all(each.evaluate("each => each.scrollWidth <= each.clientWidth") for each in tables.all())
    intensity = tables.last.locator("tbody tr")
    expect(intensity).to_have_count(11)
    # On the stage a chance is n of n + m. The browser and Babel may put another space before the sign.
    chance = re.sub(r"\s", r"\\s", format_percent(0.43, locale=LOCALES[language]))
    expect(intensity.nth(4).locator("td").nth(2)).to_have_text(re.compile(f"^{chance}$"))


def test_what_is_waited_for_is_told_in_whole_counts(hall: Hall) -> None:
    page = opened(hall, "/", "eight-gathering")
    line = page.locator("wait-panel .line")
    expect(line).to_contain_text("Harker-Szymborska 2 of 2")
    on_one_line(page, line, r"Szymborska\s2\sof\s2")


def test_a_throw_in_no_round_is_not_called_one_of_a_round(hall: Hall) -> None:
    page = opened(hall, "/", round_of(2))
    expect(page.locator("seat-list h2").first).to_have_text("Throw 3")


def test_the_session_in_figures_needs_no_scrolling(hall: Hall) -> None:
    page = opened(hall, "/log", "german")
    page.get_by_text("Statistik").click()
    expect(page.get_by_text("7 von 12 gewonnen, erwartet 5,1")).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert page.locator("log-figures .scroll").evaluate(
                "each => each.scrollWidth <= each.clientWidth"
            )


def test_no_figure_is_headed_that_has_nobody_in_it(hall: Hall) -> None:
    whole = figures_of_a_session()
    few = whole.model_copy(update={"people": whole.people[-1:], "rivals": whole.rivals[-1:]})
    hall.page.route("**/api/figures", lambda route: route.fulfill(json=redact(few, HOST)))
    page = opened(hall, "/sessions", "empty")
    page.get_by_text("Statistics, all sessions").click()
    expect(page.get_by_text("Successful actions, actual and expected")).to_be_visible()
    expect(page.get_by_text("Criticals, actual and expected")).to_be_visible()
    expect(page.get_by_text("Head to head")).to_have_count(0)
    expect(page.get_by_role("heading", name="People")).to_have_count(0)


def test_the_words_of_several_clashes_begin_at_one_edge_beside_the_most_dramatic_card(hall: Hall) -> None:
    """A tie has two cards; its words began further in, and lay on the next clash's name."""
    page = opened(hall, "/", round_of(4, "de"))
    clashes = page.locator("verdict-panel .clash")
    expect(clashes).to_have_count(4)
    for attempt in attempts(page):
        with attempt:
            words = [each.locator(".headline small").bounding_box() for each in clashes.all()]
            assert len({round(box["x"]) for box in words if box}) == 1
            for upper, lower in zip(clashes.all()[:-1], clashes.all()[1:], strict=True):
                assert edges(upper)[1] <= edges(lower)[0] + 1
            hero = page.locator("verdict-panel .hero-card").bounding_box()
            assert hero is not None
            assert hero["x"] + hero["width"] <= min(box["x"] for box in words if box) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_announced_has_the_rows_width(hall: Hall, language: str) -> None:
    page = opened(hall, "/", SCENES["eight-throwing"]() | {"language": language})
    row = page.locator(".actor", has_text="Ann shoots").first
    on_one_line(page, row, "Ann shoots at The Thing in the Well")


def test_every_answer_to_a_question_is_in_sight(hall: Hall) -> None:
    page = opened(hall, "/", "question")
    for name in ("Seven of Wands", "Eight of Wands", "Nine of Wands", "Another card"):
        answer = page.get_by_role("button", name=name)
        for attempt in attempts(page):
            with attempt:
                assert edges(answer)[1] <= edges(page.get_by_role("button", name="Undo"))[0], name


def test_what_is_wrong_with_the_picture_is_told_within_it(hall: Hall) -> None:
    page = opened(hall, "/", "dim")
    for attempt in attempts(page):
        with attempt:
            (top, bottom), (upper, lower) = (edges(page.locator(part)) for part in (".frame", ".aid"))
            assert top <= upper < lower <= bottom


def test_what_comes_next_after_several_clashes_is_said_once(hall: Hall) -> None:
    hall.page.add_init_script("try { localStorage.setItem('clashcam.seat', ''); } catch { void 0; }")
    page = opened(hall, "/phone", round_of(3))
    expect(page.get_by_text("may move up to 60 feet")).to_have_count(1)
    expect(page.get_by_text("Change the situation.")).to_have_count(1)


def test_the_overlay_tells_every_clash_in_letters_of_one_size(hall: Hall) -> None:
    page = opened(hall, "/overlay", round_of(3))
    lines = page.locator(".said h1")
    expect(lines).to_have_count(3)
    fonts = "each => `${getComputedStyle(each).fontSize} ${getComputedStyle(each).fontFamily}`"
    for attempt in attempts(page):
        with attempt:
            assert len({each.evaluate(fonts) for each in lines.all()}) == 1


@pytest.mark.parametrize("step", ["camera", "deck", "others", "connect"])
@pytest.mark.parametrize("scene", ["empty", *IN_OTHER_LANGUAGES.values()])
def test_every_step_of_the_set_up_is_in_sight(hall: Hall, step: str, scene: str) -> None:
    page = opened(hall, f"/setup#{step}", scene)
    steps = page.locator(".setup nav a")
    expect(steps).to_have_count(7)
    for attempt in attempts(page):
        with attempt:
            boxes = [each.bounding_box() for each in steps.all()]
            assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)


def test_the_card_that_is_asked_for_is_as_wide_as_the_page(hall: Hall) -> None:
    """Another page's margins had come over it, by a class of the same name."""
    page = opened(hall, "/decks/new", "empty")
    for attempt in attempts(page):
        with attempt:
            card, pictures = (page.locator(part).bounding_box() for part in (".next-card", ".pictures"))
            assert card
            assert pictures
            assert card["x"] == pictures["x"]


def test_the_stats_of_a_character_stand_in_columns(hall: Hall) -> None:
    page = opened(hall, "/setup#seats", "german")
    page.locator("seat-editor summary").first.click()
    fields = page.locator("seat-editor").first.locator(".stats input")
    expect(fields.first).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            lefts = {round(box["x"]) for box in (each.bounding_box() for each in fields.all()) if box}
            assert len(lefts) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_intensities_and_who_throws_have_room(hall: Hall, language: str) -> None:
    """With two degrees of success the page was wider than a phone, and the thrower's name stood upright."""
    mode = {"kind": "test", "intensities": [4, 7, 10], "thrower": "doctor"}
    page = opened(hall, "/", clash_of(EIGHT, language, mode=mode))
    thrower = page.locator("[popovertarget=throwers]")
    expect(thrower).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            box = thrower.bounding_box()
            assert box
            assert box["width"] > 150
            assert box["x"] + box["width"] <= PHONE["width"]
