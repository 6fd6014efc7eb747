"""Everything that can be announced, behind one quiet "More": the usual case stays at two taps (test_round.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .conftest import PHONE, Hall
from .rooms import Room
from .rooms import room as room
from .test_host import _nothing_sent, _sent
from .test_measures import MEASURE
from .waiting import attempts

pytestmark = pytest.mark.browser


def more(hall: Hall, what: str) -> Locator:
    """The sheet of particulars, after the first tap."""
    page = hall.open("/", "announcing")
    panel = page.locator("announce-panel")
    panel.get_by_role("button", name=what).click()
    panel.get_by_role("button", name="More").click()
    return page.get_by_role("dialog")


def group(sheet: Locator, name: str) -> Locator:
    return sheet.get_by_role("group", name=name)


def several_targets(sheet: Locator) -> None:
    group(sheet, "Target").get_by_role("button", name="The Fiend").click()
    group(sheet, "Target").get_by_role("button", name="Bill").click()


def resist(sheet: Locator) -> None:
    group(sheet, "Target").get_by_role("button", name="The Fiend").click()
    sheet.get_by_label("The Fiend resists with").fill("4")
    sheet.get_by_label("The Fiend resists with").blur()


def power(sheet: Locator) -> None:
    group(sheet, "Target").get_by_role("button", name="The Fiend").click()
    group(sheet, "How").get_by_role("button", name="A power").click()
    sheet.get_by_role("button", name="Resisted with: Calm").click()
    group(sheet, "Resisted with").get_by_role("button", name="Toughness").click()


def run_and_wheel(sheet: Locator) -> None:
    group(sheet, "Target").get_by_role("button", name="The Fiend").click()
    sheet.get_by_label("Also runs").fill("20")
    sheet.get_by_role("button", name="Driving").click()


def defend_against_two(sheet: Locator) -> None:
    group(sheet, "Against").get_by_role("button", name="The Fiend").click()
    group(sheet, "Against").get_by_role("button", name="Bill").click()


def excludes_and_interferes(sheet: Locator) -> None:
    sheet.get_by_label("Intensity").fill("12")
    sheet.get_by_label("Intensity").blur()
    group(sheet, "Interferes with").get_by_role("button", name="The Fiend").click()
    group(sheet, "Excludes").get_by_role("button", name="Cassie").click()


def chain(sheet: Locator) -> None:
    group(sheet, "Target").get_by_role("button", name="The Fiend").click()
    sheet.get_by_label("Another advantage").fill("high ground")
    sheet.get_by_label("Another advantage").press("Enter")
    sheet.get_by_role("button", name="One more foe in the chain").click()


FIEND = {"kind": "attack", "target": ["fiend"]}
CLOSE = {"manner": "close-combat"}
CASES: list[tuple[str, Callable[[Locator], None], dict[str, Any]]] = [
    ("Shoot", several_targets, {"action": FIEND | {"target": ["fiend", "bill"]}, "manner": "shooting"}),
    ("Attack", resist, {"action": FIEND | {"resist": {"fiend": 4}}, **CLOSE}),
    ("Attack", power, {"action": FIEND, "power": {"uses": "calm", "against": "toughness"}, "skill": ""}),
    ("Attack", run_and_wheel, {"action": FIEND, **CLOSE, "run": 20, "driver": True}),
    ("Defend", defend_against_two, {"action": {"kind": "defend", "against": ["fiend", "bill"]}}),
    (
        "Another action",
        excludes_and_interferes,
        {"action": {"kind": "other", "intensity": 12, "excludes": ["cassie"]}, "interferes": ["fiend"]},
    ),
    ("Attack", chain, {"action": FIEND, **CLOSE, "extra": [{"situation": "high ground", "times": 2}]}),
]


@pytest.mark.parametrize(("what", "say", "announced"), CASES, ids=[case[1].__name__ for case in CASES])
def test_more_can_be_said(
    hall: Hall, what: str, say: Callable[[Locator], None], announced: dict[str, Any]
) -> None:
    sheet = more(hall, what)
    say(sheet)
    sheet.get_by_role("button", name="Announce", exact=True).click()
    _sent(hall, {"name": "announce", "seat": "ann", **announced})
    assert len(hall.stage.commands) == 1, "nothing is sent before all is said"
    expect(sheet).not_to_be_visible()


def test_nothing_is_announced_before_it_is_aimed(hall: Hall) -> None:
    sheet = more(hall, "Attack")
    say = sheet.get_by_role("button", name="Announce", exact=True)
    expect(say).to_be_disabled()
    group(sheet, "Target").get_by_role("button", name="Bill").click()
    expect(say).to_be_enabled()
    group(sheet, "Target").get_by_role("button", name="Bill").click()
    expect(say).to_be_disabled()


def test_who_leaves_the_targets_takes_along_what_they_resist_with(hall: Hall) -> None:
    sheet = more(hall, "Attack")
    resist(sheet)
    group(sheet, "Target").get_by_role("button", name="Bill").click()
    group(sheet, "Target").get_by_role("button", name="The Fiend").click()
    sheet.get_by_role("button", name="Announce", exact=True).click()
    _sent(
        hall,
        {
            "name": "announce",
            "seat": "ann",
            "action": {"kind": "attack", "target": ["bill"], "resist": None},
            **CLOSE,
        },
    )


def test_a_sheet_that_is_closed_has_said_nothing(hall: Hall) -> None:
    sheet = more(hall, "Attack")
    several_targets(sheet)
    hall.page.keyboard.press("Escape")
    expect(sheet).not_to_be_visible()
    expect(hall.page.get_by_role("heading", name="Ann attacks whom?")).to_be_visible()
    _nothing_sent(hall)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_no_word_of_the_sheet_is_cut_in_another_language(hall: Hall, language: str) -> None:
    """Not even what an empty field says in grey."""
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", "announcing")
    hall.show("announcing", language=language)
    details, resists = {
        "de": ("Einzelheiten: The Fiend", "Ann widersteht mit"),
        "fr": ("Détails\u202f: The Fiend", "Ann résiste avec"),
    }[language]
    page.get_by_role("button", name=details).click()
    expect(page.get_by_role("dialog")).to_contain_text(resists)
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate(MEASURE) == []


def test_on_a_phone_the_ways_back_and_on_are_one_row(hall: Hall) -> None:
    hall.page.set_viewport_size(PHONE)
    page = hall.open("/", "announcing")
    page.get_by_role("button", name="Attack", exact=True).click()
    panel = page.locator("announce-panel")
    for attempt in attempts(page):
        with attempt:
            back = panel.get_by_role("button", name="Back").bounding_box()
            more = panel.get_by_role("button", name="More").bounding_box()
            assert back
            assert more
            assert back["y"] == more["y"]


@pytest.mark.parametrize(
    ("language", "what", "attack", "whom"),
    [
        ("en", "Players: what do you do?", "Attack", "Players attack whom?"),
        ("de", "Spieler: was tut ihr?", "Angreifen", "Spieler greifen wen an?"),
        ("fr", "Joueurs\u202f: que faites-vous\u202f?", "Attaquer", "Joueurs attaquent qui\u202f?"),
    ],
)
def test_the_players_half_is_many(room: Room, language: str, what: str, attack: str, whom: str) -> None:
    room.live.order("language", language=language)
    for seat, agility in (("players", 1), ("host", 2)):
        room.live.order("seat-change", seat=seat, stats={"agility": agility})
    assert room.live.order("round-open")[0] == 200
    panel = room.go("/", "announce-panel").locator("announce-panel")
    expect(panel.get_by_role("heading")).to_have_text(what)
    panel.get_by_role("button", name=attack).click()
    expect(panel.get_by_role("heading")).to_have_text(whom)
