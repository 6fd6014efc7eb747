"""A webcam as a source, and the list of those that are plugged in."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import platformdirs

from vision.capture.lens_hold import LensHold, let_wander
from vision.capture.modes import SIZES_WH, largest, offered
from vision.capture.reasons import Reason
from vision.capture.spec import SourceError, TimedFrame
from vision.capture.waits import PAUSE_S
from vision.overlap import NEARLY_ALL

BACKENDS: Final = {
    "linux": (cv2.CAP_V4L2,),
    "darwin": (cv2.CAP_AVFOUNDATION,),
    # Which of the two is faster differs from camera to camera.
    "win32": (cv2.CAP_MSMF, cv2.CAP_DSHOW),
}

FAST_SHARE: Final = 0.5
"""Share of the rate from which a backend is not slow; in dim light cameras give half."""


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera that is plugged in: the index to open it by, and its maker's name for it."""

    index: int
    name: str


def list_cameras() -> list[CameraInfo]:
    """Return the cameras of this machine, by index, without opening one."""
    from cv2_enumerate_cameras import enumerate_cameras

    found = {camera.index: camera.name for camera in enumerate_cameras(_backends()[0])}
    return [CameraInfo(index, name) for index, name in sorted(found.items())]


def named_camera(name: str) -> CameraInfo | None:
    """Return the camera of this name, or the only one whose name contains it; None for no or several such cameras.

    Capture cards and virtual cameras change their numbers from day to day, but not their names.
    """
    cameras, asked = list_cameras(), name.strip().casefold()
    same = [camera for camera in cameras if camera.name.casefold() == asked]
    like = same or [camera for camera in cameras if asked and asked in camera.name.casefold()]
    return like[0] if len(like) == 1 else None


class Camera:
    """A webcam, asked for motion JPEG: uncompressed 1280x720 does not fit through USB 2 at 30 frames a second."""

    def __init__(
        self, index: int, size_wh: tuple[int, int] | None, fps: float, hold: bool | None = None
    ) -> None:
        """Prepare; ``size_wh`` None: the largest picture that keeps the rate, as the camera says, or by trial.

        ``hold``: whether focus and exposure are held once they have settled; None: unchanged.
        """
        self._hold = hold
        self._lens: LensHold | None = None
        self._index = index
        self._size_wh = size_wh
        self._fps = fps
        self._video: cv2.VideoCapture | None = None
        self.on_progress: Callable[[], None] = lambda: None
        """Called after each step of opening: some drivers take seconds for one."""

    def open(self) -> None:
        """Open the camera through the backend that is faster with it, or the first that is fast enough.

        :raise SourceError: if there is none of that index, or it gives no picture.
        """
        backends = _backends()
        self._video = self._opened(backends[0]) if len(backends) == 1 else self._opened_faster(backends)
        if self._video is None:
            raise SourceError(self._why_not())
        if self._hold:
            self._lens = LensHold(self._video)
        elif self._hold is False:
            let_wander(self._video)

    def read(self) -> TimedFrame | None:
        """Return the next frame.

        :raise SourceError: if the camera is unplugged or taken away.
        """
        if self._video is None:
            return None
        done, frame = self._video.read()
        if not done or frame is None:
            raise SourceError(self._why_not())
        if self._lens is not None:
            self._lens.see(np.asarray(frame, np.uint8))
        return TimedFrame(np.asarray(frame, np.uint8), time.monotonic())

    def pass_over(self) -> None:
        """Let the next picture go by without decoding it.

        :raise SourceError: if the camera is unplugged or taken away.
        """
        if self._video is not None and not self._video.grab():
            raise SourceError(self._why_not())

    def close(self) -> None:
        """Release the camera."""
        if self._video is not None:
            self._video.release()
            self._video = None

    def _opened(self, backend: int) -> cv2.VideoCapture | None:
        video = cv2.VideoCapture(self._index, backend)
        self.on_progress()
        if not video.isOpened():
            return None
        # The pixel format first: drivers answer a size by what the format allows.
        video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if self._size_wh is not None:
            self._ask(video, self._size_wh)
        elif mode := largest(offered(Path(f"/dev/video{self._index}")), self._fps):
            self._ask(video, mode.size_wh)
        else:
            self._try_sizes(video)
        return video

    def _ask(self, video: cv2.VideoCapture, size_wh: tuple[int, int]) -> None:
        if _size_wh(video) != size_wh:  # Some drivers take seconds even to set what is set.
            video.set(cv2.CAP_PROP_FRAME_WIDTH, size_wh[0])
            video.set(cv2.CAP_PROP_FRAME_HEIGHT, size_wh[1])
        video.set(cv2.CAP_PROP_FPS, self._fps)
        self.on_progress()

    def _try_sizes(self, video: cv2.VideoCapture) -> None:
        """Ask for one size after another until one is given and keeps the rate; else the last is used."""
        for size_wh in SIZES_WH[:-1]:
            self._ask(video, size_wh)
            if _size_wh(video) == size_wh and _rate_of(video) >= NEARLY_ALL * self._fps:
                return
        self._ask(video, SIZES_WH[-1])

    def _opened_faster(self, backends: tuple[int, ...]) -> cv2.VideoCapture | None:
        """Open through the fastest backend. Each rate is stored as soon as it is measured: a slow camera may be given
        up midway, and the next attempt continues from there."""
        memory = BackendMemory()
        camera = f"{self._index}:{next((c.name for c in list_cameras() if c.index == self._index), '')}"
        enough = FAST_SHARE * self._fps
        rates = {backend: rate for backend, rate in memory.rates(camera).items() if backend in backends}
        left = [backend for backend in backends if backend not in rates]
        if max(rates.values(), default=0.0) >= enough:
            left = []
        for number, backend in enumerate(left, 1):
            if number == 1:
                memory.note(
                    camera, backend, 0.0
                )  # It is kept so if even a whole attempt is too short for it.
            video = self._opened(backend)
            rates[backend] = _rate_of(video) if video is not None else 0.0
            memory.note(camera, backend, rates[backend])
            self.on_progress()
            is_best = rates[backend] >= enough or (
                backend is left[-1] and rates[backend] == max(rates.values())
            )
            if video is not None and rates[backend] > 0 and is_best:
                return video
            if video is not None:
                video.release()
        best = max(rates, key=lambda backend: rates[backend])
        video = self._opened(best) if rates[best] > 0 else None
        if video is None:
            memory.forget(camera)
        return video

    def _why_not(self) -> Reason:
        cameras = list_cameras()
        if any(camera.index == self._index for camera in cameras):
            return Reason("camera-taken", name=self._index)
        found = ", ".join(f"{camera.index} ({camera.name})" for camera in cameras)
        return Reason("camera-gone" if found else "no-camera", name=self._index, found=found)


