"""How many negatives get a name? `python -m tests.benchmarks.negatives --n 100000`.

Shows designs, backs, tables and pieces of cards that are in no gallery to the reader as it ships, each once,
from seeds used nowhere else, and asks as the tracker asks of a card that has given no name yet: with all the time it
takes, and with other places where the card may lie. Every name given is wrong. With ``--clutter DIR`` it shows pieces
of a folder's photographs without cards, those that are kept out of training. With ``--to FILE`` what was shown is kept
there, and a second call goes on from it.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TypeAlias

import click
import cv2
import numpy as np
from tqdm import tqdm

import models
from models.training.designs import HEIGHT_PX, drawn_designs, scanned_designs
from models.training.embedder_net import INPUT_WH
from models.training.negatives import NegativeMaker, drawn_backs
from models.training.photographs import photographs_of
from models.training.scans import Picture
from models.training.views import ViewMaker
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.recognition.calibration import Calibration
from vision.recognition.embedder import Embedder
from vision.recognition.gallery_file import load_gallery
from vision.recognition.reader import EmbeddingReader
from vision.types import Face, Quad, ReadRequest
from vision.virtual.surfaces.photographs import Photographs

SEED = 3_000_000
COVER = 0.2
PART = 200
OTHERS, OTHERS_SPREAD = 5, 0.1
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
LEAST_PIECE = 0.05
"""A piece of clutter shows at least this share of a photograph's width or height."""

Impostors: TypeAlias = Callable[[Random], Picture]
"""Draws a picture that must not be named."""


def reader_of(decks: Sequence[str]) -> EmbeddingReader:
    """Return the reader as it ships, for the given built-in decks."""
    calibration = Calibration.load(models.weights_path("calibration.json"))
    embedder = Embedder(models.weights_path("embedder.onnx"))
    return EmbeddingReader(embedder, [load_gallery(models.gallery_path(deck)) for deck in decks], calibration)


def negative_maker(drawn: int) -> NegativeMaker:
    """Return a maker of negatives: scanned decks that have no gallery, drawn decks, drawn backs."""
    designs = [*scanned_designs(["marseille-noblet", "english-vector"]), *drawn_designs(SEED, drawn)]
    faces = [design.printings[0] for design in designs]
    return NegativeMaker(faces, drawn_backs(SEED, 500, HEIGHT_PX), ViewMaker.of(faces, INPUT_WH))


def piece_of(photographs: Photographs, rng: Random) -> Picture:
    """Cut a piece of a card's proportions out of one of these photographs."""
    chance = np.random.default_rng(rng.getrandbits(63))
    return photographs.cut(chance, (round(HEIGHT_PX * INPUT_WH[0] / INPUT_WH[1]), HEIGHT_PX), LEAST_PIECE)


@cache
def bench(
    decks: tuple[str, ...], drawn: int, clutter: Path | None
) -> tuple[EmbeddingReader, ViewMaker, Impostors]:
    """Prepare reader, views and negatives, once in every process."""
    cv2.setNumThreads(1)
    maker = negative_maker(drawn)
    if clutter is None:
        return reader_of(decks), maker.views, maker.picture
    return reader_of(decks), maker.views, partial(piece_of, photographs_of(clutter, held_out=True))


Named: TypeAlias = list[tuple[str, float]]
"""Code and certainty of each negative that got a name."""


def named(
    numbers: range, decks: tuple[str, ...], drawn: int, seed: int, clutter: Path | None
) -> tuple[range, Named]:
    """Show the negatives of these numbers; return the numbers, and the names that were given."""
    reader, views, negative = bench(decks, drawn, clutter)
    wrong = []
    for i in numbers:
        rng = Random(seed * 1_000_003 + i)
        frame, quad = views.render(negative(rng), rng, COVER)
        reading = reader.read(frame, [ReadRequest(quad, Face.UP, other_places(rng, quad))])[0]
        if reading.code is not None:
            wrong.append((reading.code, reading.confidence))
    return numbers, wrong


def other_places(rng: Random, quad: Quad) -> tuple[Quad, ...]:
    """Return where else the tracker might think that a card lies: a few quads near its own."""
    spread_px = OTHERS_SPREAD * float(np.linalg.norm(quad[3] - quad[0]))
    steps = [(rng.gauss(0, spread_px), rng.gauss(0, spread_px)) for _ in range(OTHERS)]
    return tuple(np.asarray(quad + step, np.float32) for step in steps)


def kept(path: Path | None) -> dict[range, Named]:
    """Read what an earlier call has shown, by the numbers of the negatives."""
    return {
        range(line["first"], line["end"]): [(code, sure) for code, sure in line["named"]]
        for line in kept_lines(path)
    }


@click.command(help=__doc__)
@click.option("--n", "count", default=100_000, show_default=True)
@click.option(
    "--first", default=0, show_default=True, help="The first number: others have shown those before it."
)
@click.option("--deck", "decks", multiple=True, default=("rws", "house"), show_default=True)
@click.option("--seed", default=SEED, show_default=True)
@click.option("--drawn", default=3000, show_default=True, help="Drawn faces among the negatives.")
@click.option("--clutter", type=FOLDER, help="Folder of photographs without cards to show pieces of instead.")
@click.option(
    "--to",
    "path",
    type=click.Path(path_type=Path),
    help="File that keeps what was shown to the same arguments.",
)
@click.option("--workers", default=os.cpu_count() or 1, help="Processes; all processors if not said.")
def main(
    count: int,
    first: int,
    decks: tuple[str, ...],
    seed: int,
    drawn: int,
    clutter: Path | None,
    path: Path | None,
    workers: int,
) -> None:
    """Run the benchmark."""
    click.echo(heading(f"{count} crops" if clutter is None else f"{count} pieces of clutter"))
    started = time.monotonic()
    done = kept(path)
    end = first + count
    parts = [range(start, min(start + PART, end)) for start in range(first, end, PART)]
    wrong: Named = [name for part in parts for name in done.get(part, [])]
    left = [part for part in parts if part not in done]
    shown = count - sum(map(len, left))
    bar = tqdm(total=count, initial=shown, unit="crop")
    with multiprocessing.get_context("spawn").Pool(workers) as pool, bar:
        show = partial(named, decks=decks, drawn=drawn, seed=seed, clutter=clutter)
        for part, found in pool.imap_unordered(show, left):
            wrong += found
            bar.set_postfix(named=len(wrong), refresh=False)
            bar.update(len(part))
            keep_line(path, {"first": part.start, "end": part.stop, "named": found})
    minutes = (time.monotonic() - started) / 60
    click.echo(f"negatives: n={count} against {'+'.join(decks)}, named {len(wrong)}, {minutes:.1f} minutes")
    for code, times in Counter(code for code, _ in wrong).most_common(10):
        click.echo(f"  {code}: {times}, surest {max(c for k, c in wrong if k == code):.4f}")


if __name__ == "__main__":
    main()
