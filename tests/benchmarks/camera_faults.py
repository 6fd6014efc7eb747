"""How soon is a camera's fault told, and how soon is it back? ``python -m tests.benchmarks.camera_faults``.

A camera on this machine gets each fault of docs/camera-faults.md in turn, and is whole again after a while. Told is
from the fault to the moment when the capture says that the source is lost, hangs, or has another size; back is from
the moment when the camera is whole again to the first new picture. Several cameras have their faults at once, each with
a capture of its own: most of a round is waiting.
"""

from __future__ import annotations

import argparse
import os
import signal
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np

from tests.benchmarks.heading import heading
from tests.vision.capture.fake_camera import FAULTS, OTHER_WH, FakeCamera
from vision.capture.capture import Capture, CaptureState
from vision.capture.spec import parse_source

PATIENCE_S: Final = 30.0
LIMIT_S: Final = 2.0
PROCESS_FAULTS: Final = ("the capture process is killed", "the capture process stands still")


@dataclass
class Fault:
    """One kind of fault: what it took in each round, in seconds."""

    name: str
    told_s: list[float] = field(default_factory=list)
    back_s: list[float] = field(default_factory=list)
    why: str = ""


def is_told(capture: Capture, shape: tuple[int, ...]) -> bool:
    """Tell whether the capture says that something is wrong, or the picture has another size."""
    return capture.state is not CaptureState.LIVE or capture.still or shape[:2] == OTHER_WH[::-1]


def play(capture: Capture, camera: FakeCamera, fault: Fault, hold_s: float) -> None:
    """Give the camera a fault, hold it, and heal it."""
    for _ in range(3):  # How often it gives pictures is known from then on.
        shape = watched(capture, lambda shape: not is_told(capture, shape) and len(shape) > 0)
    begin(capture, camera, fault.name)
    begun_s = time.monotonic()
    shape = watched(capture, lambda shape: is_told(capture, shape))
    fault.told_s.append(time.monotonic() - begun_s)
    fault.why = capture.fault or ("hangs" if capture.still else f"size {shape[1]} x {shape[0]}")
    watched(capture, lambda _: time.monotonic() - begun_s > fault.told_s[-1] + hold_s)
    camera.fault = ""
    healed_s = time.monotonic()
    watched(capture, lambda shape: len(shape) > 0 and not is_told(capture, shape))
    fault.back_s.append(time.monotonic() - healed_s)


def begin(capture: Capture, camera: FakeCamera, name: str) -> None:
    """Let the fault happen."""
    if name in PROCESS_FAULTS:
        assert capture.pid is not None
        os.kill(capture.pid, signal.SIGKILL if "killed" in name else signal.SIGSTOP)
    else:
        camera.fault = name


def watched(capture: Capture, until: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
    """Read on until something holds of the newest picture's shape, which is returned; () before the first."""
    shape: tuple[int, ...] = ()
    deadline = time.monotonic() + PATIENCE_S
    while not until(shape):
        assert time.monotonic() < deadline, f"not within {PATIENCE_S:g} s: {capture.state} {capture.fault}"
        captured = capture.read(0.02)
        shape = captured.frame.shape if captured is not None else ()
    return shape


def measure(name: str, rounds: int, seed: int = 0) -> Fault:
    """Play a kind some times over."""
    chance, fault = np.random.default_rng(seed), Fault(name)
    with closing(FakeCamera()) as camera, Capture(parse_source(camera.url)) as capture:
        for _ in range(rounds):
            play(capture, camera, fault, float(chance.uniform(0.1, 1.5)))
    return fault


def main() -> None:
    """Print what each kind took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--only", help="a part of the faults' names")
    parser.add_argument("--at-once", type=int, default=4, help="so many cameras at once")
    asked = parser.parse_args()
    names = tuple(name for name in (*FAULTS, *PROCESS_FAULTS) if (asked.only or "") in name)
    of = f"{len(names)} kinds, {asked.rounds} rounds each, {asked.at_once} cameras at once"
    print(heading(of), flush=True)
    told: list[float] = []
    back: list[float] = []
    with ThreadPoolExecutor(asked.at_once) as cameras:
        for fault in cameras.map(partial(measure, rounds=asked.rounds), names):
            told, back = told + fault.told_s, back + fault.back_s
            worst = f"told worst {max(fault.told_s):.2f} s  back worst {max(fault.back_s):.2f} s"
            print(f"{fault.name:36} {worst}  {fault.why[:90]}", flush=True)
    for what, seconds in (("told", told), ("back", back)):
        p95 = statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
        late = sum(each > LIMIT_S for each in seconds)
        print(
            f"{what} p95 {p95:.2f} s  worst {max(seconds):.2f} s  over {LIMIT_S:g} s: {late} of {len(seconds)}"
        )


if __name__ == "__main__":
    main()
