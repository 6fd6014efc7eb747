"""A play: what two seats throw, turn over, push about and take away, on a clock. Seeded and pure.

Every throw: hands put cards face down, turn them over some moments apart, leave them, take them away.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from .hands import Grip
from .kinematics import CARD_WH_MM, Move, Path, PlayedCard, Pose, Seat, Stretch
from .optics import TableCamera
from .script import Script, Throw, deal
from .textures import Chance

_OUTSIDE_MM = 260.0
_HOLD_SHARE = 0.3
"""How far from a card's middle the finger tips hold it, as a share of its height."""
_ROW_SHARE = {Seat.NEAR: 0.745, Seat.FAR: 0.26}
"""How far down the picture the middle of each seat's cards lies."""


class CrowdedTableError(ValueError):
    """More cards a seat than fit into the picture."""


@dataclass(slots=True)
class _Hand:
    """A seat's hand while the script is written: where it is and when it is free."""

    seat: Seat
    path: Path
    free_s: float
    home: Pose
    away: bool = True

    def reach(self, start_s: float, seconds: float, target: Pose, grip: Grip = Grip.PINCH) -> float:
        """Go to a target, from outside if it is away; return when it is there."""
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
        """Go away; return when it is gone."""
        last = self.path.stretches[-1]
        home = Pose(last.end.x * 0.8, self.home.y, 60.0, last.end.angle_deg)
        self.path.to(self.free_s, self.free_s + seconds, home, Move.REACH, 10.0, last.grip)
        self.away, self.free_s = True, self.free_s + seconds
        return self.free_s


