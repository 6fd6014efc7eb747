"""Dragon on its page: a turn, dice of the program and of hands, look-ups."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import PHONE, Hall
from .rooms import SMALL, Room
from .rooms import room as room
from .waiting import attempts

pytestmark = pytest.mark.browser


def add_fighter(page: Page, name: str, side: str, dice: str) -> None:
    turn = page.locator("dragon-turn")
    turn.get_by_label("Name").fill(name)
    turn.get_by_role("button", name=side).click()
    turn.get_by_role("button", name="Add").click()
    fighter = turn.locator("dragon-fighter", has_text=name)
    faces = fighter.get_by_role("group", name="Result of a d10")
    for face in dice.split():
        faces.get_by_role("button", name=face, exact=True).click()
    expect(fighter.locator(".said")).to_be_visible()


def test_a_dragon_turn(room: Room) -> None:
    page = room.open("dragon")
    add_fighter(page, "Hero", "Good guys", "2 5 5 8")
    add_fighter(page, "Warlord", "Bad guys", "1 1 1 1")
    warlord = page.locator("dragon-fighter", has_text="Warlord")
    expect(warlord).to_contain_text("choose up to 4 numbers freely")
    warlord.get_by_role("button", name="9", exact=True).click()
    expect(warlord.locator(".said")).to_have_text(
        "All dice alike: choose up to 4 numbers freely; until then 9."
    )
    page.get_by_role("button", name="Begin the turn").click()
    line = page.locator("dragon-turn .big-line")
    expect(line).to_have_text("Good guys in 1: nobody has a phase.")
    for _ in range(3):
        page.get_by_role("button", name="Next sub-round").click()
    expect(line).to_have_text("Good guys in 2: Hero may act.")
    diced = page.get_by_role("button", name="With dice")
    expect(diced).to_contain_text("spends 2 · own phase")
    page.get_by_label("Matches the speed").uncheck()
    expect(diced).to_contain_text("spends 2, 5 · own phase")
    diced.click()
    expect(page.get_by_role("button", name="Without dice")).to_be_disabled()
    expect(page.get_by_role("button", name="Without dice")).to_contain_text("has acted in this phase")
    expect(page.locator(".track tr", has_text="Hero").locator(".phase-later")).to_have_count(1)
    page.locator("h1").first.click()
    page.keyboard.press("u")
    expect(page.locator(".track tr", has_text="Hero").locator(".phase-now")).to_have_count(1)
    page.get_by_role("button", name="End turn and save").click()
    expect(page.get_by_role("heading", name="Speeds of the turn")).to_be_visible()
    assert [entry["verdict"]["kind"] for entry in room.entries()] == [
        "dragon.speed", "dragon.speed", "dragon.speed", "dragon.turn",
    ]  # fmt: skip


def test_a_grey_button_says_why(room: Room) -> None:
    """The words were those of a document that does not fit: "expected somebody who has not"."""
    characters = [
        {"id": "Hero", "side": "good", "phases": [1]},
        {"id": "Warlord", "side": "bad", "phases": [1, 2]},
    ]
    document = {"turn": {"characters": characters, "steps": []}}
    assert room.live.order("desk", system="dragon", document=document)[0] == 200
    page = room.open("dragon")
    turn, diced = page.locator("dragon-turn"), page.get_by_role("button", name="With dice")
    diced.click()
    expect(diced).to_contain_text("has acted in this phase")
    expect(turn).not_to_contain_text("expected")
    page.get_by_role("button", name="Warlord", exact=True).click()
    expect(diced).to_be_disabled()
    expect(diced).to_contain_text("not in this sub-round: only a defence, or a reaction planned before")
    page.get_by_role("button", name="End turn and save").click()
    expect(turn.locator(".deeds")).to_contain_text("Add somebody first.")
    turn.get_by_label("Name").fill("Ogre")
    turn.get_by_role("button", name="Add").click()
    expect(turn.locator(".deeds")).to_contain_text("Throw everybody's speed first.")


def test_an_undo_that_comes_back_together_with_what_it_undoes(hall: Hall) -> None:
    page = hall.open("/dragon")
    hall.stage.answer = (200, {"version": hall.stage.scene["version"] + 1})
    turn = page.locator("dragon-turn")
    turn.get_by_label("Name").fill("Hero")
    turn.get_by_role("button", name="Add").click()
    expect(turn).to_contain_text("Hero")
    # The table took the fighter and lost it again before the page was told of either.
    hall.show("empty")
    expect(turn).not_to_contain_text("Hero")


def test_dragon_dice_of_the_program_and_of_hands_are_told_apart(room: Room) -> None:
    page = room.open("dragon", "pool")
    pool = page.locator("system-form", has=page.get_by_role("heading", name="A pool", exact=True))
    pool.get_by_role("button", name="Throw and save").click()
    expect(pool.locator(".said")).to_contain_text("Successes at 7 or more")
    pool.get_by_label("or enter results").fill("7 6 10")
    pool.get_by_role("button", name="Throw and save").click()
    # The program may have thrown two successes as well: only the dice tell that this is the second throw.
    expect(pool.locator(".fell")).to_have_text("7 6 10")
    expect(pool.locator(".said")).to_have_text("Successes at 7 or more: 2.")
    program, hand = room.entries()
    assert re.search(r"Thrown by the program from seed \d+: ", program["verdict"]["line"])
    assert hand["verdict"]["line"] == "Thrown by hand: 7, 6, 10."
    page.keyboard.press("Tab")
    page.locator("h1").first.click()
    page.keyboard.press("u")
    expect(pool.locator(".fell")).not_to_have_text("7 6 10")
    pool.get_by_label("or enter results").fill("11")
    pool.get_by_role("button", name="Throw and save").click()
    expect(pool.locator(".fault")).to_contain_text("from 1 to 10")


def test_dragon_look_ups_answer_at_once(room: Room) -> None:
    page = room.open("dragon", "range")
    ranged = page.locator("system-form", has=page.get_by_role("heading", name="Range"))
    ranged.get_by_label("Hexes").fill("33")
    expect(ranged.locator(".said")).to_have_text("Difficulty +3: throw 10 or more.")
    page.get_by_role("link", name="Odds").last.click()
    odds = page.locator("system-form", has=page.get_by_role("heading", name="Odds of a pool"))
    odds.get_by_label("Against dodge dice").fill("3")
    expect(odds.locator(".plot")).to_have_count(2)
    assert room.entries() == []


def test_an_answer_that_comes_late_does_not_replace_a_newer_one(room: Room) -> None:
    """What the page asked as it opened came back after what somebody typed, and stayed."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        asked = route.request.post_data_json or {}
        if asked["kind"] == "range" and asked["hexes"] != 33:
            held.append(route)
        else:
            route.continue_()

    room.page.route("**/api/tell", hold)
    page = room.open("dragon", "range")
    ranged = page.locator("system-form", has=page.get_by_role("heading", name="Range"))
    ranged.get_by_label("Hexes").fill("33")
    newer = "Difficulty +3: throw 10 or more."
    expect(ranged.locator(".said")).to_have_text(newer)
    [first] = held
    with page.expect_request_finished(lambda request: request == first.request):
        first.continue_()
    page.evaluate("fetch('/api/state').then((answer) => answer.text())")
    assert ranged.locator(".said").text_content() == newer


