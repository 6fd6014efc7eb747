"""The other systems' pages together: they fit, are read by everybody, speak German, and a fifth may join them."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rules.system import System
from tests.webui.documents.test_adding_a_system import highest as highest
from webui.i18n import LANGUAGES

from .conftest import LAPTOP, PHONE, TV, ZOOMED, Heard
from .rooms import SMALL, Room
from .rooms import room as room
from .test_measures import MEASURE
from .waiting import attempts

pytestmark = pytest.mark.browser


SIZES = [pytest.param(size, id=str(size["width"])) for size in (PHONE, LAPTOP, TV, ZOOMED)]


def furnish(room: Room) -> None:
    """Something on every desk, with a long name."""
    name = "Doctor Wilhelmina Harker-Szymborska"
    room.live.order("desk", system="pulp", document={
        "cards": ["4s", "As", "2s", "Ah", "Kd", "Qh", "Qd"], "difficulty": 2,
        "combat": {"combatants": [name, "Bill"], "steps": [{"do": "order", "order": [name, "Bill"]}]},
    })  # fmt: skip
    room.live.order("desk", system="dragon", document={"turn": {"steps": [], "characters": [
        {"id": name, "side": "good", "phases": [1, 5, 8]}, {"id": "Bill", "side": "bad", "phases": [2, 3]},
    ]}})  # fmt: skip
    pools = [{"id": who, "dice": [{"size": 8, "value": high}, 2]} for who, high in ((name, 7), ("Bill", 4))]
    contest = {"kind": "contest", "sides": [{"id": pool["id"], "pools": [pool]} for pool in pools]}
    sides = [{"id": pool["id"], "pools": [{"id": pool["id"], "assets": [
        {"name": "Charisma", "kind": "attribute", "size": 8}]}]} for pool in pools]  # fmt: skip
    desk = {
        "sides": sides,
        "holds": [{"name": "plan", "kind": "reward", "size": 6, "holder": name, "uses": 2}],
    }
    room.live.order("record", system="chronica", document=contest, place="contest", desk=desk)


WHOLE = {"pulp": ".headline", "dragon": ".big-buttons button", "chronica": "chronica-spend li"}


def tasks_of(page: Page) -> list[str]:
    links = page.locator("task-bar a")
    expect(links.first).to_be_visible()
    return [link.get_attribute("href") or "" for link in links.all()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_and_is_large_enough_to_tap(room: Room, size: Any, language: str) -> None:
    furnish(room)
    room.live.order("language", language=language)
    room.page.set_viewport_size(size)
    for system, whole in WHOLE.items():
        page = room.open(system)
        expect(page.locator(whole).first).to_be_visible()
        for task in tasks_of(page):
            page.locator(f"task-bar a[href='{task}']").click()
            expect(page.locator(f"task-bar a[href='{task}']")).to_have_attribute("aria-current", "true")
            for attempt in attempts(page):
                with attempt:
                    assert page.evaluate(MEASURE) == [], system + task
                    assert page.evaluate(SMALL) == [], system + task


def test_a_phone_is_shown_no_keys(room: Room) -> None:
    room.page.set_viewport_size(PHONE)
    page = room.open("dragon")
    expect(page.get_by_role("button", name="Begin the turn")).to_be_visible()
    expect(page.locator("kbd:visible")).to_have_count(0)
    page.set_viewport_size(LAPTOP)
    expect(page.locator("main kbd:visible")).not_to_have_count(0)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_serious(room: Room, scheme: Literal["dark", "light"]) -> None:
    furnish(room)
    room.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for system, whole in WHOLE.items():
        page = room.open(system)
        expect(page.locator(whole).first).to_be_visible()
        for task in tasks_of(page):
            page.locator(f"task-bar a[href='{task}']").click()
            violations = Axe().run(page).response["violations"]
            found += [
                f"{system}{task}: {each['id']}: {each['nodes'][0]['html'][:140]}"
                for each in violations
                if each["impact"] in ("serious", "critical")
            ]
    assert found == []


def test_the_pages_speak_german(room: Room) -> None:
    furnish(room)
    room.live.order("language", language="de")
    page = room.open("pulp")
    expect(page.locator(".headline")).to_have_text("Erfolg")
    page = room.open("dragon")
    expect(page.get_by_role("button", name="Nächste Teilrunde")).to_be_visible()
    page = room.open("chronica")
    expect(page.locator(".headline")).to_contain_text("gewinnt")


def test_a_fifth_system_has_a_page_by_its_folder_alone(highest: System, room: Room) -> None:
    """The example of docs/adding-a-system.md."""
    page = room.open("highest")
    thrown = page.locator("system-form", has=page.get_by_role("heading", name="A round"))
    thrown.get_by_label("or enter results").fill("3 6 2")
    thrown.get_by_role("button", name="Throw and save").click()
    expect(thrown.locator(".said")).to_have_text("The die in place 2 wins.")
    tie = page.locator("system-form", has=page.get_by_role("heading", name="The chance of a tie"))
    expect(tie.locator(".said")).to_contain_text("Nobody wins in")
    page.locator(".menu summary").click()
    expect(page.get_by_role("link", name="Highest Die")).to_be_visible()


THREE_COMMANDS = """async () => {
    const { table } = await import("/static/lib/stream.js");
    const before = table.state;
    Object.defineProperty(table, "state", { get: () => before, set: () => {} });
    const keep = (system, cards) => table.command("desk", { system, document: { cards } });
    return [await keep("pulp", ["4s"]), await keep("no system", []), await keep("pulp", ["As"])];
}"""
"""One that is taken, one that is refused, one more; no snapshot comes through in between."""


def test_a_refusal_does_not_make_the_next_command_stale(room: Room, heard: Heard) -> None:
    heard.expected.append("422")
    page = room.open("pulp")
    assert page.evaluate(THREE_COMMANDS) == [True, False, True]
    assert room.desk("pulp") == {"cards": ["As"]}


CONTENDERS = [
    {"id": name, "pools": [{"id": name, "dice": [{"size": 8, "value": value} for value in fell]}]}
    for name, fell in (("Ann", (8, 6)), ("Bill", (5, 1)))
]


@pytest.mark.parametrize(
    ("system", "document", "place", "desk", "where", "said"),
    [
        (
            "dragon",
            {"kind": "speed", "stat": 7, "dice": [2, 5, 8, 8]},
            "speed:Kara",
            {"fighters": [{"id": "Kara", "side": "good", "stat": 7}]},
            "dragon-fighter .said",
            ("Phases: 2, 5 and 8.", "Phasen: 2, 5 und 8."),
        ),
        (
            "dragon",
            {"kind": "pool", "dice": [7, 6, 10]},
            "pool",
            {},
            "system-form[kind=pool] .said",
            ("Successes at 7 or more: 2.", "Erfolge mit 7 oder mehr: 2."),
        ),
        (
            "chronica",
            {"kind": "contest", "sides": CONTENDERS},
            "contest",
            {},
            "verdict-panel",
            (
                "The contest goes to Ann, with 2 success dice",
                "Der Wettstreit geht an Ann, mit 2 Erfolgswürfeln",
            ),
        ),
    ],
    ids=["a Dragon speed", "a form", "a Chronica contest"],
)
def test_what_was_thrown_is_said_in_the_language_that_is_spoken_now(
    room: Room, system: str, document: dict[str, Any], place: str, desk: dict[str, Any], where: str,
    said: tuple[str, str],
) -> None:  # fmt: skip
    """The worksheet keeps the words of its time; a page that says those speaks the language before."""
    order = {"system": system, "document": document, "place": place, "desk": desk}
    assert room.live.order("record", **order)[0] == 200
    page = room.open(system, document["kind"] if "form" in where else "")
    shown = page.locator(where).first
    expect(shown).to_contain_text(said[0])
    assert room.live.order("language", language="de")[0] == 200
    expect(shown).to_contain_text(said[1])
    expect(page.locator("main")).not_to_contain_text(said[0])
