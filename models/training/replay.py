"""Replay of samples: drawn once and trained on several times; needs no torch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

import numpy as np

T = TypeVar("T")


class Replay(Generic[T]):
    """Mixes fresh samples with earlier ones, since drawing a sample costs more than training on it again."""

    def __init__(self, stream: Iterator[Sequence[T]], seed: int, most: int) -> None:
        """Prepare; ``stream`` yields some samples at a time; the newest ``most`` are kept."""
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
        """Return ``count`` samples: new ones, and others that were kept."""
        fresh = self.take_in(draws)[:count]
        again = self._rng.integers(len(self._kept), size=count - len(fresh))
        return fresh + [self._kept[int(i)] for i in again]
