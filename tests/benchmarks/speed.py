"""How fast this machine sees, beside the first version: python -m tests.benchmarks.speed [--cards 1,6,12,24].

Runs the installed command ``clashcam bench`` with the same arguments, below the heading of all figures, then reads the
same frames and photographs with the first version (local features alone) in the same run, and prints the ratios.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

import numpy as np

from tests.benchmarks.first_version.recognizer import FirstVersion
from tests.benchmarks.heading import heading
from vision.recognition.gallery import Gallery
from vision.recognition.pipeline import Pipeline, Recognizer
from vision.types import Frame
from webui.camera.benchmark import COVERED, frames_with, photograph, time_ms
from webui.camera.decks.readable import Decks, deck_names
from webui.camera.recognizers import make_recognizer
from webui.camera.trackers import make_detector, make_reader
from webui.cli import main as clashcam

BASELINE_FRAMES: Final = 4
"""The first version takes up to seconds a frame: so many are enough for a median."""


def ratio(name: str, now: Recognizer, first: FirstVersion, frames: Iterable[Frame]) -> str:
    """Time both versions on the same frames, after one that loads the networks, and return a line with the ratio."""
    spent: dict[str, list[float]] = {"now": [], "first": []}
    for number, frame in enumerate(frames):
        for version, recognize in (("now", now.recognize), ("first", first.recognize)):
            took_ms = time_ms(recognize, frame)
            if number:
                spent[version].append(took_ms)
    now_ms, first_ms = (float(np.median(spent[version])) for version in ("now", "first"))
    n = len(spent["now"])
    return f"{name}: {now_ms:.1f} ms, first version {first_ms:.1f} ms: {first_ms / now_ms:.1f} times (medians, n={n})"


def ratios(galleries: Sequence[Gallery], numbers: Iterable[int]) -> Iterable[str]:
    """Compare frames with so many cards, each read as if it were the first, and two photographs."""
    first = FirstVersion(galleries)
    for number in numbers:
        frames = (frame for frame, _ in islice(frames_with(number, seed=1), BASELINE_FRAMES + 1))
        pipeline = Pipeline(make_detector(), make_reader(galleries))
        yield ratio(f"{number} cards, whole frame", pipeline, first, frames)
    for covered in (0.0, COVERED):
        frames = (photograph(covered) for _ in range(BASELINE_FRAMES + 1))
        yield ratio(f"photograph, {covered:.0%} covered", make_recognizer(galleries), first, frames)


def main() -> None:
    """Print the heading, then what the command says, then the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cards", default="1,6,12,24")
    parser.add_argument("--frames", type=int, default=150)
    parser.add_argument("--deck", help="decks to read; every built-in one if not said")
    arguments = parser.parse_args()
    print(heading(f"{arguments.frames} frames for each of {arguments.cards} cards"), flush=True)
    words = ["bench", "--cards", arguments.cards, "--frames", str(arguments.frames)]
    deck = ["--deck", arguments.deck] if arguments.deck else []
    clashcam(words + deck, prog_name="clashcam", standalone_mode=False)
    galleries = Decks().load_all(deck_names(arguments.deck))
    for line in ratios(galleries, map(int, arguments.cards.split(","))):
        print(line, flush=True)


if __name__ == "__main__":
    main()
