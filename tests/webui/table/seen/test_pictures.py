"""What the log keeps of a throw shows the table, and not who sits at it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.webui import session as scripted
from tests.webui.session import Session
from vision.types import Frame
from webui.storage.store import Store
from webui.table.seen.pictures import table_part

SOMEBODY = (0, 0, 255)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that sees somebody at the right end of the table."""
    frame = np.full((720, 1280, 3), 90, np.uint8)
    frame[:, 1000:] = SOMEBODY
    monkeypatch.setattr(scripted, "FRAME", frame)


def kept(session: Session, store: Store) -> Frame:
    session.look()
    session.order("confirm")
    [entry] = session.log()
    jpeg = store.picture(entry["picture"])
    assert jpeg is not None
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def is_seen(picture: Frame) -> bool:
    return bool((picture[..., 2].astype(int) - picture[..., 0] > 100).any())


@pytest.mark.usefixtures("watched")
def test_who_sits_beside_the_cards_is_not_kept(store: Store) -> None:
    session = Session(store)
    session.clash("w09", "c06")
    picture = kept(session, store)
    assert not is_seen(picture)
    # Two cards of 70 x 120 pixels at x = 300, from y = 60 to 660, with a card's length around them.
    assert picture.shape[:2] == pytest.approx((720, 310), abs=1)


@pytest.mark.usefixtures("watched")
def test_the_seats_that_were_drawn_are_part_of_the_table(store: Store) -> None:
    session = Session(store)
    session.order("seat-change", seat="players", region=[[0.1, 0.5], [0.7, 0.5], [0.7, 1], [0.1, 1]])
    session.order("seat-change", seat="host", region=[[0.1, 0], [0.7, 0], [0.7, 0.5], [0.1, 0.5]])
    session.clash("w09", "c06")
    picture = kept(session, store)
    # From 128 to 896, with a card's length of 120 pixels around it.
    assert picture.shape == (720, 768 + 240, 3)


@pytest.mark.parametrize(
    ("place", "shape"),
    [
        ([[0.4, 0.4], [0.5, 0.4], [0.5, 0.6], [0.4, 0.6]], (60, 60)),  # 20 high, 20 wide: 20 around
        ([[0.0, 0.0], [0.1, 0.0], [0.1, 0.2], [0.0, 0.2]], (40, 40)),  # at the rim: no further
    ],
)
def test_a_cards_length_is_left_around(place: list[tuple[float, float]], shape: tuple[int, int]) -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    assert table_part(picture, [place]).shape[:2] == shape


def test_without_a_card_the_picture_is_whole() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    assert table_part(picture, []) is picture
