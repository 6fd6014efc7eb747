"""A player's phone: who I am, what I throw and why, my cards, the verdict, the story."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from webui.i18n import LANGUAGES

from .builders import LONG_NAME
from .conftest import LAPTOP, PHONE, TV, Hall
from .fight_scenes import played_in
from .judged_scenes import EIGHT, clash_of, round_of
from .scenes import SCENES
from .sessions import at_the_table
from .waiting import attempts

pytestmark = pytest.mark.browser

BEYOND = """() => [...document.querySelectorAll("main *")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && !each.closest(".unseen, svg") && (box.left < -1 || box.right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 120))"""
"""Whatever leaves the phone at its sides."""

CUT_NAMES = """() => [...document.querySelectorAll("main :is(h1, h2, h3, span, p, button)")].filter((each) =>
    each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible"
).map((each) => each.outerHTML.slice(0, 120))"""

LETTERS = "(each) => parseFloat(getComputedStyle(each).fontSize)"


def opened(hall: Hall, scene: dict[str, Any] | str, seat: str = "") -> Page:
    """A phone on which somebody has said who they are."""
    hall.page.set_viewport_size(PHONE)
    SCENES["judged"] = lambda: SCENES[scene]() if isinstance(scene, str) else scene
    page = hall.open("/phone", "judged")
    page.get_by_role("button", name=re.compile(f"^{seat or 'Just watching'}( Host)?$")).click()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("button", name="Join")).to_have_count(0)
    return page


def test_who_i_am_is_asked_once_and_kept(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/phone", "eight-gathering")
    page.get_by_role("button", name="Cassie").click()
    page.get_by_label("Your name (optional)").fill("Cleo")
    page.get_by_role("button", name="Colour 3").click()
    page.get_by_role("button", name="Join").click()
    expect(page.locator("main")).to_contain_text("Your hand: 2 cards")
    said = {"name": "Cleo", "colour": "#5f9440", "seat": "2"}
    for attempt in attempts(page):
        with attempt:
            assert hall.stage.people == [said]
    page.reload()
    expect(page.get_by_role("heading", name="Cassie")).to_be_visible()
    me = page.get_by_role("button", name="Cleo")
    expect(me).to_have_css("border-top-color", "rgb(95, 148, 64)")
    for attempt in attempts(page):
        with attempt:
            assert hall.stage.people == [said, said]
    assert hall.stage.commands == []


def test_nobody_looks_on_by_mistake_and_the_welcome_says_who_the_host_is(hall: Hall) -> None:
    page = hall.open("/phone", "eight-gathering")
    expect(page.locator(".welcome [aria-pressed=true]")).to_have_count(0)
    expect(page.get_by_role("button", name="Join")).to_be_disabled()
    hosts = [seat["name"] for seat in hall.stage.scene["seats"] if seat["side"] == "host"]
    expect(page.locator(".welcome .seats button", has=page.get_by_text("Host", exact=True))).to_have_text(
        [re.compile(f"^{name} +Host$") for name in hosts]
    )
    expect(page.get_by_text("Your colour (optional)")).to_be_visible()
    page.get_by_role("button", name="Just watching").click()
    page.get_by_role("button", name="Join").click()
    expect(page.locator("phone-log")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "question", "language"),
    [
        ("fr-CA", "Quelle est votre place ?", "fr"),
        ("de-AT", "Welcher Platz ist deiner?", "de"),
        ("it-IT", "Which seat is yours?", "en"),
    ],
)
def test_who_comes_in_is_asked_in_the_language_of_the_browser(
    hall: Hall, chromium: Browser, locale: str, question: str, language: str
) -> None:
    hall.stage.show("eight-gathering")
    context = chromium.new_context(locale=locale, viewport=PHONE)
    page = context.new_page()
    page.goto(f"{hall.address}/phone")
    expect(page.locator(".welcome h2")).to_have_text(question)
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator(".welcome").get_attribute("lang") == language
    assert page.evaluate(BEYOND) == []
    context.close()


def test_the_seat_can_be_changed_later(hall: Hall) -> None:
    page = opened(hall, "eight-gathering", "Cassie")
    page.get_by_role("button", name="Cassie").click()
    expect(page.get_by_role("button", name="Cassie", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Dov").click()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Dov")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_round_my_own_outcome_is_the_first_thing(hall: Hall, language: str) -> None:
    """It said "no card yet", and what came of it stood below the fold."""
    scene = played_in(language)["damage-confirmed"]
    entries = [entry for entry in scene["log"]["last"] if entry["verdict"].get("board")]
    (line,) = [each for each in entries[-1]["verdict"]["board"] if each["name"] == "Ann"]
    page = opened(hall, played_in("en")["damage-confirmed"], "Ann")
    SCENES["judged"] = lambda: scene
    hall.show("judged")
    fate = page.locator("phone-seat .fate")
    expect(fate).to_contain_text(line["text"].replace(" > ", "\u00a0>\u00a0").replace(" < ", "\u00a0<\u00a0"))
    expect(page.locator("phone-seat .throws")).to_have_count(0)
    box = fate.bounding_box()
    assert box
    assert box["y"] + box["height"] < PHONE["height"] / 2


def test_my_throw_says_why_it_has_so_many_cards(hall: Hall) -> None:
    page = opened(hall, "throwing", "The Fiend")
    mine = page.locator("phone-seat")
    expect(mine).to_contain_text("Your hand: 4 cards")
    expect(mine).to_contain_text("The Fiend attacks Ann")
    for reason in ("1 Base card", "+1 supernatural", "+1 higher stat", "+1 the Host's decision"):
        expect(mine.get_by_role("listitem").filter(has_text=reason)).to_have_count(1)


def test_damage_stands_there_while_it_is_drawn(hall: Hall) -> None:
    """Who draws, for whom, how many cards; it was the last verdict, and the reasons for the attack's cards."""
    page = opened(hall, {**played_in("en")["damage-drawing"], "role": "players"}, "Cassie")
    expect(page.get_by_role("heading", name="Cassie draws damage for The Fiend")).to_be_visible()
    expect(page.get_by_role("list", name="4 cards").get_by_role("listitem")).to_have_count(5)
    expect(page.locator("main")).to_contain_text("Draw 1 more")
    expect(page.locator("phone-seat")).not_to_contain_text("Base card")


