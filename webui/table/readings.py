"""The table's readings of the outside world: the time, seeds, names of pictures, and its own pace.

Everything that is not deterministic goes through here. Recorded turn by turn, it lets a replay repeat each turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeAlias, TypeVar

from webui.documents.pipeline import fresh_seed
from webui.storage.pictures import digest_of

T = TypeVar("T")

Reading: TypeAlias = tuple[str, Any]
"""The kind of a reading, and its value as JSON."""


class Readings(Protocol):
    """The outside world, or a recording of it."""

    def now(self) -> datetime:
        """The time of day, with its offset."""
        ...

    def seed(self) -> int:
        """A seed for lots and dice."""
        ...

    def name(self, picture: bytes, /) -> str:
        """The name under which a picture is kept."""
        ...

    def holds(self, what: str, is_so: Callable[[], bool], /) -> bool:
        """Whether a condition holds that depends on other threads or the clock."""
        ...


class FreshReadings:
    """Live readings, recorded from :meth:`note` on."""

    def __init__(self, clock: Callable[[], datetime], seed: Callable[[], int] = fresh_seed) -> None:
        self._clock = clock
        self._seed = seed
        self._noted: list[Reading] | None = None

    def note(self) -> None:
        """Record every reading from now on."""
        self._noted = []

    def forget(self) -> None:
        """Stop recording."""
        self._noted = None

    def take(self) -> list[Reading]:
        """Return the readings recorded since the last call."""
        noted = self._noted or []
        if self._noted is not None:
            self._noted = []
        return noted

    def _read(self, what: str, value: T, recorded: object) -> T:
        if self._noted is not None:
            self._noted.append((what, recorded))
        return value

    def now(self) -> datetime:
        """See :meth:`Readings.now`."""
        now = self._clock()
        return self._read("now", now, now.isoformat())

    def seed(self) -> int:
        """See :meth:`Readings.seed`."""
        seed = self._seed()
        return self._read("seed", seed, seed)

    def name(self, picture: bytes, /) -> str:
        """See :meth:`Readings.name`."""
        name = digest_of(picture)
        return self._read("name", name, name)

    def holds(self, what: str, is_so: Callable[[], bool], /) -> bool:
        """See :meth:`Readings.holds`."""
        held = is_so()
        return self._read(what, held, held)


class OtherReadingError(LookupError):
    """A turn reads something else than it did when it was recorded."""


class KeptReadings:
    """Recorded readings, turn by turn."""

    def __init__(self) -> None:
        self._left: list[Reading] = []
        self.fault = ""
        """The first reading of a turn that does not fit the recording."""

    def give(self, noted: Sequence[Reading]) -> None:
        """Set the readings of the next turn."""
        self._left, self.fault = list(noted), ""

    @property
    def left(self) -> int:
        """The number of readings that were not used."""
        return len(self._left)

    def _next(self, what: str) -> Any:
        if not self._left or self._left[0][0] != what:
            self.fault = self.fault or f"asks the world for {what}, which it did not then"
            raise OtherReadingError(self.fault)
        return self._left.pop(0)[1]

    def _kept(self, what: str, read: Callable[[Any], T]) -> T:
        kept = self._next(what)
        try:
            return read(kept)
        except (ValueError, TypeError, OverflowError):
            self.fault = f"was told {str(kept)[:40]!r} for {what}, which is none"
            raise OtherReadingError(self.fault) from None

    def now(self) -> datetime:
        """See :meth:`Readings.now`."""
        return self._kept("now", _moment)

    def seed(self) -> int:
        """See :meth:`Readings.seed`."""
        return self._kept("seed", int)

    def name(self, picture: bytes, /) -> str:
        """See :meth:`Readings.name`."""
        return str(self._next("name"))

    def holds(self, what: str, is_so: Callable[[], bool], /) -> bool:
        """See :meth:`Readings.holds`; ``is_so`` is called for its effects, its answer ignored."""
        is_so()
        return bool(self._next(what))


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("expected an offset")
    return moment
