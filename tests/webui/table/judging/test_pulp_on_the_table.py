"""Pulp on the virtual table, from pixels to the degree: what the camera will not name, a person answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import cv2
import pytest

from tests.webui.session import after, after_looking
from vision.types import Frame
from vision.virtual import Script, Throw, VirtualTable
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import pulp_deck
from webui.camera.reports import SeenFrame
from webui.camera.trackers import make_tracker
from webui.cli.looking import spec_of
from webui.storage.store import Store
from webui.table.readings import FreshReadings
from webui.table.snapshot.builder import Snapshot, SnapshotBuilder
from webui.table.state import TableState

pytestmark = pytest.mark.slow

DEAL = Throw(("4s", "As", "Kd", "Qh"), ("2d", "Js", "Ah"))  # black 5, red 3
FPS, BARE, FRAMES = 8.0, 12, 28


def lying_cards() -> Iterator[tuple[Frame, float]]:
    """The bare table, and the frames after the last of the seven cards has been turned over."""
    faces, back = pulp_deck()
    table = VirtualTable(
        5, faces, back, fps=FPS, script=Script(nudge_share=0.0), throws=[DEAL], card_height_px=170, noise=0
    )
    numbers = list(table.frame_numbers())
    turned_s = max(flip.end_s for flip in table._play.flips())
    first = next(number for number in numbers if number / FPS > turned_s + 0.9)
    bare = table.render(0).image
    yield from ((bare, number / FPS) for number in range(first - BARE, first))
    for number in range(first, first + FRAMES):
        yield table.render(number).image, number / FPS


class Watched:
    """A table that plays Pulp before a camera."""

    def __init__(self, store: Store) -> None:
        self.table_state = TableState(
            store,
            FreshReadings(lambda: datetime(2026, 11, 20, 21, 14, tzinfo=UTC)),
            run="run",
            known_decks=("english",),
        )
        self.order("mode", kind="pulp")

    def order(self, name: str, **arguments: object) -> None:
        self.table_state = after(self.table_state, name, **arguments)

    def see(self) -> Snapshot:
        return SnapshotBuilder(self.table_state).write("host")

    def named(self) -> set[str]:
        return {card["card"] for seat in self.see()["seats"] for card in seat["cards"] if card["card"]}


def test_a_deal_from_pixels_to_its_degree(store: Store) -> None:
    cv2.setNumThreads(1)
    watched = Watched(store)
    tracker = make_tracker(Decks().load_all(["english"]))
    for image, t_s in lying_cards():
        watched.table_state = after_looking(watched.table_state, SeenFrame(tracker.step(image, t_s), image))
    dealt = {*DEAL.near, *DEAL.far}
    assert watched.named() <= dealt, "the camera may be silent, not wrong"
    while (asked := watched.see()["question"]) is not None:
        assert asked["kind"] == "unreadable"
        likely = [each["code"] for each in asked["candidates"] if each["code"] in dealt - watched.named()]
        watched.order("correct", key=asked["key"], card=likely[0])
    verdict = watched.see()["verdict"]
    assert watched.named() == dealt
    assert (verdict["result"]["black"], verdict["result"]["red"], verdict["result"]["degree"]) == (5, 3, 2)
    watched.order("confirm")
    assert watched.see()["log"]["last"][0]["verdict"]["headline"] == "Success"


def test_the_virtual_table_deals_seven_of_the_fourteen() -> None:
    spec = spec_of("demo", seed=3, decks=["english"])
    assert spec.deck is not None
    faces, back = spec.deck()
    table = VirtualTable(spec.seed, faces, back, script=Script(cards=spec.cards))
    table._play.write_until(120.0)
    assert len(table.dealt) > 2
    for throw in table.dealt:
        assert (len(throw.near), len(throw.far)) == (4, 3)
        assert len({*throw.near, *throw.far}) == 7


def test_any_other_deck_leaves_the_house_deck_on_the_virtual_table() -> None:
    spec = spec_of("demo", decks=["rws", "house", "english"])
    assert spec.deck is not None
    assert "m21" in spec.deck()[0]
    assert spec.cards is None
