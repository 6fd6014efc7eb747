"""Enrol 78 scans by the command: python -m tests.benchmarks.enrol_scans [--pictures DIR] [--against COMMIT].

Prints the processor time of `clashcam enrol`, start included, and the size of the deck's file with its kept pictures;
with ``--against`` also those of an earlier commit on the same pictures in the same run, and the ratios. Without
``--pictures`` the cards are those of a drawn deck kept out of every training.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import resource
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from models.training.held_out import seeds_of
from tests.benchmarks.enrolling import ABOUT, drawn_tarot
from tests.benchmarks.fresh_tables import SEED, TRADITIONS
from tests.benchmarks.heading import heading

ROOT: Final = Path(__file__).resolve().parents[2]
COMMAND: Final = "from webui.cli import main; main()"


@dataclass(frozen=True, slots=True)
class Cost:
    """What an enrolment took, and how many cards it could not read from their own pictures."""

    processor_s: float
    megabytes: float
    unread: int
    cards: int

    def told(self, what: str) -> str:
        """Return one line."""
        return (
            f"{what:<10}{self.processor_s:6.1f} s of processor, {self.megabytes:.2f} MB, "
            f"{self.unread} unrecognised, n={self.cards}"
        )


def enrolled(code: Path, pictures: Path, order: str, folder: Path) -> Cost:
    """Run the command of a checkout in a process of its own."""
    before = _processor_s()
    words = ["enrol", "--name", "measured", "--order", order, "--data", str(folder), "--json", str(pictures)]
    environment = {**os.environ, "PYTHONPATH": str(code)}
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *words], cwd=code, env=environment, stdout=subprocess.PIPE, check=True
    )
    took = _processor_s() - before
    told = json.loads(done.stdout)
    size = Path(told["file"]).stat().st_size
    return Cost(took, size / 1e6, len(told["unrecognised"]), told["cards"])


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def checked_out(commit: str, folder: Path) -> Path:
    """Unpack a commit."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as unpacked:
        unpacked.extractall(folder, filter="data")
    return folder


def drawn(folder: Path) -> Path:
    """Write the cards of a drawn deck as pictures."""
    folder.mkdir()
    for code, face in drawn_tarot(next(seeds_of(TRADITIONS, SEED + 50_000)), len(ABOUT.codes)).items():
        cv2.imwrite(str(folder / f"{code}.png"), face)
    return folder


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, help="a folder of scans named by code")
    parser.add_argument("--order", default="rws", choices=["rws", "marseille"])
    parser.add_argument("--against", help="an earlier commit to compare with")
    arguments = parser.parse_args()
    print(heading("one deck"), flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pictures = (arguments.pictures or drawn(folder / "drawn")).resolve()
        now = enrolled(ROOT, pictures, arguments.order, folder / "now")
        print(now.told("now"), flush=True)
        if arguments.against:
            earlier_code = checked_out(arguments.against, folder / "code")
            earlier = enrolled(earlier_code, pictures, arguments.order, folder / "earlier")
            print(earlier.told(arguments.against[:8]))
            quicker = earlier.processor_s / now.processor_s
            print(f"{quicker:.1f} times as quick, {now.megabytes / earlier.megabytes:.2f} of the size")


if __name__ == "__main__":
    main()
