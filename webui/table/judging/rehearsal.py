"""A rehearsal: the virtual table lays what the Action Round asks for, so that a group can try one without a camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from vision.capture.spec import LayWish
from webui.table.contract.snapshot import Snapshot, View

ANY_NUMBER: Final = 2
"""So many cards are laid where the round leaves it open."""

C10: Final = (1, 10)
"""Damage is drawn as C10 (D33): another card would have to be drawn again."""


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

    def follow(self, snapshot: Snapshot) -> None:
        """Take in how the table is now."""
        wish = self._next_wish(snapshot)
        if wish != self._wish:
            self._wish = wish
            self._on_wish(wish)

    def _next_wish(self, snapshot: Snapshot) -> LayWish | None:
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


def _box(region: Sequence[Sequence[float]], view: View) -> tuple[float, float, float, float]:
    """Return the box around a region of the shown picture, on the camera's own."""
    points = [_unshown(x, y, view) for x, y in region]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def _unshown(u: float, v: float, view: View) -> tuple[float, float]:
    """Return where a point of the shown picture lies on the camera's: mirrored back, then turned back."""
    u = 1 - u if view.mirror else u
    return {0: (u, v), 90: (v, 1 - u), 180: (1 - u, 1 - v), 270: (1 - v, u)}[view.turn]
