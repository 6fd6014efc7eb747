"""What the trainings of finder and refiner share: a moving average, a schedule, a clock, checkpoints."""

from __future__ import annotations

import copy
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

import click
import torch
from torch import Tensor, nn
from tqdm import tqdm

from models.training.manifest import trained_so_far
from models.training.warm_start import start_from

CHECKPOINT_EVERY_S: Final = 60.0
RISING_STEPS: Final = 200
"""Steps over which the learning rate rises."""

LEAST_SHARE: Final = 0.01
"""The learning rate ends at this share of its peak."""

START_OPTION: Final = click.option(
    "--start",
    type=click.Path(path_type=Path, exists=True),
    help="A shipped network to go on from where there is no checkpoint.",
)
SURFACES_OPTION: Final = click.option(
    "--surfaces",
    type=click.Path(path_type=Path, exists=True),
    help="A folder of photographs without cards, to lay the cards on.",
)

Chosen = TypeVar("Chosen")
"""What one step learns from."""


class Trainer(ABC, Generic[Chosen]):
    """A network in training, with its moving average, optimiser and clock."""

    clip: ClassVar[float] = math.inf
    """Largest length of the gradient."""

    def __init__(self, net: nn.Module, device: torch.device, peak_rate: float, example: Tensor) -> None:
        """Start from the network's weights; ``example`` is something small that it may be fed."""
        self.net = net.to(device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).eval()
        self.device, self.peak_rate = device, peak_rate
        self.optimiser = torch.optim.AdamW(self.net.parameters(), peak_rate, weight_decay=0.01)
        self.in_16_bits = is_faster_in_16_bits(self.net, example.to(device))
        self.step, self.elapsed_s = 0, 0.0

    @abstractmethod
    def loss_of(self, chosen: Chosen) -> Tensor:
        """Feed the network and return the loss."""

    def learn(self, chosen: Chosen, progress: float) -> float:
        """Take a step, return its loss; ``progress`` (0 to 1) sets the rate: a short rise, then a cosine's fall."""
        fall = max(LEAST_SHARE, 0.5 * (1 + math.cos(math.pi * min(progress, 1.0))))
        for group in self.optimiser.param_groups:
            group["lr"] = self.peak_rate * fall * min(1.0, (self.step + 1) / RISING_STEPS)
        self.net.train()
        loss = self.loss_of(chosen)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.clip)
        self.optimiser.step()
        self.step += 1
        follow(self.average, self.net, min(0.998, (self.step + 1) / (self.step + 10)))
        return float(loss.detach())

    def run(self, seconds: float, choose: Callable[[], Chosen], checkpoint: Path) -> None:
        """Train until the clock (of all sessions together) shows ``seconds``; save as it goes."""
        before, started, saved, mean = self.elapsed_s, time.monotonic(), time.monotonic(), 0.0
        with tqdm(total=round(seconds), initial=round(before), unit="s", mininterval=5) as bar:
            while self.elapsed_s < seconds:
                loss = self.learn(choose(), self.elapsed_s / seconds)
                mean += (loss - mean) * max(0.01, 1 / self.step)
                self.elapsed_s = before + time.monotonic() - started
                bar.update(round(self.elapsed_s) - bar.n)
                bar.set_postfix_str(f"step {self.step} loss {mean:.3f}", refresh=False)
                if time.monotonic() - saved > CHECKPOINT_EVERY_S:
                    self.save(checkpoint)
                    saved = time.monotonic()
        self.save(checkpoint)

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        state = {name: getattr(self, name).state_dict() for name in LEARNT}
        part = path.with_suffix(".part")
        torch.save(state | {"step": self.step, "elapsed_s": self.elapsed_s}, part)
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint."""
        state: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
        for name in LEARNT:
            getattr(self, name).load_state_dict(state[name])
        self.step, self.elapsed_s = int(state["step"]), float(state["elapsed_s"])

    def start_from(self, shipped: Path, example: Tensor) -> None:
        """Go on from a shipped network whose checkpoint is gone; ``example`` is a batch that the network may be fed.

        :raise models.training.warm_start.WarmStartError: if the file holds another network.
        """
        trained = trained_so_far(shipped)
        start_from(shipped, self.net, example.to(self.device))
        self.average.load_state_dict(self.net.state_dict())
        self.step, self.elapsed_s = int(trained["steps"]), 60.0 * trained["minutes"]


LEARNT: Final = ("net", "average", "optimiser")


@torch.no_grad()
def follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    """Move averaged weights a little towards the trained ones; ``keep`` is the share that stays."""
    for mine, theirs in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
        if mine.dtype.is_floating_point:
            mine.lerp_(theirs, 1 - keep)
        else:
            mine.copy_(theirs)


def is_faster_in_16_bits(net: nn.Module, example: Tensor) -> bool:
    """Try whether the device learns faster in 16 bits than in 32: processors that can are not always faster."""
    if example.device.type == "cuda":
        return True
    trial, took_s = copy.deepcopy(net), {}
    for in_16_bits in (True, False) * 2:  # the second time counts: the first one prepares
        begin = time.process_time()  # others may be at work on the machine
        with torch.autocast(example.device.type, torch.bfloat16, enabled=in_16_bits):
            trial(example).float().sum().backward()
        took_s[in_16_bits] = time.process_time() - begin
    return took_s[True] < took_s[False]
