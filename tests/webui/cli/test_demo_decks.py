"""The virtual table deals from two decks, whose cards the page knows."""

from __future__ import annotations

import numpy as np

from rules.demon_city.decks import Piles, build_players_deck, check_decks
from vision.virtual.plays.script import Dealer, Script
from webui.camera.drawn_decks import house_deck
from webui.cli.looking import spec_of
from webui.identities import TAROT_CODES, cards_of, value_of, virtual_decks

PLAYERS, HORROR = virtual_decks()


def test_the_virtual_table_deals_every_card_of_the_house_deck_from_one_of_two_decks() -> None:
    assert spec_of("demo").piles == (PLAYERS, HORROR)
    assert sorted([*PLAYERS, *HORROR]) == sorted(TAROT_CODES) == sorted(house_deck()[0])
    assert check_decks(cards_of(PLAYERS), cards_of(HORROR)) == ()
    assert set(build_players_deck()) <= set(cards_of(PLAYERS))


def test_in_the_demo_either_side_is_critical_and_the_fool_fumbles() -> None:
    """Whatever it deals can be drawn from the decks that it names."""
    dealer = Dealer(np.random.default_rng(3), TAROT_CODES, Script(decks=(PLAYERS, HORROR)), None)
    dealt = [dealer.deal() for _ in range(60)]
    piles = [Piles(cards_of(deck), any_suits=False) for deck in (PLAYERS, HORROR)]
    best: list[tuple[int, int]] = []
    for throw in dealt:
        piles = [
            each.throw(cards_of(hand)) for each, hand in zip(piles, (throw.near, throw.far), strict=True)
        ]
        near, far = (max(map(value_of, hand)) for hand in (throw.near, throw.far))
        best.append((near, far))
    assert [each.unlisted for each in piles] == [(), ()]
    assert any(near > max(10, far) for near, far in best)
    assert any(far > max(10, near) for near, far in best)
    assert any(near == 0 for near, _ in best)
