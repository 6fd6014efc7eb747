"""The sources' own examples, played by somebody new to the page: only what stands on it tells what to tap."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from webui.i18n import catalogue

from .conftest import LAPTOP, PHONE
from .rooms import Room
from .rooms import room as room

pytestmark = pytest.mark.browser

MOST_TAPS = 30
EXAMPLES = [("dragon", "warlord"), ("pulp", "guard"), ("chronica", "crowd"), ("chronica", "artifact")]


def clickable(page: Page, text: str) -> Locator:
    """What can be tapped in sight and bears these words; the strip's links tell the same words again."""
    return page.locator("main :is(button, a):not(log-strip *):visible", has_text=text).first


def play(page: Page, example: str, language: str = "en", *, until: str = "") -> list[str]:
    """Tap what the page says, until it says nothing more or names this button; return all that was tapped."""
    words = catalogue(language)
    clickable(page, example).click()
    guide, tapped = page.locator("worked-example"), list[str]()
    while len(tapped) < MOST_TAPS:
        expect(guide).not_to_contain_text(words["ui.example.offer"])
        said = guide.text_content() or ""
        asked = re.search("[“„](.+)[”“]", said)
        if asked is None or asked[1] == until:
            return tapped
        ringed = page.locator("[data-next]")
        expect(ringed).to_have_count(1)
        expect(ringed).to_contain_text(asked[1])
        expect(ringed).to_be_in_viewport(ratio=0.99)
        expect(ringed).to_be_enabled()
        ringed.click()
        tapped.append(asked[1])
        expect(guide).not_to_have_text(said)
    raise AssertionError(tapped)


def judged(room: Room, system: str, place: str) -> dict[str, Any]:
    """The result that stays on the desk under this name."""
    result: dict[str, Any] = room.desk(system)["judged"][place]["result"]
    return result


def test_hero_and_the_evil_warlord(room: Room) -> None:
    page = room.open("dragon")
    tapped = play(page, "Hero and the Evil Warlord")
    assert "Offer Evil Warlord a bonus phase" in tapped
    who = {each["id"]: each for each in judged(room, "dragon", "turn")["characters"]}
    # He chopped in his bonus phase and in none of his own.
    assert (who["Hero"]["phases"], who["Evil Warlord"]["phases"]) == ([3, 4, 5], [8, 10])


def test_the_thief_and_the_guard(room: Room) -> None:
    page = room.open("pulp")
    tapped = play(page, "Past the guard")
    assert "Combat" in tapped, "the second task is found by its name"
    assert set(room.desk("pulp")["judged"]) == {"deal", "initiative", "combat"}
    assert judged(room, "pulp", "initiative")["order"] == ["Guard", "Thief"]


def test_the_crowd_and_the_bullhorn(room: Room) -> None:
    page = room.open("chronica")
    play(page, "The crowd and the bullhorn", until="Next contest")
    contest = judged(room, "chronica", "contest")
    assert (contest["winner"], contest["success"]) == (
        "Orator",
        [{"pool": "Orator", "value": 8}, {"pool": "Orator", "value": 6}],
    )
    assert judged(room, "chronica", "spend")["goal"] is True


def test_the_artifact_that_nobody_gets(room: Room) -> None:
    page = room.open("chronica")
    play(page, "The ancient artifact")
    assert room.desk("chronica")["judged"]["contest"]["document"]["kind"] == "push"


@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_an_example_is_marked_as_one_and_leaves_nothing_behind(room: Room, system: str, example: str) -> None:
    page, guide = room.open(system), room.page.locator("worked-example")
    clickable(page, catalogue("en")[f"ui.example.{example}"]).click()
    expect(guide.locator("small")).to_contain_text("Example, step 1")
    expect(guide.locator("small")).to_contain_text("Your log stays as it is")
    guide.get_by_role("button", name="Leave the example").click()
    play(page, catalogue("en")[f"ui.example.{example}"])
    expect(guide.locator("small")).to_contain_text("Example: ")
    assert room.entries() == []
    assert room.live.state()["log"]["count"] == 0
    clickable(page, "Back to your game").click()
    expect(guide).to_contain_text("An example of the rules")
    room.go("/")
    expect(page.locator("log-strip")).to_contain_text("Log: 0 entries")


@pytest.mark.parametrize(
    ("size", "language"),
    [(PHONE, "en"), (PHONE, "de"), (LAPTOP, "de")],
    ids=["phone", "phone-de", "laptop-de"],
)
@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_every_example_is_gone_through_on_a_phone_and_in_german(
    room: Room, system: str, example: str, size: ViewportSize, language: str
) -> None:
    """What the page says to tap stands on the page, in its language, down to the last step."""
    room.page.set_viewport_size(size)
    room.live.order("language", language=language)
    page, words = room.open(system), catalogue(language)
    assert play(page, words[f"ui.example.{example}"], language)
    expect(page.locator("worked-example")).to_contain_text(words["ui.example.over"])
    assert room.desk(system)["judged"]
    assert room.entries() == []


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_next_button_of_an_example_is_in_sight(room: Room, size: dict[str, int]) -> None:
    """Nobody has to look for the key that goes on."""
    page = room.open("dragon")
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    for name in ("Hero and the Evil Warlord", "Take 1 2 3 4 5", "Take 8 10", "Begin the turn"):
        expect(clickable(page, name)).to_be_in_viewport()
        clickable(page, name).click()
    expect(clickable(page, "Next sub-round")).to_be_in_viewport()


