"""Cards of pictures by the names of all files together and their folders.

A name that names its card is believed. The meaning of a letter or a bare number is decided by the other files, and such
a picture is noted as a guess. A name that stays ambiguous is refused. The rules for users are in ``docs/enrolling.md``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePath
from typing import Final

from webui.camera.decks.card_names import HIGHEST_RANK, Claim, Form, claim_of
from webui.camera.decks.card_words import Sense
from webui.camera.decks.suit_letters import with_suits

BACK: Final = "back"
"""The code of a picture of the deck's back."""

HIGHEST_MAJOR: Final = 21
TAROT_LETTERS: Final = {"a": 1, "t": 10, "j": 11, "p": 11, "n": 12, "q": 13, "k": 14}
PLAYING_RANKS: Final = dict(enumerate("A23456789TJQK", start=1))
WORD_RANKS: Final = dict(enumerate("A23456789TJ", start=1)) | {13: "Q", 14: "K"}
"""A rank in words counts as a tarot's: 12 is the knight, whom a pack of playing cards lacks."""

MOST_EXTRA: Final = 2
"""Cards that a suit may have beyond a suit's number; `p1` to `p78` are pages."""

OTHER_DECKS: Final = (52, 54, 56)
"""Cards in a row of packs of playing cards and of the minors alone: which of them such numbers are is unknown."""

FEWEST_SUITS: Final = 3
VALET: Final = 5
"""The Roman V, which is also the French letter of the page."""

FEWEST_FROM_ZERO: Final = 10
"""Fewest numbers of a suit that begin with 0 for it to be numbered from 0."""

COMMON: Final = 3
"""Files, and at least half of all, that share an unknown word for it to be the deck's name, not a doubt about a
card."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The meaning of a file's name.

    ``code`` is a card's, ``BACK`` or None. ``is_guess``: the name is not explicit, and people want to know. ``fault``
    is `suit` (of two kinds of cards), `count` (unknown where the numbers begin) or `again` (``other`` is the index of
    the file of the same card). ``suit`` is the letter of the suit in its folder or name, in any code of it; `m` for
    majors. ``by_number``: a number alone separates its card from those beside it.
    """

    code: str | None = None
    is_guess: bool = False
    fault: str = ""
    other: int = 0
    suit: str = ""
    by_number: bool = False

    def may_show(self, code: str) -> bool:
        """Return whether a photograph of this name may show a card: any, or one of the folder's suit."""
        return not self.suit or self.suit in (code[0], code[-1])


def code_of(name: str, order: str = "rws") -> str | None:
    """Return the code that a file's name alone means, ``BACK``, or None.

    >>> code_of("m07"), code_of("The_Fool"), code_of("RWS-Tarot-07-Chariot"), code_of("10h"), code_of("IMG_2041")
    ('m07', 'm00', 'm07', 'Th', None)
    """
    (reading,) = read_names([PurePath(name)], order)
    if reading.fault == "suit":
        (reading,) = read_names([PurePath(name)], order, "playing")
    return reading.code


def read_names(
    paths: Sequence[PurePath],
    order: str = "rws",
    cards: str | None = None,
    count_from: int | None = None,
    sure: Mapping[PurePath, str] | None = None,
) -> list[Reading]:
    """Return the meaning of each file's name beside the others, in order.

    ``paths`` begin with the chosen folder. ``cards`` is the deck's set of cards (`tarot`, `playing`, `pulp`), None if
    unknown; ``count_from`` is the number of the deck's first card, if known. ``sure`` are codes of files that their
    place in a deck's folder determines.

    Words with which all names begin are left out if more cards are named without them: they are the deck's name.
    """
    readings = _read_names(paths, order, cards, count_from, sure or {})
    title = "" if sure else _title([path.name for path in paths])
    if not title:
        return readings
    trimmed = [path.parent / path.name.removeprefix(title) for path in paths]
    without = _read_names(trimmed, order, cards, count_from, {})
    return without if _count_named(without) > _count_named(readings) else readings


