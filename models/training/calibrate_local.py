"""Calibration of the local features' bar: python -m models.training.calibrate_local [rws] [house] [--scenes N].

Rendered tables carry cards of a built-in deck. Of a deck with several printings, the features of the one shown are
removed from the gallery; the *names* of half of the cards are removed too, and cards of other decks are among them. So
every name given to those is wrong, although lettering, borders, suit signs and style are the gallery's own: far harder
than a table where every card's name is known. The output gives, for a range of bars, how many known cards are named,
and how many wrong names go to known cards, removed ones, and other decks' cards.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

import models
from models import housedeck
from models.training.build_galleries import printings_of
from models.training.scans import load_deck
from vision.galleries.enrolment import at_height, worsened
from vision.geometry import homography_between, upright_quad
from vision.overlap import quad_iou
from vision.recognition.feature_index import Similarities
from vision.recognition.feature_poses import FeaturePose, FeatureScene, find_poses
from vision.recognition.feature_search import CONFIDENCE_WEIGHTS, FeatureSearch, confidence_inputs
from vision.recognition.gallery import Gallery, GalleryFeatures
from vision.recognition.gallery_file import load_gallery
from vision.recognition.local_features import ALIKE
from vision.types import Frame, Quad
from vision.virtual.surfaces.grounds import draw_texture

SCENE_WH: Final = (1280, 960)
CARDS: Final = 7
CARD_HEIGHT_PX: Final = (70.0, 420.0)
OUT_OF_GALLERY: Final = ("marseille-noblet", "english-vector")


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a rendered table: its label (None for a negative) and its quad."""

    code: str | None
    quad: Quad


@dataclass(frozen=True, slots=True)
class Trial:
    """One pose, and whether its name was right.

    ``shown`` is the card at its place: ``known`` or ``removed`` by its name, a ``negative``, or ``nothing``.
    """

    right: bool
    shown: str
    inliers: int
    distinct: int
    spread: float
    rival: int
    surrounded: int
    height_px: float


def without_printing(gallery: Gallery, printing: str) -> Gallery:
    """Return the gallery without the features of one printing."""
    features = gallery.features
    keep = features.printing != gallery.printings.index(printing)
    kept = GalleryFeatures(
        features.keypoints[keep], features.descriptors[keep], features.card[keep], features.printing[keep]
    )
    return replace(gallery, features=kept)


def lay_table(
    rng: np.random.Generator, cards: Sequence[tuple[str | None, Frame]]
) -> tuple[Frame, list[LaidCard]]:
    """Render cards at random on a table, later ones over earlier ones, seen by a poor camera."""
    width = SCENE_WH[0]
    ground = cv2.resize(draw_texture(rng), SCENE_WH, interpolation=cv2.INTER_LINEAR)
    frame, laid = np.asarray(ground, np.uint8), []
    scale = float(np.exp(rng.uniform(*np.log(CARD_HEIGHT_PX))))
    for code, picture in cards:
        high = scale * rng.uniform(0.85, 1.15)
        quad = _thrown_quad(rng, high, picture.shape[1] / picture.shape[0])
        _paste(frame, at_height(picture, max(16, round(high * 1.3))), quad)
        laid.append(LaidCard(code, quad))
    shade = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.7, 1.1), width, dtype=np.float32)
    return worsened(np.clip(frame * shade[None, :, None], 0, 255).astype(np.uint8), rng), laid


def _thrown_quad(rng: np.random.Generator, height_px: float, aspect: float) -> Quad:
    half = upright_quad((aspect * height_px, height_px)) - np.float32(height_px / 2) * np.array([aspect, 1])
    angle = rng.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    place = rng.uniform([0.1, 0.1], [0.9, 0.9]) * SCENE_WH
    quad = half @ turn.T * [1, rng.uniform(0.7, 1)] + rng.normal(0, 0.02 * height_px, (4, 2)) + place
    return np.asarray(quad, np.float32)


def _paste(frame: Frame, picture: Frame, quad: Quad) -> None:
    """Draw a picture into a frame, in place."""
    source = upright_quad((picture.shape[1], picture.shape[0]))
    matrix = homography_between(source, quad)
    warped = cv2.warpPerspective(picture, matrix, SCENE_WH, flags=cv2.INTER_AREA)
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 255)
    frame[mask > 0] = warped[mask > 0]


def trials_of(
    scene: FeatureScene, laid: Sequence[LaidCard], removed: NDArray[np.intp]
) -> tuple[list[Trial], int]:
    """Search a scene with some names removed; return the poses and how many cards could be named."""
    unknown = {scene.index.codes[i] for i in removed}
    known = sum(card.code is not None and card.code not in unknown for card in laid)
    poses = find_poses(scene_without(scene, removed))
    return [trial_of(pose, scene, laid, unknown) for pose in poses], known


def scene_without(scene: FeatureScene, removed: NDArray[np.intp]) -> FeatureScene:
    """Return the scene as a gallery without some names would give it."""
    best, feature = scene.similarities.best.copy(), scene.similarities.feature.copy()
    best[:, removed], feature[:, removed] = ALIKE, -1
    return replace(scene, similarities=Similarities(best, feature))


