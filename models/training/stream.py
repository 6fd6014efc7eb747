"""Samples without end: drawn by other processes, and kept to be seen again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

import click
import cv2
import numpy as np
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

T = TypeVar("T")

Draw: TypeAlias = Callable[[int, int], Iterator[T]]
"""Draws without end what is the process's own, told its number and how many there are."""

AHEAD: Final = 8
"""So much each process draws before it is asked for."""

WORKERS_OPTION: Final = click.option("--workers", default=1, help="Processes that draw.", show_default=True)


class Drawing(IterableDataset[T]):
    """What is drawn, in the process that asks."""

    def __init__(self, draw: Draw[T]) -> None:
        super().__init__()
        self._draw = draw

    def __iter__(self) -> Iterator[T]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        yield from self._draw(worker.id, worker.num_workers) if worker else self._draw(0, 1)


def drawn(draw: Draw[T], workers: int, *, context: str = "spawn") -> Iterator[T]:
    """Return what ``workers`` processes draw, in turn: the same each time for as many of them.

    ``context`` is how they begin: what is too large to be sent to them is inherited by "fork".
    """
    loader = DataLoader(
        Drawing(draw),
        batch_size=None,
        num_workers=workers,
        collate_fn=_as_it_is,
        prefetch_factor=AHEAD if workers else None,
        multiprocessing_context=context if workers else None,
    )
    return iter(loader)


def _as_it_is(sample: T) -> T:
    return sample


class Replay(Generic[T]):
    """Mixes what is drawn with samples seen before, since drawing costs more than a second look."""

    def __init__(self, stream: Iterator[Sequence[T]], seed: int, most: int) -> None:
        """``stream`` yields some samples at a time; the newest ``most`` are kept."""
        self._stream, self._most = stream, most
        self._rng = np.random.default_rng([seed, 3])
        self._kept: list[T] = []
        self._oldest = 0

    def take_in(self, draws: int) -> list[T]:
        """Take that many times from the stream, keep the samples and return them."""
        fresh = [sample for _ in range(draws) for sample in next(self._stream)]
        for sample in fresh:
            if len(self._kept) < self._most:
                self._kept.append(sample)
            else:
                self._kept[self._oldest] = sample
                self._oldest = (self._oldest + 1) % self._most
        return fresh

    def batch(self, count: int, draws: int) -> list[T]:
        """Return ``count`` samples: what is drawn, and others that were kept."""
        fresh = self.take_in(draws)[:count]
        again = self._rng.integers(len(self._kept), size=count - len(fresh))
        return fresh + [self._kept[int(i)] for i in again]
