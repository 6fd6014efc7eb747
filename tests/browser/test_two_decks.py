"""Two decks at one table, and two copies of one: the page shows the same card of each, and judges both."""

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


def test_two_decks_show_one_card_each(clip: ThrowClip, data: Path, page: Page) -> None:
    with (
        projecting(clip.empty) as projector,
        Program(projector.url, data, "--deck", "house,Negative") as program,
    ):
        page.goto(program.url)
        projector.play((*clip.laid, *clip.flipped))
        expect(page.locator("seat-list").get_by_role("button", name="The Chariot")).to_have_count(
            2, timeout=SEEN_MS
        )
        page.goto("about:blank")
