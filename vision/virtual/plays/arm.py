"""A seat's hand while a play is written: its path, and the time when it is free."""

from __future__ import annotations

from dataclasses import dataclass

from ..people.hands import Grip
from .kinematics import Move, Path, Pose, Seat, Stretch


@dataclass(slots=True)
class ArmPlan:
    """Plan of a seat's hand: its position and the time when it is free."""

    seat: Seat
    path: Path
    free_s: float
    home: Pose
    away: bool = True

    def reach(self, start_s: float, seconds: float, target: Pose, grip: Grip = Grip.PINCH) -> float:
        """Move to a target, from outside if it is away; return the time of arrival."""
        start_s = max(start_s, self.free_s)
        if self.away:
            home = Pose(target.x * 0.8, self.home.y, 60.0, target.angle_deg)
            self.path.stretches.append(
                Stretch(start_s, start_s + seconds, home, target, Move.REACH, 10.0, grip)
            )
        else:
            self.path.to(start_s, start_s + seconds, target, Move.REACH, 18.0, grip)
        self.away, self.free_s = False, start_s + seconds
        return self.free_s

    def leave(self, seconds: float) -> float:
        """Move out of the picture; return the time when it is out."""
        last = self.path.stretches[-1]
        home = Pose(last.end.x * 0.8, self.home.y, 60.0, last.end.angle_deg)
        self.path.to(self.free_s, self.free_s + seconds, home, Move.REACH, 10.0, last.grip)
        self.away, self.free_s = True, self.free_s + seconds
        return self.free_s
