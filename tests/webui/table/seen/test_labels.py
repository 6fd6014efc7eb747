"""What the label of any deck's card is called, worth, and of which suit."""

from __future__ import annotations

import pytest

from webui.table.seen.labels import deck_title, suit_of, title_of, worth_of


@pytest.mark.parametrize(
    ("label", "language", "title"),
    [
        ("m21", "en", "The World"),
        ("As", "en", "Ace of Spades"),
        ("Th", "de", "Herz Zehn"),
        ("JK", "en", "Joker"),
        ("Xs", "de", "Joker"),
        ("box", "en", "box"),
    ],
)
def test_a_card_is_called_by_its_name_and_anything_else_by_its_label(
    label: str, language: str, title: str
) -> None:
    assert title_of(label, language) == title


def test_a_deck_has_a_name_in_each_language_and_one_of_ones_own_its_own() -> None:
    assert [deck_title("house", language) for language in ("en", "de")] == ["House deck", "Hausdeck"]
    assert deck_title("grandmother's", "de") == "grandmother's"


def test_only_tarot_cards_are_worth_something_by_their_label() -> None:
    assert [worth_of(label) for label in ("m11", "w14", "As", "box")] == [11, 14, None, None]
    assert worth_of("m11", "marseille") == 8


def test_the_suit_is_where_the_deck_writes_it() -> None:
    assert [suit_of(label) for label in ("w07", "m21", "Ts", "Ah")] == ["w", "m", "s", "h"]
