"""A card from one picture's path alone: `m07`, `the-fool.png`, `seven_of_cups.jpg`, `cups/07.jpg`, `10h`.

It is a claim, not an answer: the meaning of a letter or a number depends on the other files (``file_names.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto, unique
from pathlib import PurePath
from typing import Final

from webui.camera.decks.card_words import Sense, plain, senses, words_of

HIGHEST: Final = 78
"""Highest number of a card, however they are counted: years, sizes and serial numbers are higher."""

HIGHEST_RANK: Final = 14
PAGE: Final = 11

LETTERS: Final = {
    "w": (Sense("tarot", "w"),),
    "c": (Sense("tarot", "c"), Sense("playing", "c")),
    "s": (Sense("tarot", "s"), Sense("playing", "s")),
    "p": (Sense("tarot", "p"),),
    "h": (Sense("playing", "h"),),
    "d": (Sense("playing", "d"),),
}
MAJORS: Final = (Sense("major", "m"),)
RANK_LETTERS: Final = "atjqknp"
"""Ace, ten, jack, queen, king, knight, page."""
SHORT_RANKS: Final = {"ac": "a", "pa": "p", "pg": "p", "kn": "n", "kt": "n", "qu": "q", "ki": "k", "kg": "k"}

SUFFIXES: Final = re.compile(
    r"(?:\.(?:jpe?g|png|webp|bmp|tiff?|gif|ppm|mpo|hei[cf]|avif|jfif|svg|pdf))+$", re.IGNORECASE
)
CODE: Final = re.compile(r"([mwcspdh])[\W_]*([0-9]{1,2})")
SHORT: Final = re.compile(r"([0-9]{1,2})[\W_]*([wcspdh])")
RANK_AND_SUIT: Final = re.compile(rf"([{RANK_LETTERS}])[\W_]*([wcspdh])")
SUIT_AND_RANK: Final = re.compile(rf"([wcspdh])[\W_]*([{RANK_LETTERS}])")
SHORT_RANK_AND_SUIT: Final = re.compile(rf"({'|'.join(SHORT_RANKS)})[\W_]*([wcsp])")
FOUR_LETTERS: Final = re.compile(r"(wan?|cup?|swo?|pen?)(ac|pa|kn|qu|ki|0[1-9]|1[0-4])")
FOUR_LETTER_RANKS: Final = {"ac": 1, "pa": 11, "kn": 12, "qu": 13, "ki": 14}
ANY_LETTER: Final = re.compile(
    rf"(?P<before>[a-z])[\W_]*(?:[0-9]{{1,2}}|(?P<rank>[{RANK_LETTERS}]))"
    rf"|(?:[0-9]{{1,2}}|(?P<first>[{RANK_LETTERS}]))[\W_]*(?P<after>[a-z])"
)
"""A card's code, if its letter is a suit's (``suit_letters.py``)."""
JOKER: Final = re.compile(r"(?:jk|joker|jo)[\W_]*([12]?)")
ROMAN: Final = re.compile(r"(?=[ivx])x{0,2}(?:ix|iv|v?i{0,4})")

DATE: Final = re.compile(r"(?<!\d)(?:19|20)\d\d([-_. ]?)[01]\d\1[0-3]\d(?!\d)")
NOISE: Final = re.compile(
    r"(?<!\d)\d{2,5}\s*[x×]\s*\d{2,5}(?!\d)(?:\s*px)?"  # 300x527
    r"|(?<!\d)\d+\s*(?:dpi|ppi|px|mm|cm|kb|mb)(?![^\W\d_])"  # 300dpi
    r"|(?<![^\W\d_])v\d+(?!\d)"  # v2
    r"|(?<=copy|opia|opie)[\W_]*\d+$"  # copy 2
)
IN_BRACKETS: Final = re.compile(r"\(\s*(\d+)\s*\)\s*$")
"""Windows' numbering of copies, but also of files that are renamed together."""

CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")


