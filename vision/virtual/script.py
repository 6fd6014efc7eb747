"""What a play is made of: throws, their dealing, and how fast and neatly people lay them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .kinematics import Seat
from .textures import Chance


@dataclass(frozen=True, slots=True)
class Throw:
    """The cards of one throw, by code, in the order in which they are put down."""

    near: tuple[str, ...]
    far: tuple[str, ...]

    def of(self, seat: Seat) -> tuple[str, ...]:
        """The cards of one seat."""
        return self.near if seat is Seat.NEAR else self.far


@dataclass(frozen=True, slots=True)
class Script:
    """How a play goes: cards a seat (from, to), or exactly (near, far); shares of reversed and nudged cards; its pace.

    ``overlap`` is the share of a card that its neighbour covers, negative for a gap; ``pace`` 2 is twice as fast;
    ``flip_gap_s`` is the time from the start of one turning over to the next, hands permitting. With ``piles`` each
    seat draws from a pile of face-down cards at its right; with ``discards`` it lays what it takes away beside it.
    """

    cards_per_seat: tuple[int, int] = (1, 4)
    cards: tuple[int, int] | None = None
    reversed_share: float = 0.3
    nudge_share: float = 0.25
    overlap: float = -0.35
    pace: float = 1.0
    flip_gap_s: tuple[float, float] = (0.25, 1.6)
    piles: bool = False
    discards: bool = False


def _number(code: str) -> int | None:
    return int(code[1:]) if code[1:].isdigit() else None


def deal(chance: Chance, codes: Sequence[str], counts: tuple[int, int], kind: str) -> Throw:
    """Draw a throw without duplicates; ``kind`` "twins" gives both seats the same highest number, "zero"
    gives one seat a number nought alone, if the deck has such cards.
    """
    order = [codes[index] for index in chance.permutation(len(codes))]
    near, far = order[: counts[0]], order[counts[0] : sum(counts)]
    spare = order[sum(counts) :]
    if kind == "zero":
        nought = [code for code in codes if _number(code) == 0]
        near = nought[:1] or near
        far = [code for code in far if code not in near] or [code for code in spare if code not in near][:1]
        near, far = (near, far) if chance.random() < 0.5 else (far, near)
    elif kind == "twins":
        best = max(near, key=lambda code: _number(code) or 0)
        twins = [code for code in spare if _number(code) == _number(best) and code not in near]
        low = [code for code in far if (_number(code) or 0) < (_number(best) or 0) and code not in twins[:1]]
        far = [*twins[:1], *low] or far
    return Throw(tuple(near), tuple(far))
