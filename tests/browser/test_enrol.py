"""A deck that the program never saw is learnt on the page, card by card before the camera, and read at once."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import cv2
import pytest
from playwright.sync_api import Page, Route, expect

from models import housedeck
from vision.virtual import Throw
from webui.http.api.enrolment_answers import Enrolment, LearntDeck, LikeCards, TakenNote
from webui.i18n import card_name

from .clips import ThrowClip, record
from .conftest import PHONE, Hall, Heard
from .program import Program
from .projector import Projector, projecting
from .waiting import attempts

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SEEN_MS = 180_000


@pytest.fixture(scope="module")
def clips() -> dict[str, ThrowClip]:
    return {code: record(Throw((code,), ())) for code in ("m00", "s09")}


@pytest.fixture
def projector(clips: dict[str, ThrowClip]) -> Iterator[Projector]:
    with projecting(clips["m00"].empty) as shown:
        yield shown


def show(projector: Projector, clip: ThrowClip) -> None:
    projector.play((*clip.laid, *clip.flipped))


def test_a_deck_is_learnt_to_the_end(
    projector: Projector, clips: dict[str, ThrowClip], page: Page, tmp_path: Path
) -> None:
    with Program(projector.url, tmp_path / "data", "--deck", "english") as program:
        page.goto(f"{program.url}decks")
        page.get_by_role("link", name="Add your own deck").click()
        page.get_by_label("Name of the deck").fill("Moonless")
        page.get_by_role("button", name="Start").click()
        asked, counted = page.locator("#enrol-next"), page.locator("#enrol-count")
        expect(asked).to_have_text("Next: The Fool")
        show(projector, clips["m00"])
        expect(asked).to_have_text("Next: The Magician", timeout=SEEN_MS)
        expect(counted).to_have_text("1 of 78 cards")
        page.get_by_role("button", name="Pause").click()
        page.reload()
        expect(page.get_by_text("Cards already taken are saved, even if the program ends.")).to_be_visible()
        page.get_by_role("button", name="Resume").click()
        page.get_by_role("button", name="Another card").click()
        page.get_by_role("searchbox").fill("nine of swords")
        page.get_by_role("dialog").get_by_role("button", name="Nine of Swords").click()
        expect(asked).to_have_text("Next: Nine of Swords")
        show(projector, clips["s09"])
        expect(counted).to_have_text("2 of 78 cards", timeout=SEEN_MS)
        page.get_by_role("button", name="Finish with 2 cards").click()
        expect(page.get_by_role("heading", name="Moonless is ready.")).to_be_visible(timeout=SEEN_MS)
        pair = page.locator("enrol-result li img")
        expect(pair).to_have_count(2)
        for picture in pair.all():
            expect(picture).to_have_js_property("complete", True)
            for attempt in attempts(page):
                with attempt:
                    assert picture.evaluate("each => each.naturalHeight > 60")
        page.get_by_role("button", name="Use it now").click()
        expect(page.get_by_label("Name of the deck")).to_be_visible()
        page.goto(f"{program.url}decks")
        expect(page.get_by_role("button", name="Use Moonless")).to_have_text("On", timeout=SEEN_MS)
        assert program.state()["decks"] == ["english", "Moonless"]
        page.goto(program.url)
        projector.play(clips["m00"].empty)
        show(projector, clips["m00"])
        expect(page.locator("seat-list").get_by_role("button", name="The Fool")).to_be_visible(
            timeout=SEEN_MS
        )
        page.goto("about:blank")  # Before the program goes: the page would complain of that.


def scans(folder: Path, codes: Sequence[str]) -> Path:
    """A folder of scans as people keep them, with a back and a note among them."""
    folder.mkdir()
    for code in codes:
        assert cv2.imwrite(str(folder / f"{code}.jpg"), housedeck.faces()[code])
    (folder / "notes.txt").write_text("from the attic")
    return folder


def test_a_deck_comes_from_a_folder_a_zip_and_a_photograph(
    clips: dict[str, ThrowClip], projector: Projector, page: Page, heard: Heard, tmp_path: Path
) -> None:
    """A file named as a card is it, what cannot be read is said, a photograph brings the card that is asked for."""
    folder = scans(tmp_path / "attic", ["m00", "m01", "c05"])
    (folder / "m02.jpg").write_bytes(b"half a pic")
    packed = tmp_path / "rest.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(scans(tmp_path / "more", ["p12"]) / "p12.jpg", "rest/p12.jpg")
        archive.writestr("__MACOSX/rest/._p12.jpg", b"nothing")
    photograph = tmp_path / "IMG_7701.jpg"
    heard.expected.append("422")
    photograph.write_bytes(clips["s09"].flipped[-1])
    with Program(projector.url, tmp_path / "data", "--deck", "english") as program:
        page.goto(f"{program.url}decks/new")
        page.get_by_label("Name of the deck").fill("Attic")
        page.get_by_label("Choose a folder").set_input_files(folder)
        counted = page.locator("#enrol-count")
        expect(counted).to_have_text("3 of 78 cards", timeout=SEEN_MS)
        refused = page.get_by_role("status").filter(has_text="m02.jpg is no picture that can be read")
        expect(refused).to_be_visible(timeout=SEEN_MS)
        page.get_by_label("Choose pictures or a zip", exact=False).set_input_files(packed)
        expect(counted).to_have_text("4 of 78 cards", timeout=SEEN_MS)
        expect(page.locator("#enrol-next")).to_have_text("Next: The High Priestess")
        page.get_by_label("Choose pictures or a zip", exact=False).set_input_files(photograph)
        expect(counted).to_have_text("5 of 78 cards", timeout=SEEN_MS)
        shown = page.get_by_role("img", name="The High Priestess")
        expect(shown).to_have_js_property("complete", True)
        for attempt in attempts(page):
            with attempt:
                assert shown.evaluate("each => each.naturalHeight > 60")
        page.goto("about:blank")


class Hand:
    """Drops folders on the page and holds back what the page sends, picture by picture."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.held = hall, list[Route]()
        hall.page.route("**/api/enrolment/pictures?*", lambda route: self.held.append(route))
        self.page = hall.open("/decks/new")

    def drop(self, folder: Path) -> None:
        target = self.page.locator("enrol-pictures section")
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        data = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
        protocol = self.page.context.new_cdp_session(self.page)
        for act in ("dragEnter", "dragOver", "drop"):
            protocol.send("Input.dispatchDragEvent", {"type": act, "data": data, **at})

    def let_through(self, files: Sequence[str]) -> None:
        """Answer one picture after the other; the bar tells how many there are and how many are done."""
        bar = self.page.locator("enrol-pictures progress")
        for number, file in enumerate(files):
            for attempt in attempts(self.page):
                with attempt:
                    assert len(self.held) == number + 1
            route = self.held[number]
            assert parse_qs(urlsplit(route.request.url).query)["file"] == [file]
            expect(self.page.locator("#pictures-count")).to_have_text(f"{number} of {len(files)} pictures")
            expect(bar).to_have_js_property("max", len(files))
            expect(bar).to_have_js_property("value", number)
            route.fulfill(json=self.hall.stage.enrolment.model_dump())
        expect(self.page.get_by_label("Choose a folder")).to_be_attached()
        expect(bar).to_have_count(0)
        assert len(self.held) == len(files)


