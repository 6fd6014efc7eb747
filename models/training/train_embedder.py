"""Train the embedder: `python -m models.training.train_embedder`.

Endless degraded views of every design go through a cosine classifier with a growing margin; a card upside
down is another class. Stopped and started again it goes on where it was (runs/embedder/), or, with --start, from a
shipped network. Writes models/embedder.onnx from averaged weights, checked against the trained network, in eight bits.
"""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import click
import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset
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
from models.training.export import EMBEDDER, export_embedder, halve, record_passport
from models.training.impostors import ImpostorMaker, drawn_backs
from models.training.manifest import trained_so_far
from models.training.quantize import EMBEDDINGS, quantize
from models.training.retrieval import Embed, retrieval_line
from models.training.trainer import START_OPTION, follow, is_faster_in_16_bits
from models.training.views import ViewMaker
from models.training.warm_start import start_from

RUN_DIR = Path("runs/embedder")
BATCH = 192
PEAK_RATE = 2.5e-3
MARGIN = 0.3
SHARES = {
    "rws": 0.22,
    "marseille-noblet": 0.12,
    "english-vector": 0.06,
    "mirrored": 0.06,
    "drawn": 0.3,
    "pips": 0.24,
}
"""How often a view shows a design of this source; drawn pip cards are few and hard, so they come more often."""

VIEWS_A_DIRECTION = 3
IMPOSTOR_SHARE = 0.06
PLAIN_SHARE = 0.1
QUANTIZED_BATCHES, QUANTIZED_BATCH = 24, 16
TRIAL_BATCH = 32


def source_of(design: Design) -> str:
    """Return the key of SHARES a design belongs to."""
    if design.deck.endswith("-mirrored"):
        return "mirrored"
    if not design.deck.startswith("drawn"):
        return design.deck
    return "pips" if design.is_pip else "drawn"


def weights_of(designs: Sequence[Design]) -> list[float]:
    """Return how often each design is shown, relative to the others."""
    sources = [source_of(d) for d in designs]
    return [SHARES[source] / sources.count(source) for source in sources]


def class_directions(
    net: EmbedderNet, designs: Sequence[Design], views: ViewMaker, seed: int
) -> torch.Tensor:
    """Return where a trained network sees each class, shape (classes, 128): a classifier to go on with."""
    rng, embed = Random(seed), embedder_of(net)
    rows = []
    for design in tqdm(designs, desc="directions", unit="design", mininterval=15):
        crops = [
            views.degraded(rng.choice(design.printings), rng, cover=0.0) for _ in range(VIEWS_A_DIRECTION)
        ]
        ways = np.stack([*crops, *(crop[::-1, ::-1] for crop in crops)])
        rows += [embedded.mean(axis=0) for embedded in np.split(embed(ways), 2)]
    return functional.normalize(torch.from_numpy(np.stack(rows)), dim=1)


class ViewStream(IterableDataset[tuple[NDArray[np.uint8], NDArray[np.int64]]]):
    """Batches of views and labels without end; label 2i is design i upright, 2i + 1 upside down, -1 none."""

    def __init__(self, designs: Sequence[Design], seed: int, backs: int = 400) -> None:
        super().__init__()
        self.designs, self.seed, self.weights = designs, seed, weights_of(designs)
        faces = [d.printings[0] for d in designs]
        self.views = ViewMaker.of(faces, INPUT_WH)
        self.impostors = ImpostorMaker(faces, drawn_backs(seed, backs, HEIGHT_PX), self.views)

    def __iter__(self) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
        cv2.setNumThreads(1)
        worker = torch.utils.data.get_worker_info()
        rng = Random(self.seed * 1000 + (worker.id if worker else 0))
        while True:
            chosen = rng.choices(range(len(self.designs)), self.weights, k=BATCH)
            made = [self.labelled(i, rng) for i in chosen]
            yield np.stack([crop for crop, _ in made]), np.array([label for _, label in made])

    def labelled(self, index: int, rng: Random) -> tuple[NDArray[np.uint8], int]:
        """Return one view and its label."""
        if rng.random() < IMPOSTOR_SHARE:
            return self.impostors.impostor(rng), -1
        design, turned = self.designs[index], rng.random() < 0.5
        picture = rng.choice(design.printings)
        picture = picture[::-1, ::-1] if turned else picture
        crop = (
            self.views.plain(picture, rng)
            if rng.random() < PLAIN_SHARE
            else self.views.degraded(picture, rng)
        )
        return crop, 2 * index + (turned and not design.symmetric)


