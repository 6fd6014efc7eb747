"""A user's own deck in any light: python -m tests.benchmarks.any_deck [--rotation R] [--tables N] [--to FILE].

Designs that no training of the rotation saw (:mod:`models.training.kept_out`) are enrolled from one scan a card, as a
user would, and laid on photographs that are kept out of training: plain, in sleeves, with foil, and by the light of one
flame. ``identify`` names them with their own deck; with the Rider-Waite-Smith deck instead, every name is wrong and
each card should be called another deck's. Then screens, sheets and printed cloths are shown, on which every card is
false. With ``--to`` each picture's outcome is kept, and a second call goes on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

import models
from models.training.evaluate_detector import FOUND_IOU, FRAME_WH, printed_picture
from models.training.held_out import ENROLLED_HEIGHT_PX, held_out_deck
from models.training.kept_out import Designs, kept_out
from models.training.photographs import photographs_of
from models.training.prints import scanned_deck
from models.training.scans import load_deck
from models.training.scenes import scene_kit
from models.training.trainer import SURFACES_OPTION
from tests.benchmarks.__main__ import interval
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.overlap import quad_iou
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery
from vision.recognition.gallery_file import load_gallery
from vision.recognition.pipeline import Recognizer
from vision.types import Face, Frame, Quad, Reading
from vision.virtual.camera.plane import seen, tilted_plane
from vision.virtual.canvas import Canvas
from vision.virtual.light.rooms import candle_light
from vision.virtual.plays.arrangements import CardSpot, quad_at
from vision.virtual.scenes import SceneBuilder, SceneKit, lay_ground
from vision.virtual.surfaces.photographs import Photographs, real_ground
from vision.virtual.things.cards import CardStyle, lay_card
from vision.virtual.things.finish import Finish
from vision.virtual.types import Chance
from webui.camera.recognizers import make_recognizer

SEED: Final = 52_000_000
CARDS: Final = 6
HEIGHTS_PX: Final = (90.0, 260.0)
"""Heights of the cards in a picture of 1280x720, even on a logarithmic scale."""

APART: Final = 1.25
"""Least distance of two cards' middles, in card heights: none covers another."""


class Look(StrEnum):
    """What the cards are in."""

    PLAIN = "plain"
    SLEEVE = "sleeve"
    FOIL = "foil"
    FLAME = "flame"
    BACKS = "backs"


def finish_of(chance: Chance, look: Look) -> Finish:
    """Return the finish of a deck for a look."""
    if look is Look.SLEEVE:
        gloss = float(chance.choice([0.0, chance.uniform(0.3, 1.0)]))
        return Finish(sleeve_share=float(chance.uniform(0.014, 0.045)), sleeve_gloss=gloss)
    return Finish(foil=float(chance.uniform(0.3, 1.0))) if look is Look.FOIL else Finish()


@dataclass(frozen=True, slots=True)
class Laid:
    """A picture, its cards' outlines, and the names of those that lie face up."""

    frame: Frame
    quads: tuple[Quad, ...]
    codes: tuple[str, ...]


def lay_table(chance: Chance, deck: str, look: Look, kit: SceneKit, surfaces: Photographs) -> Laid:
    """Lay some cards of a scanned deck on a photograph."""
    plane = tilted_plane(chance, FRAME_WH)
    ground = real_ground(chance, surfaces, lay_ground(chance, kit, plane, FRAME_WH), plane)
    builder = SceneBuilder(chance, kit, Canvas(ground), plane, [], [], [], surfaces)
    style = replace(CardStyle.of(chance), finish=finish_of(chance, look))
    prints, codes = scanned_deck(deck), [scan.code for scan in load_deck(deck, ENROLLED_HEIGHT_PX)]
    back = kit.decks[int(chance.integers(len(kit.decks)))].back
    high, wide = prints[0].levels[0].shape[:2]
    height_px, shown = float(np.exp(chance.uniform(*np.log(HEIGHTS_PX)))), []
    for quad in _apart(chance, plane, wide / high, height_px):
        index = int(chance.integers(len(prints)))
        builder.quads.append(quad)
        builder.faces.append(Face.DOWN if look is Look.BACKS else Face.UP)
        side = back if look is Look.BACKS else prints[index]
        lay_card(builder.canvas, chance, quad, side, style, len(builder.quads))
        shown.append(codes[index])
    if look is Look.FLAME:
        lit = builder.canvas.frame * candle_light(chance, FRAME_WH)
        builder.canvas.frame[:] = (lit * (200 / max(float(np.percentile(lit, 99)), 1))).clip(0, 255)
    return Laid(builder.finished().frame, tuple(builder.quads), tuple(shown))


def _apart(chance: Chance, plane: NDArray[np.float64], aspect: float, height_px: float) -> list[Quad]:
    """Return places of cards that are wholly in the picture and apart."""
    spots: list[NDArray[np.float64]] = []
    quads: list[Quad] = []
    for _ in range(40 * CARDS):
        spot = chance.uniform(-0.5, 0.5, 2) * FRAME_WH / height_px
        quad = seen(
            plane,
            quad_at(
                CardSpot(float(spot[0]), float(spot[1]), float(chance.uniform(-np.pi, np.pi))),
                aspect,
                height_px,
            ),
        )
        inside = quad is not None and bool(((quad > 4) & (quad < np.array(FRAME_WH) - 5)).all())
        if quad is None or not inside or any(np.hypot(*(spot - other)) < APART for other in spots):
            continue
        spots.append(spot)
        quads.append(quad)
        if len(quads) == CARDS:
            break
    return quads


