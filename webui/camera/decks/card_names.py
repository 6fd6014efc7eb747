"""From a picture's file name to its card: `m07`, `the-fool.png`, `seven_of_cups.jpg`, `07-chariot`, `10h`.

Made to be generous: scans are called a hundred things. Where a name and a number disagree, the name counts,
because codes name the figure (D1); a bare number means a major as the deck's order numbers it (D2).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

BACK: Final = "back"
"""What :func:`code_of` calls a picture of the deck's back."""

SUITS: Final = {
    "w": "wand wands rod rods stave staves staff staffs baton batons bastoni bastos stab stabe staebe",
    "c": "cup cups chalice chalices goblet goblets coupe coupes coppe copas kelch kelche",
    "s": "sword swords blade blades epee epees espadas schwert schwerter",
    "p": "pentacle pentacles pentangle pentangles coin coins disk disks disc discs denier deniers denari oros "
    "pent pents munze munzen muenze muenzen",
}
PLAYING_SUITS: Final = {
    "s": "spade spades pik",
    "h": "heart hearts herz",
    "d": "diamond diamonds karo",
    "c": "club clubs kreuz",
}
RANKS: Final = {
    1: "ace as ass",
    2: "two deuce zwei",
    3: "three drei",
    4: "four vier",
    5: "five funf fuenf",
    6: "six sechs",
    7: "seven sieben",
    8: "eight acht",
    9: "nine neun",
    10: "ten zehn",
    11: "page knave princess valet jack bube knappe",
    12: "knight prince cavalier chevalier ritter",
    13: "queen reine dame konigin koenigin",
    14: "king roi konig koenig",
}
MAJORS: Final = {
    0: "fool mat matto narr",
    1: "magician magus juggler bateleur bagatto magier",
    2: "priestess highpriestess popess papess papesse hohepriesterin",
    3: "empress imperatrice herrscherin",
    4: "emperor empereur herrscher",
    5: "hierophant pope pape hohepriester",
    6: "lover lovers amoureux liebenden",
    7: "chariot wagen",
    8: "strength force fortitude lust kraft",
    9: "hermit ermite eremit",
    10: "wheel wheeloffortune fortune rad",
    11: "justice adjustment gerechtigkeit",
    12: "hangedman hanged pendu gehangte gehaengte gehangter",
    13: "death tod",
    14: "temperance massigkeit",
    15: "devil diable teufel",
    16: "tower turm",
    17: "star etoile stern",
    18: "moon lune mond",
    19: "sun soleil sonne",
    20: "judgement judgment aeon jugement gericht",
    21: "world universe monde welt",
}
FILLERS: Final = (
    "the of a an le la les l der die das card cards tarot rws rider waite smith rwsdeck deck major majors maj "
    "minor minors min arcana arcanum trump trumps ar high man number no nr"
)
ROMAN: Final = re.compile(r"(?=[ivx])x{0,2}(?:ix|iv|v?i{0,4})")
SHORT: Final = re.compile(r"(wa|cu|sw|pe)(ac|pa|kn|qu|ki|0[1-9]|1[0-4])")
PLAYING_SHORT: Final = re.compile(r"(10|[2-9]|[1tjqka])([shdc])")
JOKER: Final = re.compile(r"(?:jk|joker|jo)\W*([12]?)")


def code_of(stem: str, order: str = "rws") -> str | None:
    """Return the code that a file name (without its ending) means, ``back``, or None.

    >>> code_of("m07"), code_of("The_Fool"), code_of("RWS-Tarot-07-Chariot"), code_of("10h"), code_of("IMG_2041")
    ('m07', 'm00', 'm07', 'Th', None)
    """
    plain = _plain(stem)
    return _by_code(plain) or _by_words(list(_words(plain)), order)


def _plain(stem: str) -> str:
    bare = unicodedata.normalize("NFKD", stem.replace("ß", "ss"))
    return "".join(c for c in bare if not unicodedata.combining(c)).lower().strip()


