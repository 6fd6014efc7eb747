"""Painting of hands over the table: skin and sleeve in place, lit, with their shadows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from ...types import Quad
from ..camera.optics import TableCamera
from ..light.lamp import Lighting, lit
from ..plays.kinematics import Path, Pose, Seat, Stretch
from ..sprites import BACK_OF_QUAD, Sheet, Sizes, Sprite, smear, soft_shadow, warp
from .hands import HAND_WH_MM, SLEEVE_WH_MM, TIP_MM, Arm, Grip

_CUFF_MM = 176.0
"""Distance of the cuff from the finger tip."""


class HandPainter:
    """Draws the hands of a play through a camera."""

    def __init__(
        self,
        camera: TableCamera,
        light: Lighting,
        arms: Mapping[Seat, Arm],
        hands: Mapping[Seat, Path],
        exposure_s: float,
    ) -> None:
        self._camera, self._light, self._arms, self._hands = camera, light, arms, hands
        self._exposure_s = exposure_s
        self._size = camera.size_wh
        self._sizes: dict[int, Sizes] = {}

    def sprites(self, t_s: float) -> Iterator[Sprite]:
        """Return shadows and lit parts of every hand over the table, back to front."""
        for seat, path in self._hands.items():
            last = path.last_before(t_s) if path.stretches else None
            if last is not None:
                yield from self._hand_sprites(seat, last, t_s)

    def outlines(self, t_s: float) -> list[list[Sprite]]:
        """Return the unlit parts of each hand over the table: what covers the cards."""
        lasts = ((seat, path.last_before(t_s)) for seat, path in self._hands.items() if path.stretches)
        parts = (
            self._hand_parts(seat, last.pose(t_s), last.grip) for seat, last in lasts if last is not None
        )
        return [shown for shown in parts if shown]

    def _hand_parts(self, seat: Seat, pose: Pose, grip: Grip) -> list[Sprite]:
        """Return hand and sleeve at their places in the picture."""
        (tip_x, tip_y), (width, length), half = TIP_MM, HAND_WH_MM, SLEEVE_WH_MM[0] / 2
        hand = self._hand_quad(pose, (-tip_x, -tip_y, width - tip_x, length - tip_y))
        end = _CUFF_MM + self._reach_out_mm(pose, seat)
        sleeve = self._hand_quad(pose, (-half, _CUFF_MM, half, end))
        if seat is Seat.FAR:
            hand = hand[BACK_OF_QUAD]
        arm = self._arms[seat]
        flat = (
            warp(self._arm_sheet(arm.hands[grip]), hand, self._size),
            warp(self._arm_sheet(arm.sleeve), sleeve, self._size),
        )
        return [part for part in flat if part is not None]

    def _hand_sprites(self, seat: Seat, stretch: Stretch, t_s: float) -> list[Sprite]:
        """Return shadows and lit parts of one hand, back to front."""
        pose = stretch.pose(t_s)
        shift = smear_px(self._camera, stretch, t_s, self._exposure_s)
        scale = self._camera.scale_at(np.array([[pose.x, pose.y, pose.z]]))
        fall = scale * (9 + 0.4 * pose.z) * np.array(self._light.towards)
        parts = self._hand_parts(seat, pose, stretch.grip)
        shown = [lit(smear(part, shift), self._light) for part in parts]
        return [
            *(soft_shadow(part, fall, self._size) for part in parts),
            *(part for part in shown if part is not None),
        ]

    def _arm_sheet(self, sheet: Sheet) -> Sizes:
        if id(sheet) not in self._sizes:
            self._sizes[id(sheet)] = Sizes(lambda: sheet, 40)
        return self._sizes[id(sheet)]

    def _hand_quad(self, pose: Pose, rect_mm: tuple[float, float, float, float]) -> Quad:
        """Return a rectangle of the hand (left, top, right, bottom from the finger tip, y towards the wrist) in
        pixels."""
        left, top, right, bottom = rect_mm
        turn = math.radians(pose.angle_deg)
        flat = np.array([[left, -top], [right, -top], [right, -bottom], [left, -bottom]])
        turned = flat @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        points = np.column_stack([turned + np.array([pose.x, pose.y]), np.full(4, pose.z + 12)])
        return self._camera.project(points)

    def _reach_out_mm(self, pose: Pose, seat: Seat) -> float:
        """Return the length at which the sleeve ends outside the picture."""
        width, height = self._size
        rim = self._camera.unproject(
            np.array([[width / 2, height * 1.25 if seat is Seat.NEAR else -height * 0.25]])
        )[0]
        return max(SLEEVE_WH_MM[1], abs(float(rim[1]) - pose.y) + 60.0)


def smear_px(camera: TableCamera, stretch: Stretch, t_s: float, exposure_s: float) -> NDArray[np.floating]:
    """Return its movement while the shutter is open, in pixels."""
    before, after = (stretch.pose(t_s + side * exposure_s / 2) for side in (-1, 1))
    ends = camera.project(np.array([[before.x, before.y, before.z], [after.x, after.y, after.z]]))
    return np.asarray(ends[1] - ends[0])
