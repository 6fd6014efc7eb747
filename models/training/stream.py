"""Samples without end, drawn by other processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, TypeVar

import click
import cv2
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
