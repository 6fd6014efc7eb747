"""Playing cards: fifty-two codes, read leniently."""

from __future__ import annotations

import pytest

from rules.playing_cards import PACK, PICTURES, Colour, PlayingCard, PlayingCardRefusal


def test_the_pack_has_fifty_two_cards_that_read_back() -> None:
    assert len({card.code for card in PACK}) == 52
    assert all(PlayingCard.parse(card.code) == card for card in PACK)
    assert sum(card.colour is Colour.RED for card in PACK) == 26
    assert sum(card.rank in PICTURES for card in PACK) == 12


@pytest.mark.parametrize(("text", "code"), [("as", "As"), ("10H", "Th"), (" td ", "Td"), ("10c", "Tc")])
def test_it_reads_what_people_type(text: str, code: str) -> None:
    assert PlayingCard.parse(text).code == code


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "Asd", "w07"])
def test_it_refuses_what_is_no_card(text: str) -> None:
    with pytest.raises(PlayingCardRefusal) as refused:
        PlayingCard.parse(text, "cards", 3)
    assert refused.value.path == ("cards", 3)
    assert refused.value.params == {"given": text}
