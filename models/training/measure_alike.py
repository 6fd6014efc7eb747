"""Likeness of two views of one design, and of two designs of a deck:  `python -m models.training.measure_alike`.

Prints the basis of ``vision.recognition.backs.SAME_DESIGN``: unnamed cards of one picture that are that alike are
backs, since a deck has no face twice. The decks are drawn from seeds kept out of training; photographs are not used.
"""

from __future__ import annotations

from random import Random

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.designs import HEIGHT_PX, HELD_OUT_SEED
from models.training.drawn import DrawnDeck, Tradition
from models.training.embedder_net import INPUT_WH
from models.training.export import EMBEDDER
from models.training.held_out import drawn_pictures, seeds_of
from models.training.prints import textured_back
from models.training.scans import Picture
from models.training.views import ViewMaker
from vision.recognition.backs import SAME_DESIGN, likeness
from vision.recognition.embedder import Embedder

SEED = HELD_OUT_SEED + 700_000
TRADITIONS = (Tradition.PICTURES, Tradition.PIPS, Tradition.PLAYING)
BACKS = 60


def faces_of(seed: int) -> list[Picture]:
    """Draw the faces of one held-out deck, without those that differ in colour alone."""
    return [sized(picture) for picture in drawn_pictures(seed).values()]


def backs() -> list[Picture]:
    """Draw backs: half of them patterns, half of them textures."""
    rng = np.random.default_rng(SEED)
    plain = [DrawnDeck(SEED + i, HEIGHT_PX).back() for i in range(BACKS // 2)]
    return [sized(b) for b in plain + [textured_back(rng, (150, HEIGHT_PX)) for _ in range(BACKS // 2)]]


def sized(picture: Picture) -> Picture:
    """Scale a picture to the height of views."""
    return np.asarray(cv2.resize(picture, (150, HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def likenesses(
    embedder: Embedder, pictures: list[Picture], pairs: int, rng: Random, same: bool
) -> NDArray[np.float64]:
    """Return the likeness of ``pairs`` pairs of degraded views, of the same picture or of two."""
    views = ViewMaker.of(pictures, INPUT_WH)
    values = []
    for _ in range(pairs):
        one, other = rng.sample(range(len(pictures)), 2)
        crops = [views.degraded(pictures[i], rng, cover=0.2) for i in (one, one if same else other)]
        values.append(float(likeness(embedder.embed([*crops, *(crop[::-1, ::-1] for crop in crops)]))[0, 1]))
    return np.array(values)


def summary_of(name: str, values: NDArray[np.float64]) -> str:
    """Return one line: the spread, and the share at or above the bar."""
    low, middle, high = np.quantile(values, (0.1, 0.5, 0.999))
    above = int((values >= SAME_DESIGN).sum())
    return (
        f"{name}: n={len(values)} likeness 10 % {low:.3f}, median {middle:.3f}, 99.9 % {high:.3f}, "
        f"highest {values.max():.3f}; at or above {SAME_DESIGN}: {above}"
    )


@click.command()
@click.option("--pairs", default=1000, show_default=True, help="Pairs of views of each kind.")
def main(pairs: int) -> None:
    """Print the likeness of views of one back, and of two faces of a deck."""
    cv2.setNumThreads(1)
    embedder, rng = Embedder(EMBEDDER), Random(SEED)
    print(summary_of("one back twice", likenesses(embedder, backs(), pairs, rng, same=True)), flush=True)
    for seed, tradition in zip(seeds_of(TRADITIONS, SEED), TRADITIONS, strict=True):
        values = likenesses(embedder, faces_of(seed), pairs, rng, same=False)
        print(summary_of(f"two faces, {tradition}", values), flush=True)


if __name__ == "__main__":
    main()