def test_a_folder_that_is_dropped_is_taken_with_all_that_lies_below_it(hall: Hall, tmp_path: Path) -> None:
    folder = scans(tmp_path / "attic", ["m00"])
    scans(folder / "minor", ["c05", "w02"])
    hand = Hand(hall)
    hand.drop(folder)
    hand.let_through(["attic/m00.jpg", "attic/minor/c05.jpg", "attic/minor/w02.jpg"])


@pytest.mark.parametrize("about", [True, False], ids=["whole", "without deck.toml"])
def test_of_a_deck_that_is_laid_out_as_such_only_the_cards_are_taken(
    hall: Hall, tmp_path: Path, about: bool
) -> None:
    deck = tmp_path / "aquatic"
    cards = ["h750/major_arcana/00.png", "h750/minor_arcana/cups/five.png", "h2400/major_arcana/01.png"]
    beside = [
        "card_backs/classic.png",
        "ansi32/major_arcana/00.ans",
        "masks/major_arcana/00.png",
        "h2400/major_arcana/00.png",
        "h750/IMG_2041.jpg",
    ]
    for file in [*cards, *beside]:
        (deck / file).parent.mkdir(parents=True, exist_ok=True)
        (deck / file).write_bytes(bytes(cv2.imencode(".png", housedeck.faces()["m00"])[1]))
    if about:
        (deck / "deck.toml").write_text('[deck]\nname = "Aquatic"\n')
    hand = Hand(hall)
    hand.drop(deck)
    hand.let_through([f"aquatic/{file}" for file in (["deck.toml"] * about + cards)])
    said = hand.page.locator("enrol-pictures .left-out")
    places = "ansi32, card_backs, h2400/major_arcana/00.png, h750/IMG_2041.jpg, ..."
    expect(said).to_have_text(f"aquatic: 5 files are no cards and were left out ({places}).")