def _by_code(plain: str) -> str | None:
    if match := re.fullmatch(r"([mwcsp])(\d\d?)", plain):
        number, highest = int(match[2]), 21 if match[1] == "m" else 14
        lowest = 0 if match[1] == "m" else 1
        return f"{match[1]}{number:02d}" if lowest <= number <= highest else None
    if match := PLAYING_SHORT.fullmatch(plain):
        return {"10": "T", "1": "A"}.get(match[1], match[1].upper()) + match[2]
    if match := SHORT.fullmatch(plain):
        ranks = {"ac": 1, "pa": 11, "kn": 12, "qu": 13, "ki": 14}
        return f"{match[1][0]}{ranks.get(match[2]) or int(match[2]):02d}"
    if match := JOKER.fullmatch(plain):
        return f"JK{match[1] or '1'}"
    return None


def _words(plain: str) -> Iterator[str]:
    """Yield words and numbers; run-together ones (`acewands`, `cups07`) are taken apart."""
    for token in re.findall(r"[a-z]+|\d+", plain):
        yield from _split(token) if token.isalpha() and token not in _vocabulary() else (token,)


def _split(token: str) -> tuple[str, ...]:
    """Split a token into known words of two letters and more; itself, if it is no such row."""
    for end in range(len(token) - 2, 1, -1):
        head, tail = token[:end], token[end:]
        if head in _vocabulary():
            rest = (tail,) if tail in _vocabulary() else _split(tail)
            if all(word in _vocabulary() for word in rest):
                return (head, *rest)
    return (token,)


@cache
def _vocabulary() -> Mapping[str, tuple[str, str | int]]:
    """Every known word and what it is: suit, playing suit, rank, major, back or filler."""
    known: dict[str, tuple[str, str | int]] = {word: ("filler", word) for word in FILLERS.split()}
    for kind, table in (("major", MAJORS), ("rank", RANKS), ("suit", SUITS), ("playing", PLAYING_SUITS)):
        known |= {word: (kind, key) for key, words in table.items() for word in words.split()}
    return known | {BACK: ("back", BACK), "backside": ("back", BACK), "reverse": ("back", BACK)}


def _by_words(words: list[str], order: str) -> str | None:
    known = [_vocabulary().get(word, ("", word)) for word in words]
    of_kind = {kind: [value for k, value in known if k == kind] for kind, _ in known}
    number = _number(words)
    rank = of_kind["rank"][0] if "rank" in of_kind else None
    if "suit" in of_kind:
        return _pip(str(of_kind["suit"][0]), number if rank is None else rank)
    if "playing" in of_kind:
        return _playing(str(of_kind["playing"][0]), rank, number)
    if "major" in of_kind:
        return f"m{int(of_kind['major'][-1]):02d}"
    if "back" in of_kind:
        return BACK
    strangers = [w for w in of_kind.get("", []) if not str(w).isdigit() and _roman(str(w)) is None]
    return None if strangers else _major_by_number(number, order)


def _pip(suit: str, rank: str | int | None) -> str | None:
    return f"{suit}{int(rank):02d}" if rank is not None and 1 <= int(rank) <= 14 else None


def _playing(suit: str, rank: str | int | None, number: int | None) -> str | None:
    """Name a playing card: by the word for its rank, else by its number, where 12 is the queen, not the knight."""
    words = dict(enumerate("A23456789TJ", start=1)) | {13: "Q", 14: "K"}
    numbers = dict(enumerate("A23456789TJQK", start=1))
    name = words.get(int(rank)) if rank is not None else numbers.get(number or 0)
    return None if name is None else f"{name}{suit}"


def _number(words: list[str]) -> int | None:
    """Return the only number among the words, in digits or Roman; None if there is none, or several."""
    digits = [int(word) for word in words if word.isdigit()]
    romans = [value for word in words if (value := _roman(word)) is not None]
    numbers = digits or romans
    return numbers[0] if len(numbers) == 1 else None


def _roman(word: str) -> int | None:
    if not ROMAN.fullmatch(word):
        return None
    values = [{"i": 1, "v": 5, "x": 10}[letter] for letter in word]
    following = [*values[1:], 0]
    return sum(-v if v < n else v for v, n in zip(values, following, strict=True))


def _major_by_number(number: int | None, order: str) -> str | None:
    if number is None or not 0 <= number <= 21:
        return None
    swapped = {8: 11, 11: 8} if order == "marseille" else {}
    return f"m{swapped.get(number, number):02d}"
