"""The TV: who won, by which card, against whom, read from the far end of the room."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .builders import LONG_NAME, kept
from .conftest import PHONE, SMALL_LAPTOP, TV, Hall
from .fight_scenes import played_in
from .judged_scenes import EIGHT, clash_of, deal_of, fight_of_eight, round_of, throw_of
from .scenes import SCENES
from .sessions import at_the_table
from .waiting import attempts

pytestmark = pytest.mark.browser

OLD_TV: ViewportSize = {"width": 1440, "height": 1080}
SIZES = (TV, SMALL_LAPTOP, OLD_TV)
UPRIGHT: tuple[ViewportSize, ...] = (PHONE, {"width": 1080, "height": 1920})

JUDGED: dict[str, Any] = {
    "one against one": lambda: clash_of({"ann": ["w09", "c03"], "fiend": ["c01"]}, significator="c03"),
    "eight": lambda: clash_of(EIGHT),
    "eight in German": lambda: clash_of(EIGHT, "de"),
    "two clashes": lambda: round_of(2),
    "three clashes": lambda: round_of(3),
    "three clashes in German": lambda: round_of(3, "de"),
    "four clashes": lambda: round_of(4),
    "eight in one clash": fight_of_eight,
    "eight in one clash in German": lambda: fight_of_eight("de"),
    "a test": lambda: throw_of("w07", 4),
    "a fumble and a critical": lambda: clash_of({"doctor": ["m00"], "well": ["s07", "m15"]}),
    "a deal": deal_of,
    "a deal of one colour": lambda: deal_of({"players": ["4s", "As", "2s", "Qs", "Ks", "Jc", "Kc"]}, "de"),
}

CUT = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, b, li span)")].filter((each) => {
    const box = each.getBoundingClientRect();
    const outside = box.left < 0 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1;
    const wide = each.scrollWidth > each.clientWidth + 2 && getComputedStyle(each).display !== "inline";
    return each.textContent.trim() && box.width && (outside || wide);
}).map((each) => each.outerHTML)"""
"""Texts that leave the screen or their own box."""

SMALLEST_LETTERS = """() => {
    const speaks = (each) => [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const read = [...document.querySelectorAll("main *")].filter((each) => speaks(each) && each.checkVisibility());
    const sizes = read.filter((each) => !each.closest(".unseen")).map((each) => getComputedStyle(each).fontSize);
    return Math.min(...sizes.map(parseFloat)) / innerHeight;
}"""

BROKEN_WORDS = """() => {
    const nodes = [...document.querySelectorAll(".deed *")].flatMap((each) => [...each.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE && node.parentElement.checkVisibility());
    return nodes.flatMap((node) => [...node.data.matchAll(/[^\\s-]+/g)].filter((word) => {
        const part = document.createRange();
        part.setStart(node, word.index);
        part.setEnd(node, word.index + word[0].length);
        return part.getClientRects().length > 1;
    })).map(([word]) => word);
}"""
"""Words of a board that begin in one line and end in the next."""

FAN_BELOW_TITLE_PX = """() => {
    const cards = [...document.querySelectorAll(".spread img")].map((each) => each.getBoundingClientRect().bottom);
    return Math.max(...cards) - document.querySelector("h1").getBoundingClientRect().top;
}"""
"""How far the cards of the still life reach below the upper edge of the session's name."""

LEAST_LETTERS = dict.fromkeys(("eight in one clash", "eight in one clash in German"), 0.03)
"""Eight names of this length, of those who did it and of those who outdid them, are read at three metres."""

GOLD = "rgb(217, 164, 65)"
LINES = "(each) => each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize)"
HEIGHTS = "(images) => images.map((each) => each.getBoundingClientRect().height / innerHeight)"
OPACITY = "each => getComputedStyle(each).opacity"
LETTERS = "(each) => parseFloat(getComputedStyle(each).fontSize) / innerHeight"


def fought(scene: str, language: str) -> dict[str, Any]:
    """A scene of a fight, as a TV gets it."""
    return {**played_in(language)[scene], "role": "screen"}