@dataclass
class Training:
    """Everything that a checkpoint holds: network, classifier, averaged network, optimiser, what was done."""

    net: EmbedderNet
    classifier: CosineClassifier
    averaged: EmbedderNet
    optimiser: torch.optim.Optimizer
    checkpoint: Path
    classes: list[str]
    views: int = 0
    seconds: float = 0.0
    losses: list[float] = field(default_factory=list)
    in_16_bits: bool = False

    @classmethod
    def of(cls, classes: list[str], device: str, checkpoint: Path) -> Training:
        """Start anew."""
        net = EmbedderNet().to(device, memory_format=torch.channels_last)
        classifier = CosineClassifier(len(classes)).to(device)
        parameters = [*net.parameters(), *classifier.parameters()]
        optimiser = torch.optim.AdamW(parameters, weight_decay=0.01)
        averaged = copy.deepcopy(net).eval()
        width, height = INPUT_WH
        in_16_bits = is_faster_in_16_bits(net, torch.zeros(TRIAL_BATCH, height, width, 3).to(device))
        return cls(net, classifier, averaged, optimiser, checkpoint, classes, in_16_bits=in_16_bits)

    def start_from(self, shipped: Path, designs: Sequence[Design], seed: int) -> None:
        """Go on from a shipped network whose checkpoint is gone."""
        trained = trained_so_far(shipped)
        views = ViewMaker.of([d.printings[0] for d in designs], INPUT_WH)
        example = torch.from_numpy(np.concatenate(crops_to_quantize(designs)))
        start_from(shipped, self.net, example.to(self.classifier.weight.device))
        self.averaged = copy.deepcopy(self.net).eval()
        self.classifier.weight.data.copy_(class_directions(self.averaged, designs, views, seed))
        self.views, self.seconds = int(trained["views"]), 60.0 * trained["minutes"]

    def state(self) -> dict[str, Any]:
        """Return what a checkpoint file keeps."""
        modules = {name: getattr(self, name).state_dict() for name in MODULES}
        return {**modules, "classes": self.classes, "views": self.views, "seconds": self.seconds}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint; decks may have come or gone since."""
        fit_classes(state, self.classifier.weight, self.classes)
        for name in MODULES:
            getattr(self, name).load_state_dict(state[name])
        self.views, self.seconds = state["views"], state["seconds"]

    def save(self) -> None:
        """Write the checkpoint whole or not at all."""
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        part = self.checkpoint.with_suffix(".part")
        torch.save(self.state(), part)
        part.replace(self.checkpoint)


MODULES = ("net", "classifier", "averaged", "optimiser")
MOMENTS = ("exp_avg", "exp_avg_sq")


def class_names(designs: Sequence[Design]) -> list[str]:
    """Return a name for each class, in the order of the labels: each design upright, then upside down."""
    return [f"{d.deck}/{d.code}{way}" for d in designs for way in ("", "/turned")]


def fit_classes(state: dict[str, Any], fresh: torch.Tensor, classes: list[str]) -> None:
    """Bring a checkpoint's classifier to today's classes; those it does not know start as ``fresh`` has them."""
    known = {name: i for i, name in enumerate(state["classes"])}
    here = [i for i, name in enumerate(classes) if name in known]
    there = [known[classes[i]] for i in here]
    shape = state["classifier"]["weight"].shape
    moments = [m for m in state["optimiser"]["state"].values() if m["exp_avg"].shape == shape]
    for holder, key in [(state["classifier"], "weight"), *((m, k) for m in moments for k in MOMENTS)]:
        rows = fresh.detach().clone() if key == "weight" else torch.zeros_like(fresh)
        rows[here] = holder[key][there]
        holder[key] = rows


def learning_rate(progress: float, views: int) -> float:
    """Warm up over 40,000 views, then fall along a cosine."""
    return PEAK_RATE * min(1.0, views / 40_000 + 0.02) * (0.5 + 0.495 * math.cos(math.pi * progress))


def margin_at(progress: float) -> float:
    """Grow from nothing to the full margin over the first 60 %."""
    return MARGIN * min(1.0, progress / 0.6)


def train_step(training: Training, crops: torch.Tensor, labels: torch.Tensor, progress: float) -> float:
    """Learn from one batch; return its loss."""
    for group in training.optimiser.param_groups:
        group["lr"] = learning_rate(progress, training.views)
    with torch.autocast(crops.device.type, torch.bfloat16, enabled=training.in_16_bits):
        embeddings = training.net(crops)
    loss = training.classifier(embeddings.float(), labels, margin_at(progress))
    training.optimiser.zero_grad()
    loss.backward()
    training.optimiser.step()
    follow(training.averaged, training.net, min(0.999, 1 - 1 / (2 + training.views / BATCH / 10)))
    return float(loss.detach())


@dataclass(frozen=True, slots=True)
class Limits:
    """When the training ends: after so many views, or minutes, whichever comes first."""

    views: int
    minutes: float

    def progress(self, training: Training) -> float:
        """Return how far it is, 0 to 1."""
        return min(1.0, max(training.views / self.views, training.seconds / 60 / self.minutes))


def embedder_of(net: EmbedderNet) -> Embed:
    """Return the network as a plain function on arrays."""
    device = next(net.parameters()).device

    def embed(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        with torch.no_grad():
            return np.asarray(net(torch.from_numpy(crops).to(device)).cpu().numpy(), np.float32)

    return embed


def unseen_report(training: Training, unseen: Sequence[str]) -> str:
    """Return figures on decks that were never trained on: drawn ones, and scanned ones kept out."""
    embed = embedder_of(training.averaged)
    decks = {name: scanned_designs([name]) for name in unseen}
    decks["drawn"] = list(drawn_designs(HELD_OUT_SEED, 240))
    lines = [retrieval_line(f"unseen {name}", designs, embed) for name, designs in decks.items()]
    return "\n".join([f"after {training.views} views, {training.seconds / 60:.0f} minutes:", *lines])


def batches(designs: list[Design], seed: int, workers: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Make batches in other processes."""
    stream = ViewStream(designs, seed)
    fork = "fork" if workers else None
    prefetch = 4 if workers else None
    return iter(
        DataLoader(
            stream,
            batch_size=None,
            num_workers=workers,
            prefetch_factor=prefetch,
            multiprocessing_context=fork,
        )
    )


