"""The entries of a session's log, packed, with cached answers for the queries of every frame.

A session has hundreds of entries, and a frame needs the newest few. The others stay packed until the log is read.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeVar

from pydantic import AliasChoices, Field

from webui.documents.demon_city.shapes import FlipAnswer, TableAnswer, ThrowAnswer
from webui.storage.store import StoredEvent
from webui.table.log.events import Payload, Thrown
from webui.table.modes.registry import read_answer
from webui.table.rendering.clash_lines import thrown_in
from webui.table.rendering.system_verdicts import SystemAnswer


class CorrectionMade(Payload):
    """A card of an entry that a person corrected later."""

    seat: str
    index: int
    was: str | None = Field(serialization_alias="from", validation_alias=AliasChoices("from", "was"))
    to: str
    at: str


class Entry(Thrown):
    """A judged throw, and what became of it in the log since."""

    id: int
    at: str
    note: str = ""
    corrected: list[CorrectionMade] = Field(default_factory=list)
    confirmed: bool = True
    undone: bool = False
    stands: bool = False
    """Whether it is the verdict on the table, which nobody has confirmed yet."""
    taken_back: bool = False
    """Whether an undo put another in its place, so that the log does not show it."""
    removed: bool = False
    """Whether a person deleted it: the log does not show it, and only the numbers of throws count it."""

    @property
    def kind(self) -> str:
        """The kind of its document."""
        return str(self.document["kind"])

    @cached_property
    def record(self) -> TableAnswer | SystemAnswer:
        """What it came to.

        :raise ValueError: the result does not fit; also KeyError
        """
        return SystemAnswer.read(self.result) if self.system else read_answer(self.kind, self.result)

    @property
    def parts(self) -> list[ThrowAnswer]:
        """The answers whose throws somebody won or lost, each clash of a round by itself."""
        parts = self.record.new if isinstance(self.record, FlipAnswer) else (self.record,)
        return [part for part in parts if isinstance(part, ThrowAnswer)]

    @classmethod
    def of(cls, event: StoredEvent, said: Thrown) -> Entry:
        """Return the entry that an event becomes, without the round and the worksheet that it left."""
        fields = {name: getattr(said, name) for name in Thrown.model_fields}
        return cls(**fields, id=event.id, at=event.at)

    def with_(self, **changes: object) -> Entry:
        """Return a copy with other fields."""
        return Entry(**{**dict(self), **changes})


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """An entry: the fields that are queried often, and the whole, packed."""

    id: int
    confirmed: bool
    undone: bool
    stands: bool
    """Whether it is the verdict on the table, which nobody has confirmed yet."""
    taken_back: bool
    """Whether an undo put another in its place, so that the log does not show it."""
    removed: bool
    """Whether a person deleted it: the log does not show it, and only the numbers of throws count it."""
    request: str | None
    """The request that made it (:meth:`webui.table.commands.log.RecordThrow.request`)."""
    system: str | None
    seats: bool
    """Whether anybody threw cards."""
    cards: tuple[tuple[str, str], ...]
    """The thrown cards, as (side, code)."""
    counted: tuple[tuple[str, str], ...]
    """The cards that counted, as (seat, code)."""
    packed: bytes

    @property
    def whole(self) -> Entry:
        """The whole entry, unpacked at each access."""
        return Entry.model_validate_json(zlib.decompress(self.packed))

    @property
    def is_played(self) -> bool:
        """Whether it counts: confirmed, and neither undone nor deleted."""
        return self.confirmed and not (self.undone or self.removed)

    @property
    def is_thrown(self) -> bool:
        """Whether its cards left their decks for good; those of the verdict on the table may still change."""
        return not (self.undone or self.removed or self.taken_back or self.stands)


def logged(entry: Entry) -> LoggedEntry:
    """Pack an entry."""
    thrown = ((seat.side, card.card) for seat in entry.seats for card in seat.cards)
    counted = ((throw.id, throw.card) for part in entry.parts for throw in thrown_in(part))
    return LoggedEntry(
        entry.id,
        entry.confirmed,
        entry.undone,
        entry.stands,
        entry.taken_back,
        entry.removed,
        entry.request,
        entry.system,
        bool(entry.seats),
        tuple((sys.intern(side), sys.intern(code)) for side, code in thrown if code),
        tuple((sys.intern(seat), sys.intern(card)) for seat, card in counted),
        zlib.compress(entry.model_dump_json(by_alias=True).encode()),
    )


class Entries(Mapping[int, LoggedEntry]):
    """Entries by the number of their event, oldest first. Immutable: a change returns new entries, so that cached
    answers stay true.
    """

    def __init__(self, known: Mapping[int, LoggedEntry] | None = None) -> None:
        self._known: Final = dict(known or {})
        self._worked_out: Final[dict[object, Any]] = {}

    def __getitem__(self, number: int) -> LoggedEntry:
        return self._known[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def put(self, number: int, entry: Entry) -> Entries:
        """Return the entries with one added or replaced."""
        return Entries({**self._known, number: logged(entry)})

    def changed(self, number: int, **changes: object) -> Entries:
        """Return the entries with some fields of one changed."""
        return self.put(number, self._known[number].whole.with_(**changes))

    def without(self, number: int | None) -> Entries:
        """Return the entries without one, if it is there."""
        return Entries({key: entry for key, entry in self._known.items() if key != number})

    def once(self, what: object, work: Callable[[], T]) -> T:
        """Compute something from the entries once; the key ``what`` names it and whatever else it depends on."""
        if what not in self._worked_out:
            self._worked_out[what] = work()
        found: T = self._worked_out[what]
        return found

    @cached_property
    def log(self) -> tuple[LoggedEntry, ...]:
        """All entries that the log shows, with undone ones."""
        return tuple(entry for entry in self._known.values() if not (entry.taken_back or entry.removed))

    @cached_property
    def standing(self) -> int | None:
        """The number of the entry whose verdict stands on the table, not confirmed; None without one."""
        stands = (number for number, entry in reversed(self._known.items()) if entry.stands)
        return next(stands, None)

    @cached_property
    def throw(self) -> int:
        """The number of the throw of cards on the table, from 1."""
        before = (entry for entry in self._known.values() if entry.id != self.standing)
        return 1 + sum(1 for entry in before if not (entry.taken_back or entry.undone) and entry.seats)

    @cached_property
    def last_counted(self) -> dict[str, str]:
        """The card that counted last for each seat, by seat, without the verdict on the table."""
        past = (entry for entry in self.log if not entry.undone and not entry.stands)
        return {seat: card for entry in past for seat, card in entry.counted}

    @cached_property
    def last_cards(self) -> frozenset[str]:
        """The cards of the newest entry that was confirmed and has any."""
        played = (entry for entry in reversed(self._known.values()) if entry.is_played and entry.seats)
        return frozenset(code for entry in [next(played, None)] if entry for _, code in entry.cards)

    @cached_property
    def last_played(self) -> int:
        """The number of the newest entry that was confirmed, 0 where there is none."""
        return max((number for number, entry in self._known.items() if entry.is_played), default=0)
