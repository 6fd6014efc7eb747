"""A rehearsal: without a camera the virtual table lays what the first start and the Action Round ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from vision.capture.spec import LayWish
from webui.table.contract.snapshot import Begin, Snapshot, View

ANY_NUMBER: Final = 2
"""So many cards are laid where the round leaves it open."""

C10: Final = (1, 10)
"""Damage is drawn as C10 (D33): another card would have to be drawn again."""


NEAR_Y: Final = (0.55, 0.95)
FAR_Y: Final = (0.05, 0.45)
ONE_IN_THE_MIDDLE: Final = (((0.4, 0.6), NEAR_Y),)
THREE_AND_THE_HOST: Final = (
    ((0.05, 0.31), NEAR_Y),
    ((0.37, 0.63), NEAR_Y),
    ((0.69, 0.95), NEAR_Y),
    ((0.37, 0.63), FAR_Y),
)
FIRST_CARDS: Final = {"card": ONE_IN_THE_MIDDLE, "seats": THREE_AND_THE_HOST, "guests": ()}
"""Where one card each is laid in the steps of the first start: extents on the shown picture, across and down."""


class Rehearsal:
    """Follows the Host's snapshots and says what the virtual table is to lay; a throw is asked for once.

    Asked for again only after somebody has done something since, *New throw* for instance.
    """

    def __init__(self, on_wish: Callable[[LayWish | None], None]) -> None:
        """``on_wish`` is called with each change of the cards to lay; None: random ones."""
        self._on_wish = on_wish
        self._wish: LayWish | None = None
        self._number = 0
        self._act = -1
        self._pending = False
        self._begun: tuple[str, int] | None = None
        """The step of the first start, and the newest act in it."""
        self._lie = False
        """Whether cards of that step lie there."""

    def follow(self, snapshot: Snapshot) -> None:
        """Take in how the table is now."""
        wish = self._next_wish(snapshot)
        if wish != self._wish:
            self._wish = wish
            self._on_wish(wish)

    def _next_wish(self, snapshot: Snapshot) -> LayWish | None:
        if snapshot.begin is not None:
            return self._first_cards(snapshot.begin, snapshot)
        self._begun = None
        now = snapshot.round
        if now is None:
            self._pending, self._act = False, -1
            return None
        if snapshot.phase not in ("empty", "confirmed"):
            self._pending = False
            return self._wish or LayWish(self._number)
        awaited = now.awaited
        hands = tuple(
            (_box(seat.region, snapshot.view), awaited[seat.id] or ANY_NUMBER)
            for seat in snapshot.seats
            if seat.id in awaited and seat.region
        )
        if not hands:
            self._pending = False
            return LayWish(self._number)
        if self._pending or snapshot.act == self._act:
            return self._wish
        self._pending, self._act, self._number = True, snapshot.act, self._number + 1
        return LayWish(self._number, hands, C10 if now.damage_to else None)

    def _first_cards(self, begin: Begin, snapshot: Snapshot) -> LayWish | None:
        """Lay the cards of a step of the first start: again if something was undone, or they were taken unread."""
        before, self._begun = self._begun, (begin.step, snapshot.act)
        lay, self._lie = self._lie, any(card.here for seat in snapshot.seats for card in seat.cards)
        is_done = (
            begin.card is not None if begin.step == "card" else any(seat.drawn for seat in snapshot.seats)
        )
        is_missed = lay and not self._lie and not is_done
        if before is not None and before[0] == begin.step and before[1] <= snapshot.act and not is_missed:
            return self._wish
        self._number += 1
        cards = FIRST_CARDS[begin.step]
        hands = [_box([*zip(across, down, strict=True)], snapshot.view) for across, down in cards]
        return LayWish(self._number, tuple((hand, 1) for hand in hands))


def _box(region: Sequence[Sequence[float]], view: View) -> tuple[float, float, float, float]:
    """Return the box around a region of the shown picture, on the camera's own."""
    points = [_unshown(x, y, view) for x, y in region]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _unshown(u: float, v: float, view: View) -> tuple[float, float]:
    """Return where a point of the shown picture lies on the camera's: mirrored back, then turned back."""
    u = 1 - u if view.mirror else u
    return {0: (u, v), 90: (v, 1 - u), 180: (1 - u, 1 - v), 270: (1 - v, u)}[view.turn]
