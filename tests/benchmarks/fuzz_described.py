"""Whatever the published description allows, or forbids, gets an answer: ``python -m tests.benchmarks.fuzz_described``.

Schemathesis makes requests from docs/openapi.json, for each address as many that fit its description as such that do
not; the program answers them by its real door. Counted are answers of 500, answers that the description does not know
by their status, and what takes longer than two seconds. What never ends is read for a moment and hung up on.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from schemathesis import APIOperation, Case, GenerationMode

from tests.benchmarks.heading import heading
from tests.webui.cli.running_table import Table

ROOT: Final = Path(__file__).resolve().parents[2]
DESCRIPTION: Final = ROOT / "docs" / "openapi.json"
LIMIT_S: Final = 2.0
PATIENCE_S: Final = 30.0
EVERYWHERE: Final = frozenset({400, 401, 403, 404, 405, 408, 411, 413, 414, 422, 431, 503, 507})
"""What the door or the guard may answer at any address (docs/state.md)."""

ALL_HEALTH: Final = list(HealthCheck)


def operations() -> list[APIOperation[Any, Any, Any, Any]]:
    """Return every address of the description with its method."""
    schema = schemathesis.openapi.from_dict(json.loads(DESCRIPTION.read_text("utf-8")))
    return [found.ok() for found in schema.get_all_operations()]


def takes_anything(operation: APIOperation[Any, Any, Any, Any]) -> bool:
    """Tell whether there is anything about a request that may be one way or another."""
    return bool(operation.body or operation.query or operation.path_parameters)


class Asked:
    """Sends requests, and counts what became of them."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        self._session = requests.Session()
        self.count = 0
        self.became: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()

    def send(self, case: Case) -> None:
        """Send one; read the first bytes of its answer."""
        self.count += 1
        about = f"{case.method} {case.operation.path}"
        began_s = time.perf_counter()
        try:
            answer = self._sent(case)
        except requests.RequestException as fault:
            # What a client cannot even put into a request, or a door that hangs up, is no answer of 500.
            self.became[type(fault).__name__] += 1
            return
        took_s = time.perf_counter() - began_s
        self.became[f"{answer // 100}xx"] += 1
        if answer >= 500 and answer not in EVERYWHERE:
            self.faults[f"{about}: {answer}"] += 1
        if answer not in EVERYWHERE | known(case):
            self.faults[f"{about}: {answer} is not described"] += 1
        if took_s > LIMIT_S:
            self.faults[f"SLOW {about}: over {LIMIT_S:g} s"] += 1

    def _sent(self, case: Case) -> int:
        made = case.as_transport_kwargs(base_url=self._url)
        with closing(self._session.request(**made, stream=True, timeout=PATIENCE_S)) as answer:
            next(answer.iter_content(None if "Content-Length" in answer.headers else 1), b"")
            return int(answer.status_code)


def known(case: Case) -> frozenset[int]:
    """Return the statuses that the description names at an address."""
    return frozenset(int(status) for status in case.operation.definition.raw["responses"] if status.isdigit())


def fuzz(asked: Asked, count: int, number: int) -> None:
    """Send so many requests, as many for each address that takes anything; the others are asked once."""
    known = operations()
    for each in known:
        if not takes_anything(each):
            _send(asked, each.as_strategy(), 1, number)
    modes = [(each, mode) for each in known if takes_anything(each) for mode in GenerationMode]
    for at, (each, mode) in enumerate(modes):
        # Where nothing more can be made the others get more.
        share = -(-(count - asked.count) // (len(modes) - at))
        _send(asked, each.as_strategy(generation_mode=mode), max(1, share), number)


def _send(asked: Asked, made: SearchStrategy[Case], count: int, number: int) -> None:
    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=ALL_HEALTH,
    )
    @given(made)
    def one(case: Case) -> None:
        asked.send(case)

    with suppress(Unsatisfiable):  # There is nothing that does not fit.
        one()


def show(asked: Asked) -> None:
    """Print what became of the requests."""
    became = ", ".join(f"{number} {what}" for what, number in sorted(asked.became.items()))
    print(f"{asked.count} requests: {became}; faults: {sum(asked.faults.values())}")
    for what, number in asked.faults.most_common(20):
        print(f"    {number} x {what}")


def main() -> None:
    """Print it; exit code 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    print(heading(f"{wanted.count} requests from docs/openapi.json, seed {wanted.seed}"), flush=True)
    with tempfile.TemporaryDirectory() as name, Table(Path(name)).running as running:
        asked = Asked(running.url)
        fuzz(asked, wanted.count, wanted.seed)
    show(asked)
    sys.exit(any(not each.startswith("SLOW") for each in asked.faults))


if __name__ == "__main__":
    main()
