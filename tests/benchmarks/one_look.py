"""What one look tells of small cards out of focus: python -m tests.benchmarks.one_look [--heights PX...] [--blurs
PX...].

Every card of two decks that nobody trained on, one of pictures and one of pips, enrolled from one picture a card, is
shown three times at each height and blur (a Gaussian's standard deviation), a fourth of them aslant, with a little
noise and loose corners. Prints how often the right name was the likeliest, how often one was sure enough to be said,
and how often that was wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import Final

import cv2
import numpy as np

import models
from models.training.embedder_net import INPUT_WH
from models.training.views import ViewMaker, loose_quad
from tests.benchmarks.fresh_tables import TRADITIONS, deck
from tests.benchmarks.heading import heading
from vision.recognition.calibration import Calibration
from vision.recognition.embedder import Embedder
from vision.recognition.reader import EmbeddingReader
from vision.types import Face, Frame, Quad, ReadRequest

HEIGHTS_PX: Final = (40, 50, 65)
BLURS_PX: Final = (0.5, 1.0, 1.4, 1.8)
DECKS: Final = (0, 4)
TIMES: Final = 3
GRAIN: Final = 0.05
"""A share of 1 has a standard deviation of 40 levels."""

LOOSE: Final = 0.02
SAID: Final = ("likeliest", "named", "wrong")


def rendered(
    card: Frame, views: ViewMaker, height_px: int, blur_px: float, rng: Random
) -> tuple[Frame, Quad]:
    """Show a card on a piece of table; return the picture and about where the card lies."""
    canvas = views.placed(card, rng, height_px)
    soft = np.asarray(cv2.GaussianBlur(canvas.pixels, (0, 0), blur_px), np.uint8)
    return views.grained(soft, rng, GRAIN), loose_quad(canvas.box, rng, LOOSE)


def looked_at(reader: EmbeddingReader, cards: list[Frame], height_px: int, blur_px: float) -> Counter[str]:
    """Look once at every card, some times over; count what was said."""
    views, counts = ViewMaker.of(cards, INPUT_WH), Counter[str]()
    for number in range(TIMES * len(cards)):
        rng = Random(f"{number} {height_px} {blur_px}")
        face = number % len(cards)
        frame, quad = rendered(cards[face], views, height_px, blur_px, rng)
        found = reader._by_embedding(reader.matcher.once(frame, [quad])[0], ReadRequest(quad, Face.UP))
        said = "silent" if not found.sure else "named" if found.face == face else "wrong"
        counts += Counter({"n": 1, "likeliest": found.face == face, said: 1})
    return counts


def main() -> None:
    """Print a line for each deck, height and blur."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--heights", type=int, nargs="*", default=HEIGHTS_PX)
    parser.add_argument("--blurs", type=float, nargs="*", default=BLURS_PX)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{TIMES} looks at every card of {len(DECKS)} decks at each height and blur"), flush=True)
    embedder = Embedder(models.weights_path("embedder.onnx"))
    calibration = Calibration.load(models.weights_path("calibration.json"))
    for number in DECKS:
        held_out = deck(number)
        reader = EmbeddingReader(embedder, [held_out.gallery], calibration)
        cards = [design.printings[0] for design in held_out.designs]
        for height_px in args.heights:
            for blur_px in args.blurs:
                said = looked_at(reader, cards, height_px, blur_px)
                shares = ", ".join(f"{key} {said[key]} ({said[key] / said['n']:.1%})" for key in SAID)
                name = TRADITIONS[number].name.lower()
                print(f"{name} {height_px} px, blur {blur_px}: {shares}, n={said['n']}", flush=True)


if __name__ == "__main__":
    main()
