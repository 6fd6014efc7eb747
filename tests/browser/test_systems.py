"""The other systems' pages in a real browser, on the real program without a camera: judged, logged, undone."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from rules.system import System
from tests.webui.documents.test_adding_a_system import highest as highest
from tests.webui.documents.test_adding_a_system import with_its_template
from tests.webui.http.api.test_api import Live

from .conftest import LAPTOP, PHONE, TV, Hall
from .played import Window
from .waiting import attempts

pytestmark = pytest.mark.browser


class Room(Window):
    """A system's page, its desk and its entries."""

    def open(self, system: str, task: str = "") -> Page:
        """A system's page; with the task that is to be seen on it, else at its first."""
        self.page.goto("about:blank")  # A new task alone would not load the page anew.
        return self.go(f"/{system}#{task}", "main .part:not(:empty)")

    def desk(self, system: str) -> dict[str, Any]:
        desk: dict[str, Any] = self.live.state()["desks"].get(system, {})
        return desk

    def entries(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.live.client.get("/api/log").get_json()
        return entries


@pytest.fixture
def room(running: tuple[Live, str], page: Page) -> Room:
    return Room(*running, page)


DEAL = ("4♠", "A♠", "A♥", "K♦", "Q♣", "J♠", "A♦")


def tap(page: Page, *cards: str) -> Locator:
    deal = page.locator("pulp-deal")
    for card in cards:
        deal.get_by_role("group").locator(".pip", has_text=card).click()
    return deal


def test_a_pulp_deal_from_taps_to_log_and_back(room: Room) -> None:
    page = room.open("pulp")
    deal = tap(page, *DEAL)
    expect(deal.locator(".headline")).to_have_text("Success")
    expect(deal.locator(".line").first).to_contain_text("degree 3: black 5 against red 2")
    deal.get_by_label("Difficulty").press("End")
    expect(deal.locator(".headline")).to_have_text("Failure")
    deal.get_by_label("Difficulty").press("Home")
    deal.get_by_label("Resistance deal").check()
    expect(deal.locator(".headline")).to_have_text("The power takes hold")
    expect(deal.locator(".shares")).to_contain_text("91.0")
    page.locator("h1").first.click()
    page.keyboard.press("Space")
    expect(deal.locator(".calm")).to_have_text("0 of 7 cards")
    [entry] = room.entries()
    assert (entry["system"], entry["verdict"]["result"]["degree"]) == ("pulp", 7)
    page.keyboard.press("u")
    expect(deal.locator(".headline")).to_have_text("The power takes hold")
    assert [entry["undone"] for entry in room.entries()] == [True]


def test_pulp_cards_are_typed_and_what_is_wrong_is_said(room: Room) -> None:
    page = room.open("pulp")
    typed = page.locator("pulp-deal").get_by_label("Cards", exact=True)
    typed.fill("4s 2s As Kh Kd Qh Qd")
    typed.press("Enter")
    expect(page.locator(".mark-critical")).to_contain_text("7 above red")
    typed.fill("4s 2s As Kh Kd Qh 7d")
    typed.press("Enter")
    expect(page.locator("pulp-deal .line")).to_contain_text("no place left in the deck")


def test_pulp_under_the_camera(room: Room) -> None:
    page = room.open("pulp")
    page.get_by_role("button", name="Under the camera").click()
    expect(page.get_by_role("button", name="Under the camera")).to_have_attribute("aria-pressed", "true")
    for place, code in enumerate(("4s", "As", "Ah", "Kd", "Qc", "Js", "Ad")):
        room.live.table.lay(code, 160 + 150 * place, 600 if place < 4 else 120)
    room.live.look()
    room.live.look()
    expect(page.locator(".headline")).to_have_text("Success")
    expect(page.locator(".sums")).to_contain_text("Black 5")
    page.keyboard.press("Space")
    expect(page.locator(".stamp")).to_contain_text("log")
    page.goto(f"{room.address}/log")
    expect(page.locator("log-entry h2")).to_have_text("Success")
    expect(page.locator("log-entry img.face")).to_have_count(7)


def test_a_pulp_combat(room: Room) -> None:
    page = room.open("pulp", "combat")
    combat = page.locator("pulp-combat")
    for name in ("Ann", "Bill"):
        combat.get_by_label("Who fights").fill(name)
        combat.get_by_role("button", name="Add").click()
        expect(combat.locator(".chips li", has_text=name)).to_be_visible()
    combat.get_by_role("button", name="Begin the combat").click()
    combat.locator("li", has_text="Ann").get_by_role("button", name="Surprises").click()
    expect(combat.locator(".said").first).to_have_text("Ann has a free attack.")
    combat.get_by_role("button", name="Ann has attacked").click()
    combat.get_by_label("Cards of Ann").fill("As Kd")
    combat.get_by_label("Cards of Ann").press("Tab")
    combat.get_by_label("Cards of Bill").fill("Ah Ks")
    combat.get_by_label("Cards of Bill").press("Tab")
    expect(combat).to_contain_text("Ann and Bill draw one more card")
    combat.get_by_label("Cards of Ann").fill("As Kd 2h")
    combat.get_by_label("Cards of Ann").press("Tab")
    combat.get_by_label("Cards of Bill").fill("Ah Ks 4s")
    combat.get_by_label("Cards of Bill").press("Tab")
    expect(combat).to_contain_text("In this order: Bill and Ann")
    combat.get_by_role("button", name="Take this order").click()
    for name in ("Bill", "Ann"):
        combat.get_by_role("button", name=f"{name} has attacked").click()
    expect(combat.locator(".said").first).to_contain_text("keep the order, or deal for a new one")
    combat.get_by_role("button", name="Keep the order").click()
    expect(combat.locator(".said").first).to_have_text("Cycle 2: Bill attacks.")


def test_the_deck_of_fourteen_is_checked(room: Room) -> None:
    page = room.open("pulp", "deck")
    deck = page.locator("pulp-deck")
    expect(deck.get_by_role("heading")).to_have_text("Is the deck complete?")
    for card in ("A♠", "2♠", "4♠", "A♥", "2♥", "A♦", "2♦", "J♠", "Q♠", "K♠", "J♥", "Q♥", "K♥"):
        deck.locator(".pip", has_text=card).click()
    expect(deck.locator(".judged")).to_contain_text("Missing: a picture.")
    deck.locator(".pip", has_text="K♦").click()
    expect(deck.locator(".judged")).to_contain_text("The deck of fourteen is complete.")


def add_fighter(page: Page, name: str, side: str, dice: str) -> None:
    turn = page.locator("dragon-turn")
    turn.get_by_label("Name").fill(name)
    turn.get_by_role("button", name=side).click()
    turn.get_by_role("button", name="Add").click()
    fighter = turn.locator("dragon-fighter", has_text=name)
    faces = fighter.get_by_role("group", name="What fell on a d10")
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
    page.get_by_label("In the speed's category").uncheck()
    expect(diced).to_contain_text("spends 2, 5 · own phase")
    diced.click()
    expect(page.get_by_role("button", name="Without dice")).to_be_disabled()
    expect(page.get_by_role("button", name="Without dice")).to_contain_text("has acted in this phase")
    expect(page.locator(".track tr", has_text="Hero").locator(".phase-later")).to_have_count(1)
    page.locator("h1").first.click()
    page.keyboard.press("u")
    expect(page.locator(".track tr", has_text="Hero").locator(".phase-now")).to_have_count(1)
    page.get_by_role("button", name="End the turn").click()
    expect(page.get_by_role("heading", name="Speeds of the turn")).to_be_visible()
    assert [entry["verdict"]["kind"] for entry in room.entries()] == [
        "dragon.speed", "dragon.speed", "dragon.speed", "dragon.turn",
    ]  # fmt: skip


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
    pool.get_by_role("button").click()
    expect(pool.locator(".said")).to_contain_text("Successes at 7 or more")
    pool.get_by_label("or as they fell").fill("7 6 10")
    pool.get_by_role("button").click()
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
    pool.get_by_label("or as they fell").fill("11")
    pool.get_by_role("button").click()
    expect(pool.locator(".fault")).to_contain_text("from 1 to 10")


def test_dragon_look_ups_answer_at_once(room: Room) -> None:
    page = room.open("dragon", "range")
    ranged = page.locator("system-form", has=page.get_by_role("heading", name="Range"))
    ranged.get_by_label("Hexes").fill("33")
    expect(ranged.locator(".said")).to_have_text("Difficulty +3: throw 10 or more.")
    page.get_by_role("link", name="Odds").last.click()
    odds = page.locator("system-form", has=page.get_by_role("heading", name="Odds of a pool"))
    odds.get_by_label("Against dice that dodge").fill("3")
    expect(odds.locator(".plot")).to_have_count(2)
    assert room.entries() == []


def add_side(page: Page, name: str, dice: str) -> None:
    page.get_by_label("Side", exact=True).fill(name)
    page.get_by_role("button", name="Add a side").click()
    side = page.locator(".side", has=page.get_by_role("heading", name=name, exact=False).first)
    for kind, size in (("attribute", "8"), ("destiny", "6")):
        side.get_by_label("Kind").select_option(kind)
        side.get_by_label("Size of die").fill(size)
        side.get_by_role("button", name="Add", exact=True).click()
    expect(side.locator(".said")).to_have_text("d8 d6")
    for sides, face in zip((8, 6), dice.split(), strict=True):
        side.get_by_role("group", name=f"What fell on a d{sides}").get_by_role(
            "button", name=face, exact=True
        ).click()
    expect(side.get_by_label("Dice as they fell")).to_have_value(dice)
    expect(side.get_by_role("group", name="What fell on")).to_have_count(0)


def test_what_fell_on_a_die_is_a_tap_or_the_arrow_keys(room: Room) -> None:
    """Large enough for a thumb, on a phone too; the last die is taken by its own tap."""
    page = room.open("dragon")
    page.set_viewport_size(PHONE)
    turn = page.locator("dragon-turn")
    turn.get_by_label("Name").fill("Hero")
    turn.get_by_role("button", name="Good guys").click()
    turn.get_by_role("button", name="Add").click()
    fighter = turn.locator("dragon-fighter", has_text="Hero")
    faces = fighter.get_by_role("group", name="What fell on a d10").get_by_role("button")
    expect(faces).to_have_text([str(face) for face in range(1, 11)])
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(SMALL) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    faces.first.focus()
    for key in ("ArrowRight", "Enter", "ArrowRight", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(fighter.get_by_label("or as they fell")).to_have_value("2 3 2")
    expect(faces.nth(1)).to_be_focused()


def test_a_chronica_contest_with_what_it_buys(room: Room) -> None:
    page = room.open("chronica")
    add_side(page, "Ann", "8 6")
    add_side(page, "Crowd", "5 2")
    expect(page.locator(".chances")).to_contain_text("Exact, counted over all throws.")
    page.get_by_role("button", name="Throw and compare").click()
    expect(page.locator(".headline")).to_have_text("Ann wins")
    expect(page.locator(".die-success")).to_have_count(2)
    spend = page.locator("chronica-spend .spend", has=page.get_by_role("heading", name="Ann"))
    spend.get_by_role("radiogroup", name="What die 8 buys").get_by_label("the goal").check()
    spend.get_by_role("radiogroup", name="What die 6 buys").get_by_label("a penalty die").check()
    spend.get_by_label("Called").fill("sprained ankle")
    spend.get_by_label("Called").press("Tab")
    spend.get_by_label("For", exact=True).fill("Crowd")
    spend.get_by_label("For", exact=True).press("Tab")
    expect(spend.locator(".said")).to_contain_text("temporary dice gained: 1")
    spend.get_by_role("button", name="Spend: into the log").click()
    page.get_by_role("link", name="Kept dice").click()
    expect(page.locator("chronica-holds")).to_contain_text("sprained ankle")
    page.get_by_role("link", name="Contest", exact=True).click()
    assert room.desk("chronica")["holds"] == [
        {"name": "sprained ankle", "kind": "penalty", "size": 6, "holder": "Crowd", "uses": None}
    ]
    page.get_by_role("button", name="Next contest").click()
    page.get_by_role("button", name="+ sprained ankle d6").first.click()
    expect(page.locator(".side", has_text="Ann").locator(".said")).to_have_text("d8 2d6")
    assert [entry["verdict"]["kind"] for entry in room.entries()] == ["chronica.contest", "chronica.spend"]


def test_a_tie_and_luck_pushed(room: Room) -> None:
    page = room.open("chronica")
    add_side(page, "Ann", "7 4")
    add_side(page, "Bill", "7 4")
    page.get_by_role("button", name="Throw and compare").click()
    expect(page.locator(".headline")).to_have_text("Tie")
    page.get_by_role("button", name="Push your luck").click()
    expect(page.locator(".row-of-dice").first.locator(".die")).to_have_count(7)
    assert [entry["verdict"]["kind"] for entry in room.entries()] == ["chronica.contest", "chronica.push"]


SIZES = [pytest.param(size, id=str(size["width"])) for size in (PHONE, LAPTOP, TV)]
SMALL = """() => [...document.querySelectorAll("main :is(button, summary, select, input:not([type=checkbox]))")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""


def furnish(room: Room) -> None:
    """Something on every desk, with a long name."""
    name = "Doctor Wilhelmina Harker-Szymborska"
    room.live.order("desk", system="pulp", document={
        "cards": ["4s", "As", "2s", "Ah", "Kd", "Qh", "Qd"], "difficulty": 2,
        "combat": {"combatants": [name, "Bill"], "steps": [{"do": "order", "order": [name, "Bill"]}]},
    })  # fmt: skip
    room.live.order("desk", system="dragon", document={"turn": {"steps": [], "characters": [
        {"id": name, "side": "good", "phases": [1, 5, 8]}, {"id": "Bill", "side": "bad", "phases": [2, 3]},
    ]}})  # fmt: skip
    pools = [{"id": who, "dice": [{"size": 8, "value": high}, 2]} for who, high in ((name, 7), ("Bill", 4))]
    contest = {"kind": "contest", "sides": [{"id": pool["id"], "pools": [pool]} for pool in pools]}
    sides = [{"id": pool["id"], "pools": [{"id": pool["id"], "assets": [
        {"name": "Charisma", "kind": "attribute", "size": 8}]}]} for pool in pools]  # fmt: skip
    desk = {
        "sides": sides,
        "holds": [{"name": "plan", "kind": "reward", "size": 6, "holder": name, "uses": 2}],
    }
    room.live.order("record", system="chronica", document=contest, place="contest", desk=desk)


WHOLE = {"pulp": ".headline", "dragon": ".big-buttons button", "chronica": "chronica-spend li"}


def tasks_of(page: Page) -> list[str]:
    links = page.locator("task-bar a")
    expect(links.first).to_be_visible()
    return [link.get_attribute("href") or "" for link in links.all()]


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_and_is_large_enough_to_tap(room: Room, size: Any) -> None:
    furnish(room)
    room.page.set_viewport_size(size)
    for system, whole in WHOLE.items():
        page = room.open(system)
        expect(page.locator(whole).first).to_be_visible()
        for task in tasks_of(page):
            page.locator(f"task-bar a[href='{task}']").click()
            expect(page.locator(f"task-bar a[href='{task}']")).to_have_attribute("aria-current", "true")
            for attempt in attempts(page):
                with attempt:
                    wide = page.evaluate(
                        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                    )
                    assert wide <= 0, system + task
                    assert page.evaluate(SMALL) == [], system + task


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_serious(room: Room, scheme: Literal["dark", "light"]) -> None:
    furnish(room)
    room.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for system, whole in WHOLE.items():
        page = room.open(system)
        expect(page.locator(whole).first).to_be_visible()
        for task in tasks_of(page):
            page.locator(f"task-bar a[href='{task}']").click()
            violations = Axe().run(page).response["violations"]
            found += [
                f"{system}{task}: {each['id']}: {each['nodes'][0]['html'][:140]}"
                for each in violations
                if each["impact"] in ("serious", "critical")
            ]
    assert found == []


def test_the_pages_speak_german(room: Room) -> None:
    furnish(room)
    room.live.order("language", language="de")
    page = room.open("pulp")
    expect(page.locator(".headline")).to_have_text("Erfolg")
    page = room.open("dragon")
    expect(page.get_by_role("button", name="Nächste Teilrunde")).to_be_visible()
    page = room.open("chronica")
    expect(page.locator(".headline")).to_contain_text("gewinnt")


def test_a_fifth_system_has_a_page_by_its_template_alone(highest: System, room: Room) -> None:
    """The example of docs/adding-a-system.md."""
    with_its_template(room.live.client.application)
    page = room.open("highest")
    thrown = page.locator("system-form", has=page.get_by_role("heading", name="A round"))
    thrown.get_by_label("or as they fell").fill("3 6 2")
    thrown.get_by_role("button").click()
    expect(thrown.locator(".said")).to_have_text("The die in place 2 wins.")
    tie = page.locator("system-form", has=page.get_by_role("heading", name="The chance of a tie"))
    expect(tie.locator(".said")).to_contain_text("Nobody wins in")
    page.locator(".menu summary").click()
    expect(page.get_by_role("link", name="Highest Die")).to_be_visible()
