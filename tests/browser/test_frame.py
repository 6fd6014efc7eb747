"""What all of the Host's pages have in common: the way between them, one grid, one set of letters, the list of keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from webui.i18n import LANGUAGES

from .builders import Snapshot, card
from .conftest import LAPTOP, PHONE, TV, Hall
from .judged_scenes import clash_of, deal_of
from .scenes import IN_OTHER_LANGUAGES, SCENES
from .waiting import attempts

pytestmark = pytest.mark.browser

HOSTS = ["/", "/log", "/sessions", "/odds", "/decks", "/setup"]
NAMES = {
    "/": "Table",
    "/log": "Log",
    "/sessions": "Sessions",
    "/odds": "Odds",
    "/decks": "Decks",
    "/setup": "Set-up",
}
FURTHER = ["/pulp", "/dragon", "/chronica", "/deck-help"]
ASIDE = ["/overlay/settings", "/decks/new", "/support"]
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SIZES = [PHONE, LAPTOP, TV]

WHOLE = """(shown) => [...document.querySelectorAll(shown)].every((each) => {
    const box = each.getBoundingClientRect();
    return each.checkVisibility() && box.left >= 0 && box.right <= innerWidth && each.scrollWidth <= each.clientWidth;
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_to_every_page_is_always_in_sight(hall: Hall, language: str) -> None:
    for path in [*HOSTS, *FURTHER]:
        page = hall.open(path, IN_OTHER_LANGUAGES.get(language, "empty"))
        links = page.get_by_role("banner").locator("nav.pages").get_by_role("link")
        expect(links).to_have_count(len(HOSTS))
        for size in SIZES:
            page.set_viewport_size(size)
            for attempt in attempts(page):
                with attempt:
                    assert page.evaluate(WHOLE, "nav.pages a"), (path, size)
        here = page.locator("header [aria-current=page]")
        expect(here).to_have_attribute("href", path)
        expect(here).to_have_count(1)
        expect(here).to_be_visible(visible=path in HOSTS)


@pytest.mark.parametrize("scene", ["empty", *IN_OTHER_LANGUAGES.values()])
def test_on_a_phone_the_way_to_every_page_is_one_row(hall: Hall, scene: str) -> None:
    """In German it took two."""
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", scene)
    for attempt in attempts(page):
        with attempt:
            tops = [round(link.bounding_box()["y"]) for link in page.locator("top-bar .pages a").all()]  # type: ignore[index]
            assert len(tops) == 6
            assert len(set(tops)) == 1


def test_a_tap_leads_from_page_to_page(hall: Hall) -> None:
    page = hall.open("/deck-help")
    for path, name in NAMES.items():
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name, exact=True).click()
        page.wait_for_url(hall.address + path)


def test_a_question_mark_opens_the_list_of_keys_everywhere(hall: Hall) -> None:
    for path in [*HOSTS, *FURTHER]:
        page = hall.open(path)
        expect(page.get_by_role("banner")).to_be_visible()
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keys")
        expect(dialog).to_contain_text("Confirm")
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "title", "fool", "tap"),
    [
        ("en", "Words and help", "It counts as 0; as your own Significator it is worth 22.", "tap the card"),
        (
            "de",
            "Wörter und Hilfe",
            "Er zählt als 0; als dein eigener Signifikator ist er 22 wert.",
            "Tippt im Bild",
        ),
        (
            "fr",
            "Mots et aide",
            "Il compte pour 0 ; s’il est votre propre Significateur, il vaut 22.",
            "touchez",
        ),
    ],
)
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_words_and_help_are_a_key_a_menu_and_a_phone_away(
    hall: Hall, language: str, title: str, fool: str, tap: str, size: ViewportSize
) -> None:
    page = hall.open("/")
    page.set_viewport_size(size)
    hall.show("empty", language=language)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(title, exact=True).click()
    expect(dialog.locator("words-help dt")).to_have_count(10)
    expect(dialog.locator("words-help li")).to_have_count(4)
    expect(dialog.get_by_text(fool)).to_be_visible()
    assert page.evaluate(TOO_WIDE) <= 0
    page.keyboard.press("Escape")
    page.locator("top-bar .menu summary").click()
    page.get_by_role("link", name=title).click()
    page.wait_for_url(hall.address + "/support#words")
    expect(page.locator("main li").filter(has_text=tap)).to_be_visible()
    assert page.evaluate(TOO_WIDE) <= 0


