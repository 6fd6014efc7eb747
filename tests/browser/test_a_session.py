"""A whole session on the real program: set up, an Action Round of four, cut off in its middle, put right, looked on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from models import housedeck
from vision.virtual import Throw

from .clips import ThrowClip, record
from .conftest import Heard, drag
from .program import Program
from .projector import Projector, projecting
from .slow import slowed

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SEEN_MS = 180_000
"""The pipeline of a loaded machine takes its time; only what never comes fails."""

DOUBLE_TAP_MS = 500
"""Another press of the big key within this time is taken for the same one."""

REGIONS = {
    # who: two corners on the picture, Agility
    "Ann": ((0.04, 0.52), (0.48, 0.96), 3),
    "The Fiend": ((0.04, 0.04), (0.96, 0.46), 2),
    "Bill": ((0.53, 0.52), (0.59, 0.96), 4),
    "Cassie": ((0.64, 0.52), (0.96, 0.96), 5),
}


@pytest.fixture(scope="module")
def rounds() -> list[ThrowClip]:
    """Two rounds. In the first the Seven of Wands looks like the Eight, and the Fiend throws a card too few."""
    misread = {"w07": housedeck.faces()["w08"]}
    return [
        record(Throw(("c08", "w02", "w07", "m00"), ("s05",)), faces=misread),
        record(Throw(("p07", "w03", "c04", "p09"), ("s07", "s02"))),
    ]


@pytest.fixture
def projector(rounds: list[ThrowClip]) -> Iterator[Projector]:
    with projecting(rounds[0].empty) as shown:
        yield shown


@pytest.fixture
def program(projector: Projector, tmp_path: Path) -> Iterator[Program]:
    with Program(projector.url, tmp_path / "data", "--deck", "house") as running:
        yield running


def test_a_first_session(
    projector: Projector, program: Program, rounds: list[ThrowClip], page: Page, heard: Heard, tmp_path: Path
) -> None:
    page.goto(program.url)
    set_up(page, projector.url)
    announce_round(page)
    projector.play(rounds[0].laid)
    expect(page.locator(".calm")).to_have_text("Waiting for The Fiend", timeout=SEEN_MS)
    page.goto("about:blank")
    program.kill()

    with Program(projector.url, tmp_path / "data", "--deck", "house") as again:
        page.goto(again.url)
        guests = [look_on(page, heard, again.url + path) for path in ("screen", "overlay", "phone")]
        first_round(page, guests, projector, rounds[0])
        second_round(page, guests, projector, rounds[1])
        put_an_old_entry_right(page, again)
        for window in (page, *guests):
            window.goto("about:blank")  # Before the program goes: the page would complain of that.


def look_on(page: Page, heard: Heard, address: str) -> Page:
    window = slowed(page.context.new_page())
    heard.listen(window)
    # The phone's owner only looks on.
    window.add_init_script("if (location.origin !== 'null') localStorage.setItem('clashcam.seat', '')")
    window.goto(address)
    return window


def set_up(page: Page, camera: str) -> None:
    page.get_by_role("link", name="Set-up").first.click()
    page.get_by_label("Camera, video file or address").fill(camera)
    page.get_by_role("button", name="Use this").click()
    page.get_by_role("link", name="Next: Picture").click()
    expect(page.locator(".meter")).to_contain_text("The picture is good.", timeout=SEEN_MS)
    page.get_by_role("link", name="Next: Decks and language").click()
    expect(page.get_by_role("button", name="House deck")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Next: Seats").click()
    for number, (name, (start, end, agility)) in enumerate(REGIONS.items()):
        drag(page, start, end)
        expect(page.locator(".board .tag")).to_have_count(number + 1)
        sit_down(page, number, name, agility)
    page.locator("seat-editor").first.get_by_role("button", name="Significator").click()
    give(page, "Eight of Cups")
    page.get_by_role("link", name="Next: Piles").click()
    page.get_by_role("link", name="Next: Session and guests").click()
    page.get_by_role("button", name="To the table").click()
    expect(page.locator("seat-list")).to_contain_text("Cassie")


def sit_down(page: Page, number: int, name: str, agility: int) -> None:
    editor = page.locator("seat-editor").nth(number)
    editor.get_by_label("Name").fill(name)
    editor.get_by_label("Name").press("Tab")
    expect(page.locator(".board .tag", has_text=name)).to_be_visible()
    editor.get_by_text("Stats").click()
    editor.get_by_label("Agility").fill(str(agility))
    editor.get_by_label("Agility").press("Tab")
    editor.get_by_text("Stats").click()


def give(page: Page, card: str) -> None:
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("searchbox").fill(card)
    dialog.get_by_role("button", name=card, exact=True).click()
    expect(dialog.get_by_role("button", name=card, exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")


def announce_round(page: Page) -> None:
    """Slowest first: all at each other, and Cassie at a door; two cards for Ann and the Fiend."""
    page.get_by_role("button", name="Action Round").click()
    for who, what, whom in (
        ("The Fiend", "Attack", "Ann"),
        ("Ann", "Attack", "The Fiend"),
        ("Bill", "Attack", "The Fiend"),
        ("Cassie", "Another action", "3"),
    ):
        panel = page.locator("announce-panel")
        expect(panel.get_by_role("heading", name=f"{who}: what do you do?")).to_be_visible()
        panel.get_by_role("button", name=what, exact=True).click()
        panel.get_by_role("button", name=whom, exact=True).click()
    expect(page.locator("round-list header")).to_contain_text("flip together")
    for who, cards in (("The Fiend", 2), ("Ann", 2), ("Bill", 1), ("Cassie", 1)):
        throws(page, who, cards)


def throws(page: Page, who: str, cards: int) -> None:
    """The Host's + and - until it is so many."""
    steps = page.get_by_role("group", name=f"Cards of {who}")
    counted = int(steps.locator("output").inner_text())
    step = 1 if cards > counted else -1
    for number in range(counted, cards, step):
        steps.get_by_role("button", name="One more" if step > 0 else "One fewer").click()
        expect(steps.locator("output")).to_have_text(str(number + step))