def _title(names: Sequence[str]) -> str:
    """Return the whole words with which several names begin, if all of them continue; pages may begin so."""
    shared = [
        letters[0] for letters in takewhile(lambda letters: len({*letters}) == 1, zip(*names, strict=False))
    ]
    match = re.match(r".*[^\W\d_][\W_]+", "".join(shared))
    if match is None or len(names) < COMMON or match[0] in names or "page" in match[0].lower():
        return ""
    return match[0]


def _count_named(readings: Iterable[Reading]) -> tuple[int, int]:
    """Count the cards that names give otherwise than by a number alone, and those of them that are no guesses."""
    named = [
        reading
        for reading in readings
        if reading.code not in (None, BACK) and not reading.by_number and not reading.fault
    ]
    return len(named), sum(not reading.is_guess for reading in named)


def _read_names(
    paths: Sequence[PurePath],
    order: str,
    cards: str | None,
    count_from: int | None,
    sure: Mapping[PurePath, str],
) -> list[Reading]:
    claims = {path: claim_of(path) for path in paths if path not in sure}
    in_suits = with_suits(list(claims.values()), cards)
    claims = dict(zip(claims, in_suits, strict=True))
    names = _Names(in_suits, order, _kind(in_suits, cards), count_from)
    return _apart([Reading(sure[path]) if path in sure else names.read(claims[path]) for path in paths])


def _kind(claims: Sequence[Claim], cards: str | None) -> str | None:
    """Return the kind of cards in the files, as far as it is given or the names together determine it."""
    if cards is not None:
        return "tarot" if cards == "tarot" else "playing"
    for votes in (map(_sure_kind, claims), map(_likely_kind, claims)):
        kinds = {kind for kind in votes if kind}
        if kinds:
            return kinds.pop() if len(kinds) == 1 else None
    return None


def _sure_kind(claim: Claim) -> str:
    """Return the only kind of cards that a claim can be about."""
    if claim.majors or claim.of_majors:
        return "tarot"
    if claim.joker:
        return "playing"
    return next(iter(claim.kinds)) if claim.has_rank and len(claim.kinds) == 1 else ""


def _likely_kind(claim: Claim) -> str:
    """Return the kind of cards that has such a rank or spelling, of two that share the suit's letter or word."""
    if len(claim.kinds) != 2:
        return ""
    if claim.form is Form.CODE or claim.rank == 12 or (claim.letter and claim.letter in "np"):
        return "tarot"
    if claim.letter and claim.letter in "tjqk":
        return "playing"
    return "tarot" if 11 <= (claim.number or 0) <= HIGHEST_RANK and claim.rank is None else ""


