"""Lettering of the cards: codes, printed numbers and titles, in the Rider-Waite-Smith order."""

from __future__ import annotations

MAJORS = (
    "The Fool", "The Magician", "The High Priestess", "The Empress", "The Emperor", "The Hierophant",
    "The Lovers", "The Chariot", "Strength", "The Hermit", "Wheel of Fortune", "Justice", "The Hanged Man",
    "Death", "Temperance", "The Devil", "The Tower", "The Star", "The Moon", "The Sun", "Judgement",
    "The World",
)  # fmt: skip
SUITS = {"w": "Wands", "c": "Cups", "s": "Swords", "p": "Pentacles"}
RANKS = (
    "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
    "Page", "Knight", "Queen", "King",
)  # fmt: skip

HOUSE_CODES = (
    *(f"m{number:02d}" for number in range(22)),
    *(f"{suit}{rank:02d}" for suit in SUITS for rank in range(1, 15)),
)

ENGLISH_CODES = (*(rank + suit for suit in "shdc" for rank in "A23456789TJQK"), "Xs", "Xh")
"""Rank and suit; the jokers come last."""


def title_of(code: str) -> str:
    """Return the title at the foot of the card: "The Moon", "Two of Cups"."""
    number = int(code[1:])
    if code[0] == "m":
        return MAJORS[number]
    return f"{RANKS[number - 1]} of {SUITS[code[0]]}"


def number_of(code: str) -> str:
    """Return the number at the head: 0 to 21 on the majors, 1 to 14 on the suits."""
    return str(int(code[1:]))
