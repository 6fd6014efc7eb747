"""How alike the backs on a table are: ``python -m tests.benchmarks.alike --surfaces DIR --seeds 10300 10346``.

The sessions are those of ``tests.benchmarks.virtual``. Every few seconds the backs that have lain in sight for a while
are cut out at their true places, of one frame and of the mean of several, and compared pair by pair as the tracker
compares them; what the classifier of cards says of each stands beside. A pair from ``SAME_DESIGN`` on is one design.
"""

from __future__ import annotations

import argparse
from collections import defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from tests.benchmarks.fresh_tables import session
from tests.benchmarks.heading import heading
from vision.detection.card_classifier import CardClassifier
from vision.recognition.backs import SAME_DESIGN, likeness, vectors_of
from vision.recognition.embedder import Embedder
from vision.types import Face, Frame
from vision.virtual import VirtualTable
from vision.virtual.truth import Phase, truth_of

FRAMES: Final = (1, 4, 8)
EVERY_S: Final = 4.0
IN_SIGHT: Final = 0.7
"""So much of a back shows at least."""


def lying_backs(table: VirtualTable) -> Iterator[tuple[list[Frame], NDArray[np.float32]]]:
    """Yield the last frames and the places, shape (n, 4, 2), of backs that lay in sight in all of them, two or more."""
    truth, frames, next_s = truth_of(table), deque[Frame](maxlen=max(FRAMES)), 0.0
    seen: deque[dict[int, NDArray[np.float32]]] = deque(maxlen=max(FRAMES))
    for timed in table:
        frames.append(timed.image)
        seen.append(
            {
                card.id: card.quad
                for card in truth.at(timed.frame).cards
                if card.face is Face.DOWN and card.phase is Phase.LYING and card.visible > IN_SIGHT
            }
        )
        lie = [quad for key, quad in seen[-1].items() if all(key in those for those in seen)]
        if len(frames) == max(FRAMES) and len(lie) > 1 and timed.t_s >= next_s:
            next_s = timed.t_s + EVERY_S
            yield list(frames), np.stack(lie)


def main() -> None:
    """Measure the sessions asked for and print a line for each number of frames."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, nargs="+", required=True)
    parser.add_argument("--surfaces", type=Path, help="a folder of photographs to lay the cards on")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    embedder = Embedder(models.weights_path("embedder.onnx"))
    classifier = CardClassifier(models.weights_path("classifier.onnx"))
    print(heading(f"{len(arguments.seeds)} sessions"))
    for seed in arguments.seeds:
        table, _ = session(seed, 20, around_flips_only=False, surfaces=arguments.surfaces)
        alike, odds = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
        for frames, quads in lying_backs(table):
            for count in FRAMES:
                mean = np.mean(frames[-count:], axis=0).round().astype(np.uint8)
                pairs = likeness(vectors_of(embedder, [mean] * len(quads), quads))
                alike[count] += pairs[np.triu_indices(len(quads), 1)].tolist()
                odds[count] += classifier.log_odds(mean, quads).tolist()
        for count, values in alike.items():
            same = np.mean(np.array(values) >= SAME_DESIGN)
            print(
                f"{seed}, {count} frames: likeness {np.median(values):.2f} in the median, one design {same:.0%}, "
                f"n={len(values)} pairs; log-odds of a card {np.median(odds[count]):.1f} in the median"
            )


if __name__ == "__main__":
    main()
