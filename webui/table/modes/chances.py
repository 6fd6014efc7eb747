"""Exact chances of a seat before the flip, from what is left of the decks (D34 to D36)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.demon_city.decks import Piles
from rules.demon_city.odds import Hand, Odds, odds_against, odds_against_intensity
from webui.identities import cards_of
from webui.table.modes.round_odds import odds_of_actions
from webui.table.modes.rounds import OpenRound
from webui.table.settings import Seat

PLAYERS, HOST = "players", "host"

Chance: TypeAlias = dict[str, float]
"""A seat's chances to win, to tie, to be critical and to fumble."""


def deck_of(side: str) -> str:
    """Return the deck from which a side throws."""
    return PLAYERS if side == PLAYERS else HOST


@dataclass(frozen=True, slots=True)
class Counted:
    """The cards before each seat, and what is left of the decks.

    Its methods raise :class:`rules.demon_city.odds.OddsRefusal` where a deck has too few cards.
    """

    seats: Sequence[Seat]
    """Those before whom cards lie."""
    counts: Mapping[str, int]
    piles: Mapping[str, Piles]

    def against_intensity(self, seat: Seat, intensity: int) -> Chance:
        """Return a seat's chances against an Intensity."""
        return _chance(odds_against_intensity(self._hand(seat), intensity))

    def against(self, seat: Seat, foes: Sequence[Seat]) -> Chance | None:
        """Return a seat's chances against foes; None where these throw from two decks, which has no simple count.

        Foes who throw from one deck are one hand.
        """
        decks = {deck_of(foe.side) for foe in foes}
        if len(decks) != 1:
            return None
        together = Hand(self.piles[decks.pop()].pile, sum(self.counts[foe.id] for foe in foes))
        return _chance(odds_against(self._hand(seat), together))

    def of_actions(self, now: OpenRound) -> dict[str, Chance]:
        """Return the chances that the announced actions of a round happen."""
        found = odds_of_actions(now, {seat.id: self._hand(seat) for seat in self.seats})
        return {seat: _chance(odds) for seat, odds in found.items()}

    def _hand(self, seat: Seat) -> Hand:
        pile = self.piles[deck_of(seat.side)].pile
        return Hand(pile, self.counts[seat.id], significators=frozenset(cards_of(seat.significators)))


def _chance(odds: Odds) -> Chance:
    shares = {"win": odds.win, "tie": odds.tie, "critical": odds.critical, "fumble": odds.fumble}
    return {name: round(float(share), 4) for name, share in shares.items()}