class _Names:
    """The claims of all files, and the first number that their numbers together determine."""

    def __init__(self, claims: Sequence[Claim], order: str, kind: str | None, count_from: int | None) -> None:
        self._claims, self._order, self._kind, self._count_from = claims, order, kind, count_from
        words = Counter(word for claim in claims for word in {*claim.unknown_words, *claim.majors})
        self._common = {word for word, count in words.items() if count >= COMMON and 2 * count >= len(claims)}
        self._counted, self._is_title = _counted(claims)
        self._has_roman = any(claim.is_roman and claim.number not in (1, 5, 10) for claim in claims)
        self._has_short = any(claim.form is Form.SHORT and not _is_as(claim) for claim in claims)
        self._has_other_suits = _has_other_suits(claims)
        self._offset = _offset(claims, order)
        self._ranks = {
            sense: self._ranks_of(sense) for sense in {sense[:2] for claim in claims for sense in claim.suits}
        }
        coded = self._numbers(Form.CODE, of_majors=True)
        self._coded_first = _first_by_last(coded)
        extra = [number for number in coded if number > HIGHEST_MAJOR + self._coded_first]
        self._are_coded = len(extra) <= MOST_EXTRA
        self._majors_first = self._first_major(self._numbers(Form.NUMBER, of_majors=True), given=count_from)
        self._bare = self._bare_codes(self._numbers(Form.NUMBER, of_majors=False))

    def read(self, claim: Claim) -> Reading:
        """Return the meaning of a claim."""
        suits = claim.folder or claim.suits
        senses = [sense for sense in suits if self._kind in (None, sense.kind)] or suits
        is_bare = claim.form is Form.NUMBER or (claim.by_folder and claim.rank is None and not claim.letter)
        return replace(self._card(claim), suit=str(senses[0].value) if senses else "", by_number=is_bare)

    def _card(self, claim: Claim) -> Reading:
        if self._is_title and _name_of(claim) in self._counted:
            return Reading()
        if claim.suits and claim.has_rank:
            return self._pip(claim)
        if claim.suits:
            return Reading(BACK if claim.is_back else None)
        if claim.majors:
            majors = [major for major in claim.majors if major not in self._common] or claim.majors
            doubtful = len({*majors}) > 1 or self._is_doubtful(claim) or _is_numbered_otherwise(claim)
            return Reading(f"m{majors[-1]:02d}", doubtful)
        if claim.joker:
            return Reading(f"JK{claim.joker}")
        if claim.is_back:
            return Reading(BACK)
        if claim.number is None or claim.form not in (Form.CODE, Form.NUMBER):
            return Reading()
        return self._by_number(claim.number, claim)

    def _is_doubtful(self, claim: Claim) -> bool:
        """Return whether something in a card's name speaks against it, or other files of that name count pages."""
        has_unknown = not self._common.issuperset(claim.unknown_words)
        is_counted = _name_of(claim) in self._counted
        is_letter = claim.is_roman and claim.number == VALET and not self._has_roman
        is_against = claim.against_folder or claim.is_doubtful or claim.is_back
        return is_against or has_unknown or is_counted or is_letter

    # --- suits ---

    def _pip(self, claim: Claim) -> Reading:
        sense, is_explicit = self._suit(claim)
        if sense is None:
            return Reading(fault="suit")
        if sense.kind == "playing":
            return self._playing(claim, sense, is_explicit)
        number = TAROT_LETTERS.get(claim.letter) if claim.rank is None else claim.rank
        has_explicit_rank = number is not None
        if number is None and claim.number is not None:
            number = self._ranks[sense[:2]].get(claim.number)
            has_explicit_rank = number == claim.number
        if number is None:
            return Reading()
        is_guess = (
            not is_explicit
            or not has_explicit_rank
            or claim.form is Form.SHORT
            or self._is_doubtful_pip(claim)
        )
        return Reading(f"{sense.value}{number:02d}", is_guess)

    def _is_doubtful_pip(self, claim: Claim) -> bool:
        is_by_number = claim.by_folder and claim.rank is None
        return is_by_number or not self._common.issuperset(claim.majors) or self._is_doubtful(claim)

    def _suit(self, claim: Claim) -> tuple[Sense | None, bool]:
        """Return the meaning of the suit here, and whether the claim itself has it."""
        if len(claim.kinds) == 1:
            return claim.suits[0], True
        first = [sense for sense in claim.suits if not sense.second]
        if self._kind is not None:
            chosen = next(sense for sense in claim.suits if sense.kind == self._kind)
            is_code = claim.form is Form.CODE and chosen.kind == "tarot"
            return chosen, is_code or claim.form is Form.SHORT or (len(first) == 1 and chosen in first)
        if claim.form is Form.CODE:
            return next(sense for sense in claim.suits if sense.kind == "tarot"), True
        if len(first) == 1 and not (first[0].kind == "playing" and claim.is_roman):
            return first[0], False
        return None, False

    def _playing(self, claim: Claim, sense: Sense, is_explicit: bool) -> Reading:
        if claim.letter:
            rank = claim.letter.upper() if claim.letter in "atjqk" else None
        elif claim.rank is not None:
            rank = WORD_RANKS.get(claim.rank)
        else:
            number = None if claim.is_roman else self._ranks[sense[:2]].get(claim.number or 0)
            rank = PLAYING_RANKS.get(number or 0)
            is_explicit = is_explicit and number == claim.number
        if rank is None:
            return Reading()
        is_word = _is_as(claim) and not self._has_short
        is_guess = not is_explicit or claim.form is Form.CODE or is_word or self._is_doubtful_pip(claim)
        return Reading(f"{rank}{sense.value}", is_guess)

    def _ranks_of(self, suit: tuple[str, str | int]) -> dict[int, int]:
        """Return the rank of each number of a suit: itself, unless they are counted from 0 or through."""
        of_suit = [
            claim
            for claim in self._claims
            if claim.rank is None and suit in {sense[:2] for sense in claim.suits}
        ]
        numbers = sorted({claim.number for claim in of_suit if claim.number is not None})
        if not numbers:
            return {}
        highest = HIGHEST_RANK if suit[0] == "tarot" else len(PLAYING_RANKS)
        is_whole = numbers[-1] - numbers[0] == len(numbers) - 1
        if is_whole and numbers[0] == 0 and FEWEST_FROM_ZERO <= len(numbers) <= highest:
            return {number: number + 1 for number in numbers}
        if is_whole and len(numbers) == highest and (numbers[0] == 1 or numbers[0] >= highest):
            return {number: number - numbers[0] + 1 for number in numbers}
        ranks = {number: number for number in numbers if 1 <= number <= highest}
        if suit[0] == "playing" and 1 not in numbers:
            ranks |= {HIGHEST_RANK: 1} | ({} if 10 in numbers else {0: 10})
        return ranks if sum(number > highest for number in numbers) <= MOST_EXTRA else {}

    # --- numbers ---

    def _by_number(self, number: int, claim: Claim) -> Reading:
        if claim.form is Form.CODE:
            major = number - (self._coded_first)
            if not self._are_coded or not 0 <= major <= HIGHEST_MAJOR:
                return Reading()
            return Reading(f"m{major:02d}", bool(self._coded_first))
        if claim.of_majors:
            major = number - (self._majors_first)
            return Reading(_majors(self._order)[major], True) if 0 <= major <= HIGHEST_MAJOR else Reading()
        if self._kind == "playing" or self._has_other_suits:
            return Reading()
        if self._bare is None:
            return Reading(fault="count")
        code = self._bare.get(number)
        return Reading(code, code is not None)

    def _numbers(self, form: Form, *, of_majors: bool) -> set[int]:
        return {
            claim.number
            for claim in self._claims
            if claim.form is form
            and claim.number is not None
            and claim.of_majors is of_majors
            and not claim.suits
        }

    def _first_major(self, numbers: set[int], given: int | None) -> int:
        """Return the Fool's number: 0, unless it is given or determined as 1."""
        if given is not None:
            return given
        return _first_by_last(numbers) if self._offset is None else self._offset

    def _bare_codes(self, numbers: set[int]) -> dict[int, str] | None:
        """Return the code of each bare number; None if a whole deck's first number is unknown."""
        if not any(number > HIGHEST_MAJOR + 1 for number in numbers):
            first = self._first_major(numbers, given=self._count_from)
            return {number + first: code for number, code in enumerate(_majors(self._order))}
        codes = _deck(self._order)
        given = self._count_from if self._count_from is not None else self._offset
        begins = _first_of_deck(numbers, len(codes)) if given is None else given
        if begins is None:
            return None
        meant = {number + begins: code for number, code in enumerate(codes)}
        named = {self._named(claim) for claim in self._claims} - {None}
        return None if named & {meant.get(number) for number in numbers} else meant

    def _named(self, claim: Claim) -> str | None:
        """Return the card that a claim names itself."""
        if claim.form is Form.NUMBER or (claim.of_majors and not claim.majors):
            return None
        return self.read(claim).code if claim.suits or claim.majors else None


