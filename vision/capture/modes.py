"""Picture modes of a webcam, and the choice among them: the largest that keeps the rate."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from struct import Struct
from typing import Any, Final, TypeAlias

from vision.overlap import NEARLY_ALL

SIZES_WH: Final = ((1920, 1080), (1280, 720))
"""Sizes to try, largest first, where a camera does not list its own; none larger is chosen unasked."""

Ioctl: TypeAlias = Callable[[int, int, bytearray, bool], Any]
"""The signature of :func:`fcntl.ioctl`."""

MOTION_JPEG: Final = int.from_bytes(b"MJPG", "little")
UNPACKED: Final = int.from_bytes(b"YUYV", "little")

# From linux/videodev2.h: requests, and the memory layout of their answers.
SIZES_ASKED: Final = 0xC02C564A
SIZE: Final = Struct("=3I6I2I")
RATES_ASKED: Final = 0xC034564B
RATE: Final = Struct("=5I6I2I")
DISCRETE: Final = 1


@dataclass(frozen=True, slots=True)
class Mode:
    """A size of the picture, and its highest rate in frames a second."""

    size_wh: tuple[int, int]
    fps: float


def largest(modes: Sequence[Mode], fps: float) -> Mode | None:
    """Return the largest mode that keeps nearly all of the rate, or else the largest of the quickest; None where there
    is none. Where the light has 50 Hz, cameras give 25 a second for 30.

    >>> largest([Mode((1280, 720), 30), Mode((1920, 1080), 30), Mode((3840, 2160), 30)], 30).size_wh
    (1920, 1080)
    """
    fitting = [mode for mode in modes if _pixels(mode) <= SIZES_WH[0][0] * SIZES_WH[0][1]] or modes
    quickest = max((mode.fps for mode in fitting), default=0.0)
    enough = NEARLY_ALL * min(fps, quickest)
    return max((mode for mode in fitting if mode.fps >= enough), key=_pixels, default=None)


def _pixels(mode: Mode) -> int:
    return mode.size_wh[0] * mode.size_wh[1]


def offered(device: Path, ioctl: Ioctl | None = None) -> list[Mode]:
    """Return the modes that a Video4Linux camera lists, as motion JPEG if it has that; none if it lists none.

    ``device`` is its file, such as ``/dev/video0``; on other systems there is no such list.
    """
    if ioctl is None:
        if sys.platform != "linux":
            return []
        import fcntl

        ioctl = fcntl.ioctl
    try:
        file = os.open(device, os.O_RDWR | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return []
    try:
        return list(_modes(file, ioctl, MOTION_JPEG)) or list(_modes(file, ioctl, UNPACKED))
    finally:
        os.close(file)


def _modes(file: int, ioctl: Ioctl, pixels: int) -> Iterator[Mode]:
    for kind, first, second, *rest in _answers(file, ioctl, SIZES_ASKED, SIZE, (pixels,)):
        if kind == DISCRETE:
            sizes = [(first, second)]
        else:  # From, to, step of the width, then of the height.
            largest_wh = second, rest[2]
            sizes = [size for size in SIZES_WH if size[0] <= largest_wh[0] and size[1] <= largest_wh[1]]
            sizes = sizes or [largest_wh]
        for size_wh in sizes:
            yield Mode(size_wh, max(_rates(file, ioctl, pixels, size_wh), default=0.0))
        if kind != DISCRETE:
            return


def _rates(file: int, ioctl: Ioctl, pixels: int, size_wh: tuple[int, int]) -> Iterator[float]:
    # Seconds a picture as a fraction: the only one, or the shortest of a range.
    for kind, above, below, *_ in _answers(file, ioctl, RATES_ASKED, RATE, (pixels, *size_wh)):
        if above:
            yield below / above
        if kind != DISCRETE:
            return


def _answers(
    file: int, ioctl: Ioctl, asked: int, form: Struct, question: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield one answer after another, without number and question; stop at a driver that mostly repeats itself."""
    new: set[tuple[int, ...]] = set()
    for number in count():
        numbers = _query(file, ioctl, asked, form, (number, *question))
        if numbers is None or number - len(new) > len(new):
            return
        new.add(numbers[1 + len(question) :])
        yield numbers[1 + len(question) :]


def _query(
    file: int, ioctl: Ioctl, asked: int, form: Struct, question: tuple[int, ...]
) -> tuple[int, ...] | None:
    """Return an answer's numbers; None where there is no further one."""
    numbers = question + (0,) * (form.size // 4 - len(question))
    answer = bytearray(form.pack(*numbers))
    try:
        ioctl(file, asked, answer, True)
    except OSError:
        return None
    return form.unpack(answer)