def first_round(page: Page, guests: list[Page], projector: Projector, clip: ThrowClip) -> None:
    """A card too few, a misread one, then a critical by Significator beside a fumble."""
    expect(page.locator("round-list")).to_contain_text("Bill attacks The Fiend")
    projector.play(clip.flipped)
    # Bill's card was taken for an Eight, as high as Ann's.
    expect(page.locator("verdict-panel")).to_contain_text("Choose: Ann or Bill", timeout=SEEN_MS)
    expect(page.locator(".marks .mark-miscounted")).to_contain_text("The Fiend: 1 card, should have 2")
    correct(page, "Eight of Wands", "Seven of Wands")
    expect(page.locator("verdict-panel")).to_contain_text("Ann hits The Fiend, 8 > 5")
    expect(page.locator(".marks .mark-miscounted")).to_contain_text("The Fiend: 1 card, should have 2")
    expect(page.locator(".marks .mark-critical")).to_contain_text("Ann's Eight of Cups, a Significator")
    expect(page.locator(".marks .mark-fumble")).to_contain_text("Cassie's Fool counts")
    for guest in guests:
        expect(guest.locator("main")).to_contain_text(re.compile(r"(hits\sThe\sFiend|succeeds),\s8\s>\s5"))
    expect(guests[0].locator("button")).to_have_count(0)
    page.keyboard.press("Space")
    expect(page.locator("log-strip")).to_contain_text("Ann hits The Fiend, 8 > 5")


def until_bare(page: Page) -> None:
    """Wait until the program has seen that the cards were taken away: nobody deals onto them."""
    page.wait_for_function(
        """async () => {
            const table = await (await fetch("/api/state")).json();
            return !table.loose.length && table.seats.every((seat) => !(seat.cards ?? []).length);
        }""",
        timeout=SEEN_MS,
    )


def second_round(page: Page, guests: list[Page], projector: Projector, clip: ThrowClip) -> None:
    """The same again, and a tie."""
    projector.play(clip.empty)
    page.get_by_role("button", name="Next round").click()
    again = page.get_by_role("button", name="Same again")
    expect(again).to_be_visible()
    page.wait_for_timeout(DOUBLE_TAP_MS)
    again.click()
    expect(page.get_by_role("group", name="Cards of Ann").locator("output")).to_have_text("2")
    expect(page.get_by_role("group", name="Cards of The Fiend").locator("output")).to_have_text("2")
    until_bare(page)
    projector.play(clip.laid)
    expect(page.locator(".calm")).to_have_text("Everyone is ready", timeout=SEEN_MS)
    projector.play(clip.flipped)
    expect(page.locator("verdict-panel")).to_contain_text("Tie, 7 = 7", timeout=SEEN_MS)
    expect(page.locator(".next").first).to_contain_text("Tie: change the situation")
    for guest in guests:
        expect(guest.locator("main")).to_contain_text("Tie")
    page.keyboard.press("Space")
    expect(page.locator(".stamp").first).to_contain_text("saved")


def put_an_old_entry_right(page: Page, program: Program) -> None:
    """An old entry is judged anew without the later one; undo takes that back."""
    page.goto(f"{program.url}log")
    entries = page.locator("log-entry")
    expect(entries).to_have_count(2)
    first = entries.last
    expect(first).to_contain_text("Ann's Eight of Cups, a Significator")
    first.get_by_role("button", name="Eight of Cups. Change").click()
    page.get_by_role("dialog").get_by_role("searchbox").fill("ace of swords")
    page.get_by_role("searchbox").press("Enter")
    expect(first).to_contain_text("Corrected by hand")
    expect(first.locator(".mark-critical")).to_have_count(0)
    expect(entries.first.locator("h2")).to_have_text("Tie")
    page.goto(program.url)
    with page.expect_response("**/api/command"):
        page.get_by_role("button", name="Undo").click()
    page.goto(f"{program.url}log")
    expect(entries.last.locator(".mark-critical")).to_have_count(1)


def headline(page: Page) -> Locator:
    return page.locator("verdict-panel .headline").first


def correct(page: Page, was: str, to: str) -> None:
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=was).first.click()
    dialog.get_by_role("searchbox").fill(to)
    dialog.get_by_role("button", name=to, exact=True).click()
