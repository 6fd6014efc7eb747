"""Calibrate the reader's certainty on decks never trained on: `python -m models.training.calibrate`.

Fits the probability of a name by the embedding alone and after comparing local features; sets the probabilities from
which a card is named (so high that one reading in thirty thousand is a wrong name); writes models/calibration.json.
Prints the reliability on other held-out decks, and draws it (docs/reliability.svg). Photographs are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import click
import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models.training.designs import HEIGHT_PX, HELD_OUT_SEED
from models.training.drawn import DrawnDeck, Tradition
from models.training.embedder_net import INPUT_WH
from models.training.export import EMBEDDER
from models.training.held_out import HeldOutDeck, drawn_decks
from models.training.manifest import record
from models.training.negatives import NegativeMaker, drawn_backs
from models.training.reliability import reliability_svg, reliability_table
from models.training.scans import Picture
from models.training.views import ViewMaker, loosely, straightened
from vision.geometry import rectify
from vision.recognition.calibration import (
    DOUBTFUL_ODDS,
    EMBEDDING_INPUTS,
    VERIFIED_INPUTS,
    Calibration,
    embedding_inputs,
    logistic,
    verified_inputs,
)
from vision.recognition.embedder import Embedder
from vision.recognition.index import Match
from vision.recognition.reader import EmbeddingReader, Verified
from vision.recognition.visible import OcclusionMask, blanked
from vision.types import Frame, Quad

CALIBRATION = EMBEDDER.with_name("calibration.json")
FIT_ON = (Tradition.PICTURES, Tradition.PICTURES, Tradition.PIPS, Tradition.PIPS)
CHECK_ON = (Tradition.PICTURES, Tradition.PIPS)
"""No playing cards: those of different makers have the same design, and another maker's card is rightly named."""

COVER = 0.35
WORTH_VERIFYING = 0.3
LEAST_SURE = 0.95
WRONG_SHARE = 3e-5
"""Share of trials that may end in a wrong name, by the embedding alone, and again after verification."""

NEGATIVES_SEED = HELD_OUT_SEED + 500_000
Inputs = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Shown:
    """One example for a reader: the frame, the quad, the true face (-1 for a negative), and the known occlusion mask of
    the crop, if any."""

    frame: Frame
    quad: Quad
    face: int
    occluded: OcclusionMask | None


@dataclass(frozen=True, slots=True)
class Rows:
    """Inputs of a model, shape (n, inputs), whether the likeliest name was right, and whether an occlusion was known,
    both of shape (n,)."""

    inputs: Inputs
    right: NDArray[np.bool_]
    covered: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: Sequence[tuple[tuple[float, ...], bool, bool]]) -> Rows:
        """Collect rows."""
        inputs, right, covered = zip(*rows, strict=True)
        return cls(np.array(inputs, np.float64), np.array(right, np.bool_), np.array(covered, np.bool_))


class Stage:
    """Examples for a reader of one deck: its cards and as many negatives."""

    def __init__(self, deck: HeldOutDeck, negatives: NegativeMaker, cover: float = COVER) -> None:
        """Prepare; ``cover`` is the share of occluded examples."""
        self.deck = deck
        faces = [np.asarray(cv2.resize(d.printings[0], (150, HEIGHT_PX)), np.uint8) for d in deck.designs]
        self.faces = faces
        self.views = ViewMaker.of(faces, INPUT_WH)
        self.negatives = negatives
        self.cover = cover

    def shown(self, count: int, seed: int) -> Iterator[Shown]:
        """Yield ``count`` examples of own cards and as many negatives; deterministic by seed."""
        return (self.example(seed, number) for number in range(2 * count))

    def example(self, seed: int, number: int) -> Shown:
        """Return the example of that number; deterministic by seed."""
        rng = Random(seed * 1_000_003 + number)
        return self.own_card(rng) if number % 2 else self.negative(rng)

    def own_card(self, rng: Random) -> Shown:
        """Return an example of a card of the deck."""
        face, turned = rng.randrange(len(self.faces)), rng.random() < 0.5
        picture = self.faces[face][::-1, ::-1] if turned else self.faces[face]
        return self._shown(self.views, picture, rng, face)

    def negative(self, rng: Random) -> Shown:
        """Return an example of a card or thing that is not in the deck."""
        picture = self.negatives.picture(rng)
        while not self.deck.is_out_of_gallery(picture):
            picture = self.negatives.picture(rng)
        return self._shown(self.negatives.views, picture, rng, -1)

    def _shown(self, views: ViewMaker, picture: Picture, rng: Random, face: int) -> Shown:
        frame, quad, occluded = views.render_covered(picture, rng, self.cover)
        known = None if occluded is None else loosely(straightened(occluded, quad, INPUT_WH), rng)
        return Shown(frame, quad, face, known)