@unique
class Form(Enum):
    """Forms in which a path names its card."""

    WORDS = auto()
    """By name: a suit, a figure, a joker or the back."""
    CODE = auto()
    """A letter, then a number of two digits: `c05`, `m07`."""
    SHORT = auto()
    """A number or a rank's letter, and a suit's letter in any order: `5c`, `c5`, `Kh`, `HK`."""
    NUMBER = auto()
    """A number, beside which there are at most words of no meaning or one for all majors."""
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of one path: parts of a card, as far as they are there, and their form.

    ``suits`` are all meanings of the suit's word or letter; ``rank`` is in words, ``letter`` is a rank's; ``majors``
    are the numbers (D1) of the named ones; ``of_majors``: ``number`` is one of theirs, ``of_minors``: one of the
    others'. ``by_folder``: the suit is the folder's, ``against_folder``: the folder is another suit's.
    ``unknown_words`` have no meaning here; ``folder`` is the folder's content: a suit, or majors. ``suit_letter`` is
    the one letter, of the name or of its folder, that may stand for a suit. ``is_doubtful``: parts of the name
    disagree.
    """

    form: Form
    suits: tuple[Sense, ...] = ()
    rank: int | None = None
    letter: str = ""
    number: int | None = None
    is_roman: bool = False
    majors: tuple[int, ...] = ()
    of_majors: bool = False
    of_minors: bool = False
    is_back: bool = False
    joker: int = 0
    by_folder: bool = False
    against_folder: bool = False
    unknown_words: tuple[str, ...] = ()
    folder: tuple[Sense, ...] = ()
    suit_letter: str = ""
    folder_path: PurePath | None = None
    is_doubtful: bool = False

    @property
    def has_rank(self) -> bool:
        """Whether it names the card within a suit."""
        return self.rank is not None or bool(self.letter) or self.number is not None

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of cards to which its suit may belong, whatever else is known."""
        return frozenset(sense.kind for sense in self.suits)


def claim_of(path: PurePath) -> Claim:
    """Return a path's claim: from the file's name, and for missing parts from the nearest folder that has them."""
    stem = SUFFIXES.sub("", path.name)
    claim = replace(_claim(stem), folder_path=path.parent)
    for name in reversed(path.parent.parts):
        folder = _by_words(*_cleaned(name))
        if folder.majors or folder.rank is not None:
            continue
        if folder.is_back and claim.form in (Form.NUMBER, Form.NOTHING):
            return replace(claim, form=Form.WORDS, is_back=True)
        letter = plain(name) if len(plain(name)) == 1 else ""
        suits = folder.suits or LETTERS.get(letter, ())
        if suits and (by_words := _by_words(*_cleaned(stem))).rank is not None:
            claim = replace(by_words, folder_path=path.parent)
        if letter and claim.has_rank and not (claim.suits or claim.of_majors or claim.unknown_words):
            claim = replace(claim, suit_letter=claim.suit_letter or letter)
        if suits:
            return in_suit(replace(claim, folder=suits), suits)
        if folder.of_minors and claim.form is Form.NUMBER:
            return replace(claim, form=Form.NOTHING)
        if folder.of_majors:
            is_major = claim.of_majors or claim.form is Form.NUMBER
            return replace(claim, of_majors=is_major, folder=MAJORS)
    return claim


def in_suit(claim: Claim, suits: tuple[Sense, ...]) -> Claim:
    """Add the folder's suit to a claim without one."""
    if claim.suits or claim.majors or claim.of_majors:
        return replace(claim, against_folder=not {*claim.suits} & {*suits})
    is_page_number = claim.rank == PAGE and claim.number not in (None, PAGE)
    if not claim.has_rank or is_page_number or claim.unknown_words or claim.joker:
        return claim
    return replace(claim, form=Form.WORDS, suits=suits, by_folder=True, is_back=False)


