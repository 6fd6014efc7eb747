"""Two decks at one table, and two copies of one: the page shows the same card of each, and judges both.

A card of a deck that is not switched on is noticed, and with one tap the deck is in use."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from models import housedeck
from vision.types import Frame
from vision.virtual import Throw
from webui.camera.decks.learning import learn
from webui.camera.decks.readable import Decks

from .clips import ThrowClip, record
from .program import Program
from .projector import projecting

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

SEEN_MS = 180_000


def other_deck() -> dict[str, Frame]:
    """Two cards of a deck of another drawing: other pictures stand on them, in other colours."""
    faces = housedeck.faces()
    drawn = {"m07": faces["m16"], "s09": faces["c03"]}
    return {code: np.ascontiguousarray(255 - face[::-1]) for code, face in drawn.items()}


@pytest.fixture(scope="module")
def clip() -> ThrowClip:
    return record(Throw(("m07", "x"), ("s02",)), faces={"x": other_deck()["m07"]})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    learn(Decks(tmp_path), "Negative", "rws", other_deck(), lambda _: None)
    return tmp_path


@pytest.fixture(scope="module")
def twice() -> ThrowClip:
    return record(Throw(("m07", "x"), ("s02",)), faces={"x": housedeck.faces()["m07"]})


def test_two_copies_of_a_deck_show_one_card_each(twice: ThrowClip, tmp_path: Path, page: Page) -> None:
    with (
        projecting(twice.empty) as projector,
        Program(projector.url, tmp_path, "--deck", "house", "--copies", "house=2") as program,
    ):
        page.goto(program.url)
        projector.play((*twice.laid, *twice.flipped))
        expect(page.locator("seat-list").get_by_role("button", name="The Chariot")).to_have_count(
            2, timeout=SEEN_MS
        )
        page.goto("about:blank")


def test_two_decks_show_one_card_each_and_are_judged(clip: ThrowClip, data: Path, page: Page) -> None:
    with (
        projecting(clip.empty) as projector,
        Program(projector.url, data, "--deck", "house,Negative") as program,
    ):
        page.goto(program.url)
        projector.play((*clip.laid, *clip.flipped))
        expect(page.locator("seat-list").get_by_role("button", name="The Chariot")).to_have_count(
            2, timeout=SEEN_MS
        )
        verdict = page.locator("verdict-panel .headline").first
        expect(verdict).to_have_text("Players win", timeout=SEEN_MS)
        page.goto("about:blank")


def test_a_card_of_a_deck_that_is_off_is_noticed_and_the_deck_used(
    clip: ThrowClip, data: Path, page: Page
) -> None:
    with projecting(clip.empty) as projector, Program(projector.url, data, "--deck", "house") as program:
        page.goto(program.url)
        projector.play((*clip.laid, *clip.flipped))
        asked = page.get_by_role("status").filter(has_text="This looks like your deck Negative. Use it?")
        expect(asked).to_be_visible(timeout=SEEN_MS)
        chariots = page.locator("seat-list").get_by_role("button", name="The Chariot")
        expect(chariots).to_have_count(1)
        assert program.state()["decks"] == ["house"]
        asked.get_by_role("button", name="Use it").click()
        expect(chariots).to_have_count(2, timeout=SEEN_MS)
        expect(asked).to_have_count(0)
        assert program.state()["decks"] == ["house", "Negative"]
        page.goto("about:blank")
