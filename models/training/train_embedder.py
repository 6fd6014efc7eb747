"""Train the embedder: `python -m models.training.train_embedder`.

Endless degraded views of every design go through a cosine classifier with a growing margin; a card upside down is
another class. Resumes its checkpoint or, with --start, continues from a shipped network; exports ONNX from averaged
weights, checked against the trained network, in eight bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from models.training.designs import (
    HEIGHT_PX,
    HELD_OUT_SEED,
    Design,
    drawn_designs,
    scanned_designs,
    training_designs,
)
from models.training.embedder_net import INPUT_WH, CosineClassifier, EmbedderNet
from models.training.export import EMBEDDER, export_embedder, halve, record_entry
from models.training.manifest import trained_so_far
from models.training.negatives import NegativeMaker, drawn_backs
from models.training.quantize import EMBEDDINGS, quantize
from models.training.retrieval import Embed, retrieval_line
from models.training.stream import WORKERS_OPTION, drawn
from models.training.trainer import Course, Trainer, best_device, checkpoint_of, course
from models.training.views import ViewMaker
from models.training.warm_start import start_from

BATCH = 192
MARGIN = 0.3
SHARES = {
    "rws": 0.22,
    "marseille-noblet": 0.12,
    "english-vector": 0.06,
    "mirrored": 0.06,
    "drawn": 0.3,
    "pips": 0.24,
}
"""Frequency of each source of designs; drawn pip cards are few and hard, so they come more often."""

VIEWS_A_DIRECTION = 3
NEGATIVE_SHARE = 0.06
PLAIN_SHARE = 0.1
QUANTIZED_BATCHES, QUANTIZED_BATCH = 24, 16
TRIAL_BATCH = 32

Chosen: TypeAlias = tuple[NDArray[np.uint8], NDArray[np.int64]]
"""Crops (n, 192, 112, 3) and their labels (n,)."""


def source_of(design: Design) -> str:
    """Return the key of SHARES a design belongs to."""
    if design.deck.endswith("-mirrored"):
        return "mirrored"
    if not design.deck.startswith("drawn"):
        return design.deck
    return "pips" if design.is_pip else "drawn"


def weights_of(designs: Sequence[Design]) -> list[float]:
    """Return the relative frequency of each design."""
    sources = [source_of(d) for d in designs]
    return [SHARES[source] / sources.count(source) for source in sources]


def class_directions(
    net: EmbedderNet, designs: Sequence[Design], views: ViewMaker, seed: int
) -> torch.Tensor:
    """Return a trained network's direction of each class, shape (classes, 128), to start a classifier."""
    rng, embed = Random(seed), embedder_of(net)
    rows = []
    for first in tqdm(range(0, len(designs), TRIAL_BATCH), desc="directions", mininterval=15):
        some = designs[first : first + TRIAL_BATCH]
        crops = np.stack([
            views.degraded(rng.choice(design.printings), rng, cover=0.0)
            for design in some
            for _ in range(VIEWS_A_DIRECTION)
        ])  # fmt: skip
        ways = np.stack([crops, crops[:, ::-1, ::-1]])
        embedded = embed(ways.reshape(-1, *crops.shape[1:])).reshape(2, len(some), VIEWS_A_DIRECTION, -1)
        rows.append(embedded.mean(axis=2).transpose(1, 0, 2).reshape(2 * len(some), -1))
    return functional.normalize(torch.from_numpy(np.concatenate(rows)), dim=1)


