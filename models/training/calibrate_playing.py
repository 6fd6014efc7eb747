"""Calibrate the names of playing cards: ``python -m models.training.calibrate_playing``.

Fits the probability of a name from what the network of whole cards, the network of corners and the likeness to a known
design say, for whole cards and for cards partly out of sight, and sets the probabilities from which a card is named.
Designs, fonts and photographs are kept out of all training: cards on tables as the detector finds them, some under
other cards, hands and the picture's edge, one design in eight enrolled; and single cards in worse pictures, with
what is no playing card among them. Writes models/playing.json, checks it on other designs. No photograph of a card is
used.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

import models
from models.training.calibrate import Rows, fitted, log_odds
from models.training.export import CORNERS, EMBEDDER, INDICES
from models.training.held_out import held_out_deck
from models.training.indices_samples import Sampler
from models.training.manifest import record, sha256_of
from models.training.partial_cards import SIDES, Occlusion, ShownCard, Table, share_of, sheets_of
from models.training.playing_designs import PrintDesign, codes
from models.training.reliability import reliability_table
from vision.detection.detector import LIVE_SETTINGS, NeuralDetector
from vision.galleries.embeddings import embed_again
from vision.geometry import CORNER_REACH
from vision.overlap import share_hidden
from vision.recognition.calibration import Calibration
from vision.recognition.corner_reader import CornerReader
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery
from vision.recognition.gallery_file import load_gallery
from vision.recognition.playing_cards import CODES, IndexReader
from vision.recognition.playing_evidence import (
    INPUTS,
    IndexView,
    PlayingCalibration,
    inputs_of,
    log_evidence,
)
from vision.recognition.playing_reader import PlayingCardReader
from vision.recognition.reader import EmbeddingReader
from vision.types import Face, Frame, Reading, ReadRequest

CALIBRATION: Final = INDICES.with_name("playing.json")
SEED: Final = 8_500_000
CHECK_SEED: Final = 8_600_000
LENGTH_PX: Final = (54.0, 200.0)
TABLES: Final = 3
"""Tables of each design with each cause of occlusion."""

SINGLE_CARDS: Final = 500
"""Single cards of one task, from :data:`SINGLE_DESIGNS` designs."""

SINGLE_DESIGNS: Final = 20
NONE_SHARE: Final = 0.15
ENROLLED_IN: Final = 8
"""One design in so many is enrolled: likeness then speaks of the very design."""

MOSTLY: Final = 0.5
"""Shared part of the smaller of quad and card from which the card may give the quad its name."""

WRONG_SHARE: Final = 3e-4
"""Share of these views that may end in a wrong name. They are far worse than most tables, hands on cards are not known
as such, and the spades and clubs of some drawn designs are alike: the bars that each source had for itself gave
42 wrong names in 12,172 of them, and 1 in 8,219 of cards known to be partly out of sight."""

START: Final = (0.0, 0.6, 0.3, 0.2, 0.1, 0.2)
ROUNDS: Final = 4
"""Fits in turn with choices of the likeliest card, which depend on the weights."""


@dataclass(frozen=True, slots=True)
class Example:
    """What was read of one quad, and the cards that it may rightly be called."""

    design: Reading
    view: IndexView
    right: frozenset[str]


@cache
def networks() -> tuple[Embedder, IndexReader, CornerReader, NeuralDetector]:
    """Load the networks, once in every process."""
    cv2.setNumThreads(1)
    detector = NeuralDetector(
        models.check("detector.onnx"), refiner_path=models.check("refiner.onnx"), settings=LIVE_SETTINGS
    )
    return Embedder(EMBEDDER), IndexReader(INDICES), CornerReader(CORNERS), detector


def examples_of(
    frame: Frame, requests: Sequence[ReadRequest], right: Sequence[frozenset[str]], gallery: Gallery
) -> Iterator[Example]:
    """Read quads of a frame by every source."""
    embedder, indices, corners, _ = networks()
    designs = _design_reader(gallery)
    reader = PlayingCardReader(designs, indices, corners, _unfitted(embedder), [gallery])
    readings = designs.read(frame, list(requests))
    views = reader.views(frame, requests, [(i, one.quad) for i, one in enumerate(readings)])
    for reading, view, names in zip(readings, views, right, strict=True):
        yield Example(reading, view, names)


_galleries: dict[str, EmbeddingReader] = {}


def _design_reader(gallery: Gallery) -> EmbeddingReader:
    if gallery.deck not in _galleries:
        _galleries.clear()
        calibration = Calibration.load(models.check("calibration.json"))
        _galleries[gallery.deck] = EmbeddingReader(networks()[0], [gallery], calibration)
    return _galleries[gallery.deck]


def _unfitted(embedder: Embedder) -> PlayingCalibration:
    weights = (0.0,) * (1 + INPUTS)
    return PlayingCalibration(
        sha256_of(INDICES), sha256_of(CORNERS), embedder.digest, weights, weights, 1.0, 1.0
    )


@cache
def our_gallery() -> Gallery:
    """Load the gallery of our own design, which other packs resemble."""
    return embed_again(load_gallery(models.gallery_path("english")), networks()[0])


def on_tables(seed: int) -> list[Example]:
    """Lay a design's cards on tables and read what the detector finds, as before a camera at first sight."""
    chance, design = np.random.default_rng([seed, 77]), PrintDesign(seed, held_out=True)
    enrolled = seed % ENROLLED_IN == 0
    pictures = {code: design.face(code) for code in codes()}
    gallery = held_out_deck(f"playing-{seed}", pictures, networks()[0]).gallery if enrolled else our_gallery()
    sheets = sheets_of(pictures)
    found: list[Example] = []
    for occlusion in [*Occlusion] * TABLES:
        table = Table(chance, LENGTH_PX)
        here = [str(code) for code in chance.permutation(codes())]
        for code, side, cover in zip(here, SIDES, here[len(SIDES) :], strict=False):
            table.lay(code, sheets, occlusion, side, cover)
        frame = table.photographed()
        requests = requests_of(frame)
        right = [names_at(request, table.cards) for request in requests]
        found += examples_of(frame, requests, right, gallery)
    return found


