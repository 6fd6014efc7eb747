"""The set-up: every step one look, one drag or one tap."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import ViewportSize, expect

from .builders import source
from .conftest import LAPTOP, TV, Hall, drag
from .test_host import _sent
from .waiting import attempts

pytestmark = pytest.mark.browser


def test_a_first_session_is_invited_to_three_cards(hall: Hall) -> None:
    page = hall.open("/")
    hall.show("empty", wizard=True)
    expect(page.locator("verdict-panel").get_by_role("link", name="Three cards to begin")).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    _sent(hall, {"name": "wizard-done"})


def test_a_camera_is_chosen_by_its_picture(hall: Hall) -> None:
    page = hall.open("/setup")
    expect(page.get_by_role("button", name="Integrated Camera").locator("img")).to_be_visible()
    page.get_by_role("button", name="The virtual table").click()
    _sent(hall, {"name": "source", "spec": "demo"})


def test_an_address_is_typed(hall: Hall) -> None:
    page = hall.open("/setup")
    page.get_by_label("Camera, video file or address").fill("rtsp://10.0.0.7/live")
    page.get_by_role("button", name="Use this").click()
    _sent(hall, {"name": "source", "spec": "rtsp://10.0.0.7/live"})
    expect(page.get_by_label("Camera, video file or address")).to_have_value("")  # It may hold a password.


def _trying(**changes: object) -> dict[str, object]:
    return {"kind": "url", "name": "http://127.0.0.1:9/video", "state": "starting", "message": None} | changes


REFUSED = {
    "code": "unreached",
    "text": "http://127.0.0.1:9/video: cannot be reached (refused); open it to see",
}


@pytest.mark.parametrize(
    ("language", "first", "then", "keep"),
    [
        (
            "en",
            "Waiting for a picture from 127.0.0.1:9...",
            "No answer from 127.0.0.1:9. Trying again...",
            "Cancel",
        ),
        ("de", "Warte auf ein Bild von 127.0.0.1:9", "Keine Antwort von 127.0.0.1:9.", "Abbrechen"),
    ],
)
def test_an_address_that_nobody_answers_is_told_beside_the_field(
    hall: Hall, language: str, first: str, then: str, keep: str
) -> None:
    page = hall.open("/setup")
    hall.show("empty", language=language, source=source(trying=_trying()))
    said = page.locator(".address [role=status]")
    expect(said).to_contain_text(first)
    hall.show("empty", language=language, source=source(trying=_trying(state="none", message=REFUSED)))
    expect(said).to_contain_text(then)
    said.get_by_role("button", name=keep).click()
    _sent(hall, {"name": "source-keep"})
    hall.show("empty", language=language)
    expect(said).to_have_count(0)


def test_a_first_camera_that_does_not_answer_is_told_there_too(hall: Hall) -> None:
    page = hall.open("/setup")
    hall.show("empty", aid=None, source=source(kind="url", name="rtsp://10.0.0.7/live", state="starting"))
    said = page.locator(".address [role=status]")
    expect(said).to_contain_text("Waiting for a picture from 10.0.0.7...")
    expect(said.get_by_role("button")).to_have_count(0)


def test_no_field_of_a_command_is_named_to_a_person(hall: Hall) -> None:
    page = hall.open("/setup#seats", "eight")
    hall.heard.expected.append("422")
    hall.stage.answer = (
        422,
        {"error": "seat_name: String should have at most 80 characters", "field": "seat_name"},
    )
    page.get_by_role("button", name="Remove Bill").click()
    expect(page.locator(".notice")).to_have_text("That does not fit here. Please check your input.")
    plain = "expected a whole number from 1 to 9, not 12"
    hall.stage.answer = (422, {"error": f"steps[0].id: {plain}", "field": "steps[0].id", "plain": plain})
    page.get_by_role("button", name="Remove Ann").click()
    expect(page.locator(".notice")).to_have_text(plain)


def test_the_picture_tells_what_is_wrong_with_it(hall: Hall) -> None:
    page = hall.open("/setup#picture", "dim")
    expect(page.locator(".meter")).to_contain_text("Too dark. Bring a lamp nearer")
    hall.show("empty")
    expect(page.locator(".meter")).to_contain_text("The picture is good.")


def test_a_deck_and_a_language_are_one_tap(hall: Hall) -> None:
    page = hall.open("/setup#deck")
    page.get_by_role("button", name="Rider-Waite-Smith").click()
    _sent(hall, {"name": "decks", "names": ["house", "rws"]})
    page.get_by_role("button", name="Deutsch").click()
    _sent(hall, {"name": "language", "language": "de"})


def test_the_first_region_goes_to_who_has_none(hall: Hall) -> None:
    page = hall.open("/setup#seats")
    drag(page, (0.1, 0.6), (0.4, 0.9))
    _heard(hall)
    sent = hall.last()
    assert sent is not None
    assert (sent["name"], sent["seat"]) == ("seat-change", "players")
    assert _rounded(sent["region"]) == [[0.1, 0.6], [0.4, 0.6], [0.4, 0.9], [0.1, 0.9]]


def test_a_seat_is_moved_by_dragging_and_by_keys(hall: Hall) -> None:
    page = hall.open("/setup#seats", "eight")
    drag(page, (0.12, 0.7), (0.13, 0.6))
    _heard(hall)
    sent = hall.last()
    assert sent is not None
    assert (sent["name"], sent["seat"]) == ("seat-change", "0")
    assert _rounded(sent["region"])[0] == [0.03, 0.42]
    page.get_by_role("button", name="Bill. Arrows move it").press("ArrowUp")
    _heard(hall, 2)
    assert hall.stage.commands[-1]["seat"] == "1"


def test_all_seats_give_way_to_two_halves_with_a_way_back(hall: Hall) -> None:
    page = hall.open("/setup#seats")
    expect(page.get_by_role("button", name="Back to two halves")).to_be_disabled()
    hall.show("eight", undo="Last setting")
    page.get_by_role("button", name="Back to two halves").click()
    _sent(hall, {"name": "seats-halves"})
    notice = page.locator(".notice")
    expect(notice).to_contain_text("Two halves again.")
    notice.get_by_role("button", name="Undo").click()
    _heard(hall, 2)
    assert hall.stage.commands[-1]["name"] == "undo"
    expect(notice).to_be_hidden()


def test_what_is_removed_is_told_by_its_name_with_a_way_back(hall: Hall) -> None:
    page = hall.open("/setup#seats", "eight")
    page.get_by_role("button", name="Remove Bill").click()
    expect(page.locator(".notice")).to_have_text(re.compile(r"^Bill removed\.\s+Undo$"))
    hall.show("eight", ignored=[{"id": "i7", "region": [[0.1, 0.1], [0.3, 0.1], [0.3, 0.3]]}])
    page.get_by_role("link", name="Next: Piles").click()
    page.get_by_role("button", name="Count Pile 1 again").click()
    expect(page.locator(".notice")).to_contain_text("Pile 1 counts again.")


def test_the_way_back_is_offered_until_something_else_is_done(hall: Hall) -> None:
    """Undo would take that back instead."""
    page = hall.open("/setup#seats", "eight")
    page.get_by_role("button", name="Remove Bill").click()
    expect(page.locator(".notice")).to_contain_text("Bill removed.")
    page.get_by_role("button", name="Bill. Arrows move it").press("ArrowUp")
    _heard(hall, 2)
    expect(page.locator(".notice")).to_be_hidden()


@pytest.mark.parametrize("path", ["/setup#camera", "/setup#seats", "/decks"])
def test_undo_is_a_key_and_a_button_where_things_are_changed(hall: Hall, path: str) -> None:
    page = hall.open(path, "players")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(page.get_by_role("button", name="Undo")).to_contain_text(hall.stage.scene["undo"])
    page.keyboard.press("u")
    _sent(hall, {"name": "undo"})
    page.keyboard.press("n")  # The table's own keys do nothing here.
    hall.show("players", undo=None)
    page.keyboard.press("u")
    page.get_by_role("heading", level=1).click()
    assert len(hall.stage.commands) == 1


NEIGHBOUR = [[0.1, 0.1], [0.4, 0.1], [0.4, 0.4], [0.1, 0.4]]
OTHER = [[0.41, 0.1], [0.8, 0.1], [0.8, 0.4], [0.41, 0.4]]


def _two_areas(hall: Hall) -> None:
    hall.open("/setup#piles")
    hall.show("empty", ignored=[{"id": "i1", "region": NEIGHBOUR}, {"id": "i2", "region": OTHER}])
    expect(hall.page.locator("polygon.area")).to_have_count(2)


@pytest.mark.parametrize(
    ("start", "end", "sent"),
    [
        ((0.42, 0.42), (0.7, 0.8), {"name": "ignore-add"}),  # Beside a corner: one more is drawn.
        (
            (0.42, 0.38),
            (0.42, 0.48),
            {"name": "ignore-add", "id": "i2"},
        ),  # One's own corner, not the nearer one.
        ((0.39, 0.38), (0.39, 0.48), {"name": "ignore-add", "id": "i1"}),
        ((0.25, 0.25), (0.3, 0.3), {"name": "ignore-add", "id": "i1"}),
        ((0.8, 0.4), (0.85, 0.5), {"name": "ignore-add", "id": "i2"}),  # On the corner itself.
    ],
    ids=["beside", "own", "the other's own", "inside", "on it"],
)
def test_a_drag_near_a_neighbours_corner_leaves_the_neighbour_alone(
    hall: Hall, start: tuple[float, float], end: tuple[float, float], sent: dict[str, object]
) -> None:
    _two_areas(hall)
    drag(hall.page, start, end)
    _heard(hall)
    (command,) = hall.stage.commands
    assert {key: command[key] for key in command if key in ("name", "id")} == sent


@pytest.mark.parametrize(("corner", "to"), [((0.395, 0.395), (0.11, 0.12)), ((0.395, 0.395), (0.05, 0.05))])
def test_a_corner_is_not_pulled_until_nothing_is_left(
    hall: Hall, corner: tuple[float, float], to: tuple[float, float]
) -> None:
    _two_areas(hall)
    drag(hall.page, corner, to)
    _heard(hall)
    (command,) = hall.stage.commands
    assert command["id"] == "i1"
    xs, ys = zip(*command["region"], strict=True)
    shoelace = sum(x * b - a * y for (x, y), (a, b) in pairwise([*command["region"], command["region"][0]]))
    assert abs(shoelace) / 2 > 0.015 * max(max(xs) - min(xs), max(ys) - min(ys))


def test_a_new_seat_is_named_by_the_table(hall: Hall) -> None:
    """Two that are drawn at once would be given the same number here."""
    page = hall.open("/setup#seats", "eight")
    hall.show("eight", seats=hall.stage.scene["seats"][:3])
    drag(page, (0.1, 0.1), (0.3, 0.3))
    drag(page, (0.5, 0.1), (0.7, 0.3))
    _heard(hall, 2)
    assert [each["name"] for each in hall.stage.commands] == ["seat-add", "seat-add"]
    assert all("seat_name" not in each for each in hall.stage.commands)


def test_seats_are_found_by_one_card_each(hall: Hall) -> None:
    page = hall.open("/setup#seats", "players")
    page.get_by_role("button", name="Find seats (3 cards on the table)").click()
    _sent(hall, {"name": "seats-find"})
    hall.show("empty")
    expect(page.get_by_role("button", name="Find seats (0 cards on the table)")).to_be_disabled()


def test_a_name_and_a_side_are_kept(hall: Hall) -> None:
    page = hall.open("/setup#seats", "eight")
    page.get_by_label("Name").first.fill("Anne")
    page.get_by_label("Name").first.blur()
    _sent(hall, {"name": "seat-change", "seat": "0", "seat_name": "Anne"})
    page.locator("seat-editor").first.get_by_role("button", name="Host").click()
    _sent(hall, {"name": "seat-change", "seat": "0", "side": "host"})


def test_a_pile_is_one_drag(hall: Hall) -> None:
    page = hall.open("/setup#piles")
    drag(page, (0.7, 0.2), (0.9, 0.5))
    _heard(hall)
    sent = hall.last()
    assert sent is not None
    assert sent["name"] == "ignore-add"
    hall.show("empty", ignored=[{"id": "i1", "region": sent["region"]}])
    page.get_by_role("button", name="Count Pile 1 again").click()
    _sent(hall, {"name": "ignore-remove", "id": "i1"})


def test_guests_are_let_in_with_a_code(hall: Hall) -> None:
    page = hall.open("/setup#others")
    page.get_by_role("button", name="Share this table").click()
    _sent(hall, {"name": "network", "allow": True})
    codes = {"players": "471100", "host": "900114"}
    hall.show("empty", network={"allowed": True, "urls": ["http://10.0.0.2:8766/"], "codes": codes})
    expect(page.locator(".code")).to_have_text(["471100", "900114"])
    expect(page.locator("main")).to_contain_text("10.0.0.2:8766")


def test_the_guests_address_is_short_and_copied(hall: Hall) -> None:
    page = hall.open("/setup#others")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    network = {
        "allowed": True,
        "urls": ["http://10.0.0.2:8766/"],
        "codes": {"players": "471100", "host": "90011473"},
    }
    hall.show("empty", network=network)
    page.get_by_role("button", name="Copy 10.0.0.2:8766", exact=True).click()
    expect(page.get_by_text("Copied", exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "http://10.0.0.2:8766/"
    expect(page.locator("main")).not_to_contain_text("another program")
    hall.show("empty", network=network | {"taken": 8766})
    expect(page.locator("main")).to_contain_text("Another program uses port 8766")


def test_the_host_is_told_who_guesses_codes(hall: Hall) -> None:
    page = hall.open("/setup#others")
    network = {"allowed": True, "urls": ["http://10.0.0.2:8766/"], "codes": {"players": "471100"}}
    hall.show("empty", network=network | {"guessing": []})
    expect(page.locator("main")).not_to_contain_text("Wrong codes")
    hall.show("empty", network=network | {"guessing": ["10.0.0.7", "10.0.0.9"]})
    expect(page.locator("main")).to_contain_text("Wrong codes keep coming from 10.0.0.7, 10.0.0.9.")


def test_whoever_sits_somewhere_is_listed_with_their_seat(hall: Hall) -> None:
    page = hall.open("/setup#others", "eight")
    cleo = {"id": 3, "name": "Cleo", "address": "10.0.0.7", "role": "players", "since": "20:14"}
    devices = [cleo | {"colour": "#5f9440", "seat": "2"}]
    hall.show(
        "eight", network={"allowed": True, "urls": ["http://10.0.0.2:8766/"], "codes": {}, "devices": devices}
    )
    row = page.get_by_role("listitem").filter(has_text="Cleo")
    expect(row).to_contain_text("Cassie, 10.0.0.7, since 20:14")
    expect(row).to_have_css("border-left-color", "rgb(95, 148, 64)")


def test_devices_are_listed_and_ended_one_by_one(hall: Hall) -> None:
    page = hall.open("/setup#others")
    codes = {"players": "471100", "host": "90011473"}
    place = {"address": "10.0.0.7", "role": "players", "since": "20:14"}
    devices = [place | {"id": 3, "name": "Ann"}, place | {"id": 4, "name": ""}]
    network = {"allowed": True, "urls": ["http://10.0.0.2:8766/"], "codes": codes, "devices": devices}
    hall.show("empty", network=network)
    expect(page.locator(".devices li strong")).to_have_text(["Ann", "Device 4"])
    expect(page.locator(".devices")).to_contain_text("Players, 10.0.0.7, since 20:14")
    page.get_by_role("button", name="Disconnect Device 4").click()
    _sent(hall, {"name": "device-end", "device": 4})


def test_devices_are_listed_in_german(hall: Hall) -> None:
    page = hall.open("/setup#others", "german")
    network = {"allowed": True, "urls": ["http://10.0.0.2:8766/"], "codes": {}, "devices": []}
    hall.show("german", network=network)
    expect(page.get_by_role("heading", name="Verbundene Geräte")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Noch niemand")


def test_all_steps_can_be_skipped(hall: Hall) -> None:
    page = hall.open("/setup")
    hall.show("empty", wizard=True, act=1)
    page.get_by_role("button", name="To the table").click()
    expect(page.locator("table-page")).to_be_visible()
    _sent(hall, {"name": "wizard-done"})


def _heard(hall: Hall, number: int = 1) -> None:
    for attempt in attempts(hall.page):
        with attempt:
            assert len(hall.stage.commands) >= number


def _rounded(region: object) -> list[list[float]]:
    assert isinstance(region, list)
    return [[round(part, 2) for part in point] for point in region]


def test_what_a_camera_is_asked_for_is_shown_and_changed(hall: Hall) -> None:
    page = hall.open("/setup")
    lens = page.locator("setup-lens")
    sizes = lens.get_by_role("combobox", name="Picture size", exact=True)
    expect(sizes.locator("option:checked")).to_have_text("Automatic")
    expect(lens.get_by_role("status")).to_contain_text("1280 × 720")
    sizes.select_option("1920x1080")
    _sent(hall, {"name": "camera", "size": "1920x1080"})
    hall.show("empty", camera={"size": "1920x1080", "fps": 30, "hold": None})
    expect(sizes).to_have_value("1920x1080")
    sizes.select_option("Automatic")
    _sent(hall, {"name": "camera", "size": "largest"})
    lens.get_by_role("combobox", name="Frame rate").select_option("15")
    _sent(hall, {"name": "camera", "fps": 15})
    lens.get_by_role("button", name="Lock focus and exposure").click()
    _sent(hall, {"name": "camera", "hold": True})
    hall.show("empty", source=hall.stage.scene["source"] | {"kind": "demo"})
    expect(lens.get_by_role("button")).to_have_count(0)
    expect(lens.get_by_role("status")).to_have_count(0)


def test_of_a_phone_the_size_is_chosen_and_of_a_network_camera_what_it_gives_is_shown(hall: Hall) -> None:
    page = hall.open("/setup")
    lens = page.locator("setup-lens")
    gives = {"size": [1920, 1080], "fps": 11.5}
    hall.show("empty", source=hall.stage.scene["source"] | gives | {"kind": "phone"})
    expect(lens.get_by_role("status")).to_have_text("1920 × 1080; 11.5 frames per second are read.")
    sizes = lens.get_by_role("combobox", name="Picture size", exact=True)
    expect(sizes.locator("option")).to_have_text(["Automatic", "640 × 480", "1280 × 720", "1920 × 1080"])
    expect(lens.get_by_role("button")).to_have_count(0)
    sizes.select_option("1920x1080")
    _sent(hall, {"name": "camera", "size": "1920x1080"})
    hall.show("empty", source=hall.stage.scene["source"] | gives | {"kind": "url"})
    expect(lens.get_by_role("status")).to_contain_text("1920 × 1080; 11.5 frames per second")
    expect(lens.get_by_role("status")).to_contain_text("Set size and frame rate in the camera")
    expect(lens.get_by_role("combobox")).to_have_count(0)


def test_what_unfolds_says_so(hall: Hall) -> None:
    page = hall.open("/setup#seats", "eight")
    stats = page.get_by_role("group", name="Bill", exact=True).get_by_text("Stats")
    closed = stats.evaluate(CHEVRON)
    assert closed["width"] > 0
    stats.click()
    for attempt in attempts(page):
        with attempt:
            assert stats.evaluate(CHEVRON)["turned"] != closed["turned"]


CHEVRON = """each => {
    const { borderRightWidth, rotate } = getComputedStyle(each, "::before");
    return { width: parseFloat(borderRightWidth), turned: rotate };
}"""


@pytest.mark.parametrize("size", [LAPTOP, TV], ids=["1366", "1920"])
def test_a_seat_is_named_beside_the_picture(hall: Hall, size: ViewportSize) -> None:
    """Its fields lay below the picture, out of sight."""
    hall.page.set_viewport_size(size)
    page = hall.open("/setup#seats", "eight-gathering")
    expect(page.locator("seat-editor")).to_have_count(8)
    expect(page.locator("seat-editor").first.get_by_label("Name")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="To the table").scroll_into_view_if_needed()
    for attempt in attempts(page):
        with attempt:
            board, last = (
                page.locator("region-board").bounding_box(),
                page.locator("seat-editor").last.bounding_box(),
            )
            assert board
            assert last
            assert last["x"] > board["x"] + board["width"]
            assert board["y"] >= 0, "the picture stays in sight"