def _name_of(claim: Claim) -> tuple[object, ...]:
    """Return the card that words alone name; empty if they name none."""
    if claim.suits:
        return (claim.suits, claim.rank) if claim.rank is not None else ()
    return (claim.majors[-1],) if claim.majors else ()


def _counted(claims: Iterable[Claim]) -> tuple[set[tuple[object, ...]], bool]:
    """Return the names of cards beside several numbers, and whether there is no other name.

    `tower-01` to `tower-22` are pages of something of that name.
    """
    numbers: dict[tuple[object, ...], list[int | None]] = {}
    for claim in claims:
        if name := _name_of(claim):
            numbers.setdefault(name, []).append(claim.number)
    counted = {name for name, counts in numbers.items() if 1 < len(counts) == len({*counts} - {None})}
    return counted, len(numbers) == len(counted) == 1


def _has_other_suits(claims: Iterable[Claim]) -> bool:
    """Return whether folders side by side number the same cards: suits with unknown names."""
    places: dict[PurePath, set[int]] = {}
    for claim in claims:
        is_bare = claim.form is Form.NUMBER and not claim.of_majors
        if is_bare and claim.number is not None and claim.folder_path is not None:
            places.setdefault(claim.folder_path, set()).add(claim.number)
    found = [numbers for numbers in places.values() if max(numbers) <= HIGHEST_RANK]
    beside = {place.parent for place, numbers in places.items() if numbers in found}
    return len(found) >= FEWEST_SUITS and len(beside) == 1 and bool(set.intersection(*found))


