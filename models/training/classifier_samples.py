"""Samples for the classifier: the detector's detections on photographs without cards, and on scenes with cards.

``python -m models.training.classifier_samples --scenes 2000 --views 2000`` adds shards to ``runs/classifier``; a second
call continues where the first one ended. With ``--held-out`` they are made from photographs, decks' seeds and scenes
that nobody trains on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models.training.export import DETECTOR
from models.training.kept_out import DRAWN_ONLY
from models.training.photographs import FOLDER, photographs_of
from models.training.refiner_samples import askew, stray
from models.training.scenes import render_scene, scene_kit
from vision.detection.card_classifier import CROP_WH, wide_crops
from vision.detection.detector import NeuralDetector
from vision.detection.proposals import Proposals
from vision.geometry import is_card_shaped, order_corners
from vision.overlap import quad_iou
from vision.pyramid import Pyramid
from vision.quads import heights_of
from vision.types import Face, Frame, Quad
from vision.virtual.camera.photographing import draw_noise, seen_by_camera
from vision.virtual.scenes import Scene, lay_printed
from vision.virtual.surfaces.photographs import Photographs, cut_of, load_photograph

ROOT: Final = Path(__file__).resolve().parents[2]
SHARDS: Final = ROOT / "runs" / "classifier"
SEED, HELD_OUT_SEED = 72, 990_072
VIEW_WH: Final = (704, 416)
LEAST_HEIGHT_PX: Final = 0.045 * VIEW_WH[1]
LEAST_SCORE: Final = 0.3
"""Least score of a sample: the detector accepts none below 0.4, and training needs the near ones too."""

CARD_IOU, STRAY_IOU, LEAST_VISIBLE = 0.5, 0.3, 0.25
LEAST_SIDE_PX: Final = 12.0
MOST_A_VIEW: Final = 16
A_SHARD: Final = 100
PRINTED_EVERY: Final = 3
"""Every so many views of photographs have small print laid on them: photographs of tables rarely show a screen."""

SCENES, PHOTOGRAPHS = "scenes", "photographs"


class Shows(IntEnum):
    """What a sample shows."""

    NO_CARD = 0
    FACE = 1
    BACK = 2


@dataclass(frozen=True, slots=True)
class CardSamples:
    """Crops (n, 160, 96, 3), what each shows (:class:`Shows`), the detector's score (0 for a missed card), the view."""

    crops: NDArray[np.uint8]
    shows: NDArray[np.int8]
    score: NDArray[np.float32]
    view: NDArray[np.int32]

    @property
    def card(self) -> NDArray[np.bool_]:
        """Whether each is a card, shape (n,)."""
        return np.asarray(self.shows != Shows.NO_CARD, np.bool_)

    @classmethod
    def joined(cls, parts: list[CardSamples]) -> CardSamples:
        """Concatenate samples, in their order; none at all is allowed."""
        nothing = np.zeros((0, CROP_WH[1], CROP_WH[0], 3), np.uint8)
        return cls(
            np.concatenate([nothing, *(part.crops for part in parts)]),
            np.concatenate([np.zeros(0, np.int8), *(part.shows for part in parts)]),
            np.concatenate([np.zeros(0, np.float32), *(part.score for part in parts)]),
            np.concatenate([np.zeros(0, np.int32), *(part.view for part in parts)]),
        )

    @classmethod
    def read(cls, paths: list[Path]) -> CardSamples:
        """Read shards."""
        return cls.joined([cls(**np.load(path)) for path in paths])

    def write(self, path: Path) -> None:
        """Write a shard, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, crops=self.crops, shows=self.shows, score=self.score, view=self.view)
        part.replace(path)


def label_of(scene: Scene, quad: Quad) -> Shows | None:
    """Return what a quad of the scene shows; None if ambiguous."""
    iou, card = max(
        ((quad_iou(quad, card.quad), card) for card in scene.cards),
        key=lambda one: one[0],
        default=(0.0, None),
    )
    if card is not None and iou >= CARD_IOU:
        shown = Shows.BACK if card.face is Face.DOWN else Shows.FACE
        return shown if card.visible >= LEAST_VISIBLE else None
    return Shows.NO_CARD if iou < STRAY_IOU else None


def likely(proposals: Proposals, least: float = LEAST_SCORE) -> Proposals:
    """Return the best proposals from a score on that are large enough."""
    large = (proposals.scores >= least) & (heights_of(proposals.quads) >= LEAST_HEIGHT_PX)
    return proposals.kept(np.flatnonzero(large)[:MOST_A_VIEW])


def labelled(
    frame: Frame, quads: list[Quad], shows: list[Shows], scores: list[float], view: int
) -> CardSamples:
    """Cut labelled quads out of a frame."""
    if not quads:
        return CardSamples.joined([])
    crops = wide_crops(Pyramid.of(frame), np.stack([order_corners(quad) for quad in quads]))
    return CardSamples(
        crops, np.array(shows, np.int8), np.array(scores, np.float32), np.full(len(quads), view, np.int32)
    )


def scene_samples(detector: NeuralDetector, scene: Scene, rng: np.random.Generator, view: int) -> CardSamples:
    """Return the samples of a scene: the detector's proposals; and with score 0 missed true quads, look-alikes and a
    stray."""
    proposals = likely(detector.propose(scene.frame))
    quads, scores = list(proposals.quads), proposals.scores.tolist()
    missed = [c.quad for c in scene.cards if c.visible >= LEAST_VISIBLE and not _is_among(c.quad, quads)]
    size_wh = (scene.frame.shape[1], scene.frame.shape[0])
    made = [askew(rng, quad) for quad in missed[:4] + [order_corners(q) for q in scene.lookalikes[:3]]]
    made = [
        quad for quad in [*made, stray(rng, size_wh)] if is_card_shaped(order_corners(quad), LEAST_SIDE_PX)
    ]
    quads, scores = quads + made, scores + [0.0] * len(made)
    labels = [label_of(scene, quad) for quad in quads]
    known = [
        (quad, label, score)
        for quad, label, score in zip(quads, labels, scores, strict=True)
        if label is not None
    ]
    picked = [one[0] for one in known], [one[1] for one in known], [one[2] for one in known]
    return labelled(scene.frame, *picked, view)


def _is_among(quad: Quad, quads: list[Quad]) -> bool:
    return any(quad_iou(quad, other) >= CARD_IOU for other in quads)


def bare_samples(detector: NeuralDetector, frame: Frame, view: int) -> CardSamples:
    """Return the samples of a picture without cards: every proposal is a negative."""
    proposals = likely(detector.propose(frame))
    return labelled(
        frame, list(proposals.quads), [Shows.NO_CARD] * len(proposals), proposals.scores.tolist(), view
    )


def bare_view(rng: np.random.Generator, surfaces: Photographs, index: int) -> Frame:
    """Return photograph number ``index`` (modulo their number), cut, as a camera sees it."""
    file = surfaces.files[index % len(surfaces.files)]
    frame = cut_of(rng, load_photograph(file.path), VIEW_WH)
    return seen_by_camera(rng, frame, np.zeros((0, 2), np.float32), draw_noise(rng))


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes samples, for training or held out; view numbers of scenes are even, of photographs odd."""

    detector: NeuralDetector
    surfaces: Photographs
    seed: int

    def of_scene(self, index: int) -> CardSamples:
        """Return the samples of one scene; nine in ten are on photographs."""
        surfaces = None if index % 10 == 0 else self.surfaces
        scene = render_scene(self.seed, index, VIEW_WH, surfaces=surfaces)
        return scene_samples(self.detector, scene, np.random.default_rng([self.seed, 3, index]), 2 * index)

    def of_photograph(self, index: int) -> CardSamples:
        """Return the samples of one view of a photograph; on some lie screens, sheets and printed cloths."""
        rng = np.random.default_rng([self.seed, 4, index])
        if index % PRINTED_EVERY == 0:
            view = lay_printed(rng, scene_kit(self.seed, 0, DRAWN_ONLY), VIEW_WH, self.surfaces).frame
        else:
            view = bare_view(rng, self.surfaces, index)
        return bare_samples(self.detector, view, 2 * index + 1)

    def shard(self, kind: str, first: int) -> CardSamples:
        """Return the samples of ``A_SHARD`` scenes or photographs, from number ``first`` on."""
        one = self.of_scene if kind == SCENES else self.of_photograph
        return CardSamples.joined([one(index) for index in range(first, first + A_SHARD)])


