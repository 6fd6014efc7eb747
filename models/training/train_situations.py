"""Fit the situation filter's network: evidence of a track in a frame to the likelihood of each situation.

`python -m tests.benchmarks.tapes evidence --to ROWS` writes the rows from simulated sessions, then
`python -m models.training.train_situations ROWS` fits two small layers to them, calibrated by their own likelihood on
sessions kept out, and prints how often situations follow each other (``vision.tracking.situations.RATES``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.export import Doors, export
from models.training.manifest import record
from vision.tracking.emission import FILE
from vision.tracking.evidence import FIELDS
from vision.tracking.situations import PLACES, Situation

HIDDEN: Final = (32, 16)
EPOCHS: Final = 25
BATCH: Final = 512
RATE: Final = 5e-3
RATE_FALLS_BY: Final = 0.9
"""Learning rate, and its factor from one epoch to the next."""

DECAY: Final = 3e-2
NOISE: Final = 0.05
"""Standard deviation of the noise on standardised evidence in training."""

UNKNOWN_TABLE: Final = 0.15
"""Share of training rows that are shown as if the table below had never been seen bare."""

FARTHEST: Final = 6.0
"""Standard deviations beyond which evidence counts no more: hardly any was that far in training."""

HELD_OUT_EVERY: Final = 4
"""Every fourth session is kept out of training."""

REPLACED: Final = 0.08
"""Rows of another card in a track's place that are made from rows of cards that lie clear, as a share of these."""

LIKENESS: Final = (1.6, 3.0)
"""Beta distribution of the share of a place that looks alike with two cards of one deck: thumbnails of pairs out of 28
decks have quantiles (5, 50, 95 %) of 0.1, 0.3 and 0.75."""

LEAST_PRIOR: Final = 5e-3
"""No situation counts as rarer than this: its evidence would outweigh all others."""

NEXT_S: Final = 0.3
"""Rows of one track that are further apart than this do not follow each other."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of some sessions: evidence (n, f), situations (n,), and transitions per second between these, (5, 5)."""

    evidence: NDArray[np.float32]
    situation: NDArray[np.int64]
    changes: NDArray[np.float64]
    seconds: NDArray[np.float64]


def read_rows(paths: list[Path]) -> Rows:
    """Read the rows of sessions.

    :raise ValueError: if a file was written with other fields of evidence.
    """
    evidence, situation = [np.zeros((0, len(FIELDS)), np.float32)], [np.zeros(0, np.int64)]
    changes, seconds = np.zeros((len(PLACES), len(PLACES))), np.zeros(len(PLACES))
    for path in paths:
        with np.load(path) as file:
            if tuple(file["fields"].tolist()) != FIELDS:
                raise ValueError(f"{path}: holds other fields of evidence; write it again")
            evidence.append(file["evidence"])
            situation.append(file["situation"])
            _count_changes(file["track"], file["t_s"], file["situation"], changes, seconds)
    return Rows(np.concatenate(evidence), np.concatenate(situation), changes, seconds)


def _count_changes(
    track: NDArray[np.int64],
    t_s: NDArray[np.float64],
    situation: NDArray[np.int64],
    changes: NDArray[np.float64],
    seconds: NDArray[np.float64],
) -> None:
    for number in np.unique(track):
        own = track == number
        steps, states = np.diff(t_s[own]), situation[own]
        near = steps < NEXT_S
        np.add.at(seconds, states[:-1][near], steps[near])
        changed = near & (states[1:] != states[:-1])
        np.add.at(changes, (states[:-1][changed], states[1:][changed]), 1)


def with_replaced(rows: Rows, seed: int = 1) -> Rows:
    """Add rows in which another card lies where one lay clear: what the simulator plays is too rare to learn it."""
    chance = np.random.default_rng(seed)
    at = {name: index for index, name in enumerate(FIELDS)}
    seen, clear = rows.evidence, rows.situation == PLACES.index(Situation.CLEAR)
    rests = (seen[:, at["moving"]] == 0) & (seen[:, at["hand"]] < 1) & (seen[:, at["covered"]] == 0)
    usable = np.flatnonzero(clear & rests & (seen[:, at["match_score"]] > 0))
    made = seen[chance.choice(usable, round(REPLACED * len(usable)))]
    alike = chance.beta(*LIKENESS, len(made)).astype(np.float32)
    beside = np.clip(alike + chance.normal(0, 0.05, len(made)), 0, 1)
    made[:, at["kept"]], made[:, at["changed"]], made[:, at["match_kept"]] = alike, 1 - alike, beside
    made[:, at["named_kept"]] = np.where(made[:, at["named"]] > 0, alike, 1)
    made[:, at["match_iou"]] = chance.uniform(0.75, 1, len(made))
    made[:, at["match_offset"]] = chance.uniform(0, 0.08, len(made))
    made[:, at["name"]] *= chance.integers(0, 2, len(made))
    made[:, at["other_name"]] = chance.uniform(0, 15, len(made)) * chance.integers(0, 2, len(made))
    gone = np.full(len(made), PLACES.index(Situation.GONE))
    return replace(
        rows, evidence=np.concatenate([seen, made]), situation=np.concatenate([rows.situation, gone])
    )


