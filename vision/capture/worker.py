"""The capture process: opens the source, puts frames into the slot, ends when its parent does."""

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
from typing import Final, Protocol, TypeAlias, runtime_checkable

import cv2

from vision.capture.picture_watch import PictureWatch
from vision.capture.reasons import Reason, reason_of
from vision.capture.slot import Captured, Slot
from vision.capture.spec import LayWish, Source, SourceError, SourceSpec, TimedFrame
from vision.capture.waits import OPENING_S, PAUSE_S, STALL_S
from vision.memory import TRIM_EVERY_S, ask_system_from, trim_memory

LARGE_BYTES: Final = 64 << 10
"""Bytes of the smallest picture of a camera: 320 x 240 pixels of 3 bytes."""


@dataclass(frozen=True, slots=True)
class NeedSlot:
    """Child to parent: request a slot for frames of this many bytes; the answer is its name."""

    frame_bytes: int


@dataclass(frozen=True, slots=True)
class FrameReady:
    """Child to parent: the slot was empty and is now full."""


@dataclass(frozen=True, slots=True)
class FrameTaken:
    """Parent to child: the last frame of a waiting source was taken; with the wish for the virtual table."""

    wish: LayWish | None = None


@dataclass(frozen=True, slots=True)
class TableCalm:
    """Parent to child: the table before a live source is unchanged, or is so no longer."""

    calm: bool


@runtime_checkable
class PassesOver(Protocol):
    """A source that can let a picture go by without decoding it: a webcam."""

    def pass_over(self) -> None:
        """Let the next picture go by."""
        ...


@runtime_checkable
class TakesWishes(Protocol):
    """A source that takes wishes: the virtual table."""

    def take_wish(self, wish: LayWish | None) -> None:
        """Lay it next; None: at random."""
        ...


@runtime_checkable
class ReportsProgress(Protocol):
    """A source that is opened in several steps: a webcam."""

    on_progress: Callable[[], None]
    """Called after each step."""


@runtime_checkable
class MayRepeat(Protocol):
    """A source of which equal pictures may be normal: a stream."""

    @property
    def may_repeat(self) -> bool:
        """Whether they are, as it was opened."""
        ...


@dataclass(frozen=True, slots=True)
class SourceOpening:
    """Child to parent: one more step of opening the source is done."""


@dataclass(frozen=True, slots=True)
class SourceEnded:
    """Child to parent: that was the last frame."""


@dataclass(frozen=True, slots=True)
class SourceFailed:
    """Child to parent: the source cannot be opened or has stopped, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class SourceLost:
    """Child to parent: a live source gives no pictures now, and why; it is reopened."""

    why: str


@dataclass(frozen=True, slots=True)
class SourceStill:
    """Child to parent: a live source repeats the very same picture, or does so no longer."""

    still: bool


Message: TypeAlias = (
    NeedSlot | FrameReady | SourceOpening | SourceEnded | SourceFailed | SourceLost | SourceStill
)

CALM_PAUSE_S: Final = 0.06
"""Seconds after a picture of an unchanged table in which no other one is decoded: of thirty a second each third is, and
who reaches over the table is seen so much later."""

OpenSource: TypeAlias = Callable[[SourceSpec], Source]
"""Builder of a spec's source; it is called in the capture process, so it must be importable there."""


@dataclass(frozen=True, slots=True)
class Job:
    """Task of a capture process: the source, whether paced, and the number of its first frame."""

    spec: SourceSpec
    paced: bool
    first_index: int
    open_source: OpenSource


def run(job: Job, link: Connection, lock: Lock) -> None:
    """Run the capture process until the source ends, fails, or the parent exits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    _let_new_memory_be_zero()
    threading.Thread(target=_die_with_parent, daemon=True).start()
    threading.Thread(target=_stay_small, daemon=True).start()
    try:
        writer = Writer(link, lock, job.first_index, lossless=not job.spec.live)
        source = job.open_source(job.spec)
        if isinstance(source, ReportsProgress):
            source.on_progress = lambda: link.send(SourceOpening())
        while True:
            why = _read_once(job, source, writer, link)
            if not why:
                break
            link.send(SourceLost(why))
            time.sleep(PAUSE_S)
        _say(link, SourceEnded())
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except (OSError, ValueError, RuntimeError, MemoryError) as error:
        _say(link, SourceFailed(reason_of(error)))


def _let_new_memory_be_zero() -> None:
    """Make undecoded pixels black: large memory from GNU's allocator is fresh, not reused.

    OpenCV returns its buffer of a picture even where nothing was written into it; other allocators give fresh memory
    anyway.
    """
    ask_system_from(LARGE_BYTES)


def _say(link: Connection, message: Message) -> None:
    try:
        link.send(message)
    except OSError:
        return


def _stay_small() -> None:
    while True:
        time.sleep(TRIM_EVERY_S)
        trim_memory()


def _die_with_parent() -> None:
    """End this process with its parent: a driver's read() cannot be interrupted from within."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _read_once(job: Job, source: Source, writer: Writer, link: Connection) -> str:
    """Read a source from its opening to its end; return why a live one, which is reopened, ended.

    :raise SourceError: if a file breaks off, or a live source has never given a picture
    """
    try:
        source.open()
        trim_memory()  # Opening reads much more than the source keeps.
        _pump(job, source, writer, link)
    except SourceError as error:
        if not job.spec.live or not writer.index:
            raise
        return reason_of(error)
    finally:
        source.close()
    return Reason("stopped", name=job.spec.name) if job.spec.live and writer.index else ""


