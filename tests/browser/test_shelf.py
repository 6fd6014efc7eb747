"""The decks that can be read, on the page of the real program: a friend's file comes, is used, renamed and goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.webui.cli.running_table import Table
from tests.webui.cli.test_deck_files import own
from vision.recognition.gallery_file import load_gallery, save_gallery

from .conftest import PHONE, Hall, Heard
from .test_host import _sent
from .waiting import attempts

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path / "data")
    with made.running:
        yield made


def row(page: Page, name: str) -> Locator:
    return page.locator("deck-shelf").get_by_role("listitem").filter(has_text=name)


def test_a_friends_deck_is_taken_in_used_renamed_and_deleted(
    table: Table, page: Page, tmp_path: Path
) -> None:
    save_gallery(own(deck="Moons"), tmp_path / "Moons.npz")
    page.goto(f"{table.running.url}decks")
    page.get_by_label("Import a deck file").set_input_files(tmp_path / "Moons.npz")
    expect(row(page, "Moons")).to_contain_text("2 cards, your own")
    page.get_by_role("button", name="Use Moons").click()
    expect(page.get_by_role("button", name="Use Moons")).to_have_text("On")
    assert "Moons" in table.wait_until(lambda state: "Moons" in state["decks"])["known_decks"]
    expect(page.get_by_role("button", name="Delete Moons")).to_be_disabled()
    page.get_by_role("button", name="Use Moons").click()
    page.get_by_role("button", name="Rename Moons").click()
    page.get_by_label("New name").fill("Doctor Wilhelmina Harker-Szymborska")
    page.get_by_role("button", name="Save", exact=True).click()
    mine = row(page, "Doctor Wilhelmina")
    expect(mine).to_be_visible()
    with page.expect_download() as saved:
        mine.get_by_role("link").click()
    assert load_gallery(saved.value.path()).deck == "Doctor Wilhelmina Harker-Szymborska"
    mine.get_by_role("button", name="Delete").click()
    mine.get_by_role("button", name="Yes, delete").click()
    expect(mine).to_have_count(0)
    assert list((tmp_path / "data" / "decks").iterdir()) == []


def test_a_foreign_file_is_refused_in_one_line(
    table: Table, page: Page, heard: Heard, tmp_path: Path
) -> None:
    heard.expected.append("422")
    (tmp_path / "foreign.npz").write_bytes(b"a song")
    page.goto(f"{table.running.url}decks")
    page.get_by_label("Import a deck file").set_input_files(tmp_path / "foreign.npz")
    expect(page.get_by_role("status").filter(has_text="cut short or damaged")).to_be_visible()
    expect(page.locator("deck-shelf").get_by_role("listitem")).to_have_count(3)
    assert not (tmp_path / "data" / "decks").exists()


DRAWN = """use => {
    const { x, y, width, height } = use.getBoundingClientRect();
    use.style.pointerEvents = "auto";
    const steps = [...Array(20).keys()].map((step) => step / 20);
    const points = steps.flatMap((across) => steps.map((down) => [x + width * across, y + height * down]));
    const drawn = points.find((point) => document.elementFromPoint(...point) === use);
    use.style.pointerEvents = "";
    return drawn;
}"""
"""A point of the page where a sign has ink."""


def test_a_press_on_a_sign_that_is_drawn_anew_meanwhile_is_no_lost_press(hall: Hall) -> None:
    page = hall.open("/decks")
    hall.show("empty", known_decks=["house", "Doctor Wilhelmina Harker-Szymborska"])
    sign = row(page, "Doctor Wilhelmina").get_by_role("button", name="Delete").locator("use")
    sign.scroll_into_view_if_needed()
    page.mouse.move(*sign.evaluate(DRAWN))
    page.mouse.down()
    sign.evaluate("use => use.setAttribute('href', use.getAttribute('href').replace('#', '?anew#'))")
    page.wait_for_timeout(200)
    page.mouse.up()
    expect(page.get_by_role("button", name="Yes, delete")).to_be_visible()


def test_one_deck_stays_switched_on(hall: Hall) -> None:
    page = hall.open("/decks")
    expect(page.get_by_role("button", name="Use Rider-Waite-Smith")).to_have_text("Off")
    page.get_by_role("button", name="Use House deck").click()
    expect(page.get_by_role("status").filter(has_text="One deck has to stay on.")).to_be_visible()
    page.get_by_role("button", name="Use Rider-Waite-Smith").click()
    _sent(hall, {"name": "decks", "names": ["house", "rws"]})


def test_it_is_said_how_many_copies_of_a_deck_lie_there(hall: Hall) -> None:
    page = hall.open("/decks")
    choice = page.get_by_label("Copies of House deck")
    expect(choice).to_have_value("1")
    expect(page.get_by_label("How many copies of Rider")).to_have_count(0)
    choice.select_option("2")
    _sent(hall, {"name": "copies", "deck": "house", "copies": 2})
    hall.show("empty", copies={"house": 2})
    expect(choice).to_have_value("2")


def test_the_shelf_fits_a_phone_with_long_names(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/decks")
    hall.show("empty", known_decks=["house", "Doctor Wilhelmina Harker-Szymborska"])
    expect(row(page, "Doctor Wilhelmina")).to_be_visible()
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            for button in page.locator("deck-shelf button, deck-shelf .button, deck-shelf select").all():
                box = button.bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 44


def test_a_deck_that_is_not_switched_on_is_used_with_one_tap(hall: Hall) -> None:
    page = hall.open("/")
    hall.show("players", known_decks=["house", "rws", "Aquatic"], deck_seen="Aquatic")
    asked = page.get_by_role("status").filter(has_text="This looks like your deck Aquatic. Use it?")
    asked.get_by_role("button", name="Use it").click()
    _sent(hall, {"name": "decks", "names": ["house", "Aquatic"]})
    asked.get_by_role("button", name="Not now").click()
    expect(asked).to_have_count(0)
    hall.show("players", known_decks=["house", "rws", "Aquatic"], deck_seen="rws")
    expect(page.get_by_text("This looks like your deck Rider-Waite-Smith. Use it?")).to_be_visible()


def test_a_deck_of_ours_is_printed_in_the_sizes_that_are_chosen(hall: Hall) -> None:
    page = hall.open("/decks")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/print/**", lambda route: route.fulfill(status=204))
    form = page.get_by_role("form", name="Print our deck")
    form.get_by_label("Deck").select_option(label="Playing cards, English pattern")
    form.get_by_label("Paper").select_option(label="US Letter")
    form.get_by_label("Size of a card").select_option(label="Poker, 63.5 x 88.9 mm")
    form.get_by_role("button", name="The deck as a PDF").click()
    form.get_by_role("button", name="Test sheet").click()
    words = "?deck=english&paper=letter&size=poker"
    for attempt in attempts(page):
        with attempt:
            assert [url.split("/print/")[1] for url in asked if "/print/" in url] == [
                f"deck.pdf{words}",
                f"test-sheet.pdf{words}",
            ]
