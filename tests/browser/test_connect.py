"""Set-up, Connect: tokens and connections on the page, against the real program; and new cards over a stream."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.webui.connect.receivers import Broker, Web, until
from tests.webui.http.live import Live, flip_two

from .conftest import LAPTOP, PHONE, TV, Hall, Heard, Still
from .scenes import IN_OTHER_LANGUAGES
from .waiting import attempts

pytestmark = pytest.mark.browser


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as opened:
        yield opened


@pytest.fixture
def connect(running: tuple[Live, str], page: Page) -> Page:
    page.goto(f"{running[1]}/setup#connect")
    expect(page.locator("setup-connect section").first).to_be_visible()
    return page


def listens(address: str, token: str) -> int:
    request = urllib.request.Request(f"{address}/api/v1/stream", headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=20) as stream:
            return int(stream.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_a_token_is_made_shown_once_and_withdrawn(running: tuple[Live, str], connect: Page) -> None:
    connect.get_by_label("What the token is for").fill("Lamp")
    connect.get_by_role("button", name="Make a token").click()
    shown = connect.locator(".once code")
    expect(shown).to_contain_text("ccs_")
    token = shown.inner_text()
    assert listens(running[1], token) == 200
    expect(connect.locator(".tokens")).to_contain_text("last used")
    connect.reload()
    expect(connect.locator(".tokens li")).to_have_count(1)
    expect(connect.locator("setup-connect")).not_to_contain_text(token)
    connect.get_by_role("button", name="Withdraw Lamp").click()
    expect(connect.locator(".tokens li")).to_have_count(0)
    assert listens(running[1], token) == 401


def commands(address: str, token: str, command: str) -> int:
    body, headers = json.dumps({"command": command}).encode(), {"Authorization": f"Bearer {token}"}
    try:
        request = urllib.request.Request(f"{address}/api/v1/commands", body, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def test_a_token_gives_commands_only_while_the_host_lets_it(
    running: tuple[Live, str], connect: Page, heard: Heard
) -> None:
    live, address = running
    ask = connect.get_by_label("May give commands (")
    expect(ask).not_to_be_checked()
    connect.get_by_label("What the token is for").fill("Lamp")
    connect.get_by_role("button", name="Make a token").click()
    token = connect.locator(".once code").inner_text()
    may = (
        connect.locator(".tokens li")
        .filter(has_text="Lamp")
        .get_by_role("checkbox", name="May give commands")
    )
    expect(may).not_to_be_checked()
    assert commands(address, token, "pause") == 403
    may.check()
    until(lambda: commands(address, token, "pause") == 200)
    assert live.state()["paused"] is True
    expect(connect.locator(".tokens")).to_contain_text("last command 21:14:00: Pause camera")
    expect(connect.locator(".once code")).to_have_text(token)
    connect.reload()
    expect(may).to_be_checked()
    may.uncheck()
    until(lambda: commands(address, token, "resume") == 403)
    assert live.state()["paused"] is True
    heard.expected.append("507")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("webui.connect.kept.put_in_place", _full)
        may.click()
        expect(connect.locator("notice-line")).to_contain_text("full")
        expect(may).not_to_be_checked()
    ask.check()
    connect.get_by_label("What the token is for").fill("Pedal")
    connect.get_by_role("button", name="Make a token").click()
    expect(connect.locator(".once code")).not_to_have_text(token)
    assert commands(address, connect.locator(".once code").inner_text(), "resume") == 200
    assert live.state()["paused"] is False
    expect(ask).not_to_be_checked()


def _full(*_: object) -> None:
    raise OSError(28, "the disk is full")


def test_a_webhook_is_switched_on_tried_and_switched_off(
    running: tuple[Live, str], connect: Page, web: Web
) -> None:
    webhook = connect.get_by_role("region", name="Webhook")
    webhook.get_by_label("Address").fill(f"{web.url}/secret-path")
    webhook.get_by_role("button", name="Switch on").click()
    expect(webhook.locator(".once code")).to_contain_text("whsec_")
    expect(webhook.get_by_label("Address")).to_have_value("")
    expect(webhook).to_contain_text("Nothing sent yet.")
    webhook.get_by_role("button", name="Send a test").click()
    expect(webhook.locator(".last-answer")).to_contain_text("Answered: 200.")
    assert json.loads(web.bodies[0])["event"] == "test"
    flip_two(running[0])
    until(lambda: any(json.loads(body)["event"] == "verdict" for body in web.bodies))
    web.answers = [(404, {}, b"")]
    webhook.get_by_role("button", name="Send a test").click()
    expect(webhook.locator(".last-answer.bad")).to_contain_text("Refused with 404.")
    webhook.get_by_role("button", name="Switch off").click()
    expect(webhook.get_by_role("button", name="Send a test")).to_have_count(0)
    webhook.get_by_role("button", name="Forget").click()
    expect(webhook.get_by_label("Address")).to_have_attribute("placeholder", "http://")


def test_a_broker_is_connected_and_what_is_typed_stays_while_the_page_looks_again(
    connect: Page, tmp_path: Path
) -> None:
    with Broker(tmp_path) as broker:
        mqtt = connect.get_by_role("region", name="MQTT")
        mqtt.get_by_label("Address").fill(broker.url)
        mqtt.get_by_label("Topic").fill("home/table")
        connect.wait_for_timeout(3500)
        expect(mqtt.get_by_label("Topic")).to_have_value("home/table")
        mqtt.get_by_role("button", name="Switch on").click()
        until(lambda: "online" in broker.texts("home/table/availability"))
        mqtt.get_by_role("button", name="Send a test").click()
        expect(mqtt.locator(".last-answer")).to_contain_text("Answered: ok.")
        assert broker.texts("home/table/test")


def test_what_does_not_fit_is_said_and_stays_in_its_field(connect: Page, heard: Heard) -> None:
    heard.expected.append("422")
    discord = connect.get_by_role("region", name="Discord")
    discord.get_by_label("Address").fill("discord")
    discord.get_by_role("button", name="Switch on").click()
    expect(connect.locator("notice-line")).to_contain_text("That is not an address")
    expect(discord.get_by_label("Address")).to_have_value("discord")


@pytest.mark.parametrize("scene", ["empty", *IN_OTHER_LANGUAGES.values()])
def test_every_connection_fits_and_can_be_tapped(hall: Hall, scene: str) -> None:
    for size in (PHONE, LAPTOP, TV):
        hall.page.set_viewport_size(size)
        page = hall.open("/setup#connect", scene)
        expect(page.locator("setup-connect section")).to_have_count(5)
        taps = page.locator("setup-connect :is(button, .button, label.tick, input:not([type=checkbox]))")
        for attempt in attempts(page):
            with attempt:
                boxes = [each.bounding_box() for each in taps.all()]
                assert all(box and box["height"] >= 43.5 for box in boxes)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_each_new_card_comes_over_the_stream_for_its_time_and_a_critical_has_a_moment(still: Still) -> None:
    page = still.open("/overlay?cards=8&fade=2")
    cards = page.locator(".new-cards li")
    expect(cards).to_have_count(0)
    still.show("critical")
    expect(cards).to_have_count(3)
    expect(page.locator(".new-cards li.critical")).to_have_count(1)
    expect(page.locator(".new-cards li.critical")).to_contain_text("Critical")
    page.clock.run_for(7000)
    expect(page.locator("overlay-page.faded")).to_be_attached()
    expect(cards).to_have_count(3)
    expect(page.locator("overlay-cards")).to_have_css("opacity", "1")
    page.clock.run_for(1500)
    expect(cards).to_have_count(0)
    still.show("critical")
    page.clock.run_for(100)
    expect(cards).to_have_count(0)


def test_what_lies_there_when_the_overlay_opens_is_not_new_and_without_a_time_none_is_shown(
    hall: Hall,
) -> None:
    page = hall.open("/overlay?cards=8", "critical")
    expect(page.locator(".said h1")).to_be_visible()
    expect(page.locator(".new-cards li")).to_have_count(0)
    page = hall.open("/overlay", "empty")
    hall.show("critical")
    expect(page.locator(".said h1")).to_be_visible()
    expect(page.locator("overlay-cards")).to_have_count(0)


def test_more_cards_than_a_row_holds_wait_and_a_corrected_one_goes(still: Still) -> None:
    page = still.open("/overlay?cards=8")
    asked = """async () => {
        const { CardQueue, ROW } = await import("/static/lib/card-queue.js");
        const queue = new CardQueue(8);
        const throwOf = (codes) => ({ throw: { number: 1, round: null }, verdict: null, seats: [
            { id: "a", name: "Ann", side: "players", counts: null, cards: codes.map((card, key) => ({
                key: `t${key}`, card, name: card, face: "up", state: "settled", by: "camera", reversed: false })) }] });
        const codes = (now) => queue.shown(now).cards.map((each) => each.card).join(" ");
        queue.take(throwOf([]));
        queue.take(throwOf(["w01", "w02", "w03", "w04", "w05", "w06", "w07"]));
        const first = codes(1000);
        queue.take(throwOf(["w01", "w02", "w03", "w04", "c05", "w06", "w07"]));
        const corrected = codes(2000);
        return [ROW, first, corrected, codes(9500), codes(20000), codes(40000)];
    }"""
    row, first, corrected, later, last, none = page.evaluate(asked)
    assert row == 5
    assert first == "w01 w02 w03 w04 w05"
    assert corrected == "w01 w02 w03 w04 w06"
    assert later == "w06 w07 c05"
    assert (last, none) == ("", "")
