"""Common parts of all trainings: options, a moving average, a schedule, a clock, checkpoints."""

from __future__ import annotations

import copy
import ctypes
import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

import click
import cv2
import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import LambdaLR
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from tqdm import tqdm

from models.training.manifest import trained_so_far
from models.training.warm_start import start_from

RUNS: Final = Path(__file__).resolve().parents[2] / "runs"
CHECKPOINT_EVERY_S: Final = 60.0
RISING_STEPS: Final = 200
"""Steps over which the learning rate rises."""

LEAST_SHARE: Final = 0.01
"""Final learning rate as a share of its peak."""

M_MMAP_THRESHOLD: Final = -3
"""glibc's name for the size from which an allocation has pages of its own (malloc.h)."""

OWN_PAGES_FROM: Final = 1 << 20

SURFACES_OPTION: Final = click.option(
    "--surfaces",
    type=click.Path(path_type=Path, exists=True),
    help="A folder of photographs without cards, to lay the cards on.",
)

Chosen = TypeVar("Chosen")
"""Samples of one step."""


@dataclass(frozen=True, slots=True)
class Course:
    """Duration, start and target of a training."""

    minutes: float
    seed: int
    rate: float
    threads: int
    checkpoint: Path
    target: Path
    start: Path | None
    export_only: bool


def course(
    *, minutes: float, seed: int, rate: float, checkpoint: Path, target: Path, start: Path | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of every training, with these defaults; it is called with a :class:`Course`."""
    file = click.Path(path_type=Path)
    options = (
        click.option("--minutes", default=minutes, help="Training time since it began.", show_default=True),
        click.option("--seed", default=seed, show_default=True),
        click.option("--rate", default=rate, help="Highest learning rate.", show_default=True),
        click.option("--threads", default=1, help="Threads of the network.", show_default=True),
        click.option("--checkpoint", default=checkpoint, type=file, show_default=True),
        click.option("--to", "target", default=target, type=file, help="The ONNX file."),
        click.option(
            "--start",
            default=start,
            type=click.Path(path_type=Path, exists=True),
            help="A shipped network to begin with where there is no checkpoint.",
        ),
        click.option("--export-only", is_flag=True, help="Export the checkpoint as it is, train no further."),
    )

    def as_command(train: Callable[..., None]) -> Callable[..., None]:
        @wraps(train)
        def command(**given: Any) -> None:
            course = Course(**{field.name: given.pop(field.name) for field in fields(Course)})
            cv2.setNumThreads(1)
            keep_batches_apart()
            torch.set_num_threads(course.threads)
            torch.manual_seed(course.seed)
            train(course, **given)

        for option in reversed(options):
            command = option(command)
        return command

    return as_command


def keep_batches_apart() -> None:
    """Give a batch pages of its own, where the C library is glibc.

    Else the kept samples settle in the memory that each batch frees, and every batch needs new memory.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_MMAP_THRESHOLD, OWN_PAGES_FROM)


def checkpoint_of(name: str) -> Path:
    """Return the checkpoint path of the training of that name."""
    return RUNS / name / "checkpoint.pt"