def test_a_player_finds_words_and_help_on_the_phone(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/phone", "critical")
    page.get_by_role("button", name="Just watching").click()
    page.get_by_role("button", name="Join").click()
    page.get_by_text("Words and help").click()
    expect(page.get_by_text("A failure that goes badly wrong")).to_be_visible()
    assert page.evaluate(TOO_WIDE) <= 0


def test_a_question_mark_that_is_typed_opens_nothing(hall: Hall) -> None:
    page = hall.open("/setup")
    page.get_by_label("Camera, video file or address").press("?")
    expect(page.get_by_label("Camera, video file or address")).to_have_value("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES, ids=["390", "1366", "1920"])
def test_every_page_stands_in_one_grid(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/log")
    expect(page.locator("main h1").first).to_be_visible()
    edges = page.evaluate(EDGES)
    for path in ["/sessions", "/odds", "/decks", "/setup", *FURTHER, *ASIDE]:
        hall.open(path)
        expect(page.locator("main h1").first).to_be_visible()
        for attempt in attempts(page):
            with attempt:
                assert page.evaluate(EDGES) == pytest.approx(edges, abs=0.5), path
    page = hall.open("/", "players")
    for attempt in attempts(page):
        with attempt:
            assert page.locator("main.table").evaluate(LEFT) == pytest.approx(edges["left"], abs=0.5)


def test_a_page_is_as_wide_as_a_tv(hall: Hall) -> None:
    """At 1920 some pages took two thirds of the width; a maximised window is not as high as the screen."""
    for size in (TV, TV | {"height": 950}):
        hall.page.set_viewport_size(size)
        for path in ["/log", "/sessions", "/odds", "/decks", "/setup", *FURTHER, *ASIDE]:
            page = hall.open(path)
            expect(page.locator("main h1").first).to_be_visible()
            for attempt in attempts(page):
                with attempt:
                    assert page.evaluate(EDGES)["right"] > 0.97 * size["width"], (path, size)
                    assert page.evaluate(REACH) > 0.8 * size["width"], (path, size)


REACH = """() => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const place = document.createRange(), rights = [];
    const isSolid = (each) => each.matches("img, svg") || getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)";
    const solid = [...document.querySelectorAll("main *")].filter(isSolid);
    rights.push(...solid.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().right));
    while (texts.nextNode()) {
        if (!texts.currentNode.data.trim() || !texts.currentNode.parentElement.checkVisibility()) continue;
        place.selectNodeContents(texts.currentNode);
        rights.push(place.getBoundingClientRect().right);
    }
    return Math.max(...rights);
}"""
"""How far to the right anything stands that is seen of a page."""

LEFT = "each => each.getBoundingClientRect().left + parseFloat(getComputedStyle(each).paddingLeft)"
EDGES = """() => {
    const main = document.querySelector("main"), heading = main.querySelector("h1");
    const style = getComputedStyle(main), box = main.getBoundingClientRect();
    return { left: heading.getBoundingClientRect().left, right: box.right - parseFloat(style.paddingRight),
        size: parseFloat(getComputedStyle(heading).fontSize) };
}"""


def test_figures_stand_on_the_line(hall: Hall) -> None:
    for path, scene in [
        ("/", "eight"),
        ("/", "success"),
        ("/odds", "empty"),
        ("/decks", "empty"),
        ("/log", "empty"),
    ]:
        page = hall.open(path, scene)
        expect(page.locator("main")).not_to_be_empty()
        for attempt in attempts(page):
            with attempt:
                assert page.evaluate(OLD_FIGURES) == [], path


OLD_FIGURES = """() => [...document.querySelectorAll("body *")]
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && /\\d/.test(node.data)))
    .filter((each) => !getComputedStyle(each).fontVariantNumeric.includes("lining-nums"))
    .map((each) => each.outerHTML.slice(0, 120))"""


ORNAMENTS = """() => {
    const ours = (each) => getComputedStyle(each).fontFamily.startsWith('"Grenze');
    const words = (each) => each.innerText.split(/\\s+/).filter((word) => /[\\p{L}\\d]/u.test(word)).length;
    return [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility() && ours(each)
        && !ours(each.parentElement) && words(each) > 4).map((each) => each.innerText);
}"""
"""What is set in the display face and has more than four words."""


def test_the_display_face_is_for_four_words(hall: Hall) -> None:
    page = hall.open("/")
    for scene in SCENES:
        hall.show(scene)
        for attempt in attempts(page):
            with attempt:
                assert page.evaluate(ORNAMENTS) == [], scene
    for path in ["/log", "/odds", "/decks", *SETUP, *FURTHER]:
        page = hall.open(path, "eight")
        expect(page.locator("main")).not_to_be_empty()
        for attempt in attempts(page):
            with attempt:
                assert page.evaluate(ORNAMENTS) == [], path


FACES = """() => {
    const page = document.querySelector("main").parentElement;
    const section = document.createElement("section");
    section.innerHTML = "<h3>One card fewer</h3><h3>Reasons for one more card</h3><li><h3>Ann</h3></li>";
    page.querySelector("main").append(section);
    page.update();
    const face = (each) => getComputedStyle(each).fontFamily.split(",")[0];
    return new Promise((done) => setTimeout(() => done([...section.querySelectorAll("h3")].map(face))));
}"""


def test_headings_of_one_level_in_one_panel_have_one_face(hall: Hall) -> None:
    """Of two headings over the same kind of buttons one stood in the display face, the other like text."""
    fewer, more, elsewhere = hall.open("/", "empty").evaluate(FACES)
    assert fewer == more
    assert more != elsewhere, "a name in another panel keeps its own"


SETUP = [f"/setup#{step}" for step in ("camera", "picture", "deck", "seats", "piles", "others", "connect")]


def test_a_light_card_has_an_edge_on_a_light_page(hall: Hall) -> None:
    hall.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page = hall.open("/", "players")
    for attempt in attempts(page):
        with attempt:
            edge = page.locator("seat-list img.face").first.evaluate(EDGE)
            assert edge["width"] >= 1
            assert _contrast(edge["colour"], [251, 246, 234]) >= 3


EDGE = """(face) => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(face);
    return { width: parseFloat(borderTopWidth), colour: borderTopColor.match(/[\\d.]+/g).map(Number) };
}"""


def _contrast(one: list[float], other: list[float]) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(rgb: list[float]) -> float:
    if len(rgb) > 3 and rgb[3] == 0:
        return 1.0  # Nothing is drawn.
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (each / 255 for each in rgb[:3])
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_card_on_a_sessions_cover_is_whole(hall: Hall) -> None:
    """Its lower half was cut off where a session has no picture yet."""
    page = hall.open("/sessions")
    face, place = page.locator(".cover .face").first, page.locator(".cover:has(.face)").first
    expect(face).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            card_box, cover = face.bounding_box(), place.bounding_box()
            assert card_box
            assert cover
            assert cover["y"] < card_box["y"]
            assert card_box["y"] + card_box["height"] < cover["y"] + cover["height"]


@pytest.mark.parametrize("size", SIZES, ids=["390", "1366", "1920"])
def test_a_tests_controls_move_nothing_above_them(hall: Hall, size: ViewportSize) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/", "players")
    kinds = page.locator("mode-bar .modes:visible, mode-bar .modes-short:visible")
    before = [_place(page.get_by_role("banner")), _place(kinds)]
    hall.show("success")
    for attempt in attempts(page):
        with attempt:
            assert [_place(page.get_by_role("banner")), _place(kinds)] == before
            _, top, height = _place(page.get_by_role("banner"))
            assert _place(page.get_by_label("Intensity"))[1] >= top + height


def _place(part: Locator) -> tuple[int, int, int]:
    """Left edge, upper edge and height of what stands there, in whole pixels."""
    box = part.bounding_box()
    assert box
    return round(box["x"]), round(box["y"]), round(box["height"])


def test_on_a_phone_the_tools_lie_behind_one_button(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", "players")
    tools = page.get_by_role("group", name="Picture").get_by_role("button")
    for attempt in attempts(page):
        with attempt:
            assert _visible(page) == ["Picture"]
    for attempt in attempts(page):
        with attempt:
            picture, button = page.locator("live-picture .frame").bounding_box(), tools.first.bounding_box()
            assert picture
            assert button
            assert button["x"] >= picture["x"] + picture["width"], "it covers no card"
    tools.first.click()
    for attempt in attempts(page):
        with attempt:
            assert _visible(page) == [
                "Picture",
                "Swap Host and players",
                "Rotate",
                "Mirror",
                "Hide camera view",
            ]
    with page.expect_response("**/api/command"):
        page.get_by_role("button", name="Rotate").click()


def _visible(page: Page) -> list[str]:
    return [each.inner_text() for each in page.locator(".picture-acts button:visible").all()]


@pytest.mark.parametrize("scene", ["success", "throwing", *IN_OTHER_LANGUAGES.values()])
def test_on_a_phone_the_kind_of_throw_has_its_whole_name(hall: Hall, scene: str) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", scene)
    for attempt in attempts(page):
        with attempt:
            assert (
                page.get_by_role(
                    "button", name=re.compile("Kind of throw|Art des Wurfs|Type de jet")
                ).evaluate(CUT_SHORT)
                == 0
            )


CUT_SHORT = """button => Math.max(
    ...[button, button.lastElementChild].map((each) => each.scrollWidth - each.clientWidth))"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["390", "1366"])
def test_a_deal_of_pulp_is_a_kind_of_throw_while_it_is_on(hall: Hall, size: ViewportSize) -> None:
    """On a phone it had the name of a program's field, elsewhere none."""
    hall.page.set_viewport_size(size)
    SCENES["judged"] = deal_of
    page = hall.open("/", "judged")
    chosen = page.locator("mode-bar").locator(".pick:visible, .modes [aria-pressed=true]:visible")
    expect(chosen).to_contain_text("Pulp in the Cards")
    hall.show("players")
    expect(chosen).not_to_contain_text("Pulp in the Cards")


def test_on_a_phone_a_kind_of_throw_is_two_taps(hall: Hall) -> None:
    """It was the system's own list."""
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", "players")
    page.get_by_role("button", name="Kind of throw: Clash").click()
    kinds = page.get_by_role("group", name="Kind of throw").get_by_role("button")
    expect(kinds).to_have_text(["Clash", "Test", "Opposed", "C10", "C100", "Action Round"])
    for attempt in attempts(page):
        with attempt:
            assert min(kind.bounding_box()["height"] for kind in kinds.all()) >= 44  # type: ignore[index]
    kinds.filter(has_text="Opposed").click()
    expect(kinds).to_have_count(0)
    for attempt in attempts(page):
        with attempt:
            assert hall.last() == {"name": "mode", "kind": "opposed"}


@pytest.mark.parametrize("phase", ["flipping", "reading"])
def test_on_a_phone_no_card_that_was_read_lies_under_the_keys(hall: Hall, phase: str) -> None:
    """Of eight people with two cards each the last ones did."""
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", "eight")
    seats = [each | {"cards": _two_read(each["id"])} for each in hall.stage.scene["seats"]]
    hall.show("eight", phase=phase, verdict=None, seats=seats)
    expect(page.locator("verdict-panel b")).to_have_count(16)
    for attempt in attempts(page):
        with attempt:
            bar = page.locator("act-bar").bounding_box()
            assert bar
            assert page.locator("verdict-panel").evaluate(LAST_LINE) <= bar["y"]


def _two_read(seat: str) -> list[Snapshot]:
    return [card(f"{seat}{at}", code, seat, (0.5, 0.5)) for at, code in enumerate(("p07", "m10"))]


@pytest.mark.parametrize(
    "scene",
    ["players", "host", "critical", "fumble", "tie", "success", "confirmed", *IN_OTHER_LANGUAGES.values()],
)
def test_on_a_phone_no_line_of_a_verdict_lies_under_the_keys(hall: Hall, scene: str) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", scene)
    expect(page.locator("verdict-panel .headline")).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            bar = page.locator("act-bar").bounding_box()
            assert bar
            assert bar["y"] + bar["height"] == pytest.approx(PHONE["height"], abs=1)
            assert page.locator("verdict-panel").evaluate(LAST_LINE) <= bar["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_a_fumble_beside_a_critical_ends_above_the_keys(hall: Hall, language: str) -> None:
    """Both marks, with long names: the last of the next steps lay beneath."""
    hall.page.set_viewport_size(PHONE)
    SCENES["judged"] = lambda: clash_of({"doctor": ["m00"], "well": ["s07", "m15"]}, language)
    page = hall.open("/", "judged")
    expect(page.locator("verdict-panel .mark")).to_have_count(2)
    for attempt in attempts(page):
        with attempt:
            bar = page.locator("act-bar").bounding_box()
            assert bar
            assert page.locator("verdict-panel").evaluate(LAST_LINE) <= bar["y"]


LAST_LINE = """(panel) => {
    const place = document.createRange();
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT), bottoms = [0];
    while (texts.nextNode()) {
        if (!texts.currentNode.data.trim() || !texts.currentNode.parentElement.checkVisibility()) continue;
        place.selectNodeContents(texts.currentNode);
        bottoms.push(place.getBoundingClientRect().bottom);
    }
    return Math.max(...bottoms);
}"""