def _claim(stem: str) -> Claim:
    """Read a file's name alone; a code may be beside words without meaning."""
    text, in_brackets = _cleaned(stem)
    words = [word for word in words_of(text) if not _is_filler(word)]
    short = "".join(words) if len(words) <= 2 else ""
    claim = _code(text) or _code(short) or _by_words(text, in_brackets)
    if claim.form is Form.NOTHING and (whole := plain(stem)) != text:
        claim = _by_words(whole, None)  # aCeOfWaNdS
    match = ANY_LETTER.fullmatch(text) or ANY_LETTER.fullmatch(short)
    if match is None or claim.majors or claim.of_majors:
        return claim
    rank = claim.letter or match["rank"] or match["first"] or ""
    return replace(claim, suit_letter=match["before"] or match["after"], letter=rank)


def _cleaned(name: str) -> tuple[str, int | None]:
    """Return a name without sizes, dates and the like, and the number in brackets at its end."""
    text = plain(CAMEL.sub(" ", name))
    match = IN_BRACKETS.search(text)
    if match:
        text = text[: match.start()]
    return NOISE.sub(" ", DATE.sub(" date ", text)).strip(), int(match[1]) if match else None


def _code(text: str) -> Claim | None:
    if match := CODE.fullmatch(text):
        if match[1] == "m":
            return Claim(Form.CODE, number=int(match[2]), of_majors=True)
        form = Form.CODE if len(match[2]) == 2 else Form.SHORT
        return Claim(form, suits=LETTERS[match[1]], number=int(match[2]))
    if match := SHORT.fullmatch(text):
        return Claim(Form.SHORT, suits=LETTERS[match[2]], number=int(match[1]))
    if match := RANK_AND_SUIT.fullmatch(text):
        return Claim(Form.SHORT, suits=LETTERS[match[2]], letter=match[1])
    if match := SUIT_AND_RANK.fullmatch(text):
        return Claim(Form.SHORT, suits=LETTERS[match[1]], letter=match[2])
    if match := SHORT_RANK_AND_SUIT.fullmatch(text):
        return Claim(Form.SHORT, suits=LETTERS[match[2]], letter=SHORT_RANKS[match[1]])
    if match := FOUR_LETTERS.fullmatch(text):
        rank = FOUR_LETTER_RANKS.get(match[2]) or int(match[2])
        return Claim(Form.WORDS, suits=(Sense("tarot", match[1][0]),), rank=rank)
    if match := JOKER.fullmatch(text):
        return Claim(Form.WORDS, joker=int(match[1] or 1))
    return None


def _by_words(text: str, in_brackets: int | None) -> Claim:
    words = words_of(text)
    suits = _suits(words)
    number, is_roman = _number(words, suits)
    if number is None and in_brackets is not None and not any(word.isdigit() for word in words):
        number = in_brackets if in_brackets <= HIGHEST else None
    rank = next((int(rank) for rank in _meaning(words, "rank")), None)
    letters = [word for word in words if word in SHORT_RANKS or (len(word) == 1 and word in RANK_LETTERS)]
    letter = letters[0] if len(letters) == 1 and rank is None and number is None else ""
    majors = tuple(int(major) for major in _meaning(words, "major"))
    if (suits or majors) and _ends_with_back(words):
        return Claim(Form.WORDS, is_back=True)
    claim = Claim(
        Form.WORDS,
        suits=suits,
        rank=rank,
        letter=SHORT_RANKS.get(letter, letter),
        number=number,
        is_roman=is_roman,
        majors=majors,
        of_majors="majors" in _kinds(words),
        of_minors="minors" in _kinds(words),
        is_back="back" in _kinds(words),
        joker=_joker(words) if "joker" in _kinds(words) else 0,
        unknown_words=tuple(word for word in words if word != letter and _is_unknown(word)),
        is_doubtful=_disagrees(words, rank, number) or (bool(suits) and _has_two_ranks(words)),
    )
    if suits or claim.majors or claim.is_back or claim.joker:
        return claim
    is_bare = number is not None and rank is None and not claim.unknown_words and not claim.of_minors
    return replace(claim, form=Form.NUMBER if is_bare else Form.NOTHING)


