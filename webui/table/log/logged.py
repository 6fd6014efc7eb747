"""The entries of a session's log, packed, with cached answers for the queries of every frame.

A session has hundreds of entries, and a frame needs the newest few. The others stay packed until the log is read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias, TypeVar

from webui.documents.demon_city.shapes import FlipAnswer, TableAnswer, ThrowAnswer, read_answer
from webui.i18n.seats import NamedSeat
from webui.storage.databases.packed import pack, unpack
from webui.table.rendering.clash_lines import thrown_in
from webui.table.rendering.system_verdicts import SystemAnswer

Entry: TypeAlias = dict[str, Any]
"""A judged throw as stored: document, result, seats with their cards, picture; ``confirmed`` or not, and whether it
``stands`` as the verdict on the table."""

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
        entry: Entry = unpack(self.packed)
        return entry

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
    thrown = ((seat["side"], card["card"]) for seat in entry["seats"] for card in seat["cards"])
    return LoggedEntry(
        entry["id"],
        bool(entry["confirmed"]),
        bool(entry["undone"]),
        bool(entry.get("stands")),
        bool(entry.get("taken_back")),
        bool(entry.get("removed")),
        entry.get("request"),
        entry.get("system"),
        bool(entry["seats"]),
        tuple((sys.intern(side), sys.intern(code)) for side, code in thrown if code),
        tuple((sys.intern(seat), sys.intern(card)) for seat, card in _counted(entry)),
        pack(entry),
    )


def _counted(entry: Entry) -> Iterator[tuple[str, str]]:
    for part in parts_of(entry):
        for throw in thrown_in(part):
            yield throw.id, throw.card


def record_of(entry: Entry) -> TableAnswer | SystemAnswer:
    """Return the record of an entry.

    :raise ValueError: it does not fit; also KeyError
    """
    if entry.get("system"):
        return SystemAnswer.read(entry["result"])
    return read_answer(entry["document"]["kind"], entry["result"])


def named_seat(seat: Mapping[str, str]) -> NamedSeat:
    """Return the names of a seat of an entry."""
    return NamedSeat(seat["id"], seat["name"], seat["side"])


def parts_of(entry: Entry) -> list[ThrowAnswer]:
    """Return the results of an entry whose throws somebody won or lost, each clash of a round by itself."""
    record = record_of(entry)
    parts = record.new if isinstance(record, FlipAnswer) else (record,)
    return [part for part in parts if isinstance(part, ThrowAnswer)]


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

    def changed(self, number: int, change: Entry) -> Entries:
        """Return the entries with some fields of one changed."""
        return self.put(number, self._known[number].whole | change)

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
