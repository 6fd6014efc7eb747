"""The Host's hand: one key, one tap, and the command that it sends."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .conftest import Hall
from .waiting import attempts

pytestmark = pytest.mark.browser

KEYS = [
    # key, command
    ("Space", {"name": "confirm"}),
    ("u", {"name": "undo"}),
    ("n", {"name": "new-throw"}),
    ("j", {"name": "judge-now"}),
    ("p", {"name": "pause", "on": True}),
]


@pytest.mark.parametrize(("key", "command"), KEYS, ids=[key for key, _ in KEYS])
def test_one_key_each(hall: Hall, key: str, command: dict[str, object]) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    with page.expect_response("**/api/command"):
        page.keyboard.press(key)
    _sent(hall, command)


def test_a_command_carries_the_version_that_was_seen(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    with page.expect_response("**/api/command"):
        page.get_by_role("button", name="Confirm").click()
    assert hall.stage.commands[-1]["version"] == hall.stage.scene["version"]


def test_quick_taps_build_on_one_another(hall: Hall) -> None:
    page = hall.open("/", "players")
    hall.stage.answer = (200, {"version": 50})
    page.evaluate("""import("/static/lib/stream.js").then(({ table }) => Promise.all(
        [table.command("view", { mirror: true }), table.command("view", { swap: true })]))""")
    versions = [command["version"] for command in hall.stage.commands]
    assert versions == [hall.stage.scene["version"], 50]


def test_after_a_tap_the_space_bar_confirms_again(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.get_by_role("button", name="New throw").click()
    with page.expect_response("**/api/command"):
        page.keyboard.press("Space")
    _sent(hall, {"name": "confirm"})


def test_after_a_tap_on_a_number_the_space_bar_confirms_again(hall: Hall) -> None:
    page = hall.open("/", "over")
    page.get_by_role("group", name="Cards of The Fiend").get_by_role("button", name="One more").click()
    with page.expect_response("**/api/command"):
        page.keyboard.press("Space")
    _sent(hall, {"name": "confirm"})


def test_no_key_works_while_somebody_types(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    page.keyboard.press("c")
    page.get_by_role("dialog").get_by_role("button", name="Nine of Wands").click()
    page.get_by_role("searchbox").press_sequentially("jun p")
    expect(page.get_by_text("No card has that name or number.")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    _nothing_sent(hall)


CLOSED_AND_PRESSED = """(dialog) => {
    const field = document.activeElement;
    dialog.close();
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    return field.localName;
}"""
"""Before the browser's next frame a key still goes to the field that has gone."""


def test_a_key_works_at_once_when_a_dialog_has_closed(hall: Hall) -> None:
    page = hall.open("/", "players")
    _card(page).click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    with page.expect_response("**/api/command"):
        assert page.get_by_role("dialog").evaluate(CLOSED_AND_PRESSED) == "input"
    _sent(hall, {"name": "new-throw"})


def test_without_a_verdict_there_is_nothing_to_confirm(hall: Hall) -> None:
    page = hall.open("/", "gathering")
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    page.keyboard.press("Space")
    page.keyboard.press("n")
    _sent(hall, {"name": "new-throw"})


def test_a_card_is_corrected_by_its_name(hall: Hall) -> None:
    page = hall.open("/", "players")
    _card(page).click()
    page.get_by_role("searchbox").fill("hiero")
    expect(page.get_by_role("dialog").get_by_role("button", name="The Hierophant")).to_be_visible()
    page.get_by_role("searchbox").press("Enter")
    _sent(hall, {"name": "correct", "key": "t1", "card": "m05"})


def test_a_card_is_corrected_by_its_number(hall: Hall) -> None:
    page = hall.open("/", "players")
    _card(page).press("Enter")
    page.get_by_role("searchbox").fill("15")
    page.get_by_role("dialog").get_by_role("button", name="The Devil").click()
    _sent(hall, {"name": "correct", "key": "t1", "card": "m15"})


@pytest.mark.parametrize(("answer", "card"), [("Face down", "down"), ("Not a card", None)])
def test_what_lies_there_may_be_no_card(hall: Hall, answer: str, card: str | None) -> None:
    page = hall.open("/", "players")
    _card(page).click()
    page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()
    _sent(hall, {"name": "correct", "key": "t1", "card": card})


def test_a_card_is_dragged_to_another_seat(hall: Hall) -> None:
    page = hall.open("/", "players")
    card = _card(page).bounding_box()
    board = page.locator(".taps").bounding_box()
    assert card
    assert board
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.mouse.down()
    page.mouse.move(board["x"] + board["width"] * 0.8, board["y"] + board["height"] * 0.2, steps=5)
    page.mouse.up()
    _sent(hall, {"name": "assign", "key": "t1", "seat": "host"})


