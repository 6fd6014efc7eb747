"""Cut cards out of real photographs as a new deck's: python -m tests.benchmarks.enrol_photographs [--photos DIR].

Of photographs whose labels are complete: how many whole cards that lie face up are cut, and what else is. The
photographs are for scoring alone.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tests.benchmarks.heading import heading
from tests.benchmarks.photos import SHARED
from vision.images import load_frame
from vision.types import Quad
from webui.camera.decks.picture_shape import lying_on

SAME: Final = 0.5
"""A cut is a card if it shares half of what both cover with the box around that card, which is drawn by hand."""


def iou(quad: Quad, box: list[float]) -> float:
    """Intersection over union of a label's box and the box around a quad."""
    seen = np.array([quad.min(axis=0), quad.max(axis=0)])
    drawn = np.array(box, np.float32).reshape(2, 2)
    sides = np.minimum(seen[1], drawn[1]) - np.maximum(seen[0], drawn[0])
    shared = float(np.prod(np.maximum(sides, 0)))
    return shared / (float(np.prod(seen[1] - seen[0]) + np.prod(drawn[1] - drawn[0])) - shared)


def told(labels: list[dict[str, Any]], quads: list[Quad]) -> tuple[int, int, int]:
    """Return the whole cards, how many of them were cut, and how many cuts are of no card that lies face up."""
    whole = [card for card in labels if card["face"] == "up" and card["visible"] == 1]
    cut = sum(any(iou(quad, card["box"]) >= SAME for quad in quads) for card in whole)
    up = [card["box"] for card in labels if card["face"] == "up"]
    return len(whole), cut, sum(all(iou(quad, box) < SAME for box in up) for quad in quads)


def main() -> None:
    """Cut, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=SHARED / "photos" / "tarot")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    labels = json.loads((arguments.photos / "labels.json").read_text("utf-8"))
    complete = [
        one for one in labels if one["complete"] and any(card["face"] == "up" for card in one["cards"])
    ]
    print(heading(f"{len(complete)} photographs"), flush=True)
    sums = np.zeros(3, int)
    for one in complete:
        figures = told(one["cards"], lying_on(load_frame(arguments.photos / one["file"])))
        sums += figures
        print(f"{one['file']}: {figures[1]} of {figures[0]} cut, {figures[2]} others", flush=True)
    print(f"all: {sums[1]} of {sums[0]} whole cards cut, {sums[2]} others")


if __name__ == "__main__":
    main()
