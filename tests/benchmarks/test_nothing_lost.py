"""Short forms of the long trials: kills, power cuts, damage. Each could fail: with a sync left out it does."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.benchmarks.damage import outcomes
from tests.benchmarks.harms import kinds
from tests.benchmarks.kept import lost
from tests.benchmarks.kills import kills
from tests.benchmarks.power import Call, cut, recorded
from tests.webui.storage.server import binaries

pytestmark = pytest.mark.skipif(os.name == "nt", reason="forks and kills as POSIX does")


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_what_was_confirmed_survives_kills(store: str) -> None:
    if store == "postgresql" and binaries() is None:
        pytest.skip("needs a PostgreSQL server (apt install postgresql)")
    chance = random.Random(1)
    with kills(store) as rounds:
        while rounds.kills < 10:
            rounds.one(chance)
        rounds.whole()
    assert rounds.confirmed
    assert rounds.lost == set()
    assert rounds.killed_servers == (1 if store == "postgresql" else 0)


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace (apt install strace)")
def test_what_was_confirmed_survives_power_cuts_and_only_because_it_was_synced(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "root"
    root.mkdir()
    calls = recorded(6, root / "data")
    hasty = [call for call in calls if call.name != "fsync" or call.path.endswith(".sqlite3")]
    assert trial(calls, root) == 0
    assert trial(hasty, root) > 0


def trial(calls: list[Call], root: Path) -> int:
    chance, gone = random.Random(2), 0
    for _ in range(10):
        with tempfile.TemporaryDirectory() as left:
            confirmed = cut(calls, chance.randint(len(calls) // 2, len(calls)), root, Path(left), chance)
            try:
                gone += len(lost(Path(left) / "data", None, confirmed))
            except OSError:
                gone += 1
    return gone


def test_no_damage_hangs_or_breaks_the_program_or_makes_it_say_what_is_not_so() -> None:
    seen = list(outcomes())
    assert len(seen) == len(list(kinds())) >= 60
    assert [(each.name, each.fault) for each in seen if each.fault is not None] == []
    assert [each.name for each in seen if each.false] == []
    assert sum(each.served > 0 for each in seen) > len(seen) / 2
