"""Failures of the detector: `python -m models.training.show_failures` draws docs/detector-failures.webp.

Scenes kept out of training, with nothing in them but the project's own drawings. Green: cards at least nine tenths
visible and missed; blue: detected face up, red: face down.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np

from models.training.evaluate_detector import FOUND_IOU, FRAME_WH, HELD_OUT_SEED, confident_detections
from models.training.export import DETECTOR
from models.training.kept_out import DRAWN_ONLY
from models.training.scenes import KIT_RUN, render_scene
from vision.detection.detector import NeuralDetector
from vision.geometry import quad_size_wh
from vision.overlap import quad_iou
from vision.types import Detection, Face, Frame
from vision.virtual.scenes import SceneCard

PICTURE: Final = Path(__file__).resolve().parents[2] / "docs" / "detector-failures.webp"
LEAST_SIGHT, LEAST_HEIGHT_PX = 0.9, 60.0
TILE_PX, COLUMNS, ROWS = 240, 4, 2
GREEN, BLUE, RED = (60, 220, 60), (255, 140, 0), (40, 40, 255)
STEP: Final = KIT_RUN // 8
"""Step between scenes, so that several kits take part."""


def failures(detector: NeuralDetector) -> Iterator[Frame]:
    """Yield a close view of one missed card a scene, with the detections around it."""
    for index in range(0, 100 * STEP, STEP):
        scene = render_scene(HELD_OUT_SEED + 1, index, FRAME_WH, designs=DRAWN_ONLY)
        found = confident_detections(detector, scene.frame)
        missed = next((card for card in scene.cards if is_missed(card, found)), None)
        if missed is not None:
            yield close_view(scene.frame, missed, found)


def is_missed(card: SceneCard, found: list[Detection]) -> bool:
    """Return whether a fully visible, large enough card was missed."""
    plain = card.visible >= LEAST_SIGHT and max(quad_size_wh(card.quad)) >= LEAST_HEIGHT_PX
    return plain and all(quad_iou(one.quad, card.quad) < FOUND_IOU for one in found)


def close_view(frame: Frame, card: SceneCard, found: list[Detection]) -> Frame:
    """Cut out a card with as much around it again, with the detections outlined."""
    drawn = frame.copy()
    outlines = [(one.quad, BLUE if one.face is Face.UP else RED) for one in found]
    for quad, colour in [*outlines, (card.quad, GREEN)]:
        cv2.polylines(drawn, [np.round(quad * 8).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 3)
    scale = TILE_PX / (2 * max(quad_size_wh(card.quad)))
    shift = TILE_PX / 2 - card.quad.mean(axis=0) * scale
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    return np.asarray(cv2.warpAffine(drawn, matrix, (TILE_PX, TILE_PX), flags=cv2.INTER_LINEAR), np.uint8)


def sheet(tiles: list[Frame]) -> Frame:
    """Lay tiles side by side, row by row; empty places stay black."""
    blank = np.zeros((TILE_PX, TILE_PX, 3), np.uint8)
    tiles = tiles + [blank] * (COLUMNS * ROWS - len(tiles))
    return np.vstack([np.hstack(tiles[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)])


@click.command()
@click.option("--detector", "path", default=DETECTOR, type=click.Path(path_type=Path), show_default=True)
def main(path: Path) -> None:
    """Draw the sheet of failures."""
    cv2.setNumThreads(1)
    tiles = list(islice(failures(NeuralDetector(path)), COLUMNS * ROWS))
    cv2.imwrite(str(PICTURE), sheet(tiles), [cv2.IMWRITE_WEBP_QUALITY, 70])
    print(f"{PICTURE}: {len(tiles)} missed cards")


if __name__ == "__main__":
    main()
