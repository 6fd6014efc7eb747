"""TV, overlay and phones: they show what the table says and send nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .builders import LONG_NAME, kept, verdict
from .conftest import LAPTOP, PHONE, Hall, Still
from .judged_scenes import round_of
from .scenes import SCENES
from .waiting import attempts

pytestmark = pytest.mark.browser

LARGEST_LETTERS_PX = """(mark) => Math.max(...[mark, ...mark.querySelectorAll("*")]
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


@pytest.fixture(autouse=True)
def met(hall: Hall) -> None:
    """On the phone somebody has said already that they only look on."""
    hall.page.add_init_script("if (location.origin !== 'null') localStorage.setItem('clashcam.seat', '')")


def test_screens_have_nothing_to_press(hall: Hall) -> None:
    for path in ("/screen", "/overlay", "/phone"):
        page = hall.open(path, "choice")
        expect(page.locator("main")).to_contain_text("Ann")
        hall.show("choice", role="players")
        expect(page.get_by_role("button", name="Ann")).to_have_count(0)
    assert hall.stage.commands == []


def test_guests_are_told_of_a_wrong_number_of_cards_but_quietly(hall: Hall) -> None:
    """It is a remark (D23a), and no event like a critical: nothing in it is as large."""
    for path in ("/screen", "/overlay", "/phone"):
        page = hall.open(path, "critical")
        critical = page.locator(".mark-critical").evaluate(LARGEST_LETTERS_PX)
        hall.show("miscounted")
        told = page.locator(".mark-miscounted")
        expect(told).to_contain_text("Players: 2 cards, should have 1")
        for attempt in attempts(page):
            with attempt:
                assert told.evaluate(LARGEST_LETTERS_PX) < critical, path


def test_the_overlay_is_transparent_and_fades(still: Still) -> None:
    page = still.open("/overlay?fade=1")
    still.show("critical")
    expect(page.locator(".said h1")).to_have_text("Players win")
    expect(page.locator(".third.by-side-host .numeral")).to_have_text("5")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
            assert page.evaluate("getComputedStyle(document.body).backgroundImage") == "none"
    page.clock.run_for(900)
    expect(page.locator("overlay-page:not(.faded)")).to_be_attached()
    page.clock.run_for(200)
    expect(page.locator("overlay-page.faded")).to_be_attached()
    still.show("tie", throw={"number": 4, "round": None})
    expect(page.locator("overlay-page:not(.faded)")).to_be_attached()


def test_the_overlay_stays_without_a_time(still: Still) -> None:
    page = still.open("/overlay")
    still.show("critical")
    expect(page.locator(".said h1")).to_be_visible()
    page.clock.run_for(3_600_000)
    expect(page.locator("overlay-page.faded")).to_have_count(0)


def test_long_names_fit_everywhere(hall: Hall) -> None:
    for path in ("/screen", "/overlay", "/phone"):
        page = hall.open(path, "eight")
        expect(page.locator("main")).to_contain_text(LONG_NAME)
        for size in (PHONE, LAPTOP):
            page.set_viewport_size(size)
            for attempt in attempts(page):
                with attempt:
                    wide = page.evaluate(
                        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                    )
                    assert wide <= 0, (path, size)


def test_another_systems_turn_stands_where_nothing_lies(hall: Hall) -> None:
    turn = kept(verdict("number", "Good guys in 2: Kara may act", ""))
    for path in ("/screen", "/phone"):
        page = hall.open(path, "empty")
        expect(page.locator(".dimmed")).to_have_count(1)
        hall.show("empty", turn=turn)
        expect(page.locator(".headline")).to_have_text("Good guys in 2: Kara may act")
        expect(page.locator(".dimmed, .stamp")).to_have_count(0)
        hall.show("tie", turn=turn)
        expect(page.locator(".headline")).to_have_text("Tie")


BOXES = """() => Object.fromEntries([...document.querySelectorAll("overlay-scene section")].map((each) => {
    const box = each.getBoundingClientRect();
    const shown = each.closest("figure, main").getBoundingClientRect();
    const share = (at, from, size) => (at - from) / size;
    const name = each.querySelector("h1") ? "said" : each.textContent.includes("Host") ? "host" : "players";
    return [name, { left: share(box.left, shown.left, shown.width), right: share(box.right, shown.left, shown.width),
        top: share(box.top, shown.top, shown.height), bottom: share(box.bottom, shown.top, shown.height) }];
}))"""
"""Where each part of an overlay stands, in shares of the picture that it lies over."""


def test_an_overlay_stands_where_its_address_says(hall: Hall) -> None:
    page = hall.open("/overlay?at=top&sides=host", "critical")
    for attempt in attempts(page):
        with attempt:
            boxes = page.evaluate(BOXES)
            assert boxes.keys() == {"host", "said"}
            assert boxes["host"]["top"] < 0.1 < 0.6 < boxes["host"]["left"]
    hall.open("/overlay?at=left", "critical")
    for attempt in attempts(page):
        with attempt:
            boxes = page.evaluate(BOXES)
            assert boxes.keys() == {"players", "host", "said"}
            assert max(box["left"] for box in boxes.values()) < 0.1
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    hall.open("/overlay?sides=none&at=nowhere&size=-3", "critical")
    for attempt in attempts(page):
        with attempt:
            boxes = page.evaluate(BOXES)
            assert boxes.keys() == {"said"}
            assert boxes["said"]["bottom"] > 0.9


def test_the_size_of_an_overlay_is_its_own(hall: Hall) -> None:
    letters = "each => parseFloat(getComputedStyle(each).fontSize)"
    plain = hall.open("/overlay", "critical").get_by_role("heading", level=1).evaluate(letters)
    large = hall.open("/overlay?size=150", "critical").get_by_role("heading", level=1)
    for attempt in attempts(hall.page):
        with attempt:
            assert large.evaluate(letters) == pytest.approx(1.5 * plain, rel=0.01)


def test_an_overlay_is_set_up_by_a_preview_and_its_address_copied(hall: Hall) -> None:
    page = hall.open("/overlay/settings", "empty")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(page.locator("figure").get_by_role("heading", level=1)).to_have_text("Players win")
    page.get_by_role("button", name="Top", exact=True).click()
    page.get_by_role("group", name="Whose cards").get_by_role("button", name="Players").click()
    page.get_by_label("Size").fill("130")
    page.get_by_label("Fades").fill("12")
    for attempt in attempts(page):
        with attempt:
            boxes = page.evaluate(BOXES)
            assert boxes.keys() == {"players", "said"}
            assert max(box["top"] for box in boxes.values()) < 0.1
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    address = page.evaluate("navigator.clipboard.readText()")
    assert address == f"{hall.address}/overlay?fade=12&at=top&sides=players&size=130"
    page.reload()
    expect(page.get_by_role("button", name="Top", exact=True, pressed=True)).to_be_visible()
    hall.show("critical")
    expect(page.locator("figure")).to_contain_text("The players' Nine of Wands (9) beats 5.")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    hall.open(address.removeprefix(hall.address), "critical")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(BOXES)["players"] == pytest.approx(boxes["players"], abs=0.03)


def test_an_overlay_of_a_round_has_every_clash(hall: Hall) -> None:
    SCENES["judged"] = lambda: round_of(2)
    page = hall.open("/overlay", "judged")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        ["Ghoul hits Bill, 8 > 6", "Ann hits The Fiend, 7 > 4"]
    )