def _is_as(claim: Claim) -> bool:
    """Return whether it is the code `As`, which is also the word for an ace in four languages."""
    return claim.form is Form.SHORT and claim.letter == "a" and claim.suit_letter == "s"


def _is_numbered_otherwise(claim: Claim) -> bool:
    """Return whether the number beside a major's name is not its own, counted from 0 or 1 in either order (D2)."""
    own = {8, 11} if claim.majors[-1] in (8, 11) else {claim.majors[-1]}
    return claim.number is not None and not {claim.number, claim.number - 1} & own


def _first_by_last(numbers: set[int]) -> int:
    """Return the Fool's number: 1 if one of several majors has 22 and none 0, else 0."""
    return int(HIGHEST_MAJOR + 1 in numbers and 0 not in numbers and len(numbers) > 1)


def _first_of_deck(numbers: set[int], count: int) -> int | None:
    """Return the number of a whole deck's first card by its numbers; None if they do not determine it."""
    if len(numbers) in OTHER_DECKS and max(numbers) - min(numbers) == len(numbers) - 1:
        return None
    if 0 in numbers:
        return None if count in numbers else 0
    return 1 if numbers & {1, count} else None


def _offset(claims: Iterable[Claim], order: str) -> int | None:
    """Return the Fool's number by the files with a major's name and number; None if they disagree."""
    numbered = {code: number for number, code in enumerate(_majors(order))}
    apart = {
        claim.number - numbered[f"m{claim.majors[0]:02d}"]
        for claim in claims
        if claim.number is not None and len({*claim.majors}) == 1 and claim.majors[0] not in (8, 11)
    }
    return apart.pop() if apart in ({0}, {1}) else None


def _majors(order: str) -> list[str]:
    """Return the majors' codes as the deck numbers them (D2)."""
    swapped = {8: 11, 11: 8} if order == "marseille" else {}
    return [f"m{swapped.get(number, number):02d}" for number in range(HIGHEST_MAJOR + 1)]


def _deck(order: str) -> list[str]:
    """Return the codes of a whole deck in order: the majors, then wands, cups, swords and pentacles."""
    return _majors(order) + [f"{suit}{rank:02d}" for suit in "wcsp" for rank in range(1, HIGHEST_RANK + 1)]


def _apart(readings: Sequence[Reading]) -> list[Reading]:
    """Assign each card to one file: of several the first explicit one, else the first."""
    owners: dict[str, int] = {}
    for is_guess in (False, True):
        for index, reading in enumerate(readings):
            if reading.code not in (None, BACK) and reading.is_guess is is_guess:
                owners.setdefault(str(reading.code), index)
    return list(_owned(readings, owners))


def _owned(readings: Sequence[Reading], owners: dict[str, int]) -> Iterator[Reading]:
    for index, reading in enumerate(readings):
        owner = owners.get(reading.code or "", index)
        yield reading if owner == index else replace(reading, fault="again", other=owner)