def best_device() -> torch.device:
    """Return a GPU if there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Trainer(ABC, Generic[Chosen]):
    """A network in training, with its moving average, optimiser, schedule and clock."""

    clip: ClassVar[float] = math.inf
    """Largest length of the gradient."""

    kept: ClassVar[float] = 0.998
    """Share of the averaged weights that is kept in every step, once there were enough of them."""

    def __init__(self, net: nn.Module, device: torch.device, peak_rate: float, example: Tensor) -> None:
        """Start from the network's weights; ``example`` is a small input."""
        self.net = net.to(device, memory_format=torch.channels_last)
        self.averaged = AveragedModel(self.net, multi_avg_fn=self._average, use_buffers=True).eval()
        self.device = device
        self.optimiser = torch.optim.AdamW(self.net.parameters(), peak_rate, weight_decay=0.01)
        self.progress = 0.0
        self.schedule = LambdaLR(self.optimiser, self._share_of_rate)
        self.in_16_bits = is_faster_in_16_bits(self.net, example.to(device))
        self.step, self.elapsed_s = 0, 0.0
        self.before: dict[str, float] = {"steps": 0, "minutes": 0.0}

    @property
    def average(self) -> Any:
        """The network with averaged weights."""
        return self.averaged.module

    @abstractmethod
    def loss_of(self, chosen: Chosen) -> Tensor:
        """Return the loss of some samples."""

    def _average(self, mine: list[Tensor], theirs: list[Tensor], count: Tensor) -> None:
        """Move averaged weights towards the trained ones, by less with every step."""
        steps = int(count)
        get_ema_multi_avg_fn(min(self.kept, (steps + 1) / (steps + 10)))(mine, theirs, count)

    def _share_of_rate(self, step: int) -> float:
        """Return the schedule: a short rise, then a cosine's fall with the clock."""
        fall = max(LEAST_SHARE, 0.5 * (1 + math.cos(math.pi * min(self.progress, 1.0))))
        return fall * min(1.0, (step + 1) / RISING_STEPS)

    def learn(self, chosen: Chosen, progress: float) -> float:
        """Take a step, return its loss; ``progress`` (0 to 1) sets the rate of the next one."""
        self.progress = progress
        self.net.train()
        loss = self.loss_of(chosen)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.clip)
        self.optimiser.step()
        self.schedule.step()
        self.averaged.update_parameters(self.net)
        self.step += 1
        return float(loss.detach())

    def go_on(self, course: Course, example: Callable[[], Tensor]) -> None:
        """Resume the checkpoint, or else begin with a shipped network if one is given.

        :raise models.training.warm_start.WarmStartError: if that file holds another network
        """
        if course.checkpoint.exists():
            self.resume(course.checkpoint)
        elif course.start is not None:
            self.start_from(course.start, example())

    def run(self, seconds: float, choose: Callable[[], Chosen], checkpoint: Path) -> None:
        """Train until the clock (of all runs since it began) shows ``seconds``; save at intervals."""
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

    def state(self) -> dict[str, Any]:
        """Return the state for a checkpoint."""
        learnt = {name: getattr(self, name).state_dict() for name in LEARNT}
        return learnt | {"step": self.step, "elapsed_s": self.elapsed_s, "before": self.before}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore the state of a checkpoint."""
        for name in LEARNT:
            getattr(self, name).load_state_dict(state[name])
        self.step, self.elapsed_s = int(state["step"]), float(state["elapsed_s"])
        self.before = state["before"]

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        torch.save(self.state(), part)
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Resume from a checkpoint."""
        self.restore(torch.load(path, map_location=self.device, weights_only=True))

    def start_from(self, shipped: Path, example: Tensor) -> None:
        """Begin with a shipped network; ``example`` is an input batch.

        :raise models.training.warm_start.WarmStartError: if the file holds another network.
        """
        trained = trained_so_far(shipped)
        self.warm_start(shipped, example.to(self.device))
        self.begin_after(int(trained["steps"]), trained["minutes"])

    def warm_start(self, shipped: Path, example: Tensor) -> None:
        """Give the network a shipped one's weights; ``example`` is an input batch of the shipped one."""
        start_from(shipped, self.net, example)

    def begin_after(self, steps: int, minutes: float) -> None:
        """Take the network as trained for so long; clock and rate start over."""
        self.average.load_state_dict(self.net.state_dict())
        self.averaged.n_averaged.fill_(steps)
        self.before = {"steps": steps, "minutes": minutes}

    @property
    def steps(self) -> int:
        """Training steps in all."""
        return int(self.before["steps"]) + self.step

    def trained(self) -> dict[str, float]:
        """Return the training time in all, for the manifest entry."""
        minutes = self.before["minutes"] + self.elapsed_s / 60
        return {"steps": self.steps, "minutes": round(minutes, 1)}


LEARNT: Final = ("net", "averaged", "optimiser", "schedule")


def is_faster_in_16_bits(net: nn.Module, example: Tensor) -> bool:
    """Measure whether the device trains faster in 16 bits than in 32: processors that can are not always faster."""
    if example.device.type == "cuda":
        return True
    trial, took_s = copy.deepcopy(net), {}
    for in_16_bits in (True, False) * 2:  # the second time counts: the first one prepares
        begin = time.process_time()  # the machine may be busy
        with torch.autocast(example.device.type, torch.bfloat16, enabled=in_16_bits):
            trial(example).float().sum().backward()
        took_s[in_16_bits] = time.process_time() - begin
    return took_s[True] < took_s[False]
