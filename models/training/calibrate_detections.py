"""Fit what a detection in a single picture is: ``python -m models.training.calibrate_detections``.

The detector's score and the classifier's answers are evidence of the same question. Two logistic models weigh them
together: card or not, and of a card, back or face. They are fitted to detections on rendered scenes and on photographs
without cards, both kept out of training, as many pictures of each. Prints ``CARD_WEIGHTS`` and ``BACK_WEIGHTS`` of
:mod:`vision.recognition.photo`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models.training.calibrate_classifier import fitted
from models.training.classifier_samples import Shows, bare_view, label_of
from models.training.export import CLASSIFIER, DETECTOR, REFINER
from models.training.photographs import FOLDER, photographs_of
from models.training.scenes import render_scene
from vision.detection.card_classifier import CardClassifier
from vision.detection.detector import PICTURE_SETTINGS, NeuralDetector
from vision.recognition.photo import back_inputs, card_inputs
from vision.types import Detection, Face, Frame
from vision.virtual.scenes import Scene
from vision.virtual.surfaces.photographs import Photographs

SEED: Final = 990_520
SCENE_WH: Final = (960, 540)


def pictures(count: int, surfaces: Photographs) -> Iterator[tuple[Frame, Scene | None]]:
    """Yield rendered scenes and photographs without cards in turn, each with its scene, if any."""
    for index in range(count):
        scene = render_scene(SEED, index * 10, SCENE_WH, surfaces=surfaces)
        yield scene.frame, scene
        yield bare_view(np.random.default_rng([SEED, index]), surfaces, index), None


def labelled(found: list[Detection], scene: Scene | None) -> list[Shows | None]:
    """Return what each detection shows; None if ambiguous."""
    return [Shows.NO_CARD if scene is None else label_of(scene, one.quad) for one in found]


@click.command(help=__doc__)
@click.option("--count", default=150, help="Scenes, and as many photographs.", show_default=True)
@click.option("--surfaces", default=FOLDER, type=click.Path(path_type=Path), help="A folder of photographs.")
@click.option(
    "--classifier", "weights", default=CLASSIFIER, type=click.Path(path_type=Path), show_default=True
)
def main(count: int, surfaces: Path, weights: Path) -> None:
    """Fit both models."""
    cv2.setNumThreads(1)
    detector = NeuralDetector(DETECTOR, refiner_path=REFINER, settings=PICTURE_SETTINGS)
    classifier = CardClassifier(weights)
    rows: list[tuple[tuple[float, ...], tuple[float, ...], Shows]] = []
    for frame, scene in tqdm(pictures(count, photographs_of(surfaces, held_out=True)), total=2 * count):
        found = detector.detect(frame)
        if not found:
            continue
        odds = classifier.card_and_back(frame, np.stack([one.quad for one in found])).tolist()
        for one, (card, back), shows in zip(found, odds, labelled(found, scene), strict=True):
            if shows is not None:
                down = back_inputs(back, is_down=one.face is Face.DOWN)
                rows.append((card_inputs(card, one.score), down, shows))
    cards = np.array([shows != Shows.NO_CARD for *_, shows in rows], np.bool_)
    backs = np.array([shows == Shows.BACK for *_, shows in rows], np.bool_)
    print(f"n={len(rows)}, cards {cards.sum()}, backs {backs.sum()}")
    print(fit_line("CARD_WEIGHTS", np.array([card for card, _, _ in rows])[:, 1:], cards))
    print(fit_line("BACK_WEIGHTS", np.array([back for _, back, _ in rows])[cards, 1:], backs[cards]))


def fit_line(name: str, inputs: NDArray[np.float64], right: NDArray[np.bool_]) -> str:
    """Return the weights, and of those that are and those that are not the shares above even odds."""
    weights = fitted(inputs, right)
    over = weights[0] + inputs @ weights[1:] >= 0
    shares = f"{over[right].mean():.3f} of those, {over[~right].mean():.3f} of others"
    return f"{name} = {tuple(weights.round(2).tolist())}: {shares}"


if __name__ == "__main__":
    main()
