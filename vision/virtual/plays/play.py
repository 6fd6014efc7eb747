"""A play: two seats' throws, turning over, pushing and taking away, on a clock. Seeded and pure.

Every throw: hands put cards face down, turn them over some moments apart, leave them, take them away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ..camera.optics import TableCamera
from ..types import Chance
from .arm import ArmPlan
from .gestures import OUTSIDE_MM, Gestures
from .kinematics import CARD_WH_MM, Move, Path, PlayedCard, Pose, Seat, Stretch
from .layout import Layout
from .script import Dealer, Script, Throw, Wish

_PAUSE_S = 1.05
"""Seconds planned ahead while there is no wish: about the delay of a wish."""


class Play:
    """A whole session, written throw by throw on demand.

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
        """The cards to lay next; without a wish the script decides."""
        self._laid = 0
        self._chance: Chance = np.random.default_rng([seed, 1])
        self._layout = Layout(camera, script, card_wh_mm)
        self._does = Gestures(self._chance, script, self._layout, card_wh_mm)
        self._dealer = Dealer(self._chance, codes, script, throws)
        self._arms: dict[Seat, ArmPlan] = {}
        rim = self._layout.point(0.5, 1.0)[1], self._layout.point(0.5, 0.0)[1]
        for seat, edge in zip(Seat, rim, strict=True):
            self.hands[seat] = Path()
            home = Pose(0, edge + seat.outward * OUTSIDE_MM)
            self._arms[seat] = ArmPlan(seat, self.hands[seat], 0.0, home)
            if script.piles:
                self._lay_pile(seat)

    def write_until(self, t_s: float) -> None:
        """Write the play up to a time."""
        while self.written_s <= t_s + 1.0 and not self.over:
            if self.wish is not None and (not self.wish.hands or self.wish.number == self._laid):
                self.written_s = t_s + _PAUSE_S
            else:
                self._write_throw()

    @property
    def dealt(self) -> list[Throw]:
        """The throws written so far."""
        return self._dealer.dealt

    @property
    def over(self) -> bool:
        """Whether a given list of throws has been played to its end."""
        return self._dealer.over

    def reach_mm(self) -> float:
        """Largest distance of the seats' cards from the middle to the sides."""
        return self._layout.reach_mm()

    def areas(self) -> list[tuple[float, float, float, float]]:
        """Return the areas of cards: left, lowest y, right and highest y of each, in millimetres."""
        return list(self._layout.areas())

    def flips(self) -> Iterator[Stretch]:
        """Every turning over written so far, in the order of the cards."""
        for card in self.cards:
            yield from (stretch for stretch in card.path.stretches if stretch.move is Move.FLIP)

    def _lay_pile(self, seat: Seat) -> None:
        """Lay the top card of a pile from the beginning on; it is never dealt."""
        code = self._dealer.keep_one()
        spot = self._layout.beside(seat, right=True)
        self.cards.append(
            PlayedCard(len(self.cards) + 1, code, seat, Path([Stretch(-2, -1, spot, spot, Move.PLACE)]))
        )

    def _write_throw(self) -> None:
        if self.wish is None and self.script.show_share and self._chance.random() < self.script.show_share:
            self._show(Seat.NEAR if self._chance.random() < 0.5 else Seat.FAR)
        laid = self._lay_wish(self.wish) if self.wish is not None else self._lay_throw()
        ready = max(arm.free_s for arm in self._arms.values()) + self._does.seconds(0.5, 1.2)
        if not self.script.face_up:
            self._flip_all(laid, ready)
        self._settle_hands()
        rest = max(arm.free_s for arm in self._arms.values())
        lying = rest + self._does.seconds(1.2, 2.0)
        if self._chance.random() < self.script.nudge_share:
            card = self._any_of(laid)
            lying = self._does.nudge(self._arms[card.seat], card, lying) + self._does.seconds(0.8, 1.4)
        lying += self._does.seconds(1.2, 2.2)
        for seat, cards in laid.items():
            self._does.take(self._arms[seat], cards, lying + self._does.seconds(0, 0.6))
        self.written_s = max(arm.free_s for arm in self._arms.values()) + self._does.seconds(0.6, 1.4)
        for arm in self._arms.values():
            arm.free_s = self.written_s

    def _show(self, seat: Seat) -> None:
        """Hold a card up to the camera."""
        arm, code = self._arms[seat], self._dealer.keep_one()
        card = self._does.show(arm, code, len(self.cards) + 1, self.written_s)
        self.cards.append(card)
        self.written_s = card.taken_s + self._does.seconds(0.3, 0.6)

    def _any_of(self, laid: dict[Seat, list[PlayedCard]]) -> PlayedCard:
        cards = [card for group in laid.values() for card in group]
        return cards[int(self._chance.integers(len(cards)))]

    def _lay_throw(self) -> dict[Seat, list[PlayedCard]]:
        throw = self._dealer.deal()
        slots = {seat: self._layout.slots(seat, len(throw.of(seat))) for seat in Seat}
        return {seat: self._place(seat, throw.of(seat), slots[seat]) for seat in Seat}

    def _lay_wish(self, wish: Wish) -> dict[Seat, list[PlayedCard]]:
        """Lay so many cards into each box, each by the seat of its half."""
        self._laid = wish.number
        slots = {
            seat: [slot for box, count in wish.of(seat) for slot in self._layout.spread(box, count)]
            for seat in Seat
        }
        throw = self._dealer.deal_exactly(len(slots[Seat.NEAR]), len(slots[Seat.FAR]), wish.numbers)
        return {seat: self._place(seat, throw.of(seat), slots[seat]) for seat in Seat}

    def _settle_hands(self) -> None:
        for arm in self._arms.values():
            if not arm.away:
                arm.leave(self._does.seconds(0.35, 0.6))

    def _place(
        self, seat: Seat, codes: Sequence[str], slots: Sequence[tuple[float, float]]
    ) -> list[PlayedCard]:
        arm = self._arms[seat]
        arm.free_s = max(arm.free_s, self.written_s) + self._does.seconds(0.1, 0.8)
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
            way = self._does.carry(arm, target)
            laid.append(PlayedCard(len(self.cards) + 1, code, seat, way))
            self.cards.append(laid[-1])
            arm.free_s += self._does.seconds(0.05, 0.15)
            arm.leave(self._does.seconds(0.4, 0.6))
        return laid

    def _flip_all(self, laid: dict[Seat, list[PlayedCard]], ready_s: float) -> None:
        order = [card for cards in laid.values() for card in cards]
        order = [order[index] for index in self._chance.permutation(len(order))]
        start = ready_s
        for card in order:
            arm = self._arms[card.seat]
            if not arm.away and start > arm.free_s + 0.9:
                arm.leave(self._does.seconds(0.35, 0.5))
            start = max(start, arm.free_s)
            self._does.flip(arm, card, start)
            start += self._does.seconds(*self.script.flip_gap_s)
