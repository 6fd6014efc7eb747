"""Sessions on tape: record them once, replay them with any tracker in seconds, compare two replays.

`python -m tests.benchmarks.tapes record --kind drawn --first 0 --seeds 20`
"""

from __future__ import annotations

import multiprocessing
import os
from functools import partial
from pathlib import Path
from typing import Final

import click
from tqdm import tqdm

from tests.benchmarks.heading import heading
from tests.benchmarks.tapes.recording import record_once
from tests.benchmarks.tapes.sessions import KINDS

FOLDER: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "clashcam" / "tapes"

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
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        play = partial(record_once, folder=folder, whole_frames=whole_frames)
        for line in tqdm(pool.imap(play, wanted), total=len(wanted), unit="session"):
            if line:
                tqdm.write(line)


if __name__ == "__main__":
    main()
