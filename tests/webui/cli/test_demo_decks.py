"""The virtual table plays by the lists of cards that the page assumes."""

from __future__ import annotations

from rules.demon_city.decks import Piles
from vision.capture.virtual_source import virtual_table
from webui.cli.looking import spec_of
from webui.identities import cards_of
from webui.table.judging.odds import horror_deck, players_deck
from webui.table.settings import Settings


def test_the_virtual_table_lays_what_the_page_assumes() -> None:
    """What the two sides lay can be drawn from the decks of which the page tells what is left."""
    table = virtual_table(spec_of("demo", seed=3, seconds=400.0))
    for number in range(0, 12000, 300):
        if len(table.dealt) >= 25:
            break
        table.render(number)
    piles = {"near": Piles(players_deck(Settings())), "far": Piles(horror_deck(Settings()))}
    assert len(table.dealt) >= 10
    for throw in table.dealt:
        piles["near"] = piles["near"].throw(cards_of(throw.near))
        piles["far"] = piles["far"].throw(cards_of(throw.far))
    assert [each.unlisted for each in piles.values()] == [(), ()]
