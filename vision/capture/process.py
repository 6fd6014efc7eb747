"""The parent's end of a capture process: start it, receive messages, take frames, kill it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from vision.capture.reasons import Reason
from vision.capture.slot import Captured, Slot
from vision.capture.spec import LayWish
from vision.capture.waits import PAUSE_S
from vision.capture.worker import FrameTaken, Job, Message, NeedSlot, SourceFailed, TableCalm, run

CHILD_ENVIRONMENT: Final = {
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",  # with it, Windows takes many seconds to open a camera
    "OPENCV_LOG_LEVEL": "OFF",  # the program reports faults itself, in one line
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
}


class CaptureProcess:
    """One running capture process; :meth:`stop` leaves nothing of it."""

    def __init__(self, job: Job) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._lossless = not job.spec.live
        self._lock = spawn.Lock()
        self._slot: Slot | None = None
        self.wish: LayWish | None = None
        """Wish for the virtual table, sent with every frame that is taken."""
        self._calm = False
        self._link, child_link = spawn.Pipe()
        self._process = spawn.Process(
            target=run, args=(job, child_link, self._lock), name="capture", daemon=True
        )
        for name, value in CHILD_ENVIRONMENT.items():
            os.environ.setdefault(name, value)
        with _without_interrupts():
            self._process.start()
        child_link.close()

    @property
    def pid(self) -> int:
        """The operating system's number of the process."""
        return self._process.pid or 0

    def receive(self, timeout_s: float) -> Message | None:
        """Return the next message of the process, None if there is none within the time.

        A process that has died gives :class:`SourceFailed`. Slots are created here on request.
        """
        try:
            if not self._link.poll(max(0.0, timeout_s)):
                return None
            message: Message = self._link.recv()
            if isinstance(message, NeedSlot):
                self._link.send(self._new_slot(message.frame_bytes).name)
            return message
        except (EOFError, OSError):
            return SourceFailed(Reason("died"))

    def take(self) -> Captured | None:
        """Copy out the frame that :class:`FrameReady` announced.

        :raise SlotStuckError: if the process was killed in the middle of writing one.
        """
        captured = self._slot.take() if self._slot is not None else None
        if self._lossless and captured is not None:
            try:
                self._link.send(FrameTaken(self.wish))
            except OSError:  # it has ended after its last frame
                return captured
        return captured

    def calm(self, calm: bool) -> None:
        """Say whether the table is unchanged, if that is news."""
        if calm != self._calm and not self._lossless:
            self._calm = calm
            with suppress(OSError):  # It has ended; the next message says so.
                self._link.send(TableCalm(calm))

    def kill(self) -> None:
        """End the process at once; thread-safe; :meth:`stop` must still follow."""
        with suppress(ValueError):  # It was stopped at this very moment.
            self._process.kill()

    def stop(self, patience_s: float = PAUSE_S) -> None:
        """End the process, kill it if it does not end in time, and free the slot."""
        self._link.close()
        self._process.join(patience_s)
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._process.close()
        if self._slot is not None:
            self._slot.close()
            self._slot = None

    def _new_slot(self, frame_bytes: int) -> Slot:
        if self._slot is not None:
            self._slot.close()
        self._slot = Slot.create(frame_bytes, self._lock)
        return self._slot


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C, which reaches every process of the terminal, for a child that is still starting."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
