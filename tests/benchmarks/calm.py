"""Show photographs without cards live and count what is told as cards: python -m tests.benchmarks.calm [--every N].

Each photograph fills a frame of 1280x720 and is watched for a second and a half, by a tracker of its own, with sensor
noise and a slight flicker; whatever stands at the end is a phantom. Without ``--photos DIR`` they are those that no
training saw (``models.training.photographs``). ``--brought`` shows an empty table first, so that all of it arrives.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

import models
from models.training.photographs import FOLDER, is_held_out
from tests.benchmarks.heading import heading
from vision.recognition.gallery_file import load_gallery
from vision.tracking.tracker import Tracker
from vision.types import Frame, FrameResult
from vision.virtual.surfaces.photographs import load_photograph, photographs
from webui.camera.trackers import make_classifier, make_detector, make_reader

SIZE_WH: Final = (1280, 720)
FPS, FRAMES = 10, 15
EMPTY_FRAMES: Final = 10


def filled(picture: Frame) -> Frame:
    """Return the middle of a picture, as large as a frame."""
    height, width = picture.shape[:2]
    scale = max(SIZE_WH[0] / width, SIZE_WH[1] / height)
    wide, high = round(SIZE_WH[0] / scale), round(SIZE_WH[1] / scale)
    x, y = (width - wide) // 2, (height - high) // 2
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture[y : y + high, x : x + wide], SIZE_WH, interpolation=way), np.uint8)


def frames_of(picture: Frame, brought: bool) -> Iterator[Frame]:
    """Yield the frames of one clip."""
    chance, still = np.random.default_rng(7), filled(picture).astype(np.float32)
    empty = np.broadcast_to(np.median(still, axis=(0, 1)), still.shape)
    for n in range(FRAMES + EMPTY_FRAMES * brought):
        shown = empty if brought and n < EMPTY_FRAMES else still
        noise = chance.normal(0, 3, (*still.shape[:2], 1)).astype(np.float32)
        yield np.asarray((shown * (1 + 0.01 * np.sin(n / 2)) + noise).clip(0, 255), np.uint8)


def watched(tracker: Tracker, picture: Frame, brought: bool) -> FrameResult:
    """Watch one clip; return what stands at its end."""
    last: FrameResult | None = None
    for n, frame in enumerate(frames_of(picture, brought)):
        last = tracker.step(frame, n / FPS)
    assert last is not None
    return last


def report(phantoms: list[int], names: int, refuted: int) -> list[str]:
    """Return the lines of figures."""
    calm, count = sum(n == 0 for n in phantoms), max(1, len(phantoms))
    return [
        f"pictures without any phantom: {calm}/{len(phantoms)} = {calm / count:.3f}",
        f"phantoms: {sum(phantoms)}, median {np.median(phantoms or [0]):g} a picture; named: {names}",
        f"tracks found to be no cards: {refuted}",
    ]


def main() -> None:
    """Watch the photographs and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, help="a folder; left out, what no training saw")
    parser.add_argument("--every", type=int, default=1, help="watch one picture in so many")
    parser.add_argument("--deck", default="rws")
    parser.add_argument("--brought", action="store_true")
    parser.add_argument("--undoubted", action="store_true", help="without the classifier, as before it")
    arguments = parser.parse_args()
    files = (
        photographs(arguments.photos)
        if arguments.photos
        else [p for p in photographs(FOLDER) if is_held_out(p)]
    )
    shown = files[:: arguments.every]
    print(heading(f"{len(shown)} photographs"), flush=True)
    cv2.setNumThreads(1)
    detector, classifier = make_detector(), None if arguments.undoubted else make_classifier()
    reader = make_reader([load_gallery(models.gallery_path(arguments.deck))])
    seen = [
        watched(
            Tracker(detector, reader, classifier=classifier), load_photograph(one.path), arguments.brought
        )
        for one in shown
    ]
    named = sum(track.code is not None for last in seen for track in last.tracks)
    print(*report([len(last.tracks) for last in seen], named, sum(last.refuted for last in seen)), sep="\n")


if __name__ == "__main__":
    main()