@dataclass
class Intervals:
    """Says when something is due, on the training's own clock."""

    every_s: float
    last_s: float

    def due(self, now_s: float) -> bool:
        """Tell whether the interval has passed, and start the next one."""
        if now_s - self.last_s < self.every_s:
            return False
        self.last_s = now_s
        return True


def run_training(
    training: Training,
    source: Iterator[tuple[torch.Tensor, torch.Tensor]],
    limits: Limits,
    unseen: Sequence[str],
) -> None:
    """Train until the limit; save every two minutes, report every ten."""
    device = next(training.net.parameters()).device
    saving, reporting = Intervals(120, training.seconds), Intervals(600, training.seconds)
    bar = tqdm(total=limits.views, initial=training.views, unit="view", mininterval=15)
    clock = time.monotonic()
    while limits.progress(training) < 1:
        crops, labels = next(source)
        loss = train_step(training, crops.to(device), labels.to(device), limits.progress(training))
        training.views += len(crops)
        training.losses = [*training.losses[-99:], loss]
        bar.set_postfix(loss=f"{np.mean(training.losses):.3f}", refresh=False)
        bar.update(len(crops))
        if reporting.due(training.seconds):
            tqdm.write(unseen_report(training, unseen))
        if saving.due(training.seconds):
            training.save()
        training.seconds += time.monotonic() - clock
        clock = time.monotonic()
    training.save()


def crops_to_quantize(designs: Sequence[Design]) -> list[NDArray[np.uint8]]:
    """Make what the ranges of the quantized network are taken from: batches of views of the trained designs."""
    views, rng = ViewMaker.of([d.printings[0] for d in designs], INPUT_WH), Random(0)
    shown = [rng.choice(designs).printings[0] for _ in range(QUANTIZED_BATCHES * QUANTIZED_BATCH)]
    crops = np.stack([views.degraded(picture, rng) for picture in shown])
    return list(crops.reshape(QUANTIZED_BATCHES, QUANTIZED_BATCH, *crops.shape[1:]))


@click.command(help=__doc__)
@click.option("--views", default=2_000_000, show_default=True, help="Stop after so many views.")
@click.option("--minutes", default=600.0, show_default=True, help="Stop after so many minutes.")
@click.option("--drawn", default=4500, show_default=True, help="Drawn cards among the designs.")
@click.option("--without", multiple=True, help="A scanned deck to keep unseen, to measure on it.")
@click.option("--seed", default=0, show_default=True)
@click.option("--workers", default=1, show_default=True, help="Processes that make views.")
@click.option("--run", "run_dir", default=str(RUN_DIR), show_default=True, type=click.Path(path_type=Path))
@click.option("--to", "target", default=str(EMBEDDER), type=click.Path(path_type=Path), help="The ONNX file.")
@START_OPTION
@click.option("--export-only", is_flag=True, help="Export the checkpoint as it is, train no further.")
def main(
    views: int,
    minutes: float,
    drawn: int,
    without: tuple[str, ...],
    seed: int,
    workers: int,
    run_dir: Path,
    target: Path,
    start: Path | None,
    export_only: bool,
) -> None:
    """Train, or go on training, then export."""
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    designs = training_designs(drawn, without, seed)
    training = Training.of(class_names(designs), device, run_dir / "checkpoint.pt")
    if training.checkpoint.exists():
        training.restore(torch.load(training.checkpoint, map_location=device))
    elif start is not None:
        training.start_from(start, designs, seed)
    click.echo(f"{len(designs)} designs, on {device}, {training.views} views done", err=True)
    if not export_only:
        source = batches(designs, seed + training.views, workers)
        run_training(training, source, Limits(views, minutes), without)
    report = unseen_report(training, without)
    data = f"{len(designs)} designs ({drawn} drawn before twins were dropped), {training.views} views, seed {seed}"
    difference = export_embedder(training.averaged, target, half=False)
    click.echo(f"{report}\n{target}: differs from the trained network by {difference:.2g}")
    click.echo(f"in eight bits they differ by {quantize(target, crops_to_quantize(designs), EMBEDDINGS):.2g}")
    halve(target)
    trained = {"views": training.views, "minutes": round(training.seconds / 60, 1)}
    record_passport(target, trained, {"retrieval": report.splitlines()}, data)


if __name__ == "__main__":
    main()