def test_a_significator_is_held_in_two_taps(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.get_by_role("button", name="Significators of Players").click()
    page.get_by_role("button", name="The Hierophant", exact=True).click()
    _sent(hall, {"name": "significators", "seat": "players", "cards": ["m05"]})


def test_the_card_that_lies_there_becomes_a_significator(hall: Hall) -> None:
    page = hall.open("/", "players")
    page.get_by_role("button", name="Significators of Players").click()
    page.get_by_role("group", name="On the table now").get_by_role("button", name="Three of Cups").click()
    _sent(hall, {"name": "significators", "seat": "players", "cards": ["c03"]})


def test_a_test_has_its_intensity_on_a_slider(hall: Hall) -> None:
    page = hall.open("/", "success")
    page.get_by_label("Intensity").press("ArrowRight")
    _sent(hall, {"name": "mode", "intensities": [5]})


def test_a_test_changes_its_thrower_by_a_tap(hall: Hall) -> None:
    page = hall.open("/", "success")
    page.get_by_title("Who throws").click()
    _sent(hall, {"name": "mode", "thrower": "host"})


def test_the_kind_of_throw_is_one_tap(hall: Hall) -> None:
    page = hall.open("/", "empty")
    page.get_by_role("button", name="C100").click()
    _sent(hall, {"name": "mode", "kind": "c100"})


VIEWS = [
    # button, command
    ("Swap Host and players", {"name": "view", "swap": True}),
    ("Rotate", {"name": "view", "turn": 90}),
    ("Mirror", {"name": "view", "mirror": True}),
]


@pytest.mark.parametrize(("button", "command"), VIEWS, ids=[button for button, _ in VIEWS])
def test_the_view_is_one_tap(hall: Hall, button: str, command: dict[str, object]) -> None:
    hall.open("/", "empty").get_by_role("button", name=button).click()
    _sent(hall, command)


def test_a_choice_is_answered_by_a_name(hall: Hall) -> None:
    hall.open("/", "choice").get_by_role("button", name="Bill", exact=True).click()
    _sent(hall, {"name": "choose", "side": "players", "seat": "bill"})


def test_a_question_is_answered_by_its_likeliest_card(hall: Hall) -> None:
    hall.open("/", "question").locator("question-panel").get_by_role("button", name="Eight of Wands").click()
    _sent(hall, {"name": "correct", "key": "t2", "card": "w08"})


def test_a_question_is_answered_by_the_order_of_an_option(hall: Hall) -> None:
    hall.open("/", "question").get_by_role("button", name="Not a card").click()
    _sent(hall, {"name": "correct", "key": "t2", "card": None})


def test_the_reasons_unfold_and_stay_open(hall: Hall) -> None:
    page = hall.open("/", "critical")
    page.get_by_text("Why?").click()
    expect(page.locator(".why .sum")).to_contain_text("9 Nine of Wands")
    expect(page.locator(".why .ruling")).not_to_be_visible()
    page.get_by_text("The rule", exact=True).click()
    expect(page.locator(".why .ruling")).to_have_text("Our reading, because the rules do not say:")
    hall.show("critical")
    expect(page.locator(".why .ruling")).to_be_visible()


def test_everything_can_be_reached_by_keyboard(hall: Hall) -> None:
    page = hall.open("/", "players")
    expect(page.locator(".headline")).to_be_visible()
    reached = {_tab(page) for _ in range(40)}
    for name in ("Confirm", "Undo", "Why?", "Swap Host and players", "Nine of Wands, Players. Correct"):
        assert any(name in text for text in reached), name


def _card(page: Page) -> Locator:
    """The place to tap on the live picture; the seat beside it has a button of the same name."""
    return page.locator("live-picture").get_by_role("button", name="Nine of Wands, Players. Correct")


def _tab(page: Page) -> str:
    page.keyboard.press("Tab")
    return str(
        page.evaluate(
            "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent || ''"
        )
    )


def _sent(hall: Hall, command: dict[str, object]) -> None:
    """Waits until the stage has heard of the command."""
    for attempt in attempts(hall.page):
        with attempt:
            assert hall.last() == command


def _nothing_sent(hall: Hall) -> None:
    """The first that the stage hears is what the page sends now: orders come one after another."""
    expect(hall.page.get_by_role("dialog")).to_have_count(0)
    hall.page.keyboard.press("n")
    _sent(hall, {"name": "new-throw"})
    assert len(hall.stage.commands) == 1


TWO_SPACES = """() => [1, 2].forEach(() =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true })))"""
"""A double tap on the space bar, in one breath however slow the machine is."""


CAME = """picture => {
    window.came = new Promise((done) => {
        for (const each of ["load", "error"]) picture.addEventListener(each, () => done(each));
    });
}"""
"""Lets a test wait until the page knows whether there is a picture."""


@pytest.mark.parametrize("there", [True, False])
def test_a_cards_picture_stands_there_once_it_has_come(hall: Hall, there: bool) -> None:
    """A card that has just gone has none, and leaves no empty frame behind."""
    asked: list[Route] = []
    hall.page.route("**/crop/*", lambda route: asked.append(route))
    page = hall.open("/", "question")
    picture = page.locator("question-panel img.asked")
    expect(picture).to_have_js_property("hidden", True)
    picture.evaluate(CAME)
    for attempt in attempts(page):
        with attempt:
            assert asked
    asked[0].continue_() if there else asked[0].fulfill(status=204)
    page.evaluate("window.came")
    expect(picture).to_have_js_property("hidden", not there)
    expect(picture).to_be_visible(visible=there)


def test_a_key_that_the_big_key_doubles_hides_and_leaves_the_others_in_place(hall: Hall) -> None:
    page = hall.open("/", "players")
    judge = page.get_by_role("button", name="Resolve now")
    expect(page.get_by_role("button", name="New throw")).to_have_count(1)
    before = judge.bounding_box()
    hall.show("players", main_key={"text": "New throw", "command": {"name": "new-throw"}})
    expect(page.locator(".act-confirm")).to_contain_text("New throw")
    expect(page.get_by_role("button", name="New throw")).to_have_count(1)
    assert judge.bounding_box() == before
    page.keyboard.press("n")
    _sent(hall, {"name": "new-throw"})
