"""Kinematics of cards and hands: poses at any time, as a pure function of the script."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum, unique

import numpy as np
from numpy.typing import NDArray

from ..people.hands import Grip

CARD_WH_MM = (70.0, 120.0)


@unique
class Seat(StrEnum):
    """The half of the table."""

    NEAR = "near"
    FAR = "far"

    @property
    def outward(self) -> float:
        """Sign of y towards the seat's person."""
        return -1.0 if self is Seat.NEAR else 1.0


@unique
class Move(StrEnum):
    """Purposes of a movement."""

    PLACE = "place"
    FLIP = "flip"
    SLIDE = "slide"
    TAKE = "take"
    REACH = "reach"


@dataclass(frozen=True, slots=True)
class Pose:
    """Pose of a card or a hand: its middle (a hand's finger tip) in millimetres.

    ``angle_deg`` turns it counter-clockwise as seen from above, 0 is upright in the picture; ``flip_deg`` turns it
    about its long axis, 0 is face up and 180 face down.
    """

    x: float
    y: float
    z: float = 0.0
    angle_deg: float = 0.0
    flip_deg: float = 0.0

    def corners_mm(self, size_wh_mm: tuple[float, float] = CARD_WH_MM) -> NDArray[np.float64]:
        """The corners of the upright, face-up card from its top left on, clockwise from above: (4, 3)."""
        width, height = size_wh_mm
        across = np.array([-1, 1, 1, -1]) * width / 2
        along = np.array([1, 1, -1, -1]) * height / 2
        flip, turn = math.radians(self.flip_deg), math.radians(self.angle_deg)
        flat, rise = across * math.cos(flip), across * math.sin(flip)
        x = self.x + flat * math.cos(turn) - along * math.sin(turn)
        y = self.y + flat * math.sin(turn) + along * math.cos(turn)
        return np.stack([x, y, self.z + rise], -1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """One movement from one pose to another; ``lift_mm`` is its highest rise."""

    start_s: float
    end_s: float
    start: Pose
    end: Pose
    move: Move
    lift_mm: float = 0.0
    grip: Grip = Grip.PINCH

    def pose(self, t_s: float) -> Pose:
        """Return the pose at a time inside the stretch."""
        share = min(1.0, max(0.0, (t_s - self.start_s) / max(self.end_s - self.start_s, 1e-6)))
        eased = share * share * (3 - 2 * share)
        a, b = self.start, self.end

        def between(low: float, high: float) -> float:
            return low + (high - low) * eased

        flip = between(a.flip_deg, b.flip_deg)
        rise = self.lift_mm * math.sin(math.pi * share) + CARD_WH_MM[0] / 2 * abs(
            math.sin(math.radians(flip))
        )
        return Pose(
            between(a.x, b.x),
            between(a.y, b.y),
            between(a.z, b.z) + rise,
            between(a.angle_deg, b.angle_deg),
            flip,
        )


@dataclass(slots=True)
class Path:
    """A thing's movements in order; between two it rests at the end of the first one."""

    stretches: list[Stretch] = field(default_factory=list)

    @property
    def start_s(self) -> float:
        """Time of its appearance."""
        return self.stretches[0].start_s

    @property
    def end_s(self) -> float:
        """Time of its disappearance, if its last stretch takes it away."""
        return self.stretches[-1].end_s

    def stretch_at(self, t_s: float) -> Stretch | None:
        """Return the movement in progress, or None."""
        return next((s for s in reversed(self.stretches) if s.start_s <= t_s < s.end_s), None)

    def last_before(self, t_s: float) -> Stretch | None:
        """Return the latest movement that has begun, or None before the first."""
        return next((s for s in reversed(self.stretches) if s.start_s <= t_s), None)

    def pose(self, t_s: float) -> Pose | None:
        """Return its pose; None before its appearance."""
        last = self.last_before(t_s)
        return None if last is None else last.pose(t_s)

    def to(
        self,
        start_s: float,
        end_s: float,
        target: Pose,
        move: Move,
        lift_mm: float = 0.0,
        grip: Grip = Grip.PINCH,
    ) -> None:
        """Append a movement to a target."""
        self.stretches.append(Stretch(start_s, end_s, self.stretches[-1].end, target, move, lift_mm, grip))


@dataclass(slots=True)
class PlayedCard:
    """One card of the play and its path over the table; ``taken_s`` is when it has been carried away."""

    id: int
    code: str
    seat: Seat
    path: Path
    taken_s: float = math.inf

    def lies(self, t_s: float) -> bool:
        """Return whether it is on the table and at rest."""
        return self.path.start_s <= t_s < self.taken_s and self.path.stretch_at(t_s) is None

    def present(self, t_s: float) -> bool:
        """Return whether it is on the table or in a hand over it."""
        return self.path.start_s <= t_s < self.taken_s