CARDS_BY_LINE = """() => [...document.querySelectorAll(".said .of-clash")].map((line) =>
    [...line.querySelectorAll("img")].map((each) => each.alt))"""


def test_each_line_of_an_overlay_has_its_own_cards(hall: Hall) -> None:
    """Two clashes stood there in words, and the cards of one."""
    SCENES["judged"] = lambda: round_of(4)
    page = hall.open("/overlay", "judged")
    lines = {"both": [], "players": [], "none": []}  # type: dict[str, list[list[str]]]
    for sides in lines:
        hall.open(f"/overlay?sides={sides}", "judged")
        expect(page.locator(".said .of-clash")).to_have_count(4)
        expect(page.locator(".third")).to_have_count(0)
        lines[sides] = page.evaluate(CARDS_BY_LINE)
    assert lines["both"][0] == ["Six of Swords", "Eight of Wands"]
    assert [len(line) for line in lines["both"]] == [2, 2, 2, 2]
    assert len({card for line in lines["both"] for card in line}) == 8, "no card stands in two lines"
    assert lines["players"][0] == ["Six of Swords"]
    assert lines["none"] == [[], [], [], []]
    page.emulate_media(color_scheme="light")
    letters = page.get_by_role("heading", level=1).evaluate_all(
        "(all) => all.map((each) => getComputedStyle(each).color)"
    )
    assert set(letters) == {"rgb(233, 226, 208)"}, "light letters on a dark ground, by day as well"


def test_short_and_long_clashes_of_an_overlay_are_equal_in_rank(hall: Hall) -> None:
    SCENES["judged"] = lambda: round_of(3)
    page = hall.open("/overlay", "judged")
    lines = page.get_by_role("heading", level=1)
    expect(lines.nth(1)).to_have_text("Tie, 4 = 4")
    assert len(set(lines.evaluate_all("(all) => all.map((each) => getComputedStyle(each).font)"))) == 1
