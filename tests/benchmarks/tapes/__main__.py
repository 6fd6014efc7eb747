"""Sessions on tape: record them once, replay them with the tracker in seconds, compare two replays.

`python -m tests.benchmarks.tapes record --kind drawn --first 0 --seeds 20`
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import click
from tqdm import tqdm

from tests.benchmarks.heading import commit, heading
from tests.benchmarks.tapes.evidence_rows import rows_once
from tests.benchmarks.tapes.recording import record_once
from tests.benchmarks.tapes.replaying import replay_once, tapes_in
from tests.benchmarks.tapes.report import comparison, lines, load, save
from tests.benchmarks.tapes.scores import SessionScore
from tests.benchmarks.tapes.sessions import KINDS
from tests.benchmarks.tapes.tape import TapeError

FOLDER: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "clashcam" / "tapes"

Item = TypeVar("Item")
Result = TypeVar("Result")

FILE: Final = click.Path(dir_okay=False, path_type=Path)

folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=FOLDER,
    show_default=True,
    help="Where the tapes lie.",
)
kinds_option = click.option(
    "--kind", "kinds", type=click.Choice(list(KINDS)), multiple=True, help="May be said several times."
)
workers_option = click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="Processes.")


@click.group(help=__doc__)
def main() -> None:
    """Lead to a command."""


@main.command("record")
@kinds_option
@click.option(
    "--first", default=0, show_default=True, help="The first seed; of files, the first one's place."
)
@click.option("--seeds", default=20, show_default=True, help="How many sessions of each kind.")
@click.option("--whole-frames", is_flag=True, help="Ask the detector about every whole frame, too.")
@folder_option
@workers_option
def record_command(
    kinds: tuple[str, ...], first: int, seeds: int, whole_frames: bool, folder: Path, workers: int
) -> None:
    """Record sessions, each once. A call that was killed is gone on with by the same call."""
    chosen = kinds or tuple(KINDS)
    wanted = [(kind, seed) for kind in chosen for seed in range(first, first + seeds)]
    click.echo(heading(f"{len(wanted)} sessions"))
    play = partial(record_once, folder=folder, whole_frames=whole_frames)
    for line in each(play, wanted, workers):
        if line:
            click.echo(line)


@main.command("replay")
@kinds_option
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option("--seeds", type=int, help="How many seeds of each kind; all that are there if not said.")
@click.option("--to", type=FILE, help="Write the scores there, for `compare`.")
@click.option(
    "--events", type=click.Path(file_okay=False, path_type=Path), help="Write events into this folder."
)
@click.option("--forget", is_flag=True, help="Do not add to the tapes what they could not answer.")
@folder_option
@workers_option
def replay_command(
    kinds: tuple[str, ...],
    first: int,
    seeds: int | None,
    to: Path | None,
    events: Path | None,
    forget: bool,
    folder: Path,
    workers: int,
) -> None:
    """Replay the finished tapes of a folder, and print what the tracker makes of them."""
    paths = tapes_in(folder, kinds, first, seeds)
    if not paths:
        raise click.ClickException(f"{folder}: holds no such tapes; record some")
    click.echo(heading(f"{len(paths)} sessions"))
    scores: list[SessionScore] = []
    play = partial(replay_once, events=events, keeps=not forget)
    for found in each(play, paths, workers):
        if isinstance(found, str):
            click.echo(found, err=True)
        else:
            scores.append(found)
    click.echo("\n".join(lines(scores)))
    if to is not None:
        save(to, commit(), scores)


@main.command("compare")
@click.argument("first", type=FILE)
@click.argument("second", type=FILE)
def compare_command(first: Path, second: Path) -> None:
    """Compare two replays of the same tapes, pair by pair, with a sign test."""
    with errors_in_one_line():
        click.echo("\n".join(comparison(load(first), load(second))))


@main.command("evidence")
@kinds_option
@click.option(
    "--to", type=click.Path(file_okay=False, path_type=Path), required=True, help="Write rows there."
)
@folder_option
@workers_option
def evidence_command(kinds: tuple[str, ...], to: Path, folder: Path, workers: int) -> None:
    """Write what the situation filter measures on simulated tapes, with the truth, for `train_situations`."""
    to.mkdir(parents=True, exist_ok=True)
    paths = tapes_in(folder, kinds, 0, None)
    for line in each(partial(rows_once, to=to), paths, workers):
        if line:
            click.echo(line)


def each(work: Callable[[Item], Result], items: Sequence[Item], workers: int) -> Iterator[Result]:
    """Yield the result of each item, in order; a single worker is this process, which may be killed at any time."""
    if workers == 1:
        yield from tqdm(map(work, items), total=len(items), unit="session")
        return
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from tqdm(pool.imap(work, items), total=len(items), unit="session")


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Let a damaged file end the command with one line."""
    try:
        yield
    except TapeError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main()
