"""The capture process: opens the source, lays frames into the slot, ends when its parent does."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.synchronize import Lock
from typing import Final, TypeAlias

import cv2

from vision.capture.slot import Captured, Slot
from vision.capture.spec import Source, SourceSpec, TimedFrame

LATE_S: Final = 0.25
"""A paced source that falls further behind than this goes on from now instead of racing to catch up."""


@dataclass(frozen=True, slots=True)
class NeedSlot:
    """Child to parent: make me a slot for frames of this many bytes; the answer is its name."""

    frame_bytes: int


@dataclass(frozen=True, slots=True)
class FrameReady:
    """Child to parent: the slot was empty and is now full."""


@dataclass(frozen=True, slots=True)
class SourceEnded:
    """Child to parent: that was the last frame."""


@dataclass(frozen=True, slots=True)
class SourceFailed:
    """Child to parent: the source cannot be opened or has stopped, and why."""

    why: str


Message: TypeAlias = NeedSlot | FrameReady | SourceEnded | SourceFailed

OpenSource: TypeAlias = Callable[[SourceSpec], Source]
"""Builds the source of a spec; it is called in the capture process, so it must be importable there."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a capture process is to do: which source, whether paced, and the number of its first frame."""

    spec: SourceSpec
    paced: bool
    first_index: int
    open_source: OpenSource


def run(job: Job, link: Connection, lock: Lock) -> None:
    """Be the capture process until the source ends, fails, or the parent goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    try:
        source = job.open_source(job.spec)
        try:
            source.open()
            _pump(job, source, _Writer(link, lock, lossless=not job.spec.live))
        finally:
            source.close()
        _say(link, SourceEnded())
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except (OSError, ValueError, RuntimeError, MemoryError) as error:
        _say(link, SourceFailed(_one_line(error)))


def _say(link: Connection, message: Message) -> None:
    try:
        link.send(message)
    except OSError:
        return


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _die_with_parent() -> None:
    """A driver's read() cannot be interrupted from within, the process can: it must not outlive its parent."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _pump(job: Job, source: Source, writer: _Writer) -> None:
    pacer = _Pacer() if job.paced and not job.spec.live else None
    index = job.first_index
    while (timed := source.read()) is not None:
        if pacer is not None:
            pacer.wait_for(timed)
        writer.write(Captured(timed.frame, timed.t_s, index))
        index += 1


class _Pacer:
    """Holds frames back until their time."""

    def __init__(self) -> None:
        self._offset_s: float | None = None

    def wait_for(self, timed: TimedFrame) -> None:
        now = time.monotonic()
        if self._offset_s is None or now - (self._offset_s + timed.t_s) > LATE_S:
            self._offset_s = now - timed.t_s
        time.sleep(max(0.0, self._offset_s + timed.t_s - now))


class _Writer:
    """Lays frames into the slot; asks for a larger one when a frame does not fit."""

    def __init__(self, link: Connection, lock: Lock, *, lossless: bool) -> None:
        self._link = link
        self._lock = lock
        self._lossless = lossless
        self._slot: Slot | None = None
        self._unread = False

    def write(self, captured: Captured) -> None:
        # A file waits for the reader's word that it has taken the last frame; a live source hears only a hang-up.
        if (self._lossless and self._unread) or (not self._lossless and self._link.poll()):
            self._link.recv()
        slot = self._slot_for(captured.frame.nbytes)
        if slot.put(captured):
            self._link.send(FrameReady())
        self._unread = True

    def _slot_for(self, frame_bytes: int) -> Slot:
        if self._slot is None or self._slot.frame_bytes < frame_bytes:
            if self._slot is not None:
                self._slot.close()
            self._link.send(NeedSlot(frame_bytes))
            self._slot = Slot.attach(self._link.recv(), self._lock)
        return self._slot