def shard_folder(held_out: bool, folder: Path = SHARDS) -> Path:
    """Return the folder of samples, of those for training or those held out."""
    return folder / ("held-out" if held_out else "training")


def shards_to_make(folder: Path, scenes: int, views: int) -> Iterator[tuple[Path, str, int]]:
    """Yield the missing shards, scenes and photographs in turn: path, kind, first number."""
    for first in range(0, max(scenes, views), A_SHARD):
        for kind, count in ((PHOTOGRAPHS, views), (SCENES, scenes)):
            path = folder / f"{kind}-{first:06}.npz"
            if first < count and not path.exists():
                yield path, kind, first


@click.command()
@click.option("--scenes", default=2000, help="Scenes in all.", show_default=True)
@click.option("--views", default=2000, help="Views of photographs in all.", show_default=True)
@click.option("--held-out", is_flag=True, help="Use what nobody trains on.")
@click.option("--surfaces", default=FOLDER, type=click.Path(path_type=Path), help="A folder of photographs.")
@click.option("--detector", default=DETECTOR, type=click.Path(path_type=Path), show_default=True)
@click.option("--to", "folder", default=SHARDS, type=click.Path(path_type=Path), show_default=True)
def main(scenes: int, views: int, held_out: bool, surfaces: Path, detector: Path, folder: Path) -> None:
    """Make samples for the classifier (those that are missing)."""
    cv2.setNumThreads(1)
    seed = HELD_OUT_SEED if held_out else SEED
    maker = Maker(NeuralDetector(detector, threads=1), photographs_of(surfaces, held_out=held_out), seed)
    for path, kind, first in tqdm(list(shards_to_make(shard_folder(held_out, folder), scenes, views))):
        maker.shard(kind, first).write(path)


if __name__ == "__main__":
    main()
