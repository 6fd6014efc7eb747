"""A play: what two seats throw, turn over, push about and take away, on a clock. Seeded and pure.

Every throw: hands put cards face down, turn them over some moments apart, leave them, take them away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from .arm import ArmPlan
from .hands import Grip
from .kinematics import CARD_WH_MM, Move, Path, PlayedCard, Pose, Seat, Stretch
from .layout import Layout
from .optics import TableCamera
from .script import Dealer, Script, Throw, Wish
from .textures import Chance

_OUTSIDE_MM = 260.0
_PAUSE_S = 1.05
"""How far ahead nothing is decided while nothing is wanted: a wish is begun about as soon."""
_HOLD_SHARE = 0.3
"""How far from a card's middle the finger tips hold it, as a share of its height."""

_SHOWN_MM = 90.0
"""How high over the table a card is held up."""

_TREMBLE_S, _STEADY_S = 0.1, 0.45
"""How long a card that is held up moves a little, and from one such time to the next."""


class Play:
    """The whole evening, written throw by throw as far as somebody asks.

    :raise CrowdedTableError: if the cards of a seat do not fit.
    """

    def __init__(
        self,
        seed: int,
        codes: Sequence[str],
        camera: TableCamera,
        script: Script | None = None,
        throws: Sequence[Throw] | None = None,
        card_wh_mm: tuple[float, float] = CARD_WH_MM,
    ) -> None:
        script = script or Script()
        self.script, self.card_wh_mm = script, card_wh_mm
        self.cards: list[PlayedCard] = []
        self.hands: dict[Seat, Path] = {}
        self.written_s = 0.6
        self.wish: Wish | None = None
        """What somebody wants laid; without one it deals as the script says."""
        self._laid = 0
        self._chance: Chance = np.random.default_rng([seed, 1])
        self._layout = Layout(camera, script, card_wh_mm)
        self._dealer = Dealer(self._chance, codes, script, throws)
        self._arms: dict[Seat, ArmPlan] = {}
        rim = self._layout.point(0.5, 1.0)[1], self._layout.point(0.5, 0.0)[1]
        for seat, edge in zip(Seat, rim, strict=True):
            self.hands[seat] = Path()
            home = Pose(0, edge + seat.outward * _OUTSIDE_MM)
            self._arms[seat] = ArmPlan(seat, self.hands[seat], 0.0, home)
            if script.piles:
                self._lay_pile(seat)

    def write_until(self, t_s: float) -> None:
        """Make sure that everything up to a time is decided."""
        while self.written_s <= t_s + 1.0 and not self.over:
            if self.wish is not None and (not self.wish.hands or self.wish.number == self._laid):
                self.written_s = t_s + _PAUSE_S
            else:
                self._write_throw()

    @property
    def dealt(self) -> list[Throw]:
        """The throws that are written so far."""
        return self._dealer.dealt

    @property
    def over(self) -> bool:
        """Whether a given list of throws has been played to its end."""
        return self._dealer.over

    def reach_mm(self) -> float:
        """How far from the middle the seats' cards reach to the sides."""
        return self._layout.reach_mm()

    def flips(self) -> Iterator[Stretch]:
        """Every turning over that is written so far, in the order of the cards."""
        for card in self.cards:
            yield from (stretch for stretch in card.path.stretches if stretch.move is Move.FLIP)

    def _lay_pile(self, seat: Seat) -> None:
        """The top of a pile lies there from the beginning; its card is never dealt."""
        code = self._dealer.keep_one()
        spot = self._layout.beside(seat, right=True)
        self.cards.append(
            PlayedCard(len(self.cards) + 1, code, seat, Path([Stretch(-2, -1, spot, spot, Move.PLACE)]))
        )

    def _seconds(self, low: float, high: float) -> float:
        return float(self._chance.uniform(low, high)) / self.script.pace

    def _write_throw(self) -> None:
        if self.wish is None and self.script.show_share and self._chance.random() < self.script.show_share:
            self._show(Seat.NEAR if self._chance.random() < 0.5 else Seat.FAR)
        laid = self._lay_wish(self.wish) if self.wish is not None else self._lay_throw()
        ready = max(arm.free_s for arm in self._arms.values()) + self._seconds(0.5, 1.2)
        if not self.script.face_up:
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

    def _show(self, seat: Seat) -> None:
        """Somebody holds a card up, nearer to the camera than the table, and takes it away again."""
        arm, (x, y) = self._arms[seat], self._layout.point(0.5, 0.5)
        arm.free_s = max(arm.free_s, self.written_s)
        angle = 180.0 if seat is Seat.FAR else 0.0
        shown = Pose(
            x + float(self._chance.normal(0, 20)), y, _SHOWN_MM, angle + float(self._chance.normal(0, 6))
        )
        hold = replace(self._hold(seat, shown), z=_SHOWN_MM)
        begin = arm.free_s
        end = arm.reach(begin, self._seconds(0.6, 0.9), hold)
        far = Pose(shown.x, shown.y + seat.outward * _OUTSIDE_MM, shown.z, shown.angle_deg)
        way = Path([Stretch(begin, end, far, shown, Move.PLACE, 10.0)])
        card = PlayedCard(len(self.cards) + 1, self._dealer.keep_one(), seat, way)
        self.cards.append(card)
        held_s = end
        for _ in range(4):  # a hand that holds still is never quite still
            off = self._chance.normal(0, 1.2, 2)
            dx, dy = float(off[0]), float(off[1])
            card.path.to(
                held_s, held_s + _TREMBLE_S, replace(shown, x=shown.x + dx, y=shown.y + dy), Move.SLIDE
            )
            arm.path.to(held_s, held_s + _TREMBLE_S, replace(hold, x=hold.x + dx, y=hold.y + dy), Move.SLIDE)
            held_s += _STEADY_S
        arm.free_s = held_s
        gone = arm.leave(self._seconds(0.5, 0.8))
        card.path.to(held_s, gone, far, Move.TAKE)
        card.taken_s = gone
        self.written_s = gone + self._seconds(0.3, 0.6)

    def _lay_throw(self) -> dict[Seat, list[PlayedCard]]:
        throw = self._dealer.deal()
        slots = {seat: self._layout.slots(seat, len(throw.of(seat))) for seat in Seat}
        return {seat: self._place(seat, throw.of(seat), slots[seat]) for seat in Seat}

    def _lay_wish(self, wish: Wish) -> dict[Seat, list[PlayedCard]]:
        """Lay so many cards into each box; whose half it is in lays them."""
        self._laid = wish.number
        slots = {
            seat: [slot for box, count in wish.of(seat) for slot in self._layout.spread(box, count)]
            for seat in Seat
        }
        throw = self._dealer.deal_exactly(len(slots[Seat.NEAR]), len(slots[Seat.FAR]))
        return {seat: self._place(seat, throw.of(seat), slots[seat]) for seat in Seat}

    def _settle_hands(self) -> None:
        for arm in self._arms.values():
            if not arm.away:
                arm.leave(self._seconds(0.35, 0.6))

    def _hold(self, seat: Seat, card: Pose) -> Pose:
        """Where a hand of a seat holds a card: at the edge next to it."""
        lean = float(self._chance.normal(0, 8)) + (0 if seat is Seat.NEAR else 180)
        aside = float(self._chance.normal(0, 5))
        return Pose(card.x + aside, card.y + seat.outward * _HOLD_SHARE * self.card_wh_mm[1], 6.0, lean)

    def _place(
        self, seat: Seat, codes: Sequence[str], slots: Sequence[tuple[float, float]]
    ) -> list[PlayedCard]:
        arm = self._arms[seat]
        arm.free_s = max(arm.free_s, self.written_s) + self._seconds(0.1, 0.8)
        laid = []
        for code, (x, y) in zip(codes, slots, strict=True):
            turned = (seat is Seat.FAR) != bool(self._chance.random() < self.script.reversed_share)
            angle = float(self._chance.normal(0, 5)) + (180 if turned else 0)
            target = Pose(
                x + float(self._chance.normal(0, 3)),
                y + float(self._chance.normal(0, 5)),
                0.0,
                angle,
                0 if self.script.face_up else 180,
            )
            way = self._carry(arm, target)
            laid.append(PlayedCard(len(self.cards) + 1, code, seat, way))
            self.cards.append(laid[-1])
            arm.free_s += self._seconds(0.05, 0.15)
            arm.leave(self._seconds(0.4, 0.6))
        return laid

    def _carry(self, arm: ArmPlan, target: Pose) -> Path:
        """Bring a card to its place, from outside or from the seat's pile."""
        hold, start = self._hold(arm.seat, target), arm.free_s
        if self.script.piles:
            spot = self._layout.beside(arm.seat, right=True)
            top = Pose(spot.x, spot.y, 0.0, target.angle_deg, 180)
            start = arm.reach(
                start, self._seconds(0.5, 0.8), Pose(top.x, top.y + hold.y - target.y, 6.0, hold.angle_deg)
            )
            end = arm.reach(start, self._seconds(0.45, 0.8), hold)
            return Path([Stretch(start, end, top, target, Move.PLACE, 18.0)])
        end = arm.reach(start, self._seconds(0.55, 0.9), hold)
        begin = arm.path.stretches[-1].start
        carried = Pose(
            target.x + begin.x - hold.x,
            target.y + begin.y - hold.y,
            begin.z - hold.z,
            target.angle_deg,
            target.flip_deg,
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

    def _flip(self, arm: ArmPlan, card: PlayedCard, start_s: float) -> None:
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
        arm.path.to(begin, begin + seconds, hold, Move.FLIP, lift + 25)
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
        pushed = replace(hold, x=hold.x + float(dx), y=hold.y + float(dy))
        arm.path.to(begin, end, pushed, Move.SLIDE, 0, Grip.FLAT)
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
            _drag(held, begin, end, hold)
            held.append((card, lying.x - hold.x, lying.y - hold.y))
        if self.script.discards:
            spot = self._layout.beside(seat, right=False)
            begin, end = (
                arm.free_s,
                arm.reach(arm.free_s, self._seconds(0.5, 0.8), replace(spot, z=5.0), Grip.FLAT),
            )
            loose = self._chance.normal(0, 2, (len(held), 2))
            _drag([(held[i][0], float(dx), float(dy)) for i, (dx, dy) in enumerate(loose)], begin, end, spot)
            arm.leave(self._seconds(0.5, 0.8))
            return
        begin, end = arm.free_s, arm.leave(self._seconds(0.6, 0.9))
        _drag(held, begin, end, arm.path.stretches[-1].end)
        for card in cards:
            card.taken_s = end


def _drag(held: list[tuple[PlayedCard, float, float]], start_s: float, end_s: float, hand: Pose) -> None:
    """Move cards with the hand that holds them, each so far from it."""
    for card, dx, dy in held:
        angle = card.path.stretches[-1].end.angle_deg
        card.path.to(start_s, end_s, Pose(hand.x + dx, hand.y + dy, 0, angle, 0), Move.TAKE)
