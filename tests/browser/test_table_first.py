"""The table first: a large picture with nothing on it; Share in the header; the log as a film strip; words."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from .conftest import LAPTOP, SMALL_LAPTOP, TV, Hall
from .judged_scenes import EIGHT, clash_of, round_of
from .scenes import SCENES
from .sessions import clash_cards, session
from .test_host import _sent
from .test_measures import _finds
from .waiting import attempts

pytestmark = pytest.mark.browser


def share_of_width(part: Locator) -> float:
    share: float = part.evaluate("each => each.offsetWidth / innerWidth")
    return share


@pytest.mark.parametrize("size", [LAPTOP, TV], ids=["1366", "1920"])
def test_the_picture_is_the_largest_outside_of_a_round(hall: Hall, size: ViewportSize) -> None:
    """It was 528 of 1366 pixels wide, and the half beside it empty."""
    hall.page.set_viewport_size(size)
    page = hall.open("/", "gathering")
    for scene in ("gathering", "players", "critical", "question"):
        hall.show(scene)
        for attempt in attempts(page):
            with attempt:
                assert share_of_width(page.locator("live-picture .frame")) > 0.58, scene
                assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, scene
                assert page.locator("verdict-panel").evaluate(OVER) <= 1, scene
        expect(page.locator("act-bar")).to_be_in_viewport(ratio=0.99)
    hall.show("throwing")
    for attempt in attempts(page):
        with attempt:
            assert share_of_width(page.locator("live-picture .frame")) < 0.5, (
                "in a round the people need the room"
            )


@pytest.mark.parametrize("size", [SMALL_LAPTOP, LAPTOP, TV], ids=["1280", "1366", "1920"])
def test_the_keys_are_in_one_place_for_few_and_many(hall: Hall, size: ViewportSize) -> None:
    """With more than four people, and with several clashes to tell, the layout is another."""
    hall.page.set_viewport_size(size)
    page = hall.open("/", "empty")
    before = page.locator(".act-confirm").bounding_box()
    throws = {
        "several": round_of(4),
        "eight": clash_of(EIGHT),
        "two": clash_of({"ann": ["w09"], "fiend": ["s06", "c03"]}),
    }
    for name, scene in throws.items():
        SCENES["judged"] = lambda scene=scene: scene  # type: ignore[misc]
        hall.show("judged")
        expect(page.locator("seat-list .row")).to_have_count(len(scene["seats"]))
        for attempt in attempts(page):
            with attempt:
                assert page.locator(".act-confirm").bounding_box() == before, name
                assert page.locator("seat-list ol").evaluate(OVER) <= 1, name


OVER = "panel => panel.scrollHeight - panel.clientHeight"

CUT = """fan => {
  const room = fan.getBoundingClientRect();
  const faces = [...fan.querySelectorAll(".face")].map((face) => face.getBoundingClientRect());
  const isIn = (face) => face.top >= room.top && face.bottom <= room.bottom && face.right <= room.right + 1;
  return faces.filter((face) => !isIn(face) || face.width < 20).length;
}"""


@pytest.mark.parametrize("size", [SMALL_LAPTOP, LAPTOP, TV], ids=["1280", "1366", "1920"])
@pytest.mark.parametrize("cards", [1, 4, 6])
def test_all_cards_of_a_half_are_seen_whole(hall: Hall, size: ViewportSize, cards: int) -> None:
    """Four of them stood in two rows, of which half was to be seen."""
    hall.page.set_viewport_size(size)
    page = hall.open("/", "players")
    for scene in ("players", "empty"):
        seats = clash_cards("w09", "s05")
        for seat in seats:
            first = seat["cards"][0]
            seat["cards"] = [first | {"key": f"{seat['id']}-{number}"} for number in range(cards)]
            seat["counts"] = seat["counts"] if scene == "players" else None
        hall.show(scene, seats=seats)
        expect(page.locator(".plate .face")).to_have_count(2 * cards)
        for attempt in attempts(page):
            with attempt:
                assert [fan.evaluate(CUT) for fan in page.locator(".plate .fan").all()] == [0, 0], scene


def test_nothing_lies_on_the_picture_until_a_hand_or_the_keyboard_is_there(hall: Hall) -> None:
    """The tools covered the Host's cards."""
    page = hall.open("/", "players")
    tools = page.locator(".picture-acts")
    expect(tools).to_have_css("opacity", "0")
    page.locator("live-picture").hover()
    expect(tools).to_have_css("opacity", "1")
    page.locator("act-bar").hover()
    expect(tools).to_have_css("opacity", "0")
    page.get_by_role("button", name="Rotate").focus()
    expect(tools).to_have_css("opacity", "1")


