"""Hold the program against the second judges: python -m tests.benchmarks.second_judges [--count N] [--system X].

Random documents of each system go through the program's own edge and to a judge written a second time from the source
texts and the digest (`tests/rules/second`). Prints in how many the two agree, of each kind of document, and the first
that they judge differently. Ends with 1 if there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence

from tests.benchmarks.heading import heading
from tests.rules.second.agreement import BENCHES, Disagreement, disagreements, documents


def compare(system: str, seed: int, count: int) -> list[Disagreement]:
    """Ask both judges of one system; print the figures."""
    found = list(disagreements(BENCHES[system], seed, count))
    asked = Counter(document["kind"] for document in documents(BENCHES[system], seed, count))
    differ = Counter(each.document["kind"] for each in found)
    kinds = ", ".join(f"{kind} {many - differ[kind]} of {many}" for kind, many in asked.most_common())
    print(f"{system}: {count - len(found)} of {count} agree (n = {count}): {kinds}", flush=True)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Compare; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000, help="documents of each system")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", action="append", choices=list(BENCHES), help="only this one")
    parser.add_argument("--show", type=int, default=3, help="how many documents that differ to print")
    arguments = parser.parse_args(words)
    print(heading(f"{arguments.count} documents of each system"), flush=True)
    differing = 0
    for system in arguments.system or BENCHES:
        found = compare(system, arguments.seed, arguments.count)
        differing += len(found)
        for each in found[: arguments.show]:
            print(f"  {json.dumps(each.document)}\n    program: {each.seen}\n    second:  {each.expected}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