class ViewStream:
    """Batches of views and labels without end; label 2i is design i upright, 2i + 1 upside down, -1 none."""

    def __init__(self, designs: Sequence[Design], seed: int, backs: int = 400) -> None:
        self.designs, self.seed, self.weights = designs, seed, weights_of(designs)
        faces = [d.printings[0] for d in designs]
        self.views = ViewMaker.of(faces, INPUT_WH)
        self.negatives = NegativeMaker(faces, drawn_backs(seed, backs, HEIGHT_PX), self.views)

    def __call__(self, worker: int, _: int) -> Iterator[Chosen]:
        """Yield batches."""
        rng = Random(self.seed * 1000 + worker)
        while True:
            chosen = rng.choices(range(len(self.designs)), self.weights, k=BATCH)
            made = [self.labelled(i, rng) for i in chosen]
            yield np.stack([crop for crop, _ in made]), np.array([label for _, label in made])

    def labelled(self, index: int, rng: Random) -> tuple[NDArray[np.uint8], int]:
        """Return one view and its label."""
        if rng.random() < NEGATIVE_SHARE:
            return self.negatives.negative(rng), -1
        design, turned = self.designs[index], rng.random() < 0.5
        picture = rng.choice(design.printings)
        picture = picture[::-1, ::-1] if turned else picture
        crop = (
            self.views.plain(picture, rng)
            if rng.random() < PLAIN_SHARE
            else self.views.degraded(picture, rng)
        )
        return crop, 2 * index + (turned and not design.symmetric)


