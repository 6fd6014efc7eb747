"""Name cards of rendered tables by the correspondence network and by local features: python -m
tests.benchmarks.correspondence [--scenes 30] [--seed 3].

The tables are those of ``models.training.calibrate_local``: seven Rider-Waite-Smith cards, the names of four removed
from the gallery, and three cards of other decks; the printing shown is not in the gallery. (The network was trained on
all three printings.) Poses are found by ``vision.recognition.feature_poses`` from either, with the height of cards as
a detector would tell it. Printed are right and wrong names by the least count of distinct keypoints, those that the
verification of the rectified card confirms, and processor seconds a scene without it.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from models.training import calibrate_local
from models.training.build_galleries import printings_of
from models.training.calibrate_local import (
    CARDS,
    OUT_OF_GALLERY,
    Trial,
    lay_table,
    scene_without,
    trial_of,
    without_printing,
)
from models.training.correspondence_net import CARD_HEIGHT_PX, CELL_PX
from models.training.correspondence_samples import ANGLES, CENTRES, cell_centres, gallery_view, inverse
from models.training.scans import load_deck
from models.training.train_correspondence import CORRESPONDENCE
from tests.benchmarks.heading import heading
from vision.geometry import length_of, project
from vision.onnx import open_network
from vision.recognition import feature_poses
from vision.recognition.feature_index import CardFace, FeatureIndex, Similarities
from vision.recognition.feature_poses import FeatureScene, find_poses
from vision.recognition.feature_search import FeatureSearch
from vision.recognition.gallery import Gallery
from vision.recognition.gallery_file import load_gallery
from vision.recognition.verification import Verifier
from vision.types import Frame, Quad

LEAST_SHARE: Final = 0.3
"""Probability of being recognized from which a cell is looked up."""

LEAST_SIMILARITY: Final = 0.4
STEP_PX: Final = 32
KEYPOINT_PX: Final = 2.0 * CELL_PX
REACHES: Final = (0.09, 0.05)
"""Distances of a cell from its place, in card heights: cells are coarser than keypoints."""

BARS: Final = (4, 6, 8, 10, 14, 20, 30)
CONFIRMING: Final = 3.0
"""Evidence from which the verification confirms a name."""

LEAD: Final = 1.0
"""Evidence that it must have more than any other name."""


class CellDescriber:
    """Runs the network."""

    def __init__(self, path: Path) -> None:
        self._session = open_network(path, 1)

    def __call__(self, pictures: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the descriptors (n, cells, 32) and shares (n, cells) of pictures (n, h, w, 3)."""
        given = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32)
        descriptors, shares = self._session.run(None, {"frame": given})
        count = len(pictures)
        return descriptors.reshape(count, descriptors.shape[1], -1).transpose(0, 2, 1), shares.reshape(
            count, -1
        )


class CellIndex(FeatureIndex):
    """The cells of printings, at all angles; compared one with all."""

    def __init__(self, printings: Sequence[Mapping[str, Frame]], describe: CellDescriber) -> None:
        self.codes = sorted({code for printing in printings for code in printing})
        self.faces = [
            CardFace(code, "rws", picture.shape[1] / picture.shape[0])
            for printing in printings
            for code, picture in printing.items()
        ]
        pictures = [picture for printing in printings for picture in printing.values()]
        face, keypoints, descriptors = [], [], []
        for i, picture in enumerate(pictures):
            angles = [k * 2 * math.pi / ANGLES for k in range(ANGLES)]
            views = [gallery_view(picture, angle) for angle in angles]
            described = describe(np.stack([view for view, _ in views]))[0]
            for angle, (_, there), cells in zip(angles, views, described, strict=True):
                inner = project(CENTRES, inverse(there))
                on = ((inner > 0) & (inner < 1)).all(axis=1)
                count = int(on.sum())
                sizes = np.full(count, KEYPOINT_PX / CARD_HEIGHT_PX)
                x, y = (inner[on] * [self.faces[i].aspect, 1.0]).T
                keypoints.append(np.stack([x, y, sizes, np.full(count, -math.degrees(angle))], axis=1))
                descriptors.append(cells[on])
                face.append(np.full(count, i))
        joined = np.concatenate(face)
        name_of = np.array([self.codes.index(one.code) for one in self.faces], np.intp)
        order = np.argsort(name_of[joined], kind="stable")
        self.face = joined[order]
        self.name = name_of[self.face]
        self.keypoints = np.concatenate(keypoints)[order].astype(np.float32)
        self._cells = np.ascontiguousarray(np.concatenate(descriptors)[order].T, np.float32)
        self._bounds = np.searchsorted(self.name, np.arange(len(self.codes) + 1))

    def compare(self, descriptors: NDArray[np.float32]) -> Similarities:
        """Return the most similar cell of every name for each descriptor, shape (n, 32)."""
        best = np.full((len(descriptors), len(self.codes)), LEAST_SIMILARITY, np.float32)
        found = np.full(best.shape, -1, np.int32)
        for name in range(len(self.codes)):
            start, stop = self._bounds[name : name + 2]
            similar = descriptors @ self._cells[:, start:stop]
            cell = similar.argmax(axis=1)
            value = similar[np.arange(len(cell)), cell]
            good = value > LEAST_SIMILARITY
            best[good, name], found[good, name] = value[good], start + cell[good]
        return Similarities(best, found)