class BackendMemory:
    """Rate of each backend with each camera, in frames a second, kept in the user's cache folder."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or platformdirs.user_cache_path("clashcam") / "cameras.json"

    def rates(self, camera: str) -> dict[int, float]:
        """Return the known rates of a camera, by backend; 0 where it gave no picture in time."""
        known = self._all().get(camera)
        if not isinstance(known, dict):
            return {}
        return {
            int(backend): float(rate)
            for backend, rate in known.items()
            if backend.isdecimal() and isinstance(rate, int | float)
        }

    def note(self, camera: str, backend: int, rate: float) -> None:
        """Store a rate for the next start; a failure only costs another trial."""
        known = {str(key): value for key, value in self.rates(camera).items()}
        self._write(self._all() | {camera: known | {str(backend): round(rate, 1)}})

    def forget(self, camera: str) -> None:
        """Forget the rates of a camera, which is measured again next time."""
        self._write({name: known for name, known in self._all().items() if name != camera})

    def _write(self, known: dict[str, object]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(known), encoding="utf-8")
        except OSError:
            return

    def _all(self) -> dict[str, object]:
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


def _size_wh(video: cv2.VideoCapture) -> tuple[int, int]:
    return int(video.get(cv2.CAP_PROP_FRAME_WIDTH)), int(video.get(cv2.CAP_PROP_FRAME_HEIGHT))


def _rate_of(video: cv2.VideoCapture) -> float:
    """Return frames a second, 0 if it gives none."""
    video.read()  # the first one waits for the sensor
    start_s, spent_s, count = time.perf_counter(), 0.0, 0
    while spent_s < PAUSE_S:
        count += video.read()[0]
        spent_s = time.perf_counter() - start_s
    return count / spent_s


def _backends() -> tuple[int, ...]:
    return BACKENDS.get(sys.platform, (cv2.CAP_ANY,))
