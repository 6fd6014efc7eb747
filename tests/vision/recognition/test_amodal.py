"""Where the whole of a half hidden card may lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.geometry import SAME_SIZE, quad_size_wh, upright_quad
from vision.recognition.amodal import complete_quads, longer
from vision.types import Quad

ASPECT = 0.6
WHOLE = upright_quad((60, 100))


def contains(quads: list[Quad], wanted: Quad) -> bool:
    """Tell whether one of the quads has these corners, starting anywhere."""
    turns = [np.roll(wanted, i, axis=0) for i in range(4)]
    return any(np.abs(quad - turn).max() < 0.01 for quad in quads for turn in turns)


@pytest.mark.parametrize(
    "part",
    [
        [[0, 0], [60, 0], [60, 55], [0, 55]],  # the upper half shows
        [[0, 40], [60, 40], [60, 100], [0, 100]],  # the lower part shows
        [[0, 0], [30, 0], [30, 100], [0, 100]],  # the left half shows
        [[30, 0], [60, 0], [60, 100], [30, 100]],  # the right half shows
    ],
)
def test_the_whole_card_is_among_the_guesses(part: list[list[float]]) -> None:
    assert contains(complete_quads(np.array(part, np.float32), ASPECT), WHOLE)


def test_a_whole_card_is_no_part() -> None:
    assert not contains(complete_quads(WHOLE, ASPECT), WHOLE)
    assert all(quad_size_wh(quad)[1] > 100 for quad in complete_quads(WHOLE, ASPECT))


@given(st.floats(0.45, 1.0), st.floats(0, 6.28))
def test_guesses_turn_with_the_part(share: float, angle: float) -> None:
    # At these shares a part is just large or narrow enough, and the last digit decides.
    assume(min(abs(share - 0.9), abs(share - 1 / (1 + SAME_SIZE))) > 1e-4)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)
    part = WHOLE * np.array([1, share], np.float32)
    still = complete_quads(part, ASPECT)
    turned = complete_quads((part @ turn.T).astype(np.float32), ASPECT)
    assert len(still) == len(turned)
    for first, second in zip(still, turned, strict=True):
        np.testing.assert_allclose(first @ turn.T, second, atol=0.02)


def test_longer_keeps_the_first_side() -> None:
    grown = longer(WHOLE, 1.5)
    np.testing.assert_array_equal(grown[:2], WHOLE[:2])
    np.testing.assert_allclose(grown[2:], [[60, 150], [0, 150]])
