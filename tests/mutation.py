"""Draw mutants by lot, and say how many of those that were run the tests have killed (docs/mutation.md).

``python -m tests.mutation sample 320`` prints names for ``mutmut run``; ``python -m tests.mutation score`` says of each
folder how many mutants were run, how many of them were killed, with a 95 % interval, and which survived. Both read what
mutmut keeps in `mutants/`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from tests.benchmarks.__main__ import interval

ROOT: Final = Path(__file__).parent.parent
SURVIVED: Final = frozenset({0, 33})
"""How mutmut notes that all tests passed, and that no test runs the mutated code."""

Results: TypeAlias = Mapping[str, int | None]
"""How each mutant ended, by its name; None: it was not run."""


def results(folder: Path) -> dict[str, int | None]:
    """Return how every mutant below mutmut's folder ended."""
    found: dict[str, int | None] = {}
    for path in sorted(folder.rglob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def folder_of(mutant: str) -> str:
    """Return the folder of the mutated file.

    >>> folder_of("webui.table.modes.held.x_held_by__mutmut_3")
    'webui.table.modes'
    """
    return mutant.rsplit(".", 2)[0]


def sample(names: Iterable[str], count: int, seed: int) -> list[str]:
    """Return so many of the mutants, drawn by lot."""
    known = sorted(names)
    return sorted(Random(seed).sample(known, min(count, len(known))))


def score(found: Results) -> list[str]:
    """Return a line for each folder, and below it the names of those that survived."""
    lines = []
    for folder in sorted(set(map(folder_of, found))):
        run = {name: code for name, code in found.items() if folder_of(name) == folder and code is not None}
        alive = [name for name, code in run.items() if code in SURVIVED]
        if run:
            killed = len(run) - len(alive)
            low, high = interval(killed, len(run))
            lines += [
                f"{folder}: {killed} of {len(run)} killed, {killed / len(run):.1%} ({low:.1%} to {high:.1%})",
                *(f"    {name}" for name in alive),
            ]
    return lines


def main() -> None:
    """Print a sample, or the score."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    doing = parser.add_subparsers(dest="doing", required=True)
    drawn = doing.add_parser("sample", help="names of mutants, drawn by lot, for mutmut run")
    drawn.add_argument("count", type=int)
    drawn.add_argument("--seed", type=int, default=1)
    drawn.add_argument("--of", default="", help="only those whose names begin so")
    doing.add_parser("score", help="how many were killed")
    asked = parser.parse_args()
    found = results(ROOT / "mutants")
    if asked.doing == "sample":
        names = [name for name in found if name.startswith(asked.of)]
        print(*sample(names, asked.count, asked.seed), sep="\n")
    else:
        print(*score(found), sep="\n")


if __name__ == "__main__":
    main()