def requests_of(frame: Frame) -> list[ReadRequest]:
    """Return what the reader is asked when the detector has just found the cards of a frame."""
    found = networks()[3].detect(frame)
    return [
        ReadRequest(
            one.quad,
            one.face,
            one.pose_hypotheses,
            fast=True,
            occluded=share_hidden(one.quad, [other.quad for other in found if other is not one])
            > CORNER_REACH,
        )
        for one in found
    ]


def names_at(request: ReadRequest, cards: Sequence[ShownCard]) -> frozenset[str]:
    """Return the cards that mostly share a request's quad."""
    return frozenset(
        card.code
        for card in cards
        if max(share_of(request.quad, card.quad), share_of(card.quad, request.quad)) > MOSTLY
    )


def single_cards(seed: int) -> list[Example]:
    """Read single cards, and what is no playing card, in bad pictures at quads with a detector's errors."""
    sampler, chance = Sampler(seed, held_out=True, designs=1), np.random.default_rng([seed, 78])
    packs = [
        [PrintDesign(seed * 100 + i, held_out=True).face(code) for code in codes()]
        for i in range(SINGLE_DESIGNS)
    ]
    found: list[Example] = []
    for _ in range(SINGLE_CARDS):
        pack, card = packs[int(chance.integers(len(packs)))], int(chance.integers(len(codes())))
        is_none = chance.random() < NONE_SHARE
        frame, quad = sampler.render(sampler.negative() if is_none else pack[card], pack)
        request = ReadRequest(quad, Face.UP, fast=True)
        right = frozenset[str]() if is_none else frozenset((codes()[card],))
        found += examples_of(frame, [request], [right], our_gallery())
    return found


def drawn(task: tuple[str, int]) -> list[Example]:
    """Draw and read the examples of a task: its kind and seed."""
    kind, seed = task
    return on_tables(seed) if kind == "tables" else single_cards(seed)