def test_what_fell_on_a_die_is_a_tap_or_the_arrow_keys(room: Room) -> None:
    """Large enough for a thumb, on a phone too; the last die is taken by its own tap."""
    page = room.open("dragon")
    page.set_viewport_size(PHONE)
    turn = page.locator("dragon-turn")
    turn.get_by_label("Name").fill("Hero")
    turn.get_by_role("button", name="Good guys").click()
    turn.get_by_role("button", name="Add").click()
    fighter = turn.locator("dragon-fighter", has_text="Hero")
    faces = fighter.get_by_role("group", name="Result of a d10").get_by_role("button")
    expect(faces).to_have_text([str(face) for face in range(1, 11)])
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(SMALL) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    faces.first.focus()
    for key in ("ArrowRight", "Enter", "ArrowRight", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(fighter.get_by_label("or enter results")).to_have_value("2 3 2")
    expect(faces.nth(1)).to_be_focused()


def test_a_pool_is_tapped_die_after_die(room: Room) -> None:
    """What fell is a tap, as in a turn; the dice go into the log as thrown by hand."""
    page = room.open("dragon", "pool")
    pool = page.locator("system-form", has=page.get_by_role("heading", name="A pool", exact=True))
    faces = pool.get_by_role("group", name="Result of a d10")
    for face in ("7", "6", "10"):
        faces.get_by_role("button", name=face, exact=True).click()
    expect(pool.get_by_label("or enter results")).to_have_value("7 6 10")
    pool.get_by_role("button", name="Throw and save").click()
    expect(pool.locator(".said")).to_have_text("Successes at 7 or more: 2.")


def test_a_weapon_and_a_kind_of_attack_are_named_and_tapped(room: Room) -> None:
    """A handful of choices stand there with their names; none hides in a list."""
    page = room.open("dragon", "damage")
    damage = page.locator("system-form", has=page.get_by_role("heading", name="Damage"))
    weapons = damage.get_by_role("radiogroup", name="Weapon")
    expect(weapons.get_by_label("Fist (1)")).to_be_checked()
    damage.get_by_label("Blade (3)").check()
    damage.get_by_role("button", name="Save to log").click()
    expect(damage.locator(".said")).to_have_text("9 damage; 1 hit point left.")
    expect(page.locator("main select")).to_have_count(0)
