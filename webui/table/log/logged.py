"""The entries of the evening's log, held small, with what every frame asks of them worked out once.

An evening has hundreds of entries; a frame looks at the newest few. The rest lies packed until somebody reads the log.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias, TypeVar

from webui.storage.databases.packed import pack, unpack

Entry: TypeAlias = dict[str, Any]
"""A judged throw as it lies in the store: document, result, seats with their cards, picture; and whether it was
``confirmed``, or only ``stands`` as the verdict on the table, or was passed by."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """An entry: what is asked of it again and again, and all of it, packed."""

    id: int
    confirmed: bool
    undone: bool
    stands: bool
    """Whether it is the verdict on the table, which nobody has confirmed yet."""
    taken_back: bool
    """Whether a person's undo put another in its place: it is none of the log."""
    removed: bool
    """Whether a person deleted it: it is none of the log, and nothing counts it but the numbers of throws."""
    request: str | None
    """What it was asked for by (:meth:`webui.table.commands.log.RecordThrow.request`)."""
    system: str | None
    seats: bool
    """Whether anybody threw cards."""
    cards: tuple[tuple[str, str], ...]
    """The cards that were thrown: the side that threw each, and its code."""
    counted: tuple[tuple[str, str], ...]
    """The card that counted for each seat."""
    packed: bytes

    @property
    def whole(self) -> Entry:
        """All of it, anew each time."""
        entry: Entry = unpack(self.packed)
        return entry

    @property
    def is_played(self) -> bool:
        """Whether it counts: somebody confirmed it, and nobody took it back or deleted it."""
        return self.confirmed and not (self.undone or self.removed)

    @property
    def is_thrown(self) -> bool:
        """Whether its cards left their decks, confirmed or not; those of the verdict on the table still may."""
        return not (self.undone or self.removed or self.taken_back or self.stands)


def logged(entry: Entry) -> LoggedEntry:
    """Hold an entry small."""
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
    for part in entry["result"].get("new", [entry["result"]]):
        for throw in part.get("actions") or part.get("throws") or ():
            if throw.get("card"):
                yield throw["id"], throw["card"]


class Entries(Mapping[int, LoggedEntry]):
    """Entries by the event that each came of, oldest first. They never change: a change makes others of them, so that
    what was worked out of these stays true.
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
        """Return them with one more, or another in the place of one."""
        return Entries({**self._known, number: logged(entry)})

    def changed(self, number: int, change: Entry) -> Entries:
        """Return them with some things about one of them otherwise."""
        return self.put(number, self._known[number].whole | change)

    def without(self, number: int | None) -> Entries:
        """Return them without one, if it is among them."""
        return Entries({key: entry for key, entry in self._known.items() if key != number})

    def once(self, what: object, work: Callable[[], T]) -> T:
        """Work something out of them, once: ``what`` says what it is, and what else it depends on."""
        if what not in self._worked_out:
            self._worked_out[what] = work()
        found: T = self._worked_out[what]
        return found

    @cached_property
    def log(self) -> tuple[LoggedEntry, ...]:
        """Every entry of the log, undone ones too."""
        return tuple(entry for entry in self._known.values() if not (entry.taken_back or entry.removed))

    @cached_property
    def standing(self) -> int | None:
        """The entry of the newest verdict, while no other throw has begun and nobody has confirmed it."""
        stands = (number for number, entry in reversed(self._known.items()) if entry.stands)
        return next(stands, None)

    @cached_property
    def throw(self) -> int:
        """The number of the throw of cards on the table: one more than came before it."""
        before = (entry for entry in self._known.values() if entry.id != self.standing)
        return 1 + sum(1 for entry in before if not (entry.taken_back or entry.undone) and entry.seats)

    @cached_property
    def last_counted(self) -> dict[str, str]:
        """The card that counted for each seat last, by seat; what stands on the table is not past yet."""
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
