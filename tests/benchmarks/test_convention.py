"""The short form of ``python -m tests.benchmarks.convention``: two tables, two throws each; and it could fail."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.benchmarks.convention import check, run
from tests.webui.storage.server import Server, binaries


@pytest.mark.skipif(os.name == "nt" or binaries() is None, reason="needs a PostgreSQL server, and /proc")
@pytest.mark.timeout(600)
def test_two_tables_lose_nothing_and_mix_up_nothing(tmp_path: Path) -> None:
    server = Server()
    try:
        address = server.new("convention")
        plays, found, _ = run(2, 15.0, tmp_path, address)
        assert (found.lost, found.mixed) == ([], [])
        assert found.throws == 4
        assert found.confirmed >= 3
        plays[0].thrown, plays[1].thrown = plays[1].thrown, plays[0].thrown
        swapped = check(address, plays)
        assert len(swapped.lost) == 4
        assert len([line for line in swapped.mixed if "table" in line]) >= 4
    finally:
        server.close()