def test_a_deck_that_says_its_name_need_not_be_given_one(hall: Hall, tmp_path: Path) -> None:
    begun: list[object] = []
    half_learnt = hall.stage.enrolment
    hall.stage.enrolment = Enrolment()

    def begin(route: Route) -> None:
        if route.request.method == "POST":
            begun.append(route.request.post_data_json)
            hall.stage.enrolment = half_learnt
        route.fulfill(json=hall.stage.enrolment.model_dump())

    hall.page.route("**/api/enrolment", begin)
    deck = scans(tmp_path / "aquatic", []) / "h750" / "major_arcana"
    deck.mkdir(parents=True)
    cv2.imwrite(str(deck / "00.png"), housedeck.faces()["m00"])
    (tmp_path / "aquatic" / "deck.toml").write_text('[deck]\nname = "Aquatic"\n')
    hand = Hand(hall)
    expect(hand.page.get_by_label("Name of the deck")).to_have_value("")
    hand.drop(tmp_path / "aquatic")
    hand.let_through(["aquatic/deck.toml", "aquatic/h750/major_arcana/00.png"])
    assert begun == [
        {"do": "start", "name": "Aquatic", "cards": "tarot", "order": "rws"},
        {"do": "pause"},
    ]


@pytest.mark.parametrize("hint", ["known", "part", "back", "small"])
def test_what_keeps_a_card_from_being_taken_is_said(hall: Hall, hint: str) -> None:
    hall.stage.enrolment = Enrolment(**{**hall.stage.enrolment.model_dump(), "hint": hint, "likest": "m01"})
    page = hall.open("/decks/new")
    said = page.get_by_role("status").filter(
        has_text={"known": "That is The Magician", "part": "a part", "back": "a back", "small": "too small"}[
            hint
        ]
    )
    expect(said).to_be_visible()
    insists = page.get_by_role("button", name="This is a new card")
    expect(insists).to_have_count(int(hint != "small"))


ALIKE = (("s09", "s10"), ("m00", "m21"), ("c02", "c03"), ("w07", "w08"), ("p11", "p12"))
"""Pairs that a deck would confuse, and one that it would not."""


