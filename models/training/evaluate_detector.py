"""Evaluation of the detector: on rendered scenes kept out of training, or on photographs for a scorer.

``python -m models.training.evaluate_detector scenes``  prints recall, false positives and corner errors; ``python -m
models.training.evaluate_detector photos DIR``  prints one line a photograph, as ``identify --json``. Thresholds are
chosen on the former only.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models.training.detector_samples import LABELLED_SHARE
from models.training.export import DETECTOR, REFINER
from models.training.kept_out import DRAWN_ONLY, Designs, kept_out
from models.training.manifest import record_scores
from models.training.photographs import photographs_of
from models.training.scenes import render_scene, scene_kit
from models.training.trainer import SURFACES_OPTION
from vision.detection.detector import LIVE_SETTINGS, DetectorSettings, NeuralDetector, chosen, detections_of
from vision.geometry import quad_size_wh
from vision.images import load_frame
from vision.overlap import quad_iou
from vision.types import Detection, Face, Frame, Quad
from vision.virtual.scenes import Scene, lay_printed
from vision.virtual.surfaces.photographs import Photographs

WEIGHTS: Final = "weights"
HELD_OUT_SEED: Final = 990_001
FRAME_WH: Final = (1280, 720)
FOUND_IOU: Final = 0.5
WHOLE: Final = 0.6
"""Visible share from which a card counts as whole."""

VISIBLE_BINS: Final = ((0.25, 0.6), (0.6, 0.9), (0.9, 1.01))
HEIGHT_BINS_PX: Final = ((44, 80), (80, 160), (160, 320), (320, 2000))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of one card that should be detected; ``corner_error`` is the mean, as a share of the card's width."""

    face: Face
    visible: float
    height_px: float
    found: bool
    face_right: bool
    corner_error: float


@dataclass(frozen=True, slots=True)
class SceneScore:
    """The outcomes of one scene's cards and the number of false positives."""

    outcomes: tuple[Outcome, ...]
    false: int


def corner_error(found: Quad, true_quad: Quad) -> float:
    """Return the mean distance of the corners, at the better of both starts, as a share of the card's width."""
    width = min(quad_size_wh(true_quad))
    starts = (np.roll(found, -turn, axis=0) for turn in (0, 2))
    return min(float(np.linalg.norm(quad - true_quad, axis=1).mean()) for quad in starts) / width


def paired(found: list[Detection], quads: list[Quad]) -> dict[int, int]:
    """Match detections to true quads one to one, best overlap first: {true index: detection index}."""
    overlaps = sorted(
        ((quad_iou(d.quad, q), i, j) for i, q in enumerate(quads) for j, d in enumerate(found)), reverse=True
    )
    matches: dict[int, int] = {}
    for value, i, j in overlaps:
        if value >= FOUND_IOU and i not in matches and j not in matches.values():
            matches[i] = j
    return matches


def score_scene(scene: Scene, found: list[Detection]) -> SceneScore:
    """Compare detections with the scene's labels; those on barely visible cards are neither right nor false."""
    matches = paired(found, [card.quad for card in scene.cards])
    outcomes = []
    for i, card in enumerate(scene.cards):
        if card.visible < LABELLED_SHARE:
            continue
        hit = found[matches[i]] if i in matches else None
        error = corner_error(hit.quad, card.quad) if hit else float("nan")
        height = max(quad_size_wh(card.quad))
        outcomes.append(
            Outcome(
                card.face, card.visible, height, hit is not None, bool(hit and hit.face is card.face), error
            )
        )
    return SceneScore(tuple(outcomes), len(found) - len(matches))


def scored_scenes(
    detector: NeuralDetector,
    count: int,
    size_wh: tuple[int, int],
    surfaces: Photographs | None = None,
    designs: Designs | None = None,
) -> Iterator[SceneScore]:
    """Score the detector on held-out scenes, every tenth of a longer row, so that several kits take part."""
    for index in tqdm(range(count), unit="scene"):
        scene = render_scene(HELD_OUT_SEED, index * 10, size_wh, designs, surfaces)
        yield score_scene(scene, confident_detections(detector, scene.frame))


def confident_detections(detector: NeuralDetector, frame: Frame) -> list[Detection]:
    """Return the detections that need no name to be cards."""
    return [found for found in detector.detect(frame) if not found.low_score]


def share(hits: Iterable[bool]) -> str:
    """Return a rate with its n."""
    values = list(hits)
    return f"{sum(values)}/{len(values)} = {np.mean(values) if values else float('nan'):.3f}"


def report(scores: list[SceneScore]) -> list[str]:
    """Return the lines of the evaluation."""
    cards = [outcome for score in scores for outcome in score.outcomes]
    errors: NDArray[np.float64] = np.array([c.corner_error for c in cards if c.found])
    false, scenes = sum(s.false for s in scores), len(scores)
    lines = [
        f"found {share(c.found for c in cards)}, face right {share(c.face_right for c in cards if c.found)}"
    ]
    whole = [c for c in cards if c.visible >= WHOLE]
    lines.append(f"whole ones found {share(c.found for c in whole)}")
    for face in Face:
        one = [c for c in whole if c.face is face]
        lines.append(f"whole ones face {face.value}: found with that face {share(c.face_right for c in one)}")
    lines.append(
        f"false positives {false} in {scenes} scenes, {false / max(1, false + len(errors)):.3f} of all detections"
    )
    for low, high in VISIBLE_BINS:
        lines.append(
            f"visible {low:.2f} to {high:.2f}: {share(c.found for c in cards if low <= c.visible < high)}"
        )
    for low, high in HEIGHT_BINS_PX:
        lines.append(f"{low} to {high} px high: {share(c.found for c in whole if low <= c.height_px < high)}")
    half, most = np.percentile(errors, [50, 90]) if len(errors) else (np.nan, np.nan)
    lines.append(f"corner error / card width: median {half:.4f}, 90 % {most:.4f}, n {len(errors)}")
    return lines