def cell_scene(frame: Frame, height_px: float, describe: CellDescriber, index: CellIndex) -> FeatureScene:
    """Describe a frame whose cards are some ``height_px`` high, and compare it."""
    sides = [
        max(2, round(side * CARD_HEIGHT_PX / height_px / STEP_PX)) * STEP_PX for side in frame.shape[1::-1]
    ]
    small = np.asarray(cv2.resize(frame, sides, interpolation=cv2.INTER_AREA), np.uint8)
    (descriptors,), (shares,) = describe(small[None])
    sure = np.flatnonzero(shares > LEAST_SHARE)
    scale = np.array(frame.shape[1::-1]) / sides
    places = (cell_centres(sides[0] // CELL_PX, sides[1] // CELL_PX)[sure] + 0.5) * scale - 0.5
    size = KEYPOINT_PX * float(scale.mean())
    keypoints = np.concatenate([places, np.full((len(sure), 1), size), np.zeros((len(sure), 1))], axis=1)
    similar = index.compare(np.ascontiguousarray(descriptors[sure]))
    return FeatureScene(keypoints.astype(np.float32), similar, index, (frame.shape[1], frame.shape[0]))


@contextmanager
def coarser() -> Iterator[None]:
    """Let poses be found from cells: as far from their places as cells are, and with their own least similarity."""
    wide, close = REACHES
    with (
        patch.multiple(feature_poses, WIDE_REACH=wide, REACH=close),
        patch.object(calibrate_local, "ALIKE", LEAST_SIMILARITY),
    ):
        yield


def is_confirmed(
    frame: Frame, quad: Quad, code: str, verifier: Verifier, gallery: Gallery, unknown: Set[str]
) -> bool:
    """Return whether local features of the card inside a quad bear out its name, and no other known as much."""
    features = verifier.describe(frame, quad, gallery.aspect)
    faces = [face for face, each in enumerate(gallery.codes) if each not in unknown]
    weights = {gallery.codes[face]: verifier.verify(features, face)[0].weight for face in faces}
    own = weights.pop(code)
    return own >= CONFIRMING and own > max(weights.values()) + LEAD


@dataclass(frozen=True, slots=True)
class Found:
    """One pose, and whether the verification confirms its name."""

    trial: Trial
    confirmed: bool


def trials(scenes: int, seed: int) -> tuple[dict[str, list[Found]], dict[str, float], int]:
    """Return the poses of each way on the same scenes, its seconds in all, and how many cards could be named."""
    deck, describe = "rws", CellDescriber(CORRESPONDENCE)
    gallery, printings = load_gallery(models.gallery_path(deck)), printings_of(deck)
    negatives = [scan.picture for name in OUT_OF_GALLERY for scan in load_deck(name)]
    others = {
        shown: (
            FeatureSearch([without_printing(gallery, shown)]),
            CellIndex([printings[name] for name in printings if name != shown], describe),
            Verifier([without_printing(gallery, shown)]),
        )
        for shown in printings
    }
    found: dict[str, list[Found]] = {"local features": [], "correspondence": []}
    spent, known = dict.fromkeys(found, 0.0), 0
    for number in range(scenes):
        rng = np.random.default_rng([seed, number])
        shown = list(printings)[number % len(printings)]
        codes = [str(code) for code in rng.choice(gallery.codes, CARDS, replace=False)]
        cards: list[tuple[str | None, Frame]] = [(code, printings[shown][code]) for code in codes]
        cards += [(None, negatives[int(i)]) for i in rng.integers(len(negatives), size=3)]
        frame, laid = lay_table(rng, [cards[i] for i in rng.permutation(len(cards))])
        height_px = float(np.median([length_of(card.quad) for card in laid]))
        unknown = set(codes[: CARDS // 2 + 1])
        removed = np.array([sorted(gallery.codes).index(code) for code in unknown])
        search, index, verifier = others[shown]
        for way in found:
            begin = time.process_time()
            if way == "correspondence":
                with coarser():
                    scene = cell_scene(frame, height_px, describe, index)
                    poses = find_poses(scene_without(scene, removed))
            else:
                scene = search.scene(frame)
                poses = find_poses(scene_without(scene, removed))
            spent[way] += time.process_time() - begin
            found[way] += [
                Found(
                    trial_of(pose, scene, laid, unknown),
                    is_confirmed(frame, pose.quad, index.codes[pose.name], verifier, gallery, unknown),
                )
                for pose in poses
            ]
        known += sum(card.code is not None and card.code not in unknown for card in laid)
    return found, spent, known


def report(found: Sequence[Found], known: int) -> Iterator[str]:
    """Yield lines: names by the least count of distinct keypoints, and those of them that are confirmed."""
    for bar in BARS:
        enough = [one for one in found if one.trial.distinct >= bar]
        sums = [_sums([one.trial for one in enough if one.confirmed or not asked]) for asked in (False, True)]
        yield f"  distinct >= {bar:2d}, of {known}: {sums[0]}; confirmed {sums[1]}"


def _sums(named: Sequence[Trial]) -> str:
    wrong = dict(sorted(Counter(trial.shown for trial in named if not trial.right).items()))
    return f"right {sum(trial.right for trial in named)}, wrong {wrong}"


def main() -> None:
    """Print both ways' names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=30)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.scenes} tables, seed {arguments.seed}"), flush=True)
    found, spent, known = trials(arguments.scenes, arguments.seed)
    for way, some in found.items():
        print(f"{way}: {spent[way] / arguments.scenes:.2f} s a table")
        print("\n".join(report(some, known)))


if __name__ == "__main__":
    main()