class SituationNet(nn.Module):
    """Evidence (n, f) to log-likelihoods of the situations up to a constant, (n, 5)."""

    def __init__(self, mean: Tensor, scale: Tensor, prior: Tensor) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("scale", scale)
        self.register_buffer("log_prior", prior.log())
        widths = (len(mean), *HIDDEN)
        layers: list[nn.Module] = []
        for wide, narrow in pairwise(widths):
            layers += [nn.Linear(wide, narrow), nn.ReLU()]
        self.layers = nn.Sequential(*layers, nn.Linear(HIDDEN[-1], len(PLACES)))

    def logits(self, standardised: Tensor) -> Tensor:
        """Return logits of the situations, (n, 5), from standardised evidence, (n, f)."""
        out: Tensor = self.layers(standardised)
        return out

    def standardised(self, evidence: Tensor) -> Tensor:
        """Return evidence with mean 0 and variance 1, as far out as any was seen often."""
        return torch.clamp((evidence - self.mean) / self.scale, -FARTHEST, FARTHEST)

    def forward(self, evidence: Tensor) -> Tensor:
        """Return log-likelihoods: what the evidence says beyond how common a situation is."""
        return torch.log_softmax(self.logits(self.standardised(evidence)), dim=1) - self.log_prior


def fit(rows: Rows, epochs: int = EPOCHS, seed: int = 1) -> SituationNet:
    """Fit a network to rows."""
    torch.manual_seed(seed)
    evidence, situation = torch.from_numpy(rows.evidence), torch.from_numpy(rows.situation)
    counts = np.bincount(rows.situation, minlength=len(PLACES)) / max(len(rows.situation), 1)
    prior = np.maximum(counts, LEAST_PRIOR)
    net = SituationNet(
        evidence.mean(dim=0),
        evidence.std(dim=0) + 1e-2,
        torch.tensor(prior / prior.sum(), dtype=torch.float32),
    )
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    values, unseen = net.standardised(evidence), net.standardised(torch.zeros(1, len(FIELDS)))[0]
    bare = FIELDS.index("bare")
    for _ in range(epochs):
        for batch in torch.randperm(len(values)).split(BATCH):
            noisy = values[batch] + NOISE * torch.randn_like(values[batch])
            noisy[torch.rand(len(batch)) < UNKNOWN_TABLE, bare] = unseen[bare]
            loss = nn.functional.cross_entropy(net.logits(noisy), situation[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for group in optimizer.param_groups:
            group["lr"] *= RATE_FALLS_BY
    return net


def measured(net: SituationNet, rows: Rows) -> dict[str, float]:
    """Return mean negative log-likelihood and the share of right situations on rows."""
    with torch.no_grad():
        logits = net.logits(net.standardised(torch.from_numpy(rows.evidence)))
        truth = torch.from_numpy(rows.situation)
        loss = float(nn.functional.cross_entropy(logits, truth))
        right = float((logits.argmax(dim=1) == truth).float().mean())
    return {"nll": round(loss, 4), "right": round(right, 4), "n": len(rows.situation)}


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), default=FILE, show_default=True)
def main(folder: Path, to: Path) -> None:
    """Fit, measure, export."""
    paths = sorted(folder.glob("*.npz"))
    if len(paths) < HELD_OUT_EVERY:
        raise click.ClickException(
            f"{folder}: holds {len(paths)} sessions, at least {HELD_OUT_EVERY} are needed"
        )
    kept_out = paths[1::HELD_OUT_EVERY]
    try:
        rows, held_out = read_rows([path for path in paths if path not in kept_out]), read_rows(kept_out)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    net = fit(with_replaced(rows))
    scores = measured(net, held_out)
    click.echo(f"held-out sessions: {scores}")
    click.echo("transitions per second:")
    click.echo(str(np.round(rows.changes / np.maximum(rows.seconds, 1e-3)[:, None], 2)))
    example = torch.from_numpy(held_out.evidence[:16])
    export(net, example, to, Doors("evidence", ("log_likelihoods",), {0: "n"}, {0: "n"}), half=False)
    if to == FILE:
        entry = {
            "input": ["n", len(FIELDS)],
            "command": "python -m models.training.train_situations ROWS",
            "data": "evidence of tracks in simulated sessions with the simulator's truth; no photograph of a card",
        }
        record(to, entry | {"scores": {"held_out": scores}})


if __name__ == "__main__":
    main()