def collected(seed: int, designs: int, singles: int, workers: int) -> list[Example]:
    """Draw and read examples of so many designs on tables and so many times :data:`SINGLE_CARDS` single cards."""
    tasks = [("tables", seed + i) for i in range(designs)] + [("singles", seed + i) for i in range(singles)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        parts = pool.imap(drawn, tasks)
        return [one for part in tqdm(parts, total=len(tasks), mininterval=10, disable=None) for one in part]


def rows_of(examples: Sequence[Example], weights: tuple[float, ...]) -> Rows:
    """Return the model's inputs for the likeliest card of each example by these weights, and whether it is right."""
    rows = []
    for one in examples:
        evidence = log_evidence(one.view, one.design)
        card = int((np.array(weights[1:4]) @ evidence).argmax())
        rows.append((inputs_of(evidence, one.view, card), CODES[card] in one.right, False))
    return Rows.of(rows)


def fitted_in_turn(examples: Sequence[Example]) -> tuple[tuple[float, ...], Rows]:
    """Fit the weights and choose each example's likeliest card by them, in turn; return the weights and the rows."""
    weights: tuple[float, ...] = START
    for _ in range(ROUNDS):
        weights = fitted(rows_of(examples, weights), ridge=1e-2)
    return weights, rows_of(examples, weights)


def may_be_named(examples: Sequence[Example], weights: tuple[float, ...]) -> NDArray[np.bool_]:
    """Return whether the view of each example favours its likeliest card by these weights."""
    evidence = (log_evidence(one.view, one.design) for one in examples)
    cards = (int((np.array(weights[1:4]) @ one).argmax()) for one in evidence)
    return np.array([one.view.favours(card) for one, card in zip(examples, cards, strict=True)])


def measured_bar(weights: tuple[float, ...], rows: Rows, nameable: NDArray[np.bool_]) -> float:
    """Return the probability that no more than WRONG_SHARE of the rows exceed with a wrong name; only ``nameable``
    ones get one. At least 1/2."""
    wrong = np.sort(log_odds(weights, rows)[~rows.right & nameable])[::-1]
    allowed = int(len(rows.right) * WRONG_SHARE)
    highest = max(float(wrong[allowed]), 0.0) if allowed < len(wrong) else 0.0
    return float(1 / (1 + np.exp(-highest - 1e-6)))


def calibrated(examples: Sequence[Example]) -> PlayingCalibration:
    """Fit both models and set both bars."""
    fits = []
    for part in halves(examples):
        weights, rows = fitted_in_turn(part)
        fits.append((weights, measured_bar(weights, rows, may_be_named(part, weights))))
    (whole, whole_bar), (partial, partial_bar) = fits
    digests = sha256_of(INDICES), sha256_of(CORNERS), networks()[0].digest
    return PlayingCalibration(*digests, whole, partial, whole_bar, partial_bar)


def halves(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Split examples into cards that are in full sight and cards known to be partly out of sight."""
    whole = [one for one in examples if one.view.is_whole]
    return whole, [one for one in examples if not one.view.is_whole]


def summary(
    calibration: PlayingCalibration, examples: Sequence[Example]
) -> tuple[list[str], NDArray[np.float64]]:
    """Return lines of figures, and probabilities with whether they were right, shape (n, 2)."""
    lines, judged = [], []
    for name, part in zip(("all in sight", "partly out of sight"), halves(examples), strict=True):
        answers = [calibration.likeliest(one.view, one.design) for one in part]
        right = np.array([CODES[card] in one.right for (card, _), one in zip(answers, part, strict=True)])
        shares = np.array([share for _, share in answers])
        favoured = [one.view.favours(card) for (card, _), one in zip(answers, part, strict=True)]
        named = favoured & (shares >= calibration.threshold(is_whole=name == "all in sight"))
        lines.append(
            f"{name}: n={len(part)} named right {(named & right).sum()}, wrong {(named & ~right).sum()}"
        )
        judged.append(np.stack([shares, right], axis=1))
    return lines, np.concatenate(judged)


@click.command(help=__doc__)
@click.option("--designs", default=300, show_default=True, help="Designs on tables.")
@click.option("--singles", default=12, show_default=True, help=f"Tasks of {SINGLE_CARDS} single cards.")
@click.option("--workers", default=2, show_default=True)
@click.option("--to", "target", default=str(CALIBRATION), type=click.Path(path_type=Path))
def main(designs: int, singles: int, workers: int, target: Path) -> None:
    """Run the calibration and check it on a third as many examples of other designs."""
    calibration = calibrated(collected(SEED, designs, singles, workers))
    calibration.save(target)
    lines, judged = summary(calibration, collected(CHECK_SEED, designs // 3, singles // 3, workers))
    click.echo("\n".join([*lines, reliability_table(judged[:, 0], judged[:, 1] > 0)]))
    command = f"python -m models.training.calibrate_playing --designs {designs} --singles {singles}"
    data = "playing cards of held-out drawn designs, and what is none, read by the networks; no photograph of a card"
    record(target, {"input": None, "command": command, "data": data, "scores": {"held_out": lines}})


if __name__ == "__main__":
    main()