def outcomes(laid: Laid, readings: Sequence[Reading], look: Look) -> Counter[str]:
    """Count what became of a picture's cards: found, right, wrong, face down, other decks'; and false ones."""
    counts: Counter[str] = Counter(n=len(laid.quads))
    taken: set[int] = set()
    for quad, code in zip(laid.quads, laid.codes, strict=True):
        shares = {i: quad_iou(one.quad, quad) for i, one in enumerate(readings) if i not in taken}
        best = max(shares, key=lambda i: shares[i], default=None)
        if best is None or shares[best] < FOUND_IOU:
            continue
        taken.add(best)
        reading = readings[best]
        named = None if reading.code is None else reading.code == code and look is not Look.BACKS
        counts += Counter(
            found=1,
            right=named is True,
            wrong=named is False,
            down=reading.face is Face.DOWN,
            other=reading.other_deck,
        )
    counts["false"] = len(readings) - len(taken)
    counts["wrong"] += sum(one.code is not None for i, one in enumerate(readings) if i not in taken)
    return counts


def enrolled(deck: str) -> Gallery:
    """Return a deck enrolled from one scan a card; what does not depend on the embedder is kept in ``runs/``."""
    pictures = {scan.code: scan.picture for scan in load_deck(deck, ENROLLED_HEIGHT_PX)}
    return held_out_deck(f"scanned-{deck}", pictures, Embedder(models.weights_path("embedder.onnx"))).gallery


def rate_line(question: str, hits: int, n: int) -> str:
    """Return a rate with n and its 95 % interval."""
    low, high = interval(hits, n) if n else (0.0, 1.0)
    return f"{question}: {hits} of {n} ({hits / max(n, 1):.1%}; {low:.1%} to {high:.1%})"


def report(rows: dict[str, Counter[str]]) -> list[str]:
    """Return the lines of the figures, by look."""
    lines = []
    for look in Look:
        own, other = rows[f"own {look}"], rows[f"other {look}"]
        lines.append(rate_line(f"{look}, found", own["found"], own["n"]))
        if look is Look.BACKS:
            lines.append(rate_line("backs seen face down", own["down"], own["n"]))
        else:
            lines.append(rate_line(f"{look}, named right by their own deck", own["right"], own["n"]))
            lines.append(rate_line(f"{look}, called another deck's without it", other["other"], other["n"]))
            lines.append(rate_line(f"{look}, called another deck's though it is not", own["other"], own["n"]))
        lines.append(rate_line(f"{look}, named wrong", own["wrong"] + other["wrong"], own["n"] + other["n"]))
        lines.append(f"{look}, false cards beside them: {own['false']}")
    printed = rows["printed"]
    lines.append(f"false cards on {printed['n']} printed pictures: {printed['false']}")
    return lines


@click.command()
@click.option("--rotation", default=0, show_default=True)
@click.option("--tables", default=40, help="Tables of each look.", show_default=True)
@click.option("--printed", default=100, help="Pictures without cards.", show_default=True)
@click.option("--to", "path", type=click.Path(path_type=Path), help="A file to go on from.")
@SURFACES_OPTION
def main(rotation: int, tables: int, printed: int, path: Path | None, surfaces: Path | None) -> None:
    """Print how well cards of designs that were kept out are found and named."""
    cv2.setNumThreads(1)
    print(heading(f"{tables} tables of {CARDS} cards a look"), flush=True)
    photographs = photographs_of(surfaces, held_out=True) if surfaces else photographs_of(held_out=True)
    decks, kept = kept_out(rotation).decks, {}
    done = {line["key"]: line["counts"] for line in kept_lines(path)} if path else {}
    rws = make_recognizer([load_gallery(models.gallery_path("rws"))])
    own: dict[str, Recognizer] = {}
    rows: dict[str, Counter[str]] = {}

    def counted(kind: str, key: str, counts: Counter[str]) -> None:
        rows.setdefault(kind, Counter()).update(counts)
        if path and key not in done:
            keep_line(path, {"key": key, "counts": dict(counts)})

    for look in Look:
        for index in tqdm(range(tables), desc=look):
            deck = decks[index % len(decks)]
            keys = [f"own {look} {index}", f"other {look} {index}"]
            if not all(key in done for key in keys):
                chance = np.random.default_rng([SEED, rotation, list(Look).index(look), index])
                kit = scene_kit(SEED, 0, Designs((deck,), kept_out(rotation).backs, drawn=False))
                laid = lay_table(chance, deck, look, kit, photographs)
                if deck not in own:
                    own[deck] = make_recognizer([enrolled(deck)])
                kept = {
                    keys[0]: outcomes(laid, own[deck].recognize(laid.frame), look),
                    keys[1]: outcomes(
                        replace(laid, codes=("",) * len(laid.codes)), rws.recognize(laid.frame), look
                    ),
                }
            else:
                kept = {key: Counter(done[key]) for key in keys}
            for kind, key in zip((f"own {look}", f"other {look}"), keys, strict=True):
                counted(kind, key, kept[key])
    for index in tqdm(range(printed), desc="printed"):
        key = f"printed {index}"
        found = done.get(key) or {"n": 1, "false": len(rws.recognize(printed_picture(index, photographs)))}
        counted("printed", key, Counter(found))
    print("\n".join(report(rows)))


if __name__ == "__main__":
    main()
