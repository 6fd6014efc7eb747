"""The virtual table as a source: pictures with their times, without the renderer's truth."""

from __future__ import annotations

from collections.abc import Iterator

import vision.virtual as virtual
from vision.capture.spec import LayWish, SourceError, SourceSpec, TimedFrame


def virtual_table(spec: SourceSpec) -> virtual.VirtualTable:
    """Build the table of a spec: the same spec gives the same pictures.

    :raise SourceError: if the spec brings no deck to lay.
    """
    if spec.deck is None:
        raise SourceError("the virtual table: needs the faces of a deck to lay")
    faces, back = spec.deck()
    script = virtual.Script(cards=spec.cards, decks=spec.piles)
    return virtual.VirtualTable(spec.seed, faces, back, spec.size_wh, spec.fps, spec.seconds, script)


class VirtualSource:
    """A seeded session at a virtual table."""

    def __init__(self, spec: SourceSpec) -> None:
        self._spec = spec
        self._table: virtual.VirtualTable | None = None
        self._frames: Iterator[virtual.RenderedFrame] = iter(())

    def open(self) -> None:
        """Set the table.

        :raise SourceError: if the spec brings no deck to lay.
        """
        self._table = virtual_table(self._spec)
        self._frames = iter(self._table)

    def take_wish(self, wish: LayWish | None) -> None:
        """Let this be laid next; None: at random."""
        if self._table is not None:
            self._table.take_wish(virtual.Wish(wish.number, wish.hands, wish.numbers) if wish else None)

    def read(self) -> TimedFrame | None:
        """Return the next frame, None at the end of the session."""
        timed = next(self._frames, None)
        return TimedFrame(timed.image, timed.t_s) if timed else None

    def close(self) -> None:
        """Clear the table."""
        self._frames = iter(())
