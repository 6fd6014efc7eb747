"""An investigation and a fight at the real page, by taps alone; the fight takes a third fewer than before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .played import Drawn, program
from .taps import BEFORE, Taps, fight, investigation, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Drawn, str]]:
    """The real program, asked for before a page: it outlives the window."""
    with program(Drawn(tmp_path)) as (live, address):
        assert isinstance(live, Drawn)
        sit_down(live)
        yield live, address


@pytest.fixture
def taps(table: tuple[Drawn, str], page: Page) -> Taps:
    live, address = table
    page.goto(address + "/")
    made = Taps(live, page)
    made.shown()
    return made


def test_an_investigation_by_taps(taps: Taps) -> None:
    investigation(taps)
    entries = [entry for entry in taps.live.client.get("/api/log").get_json() if entry["verdict"]]
    assert [entry["mode"] for entry in entries] == ["test", "test", "test", "opposed", "c10", "c100"]
    taps.page.goto("about:blank")


def test_a_fight_by_taps_takes_a_third_fewer_than_before(taps: Taps) -> None:
    fight(taps)
    assert taps.live.state()["round"] is None
    wounds = {seat["name"]: seat["conditions"] for seat in taps.live.state()["seats"]}
    assert wounds["Bill"] == ["injured"], "what the fight left stays with the seat"
    before = sum(len(BEFORE[step]) for step in taps.counts)
    assert 3 * sum(taps.counts.values()) <= 2 * before
    taps.page.goto("about:blank")
