"""Script of a play: throws, their dealing, speed and neatness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..types import Chance
from .kinematics import Seat

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares of the picture's width and height."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be laid: so many cards in each box, with ``numbers`` only cards of these, both ends included.

    Each wish is laid once; without hands nothing is laid.
    """

    number: int
    hands: tuple[tuple[Box, int], ...] = ()
    numbers: tuple[int, int] | None = None

    def of(self, seat: Seat) -> tuple[tuple[Box, int], ...]:
        """Return the hands in one seat's half."""
        return tuple(hand for hand in self.hands if (hand[0][1] + hand[0][3] >= 1) == (seat is Seat.NEAR))


@dataclass(frozen=True, slots=True)
class Throw:
    """The cards of one throw, by code, in the order in which they are put down."""

    near: tuple[str, ...]
    far: tuple[str, ...]

    def of(self, seat: Seat) -> tuple[str, ...]:
        """Return the cards of one seat."""
        return self.near if seat is Seat.NEAR else self.far


@dataclass(frozen=True, slots=True)
class Script:
    """Parameters of a play: cards a seat (from, to), or exactly (near, far); shares of reversed and nudged cards; pace.

    ``overlap`` is the share of a card that its neighbour covers, negative for a gap; ``pace`` 2 is twice as fast;
    ``flip_gap_s`` is the time from the start of one turning over to the next, hands permitting. With ``piles`` each
    seat draws from a pile of face-down cards at its right; with ``discards`` it lays discarded cards beside it. With
    ``face_up`` cards are dealt so, and none is turned over. Before ``show_share`` of the throws somebody holds a card
    up to the camera. With ``decks`` the near and the far seat draw from decks of their own, which contain these codes
    and none in common; without, both draw from all cards.
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
    face_up: bool = False
    show_share: float = 0.0
    decks: tuple[tuple[str, ...], tuple[str, ...]] | None = None


def _number(code: str) -> int | None:
    return int(code[1:]) if code[1:].isdigit() else None


def _numbered(codes: Sequence[str], numbers: tuple[int, int] | None) -> list[str]:
    if numbers is None:
        return list(codes)
    return [code for code in codes if numbers[0] <= (_number(code) or 0) <= numbers[1]]


def deal(chance: Chance, codes: Sequence[str], counts: tuple[int, int], kind: str) -> Throw:
    """Draw a throw without duplicates; ``kind`` "twins" gives both seats the same highest number, "zero" gives one seat
    a number nought alone, if the deck has such cards."""
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


class OwnDecks:
    """Two decks without a card in common, each with a pile that is shuffled when it has too few cards for a hand."""

    def __init__(self, chance: Chance, decks: tuple[Sequence[str], Sequence[str]]) -> None:
        self._chance, self._decks = chance, decks
        self._piles = [list(deck) for deck in decks]

    def deal(self, counts: tuple[int, int], kind: str) -> Throw:
        """Draw a hand from each; ``kind`` "twins" lets the far seat's highest card equal the near seat's, "zero" lets
        the near seat lay a number nought alone, if their piles hold such cards.
        """
        near = self._nought() if kind == "zero" else []
        near = near or self._draw(0, counts[0])
        best = max((_number(code) or 0 for code in near), default=0)
        far = self._draw(1, counts[1], best if kind == "twins" else None)
        return Throw(tuple(near), tuple(far))

    def _nought(self) -> list[str]:
        found = [code for code in self._piles[0] if _number(code) == 0][:1]
        for code in found:
            self._piles[0].remove(code)
        return found

    def deal_numbered(self, counts: tuple[int, int], numbers: tuple[int, int]) -> Throw:
        """Draw a hand from each, of cards of these numbers."""
        near, far = (self._draw(which, counts[which], numbers=numbers) for which in (0, 1))
        return Throw(tuple(near), tuple(far))

    def _draw(
        self, which: int, count: int, best: int | None = None, numbers: tuple[int, int] | None = None
    ) -> list[str]:
        if len(_numbered(self._piles[which], numbers)) < count:
            self._piles[which] = list(self._decks[which])
        pile = self._piles[which]
        drawn_from = _numbered(pile, numbers)
        order = [drawn_from[index] for index in self._chance.permutation(len(drawn_from))]
        if best is not None:
            order.sort(key=lambda code: (_number(code) != best, (_number(code) or 0) > best))
        for code in order[:count]:
            pile.remove(code)
        return order[:count]


class Dealer:
    """Deals throws from a pile, at random or as given; piles' tops are never dealt."""

    def __init__(
        self, chance: Chance, codes: Sequence[str], script: Script, throws: Sequence[Throw] | None
    ) -> None:
        self.dealt: list[Throw] = []
        self._chance, self._codes, self._script, self._throws = chance, codes, script, throws
        self._pile = list(codes)
        self._kept: list[str] = []
        self._own = OwnDecks(chance, script.decks) if script.decks else None

    @property
    def over(self) -> bool:
        """Whether a given list of throws has been played to its end."""
        return self._throws is not None and len(self.dealt) >= len(self._throws)

    def keep_one(self) -> str:
        """Take a card that is on top of a pile for the whole session."""
        code = self._pile.pop(int(self._chance.integers(len(self._pile))))
        self._kept.append(code)
        return code

    def deal_exactly(self, near: int, far: int, numbers: tuple[int, int] | None = None) -> Throw:
        """Deal a throw of so many cards, only of cards of these numbers."""
        if self._own is not None:
            counts, own = (near, far), self._own
            self.dealt.append(
                own.deal(counts, "plain") if numbers is None else own.deal_numbered(counts, numbers)
            )
            return self.dealt[-1]
        if len(_numbered(self._pile, numbers)) < near + far:
            self._pile = [code for code in self._codes if code not in self._kept]
        throw = deal(self._chance, _numbered(self._pile, numbers), (near, far), "plain")
        self._pile = [code for code in self._pile if code not in (*throw.near, *throw.far)]
        self.dealt.append(throw)
        return throw

    def deal(self) -> Throw:
        """Deal the next throw."""
        self.dealt.append(self._next_throw())
        return self.dealt[-1]

    def _next_throw(self) -> Throw:
        if self._throws is not None:
            return self._throws[len(self.dealt)]
        low, high = self._script.cards_per_seat
        drawn = (int(self._chance.integers(low, high + 1)), int(self._chance.integers(low, high + 1)))
        counts = self._script.cards or drawn
        if self._own is not None:
            return self._own.deal(counts, self._kind())
        if len(self._pile) < sum(counts) + len(self._codes) // 4:
            self._pile = [code for code in self._codes if code not in self._kept]
        kind = self._kind()
        throw = deal(
            self._chance, self._pile, counts, kind if high <= 6 and not self._script.cards else "plain"
        )
        self._pile = [code for code in self._pile if code not in (*throw.near, *throw.far)]
        return throw

    def _kind(self) -> str:
        return str(self._chance.choice(["plain", "twins", "zero"], p=[0.66, 0.2, 0.14]))