@dataclass(frozen=True, slots=True)
class Trial:
    """An example's true face, its reader, and the matches of one crop, of several crops, and of the visible part;
    ``show`` renders it again, since a hundred thousand frames do not fit into memory."""

    show: Callable[[], Shown]
    face: int
    reader: EmbeddingReader
    embed_once: Match
    closer: Match
    visible: Match | None

    @classmethod
    def at(cls, show: Callable[[], Shown], reader: EmbeddingReader) -> Trial:
        """Match an example."""
        shown = show()
        closer = reader.matcher.closer(shown.frame, [shown.quad])[0]
        visible = None
        if shown.occluded is not None:
            crop = rectify(shown.frame, shown.quad, reader.embedder.size_wh)
            visible = reader.matcher.of_crops([blanked(crop, shown.occluded)])[0]
        embed_once = reader.matcher.once(shown.frame, [shown.quad])[0]
        return cls(show, shown.face, reader, embed_once, closer, visible)

    def is_open(self, calibration: Calibration) -> bool:
        """Return whether the embedding alone names nothing, and local features are worth comparing."""
        features = (self.reader.match_features(m, m.face) for m in (self.embed_once, self.closer))
        both = (calibration.of_match(match_features) for match_features in features)
        named = max(both) >= calibration.embedding_threshold
        return not named and self.closer.similarity >= calibration.worth_verifying

    def verified(self) -> Verified:
        """Compare local features."""
        shown = self.show()
        evidence = self.reader.evidence(shown.frame, shown.quad, self.closer)
        return self.reader.strongest(evidence, self.closer)


def trials_of(
    stages: Sequence[Stage], readers: Sequence[EmbeddingReader], count: int, seed: int
) -> list[Trial]:
    """Match every stage's examples with its reader."""
    pairs = [
        (partial(stage.example, seed, number), reader)
        for stage, reader in zip(stages, readers, strict=True)
        for number in range(2 * count)
    ]
    return [Trial.at(show, reader) for show, reader in tqdm(pairs, desc="embedding", leave=False)]


def alone_rows(trials: Sequence[Trial]) -> Rows:
    """Return the first model's rows of all matches of each example."""
    attempts = ((one, match) for one in trials for match in (one.embed_once, one.closer, one.visible))
    return Rows.of(
        [
            (embedding_inputs(o.reader.match_features(m, m.face)), m.face == o.face, m is o.visible)
            for o, m in attempts
            if m is not None
        ]
    )


def verified_rows(trials: Sequence[Trial], calibration: Calibration) -> Rows:
    """Return the verified model's rows of the examples that the embedding alone leaves open."""
    rows = []
    for one in tqdm([f for f in trials if f.is_open(calibration)], desc="verifying", leave=False):
        best = one.verified()
        rows.append((verified_inputs(*best.inputs), best.face == one.face, False))
    return Rows.of(rows)