def test_share_is_one_tap_in_the_header(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.get_by_role("banner")).to_contain_text("Friday at the Orphanage")
    page.get_by_role("button", name="Share", exact=True).click()
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_role("button", name="Share this table").click()
    _sent(hall, {"name": "network", "allow": True})
    codes = {"players": "284 913", "host": "551 207"}
    hall.show("players", network={"allowed": True, "urls": ["http://192.168.178.24:8766/"], "codes": codes})
    expect(dialog.get_by_role("img", name="QR code of the page Players")).to_be_visible()
    expect(dialog).to_contain_text("192.168.178.24:8766/screen")
    _finds(page, [], "share")
    dialog.get_by_role("button", name="Sharing is on").click()
    for attempt in attempts(page):
        with attempt:
            assert hall.last() == {"name": "network", "allow": False}
            assert len(hall.stage.commands) == 2


def test_a_page_that_does_not_follow_the_table_has_no_share(hall: Hall) -> None:
    page = hall.open("/deck-help")
    expect(page.get_by_role("banner")).to_be_visible()
    expect(page.get_by_role("button", name="Share", exact=True)).to_have_count(0)


def test_the_log_is_a_film_strip_whose_frames_replay(hall: Hall) -> None:
    page = hall.open("/")
    hall.show("empty", log={"count": 7, "last": session()[:5]})
    shown = page.locator("log-strip li:visible")
    expect(shown).to_have_count(4)
    last = [entry for entry in session()[:5] if not entry["undone"]][-1]
    expect(shown.last.get_by_role("link")).to_have_attribute("href", f"/story#entry-{last['id']}")
    expect(shown.last.locator(".face")).to_be_visible()
    expect(shown.last.locator("small")).to_have_text("Throw 5, 21:15")


KINDS = {
    "clash": "the highest card wins, and its side's actions happen",
    "test": "higher than the Intensity",
    "opposed": "Everyone throws for themselves",
    "c10": "from 1 to 10",
    "c100": "from 1 to 100",
}


def test_each_kind_of_throw_is_explained_where_it_is_chosen(hall: Hall) -> None:
    page = hall.open("/")
    for kind, words in KINDS.items():
        hall.show("empty", mode={"kind": kind, "intensities": [4], "thrower": "players"})
        expect(page.locator("mode-bar .what")).to_contain_text(words)
        expect(page.locator(f"mode-bar .modes button[title*='{words[:12]}']").first).to_be_visible()
    page.keyboard.press("?")
    for words in [*KINDS.values(), "announces from slow to fast"]:
        expect(page.get_by_role("dialog", name="Keys")).to_contain_text(words)


def test_the_picture_of_the_set_up_is_first_and_whole(hall: Hall) -> None:
    page = hall.open("/setup#picture")
    expect(page.locator("live-picture .frame")).to_be_in_viewport(ratio=0.99)
    for attempt in attempts(page):
        with attempt:
            assert share_of_width(page.locator("live-picture .frame")) > 0.4
    expect(page.get_by_role("button", name="Mirror").first).to_be_in_viewport(ratio=0.99)


def test_a_verdict_that_moves_into_its_place_is_not_shrunk(hall: Hall) -> None:
    """With motion its way into place once counted as too tall, and *Critical* was 6 px high."""
    hall.page.emulate_media(reduced_motion="no-preference")
    page = hall.open("/", "empty")
    hall.show("critical")
    word = page.locator("verdict-panel .mark-critical strong")
    expect(word).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert word.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 24


WOUNDED = {"ann": ["p07", "m12", "c01"], "bill": ["c08", "s13"], "fiend": ["w06"], "ghoul": ["c02"]}


@pytest.mark.parametrize("lies", [True, False], ids=["cards", "no cards"])
@pytest.mark.parametrize("size", [SMALL_LAPTOP, LAPTOP, TV], ids=["1280", "1366", "1920"])
def test_who_is_wounded_covers_nobody(hall: Hall, size: ViewportSize, lies: bool) -> None:
    hall.page.set_viewport_size(size)
    page = hall.open("/", "empty")
    scene = clash_of(WOUNDED)
    scene["seats"][0] |= {"conditions": ["out-of-the-fight"], "lost_toughness": 5}
    if not lies:
        scene |= {"phase": "empty", "verdict": None}
        scene["seats"] = [
            {key: value for key, value in each.items() if key != "outcome"} | {"cards": [], "counts": None}
            for each in scene["seats"]
        ]
    SCENES["judged"] = lambda: scene
    hall.show("judged")
    rows = page.locator("seat-list .row")
    expect(rows).to_have_count(4)
    for attempt in attempts(page):
        with attempt:
            end = max(each["y"] + each["height"] for row in rows.all() if (each := row.bounding_box()))
            strip = page.locator("log-strip").bounding_box()
            assert strip
            assert end <= strip["y"]
            assert rows.first.locator("h3").evaluate(LINES_OF) == 1, "a name is read, not spelt"


LINES_OF = "each => Math.round(each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight))"
