"""Meaning of single letters beside numbers in all files together: `b c s d` are bastoni, coppe, spade and denari."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import Final

from webui.camera.decks.card_names import HIGHEST_RANK, LETTERS, Claim, Form, in_suit
from webui.camera.decks.card_words import Sense, suit_letters

FEWEST: Final = 3
"""Letters of a language's four suits that must occur for a letter that is no suit's in English to be one."""


def with_suits(claims: Sequence[Claim], cards: str | None) -> list[Claim]:
    """Return the claims with the suits of their letters, if the letters of all files fit one language only.

    Letters that continue from `a` and `b` number rows or parts, not cards. ``cards`` is the deck's set of cards, if
    known.
    """
    used = {claim.suit_letter for claim in claims if claim.number is not None or claim.rank is not None} - {
        ""
    }
    if len(used) > 1 and used == set(ascii_lowercase[: len(used)]):
        return [
            replace(claim, form=Form.NOTHING, suits=()) if claim.suit_letter else claim for claim in claims
        ]
    meant = _meanings(used, cards or _kind_beside(claims))
    folders = {LETTERS.get(letter): (suit,) for letter, suit in meant.items()}
    return [
        _with_suit(
            replace(claim, folder=folders.get(claim.folder, claim.folder)), meant.get(claim.suit_letter)
        )
        for claim in claims
    ]


def _meanings(used: set[str], kind: str) -> dict[str, Sense]:
    """Return the suits of letters if all sets with all those letters agree."""
    fitting = [
        letters
        for letters in suit_letters()
        if used & {*letters} == used & _known()
        and all(sense.kind == kind for sense in letters.values() if kind)
    ]
    known = {}
    for letter in used & _known():
        senses = {letters[letter] for letters in fitting}
        if len(senses) == 1 and (letter in LETTERS or len(used & _known()) >= FEWEST):
            known[letter] = senses.pop()
    return known


def _known() -> set[str]:
    return {letter for letters in suit_letters() for letter in letters}


def _kind_beside(claims: Sequence[Claim]) -> str:
    """Return the kind of cards that claims without letters, and ranks of one kind only, indicate."""
    kinds = {*filter(None, map(_kind, claims))}
    return kinds.pop() if len(kinds) == 1 else ""


def _kind(claim: Claim) -> str:
    if claim.suit_letter:
        return "tarot" if claim.number == HIGHEST_RANK or claim.letter in ("n", "p") else ""
    if claim.joker:
        return "playing"
    if claim.majors or claim.of_majors:
        return "tarot"
    return next(iter(claim.kinds)) if claim.has_rank and len(claim.kinds) == 1 else ""


def _with_suit(claim: Claim, suit: Sense | None) -> Claim:
    if suit is None or suit in claim.suits:
        return claim
    if claim.by_folder or claim.form is Form.NUMBER or claim.rank is not None:
        return in_suit(replace(claim, suits=(), folder=(suit,)), (suit,))
    return replace(claim, form=Form.SHORT, suits=(suit,), unknown_words=())
