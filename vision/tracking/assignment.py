"""Which card bears a name: a deck has each card once, so that names are given to all tracks together.

A belief can prove one name at most, so that the best assignment falls apart into the names: each goes to the one card
whose log-odds for it outweigh those of all others, or to nobody. Where several copies of a deck lie, each of its names
goes to as many cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from vision.overlap import PART, quad_iou
from vision.tracking.belief import Decision
from vision.tracking.life import settle, unsettle
from vision.tracking.matching import take_place_of
from vision.tracking.track import CardTrack, TrackOutcome

Copies: TypeAlias = Mapping[str, int]
"""How many copies of a deck lie on the table, by its name; one of those that are not here."""

ONE_OF_EACH: Final[Copies] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Claim:
    """A card and what speaks for its bearing a name; ``is_twin`` where another card of that name lies in its place."""

    card: CardTrack
    said: Decision
    is_twin: bool


def claims_against(card: CardTrack, wanted: Decision, cards: Iterable[CardTrack]) -> list[Claim]:
    """Return what other cards speak for a name that one is about to take: of the same deck, or in the same place."""
    claims = []
    for other in cards:
        said = other.claim_to(wanted.code)
        if other is card or said is None or other.life.outcome is not TrackOutcome.STAYS:
            continue
        is_twin = quad_iou(card.pose.quad, other.pose.quad) > PART
        if is_twin or said.deck == wanted.deck:
            claims.append(Claim(other, said, is_twin))
    return claims


def give_name(card: CardTrack, cards: Sequence[CardTrack], copies: Copies, t_s: float) -> None:
    """Give a card the name that its readings prove, unless it is another's.

    A card keeps its name: what bore another one before it seemed to move is a card that was laid there since.

    Whoever bears it out of sight was carried here, unless another copy may lie here. One card that is seen twice is the
    older track. Of more that prove it than there are copies none keeps it, and a card for which little more speaks than
    for another waits.
    """
    wanted = card.identity.belief.decide()
    if wanted is None:
        return
    if card.identity.former not in (None, wanted.code):
        card.life.outcome = TrackOutcome.REPLACED
        return
    lying = copies.get(wanted.deck or "", 1)
    claims = claims_against(card, wanted, cards)
    proven = [claim for claim in claims if claim.said.is_proven]
    away = next((claim.card for claim in proven if not claim.card.in_sight), None)
    twin = next((claim.card for claim in proven if claim.is_twin), None)
    if away is not None and len(proven) >= lying:
        take_place_of(away, card, t_s)
        card.life.outcome = TrackOutcome.GONE
    elif twin is not None:
        max(card, twin, key=lambda one: one.number).life.outcome = TrackOutcome.GONE
    elif wanted.outweighs(_beyond(lying - 1, claims)):
        settle(card, t_s)
    else:
        for claim in proven:
            unsettle(claim.card)


def _beyond(others: int, claims: Iterable[Claim]) -> list[Decision]:
    """Return what stands against a card although so many others may bear the name, too: all but the strongest."""
    said = (claim.said for claim in claims if not claim.is_twin)
    return sorted(said, key=lambda one: one.log_odds, reverse=True)[others:]
