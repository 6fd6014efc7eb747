"""What all trainings share: the average, the rate, checkpoints, samples drawn by other processes and kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner

torch = pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training.replay import Replay  # noqa: E402
from models.training.stream import drawn  # noqa: E402
from models.training.trainer import LEAST_SHARE, RISING_STEPS, Course, Trainer, course  # noqa: E402

CPU = torch.device("cpu")
RATE = 0.1


class LineTrainer(Trainer[float]):
    """One weight that is to be as large as it is told."""

    def __init__(self) -> None:
        super().__init__(torch.nn.Linear(1, 1, bias=False), CPU, RATE, torch.zeros(2, 1))

    def loss_of(self, chosen: float) -> Any:
        return (self.net(torch.ones(1, 1)) - chosen).square().sum()

    @property
    def weights(self) -> tuple[float, float]:
        """The trained one and the averaged one."""
        return self.net.weight.item(), self.average.weight.item()

    @property
    def rate(self) -> float:
        return float(self.optimiser.param_groups[0]["lr"])


def test_the_rate_rises_then_falls_with_the_clock() -> None:
    trainer = LineTrainer()
    assert trainer.rate == pytest.approx(RATE / RISING_STEPS)
    for _ in range(RISING_STEPS):
        trainer.learn(1.0, 0.0)
    assert trainer.rate == pytest.approx(RATE)
    trainer.learn(1.0, 0.5)
    assert trainer.rate == pytest.approx(RATE / 2)
    trainer.learn(1.0, 1.0)
    assert trainer.rate == pytest.approx(RATE * LEAST_SHARE)


def test_the_average_follows_and_is_smoother_than_what_is_trained() -> None:
    torch.manual_seed(0)
    trainer, trained, averaged = LineTrainer(), [], []
    for step in range(400):
        trainer.learn(3.0 + (-1) ** step, 0.0)
        weights = trainer.weights
        trained.append(weights[0])
        averaged.append(weights[1])
    assert averaged[0] == trained[0]
    assert averaged[-1] == pytest.approx(np.mean(trained[-200:]), abs=0.5)
    jumps = [float(np.abs(np.diff(weights[-50:])).mean()) for weights in (averaged, trained)]
    assert jumps[0] < 0.05 * jumps[1]


def test_a_checkpoint_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    torch.manual_seed(1)
    one, other = LineTrainer(), LineTrainer()
    for _ in range(5):
        one.learn(2.0, 0.1)
    one.elapsed_s = 7.5
    one.save(tmp_path / "checkpoint.pt")
    other.resume(tmp_path / "checkpoint.pt")
    assert (other.step, other.elapsed_s, other.rate) == (5, 7.5, one.rate)
    for trainer in (one, other):
        trainer.learn(4.0, 0.2)
    assert one.weights == other.weights


def test_it_runs_until_its_clock_and_keeps_what_it_learnt(tmp_path: Path) -> None:
    trainer, path = LineTrainer(), tmp_path / "runs" / "checkpoint.pt"
    trainer.run(0.2, lambda: 1.0, path)
    done = trainer.step
    assert done > 1
    again = LineTrainer()
    again.resume(path)
    again.run(0.2, lambda: 1.0, path)
    assert again.step == done, "its time was over"


def test_what_begins_with_a_shipped_network_has_a_course_of_its_own(tmp_path: Path) -> None:
    trainer, resumed = LineTrainer(), LineTrainer()
    trainer.begin_after(5000, 30.0)
    assert trainer.rate == pytest.approx(RATE / RISING_STEPS)
    trainer.run(0.2, lambda: 1.0, tmp_path / "checkpoint.pt")
    assert trainer.step > 1, "its time begins anew"
    resumed.resume(tmp_path / "checkpoint.pt")
    for one in (trainer, resumed):
        assert one.trained()["steps"] == one.steps == 5000 + trainer.step
        assert one.trained()["minutes"] == pytest.approx(30.0, abs=0.1)


def test_a_command_is_told_its_course(tmp_path: Path) -> None:
    told: list[tuple[Course, int]] = []

    @click.command()
    @course(minutes=3.0, seed=4, rate=0.5, checkpoint=tmp_path / "c.pt", target=tmp_path / "x.onnx")
    @click.option("--own", default=1)
    def main(course: Course, own: int) -> None:
        told.append((course, own))

    result = CliRunner().invoke(main, ["--minutes", "9", "--own", "2", "--export-only"])
    assert result.exit_code == 0, result.output
    [(given, own)] = told
    assert (given.minutes, given.seed, given.start, given.export_only, own) == (9.0, 4, None, True, 2)
    assert CliRunner().invoke(main, ["--start", str(tmp_path / "gone")]).exit_code == 2


def numbered(worker: int, workers: int) -> Iterator[list[int]]:
    """Draw the numbers that are this process's own."""
    while True:
        yield [worker]
        worker += workers


@pytest.mark.parametrize("workers", [0, 2])
def test_what_is_drawn_is_the_same_each_time_by_however_many(workers: int) -> None:
    stream = drawn(numbered, workers)
    assert [next(stream) for _ in range(6)] == [[0], [1], [2], [3], [4], [5]]


def test_new_samples_are_mixed_with_the_newest_that_were_kept() -> None:
    replay = Replay(numbered(0, 1), seed=1, most=10)
    replay.take_in(30)
    batches = [replay.batch(8, 2) for _ in range(20)]
    for nth, batch in enumerate(batches):
        first = 30 + 2 * nth
        assert batch[:2] == [first, first + 1]
        assert set(batch[2:]) <= set(range(first - 8, first + 2))
    assert len({tuple(batch) for batch in batches}) == 20
