"""Where things are on the shown picture: turning, mirroring, and which seat a card lies in.

The camera's frame is turned clockwise, then mirrored, and then shown. Points on it are fractions (0 to 1) of
the shown picture, so that a seat keeps its place when the camera changes its size.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Frame, Quad
from webui.table.seen.cards import Point
from webui.table.settings import Region, Seat, Settings, View

TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}

NEAR: Region = ((0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0))
FAR: Region = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5))

BESIDE = 0.015
"""A card so near to a region belongs to its seat: regions found from cards are drawn with gaps between them."""


def show(frame: Frame, view: View) -> Frame:
    """Turn and mirror a frame as the Host wants to see it."""
    turned = cv2.rotate(frame, TURNS[view.turn]) if view.turn else frame
    shown = cv2.flip(turned, 1) if view.mirror else turned
    return np.asarray(shown, dtype=np.uint8)


def shown_corners(quad: Quad, size_wh: tuple[int, int], view: View) -> tuple[Point, ...]:
    """Return the corners, in the card's own order, as fractions of the shown picture."""
    # Plain floats: four points do not repay the price of arrays, and this runs for every card of every frame.
    width, height = size_wh
    return tuple(_shown((x + 0.5) / width, (y + 0.5) / height, view) for x, y in quad.tolist())


def _shown(x: float, y: float, view: View) -> Point:
    u, v = {0: (x, y), 90: (1 - y, x), 180: (1 - x, 1 - y), 270: (y, 1 - x)}[view.turn]
    return (round(1 - u if view.mirror else u, 4), round(v, 4))


def lies_in(point: Point, region: Region) -> bool:
    """Return whether a point lies in a polygon or on its edge."""
    return _beyond(point, region) <= 0


def _beyond(point: Point, region: Region) -> float:
    """Return how far beyond a polygon's edge a point lies, below 0 within it."""
    spot = (round(point[0] * 10_000), round(point[1] * 10_000))
    return -cv2.pointPolygonTest(_outline(region), spot, True) / 10_000


@lru_cache(maxsize=64)  # Asked for every card of every frame, of the same few regions.
def _outline(region: Region) -> NDArray[np.int32]:
    """Return a polygon in ten-thousandths: the test on floats is not exact on edges."""
    return np.round(np.asarray(region, dtype=np.float64) * 10_000).astype(np.int32)


def region_of(seat: Seat, settings: Settings) -> Region | None:
    """Return a seat's region; without one of its own, the first seat has the near half and the second the far.

    Where only one seat is left without, a side's own half is kept for it; who is away has none.
    """
    if seat.region is not None:
        return seat.region
    unset = [other.id for other in settings.seats if other.region is None and not other.away]
    if seat.id not in unset[:2]:
        return None
    first = unset.index(seat.id) == 0 if len(unset) > 1 else seat.side != "host"
    near = first != settings.view.swap
    return NEAR if near else FAR


def seat_under(point: Point, settings: Settings) -> str | None:
    """Return the id of the seat whose region holds the point, else of the nearest one that it lies just beside; drawn
    regions come before the two halves."""
    ordered = sorted(settings.seats, key=lambda seat: seat.region is None)
    regions = [(seat.id, region_of(seat, settings)) for seat in ordered]
    beyond = [(_beyond(point, region), key) for key, region in regions if region is not None]
    within = next((key for far, key in beyond if far <= 0), None)
    far, nearest = min(beyond, default=(1.0, None), key=lambda each: each[0])
    return within or (nearest if far <= BESIDE else None)


def is_ignored(point: Point, settings: Settings) -> bool:
    """Return whether a point lies in an area that the Host ignores."""
    return any(lies_in(point, area.region) for area in settings.ignored)


def room_beside(settings: Settings, side: str) -> tuple[dict[str, dict[str, Region]], Region]:
    """Return a region for somebody new on a side: the right half of the widest there, whose owner keeps the left one.

    :return: what changes of other seats, by id; the new region
    """
    near = (side == "players") != settings.view.swap
    held = [
        (seat, region_of(seat, settings)) for seat in settings.seats if seat.side == side and not seat.away
    ]
    placed = [(seat, region) for seat, region in held if region is not None]
    if not placed:
        return {}, NEAR if near else FAR
    seat, widest = max(placed, key=lambda each: _box(each[1])[2] - _box(each[1])[0])
    left, top, right, bottom = _box(widest)
    middle = round((left + right) / 2, 4)
    moved = {seat.id: {"region": _rectangle(left, top, middle, bottom)}} if seat.region is not None else {}
    return moved, _rectangle(middle, top, right, bottom)


def _box(region: Region) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a region."""
    across, down = [x for x, _ in region], [y for _, y in region]
    return min(across), min(down), max(across), max(down)


def _rectangle(left: float, top: float, right: float, bottom: float) -> Region:
    return ((left, top), (right, top), (right, bottom), (left, bottom))
