"""What the page's scripts send: commands with their arguments, and the keys that an element writes into them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

STATIC = Path(__file__).parents[3] / "webui" / "http" / "static"

SENDS = re.compile(r'\b(?:act|command|emit)\("([a-z0-9-]+)"')
HANDLER = re.compile(r"@[a-z-]+=\$|\btaps\(|\bpick\(")
"""What a person does to an element: a handler of an event, or a row of choices."""


@dataclass(frozen=True)
class Script:
    """One script of the page, read without comments, and with the words of its templates left out."""

    text: str

    @cached_property
    def code(self) -> str:
        """What is carried out: no comment, of a template only what is filled in, strings as they are."""
        return "".join(_carried_out(self.text))

    def has_control(self) -> bool:
        """Whether a person can tap, type or choose something in it."""
        return HANDLER.search(self.text) is not None

    def imported(self) -> Iterator[str]:
        """The elements beside it that it brings in."""
        yield from re.findall(r'^import "\./([\w-]+\.js)";$', self.text, re.MULTILINE)
        yield from re.findall(r'^import \{[^}]*\} from "\./([\w-]+\.js)";$', self.text, re.MULTILINE)

    def sends(self, command: str) -> bool:
        """Whether it sends a command, or asks the page above to."""
        return command in SENDS.findall(self.code)

    def passes(self, command: str, argument: str) -> bool:
        """Whether it hands an argument on: named where the command is sent, or among all that came to it."""
        for found in SENDS.finditer(self.code):
            if found[1] == command:
                given = _balanced(self.code, found.start() + found[0].index("("))
                whole = re.fullmatch(r'"[\w-]+",\s*\w+', given)
                if (
                    whole
                    or argument in _keys(given)
                    or ("..." in given and self._lets_through(given, argument))
                ):
                    return True
        return False

    def _lets_through(self, given: str, argument: str) -> bool:
        # Entries that were chosen by a list of names: the name stands there.
        return "fromEntries" not in given or f'"{argument}"' in self.code

    @cached_property
    def written(self) -> set[str]:
        """The keys of every object that it makes; where a key is handed to a method, the words handed to methods."""
        keys, chosen = _keys(self.code), re.search(r"[{,]\s*\[\w+\]:", self.code)
        return keys | set(re.findall(r'[(,]\s*"([\w-]+)"', self.code)) if chosen else keys


@cache
def scripts() -> Mapping[str, Script]:
    """The page's elements by the name of their file."""
    return {path.name: Script(path.read_text("utf-8")) for path in (STATIC / "elements").glob("*.js")}


def _carried_out(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        if text.startswith("//", place):
            place = _end(text, "\n", place)
        elif text.startswith("/*", place):
            place = _end(text, "*/", place)
        elif text[place] == '"':
            begin, place = place, place + 1
            while text[place] not in '"\n':
                place += 2 if text[place] == "\\" else 1
            place += 1
            yield text[begin:place]
        elif text[place] == "`":
            place += 1
            while text[place] != "`":
                if text.startswith("${", place):
                    filled = _hole(text, place + 2)
                    yield f" ({''.join(_carried_out(text[place + 2 : filled]))}) "
                    place = filled
                place += 2 if text[place] == "\\" else 1
            place += 1
        else:
            yield text[place]
            place += 1


def _hole(text: str, place: int) -> int:
    """Where what is filled into a template ends: at the brace of its own."""
    depth = 0
    while depth or text[place] != "}":
        if text[place] == "`":
            place += 1
            while text[place] != "`":
                place = _hole(text, place + 2) if text.startswith("${", place) else place
                place += 2 if text[place] == "\\" else 1
        elif text[place] == '"':
            place = text.index('"', place + 1)
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
    return place


def _end(text: str, mark: str, place: int) -> int:
    found = text.find(mark, place)
    return len(text) if found < 0 else found + len(mark)


CLOSING = {"(": ")", "[": "]", "{": "}"}


def _balanced(code: str, place: int) -> str:
    """What stands between a bracket and the one that closes it."""
    return code[place + 1 : _pairs(code)[place][0]]


@cache
def _pairs(code: str) -> Mapping[int, tuple[int, int | None]]:
    """For each bracket that opens: where it closes, and the bracket that it stands in."""
    pairs: dict[int, tuple[int, int | None]] = {}
    opened: list[int] = []
    for at, char in enumerate(code):
        if char in CLOSING:
            opened.append(at)
        elif char in CLOSING.values() and opened:
            begin = opened.pop()
            pairs[begin] = at, opened[-1] if opened else None
    return pairs


def _keys(code: str) -> set[str]:
    """The keys of the objects that are made in a piece of code; what is only taken apart makes none."""
    found: set[str] = set()
    for begin, (end, around) in _pairs(code).items():
        if code[begin] == "{" and _makes_an_object(code, begin, end, around):
            parts = _parts(code[begin + 1 : end])
            found |= {key[1] for part in parts if (key := re.match(r'\s*"?([\w-]+)"?\s*(?::|$)', part))}
    return found


def _makes_an_object(code: str, begin: int, end: int, around: int | None) -> bool:
    before, after = code[max(0, begin - 40) : begin].rstrip(), code[end + 1 : end + 40]
    if re.search(r"\b(?:const|let|var|import|export)$", before) or re.match(r"\s*=[^=>]|\s*\)?\s*=>", after):
        return False
    if re.search(r"(?:=>|\)|[\w>])$", before):
        return before.endswith("return")
    if around is None or code[around] != "(":
        return True
    # A parameter that is taken apart: the list that it stands in belongs to a function.
    rest = code[_pairs(code)[around][0] + 1 :][:40].lstrip()
    return not rest.startswith(("=>", "{"))


def _parts(inside: str) -> Iterator[str]:
    depth, begin = 0, 0
    for at, char in enumerate(inside):
        depth += (char in CLOSING) - (char in CLOSING.values())
        if char == "," and not depth:
            yield inside[begin:at]
            begin = at + 1
    yield inside[begin:]
