"""How many strangers get a name? `python -m models.training.bench_impostors --n 100000`.

Shows designs, backs, tables and pieces of cards that are in no gallery to the reader as it ships, each once,
from seeds used nowhere else. Every name given is wrong.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import click
import cv2
from tqdm import tqdm

import models
from models.training.designs import HEIGHT_PX, drawn_designs, scanned_designs
from models.training.embedder_net import INPUT_WH
from models.training.impostors import ImpostorMaker, drawn_backs
from models.training.views import ViewMaker
from vision.certainty import Certainty
from vision.embedder import Embedder
from vision.embedding_reader import EmbeddingReader
from vision.gallery import load_gallery

SEED = 3_000_000
COVER = 0.2


def reader_of(decks: list[str]) -> EmbeddingReader:
    """Return the reader as it ships, for the given built-in decks."""
    certainty = Certainty.load(models.weights_path("certainty.json"))
    embedder = Embedder(models.weights_path("embedder.onnx"))
    return EmbeddingReader(embedder, [load_gallery(models.gallery_path(deck)) for deck in decks], certainty)


def impostor_maker(drawn: int) -> ImpostorMaker:
    """Return a maker of impostors: scanned decks that have no gallery, drawn decks, drawn backs."""
    designs = [*scanned_designs(["marseille-noblet", "english-vector"]), *drawn_designs(SEED, drawn)]
    faces = [design.printings[0] for design in designs]
    return ImpostorMaker(faces, drawn_backs(SEED, 500, HEIGHT_PX), ViewMaker.of(faces, INPUT_WH))


def named(
    reader: EmbeddingReader, maker: ImpostorMaker, count: int, seed: int
) -> Iterator[tuple[str, float]]:
    """Yield the code and certainty of every impostor that gets a name."""
    for i in tqdm(range(count), unit="crop", mininterval=5):
        rng = Random(seed * 1_000_003 + i)
        frame, quad = maker.views.sighting(maker.picture(rng), rng, COVER)
        verdict = reader.judge(frame, quad)
        if verdict.sure:
            yield reader.index.faces[verdict.face].code, verdict.certainty


@click.command(help=__doc__)
@click.option("--n", "count", default=100_000, show_default=True)
@click.option("--deck", "decks", multiple=True, default=("rws", "house"), show_default=True)
@click.option("--seed", default=SEED, show_default=True)
@click.option("--drawn", default=3000, show_default=True, help="Drawn faces among the impostors.")
def main(count: int, decks: tuple[str, ...], seed: int, drawn: int) -> None:
    """Run the benchmark."""
    cv2.setNumThreads(1)
    started = time.monotonic()
    wrong = list(named(reader_of(list(decks)), impostor_maker(drawn), count, seed))
    minutes = (time.monotonic() - started) / 60
    click.echo(f"impostors: n={count} against {'+'.join(decks)}, named {len(wrong)}, {minutes:.1f} minutes")
    for code, times in Counter(code for code, _ in wrong).most_common(10):
        click.echo(f"  {code}: {times}, surest {max(c for k, c in wrong if k == code):.4f}")


if __name__ == "__main__":
    main()