def opened(hall: Hall, scene: dict[str, Any], size: ViewportSize = TV) -> Page:
    hall.page.set_viewport_size(size)
    SCENES["judged"] = lambda: scene
    return hall.open("/screen", "judged")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_card_that_counts_is_the_hero(hall: Hall, size: ViewportSize) -> None:
    """A third of the height or so, for whoever won; whoever lost has a smaller one, dimmed."""
    page = opened(hall, clash_of(EIGHT), size)
    won, lost = page.get_by_alt_text("Nine of Wands"), page.get_by_alt_text("Seven of Cups")
    for attempt in attempts(page):
        with attempt:
            (height,) = won.evaluate_all(HEIGHTS)
            assert 0.3 <= height <= 0.4
            assert lost.evaluate_all(HEIGHTS)[0] < 0.75 * height
            assert float(lost.evaluate("each => getComputedStyle(each).opacity")) < 0.6
            assert float(won.evaluate("each => getComputedStyle(each).opacity")) == 1
    cards = page.locator("main img")
    expect(cards).to_have_count(sum(len(codes) for codes in EIGHT.values()))
    for attempt in attempts(page):
        with attempt:
            assert max(cards.evaluate_all(HEIGHTS)) == height


@pytest.mark.parametrize("size", [TV, SMALL_LAPTOP], ids=lambda size: str(size["width"]))
def test_a_round_has_one_hero_and_everybodys_card(hall: Hall, size: ViewportSize) -> None:
    """The most dramatic card takes a third of the height or more; whoever lost has a dimmed one in their line."""
    page = opened(hall, round_of(3), size)
    hero = page.get_by_role("figure").locator("img")
    expect(hero).to_have_attribute("src", re.compile("w08"))
    for attempt in attempts(page):
        with attempt:
            assert 0.3 <= hero.evaluate_all(HEIGHTS)[0] <= 0.46
            assert hero.evaluate_all(HEIGHTS) == [max(page.locator("main img").evaluate_all(HEIGHTS))]
    expect(page.locator("ol img")).to_have_count(6)
    lost = page.get_by_role("listitem").filter(has_text="outdone by Ghoul").locator("img")
    expect(lost).to_have_css("opacity", "0.5")


def test_the_winning_side_is_marked_by_a_shape(hall: Hall) -> None:
    page = opened(hall, clash_of({"ann": ["w02"], "fiend": ["s08"]}))
    wreath = page.locator("main svg:has(use[href$='#laurel'])")
    expect(wreath).to_have_count(1)
    for attempt in attempts(page):
        with attempt:
            number, box = page.get_by_text("8", exact=True).bounding_box(), wreath.bounding_box()
            assert number
            assert box
            assert box["x"] < number["x"] < box["x"] + box["width"]


def test_a_tie_has_no_winner(hall: Hall) -> None:
    page = opened(hall, clash_of({"ann": ["w09"], "fiend": ["s09"]}))
    expect(page.locator("main img")).to_have_count(2)
    expect(page.get_by_text("Won", exact=True)).to_have_count(0)


def test_everybody_in_a_round_has_a_line_of_one_size(hall: Hall) -> None:
    """In the order of announcing, as on the Host's page and the phones; above them the most dramatic deed."""
    page = opened(hall, round_of(2))
    expect(page.get_by_role("heading", level=1)).to_have_text("Ghoul hits Bill, 8 > 6")
    lines = page.get_by_role("listitem")
    said = [
        "Ghoul attacks Bill succeeds, 8 > 6",
        "Bill attacks Ghoul outdone by Ghoul, 6 < 8",
        "The Fiend attacks Ann outdone by Ann, 4 < 7",
        "Ann attacks The Fiend succeeds, 7 > 4",
    ]
    expect(lines).to_have_text(said)
    for attempt in attempts(page):
        with attempt:
            sizes = {each.evaluate(LETTERS) for each in page.locator("ol p").all()}
            assert len(sizes) == 1
            assert max(sizes) >= 0.058


def test_the_next_step_of_a_round_stands_below_its_board(hall: Hall) -> None:
    page = hall.open("/screen", "over")
    step = page.get_by_text("Ann draws damage for The Fiend: 3 cards, lowest counts")
    expect(step).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            below, board = step.bounding_box(), page.locator("main ol").bounding_box()
            assert below
            assert board
            assert below["y"] >= board["y"] + board["height"]
    done = [each | {"done": each["code"] == "damage"} for each in hall.stage.scene["steps"]]
    hall.show("over", steps=done)
    expect(page.get_by_text("May move up to 60 feet: Ann and Cassie")).to_be_visible()
    expect(step).to_have_count(0)


def test_a_round_that_is_over_keeps_its_board_dimmed(hall: Hall) -> None:
    entry = at_the_table()["log"]["last"][-1]
    last = entry | {"verdict": kept(round_of(2)["verdict"])}
    page = opened(hall, at_the_table(log={"count": 1, "last": [last]}))
    expect(page.get_by_role("listitem")).to_have_count(4)
    for attempt in attempts(page):
        with attempt:
            assert float(page.get_by_role("figure").locator("img").evaluate(OPACITY)) < 0.9
            assert page.evaluate(CUT) == []


