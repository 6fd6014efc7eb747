"""Odd documents made of a good one: each field left out, doubled, of another type, negative, huge, misspelt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Final

from rules.refusal import Path

OTHER_TYPES: Final[tuple[Any, ...]] = (None, True, 3, 1.5, "x", [], {}, [[]])
HUGE: Final = (10**7, 10**9, 2**53)
CONTROLS: Final = ("\n", "\x1b[31m", "\u202e", "\x7f")


@dataclass(frozen=True)
class Odd:
    """One odd document as JSON text: what was done to which field, and the value before and after it."""

    how: str
    path: Path
    text: str
    before: Any = None
    after: Any = None


def odd_documents(document: dict[str, Any], least: int) -> Iterator[Odd]:
    """Every oddity of every field of a document; where these are too few, two at once, at random."""
    singles = list(_oddities(document))
    yield from singles
    yield from islice(_pairs(document, singles), max(0, least - len(singles)))


def _pairs(document: dict[str, Any], singles: list[Odd]) -> Iterator[Odd]:
    rng = Random(json.dumps(document))
    whole = [odd for odd in singles if odd.how != "repeated"]
    while True:
        first = rng.choice(whole)
        changed = json.loads(first.text)
        second = rng.choice([odd for odd in _oddities(changed) if odd.how != "repeated"])
        yield Odd("two", second.path, second.text)


def _oddities(document: dict[str, Any]) -> Iterator[Odd]:
    for path, value in _places(document):
        yield Odd("left-out", path, json.dumps(_without(document, path)), value)
        if isinstance(path[-1], str):
            yield Odd("repeated", path, _repeating(document, path), value)
            for name in _misspelt(path[-1]):
                yield Odd("renamed", path, json.dumps(_renamed(document, path, name)), path[-1], name)
        else:
            yield Odd("doubled", path, json.dumps(_doubled(document, path)), value)
        for how, after in _instead_of(value):
            yield Odd(how, path, json.dumps(_with(document, path, after)), value, after)


def _places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key), value[key]
        yield from _places(value[key], (*path, key))


def _instead_of(value: Any) -> Iterator[tuple[str, Any]]:
    for other in OTHER_TYPES:
        if type(other) is not type(value):
            yield ("null" if other is None else "other-type"), other
    if isinstance(value, str):
        yield "listed", [value]
        yield from (("misspelt", name) for name in _misspelt(value))
        yield from (("control", value + each) for each in CONTROLS)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (("negative", each) for each in (-1, -value - 1, -(10**9)))
        yield from (("huge", each) for each in HUGE)


def _misspelt(name: str) -> list[str]:
    """The name with other capitals, with a blank, with a letter less and one more."""
    forms = (name.upper(), name.capitalize(), f" {name}", f"{name} ", name[:-1], f"{name}{name[-1:]}")
    return [form for form in dict.fromkeys(forms) if form != name]


def _at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document


def _with(document: dict[str, Any], path: Path, value: Any) -> Any:
    changed = deepcopy(document)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def _without(document: dict[str, Any], path: Path) -> Any:
    changed = deepcopy(document)
    del _at(changed, path[:-1])[path[-1]]
    return changed


def _doubled(document: dict[str, Any], path: Path) -> Any:
    changed = deepcopy(document)
    items = _at(changed, path[:-1])
    items.insert(path[-1], deepcopy(items[path[-1]]))
    return changed


def _renamed(document: dict[str, Any], path: Path, name: str) -> Any:
    owner = _at(document, path[:-1])
    renamed = {name if key == path[-1] else key: value for key, value in owner.items()}
    return _with(document, path[:-1], renamed) if path[:-1] else renamed


def _repeating(document: dict[str, Any], path: Path) -> str:
    """The document as text in which one field stands twice, with its own value the last time."""
    mark = "the field once more"
    owner = {mark: None, **_at(document, path[:-1])}
    whole = _with(document, path[:-1], owner) if path[:-1] else owner
    return json.dumps(whole).replace(json.dumps(mark), json.dumps(path[-1]))
