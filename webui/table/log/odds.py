"""Before the flip: everybody's exact chances, from the cards that are left (D34 to D36).

The Players' Deck and the Horror's Deck are followed through the session's log: what was thrown, confirmed or not, lies
discarded until a pile runs out and is shuffled again. A deck that nobody has listed is D34's, with any suits: of it we
only know how many cards of each value are left. The virtual table deals from decks of its own, and says which cards
they hold: while it is the source, these are assumed instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from rules.cards import FOOL, Card
from rules.demon_city.decks import Piles, are_alike, build_players_deck
from rules.demon_city.odds import OddsRefusal
from webui.identities import cards_of
from webui.table.log.projection import Projection
from webui.table.modes.chances import HOST, PLAYERS, Chance, Counted
from webui.table.modes.registry import mode_of
from webui.table.settings import Settings

Chances: TypeAlias = dict[str, Chance]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The codes of the decks from which the source deals."""

    players: tuple[str, ...]
    horror: tuple[str, ...]


def decks_left(projection: Projection, dealt: Dealt | None = None) -> dict[str, Piles]:
    """Return the Players' Deck and the Horror's Deck after the session's throws."""
    settings = projection.settings
    decks = {PLAYERS: players_deck(settings, dealt), HOST: horror_deck(settings, dealt)}
    return {
        name: _left(projection, name, deck, any_suits=not is_known(settings, name, dealt))
        for name, deck in decks.items()
    }


def _left(projection: Projection, name: str, deck: tuple[Card, ...], *, any_suits: bool) -> Piles:
    """Return one of the decks; every frame asks for both."""
    since = projection.reshuffled.get(name, 0)
    piles = Piles(deck, any_suits=any_suits)
    return projection.entries.once(
        (name, deck, since, any_suits), partial(_after, projection, name, piles, since)
    )


def is_listed(settings: Settings, name: str) -> bool:
    """Return whether somebody has listed the cards of a deck."""
    return (settings.players_deck if name == PLAYERS else settings.horror_deck) is not None


def is_known(settings: Settings, name: str, dealt: Dealt | None) -> bool:
    """Return whether the very cards of a deck are known: by somebody's list, or from the source that deals them."""
    return is_listed(settings, name) or dealt is not None


def unlisted_cards(projection: Projection, dealt: Dealt | None = None) -> dict[str, tuple[Card, ...]]:
    """Return what was thrown from each deck though its list does not hold it: the odds rest on a wrong list."""
    left = decks_left(projection, dealt)
    return {name: piles.unlisted for name, piles in left.items() if piles.unlisted}


def impossible_card(projection: Projection, side: str, codes: Sequence[str]) -> tuple[str, str] | None:
    """Return the first card that cannot have been drawn from a side's listed deck, and why not (D35).

    None where all is well, or where nobody has listed the deck.
    """
    deck = PLAYERS if side == PLAYERS else HOST
    listed = is_listed(projection.settings, deck)
    found = decks_left(projection)[deck].impossible(cards_of(codes)) if listed else None
    return (found[0].code, str(found[1])) if found is not None else None


def players_deck(settings: Settings, dealt: Dealt | None = None) -> tuple[Card, ...]:
    """Return the Players' Deck: as it was listed, as it is dealt, or D34's with the Significators gained."""
    if settings.players_deck is not None:
        return cards_of(settings.players_deck)
    if dealt is not None:
        return _once_each(*dealt.players, *settings.players_added)
    held = [code for seat in settings.seats if seat.side == PLAYERS for code in seat.significators]
    built = build_players_deck(cards_of(held), fool=FOOL.code not in settings.horror_added)
    return _with_added(built, settings.players_added)


def horror_deck(settings: Settings, dealt: Dealt | None = None) -> tuple[Card, ...]:
    """Return the Horror's Deck: as it was listed, as it is dealt, or three of each value, without The Fool."""
    if settings.horror_deck is not None:
        return cards_of(settings.horror_deck)
    if dealt is not None:
        return _once_each(*dealt.horror, *settings.horror_added)
    special = [special.card for seat in settings.seats if seat.side != PLAYERS for special in seat.specials]
    return _with_added(build_players_deck(cards_of(special), fool=False), settings.horror_added)


def _once_each(*codes: str) -> tuple[Card, ...]:
    return cards_of(dict.fromkeys(codes))


def _with_added(deck: tuple[Card, ...], codes: Sequence[str]) -> tuple[Card, ...]:
    """Return a deck with more cards: of a value that it holds already one more, anything else once."""
    more = (card for card in cards_of(codes) if card not in deck or are_alike(card, card))
    return (*deck, *more)


def chances(projection: Projection, counts: dict[str, int], dealt: Dealt | None = None) -> Chances | None:
    """Return each seat's chances to win, tie, be critical or fumble; ``counts`` are the cards before each seat.

    In an Action Round to win is that the announced action happens. None while nobody faces anybody, or where a deck
    cannot have so many cards.
    """
    settings = projection.settings
    throwing = [seat for seat in settings.seats if counts.get(seat.id)]
    counted = Counted(throwing, counts, decks_left(projection, dealt))
    try:
        found = mode_of(settings, projection.round).odds(counted)
    except OddsRefusal:
        return None
    return dict(found) or None


def _after(projection: Projection, name: str, piles: Piles, since: int) -> Piles:
    """Return a deck after everything that it gave, throw by throw; ``since`` is the event of its last shuffle, or 0."""
    before: list[tuple[Card, ...]] = []
    after: list[tuple[Card, ...]] = []
    for number, entry in projection.entries.items():
        if entry.is_thrown and not entry.system:
            mine = [code for side, code in entry.cards if (side == PLAYERS) == (name == PLAYERS)]
            (after if number > since else before).append(cards_of(mine))
    for thrown in before:
        piles = piles.throw(thrown)
    piles = piles.reshuffle() if since else piles
    for thrown in after:
        piles = piles.throw(thrown)
    return piles