def _pump(job: Job, source: Source, writer: Writer, link: Connection) -> None:
    pacer = _Pacer() if job.paced and not job.spec.live else None
    watch = PictureWatch(job.spec.name)
    try:
        while (timed := source.read()) is not None:
            if pacer is not None:
                pacer.wait_for(timed)
            if job.spec.live:
                if not watch.is_whole(timed.frame):
                    continue
                if watch.turned(timed.frame, OPENING_S if _may_repeat(source) else STALL_S):
                    link.send(SourceStill(watch.still))
            writer.write(timed)
            if writer.calm and isinstance(source, PassesOver):
                _pass_over(source, writer)
            if isinstance(source, TakesWishes):
                source.take_wish(writer.wish)
    except SourceError:
        watch.check_seen()  # That every picture was black is the better reason.
        raise


def _pass_over(source: PassesOver, writer: Writer) -> None:
    """Let the pictures of a moment go by: half of what an unchanged table costs is decoding what it looks like."""
    until_s = time.monotonic() + CALM_PAUSE_S
    while time.monotonic() < until_s:
        source.pass_over()
        writer.pass_over()


def _may_repeat(source: Source) -> bool:
    """Return whether equal pictures are normal: a camera's differ by their noise, other sources' may repeat."""
    return isinstance(source, MayRepeat) and source.may_repeat


class _Pacer:
    """Holds frames back until their time."""

    def __init__(self) -> None:
        self._offset_s: float | None = None

    def wait_for(self, timed: TimedFrame) -> None:
        now = time.monotonic()
        if self._offset_s is None or now - (self._offset_s + timed.t_s) > PAUSE_S:
            self._offset_s = now - timed.t_s
        time.sleep(max(0.0, self._offset_s + timed.t_s - now))


class Writer:
    """Puts frames into the slot; requests a larger one when a frame does not fit."""

    def __init__(self, link: Connection, lock: Lock, index: int, *, lossless: bool) -> None:
        self.index = index
        self._link = link
        self._lock = lock
        self._lossless = lossless
        self._slot: Slot | None = None
        self._unread = False
        self.wish: LayWish | None = None
        self.calm = False

    def write(self, timed: TimedFrame) -> None:
        """Put a frame into the slot, once that is free if none may be lost."""
        captured = Captured(timed.frame, timed.t_s, self.index)
        self.index += 1
        # A file waits until the reader has taken the last frame; a live source only notices a closed link.
        if (self._lossless and self._unread) or (not self._lossless and self._link.poll()):
            self._note(self._link.recv())
        slot = self._slot_for(captured.frame.nbytes)
        if slot.put(captured):
            self._link.send(FrameReady())
        self._unread = True

    def pass_over(self) -> None:
        """Count a picture that was not decoded."""
        self.index += 1

    def close(self) -> None:
        """Let go of the slot."""
        if self._slot is not None:
            self._slot.close()
            self._slot = None

    def _note(self, message: FrameTaken | TableCalm | None) -> None:
        if isinstance(message, TableCalm):
            self.calm = message.calm
        else:
            self.wish = message.wish if isinstance(message, FrameTaken) else None

    def _slot_for(self, frame_bytes: int) -> Slot:
        if self._slot is None or self._slot.frame_bytes < frame_bytes:
            self.close()
            self._link.send(NeedSlot(frame_bytes))
            answer = self._link.recv()
            while isinstance(answer, TableCalm):  # It was on its way before the request came.
                self._note(answer)
                answer = self._link.recv()
            self._slot = Slot.attach(answer, self._lock)
        return self._slot
