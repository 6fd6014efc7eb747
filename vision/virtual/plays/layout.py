"""Layout of the table: the seats' rows of cards, and the piles beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..camera.optics import TableCamera
from .kinematics import Pose, Seat
from .script import Box, Script

_ROW_SHARE = {Seat.NEAR: 0.745, Seat.FAR: 0.26}
"""Height of the middle of each seat's cards, as a share of the picture."""


_AROUND = 0.35
"""Largest displacement of a card from its place, in heights of a card: pushed, or one of fewer in its row."""

_LOOSE, _TIGHT = 1.15, 0.4
"""Distances between wished cards, in widths of a card: at most, and where there is no room."""


class CrowdedTableError(ValueError):
    """More cards for a seat than fit into the picture."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Places on the table, in millimetres, for the cards in a camera's picture."""

    camera: TableCamera
    script: Script
    card_wh_mm: tuple[float, float]

    def reach_mm(self) -> float:
        """Largest distance of the seats' cards from the middle to the sides."""
        slots = [slot for seat in Seat for slot in self.slots(seat, self.script.cards_per_seat[1])]
        return max(abs(x) for x, _ in slots) + self.card_wh_mm[0]

    def areas(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the area of each seat's cards: left, lowest y, right, highest y, in millimetres."""
        width, height = self.card_wh_mm
        around = _AROUND * height
        for seat in Seat:
            places = np.array(
                self.slots(seat, max(self.script.cards_per_seat[1], *(self.script.cards or (0, 0))))
            )
            if self.script.piles or self.script.discards:
                beside = [self.beside(seat, right) for right in (True, False)]
                places = np.concatenate([places, [[pose.x, pose.y] for pose in beside]])
            (left, low), (right_end, high) = places.min(0), places.max(0)
            yield (
                left - width / 2 - around, low - height / 2 - around,
                right_end + width / 2 + around, high + height / 2 + around,
            )  # fmt: skip

    def point(self, share_x: float, share_y: float) -> tuple[float, float]:
        """Return the place at these shares of the picture's width and height."""
        width, height = self.camera.size_wh
        point = self.camera.unproject(np.array([[share_x * (width - 1), share_y * (height - 1)]]))[0]
        return float(point[0]), float(point[1])

    def beside(self, seat: Seat, right: bool) -> Pose:
        """Return a place for a pile beside a seat's cards, face down on the person's right, face up on the left."""
        at_right = right == (seat is Seat.NEAR)
        x, y = self.point(0.92 if at_right else 0.08, _ROW_SHARE[seat])
        return Pose(x, y, 0.0, 0.0 if seat is Seat.NEAR else 180.0, 180.0 if right else 0.0)

    def spread(self, box: Box, count: int) -> list[tuple[float, float]]:
        """Return places in millimetres for cards side by side in a box of the picture; they overlap where it is
        narrow."""
        left, top, right, bottom = box
        down = (top + bottom) / 2
        middle = self.point((left + right) / 2, down)
        span, width = self.point(right, down)[0] - self.point(left, down)[0], self.card_wh_mm[0]
        pitch = min(_LOOSE * width, max(_TIGHT * width, (span - _LOOSE * width) / max(1, count - 1)))
        return [(middle[0] + (index - (count - 1) / 2) * pitch, middle[1]) for index in range(count)]

    def slots(self, seat: Seat, count: int) -> list[tuple[float, float]]:
        """Return places for a seat's cards, row by row, in millimetres.

        :raise CrowdedTableError: if they do not fit.
        """
        if count == 0:
            return []
        centre, rim = _ROW_SHARE[seat], 0.17 if self.script.piles or self.script.discards else 0.05
        middle = self.point(0.5, centre)
        span = self.point(1 - rim, centre)[0] - self.point(rim, centre)[0]
        width, height = self.card_wh_mm
        pitch = width * (1 - self.script.overlap)
        columns = max(1, int((span - width) / pitch) + 1)
        rows = math.ceil(count / columns)
        deep = abs(self.point(0.5, centre - 0.235)[1] - self.point(0.5, centre + 0.235)[1])
        if rows * height * 1.08 > deep:
            fit = columns * int(deep / (height * 1.08))
            raise CrowdedTableError(f"cards a seat: {count} do not fit at this size, expected at most {fit}")
        columns = math.ceil(count / rows)
        return [
            (middle[0] + (index % columns - (min(columns, count) - 1) / 2) * pitch,
             middle[1] + (index // columns - (rows - 1) / 2) * seat.outward * deep / rows)
            for index in range(count)
        ]  # fmt: skip
