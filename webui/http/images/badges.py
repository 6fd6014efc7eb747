"""Places of the badges with cards' values on the shown picture: near their cards, without overlap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.types import Quad

Places = NDArray[np.float32]
"""Centres of badges, (n, 2), in pixels."""


def place_badges(
    cards: Sequence[Quad], badge_wh: tuple[int, int], picture_wh: tuple[int, int]
) -> list[Places]:
    """Return the centre of each card's badge, as near to the card's lower edge as earlier badges leave room for.

    Badges lie wholly within the picture and never overlap. Where a picture has no room left the list ends early:
    the first cards have theirs.
    """
    free = _lattice(badge_wh, picture_wh)
    placed: list[Places] = []
    for quad in cards:
        place = _within(_anchor(quad), badge_wh, picture_wh)
        if any(not _apart(place, taken, badge_wh) for taken in placed):
            if not len(free):
                break
            place = free[np.argmin(np.linalg.norm(free - place, axis=1))]
        placed.append(place)
        free = free[_apart(free, place, badge_wh)]
    return placed


def _apart(middles: Places, taken: Places, badge_wh: tuple[int, int]) -> NDArray[np.bool_]:
    """Tell which centres, (..., 2), keep clear of a placed badge."""
    apart: NDArray[np.bool_] = np.any(np.abs(middles - taken) >= badge_wh, axis=-1)
    return apart


def _anchor(quad: Quad) -> Places:
    """Return the centre of the card's lowest edge in the picture."""
    middles = (quad + np.roll(quad, -1, axis=0)) / 2
    lowest: Places = middles[np.argmax(middles[:, 1])]
    return lowest


def _within(point: Places, badge_wh: tuple[int, int], picture_wh: tuple[int, int]) -> Places:
    half = np.asarray(badge_wh, np.float32) / 2
    return np.clip(point, half, np.maximum(half, np.asarray(picture_wh, np.float32) - half))


def _lattice(badge_wh: tuple[int, int], picture_wh: tuple[int, int]) -> Places:
    """Return centres all over the picture, half a badge apart."""
    axes = [
        np.arange(badge / 2, max(size - badge / 2, badge / 2) + 1e-3, badge / 2)
        for badge, size in zip(badge_wh, picture_wh, strict=True)
    ]
    return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2).astype(np.float32)
