"""Samples without end, drawn by other processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias, TypeVar

import click
import cv2
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

T = TypeVar("T")

Draw: TypeAlias = Callable[[int, int], Iterator[T]]
"""Draws its process's own samples without end, given its number and the number of processes."""

AHEAD: Final = 8
"""Samples that each process draws in advance."""

WORKERS_OPTION: Final = click.option("--workers", default=1, help="Processes that draw.", show_default=True)


class Drawing(IterableDataset[T]):
    """Iterator over the samples, in the process that uses them."""

    def __init__(self, draw: Draw[T]) -> None:
        super().__init__()
        self._draw = draw

    def __iter__(self) -> Iterator[T]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        yield from self._draw(worker.id, worker.num_workers) if worker else self._draw(0, 1)


def drawn(draw: Draw[T], workers: int, *, context: str = "spawn") -> Iterator[T]:
    """Return the samples of ``workers`` processes, in turn: deterministic for the same number of them.

    ``context`` is their start method: objects too large to be sent to them are inherited by "fork".
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
