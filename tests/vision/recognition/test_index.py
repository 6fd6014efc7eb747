"""Search of embeddings: names, ways up and leads, on vectors made by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.recognition.feature_index import CardFace
from vision.recognition.index import EmbeddingIndex
from vision.recognition.views import joined_views

FACES = [CardFace("m00", "rws", 0.58), CardFace("m01", "rws", 0.58), CardFace("m00", "other", 0.6)]


def unit(*values: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    vector = np.array(values, np.float32)
    return vector / np.linalg.norm(vector)


def index() -> EmbeddingIndex:
    """Upright cards point along x, y, and near x; upside down ones along z, w, and near z."""
    rows = [
        unit(1, 0, 0, 0),
        unit(0, 0, 1, 0),
        unit(0, 1, 0, 0),
        unit(0, 0, 0, 1),
        unit(1, 0.3, 0, 0),
        unit(0, 0, 1, 0.3),
    ]
    return EmbeddingIndex(FACES, np.stack(rows), np.array([0, 0, 1, 1, 2, 2]))


@pytest.mark.parametrize(
    ("probe", "face", "turned"),
    [
        (unit(1, 0, 0, 0), 0, False),
        (unit(0, 0, 1, 0), 0, True),
        (unit(0.1, 1, 0, 0), 1, False),
        (unit(0, 0, 0.1, 1), 1, True),
        (unit(1, 0.3, 0, 0), 2, False),
    ],
)
def test_the_nearest_face_and_way_up_win(probe: np.ndarray, face: int, turned: bool) -> None:
    match = index().matches(index().compare(probe[None]))[0]
    assert (match.face, match.turned) == (face, turned)
    assert match.similarity == pytest.approx(1.0, abs=0.01)


def test_the_lead_is_over_another_name_not_another_deck() -> None:
    match = index().matches(index().compare(unit(1, 0, 0, 0)[None]))[0]
    assert match.others[0][0] == 1
    assert match.margin == pytest.approx(1.0 - float(unit(1, 0, 0, 0) @ unit(0, 1, 0, 0)))


def test_no_probes_give_no_matches() -> None:
    assert index().matches(index().compare(np.zeros((0, 4), np.float32))) == []


@given(st.lists(st.floats(-1, 1), min_size=4, max_size=4).filter(lambda v: np.linalg.norm(v) > 0.1))
def test_a_lead_is_never_negative(values: list[float]) -> None:
    match = index().matches(index().compare(unit(*values)[None]))[0]
    assert match.margin >= 0
    assert -1.001 <= match.similarity <= 1.001


def test_looks_at_both_ways_up_agree_with_each_other() -> None:
    sizes = 3
    similar = np.zeros((2 * sizes, 3, 2), np.float32)
    similar[0::2, 1, 0] = 0.8  # as it lies: face 1, upright
    similar[1::2, 1, 1] = 0.6  # turned round: face 1, upside down
    joined = joined_views(similar, 1)
    assert joined.shape == (1, 3, 2)
    assert joined[0, 1, 0] == pytest.approx(0.7)
    assert joined[0, 1, 1] == 0