@dataclass(slots=True)
class Play:
    """The whole evening, written throw by throw as far as somebody asks.

    :raise CrowdedTableError: if the cards of a seat do not fit.
    """

    seed: int
    codes: Sequence[str]
    camera: TableCamera
    script: Script = field(default_factory=Script)
    throws: Sequence[Throw] | None = None
    card_wh_mm: tuple[float, float] = CARD_WH_MM
    cards: list[PlayedCard] = field(default_factory=list)
    dealt: list[Throw] = field(default_factory=list)
    hands: dict[Seat, Path] = field(default_factory=dict)
    written_s: float = 0.6
    _chance: Chance = field(init=False)
    _arms: dict[Seat, _Hand] = field(init=False)
    _pile: list[str] = field(default_factory=list)
    _kept: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._chance = np.random.default_rng([self.seed, 1])
        rim = self._table_point(0.5, 1.0)[1], self._table_point(0.5, 0.0)[1]
        self._arms = {}
        self._pile = list(self.codes)
        for seat, edge in zip(Seat, rim, strict=True):
            self.hands[seat] = Path()
            home = Pose(0, edge + seat.outward * _OUTSIDE_MM)
            self._arms[seat] = _Hand(seat, self.hands[seat], 0.0, home)
            if self.script.piles:
                self._lay_pile(seat)

    def write_until(self, t_s: float) -> None:
        """Make sure that everything up to a time is decided."""
        while self.written_s <= t_s + 1.0 and not self.over:
            self._write_throw()

    @property
    def over(self) -> bool:
        """Whether a given list of throws has been played to its end."""
        return self.throws is not None and len(self.dealt) >= len(self.throws)

    def flips(self) -> Iterator[Stretch]:
        """Every turning over that is written so far, in the order of the cards."""
        for card in self.cards:
            yield from (stretch for stretch in card.path.stretches if stretch.move is Move.FLIP)

    def reach_mm(self) -> float:
        """How far from the middle the seats' cards reach to the sides."""
        slots = [slot for seat in Seat for slot in self._slots(seat, self.script.cards_per_seat[1])]
        return max(abs(x) for x, _ in slots) + self.card_wh_mm[0]

    def _table_point(self, share_x: float, share_y: float) -> tuple[float, float]:
        width, height = self.camera.size_wh
        point = self.camera.unproject(np.array([[share_x * (width - 1), share_y * (height - 1)]]))[0]
        return float(point[0]), float(point[1])

    def _beside(self, seat: Seat, right: bool) -> Pose:
        """A place for a pile beside a seat's cards, face down on the right of who sits there, face up on the left."""
        at_right = right == (seat is Seat.NEAR)
        x, y = self._table_point(0.92 if at_right else 0.08, _ROW_SHARE[seat])
        return Pose(x, y, 0.0, 0.0 if seat is Seat.NEAR else 180.0, 180.0 if right else 0.0)

    def _lay_pile(self, seat: Seat) -> None:
        """The top of a pile lies there from the beginning; its card is never dealt."""
        code = self._pile.pop(int(self._chance.integers(len(self._pile))))
        self._kept.append(code)
        spot = self._beside(seat, right=True)
        self.cards.append(
            PlayedCard(len(self.cards) + 1, code, seat, Path([Stretch(-2, -1, spot, spot, Move.PLACE)]))
        )

    def _slots(self, seat: Seat, count: int) -> list[tuple[float, float]]:
        """Places for a seat's cards, row by row, each as millimetres."""
        if count == 0:
            return []
        centre, rim = _ROW_SHARE[seat], 0.17 if self.script.piles or self.script.discards else 0.05
        middle = self._table_point(0.5, centre)
        span = self._table_point(1 - rim, centre)[0] - self._table_point(rim, centre)[0]
        width, height = self.card_wh_mm
        pitch = width * (1 - self.script.overlap)
        columns = max(1, int((span - width) / pitch) + 1)
        rows = math.ceil(count / columns)
        deep = abs(self._table_point(0.5, centre - 0.235)[1] - self._table_point(0.5, centre + 0.235)[1])
        if rows * height * 1.08 > deep:
            fit = columns * int(deep / (height * 1.08))
            raise CrowdedTableError(f"cards a seat: {count} do not fit at this size, expected at most {fit}")
        columns = math.ceil(count / rows)
        return [
            (middle[0] + (index % columns - (min(columns, count) - 1) / 2) * pitch,
             middle[1] + (index // columns - (rows - 1) / 2) * seat.outward * deep / rows)
            for index in range(count)
        ]  # fmt: skip

    def _next_throw(self) -> Throw:
        if self.throws is not None:
            return self.throws[len(self.dealt)]
        low, high = self.script.cards_per_seat
        drawn = (int(self._chance.integers(low, high + 1)), int(self._chance.integers(low, high + 1)))
        counts = self.script.cards or drawn
        if len(self._pile) < sum(counts) + len(self.codes) // 4:
            self._pile = [code for code in self.codes if code not in self._kept]
        kind = str(self._chance.choice(["plain", "twins", "zero"], p=[0.66, 0.2, 0.14]))
        throw = deal(
            self._chance, self._pile, counts, kind if high <= 6 and not self.script.cards else "plain"
        )
        self._pile = [code for code in self._pile if code not in (*throw.near, *throw.far)]
        return throw

    def _seconds(self, low: float, high: float) -> float:
        return float(self._chance.uniform(low, high)) / self.script.pace

    def _write_throw(self) -> None:
        throw = self._next_throw()
        self.dealt.append(throw)
        laid = {seat: self._place(seat, throw.of(seat)) for seat in Seat}
        ready = max(arm.free_s for arm in self._arms.values()) + self._seconds(0.5, 1.2)
        self._flip_all(laid, ready)
        self._settle_hands()
        rest = max(arm.free_s for arm in self._arms.values())
        lying = rest + self._seconds(1.2, 2.0)
        if self._chance.random() < self.script.nudge_share:
            lying = self._nudge(laid, lying) + self._seconds(0.8, 1.4)
        lying += self._seconds(1.2, 2.2)
        for seat, cards in laid.items():
            self._take(seat, cards, lying + self._seconds(0, 0.6))
        self.written_s = max(arm.free_s for arm in self._arms.values()) + self._seconds(0.6, 1.4)
        for arm in self._arms.values():
            arm.free_s = self.written_s

    def _settle_hands(self) -> None:
        for arm in self._arms.values():
            if not arm.away:
                arm.leave(self._seconds(0.35, 0.6))

    def _hold(self, seat: Seat, card: Pose) -> Pose:
        """Where a hand of a seat holds a card: at the edge next to it."""
        lean = float(self._chance.normal(0, 8)) + (0 if seat is Seat.NEAR else 180)
        aside = float(self._chance.normal(0, 5))
        return Pose(card.x + aside, card.y + seat.outward * _HOLD_SHARE * self.card_wh_mm[1], 6.0, lean)

    def _place(self, seat: Seat, codes: Sequence[str]) -> list[PlayedCard]:
        arm = self._arms[seat]
        arm.free_s = max(arm.free_s, self.written_s) + self._seconds(0.1, 0.8)
        laid = []
        for code, (x, y) in zip(codes, self._slots(seat, len(codes)), strict=True):
            turned = (seat is Seat.FAR) != bool(self._chance.random() < self.script.reversed_share)
            angle = float(self._chance.normal(0, 5)) + (180 if turned else 0)
            target = Pose(
                x + float(self._chance.normal(0, 3)), y + float(self._chance.normal(0, 5)), 0.0, angle, 180
            )
            way = self._carry(arm, target)
            laid.append(PlayedCard(len(self.cards) + 1, code, seat, way))
            self.cards.append(laid[-1])
            arm.free_s += self._seconds(0.05, 0.15)
            arm.leave(self._seconds(0.4, 0.6))
        return laid

    def _carry(self, arm: _Hand, target: Pose) -> Path:
        """Bring a card to its place, from outside or from the seat's pile."""
        hold, start = self._hold(arm.seat, target), arm.free_s
        if self.script.piles:
            spot = self._beside(arm.seat, right=True)
            top = Pose(spot.x, spot.y, 0.0, target.angle_deg, 180)
            start = arm.reach(
                start, self._seconds(0.5, 0.8), Pose(top.x, top.y + hold.y - target.y, 6.0, hold.angle_deg)
            )
            end = arm.reach(start, self._seconds(0.45, 0.8), hold)
            return Path([Stretch(start, end, top, target, Move.PLACE, 18.0)])
        end = arm.reach(start, self._seconds(0.55, 0.9), hold)
        begin = arm.path.stretches[-1].start
        carried = Pose(
            target.x + begin.x - hold.x, target.y + begin.y - hold.y, begin.z - hold.z, target.angle_deg, 180
        )
        return Path([Stretch(start, end, carried, target, Move.PLACE, 10.0)])

    def _flip_all(self, laid: dict[Seat, list[PlayedCard]], ready_s: float) -> None:
        order = [card for cards in laid.values() for card in cards]
        order = [order[index] for index in self._chance.permutation(len(order))]
        start = ready_s
        for card in order:
            arm = self._arms[card.seat]
            if not arm.away and start > arm.free_s + 0.9:
                arm.leave(self._seconds(0.35, 0.5))
            start = max(start, arm.free_s)
            self._flip(arm, card, start)
            start += self._seconds(*self.script.flip_gap_s)

    def _flip(self, arm: _Hand, card: PlayedCard, start_s: float) -> None:
        lying = card.path.stretches[-1].end
        hold = self._hold(arm.seat, lying)
        begin = arm.reach(start_s, self._seconds(0.4, 0.65), hold)
        seconds = self._seconds(0.32, 0.65)
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
        arm.path.to(
            begin, begin + seconds, Pose(hold.x, hold.y, hold.z, hold.angle_deg), Move.FLIP, lift + 25
        )
        arm.free_s = begin + seconds + self._seconds(0.03, 0.12)

    def _nudge(self, laid: dict[Seat, list[PlayedCard]], start_s: float) -> float:
        """Somebody pushes one of their cards a little."""
        cards = [card for group in laid.values() for card in group]
        card = cards[int(self._chance.integers(len(cards)))]
        arm, lying = self._arms[card.seat], card.path.stretches[-1].end
        hold = self._hold(card.seat, lying)
        begin = arm.reach(start_s, self._seconds(0.5, 0.7), hold, Grip.FLAT)
        end = begin + self._seconds(0.3, 0.5)
        dx, dy = self._chance.normal(0, 7), card.seat.outward * self._chance.uniform(8, 16)
        target = Pose(
            lying.x + float(dx), lying.y + float(dy), 0, lying.angle_deg + float(self._chance.normal(0, 5)), 0
        )
        card.path.to(begin, end, target, Move.SLIDE)
        arm.path.to(
            begin,
            end,
            Pose(hold.x + float(dx), hold.y + float(dy), hold.z, hold.angle_deg),
            Move.SLIDE,
            0,
            Grip.FLAT,
        )
        arm.free_s = end + 0.05
        return arm.leave(self._seconds(0.4, 0.6))

    def _take(self, seat: Seat, cards: list[PlayedCard], start_s: float) -> None:
        """Sweep a seat's cards together, one after another, and out of the picture."""
        if not cards:
            return
        arm = self._arms[seat]
        arm.free_s = max(arm.free_s, start_s)
        held: list[tuple[PlayedCard, float, float]] = []
        for card in sorted(cards, key=lambda card: card.path.stretches[-1].end.x):
            lying = card.path.stretches[-1].end
            hold = Pose(
                lying.x,
                lying.y + seat.outward * 0.12 * self.card_wh_mm[1],
                5.0,
                0.0 if seat is Seat.NEAR else 180.0,
            )
            begin = arm.free_s
            end = arm.reach(
                begin, self._seconds(0.35, 0.6) if held else self._seconds(0.5, 0.8), hold, Grip.FLAT
            )
            self._drag(held, begin, end, hold)
            held.append((card, lying.x - hold.x, lying.y - hold.y))
        if self.script.discards:
            spot = self._beside(seat, right=False)
            begin, end = (
                arm.free_s,
                arm.reach(arm.free_s, self._seconds(0.5, 0.8), replace(spot, z=5.0), Grip.FLAT),
            )
            loose = self._chance.normal(0, 2, (len(held), 2))
            self._drag(
                [(held[i][0], float(dx), float(dy)) for i, (dx, dy) in enumerate(loose)], begin, end, spot
            )
            arm.leave(self._seconds(0.5, 0.8))
            return
        begin, end = arm.free_s, arm.leave(self._seconds(0.6, 0.9))
        self._drag(held, begin, end, arm.path.stretches[-1].end)
        for card in cards:
            card.taken_s = end

    def _drag(
        self, held: list[tuple[PlayedCard, float, float]], start_s: float, end_s: float, hand: Pose
    ) -> None:
        for card, dx, dy in held:
            angle = card.path.stretches[-1].end.angle_deg
            card.path.to(start_s, end_s, Pose(hand.x + dx, hand.y + dy, 0, angle, 0), Move.TAKE)