class Learner(nn.Module):
    """The embedder, and its training classifier."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.net, self.classifier = EmbedderNet(), CosineClassifier(classes)

    def forward(self, crops: Tensor) -> Tensor:
        """Return embeddings."""
        embedded: Tensor = self.net(crops)
        return embedded


class EmbedderTrainer(Trainer[Chosen]):
    """An embedder in training."""

    kept = 0.999

    def __init__(self, device: torch.device, peak_rate: float, designs: Sequence[Design]) -> None:
        width, height = INPUT_WH
        self.designs, self.classes = designs, class_names(designs)
        example = torch.zeros((TRIAL_BATCH, height, width, 3))
        super().__init__(Learner(len(self.classes)), device, peak_rate, example)

    def loss_of(self, chosen: Chosen) -> Tensor:
        """Return the classifier's loss, with a margin that grows."""
        crops, labels = (torch.from_numpy(part).to(self.device) for part in chosen)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            embeddings = self.net(crops)
        margin = MARGIN if self.before["steps"] else margin_at(self.progress)
        loss: Tensor = self.net.classifier(embeddings.float(), labels, margin)
        return loss

    def state(self) -> dict[str, Any]:
        """Return the state for a checkpoint, with the names of the classes."""
        return super().state() | {"classes": self.classes}

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a checkpoint; decks may have come or gone since."""
        fit_classes(state, self.net.classifier.weight, self.classes)
        super().restore(state)

    def start_from(self, shipped: Path, example: Tensor) -> None:
        """Begin with a shipped embedder; its classifier starts at the designs' embeddings."""
        trained = trained_so_far(shipped)
        start_from(shipped, self.net.net, example.to(self.device))
        views = ViewMaker.of([d.printings[0] for d in self.designs], INPUT_WH)
        directions = class_directions(self.net.net.eval(), self.designs, views, seed=0)
        self.net.classifier.weight.data.copy_(directions)
        steps = trained.get("steps", trained.get("views", 0) // BATCH)
        self.begin_after(int(steps), trained["minutes"])

    def trained(self) -> dict[str, float]:
        """Return the training time in all, and the number of views."""
        trained = super().trained()
        return trained | {"views": trained["steps"] * BATCH}


ROWS = "classifier.weight"
MOMENTS = ("exp_avg", "exp_avg_sq")


def class_names(designs: Sequence[Design]) -> list[str]:
    """Return a name for each class, in the order of the labels: each design upright, then upside down."""
    return [f"{d.deck}/{d.code}{way}" for d in designs for way in ("", "/turned")]


def fit_classes(state: dict[str, Any], fresh: torch.Tensor, classes: list[str]) -> None:
    """Fit a checkpoint's classifier to today's classes; new ones start as in ``fresh``."""
    known = {name: i for i, name in enumerate(state["classes"])}
    here = [i for i, name in enumerate(classes) if name in known]
    there = [known[classes[i]] for i in here]
    learnt, averaged = state["net"], state["averaged"]
    shape = learnt[ROWS].shape
    moments = [m for m in state["optimiser"]["state"].values() if m["exp_avg"].shape == shape]
    holders = [(learnt, ROWS), (averaged, f"module.{ROWS}"), *((m, k) for m in moments for k in MOMENTS)]
    for holder, key in holders:
        rows = torch.zeros_like(fresh) if key in MOMENTS else fresh.detach().clone()
        rows[here] = holder[key][there]
        holder[key] = rows


def margin_at(progress: float) -> float:
    """Return the margin, which grows from 0 to full over the first 60 %."""
    return MARGIN * min(1.0, progress / 0.6)


def embedder_of(net: EmbedderNet) -> Embed:
    """Return the network as a plain function on arrays."""
    device = next(net.parameters()).device

    def embed(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        with torch.no_grad():
            return np.asarray(net(torch.from_numpy(crops).to(device)).cpu().numpy(), np.float32)

    return embed


def unseen_report(trainer: EmbedderTrainer, unseen: Sequence[str]) -> str:
    """Return figures on decks that were never trained on: drawn ones, and scanned ones kept out."""
    embed = embedder_of(trainer.average.net)
    decks = {name: scanned_designs([name]) for name in unseen}
    decks["drawn"] = list(drawn_designs(HELD_OUT_SEED, 240))
    lines = [retrieval_line(f"unseen {name}", designs, embed) for name, designs in decks.items()]
    trained = trainer.trained()
    return "\n".join([f"after {trained['views']} views, {trained['minutes']:.0f} minutes:", *lines])


def crops_to_quantize(designs: Sequence[Design]) -> list[NDArray[np.uint8]]:
    """Make batches of views of the trained designs for the ranges of the quantized network."""
    views, rng = ViewMaker.of([d.printings[0] for d in designs], INPUT_WH), Random(0)
    shown = [rng.choice(designs).printings[0] for _ in range(QUANTIZED_BATCHES * QUANTIZED_BATCH)]
    crops = np.stack([views.degraded(picture, rng) for picture in shown])
    return list(crops.reshape(QUANTIZED_BATCHES, QUANTIZED_BATCH, *crops.shape[1:]))


@click.command()
@course(minutes=600.0, seed=0, rate=2.5e-3, checkpoint=checkpoint_of("embedder"), target=EMBEDDER)
@click.option(
    "--drawn", "drawn_cards", default=4500, show_default=True, help="Drawn cards among the designs."
)
@click.option("--without", multiple=True, help="A scanned deck to keep unseen, to measure on it.")
@WORKERS_OPTION
def main(course: Course, drawn_cards: int, without: tuple[str, ...], workers: int) -> None:
    """Train the embedder (resuming its checkpoint if there is one)."""
    designs = training_designs(drawn_cards, without, course.seed, workers)
    trainer = EmbedderTrainer(best_device(), course.rate, designs)
    trainer.go_on(course, lambda: torch.from_numpy(np.concatenate(crops_to_quantize(designs))))
    print(f"{len(designs)} designs, on {trainer.device}, {trainer.steps} steps done")
    if not course.export_only:
        # The designs are too many to be sent to another process.
        views = drawn(ViewStream(designs, course.seed + trainer.steps), workers, context="fork")
        trainer.run(course.minutes * 60, lambda: next(views), course.checkpoint)
    report = unseen_report(trainer, without)
    data = f"{len(designs)} designs ({drawn_cards} drawn before twins were dropped), seed {course.seed}"
    difference = export_embedder(trainer.average.net, course.target, half=False)
    print(f"{report}\n{course.target}: differs from the trained network by {difference:.2g}")
    eight = quantize(course.target, crops_to_quantize(designs), EMBEDDINGS)
    print(f"in eight bits they differ by {eight:.2g}")
    halve(course.target)
    record_entry(course.target, trainer.trained(), {"retrieval": report.splitlines()}, data)


if __name__ == "__main__":
    main()
