"""The two decks as a page shows them: what each holds, and where every card of it lies (D34, D35).

Of a deck that nobody has counted, and that no source deals, only the values are known
(:mod:`webui.table.log.odds`): its pips have no suits.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from rules.cards import FOOL, Card
from rules.demon_city.decks import Fault, Place, check_decks, check_players_deck
from webui.i18n import card_name, render, sentence
from webui.identities import TAROT_CODES, cards_of, value_of
from webui.table.errors import CommandError
from webui.table.log.odds import decks_left, horror_deck, is_known, players_deck
from webui.table.modes.chances import HOST, PLAYERS
from webui.table.settings import Seat, Settings
from webui.table.tabletop import Tabletop

Json: TypeAlias = dict[str, Any]


def render_decks(table: Tabletop, *, horror: bool) -> Json:
    """Return the Players' Deck and, where ``horror`` allows it, the Horror's Deck, card by card.

    What is wrong with them comes in sentences; with both decks only where both may be seen.
    """
    settings, language = table.settings, table.settings.language
    one_of_each = all(number == 1 for number in table.copies.values())
    shown = (PLAYERS, HOST) if horror else (PLAYERS,)
    found = faults_of(settings, horror=horror, one_of_each=one_of_each)
    return {
        "decks": [_deck(table, name) for name in shown],
        "faults": [_sentence(each, language) for each in found],
    }


def faults_of(settings: Settings, *, horror: bool, one_of_each: bool = True) -> list[Fault]:
    """Return what is wrong with the decks, as far as somebody has counted them.

    Unless the table has ``one_of_each`` tarot deck, the two decks may hold the same cards (D35).
    """
    faults: list[Fault] = []
    players, foe = players_deck(settings), horror_deck(settings)
    if settings.players_deck is not None:
        gained = cards_of(code for seat in _holders(settings) for code in seat.significators)
        faults += check_players_deck(players, gained)
    if horror and settings.horror_deck is not None:
        both = check_decks(players, foe)
        both = both if one_of_each else tuple(each for each in both if each.card == FOOL)
        # The suits of an uncounted deck are unknown: only The Fool can be known to be there twice.
        faults += [each for each in both if settings.players_deck is not None or each.card == FOOL]
    return faults


def unlisted_of(table: Tabletop, name: str) -> tuple[Card, ...]:
    """Return what was thrown from a deck though its list does not hold it, the throw on the table included."""
    lying = _on_the_table(table, name) if table.confirmed is None else ()
    return decks_left(table.projection, table.dealt)[name].throw(lying).unlisted


def draw_piles(table: Tabletop) -> dict[str, tuple[Card, ...]]:
    """Return what can still be drawn from each of the two decks, as far as the log says.

    :raise CommandError: the cards of a deck are not known: nobody has listed them, and no source deals them
    """
    if not all(is_known(table.settings, name, table.dealt) for name in (PLAYERS, HOST)):
        raise CommandError("no-card-list")
    return {name: left.pile for name, left in decks_left(table.projection, table.dealt).items()}


def _deck(table: Tabletop, name: str) -> Json:
    settings, language = table.settings, table.settings.language
    counted = is_known(settings, name, table.dealt)
    left = decks_left(table.projection, table.dealt)[name]
    places = left.places(_on_the_table(table, name))
    gained = _holders(settings) if name == PLAYERS else []
    return {
        "deck": name,
        "counted": counted,
        "fool": FOOL in left.deck,
        "cards": [_card(card, place, counted, language) for card, place in places],
        "unlisted": [
            {"code": card.code, "name": card_name(card, language)} for card in unlisted_of(table, name)
        ],
        "significators": [
            {"code": code, "name": card_name(code, language), "held_by": seat.name}
            for seat in gained
            for code in seat.significators
        ],
    }


def _on_the_table(table: Tabletop, name: str) -> tuple[Card, ...]:
    sides = {seat.id: seat.side for seat in table.settings.seats}
    lying = [card for card in table.throw_cards() if card.code and card.seat in sides]
    mine = [card for card in lying if (sides[str(card.seat)] == PLAYERS) == (name == PLAYERS)]
    return cards_of(card.code for card in mine if card.code in TAROT_CODES)


def _card(card: Card, place: Place, counted: bool, language: str) -> Json:
    known = counted or card.rank > 10 or card.suit == "m"
    value = value_of(card.code)
    name = card_name(card, language) if known else str(value)
    return {"code": card.code if known else None, "name": name, "value": value, "where": str(place)}


def _holders(settings: Settings) -> list[Seat]:
    return [seat for seat in settings.seats if seat.side == PLAYERS and seat.significators]


def _sentence(fault: Fault, language: str) -> str:
    return sentence(render(f"deck.{fault.code}", {"card": fault.card, "value": fault.value}, language))