def test_what_the_fight_did_to_me_is_said(hall: Hall) -> None:
    page = opened(hall, {**played_in("en")["fight-recovering"], "role": "players"}, "Bill")
    expect(page.locator("phone-seat .held")).to_contain_text("Out of the Fight")


def test_my_turn_to_announce_is_told(hall: Hall) -> None:
    page = opened(hall, "announcing", "Ann")
    expect(page.locator("phone-seat")).to_contain_text("Tell the Host what you do")
    page.get_by_role("button", name="Ann").click()
    page.get_by_role("button", name="Bill").click()
    page.get_by_role("button", name="Join").click()
    expect(page.locator("phone-seat")).to_contain_text("Ann announces")


def test_my_cards_stand_whole_with_their_names(hall: Hall) -> None:
    """A hand of seven wraps, and no card and no name is cut."""
    codes = ["w09", "c03", "m15", "s14", "p10", "m21", "w02"]
    page = opened(hall, clash_of({"ann": codes, "fiend": ["s06"]}), "Ann")
    cards = page.locator("phone-seat img")
    expect(cards).to_have_count(len(codes))
    expect(page.locator("phone-seat")).to_contain_text("King of Swords")
    for attempt in attempts(page):
        with attempt:
            sizes = cards.evaluate_all(
                "(all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right])"
            )
            assert all(0 <= left < right <= PHONE["width"] for left, right in sizes)
            assert page.evaluate(CUT_NAMES) == []


def test_the_headline_is_the_largest(hall: Hall) -> None:
    """A critical is an event, but who won comes first."""
    page = opened(hall, clash_of({"ann": ["w09", "c03"], "fiend": ["c01"]}, significator="c03"))
    for attempt in attempts(page):
        with attempt:
            word = page.locator("main strong").get_by_text("Critical", exact=True).evaluate(LETTERS)
            assert word < page.get_by_role("heading", name="Ann wins").first.evaluate(LETTERS)


def test_of_a_round_my_own_deed_comes_first(hall: Hall) -> None:
    page = opened(hall, round_of(2), "Ann")
    deeds = page.locator("phone-verdict .deed")
    expect(deeds.first).to_contain_text("Ann attacks The Fiend")
    expect(deeds.first).to_contain_text("succeeds, 7\u00a0>\u00a04")
    expect(deeds).to_have_count(4)
    for attempt in attempts(page):
        with attempt:
            own, other = (deeds.nth(place).locator(".fate").evaluate(LETTERS) for place in (0, 1))
            assert own == other


def test_the_title_is_a_name_or_a_day(hall: Hall) -> None:
    page = opened(hall, at_the_table())
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text("Friday at the Orphanage")
    unnamed = at_the_table()["session"] | {"name": "2026-11-20-a"}
    hall.show("empty", session=unnamed)
    expect(title).to_have_text("Friday, 20 November 2026")


def test_the_whole_session_is_a_story(hall: Hall) -> None:
    page = opened(hall, at_the_table(log=at_the_table()["log"] | {"count": 7}))
    story = page.locator("phone-log")
    expect(story.get_by_role("heading", level=3)).to_have_count(2)
    story.get_by_role("button", name="The whole session: 7 entries").click()
    expect(story).to_contain_text("Right between the eyes, which it had many of.")
    expect(story.get_by_role("heading", level=3)).to_have_count(6)  # One was taken back.
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollHeight") > PHONE["height"]


@pytest.mark.parametrize("scene", ["eight", "eight in German", "round", "before"])
def test_nothing_leaves_the_phone_at_its_sides(hall: Hall, scene: str) -> None:
    made = {
        "eight": lambda: clash_of(EIGHT),
        "eight in German": lambda: clash_of(EIGHT, "de"),
        "round": lambda: round_of(3),
        "before": SCENES["eight-gathering"],
    }[scene]()
    SCENES["judged"] = lambda: made
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/phone", "judged")
    for asked in (True, False):
        for size in (PHONE, LAPTOP, TV):
            page.set_viewport_size(size)
            for attempt in attempts(page):
                with attempt:
                    assert page.evaluate(BEYOND) == [], (asked, size)
                    assert page.evaluate(CUT_NAMES) == [], (asked, size)
        if asked:
            page.get_by_role("button", name=LONG_NAME).or_(
                page.get_by_role("button", name="Ann")
            ).first.click()
            page.locator("button[type=submit]").click()
    short = (
        "(all) => all.map((each) => each.getBoundingClientRect()).filter(({ height }) => height < 44).length"
    )
    for attempt in attempts(page):
        with attempt:
            assert page.get_by_role("button").evaluate_all(short) == 0
