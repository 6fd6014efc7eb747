from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.detection.quad_codec import decode_quads, encode_quads
from vision.geometry import is_convex
from vision.types import Quad


@st.composite
def card_quads(draw: st.DrawFn) -> Quad:
    """A card somewhere, at any turn, its corners a little out of place."""
    height, turn = draw(st.floats(20, 400)), draw(st.floats(-np.pi, np.pi))
    half = np.array([[-0.6, -1], [0.6, -1], [0.6, 1], [-0.6, 1]]) * height / 2
    turned = half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    bend = np.array(draw(st.lists(st.floats(-0.08, 0.08), min_size=8, max_size=8))).reshape(4, 2) * height
    return np.asarray(turned + bend + [draw(st.floats(0, 600)), draw(st.floats(0, 400))], np.float32)


def same_either_end(first: Quad, second: Quad, within_px: float) -> bool:
    return any(np.abs(np.roll(first, -turn, axis=0) - second).max() < within_px for turn in (0, 2))


@given(card_quads(), st.tuples(st.floats(-40, 40), st.floats(-40, 40)))
def test_a_decoded_quad_is_the_encoded_one_from_either_end(quad: Quad, away: tuple[float, float]) -> None:
    assert is_convex(quad)
    anchor = (quad.mean(axis=0) + np.array(away, np.float32))[None]
    assert same_either_end(decode_quads(encode_quads(quad[None], anchor), anchor)[0], quad, 0.05)


@given(card_quads())
def test_half_a_turn_leaves_the_code_as_it_is(quad: Quad) -> None:
    anchor = np.zeros((1, 2), np.float32)
    other_end = np.roll(quad, -2, axis=0)
    np.testing.assert_allclose(
        encode_quads(quad[None], anchor), encode_quads(other_end[None], anchor), rtol=2e-3, atol=2e-3
    )


def test_the_code_does_not_jump_while_a_card_is_turned_once_around() -> None:
    half = np.array([[-30, -50], [30, -50], [30, 50], [-30, 50]], np.float32)
    turns = np.linspace(0, 2 * np.pi, 721)
    spun = [half @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]], np.float32) for t in turns]
    codes = encode_quads(np.stack(spun), np.zeros((721, 2), np.float32))
    assert np.abs(np.diff(codes, axis=0)).max() < 0.03


def test_the_code_of_a_scaled_quad_differs_in_its_last_number_only() -> None:
    quad = np.array([[[-30, -50], [30, -50], [30, 50], [-30, 50]]], np.float32)
    anchor = np.zeros((1, 2), np.float32)
    small, large = encode_quads(quad, anchor)[0], encode_quads(quad * 3, anchor)[0]
    np.testing.assert_allclose(small[:8], large[:8], atol=1e-5)
    assert np.isclose(large[8] - small[8], np.log(3), atol=1e-5)