def test_what_to_do_next_stays_in_sight_on_a_phone(room: Room) -> None:
    """The button of a step may lie far below; its word is read without scrolling back."""
    room.page.set_viewport_size(PHONE)
    page = room.open("dragon")
    clickable(page, "Hero and the Evil Warlord").click()
    guide = page.locator("worked-example")
    for step in range(1, 7):
        expect(guide).to_contain_text(f"step {step} of 10")
        tap = guide.locator("b")
        expect(tap).to_be_in_viewport(ratio=1)
        clickable(page, (tap.text_content() or "").split("“")[1].split("”")[0]).click()
    expect(guide.locator("b")).to_be_in_viewport(ratio=1)


def test_ones_own_game_comes_back_after_an_example(room: Room) -> None:
    room.live.order("desk", system="pulp", document={"cards": ["4s", "As"], "difficulty": 2})
    page = room.open("pulp")
    expect(page.locator(".calm")).to_have_text("2 of 7 cards")
    clickable(page, "Past the guard").click()
    expect(page.locator("verdict-panel .headline")).to_have_text("Success")
    clickable(page, "Leave the example").click()
    expect(page.locator(".calm")).to_have_text("2 of 7 cards")


def test_undo_leads_back_in_an_example(room: Room) -> None:
    page = room.open("dragon")
    clickable(page, "Hero and the Evil Warlord").click()
    clickable(page, "Take 1 2 3 4 5").click()
    expect(page.locator("worked-example")).to_contain_text("step 2 of 10")
    page.keyboard.press("u")
    expect(page.locator("worked-example")).to_contain_text("step 1 of 10")


def test_one_task_at_a_time(room: Room) -> None:
    page = room.open("dragon")
    expect(page.locator("dragon-turn")).to_be_visible()
    expect(page.locator("system-form:visible")).to_have_count(0)
    clickable(page, "Damage").click()
    expect(page.locator("dragon-turn")).to_be_hidden()
    expect(page.locator("system-form:visible h2")).to_have_text(["Damage"])


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=("laptop", "phone"))
@pytest.mark.parametrize("system", ["dragon", "chronica"])
def test_before_anything_is_played_an_example_tells_how_it_goes(
    room: Room, system: str, size: ViewportSize
) -> None:
    """Its story and what was thrown in it stand where the page would be empty; what was begun takes their place."""
    room.page.set_viewport_size(size)
    page = room.open(system)
    told = page.locator("worked-example li").first
    expect(told).to_contain_text("thro" if system == "dragon" else "The dice are thrown")
    expect(told.locator(".phase span, .die").first).to_be_visible()
    begins = page.locator("worked-example").bounding_box()
    task = page.locator(f"{'dragon-turn' if system == 'dragon' else 'chronica-contest'} section").first
    above = task.bounding_box()
    assert begins
    assert above
    assert begins["y"] > above["y"] + above["height"] - 1
    assert begins["y"] + begins["height"] > 0.6 * size["height"]
    told.get_by_role("button").click()
    expect(page.locator("worked-example .guide")).to_be_in_viewport()
    expect(told).to_have_count(0)


def test_the_key_of_a_contest_says_what_is_left_to_do(room: Room) -> None:
    """Dice that have fallen are not thrown again."""
    page = room.open("chronica")
    clickable(page, "The crowd and the bullhorn").click()
    key = page.locator(".deeds .big")
    expect(key).to_contain_text("Compare the dice")
    page.get_by_label("Dice results (7* = substitute)").first.fill("")
    page.get_by_label("Dice results (7* = substitute)").first.press("Tab")
    expect(key).to_contain_text("Throw and compare")


def test_no_ring_is_left_after_an_example(room: Room) -> None:
    page = room.open("chronica")
    clickable(page, "The crowd and the bullhorn").click()
    expect(page.locator("[data-next]")).to_have_count(1)
    clickable(page, "Leave the example").click()
    expect(page.locator("[data-next]")).to_have_count(0)


MEGAPHONE = "Die Menge und das Megafon"
"""A button that the page's own letters move: in others its line is one line higher."""


def press_before_the_letters_arrive(room: Room) -> tuple[float, float]:
    """Press the mouse on the megaphone's button; then the letters arrive, and move it from under the mouse."""
    held, arrived = list[Route](), list[bool]()
    room.page.set_viewport_size(LAPTOP)
    room.live.order("language", language="de")
    room.page.route("**/*.woff2", lambda route: route.continue_() if arrived else held.append(route))
    button = clickable(room.open("chronica"), MEGAPHONE)
    expect(button).to_be_visible()
    before = button.bounding_box()
    assert before
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    room.page.mouse.move(x, y)
    room.page.mouse.down()
    arrived.append(True)
    for route in held:
        route.continue_()
    room.page.wait_for_function(
        "([x, y]) => !document.elementFromPoint(x, y)?.closest('worked-example button')", arg=[x, y]
    )
    return x, y


def test_a_press_counts_though_its_button_moves_away(room: Room) -> None:
    press_before_the_letters_arrive(room)
    room.page.mouse.up()
    expect(room.page.locator("worked-example")).to_contain_text("Beispiel, Schritt 1")


def test_a_press_is_taken_back_by_dragging_it_off_the_button(room: Room) -> None:
    page = room.open("chronica")
    button = clickable(page, "The crowd and the bullhorn")
    button.hover()
    page.mouse.down()
    page.mouse.move(5, 5, steps=4)
    page.mouse.up()
    clickable(page, "The ancient artifact").click()
    expect(page.locator("worked-example")).to_contain_text("Example, step 1 of 2")
