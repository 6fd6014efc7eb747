"""Train the correspondence network: ``python -m models.training.train_correspondence --minutes 60``.

Every cell of a view must find its place among all cells of the gallery's pictures of a batch. Resumes its checkpoint,
else starts with a head on the shipped detector; exports ONNX. It is not part of the program: see models/README.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as fn

from models.training.correspondence_net import (
    CELL_PX,
    DESCRIPTOR,
    DIMENSIONS,
    SURE,
    CorrespondenceNet,
    ExportedCorrespondence,
)
from models.training.correspondence_samples import BATCH, CELLS_A_SIDE, CENTRES, SIDE_PX, Pairs, PairStream
from models.training.designs import Design, training_designs
from models.training.export import DETECTOR, MODELS, export_correspondence
from models.training.kept_out import ROTATIONS
from models.training.stream import WORKERS_OPTION, drawn
from models.training.trainer import Course, Trainer, best_device, checkpoint_of, course
from models.training.warm_start import start_from

CORRESPONDENCE: Final = MODELS / "training" / "correspondence.onnx"
CELLS_A_VIEW: Final = 40
"""Cells of each view that look for their places."""

NEAR_PX: Final = 1.6 * CELL_PX
"""Distance up to which a cell of the right card is not counted as wrong: its neighbours see nearly the same."""

NEVER: Final = -1e4
"""Logit of what does not count."""

SURE_WEIGHT, GROUND_WEIGHT = 0.3, 0.15
"""Weights of the losses of being sure, on cells that look for their places and on cells beside the card."""

LEAST_SHARPNESS, MOST_SHARPNESS = 5.0, 100.0


def input_of(pictures: NDArray[np.uint8]) -> Tensor:
    """Convert pictures (n, h, w, 3) to the network's input: (n, 3, h, w), 0 to 1."""
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float() / 255


class CorrespondenceTrainer(Trainer[Pairs]):
    """A correspondence network in training."""

    clip = 2.0

    def __init__(self, net: CorrespondenceNet, device: torch.device, peak_rate: float, seed: int) -> None:
        super().__init__(net, device, peak_rate, torch.zeros(BATCH, 3, SIDE_PX, SIDE_PX))
        self.generator = torch.Generator().manual_seed(seed)
        self.found = 0.0
        """Share of the last batch's cells that found their places."""

    def warm_start(self, shipped: Path, example: Tensor) -> None:
        """Give the network the weights of a stored one."""
        start_from(shipped, ExportedCorrespondence(self.net), example)

    def loss_of(self, chosen: Pairs) -> Tensor:
        """Return the cross entropy of the places of some cells, and of being sure of them."""
        count = len(chosen.view)
        pictures = input_of(np.concatenate([chosen.gallery, chosen.view])).to(self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.in_16_bits):
            out = self.net(pictures.contiguous(memory_format=torch.channels_last))
        flat = out[:, DESCRIPTOR].flatten(2).transpose(1, 2)
        gallery, view, sure = flat[:count], flat[count:], out[count:, SURE].flatten(1)
        shown, stored, places = (
            torch.from_numpy(part).to(self.device) for part in (chosen.shown, chosen.stored, chosen.places)
        )
        cells = torch.multinomial(shown.cpu() + 1e-9, CELLS_A_VIEW, generator=self.generator).to(self.device)
        counted = shown.gather(1, cells).float()
        asking = view.gather(1, cells[..., None].expand(-1, -1, DIMENSIONS))
        own, others = self._logits(
            asking, gallery, places.gather(1, cells[..., None].expand(-1, -1, 2)), stored
        )
        found = (own > others.amax(dim=-1)).float() * counted
        total = counted.sum().clamp(min=1)
        self.found = float(found.sum() / total)
        entropy = torch.logaddexp(own, others.logsumexp(dim=-1)) - own
        of_cells = fn.binary_cross_entropy_with_logits(sure.gather(1, cells), found, reduction="none")
        ground = (~shown).float()
        of_ground = (fn.softplus(sure) * ground).sum() / ground.sum().clamp(min=1)
        of_shown = ((entropy + SURE_WEIGHT * of_cells) * counted).sum() / total
        return of_shown + GROUND_WEIGHT * of_ground

    def _logits(
        self, asking: Tensor, gallery: Tensor, places: Tensor, stored: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return the logits of each asking cell's own place (n, m), and of all wrong ones (n, m, n * cells).

        The own place is the cell nearest to it as it is: one made of its neighbours would be told by being made.
        """
        count, sharpness = len(asking), self.net.sharpness.exp().clamp(LEAST_SHARPNESS, MOST_SHARPNESS)
        column, row = (
            ((places - (CELL_PX - 1) / 2) / CELL_PX).round().clamp(0, CELLS_A_SIDE - 1).long().unbind(-1)
        )
        nearest = (row * CELLS_A_SIDE + column)[..., None].expand(-1, -1, DIMENSIONS)
        own = (asking * gallery.gather(1, nearest)).sum(dim=-1) * sharpness
        similar = torch.einsum("nmd,kcd->nmkc", asking, gallery) * sharpness
        left_out = (~stored)[None, None].expand(count, places.shape[1], -1, -1).clone()
        centres = torch.from_numpy(CENTRES).to(places.device)
        near = torch.linalg.vector_norm(places[:, :, None] - centres, dim=-1) < NEAR_PX
        each = torch.arange(count)
        left_out[each, :, each] |= near
        return own, similar.masked_fill(left_out, NEVER).flatten(2)


def designs_of(drawn_cards: int, seed: int, workers: int) -> list[Design]:
    """Return the designs to train on: all but those kept out of the shipped weights, without playing cards, whose pips
    are alike all over."""
    out = ROTATIONS[0]
    designs = training_designs(drawn_cards, (*out.tarot, *out.playing), seed, workers)
    return [design for design in designs if not design.deck.startswith("playing")]


@click.command()
@course(minutes=60.0, seed=1, rate=2e-3, checkpoint=checkpoint_of("correspondence"), target=CORRESPONDENCE)
@click.option("--drawn", "drawn_cards", default=500, show_default=True, help="Drawn cards among the designs.")
@WORKERS_OPTION
def main(course: Course, drawn_cards: int, workers: int) -> None:
    """Train the correspondence network (resuming its checkpoint if there is one)."""
    designs = designs_of(drawn_cards, course.seed, workers)
    # The designs are too many to be sent to another process.
    pairs = drawn(PairStream(designs, course.seed), workers, context="fork")
    first = next(pairs)
    net = CorrespondenceNet.on(DETECTOR, input_of(first.view))
    trainer = CorrespondenceTrainer(net, best_device(), course.rate, course.seed)
    trainer.go_on(course, lambda: input_of(first.view) * 255)
    if not course.export_only:
        trainer.run(course.minutes * 60, lambda: next(pairs), course.checkpoint)
    difference = export_correspondence(trainer.average, course.target)
    print(
        f"{len(designs)} designs, {trainer.steps} steps, {trainer.found:.1%} of the last cells found their places"
    )
    print(f"{course.target}: differs from the trained network by {difference:.2g}")


if __name__ == "__main__":
    main()
