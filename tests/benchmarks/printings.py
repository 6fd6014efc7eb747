"""One drawing in two printings, each a deck of its own: python -m tests.benchmarks.printings DIR DIR [--cards N].

Both folders of scans named by code are learnt, both decks are switched on, and every card is shown to the reader of the
table in views of a common camera. Prints how often its name and its deck are said rightly, wrongly and not at all.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.enrolling import scanned
from tests.benchmarks.heading import heading
from vision.galleries.enrolment import worse_view
from vision.galleries.self_check import PROOF_HEIGHTS_PX
from vision.geometry import project, upright_quad
from vision.types import Face, Frame, Reader, Reading, ReadRequest
from webui.camera.decks.learning import learn
from webui.camera.decks.readable import Decks
from webui.camera.trackers import make_reader


def shown(picture: Frame, reader: Reader, rng: np.random.Generator) -> Reading:
    """Read a card in one view of a common camera."""
    view, matrix = worse_view(picture, rng, PROOF_HEIGHTS_PX)
    quad = project(upright_quad((picture.shape[1], picture.shape[0])), matrix)
    return reader.read(view, [ReadRequest(quad, Face.UP)])[0]


def said(
    decks: Mapping[str, Mapping[str, Frame]], reader: Reader, views: int
) -> Iterator[tuple[str, str, str]]:
    """Yield for every view its deck and what was said of the card's name and of its deck: right, wrong or nothing."""
    for place, (deck, pictures) in enumerate(decks.items()):
        for number, (code, picture) in enumerate(pictures.items()):
            rng = np.random.default_rng([5, place, number])
            for _ in range(views):
                reading = shown(picture, reader, rng)
                of_deck = {None: "nothing", deck: "right"}.get(reading.deck, "wrong")
                yield deck, {None: "nothing", code: "right"}.get(reading.code, "wrong"), of_deck


def main(words: Sequence[str] | None = None) -> None:
    """Learn, read, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs=2, type=Path)
    parser.add_argument("--cards", type=int, default=78)
    parser.add_argument("--views", type=int, default=3)
    arguments = parser.parse_args(words)
    cv2.setNumThreads(1)
    decks = {
        folder.name: dict(list(scanned(folder).items())[: arguments.cards]) for folder in arguments.folders
    }
    print(
        heading(f"{arguments.cards} cards of each of {', '.join(decks)}, {arguments.views} views"), flush=True
    )
    with tempfile.TemporaryDirectory() as folder:
        kept = Decks(Path(folder))
        galleries = [learn(kept, name, "rws", cards, lambda _: None).gallery for name, cards in decks.items()]
        rows = list(said(decks, make_reader(galleries), arguments.views))
    for deck in decks:
        names = Counter(name for of, name, _ in rows if of == deck)
        told = Counter(which for of, _, which in rows if of == deck)
        print(f"{deck}: name {dict(names)}, deck {dict(told)}, n={names.total()}")


if __name__ == "__main__":
    main()