def trial_of(pose: FeaturePose, scene: FeatureScene, laid: Sequence[LaidCard], unknown: set[str]) -> Trial:
    """Compare a pose with what was laid; ``unknown`` names were removed."""
    code = scene.index.codes[pose.name]
    there = [card for card in laid if quad_iou(card.quad, pose.quad) > 0.4]
    right = any(card.code == code and _same_way_up(card.quad, pose.quad) for card in there)
    nearest = max(there, key=lambda card: quad_iou(card.quad, pose.quad), default=None)
    high = float(np.linalg.norm(pose.quad[3] - pose.quad[0]))
    shown = _kind(nearest, unknown)
    return Trial(right, shown, pose.inliers, pose.distinct, pose.spread, pose.rival, pose.surrounded, high)


def _same_way_up(first: Quad, second: Quad) -> bool:
    return bool(np.dot(first[0] - first[3], second[0] - second[3]) > 0)


def _kind(card: LaidCard | None, unknown: set[str]) -> str:
    if card is None:
        return "nothing"
    if card.code is None:
        return "negative"
    return "removed" if card.code in unknown else "known"


def run(deck: str, scenes: int, seed: int) -> tuple[list[Trial], int]:
    """Render and search scenes; return every pose and how many cards could have been named."""
    gallery = load_gallery(models.gallery_path(deck))
    printings = printings_of(deck)
    negatives = [scan.picture for name in OUT_OF_GALLERY for scan in load_deck(name)]
    if deck != "house":
        negatives += [*housedeck.faces().values(), housedeck.back()]
    readers = {name: FeatureSearch([_shown_galleries(gallery, name)]) for name in printings}
    trials, known = [], 0
    for index in tqdm(range(scenes), unit="scene"):
        rng = np.random.default_rng([seed, index])
        printing = list(printings)[index % len(printings)]
        codes = [str(code) for code in rng.choice(gallery.codes, CARDS, replace=False)]
        cards: list[tuple[str | None, Frame]] = [(code, printings[printing][code]) for code in codes]
        cards += [(None, negatives[int(i)]) for i in rng.integers(len(negatives), size=3)]
        frame, laid = lay_table(rng, [cards[i] for i in rng.permutation(len(cards))])
        removed = np.array([gallery.codes.index(code) for code in codes[: CARDS // 2 + 1]])
        found, count = trials_of(readers[printing].scene(frame), laid, removed)
        trials += found
        known += count
    return trials, known


def _shown_galleries(gallery: Gallery, printing: str) -> Gallery:
    return gallery if len(gallery.printings) == 1 else without_printing(gallery, printing)


def report(trials: Sequence[Trial], known: int) -> Iterator[str]:
    """Yield lines: for each bar the cards named, of those that could be, and the wrong names."""
    yield f"{known} cards with a name in the gallery, {len(trials)} poses found"
    for distinct, sure in itertools.product((4, 6, 8, 10, 14), (0.0, 0.5, 0.7, 0.8, 0.9, 0.95)):
        named = [t for t in trials if t.distinct >= distinct and certainty(t) >= sure]
        right = sum(t.right for t in named)
        wrong = Counter(t.shown for t in named if not t.right)
        yield (
            f"distinct >= {distinct:2d}, confidence >= {sure:.2f}: right {right} of {known} "
            f"({right / max(known, 1):.1%}), wrong {dict(sorted(wrong.items()))}"
        )


def certainty(trial: Trial) -> float:
    """Return the reader's confidence for a trial's pose."""
    inputs = confidence_inputs(trial.distinct, trial.rival, trial.inliers, trial.spread)
    return float(1 / (1 + np.exp(-np.dot(CONFIDENCE_WEIGHTS, inputs))))


def fitted(trials: Sequence[Trial]) -> NDArray[np.float64]:
    """Fit the weights of ``vision.recognition.feature_search.confidence`` by Newton's method on the logistic loss."""
    inputs = np.array([confidence_inputs(t.distinct, t.rival, t.inliers, t.spread) for t in trials])
    right = np.array([t.right for t in trials], np.float64)
    weights = np.zeros(inputs.shape[1])
    ridge = 0.01 * np.eye(len(weights))
    for _ in range(50):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (right - chance) - ridge @ weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + ridge
        weights += np.linalg.solve(curve, slope)
    return weights


def reliability(trials: Sequence[Trial], weights: NDArray[np.float64]) -> Iterator[str]:
    """Yield lines: how many poses of each confidence were right."""
    inputs = np.array([confidence_inputs(t.distinct, t.rival, t.inliers, t.spread) for t in trials])
    confidence = 1 / (1 + np.exp(-inputs @ weights))
    right = np.array([t.right for t in trials])
    for low, high in itertools.pairwise((0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 1.001)):
        within = (confidence >= low) & (confidence < high)
        share = right[within].mean() if within.any() else float("nan")
        yield f"confidence {low:.2f} to {min(high, 1):.2f}: right {share:.1%} (n={within.sum()})"


def main() -> None:
    """Run the calibration and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("decks", nargs="*", default=models.DECKS, metavar="DECK")
    parser.add_argument("--scenes", type=int, default=120)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--trials", type=Path, help="write every pose found to this file (JSON Lines)")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    trials: list[Trial] = []
    for deck in args.decks:
        found, known = run(deck, args.scenes, args.seed)
        print("\n".join([f"{deck}:", *report(found, known)]))
        trials += found
    if args.trials:
        args.trials.write_text("".join(json.dumps(asdict(trial)) + "\n" for trial in trials), "utf-8")
    weights = fitted(trials)
    print("weights of confidence:", np.round(weights, 2).tolist())
    print("\n".join(reliability(trials, weights)))


if __name__ == "__main__":
    main()