@pytest.mark.parametrize("clashes", [1, 3])
def test_criticals_and_fumbles_are_called(hall: Hall, clashes: int) -> None:
    called, scene = ("Critical", JUDGED["one against one"]()) if clashes == 1 else ("Fumble", round_of(3))
    page = opened(hall, scene)
    word = page.locator("main").get_by_text(called, exact=True)
    expect(word).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert word.evaluate(LETTERS) >= 0.06


@pytest.mark.parametrize("path", ["/screen", "/overlay", "/phone", "/"])
def test_a_criticals_star_is_gold_like_its_word(hall: Hall, path: str) -> None:
    """It was blue wherever the players had won."""
    hall.page.add_init_script("if (location.origin !== 'null') localStorage.setItem('clashcam.seat', '')")
    hall.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    star = hall.open(path, "critical").locator(".mark-critical .sigil").first
    expect(star).to_be_visible()
    expect(star).to_have_css("color", GOLD)


@pytest.mark.parametrize("scene", JUDGED)
def test_everything_fits_and_is_read_at_five_metres(hall: Hall, scene: str) -> None:
    """Nothing scrolls, is cut or is smaller than what good eyes read from there; the headline is one line."""
    for size in SIZES:
        page = opened(hall, JUDGED[scene](), size)
        page.wait_for_function("() => [...document.images].every((each) => each.complete)")
        for attempt in attempts(page):
            with attempt:
                assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, size
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
                assert page.evaluate(CUT) == [], size
                assert page.evaluate(SMALLEST_LETTERS) >= LEAST_LETTERS.get(scene, 0.0445), size
                assert page.evaluate(BROKEN_WORDS) == [], size
                for headline in page.get_by_role("heading", level=1).all():
                    assert headline.evaluate(LINES) < (1.4 if "clash" not in scene else 2.4)
                if scene in ("one against one", "eight", "eight in German"):
                    assert 0.08 <= page.get_by_role("heading", level=1).evaluate(LETTERS) <= 0.14


def test_a_long_name_wins_in_one_line(hall: Hall) -> None:
    page = opened(hall, clash_of({"doctor": ["w09"], "fiend": ["c01"]}))
    headline = page.get_by_role("heading", level=1)
    expect(headline).to_contain_text(LONG_NAME)
    for attempt in attempts(page):
        with attempt:
            assert headline.evaluate("each => each.getBoundingClientRect().height / innerHeight") < 0.1
            assert page.evaluate(CUT) == []


def test_numbers_of_cards_while_they_are_laid(hall: Hall) -> None:
    hall.page.set_viewport_size(TV)
    page = hall.open("/screen", "eight-gathering")
    expect(page.get_by_role("listitem").filter(has_text="Cassie")).to_contain_text("1 of 2 cards")
    expect(page.get_by_role("listitem").filter(has_text=LONG_NAME)).to_contain_text("2 of 2 cards")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(CUT) == []
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    cassie = next(seat["id"] for seat in hall.stage.scene["seats"] if seat["name"] == "Cassie")
    hall.show("eight-gathering", ready=[cassie])
    expect(page.get_by_role("listitem").filter(has_text="Cassie")).to_contain_text("1 of 2 cards, ready")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(CUT) == []
    hall.show("throwing")
    expect(page.get_by_role("listitem").filter(has_text="Bill")).to_contain_text("1 of 1 card")


def test_who_announces_and_what_was_announced(hall: Hall) -> None:
    page = hall.open("/screen", "announcing")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann announces")
    expect(page.get_by_role("listitem").nth(0)).to_have_text("The Fiend attacks Ann")
    expect(page.get_by_role("listitem").nth(1)).to_contain_text("announcing")
    expect(page.get_by_role("listitem").nth(3)).to_contain_text("Cassie waiting")


@pytest.mark.parametrize(
    ("scene", "language", "heading", "places", "line"),
    [
        ("damage-to-draw", "en", "The Fiend draws damage for Bill", 2, "Draw 2 cards, the lowest counts"),
        ("damage-drawing", "en", "Cassie draws damage for The Fiend", 5, "Draw 1 more"),
        ("damage-drawing", "de", "Cassie zieht Schaden für The Fiend", 5, "Noch 1 Karte ziehen"),
    ],
)
def test_damage_stands_there_while_it_is_drawn(
    hall: Hall, scene: str, language: str, heading: str, places: int, line: str
) -> None:
    """Who draws, for whom, how many cards, and what lies there so far; it was the last verdict."""
    page = opened(hall, fought(scene, language))
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.locator("main ol > li")).to_have_count(places)
    expect(page.locator("main")).to_contain_text(line)
    expect(page.get_by_role("button")).to_have_count(0)
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(CUT) == []
            assert page.evaluate(SMALLEST_LETTERS) >= 0.044


