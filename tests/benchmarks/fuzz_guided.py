"""Inputs that look for new ways through the code: ``python -m tests.benchmarks.fuzz_guided --count 100000``.

Atheris changes inputs by what they reach in our rooms: those of ``tests/corpus`` and some good ones changed by chance
stand at the beginning. Each surface is tried in a process of its own: a traceback, or an input that takes the
processor for longer than two seconds, ends it, and the input that did it is told.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tests.benchmarks.heading import heading

ROOMS: Final = ("rules", "vision", "webui")
SURFACES: Final = ("documents", "decks", "pictures", "camera", "recordings")
LIMIT_S: Final = 2.0
HANGS_S: Final = 60
"""Of a machine that is busy with other things: whatever then still waits, waits for ever."""

LONGEST_BYTES: Final = 1 << 16
SEEDS: Final = 200
MOST_MB: Final = 2048
"""Most memory of a surface's process."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a surface came to: how many inputs, how many edges of the code they reached, and what went wrong."""

    surface: str
    inputs: int
    edges: int
    fault: str = ""


def fuzz(surface: str, count: int, number: int = 1, seconds: int = 0) -> Found:
    """Try so many inputs at a surface, in a process of its own, for so long at most; 0: as long as it takes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.benchmarks.fuzz_guided", "--be", surface, "--folder", folder]
        command += ["--count", str(count), "--seed", str(number), "--seconds", str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        tried = re.findall(r"^#(\d+)", done.stderr, re.MULTILINE)
        edges = re.findall(r"cov: (\d+)", done.stderr)
        fault = "" if done.returncode == 0 else _fault(done.stderr, Path(folder))
    return Found(surface, int(tried[-1]) if tried else 0, int(edges[-1]) if edges else 0, fault)


def _fault(told: str, folder: Path) -> str:
    inputs = [path.read_bytes()[:300] for path in folder.glob("fault-*")]
    lines = [line for line in told.splitlines() if "Error" in line or "Exception" in line or "ERROR" in line]
    return f"{' | '.join(lines[-3:]) or told[-300:]} of {inputs}"


def be(surface: str, folder: Path, count: int, number: int, seconds: int) -> None:
    """Be the process of a surface; it ends within."""
    import atheris

    with atheris.instrument_imports(include=list(ROOMS)):
        from tests.benchmarks import fuzz as plain
    import numpy as np

    inputs, attempt = plain.surfaces(folder)[surface]
    pack = _packed if surface == "recordings" else bytes
    good = islice(inputs(np.random.default_rng(number)), SEEDS)
    corpus = folder / "corpus"
    corpus.mkdir()
    for data in (*plain.corpus(surface), *(good if surface != "recordings" else map(_lines, good))):
        (corpus / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)

    def one(data: bytes) -> None:
        began_s = time.process_time()
        outcome = attempt(pack(data))
        if outcome not in ("answered", "refused"):
            raise AssertionError(outcome)
        if time.process_time() - began_s > LIMIT_S:
            raise AssertionError(f"took the processor for longer than {LIMIT_S:g} s")

    logging.getLogger().addHandler(logging.NullHandler())
    options = [f"-runs={count}", f"-seed={number}", f"-max_total_time={seconds}"]
    options += [f"-max_len={LONGEST_BYTES}", f"-timeout={HANGS_S}"]
    # libFuzzer's own limit counts the peak of the process that started this one, too: Linux keeps it over exec.
    options += ["-rss_limit_mb=0", f"-malloc_limit_mb={MOST_MB}"]
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MB << 20, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    atheris.Setup(["fuzz", *options, f"-artifact_prefix={folder}/fault-", str(corpus)], one)
    atheris.Fuzz()


def _lines(data: bytes) -> bytes:
    """A recording as lines of JSON, which can be changed better than what is packed."""
    from vision.recording.file import RecordingError, RecordingReader

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x"
        path.write_bytes(data)
        try:
            return b"\n".join(json.dumps(record).encode() for record in RecordingReader(path).records())
        except RecordingError:
            return data


def _packed(data: bytes) -> bytes:
    """Lines of JSON as a recording; what is none stays as it is."""
    from tests.benchmarks.fuzz import packed

    try:
        records: list[Any] = [json.loads(line) for line in data.splitlines()]
        return packed(records)
    except (ValueError, RecursionError):
        return data


def main() -> None:
    """Print what each surface came to; exit code 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=0, help="at most so long a surface")
    parser.add_argument("--surface", choices=SURFACES)
    parser.add_argument("--be", choices=SURFACES, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.be:
        be(asked.be, asked.folder, asked.count, asked.seed, asked.seconds)
        return
    print(heading(f"{asked.count} inputs a surface, seed {asked.seed}"), flush=True)
    faults = 0
    for surface in [asked.surface] if asked.surface else SURFACES:
        found = fuzz(surface, asked.count, asked.seed, asked.seconds)
        faults += bool(found.fault)
        print(
            f"{surface:10} {found.inputs} inputs, {found.edges} edges reached, faults: {bool(found.fault):d}"
        )
        print(f"    {found.fault}" if found.fault else "", end="\n" if found.fault else "", flush=True)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
