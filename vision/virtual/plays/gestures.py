"""Gestures of one hand with cards: bring, turn over, hold up, push, sweep together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..people.hands import Grip
from ..types import Chance
from .arm import ArmPlan
from .kinematics import Move, Path, PlayedCard, Pose, Seat, Stretch
from .layout import Layout
from .script import Script

OUTSIDE_MM = 260.0
"""Distance beyond the picture's edge at which a hand waits."""

_HOLD_SHARE = 0.3
"""Distance of the finger tips from the middle of a held card, as a share of its height."""

_SHOWN_MM = 90.0
"""Height over the table of a card that is held up."""

_TREMBLE_S, _STEADY_S = 0.1, 0.45
"""Duration of a trembling of a held card, and the interval between two."""


class Gestures:
    """Writes movements of hands and cards with random durations and neatness."""

    def __init__(
        self, chance: Chance, script: Script, layout: Layout, card_wh_mm: tuple[float, float]
    ) -> None:
        self._chance, self._script, self._layout, self._card_wh_mm = chance, script, layout, card_wh_mm

    def seconds(self, low: float, high: float) -> float:
        """Draw a duration, at the play's pace."""
        return float(self._chance.uniform(low, high)) / self._script.pace

    def hold(self, seat: Seat, card: Pose) -> Pose:
        """Return the hand's pose on a card: at the edge next to its seat."""
        lean = float(self._chance.normal(0, 8)) + (0 if seat is Seat.NEAR else 180)
        lateral = float(self._chance.normal(0, 5))
        return Pose(card.x + lateral, card.y + seat.outward * _HOLD_SHARE * self._card_wh_mm[1], 6.0, lean)

    def carry(self, arm: ArmPlan, target: Pose) -> Path:
        """Bring a card to its place, from outside or from the seat's pile."""
        hold, start = self.hold(arm.seat, target), arm.free_s
        if self._script.piles:
            spot = self._layout.beside(arm.seat, right=True)
            top = Pose(spot.x, spot.y, 0.0, target.angle_deg, 180)
            start = arm.reach(
                start, self.seconds(0.5, 0.8), Pose(top.x, top.y + hold.y - target.y, 6.0, hold.angle_deg)
            )
            end = arm.reach(start, self.seconds(0.45, 0.8), hold)
            return Path([Stretch(start, end, top, target, Move.PLACE, 18.0)])
        end = arm.reach(start, self.seconds(0.55, 0.9), hold)
        begin = arm.path.stretches[-1].start
        carried = Pose(
            target.x + begin.x - hold.x,
            target.y + begin.y - hold.y,
            begin.z - hold.z,
            target.angle_deg,
            target.flip_deg,
        )
        return Path([Stretch(start, end, carried, target, Move.PLACE, 10.0)])

    def flip(self, arm: ArmPlan, card: PlayedCard, start_s: float) -> None:
        """Turn a card over."""
        lying = card.path.stretches[-1].end
        hold = self.hold(arm.seat, lying)
        begin = arm.reach(start_s, self.seconds(0.4, 0.65), hold)
        seconds = self.seconds(0.32, 0.65)
        shift = self._chance.normal(0, 3, 2)
        target = Pose(
            lying.x + float(shift[0]),
            lying.y + float(shift[1]),
            0,
            lying.angle_deg + float(self._chance.normal(0, 3)),
            0,
        )
        lift = float(self._chance.uniform(8, 30))
        card.path.to(begin, begin + seconds, target, Move.FLIP, lift)
        arm.path.to(begin, begin + seconds, hold, Move.FLIP, lift + 25)
        arm.free_s = begin + seconds + self.seconds(0.03, 0.12)

    def show(self, arm: ArmPlan, code: str, number: int, start_s: float) -> PlayedCard:
        """Hold a card up, nearer to the camera than the table, and take it away again."""
        seat, (x, y) = arm.seat, self._layout.point(0.5, 0.5)
        arm.free_s = begin = max(arm.free_s, start_s)
        angle = 180.0 if seat is Seat.FAR else 0.0
        shown = Pose(
            x + float(self._chance.normal(0, 20)), y, _SHOWN_MM, angle + float(self._chance.normal(0, 6))
        )
        hold = replace(self.hold(seat, shown), z=_SHOWN_MM)
        end = arm.reach(begin, self.seconds(0.6, 0.9), hold)
        far = Pose(shown.x, shown.y + seat.outward * OUTSIDE_MM, shown.z, shown.angle_deg)
        way = Path([Stretch(begin, end, far, shown, Move.PLACE, 10.0)])
        card = PlayedCard(number, code, seat, way)
        held_s = end
        for _ in range(4):  # A hand that holds a card trembles.
            off = self._chance.normal(0, 1.2, 2)
            dx, dy = float(off[0]), float(off[1])
            card.path.to(
                held_s, held_s + _TREMBLE_S, replace(shown, x=shown.x + dx, y=shown.y + dy), Move.SLIDE
            )
            arm.path.to(held_s, held_s + _TREMBLE_S, replace(hold, x=hold.x + dx, y=hold.y + dy), Move.SLIDE)
            held_s += _STEADY_S
        arm.free_s = held_s
        gone = arm.leave(self.seconds(0.5, 0.8))
        card.path.to(held_s, gone, far, Move.TAKE)
        card.taken_s = gone
        return card

    def nudge(self, arm: ArmPlan, card: PlayedCard, start_s: float) -> float:
        """Push a card a little; return the time when the hand is out."""
        lying = card.path.stretches[-1].end
        hold = self.hold(card.seat, lying)
        begin = arm.reach(start_s, self.seconds(0.5, 0.7), hold, Grip.FLAT)
        end = begin + self.seconds(0.3, 0.5)
        dx, dy = self._chance.normal(0, 7), card.seat.outward * self._chance.uniform(8, 16)
        target = Pose(
            lying.x + float(dx), lying.y + float(dy), 0, lying.angle_deg + float(self._chance.normal(0, 5)), 0
        )
        card.path.to(begin, end, target, Move.SLIDE)
        pushed = replace(hold, x=hold.x + float(dx), y=hold.y + float(dy))
        arm.path.to(begin, end, pushed, Move.SLIDE, 0, Grip.FLAT)
        arm.free_s = end + 0.05
        return arm.leave(self.seconds(0.4, 0.6))

    def take(self, arm: ArmPlan, cards: Sequence[PlayedCard], start_s: float) -> None:
        """Sweep a seat's cards together, one after another, and out of the picture."""
        if not cards:
            return
        seat = arm.seat
        arm.free_s = max(arm.free_s, start_s)
        held: list[tuple[PlayedCard, float, float]] = []
        for card in sorted(cards, key=lambda card: card.path.stretches[-1].end.x):
            lying = card.path.stretches[-1].end
            hold = Pose(
                lying.x,
                lying.y + seat.outward * 0.12 * self._card_wh_mm[1],
                5.0,
                0.0 if seat is Seat.NEAR else 180.0,
            )
            begin = arm.free_s
            end = arm.reach(
                begin, self.seconds(0.35, 0.6) if held else self.seconds(0.5, 0.8), hold, Grip.FLAT
            )
            _drag(held, begin, end, hold)
            held.append((card, lying.x - hold.x, lying.y - hold.y))
        if self._script.discards:
            spot = self._layout.beside(seat, right=False)
            begin, end = (
                arm.free_s,
                arm.reach(arm.free_s, self.seconds(0.5, 0.8), replace(spot, z=5.0), Grip.FLAT),
            )
            loose = self._chance.normal(0, 2, (len(held), 2))
            _drag([(held[i][0], float(dx), float(dy)) for i, (dx, dy) in enumerate(loose)], begin, end, spot)
            arm.leave(self.seconds(0.5, 0.8))
            return
        begin, end = arm.free_s, arm.leave(self.seconds(0.6, 0.9))
        _drag(held, begin, end, arm.path.stretches[-1].end)
        for card in cards:
            card.taken_s = end


def _drag(held: list[tuple[PlayedCard, float, float]], start_s: float, end_s: float, hand: Pose) -> None:
    """Move cards with the hand that holds them, each so far from it."""
    for card, dx, dy in held:
        angle = card.path.stretches[-1].end.angle_deg
        card.path.to(start_s, end_s, Pose(hand.x + dx, hand.y + dy, 0, angle, 0), Move.TAKE)