def fitted(rows: Rows, ridge: float = 1e-3) -> tuple[float, ...]:
    """Fit a logistic model by Newton's method; the constant first."""
    x = np.hstack([np.ones((len(rows.inputs), 1)), rows.inputs])
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (rows.right - p) - ridge * weights
        curvature = (x * (p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        weights = weights + np.linalg.solve(curvature, gradient)
    return tuple(float(w) for w in weights)


def certainties(weights: tuple[float, ...], rows: Rows) -> Inputs:
    """Return the model's probability for each row."""
    return np.array([logistic(weights, tuple(inputs)) for inputs in rows.inputs])


def bar_for(weights: tuple[float, ...], rows: Rows, attempts: int) -> float:
    """Return the probability that WRONG_SHARE of ``attempts`` would reach with a wrong name, at least LEAST_SURE.

    The highest wrong ones are few, so their log odds are extrapolated exponentially above their highest tenth; the bar
    is no lower than these trials themselves demand. Names of cards with a known occlusion must be clearer by the
    doubt's factor.
    """
    wrong = np.sort((log_odds(weights, rows) - np.log(DOUBTFUL_ODDS) * rows.covered)[~rows.right])[::-1]
    top = max(10, len(wrong) // 10)
    start, fall = wrong[top - 1], float(np.mean(wrong[:top] - wrong[top - 1]))
    bar = start + fall * max(np.log(top / attempts / WRONG_SHARE), 0.0)
    seen = wrong[int(attempts * WRONG_SHARE)]
    return max(LEAST_SURE, float(1 / (1 + np.exp(-max(bar, seen)))))


def log_odds(weights: tuple[float, ...], rows: Rows) -> Inputs:
    """Return the model's log odds for each row."""
    return np.asarray(weights[0] + rows.inputs @ np.array(weights[1:]), np.float64)


def negative_maker() -> NegativeMaker:
    """Return a maker of negatives from seeds of its own; faces are pictures: five cups are five cups."""
    seeds = (NEGATIVES_SEED + i for i in range(60))
    decks = [d for d in (DrawnDeck(seed, HEIGHT_PX) for seed in seeds) if d.tradition is Tradition.PICTURES]
    faces = [deck.face(index) for deck in decks for index in range(40, 60)]
    return NegativeMaker(faces, drawn_backs(NEGATIVES_SEED, 200, HEIGHT_PX), ViewMaker.of(faces, INPUT_WH))


def calibrated(embedder: Embedder, stages: Sequence[Stage], count: int, seed: int) -> Calibration:
    """Fit both models and set both bars."""
    calibration = Calibration(
        embedder.digest,
        (0.0,) * (1 + EMBEDDING_INPUTS),
        (0.0,) * (1 + VERIFIED_INPUTS),
        1.0,
        1.0,
        WORTH_VERIFYING,
    )
    readers = [EmbeddingReader(embedder, [stage.deck.gallery], calibration) for stage in stages]
    trials = trials_of(stages, readers, count, seed)
    rows = alone_rows(trials)
    alone = fitted(rows)
    calibration = replace(
        calibration, embedding=alone, embedding_threshold=bar_for(alone, rows, len(rows.right))
    )
    click.echo(fit_summary("alone", rows, alone, calibration.embedding_threshold))
    rows = verified_rows(trials, calibration)
    verified = fitted(rows)
    calibration = replace(
        calibration, verified=verified, verified_threshold=bar_for(verified, rows, len(trials))
    )
    click.echo(fit_summary("verified", rows, verified, calibration.verified_threshold))
    return calibration


def fit_summary(name: str, rows: Rows, weights: tuple[float, ...], bar: float) -> str:
    """Return one line on a fitted model: number of rows, bar, right names that pass."""
    certainty = certainties(weights, rows)
    passing = certainty[rows.right] >= bar
    return (
        f"{name}: n={len(certainty)}, right {rows.right.sum()}, bar {bar:.4f}, "
        f"right ones above it {passing.sum()} ({passing.mean():.3f}), weights {np.round(weights, 2).tolist()}"
    )


def answers(reader: EmbeddingReader, shown: Iterator[Shown]) -> Iterator[tuple[float, bool, bool, bool]]:
    """Yield certainty, whether right, whether named, whether a negative."""
    for one in tqdm(shown, desc="checking", leave=False):
        answer = reader.judge(one.frame, one.quad)
        yield answer.certainty, answer.face == one.face, answer.sure, one.face < 0


@click.command(help=__doc__)
@click.option(
    "--count", default=8000, show_default=True, help="Examples of own cards a deck, and of negatives."
)
@click.option("--seed", default=1, show_default=True)
@click.option("--embedder", "weights", default=str(EMBEDDER), type=click.Path(path_type=Path, exists=True))
@click.option("--to", "target", default=str(CALIBRATION), type=click.Path(path_type=Path))
@click.option("--svg", default="docs/reliability.svg", show_default=True, type=click.Path(path_type=Path))
def main(count: int, seed: int, weights: Path, target: Path, svg: Path) -> None:
    """Run the calibration."""
    cv2.setNumThreads(1)
    embedder = Embedder(weights)
    maker = negative_maker()
    decks = drawn_decks(FIT_ON + CHECK_ON, embedder)
    fit_on, check_on = (
        [Stage(d, maker) for d in part] for part in (decks[: len(FIT_ON)], decks[len(FIT_ON) :])
    )
    calibration = calibrated(embedder, fit_on, count, seed)
    calibration.save(target)
    readers = [EmbeddingReader(embedder, [s.deck.gallery], calibration) for s in check_on]
    answered = [
        a for s, r in zip(check_on, readers, strict=True) for a in answers(r, s.shown(count, seed + 2))
    ]
    table = reliability_table(np.array([t[0] for t in answered]), np.array([t[1] for t in answered]))
    click.echo(summary(answered) + "\n" + table)
    svg.write_text(
        reliability_svg(np.array([t[0] for t in answered]), np.array([t[1] for t in answered])), "utf-8"
    )
    scores = {"held_out": summary(answered)}
    record(
        target,
        {
            "input": None,
            "command": f"python -m models.training.calibrate --count {count} --seed {seed}",
            "data": "held-out drawn decks",
            "scores": scores,
        },
    )


def summary(answered: Sequence[tuple[float, bool, bool, bool]]) -> str:
    """Return one line: answered, right, wrong among own cards and negatives."""
    own, negatives = [t for t in answered if not t[3]], [t for t in answered if t[3]]
    named = [t for t in own if t[2]]
    return (
        f"held-out decks: n={len(own)} examples named {len(named) / len(own):.3f}, of these wrong "
        f"{sum(not t[1] for t in named)}; n={len(negatives)} negatives named {sum(t[2] for t in negatives)}"
    )


if __name__ == "__main__":
    main()