@pytest.mark.parametrize("width", [390, 1366, 1920])
def test_every_pair_that_would_be_confused_is_shown_side_by_side(hall: Hall, width: int) -> None:
    pairs = [
        LikeCards(first=one, second=other, likeness=0.9, confused=(one, other) != ALIKE[-1])
        for one, other in ALIKE
    ]
    result = LearntDeck(deck="Aquatic", cards=78, unrecognised=[], closest=pairs)
    told = hall.stage.enrolment.model_dump() | {"next_card": None, "result": result.model_dump()}
    hall.stage.enrolment = Enrolment(**told)
    hall.page.set_viewport_size({"width": width, "height": 900})
    page = hall.open("/decks/new")
    expect(page.get_by_text("The cards of these 4 pairs may be confused:")).to_be_visible()
    shown = page.locator("enrol-result .alike li")
    expect(shown).to_have_count(4)
    for pair, codes in zip(shown.all(), ALIKE, strict=False):
        pair.scroll_into_view_if_needed()
        expect(pair.locator("figcaption")).to_have_text([card_name(code) for code in codes])
        for attempt in attempts(page):
            with attempt:
                assert pair.locator("img").evaluate_all("all => all.every(each => each.naturalHeight > 60)")
        left, right = (picture.bounding_box() for picture in pair.locator("img").all())
        assert left
        assert right
        assert left["x"] + left["width"] <= right["x"]
        assert left["y"] == pytest.approx(right["y"], abs=1)
        assert left["height"] > 100
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_fits_a_phone(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/decks/new")
    expect(page.locator("#enrol-count")).to_have_text("5 of 78 cards")
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            for button in page.locator("main button:visible").all():
                box = button.bounding_box()
                assert box
                assert min(box["width"], box["height"]) >= 44


def test_a_picture_is_put_under_its_own_card(hall: Hall) -> None:
    sent: list[object] = []

    def take(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data_json)
        route.fulfill(json=hall.stage.enrolment.model_dump())

    hall.page.route("**/api/enrolment", take)
    page = hall.open("/decks/new")
    page.get_by_role("button", name="Change what The Magician is").click()
    asked = page.get_by_role("dialog")
    expect(asked.get_by_role("heading", name="Which card does the picture show?")).to_be_visible()
    asked.get_by_role("searchbox").fill("the fool")
    with page.expect_response(lambda response: response.request.method == "POST"):
        asked.get_by_role("button", name="The Fool").click()
    assert sent == [{"do": "rename", "code": "m01", "to": "m00"}]


def test_what_was_guessed_about_files_is_listed_with_a_way_to_correct_it(hall: Hall) -> None:
    notes = [
        TakenNote(file="01.jpg", cards=["m00"], why="name"),
        TakenNote(file="m01.jpg", cards=["m01"], why="turned"),
        TakenNote(file="IMG_1.jpg", cards=["m02", "m03"], why="photograph"),
        TakenNote(file="m04.jpg", cards=["m04"], why="cut"),
    ]
    hall.stage.enrolment = Enrolment(
        **{**hall.stage.enrolment.model_dump(), "notes": [note.model_dump() for note in notes]}
    )
    sent: list[object] = []

    def take(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data_json)
        route.fulfill(json=hall.stage.enrolment.model_dump())

    hall.page.route("**/api/enrolment", take)
    page = hall.open("/decks/new")
    listed = page.get_by_role("region", name="Please check these").get_by_role("listitem")
    expect(listed.locator("span")).to_have_text(
        [
            "01.jpg: taken as The Fool",
            "m01.jpg: The Magician was on its side and has been turned upright. Is it upside down now?",
            "IMG_1.jpg: taken as The High Priestess, The Empress, row by row",
            "m04.jpg: The Emperor was cut out of the picture",
        ]
    )
    expect(listed.get_by_role("button")).to_have_count(3)
    with page.expect_response(lambda response: response.request.method == "POST"):
        listed.get_by_role("button", name="Rotate The Magician").click()
    listed.get_by_role("button", name="Change what The Fool is").click()
    asked = page.get_by_role("dialog")
    asked.get_by_role("searchbox").fill("the sun")
    with page.expect_response(lambda response: response.request.method == "POST"):
        asked.get_by_role("button", name="The Sun").click()
    assert sent == [{"do": "turn", "code": "m01"}, {"do": "rename", "code": "m00", "to": "m19"}]


def test_of_two_cards_that_look_alike_the_one_that_was_taken_is_shown(hall: Hall) -> None:
    more = {"hint": "known", "likest": "m01"}
    hall.stage.enrolment = Enrolment(**{**hall.stage.enrolment.model_dump(), **more})
    page = hall.open("/decks/new")
    taken = page.get_by_role("figure", name="The Magician")
    expect(taken).to_be_visible()


def test_it_says_why_it_asks_for_a_card_again(hall: Hall) -> None:
    hall.stage.enrolment = Enrolment(**{**hall.stage.enrolment.model_dump(), "again": True})
    page = hall.open("/decks/new")
    expect(page.get_by_text("Its first picture showed only a part: lay it again.")).to_be_visible()
