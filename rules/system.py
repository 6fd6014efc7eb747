"""The one shape of a system: what it draws, its kinds of document, and the judge of each.

A system is a value, `System`, built from `Kind`s. A kind names the *request* (a frozen dataclass: the
fields of a document) and the *judge* (request in, frozen record out). The documents, the pages
and the log need no more than that; `rules/registry.py` lists the systems. Of their sentences and pages, which lie in
their folders, nothing in `rules/` knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable


class Draw(StrEnum):
    """The means of a system: what its players draw or throw."""

    TAROT_CARDS = "tarot-cards"
    PLAYING_CARDS = "playing-cards"
    DICE = "dice"


class Use(StrEnum):
    """The use of an answer."""

    LOGGED = "logged"
    """An event of the game, which belongs in the log, where it can be undone."""
    LOOKUP = "lookup"
    """A help to decide, which leaves no trace."""
    ODDS = "odds"
    """A table of chances."""


@dataclass(frozen=True)
class Said:
    """A sentence not yet in any language: a code, and the parameters that fill it."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


class Record(Protocol):
    """The return value of a judge: a frozen dataclass whose fields are the answer."""

    @property
    def rule(self) -> tuple[str, ...]:
        """The numbers of the rules that were applied."""


@runtime_checkable
class Spoken(Protocol):
    """A record that one sentence describes; the application words those that take more (a clash)."""

    @property
    def said(self) -> Said:
        """The sentence for the table."""


@dataclass(frozen=True)
class Kind:
    """One kind of document: its request, its judge, the rules that it answers, and an example that runs."""

    code: str
    rules: tuple[str, ...]
    use: Use
    request: type[Any]
    judge: Callable[[Any], Record]
    example: Mapping[str, Any]
    die_size: int | None = None
    """The only size of die that it knows; None where any size may be thrown."""


@dataclass(frozen=True)
class System:
    """A game at the table. Its code names its page and its command.

    Its folder holds its sentences, too, in a file for each language (``words.en.json``), and its page (``page.html``).
    """

    code: str
    package: str
    """The package that is its folder."""
    draws: frozenset[Draw]
    kinds: tuple[Kind, ...]

    def __post_init__(self) -> None:
        codes = [kind.code for kind in self.kinds]
        if len(set(codes)) != len(codes):
            raise ValueError(f"system {self.code}: two kinds share a code among {codes}")

    def kind(self, code: str) -> Kind:
        """Return the kind of that code.

        :raises KeyError: if the system has no such kind
        """
        return {kind.code: kind for kind in self.kinds}[code]


def written_as(name: str) -> dict[str, str]:
    """Return the metadata of a field whose name in documents is a keyword of Python."""
    return {"written_as": name}


LEFT_OUT_IF_NONE = {"left_out_if_none": True}
"""Metadata of a record's field that stays out of the answer while it is None."""