def test_after_damage_the_next_step_is_named(hall: Hall) -> None:
    page = opened(hall, fought("damage-confirmed", "en"))
    expect(page.get_by_role("heading", level=1)).to_have_text("5 damage to Bill")
    expect(page.get_by_text("May move up to 60 feet: The Fiend")).to_be_visible()


def test_nobody_who_looks_on_is_asked_for_a_toughness(hall: Hall) -> None:
    page = opened(hall, fought("damage-unnoted", "en"))
    expect(page.locator("main")).to_contain_text("Toughness of Ghoul is not noted")
    expect(page.get_by_role("button")).to_have_count(0)


def test_a_question_is_silence(hall: Hall) -> None:
    """It is between the Host and the table: the TV waits, and asks nobody."""
    page = hall.open("/screen", "question")
    hall.show("question", role="screen", question=None)
    expect(page.get_by_role("heading", level=1)).to_have_text("One moment")
    expect(page.locator("main")).not_to_contain_text("?")
    expect(page.locator("main")).not_to_contain_text("question")


def test_a_quiet_screen_dims_the_last_verdict(hall: Hall) -> None:
    page = hall.open("/screen", "empty")
    headline = page.get_by_role("heading", level=1)
    expect(headline).to_have_text("Players win")
    for attempt in attempts(page):
        with attempt:
            assert float(headline.evaluate("each => getComputedStyle(each).opacity")) < 0.9
    expect(page.get_by_alt_text("Nine of Wands")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Throw 2, 21:12")
    hall.show("gathering")
    expect(headline).to_have_text("Laying cards")
    expect(headline).to_have_css("opacity", "1")


def test_before_the_first_throw_the_deck_lies_there(hall: Hall) -> None:
    quiet = at_the_table(log={"count": 0, "last": []})
    page = opened(hall, quiet)
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday at the Orphanage")
    page.wait_for_function(
        "() => [...document.images].length === 5 && [...document.images].every((each) => each.naturalWidth > 0)"
    )
    unnamed = quiet["session"] | {"name": ""}
    hall.show("judged", session=unnamed)
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday, 20 November 2026")
    hall.show("judged", session=unnamed, language="de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Freitag, 20. November 2026")


def test_while_sharing_is_on_a_quiet_screen_invites(hall: Hall) -> None:
    page = opened(hall, at_the_table(log={"count": 0, "last": []}))
    expect(page.get_by_alt_text("QR code")).to_have_count(0)
    hall.show("judged", invitation={"address": "192.168.1.2:8766", "code": "471100"})
    code = page.get_by_alt_text("QR code")
    expect(page.locator("main")).to_contain_text("192.168.1.2:8766")
    expect(page.locator("main")).to_contain_text("471100")
    page.wait_for_function("() => document.querySelector('aside img').naturalWidth > 0")
    for attempt in attempts(page):
        with attempt:
            assert code.evaluate_all(HEIGHTS)[0] >= 0.18
            assert page.evaluate(CUT) == []
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_hand_of_four_leaves_its_count_in_sight(hall: Hall, size: ViewportSize) -> None:
    """The cards lie beside the count and its tick, never on them."""
    hall.page.set_viewport_size(size)
    page = hall.open("/screen", "throwing")
    row = page.locator(".rank > li", has_text="The Fiend")
    expect(row).to_contain_text("4 of 4 cards")
    for attempt in attempts(page):
        with attempt:
            ends = row.locator("p .sigil").evaluate("each => each.getBoundingClientRect().right")
            begins = row.locator("img").first.evaluate("each => each.getBoundingClientRect().left")
            assert ends <= begins
            assert all(height > 0.05 for height in row.locator("img").evaluate_all(HEIGHTS))


def test_a_deal_in_which_no_card_counts_is_one_row_of_cards(hall: Hall) -> None:
    scene = throw_of("w07", 4)
    seats = [each | {"counts": None} for each in clash_of(EIGHT)["seats"]]
    page = opened(hall, scene | {"seats": seats, "verdict": scene["verdict"] | {"played": []}})
    cards = page.locator("main img")
    expect(cards).to_have_count(sum(len(codes) for codes in EIGHT.values()))
    expect(page.get_by_role("heading", name="The Fiend")).to_have_count(0)
    for attempt in attempts(page):
        with attempt:
            assert len(set(cards.evaluate_all(HEIGHTS))) == 1


def test_a_deal_of_pulp_is_black_against_red(hall: Hall) -> None:
    """Whoever laid which card, each lies with its colour, under the sum; the colour that lost is dimmed."""
    page = opened(hall, deal_of())
    black, red = page.locator(".pile").all()
    expect(black.get_by_role("heading")).to_have_text("Black")
    expect(black.locator(".numeral")).to_have_text("5")
    expect(red.locator(".numeral")).to_have_text("2")
    names = {black.locator("img").nth(at).get_attribute("alt") for at in range(4)}
    assert names == {"Ace of Spades", "Four of Spades", "Jack of Spades", "Queen of Spades"}
    expect(red.locator("img")).to_have_count(3)
    for attempt in attempts(page):
        with attempt:
            heights = page.locator(".pile img").evaluate_all(HEIGHTS)
            assert len(set(heights)) == 1
            assert heights[0] > 0.25
            assert float(red.locator("img").first.evaluate("each => getComputedStyle(each).opacity")) < 1


@pytest.mark.parametrize("size", [TV, *UPRIGHT], ids=lambda size: f"{size['width']}x{size['height']}")
def test_one_against_one_stands_in_the_middle_of_their_frames(hall: Hall, size: ViewportSize) -> None:
    """Card and number leaned at the left edge; upright, the card took a fifth of the height."""
    page = opened(hall, JUDGED["one against one"](), size)
    camps = page.locator(".camp")
    expect(camps).to_have_count(2)
    for attempt in attempts(page):
        with attempt:
            assert all(abs(camp.evaluate(OFF_CENTRE)) < 0.03 for camp in camps.all())
            assert page.locator(".won .hero img").evaluate_all(HEIGHTS)[0] > 0.27


OFF_CENTRE = """(camp) => {
    const frame = camp.getBoundingClientRect(), part = document.createRange();
    part.selectNodeContents(camp.querySelector("h2"));
    const boxes = [...camp.querySelectorAll("img, .worth *")].map((each) => each.getBoundingClientRect());
    boxes.push(part.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
    return ((left + right) - (frame.left + frame.right)) / 2 / frame.width;
}"""
"""How far what stands in a frame is off its middle, in widths of the frame."""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("name", JUDGED)
def test_frames_keep_off_the_edge_of_the_screen(hall: Hall, name: str, size: ViewportSize) -> None:
    page = opened(hall, JUDGED[name](), size)
    expect(page.locator("h1").first).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            lowest = page.evaluate(
                "document.querySelector('.called').getBoundingClientRect().bottom / innerHeight"
            )
            assert lowest < 0.98


@pytest.mark.parametrize("size", UPRIGHT, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("scene", JUDGED)
def test_an_upright_screen_shows_everything_whole(hall: Hall, scene: str, size: ViewportSize) -> None:
    page = opened(hall, JUDGED[scene](), size)
    page.wait_for_function("() => [...document.images].every((each) => each.complete)")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert page.evaluate(CUT) == []


def test_on_an_upright_screen_the_sides_stand_below_one_another(hall: Hall) -> None:
    page = opened(hall, JUDGED["one against one"](), PHONE)
    camps = page.locator(".camp")
    expect(camps).to_have_count(2)
    for attempt in attempts(page):
        with attempt:
            players, host = (camp.bounding_box() for camp in camps.all())
            assert players
            assert host
            assert players["y"] + players["height"] <= host["y"]
            assert players["width"] > 0.85 * PHONE["width"]


def test_on_an_upright_screen_a_deal_fills_the_width(hall: Hall) -> None:
    page = opened(hall, deal_of(), PHONE)
    black, red = page.locator(".pile").all()
    for attempt in attempts(page):
        with attempt:
            upper, lower = black.bounding_box(), red.bounding_box()
            assert upper
            assert lower
            assert upper["y"] + upper["height"] <= lower["y"]
            assert min(page.locator(".pile img").evaluate_all(HEIGHTS)) > 0.1


def test_on_an_upright_screen_each_fate_stands_below_its_deed(hall: Hall) -> None:
    page = opened(hall, round_of(4), PHONE)
    expect(page.get_by_role("listitem")).to_have_count(8)
    for attempt in attempts(page):
        with attempt:
            tops = [
                each.evaluate("each => each.getBoundingClientRect().top")
                for each in page.locator("ol p").all()
            ]
            assert len(tops) == 16
            assert tops == sorted(tops)


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_still_life_keeps_off_the_session_s_name(hall: Hall, size: ViewportSize) -> None:
    page = opened(hall, at_the_table(log={"count": 0, "last": []}), size)
    expect(page.locator(".spread img")).to_have_count(5)
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(FAN_BELOW_TITLE_PX) <= 0