def photo_line(detector: NeuralDetector, path: Path) -> str:
    """Return the detections on one photograph, as a line of JSON in the form of ``identify``."""
    frame = load_frame(path)
    started = time.perf_counter()
    found = detector.detect(frame)
    elapsed_ms = (time.perf_counter() - started) * 1000
    cards = [
        {"face": d.face.value, "card": None, "score": round(d.score, 3), "corners": d.quad.round(1).tolist()}
        for d in found
    ]
    height, width = frame.shape[:2]
    row = {
        "source": path.name,
        "width": width,
        "height": height,
        "elapsed_ms": round(elapsed_ms, 1),
        "cards": cards,
    }
    return json.dumps(row)


@click.group()
@click.option("--detector", "path", default=DETECTOR, type=click.Path(path_type=Path), show_default=True)
@click.option("--propose", default=LIVE_SETTINGS.propose, show_default=True)
@click.option("--accept", default=LIVE_SETTINGS.accept, show_default=True)
@click.pass_context
def main(context: click.Context, path: Path, propose: float, accept: float) -> None:
    """Score the detector."""
    cv2.setNumThreads(1)
    settings: DetectorSettings = replace(LIVE_SETTINGS, propose=propose, accept=accept)
    context.obj = NeuralDetector(path, settings=settings)
    context.meta[WEIGHTS] = path


@main.command()
@click.option("--count", default=300, show_default=True)
@click.option("--record", is_flag=True, help="Write the figures into the manifest, too.")
@click.option(
    "--kept-out", "rotation", type=int, help="Use the designs that a training of this rotation never sees."
)
@SURFACES_OPTION
@click.pass_context
def scenes(
    context: click.Context, count: int, record: bool, rotation: int | None, surfaces: Path | None
) -> None:
    """Print recall, false positives and corner errors on held-out rendered scenes of 1280x720.

    Of a folder of photographs those kept out of training are used.
    """
    photographs = photographs_of(surfaces, held_out=True) if surfaces else None
    designs = None if rotation is None else kept_out(rotation)
    lines = report(list(scored_scenes(context.obj, count, FRAME_WH, photographs, designs)))
    print("\n".join(lines))
    if record:
        path = context.meta[WEIGHTS]
        record_scores(path, {"held_out_scenes": lines})
        record_scores(path.with_name(REFINER.name), {"held_out_scenes": f"with {path.name}, see there"})


@main.command()
@click.option("--count", default=200, show_default=True)
@SURFACES_OPTION
@click.pass_obj
def printed(detector: NeuralDetector, count: int, surfaces: Path | None) -> None:
    """Print the false positives on pictures of screens, sheets and printed cloths, without any card."""
    photographs = photographs_of(surfaces, held_out=True) if surfaces else None
    found = [len(confident_detections(detector, printed_picture(i, photographs))) for i in tqdm(range(count))]
    print(f"false positives {sum(found)} in {count} pictures, {share(one == 0 for one in found)} without any")


def printed_picture(index: int, surfaces: Photographs | None = None) -> Frame:
    """Render picture number ``index``, 1280x720: things with small print on a table or a photograph, no card."""
    chance, kit = np.random.default_rng([HELD_OUT_SEED, 2, index]), scene_kit(HELD_OUT_SEED, 0, DRAWN_ONLY)
    return lay_printed(chance, kit, FRAME_WH, surfaces).frame


@main.command()
@click.option("--count", default=150, show_default=True)
@click.option("--accepts", default="0.2,0.3,0.4,0.5,0.6,0.7", show_default=True)
@click.option("--ious", default="0.45,0.55,0.65,0.75", show_default=True)
@click.pass_obj
def sweep(detector: NeuralDetector, count: int, accepts: str, ious: str) -> None:
    """Print recall (whole, covered) and share of false positives for each pair of thresholds."""
    rendered = [render_scene(HELD_OUT_SEED, index * 10 + 5, FRAME_WH) for index in tqdm(range(count))]
    found = [detector.propose(scene.frame) for scene in rendered]
    for same_iou in map(float, ious.split(",")):
        for accept in map(float, accepts.split(",")):
            settings = replace(LIVE_SETTINGS, accept=accept)
            kept = (detections_of(chosen(one, settings, same_iou)) for one in found)
            pairs = zip(rendered, kept, strict=True)
            scores = [score_scene(scene, detections) for scene, detections in pairs]
            cards = [outcome for score in scores for outcome in score.outcomes]
            whole = share(c.found for c in cards if c.visible >= 0.6)
            covered = share(c.found for c in cards if c.visible < 0.6)
            false = sum(s.false for s in scores)
            print(f"accept {accept} same {same_iou}: whole {whole}, covered {covered}, false {false}")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True))
@click.pass_obj
def photos(detector: NeuralDetector, folder: Path) -> None:
    """Print one line of JSON for each photograph of a folder."""
    for path in sorted(folder.glob("*.jpg")) + sorted(folder.glob("*.png")):
        print(photo_line(detector, path))


if __name__ == "__main__":
    main()