def _disagrees(words: Sequence[str], rank: int | None, number: int | None) -> bool:
    """Return whether words name two ranks, or another one than the number: `ace and two of cups`, `page 3 of cups`.

    A number may be one less: ranks are counted from 0 then, or are a playing card's (`12 queen`).
    """
    if len({*_meaning(words, "rank")}) > 1:
        return True
    return rank is not None and number is not None and number <= HIGHEST_RANK and rank - number not in (0, 1)


def _has_two_ranks(words: Sequence[str]) -> bool:
    """Return whether two numbers may be the rank: `2-3 of cups`."""
    return len({int(word) for word in words if word.isdigit() and 0 < int(word) <= HIGHEST_RANK}) > 1


def _ends_with_back(words: Sequence[str]) -> bool:
    """Return whether the last word names a back; `dos` is two in Spanish."""
    named = [word for word in words if not word.isdigit()]
    return bool(named) and {sense.kind for sense in senses().get(named[-1], ())} == {"back"}


def _kinds(words: Sequence[str]) -> set[str]:
    return {sense.kind for word in words for sense in senses().get(word, ())}


def _is_unknown(word: str) -> bool:
    return not word.isdigit() and word not in senses() and _roman(word) is None


def _is_filler(word: str) -> bool:
    return all(sense.kind == "filler" for sense in senses().get(word, (Sense("", 0),)))


def _meaning(words: Sequence[str], kind: str) -> Iterator[str | int]:
    for word in words:
        yield from (sense.value for sense in senses().get(word, ()) if sense.kind == kind)


def _suits(words: Sequence[str]) -> tuple[Sense, ...]:
    """Return the meanings of the first word for a suit; none if another word means another suit."""
    found = [
        tuple(sense for sense in senses().get(word, ()) if sense.kind in ("tarot", "playing"))
        for word in words
    ]
    meanings = [suits for suits in found if suits]
    return meanings[0] if meanings and all({*suits} & {*meanings[0]} for suits in meanings) else ()


def _joker(words: Sequence[str]) -> int:
    """Return which of two jokers it is: by its number, or else the red one is the second."""
    numbers = [int(word) for word in words if word.isdigit() and int(word) in (1, 2)]
    return numbers[0] if len(numbers) == 1 else 2 if list(_meaning(words, "red")) else 1


def _number(words: Sequence[str], suits: Sequence[Sense]) -> tuple[int | None, bool]:
    """Return the one number that may be a card's, and whether it is Roman; equal numbers are one.

    Of several beside a suit it is the only one that may be a rank, or the one right before `of` and the suit.
    """
    digits = {int(word) for word in words if word.isdigit() and int(word) <= HIGHEST}
    if len(digits) > 1 and suits:
        ranks = {number for number in digits if number <= HIGHEST_RANK}
        digits = ranks if len(ranks) == 1 else set(_before_suit(words))
    if digits or any(word.isdigit() for word in words):
        return (digits.pop(), False) if len(digits) == 1 else (None, False)
    romans = {value for word in words if word not in senses() and (value := _roman(word)) is not None}
    return (romans.pop(), True) if len(romans) == 1 else (None, False)


def _before_suit(words: Sequence[str]) -> Iterator[int]:
    """Yield the numbers in `05 of cups`."""
    for place, word in enumerate(words[:-2]):
        after, suit = words[place + 1 : place + 3]
        if word.isdigit() and int(word) <= HIGHEST_RANK and _is_filler(after) and _suits([suit]):
            yield int(word)


def _roman(word: str) -> int | None:
    if not ROMAN.fullmatch(word):
        return None
    values = [{"i": 1, "v": 5, "x": 10}[letter] for letter in word]
    following = [*values[1:], 0]
    return sum(-v if v < n else v for v, n in zip(values, following, strict=True))
