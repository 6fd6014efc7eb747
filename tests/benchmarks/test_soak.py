"""The short form of ``python -m tests.benchmarks.soak``: some minutes of table time; and it could fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.benchmarks.soak import Soak, soak

A_FEW_PICTURES_MB = 4 * 1280 * 720 * 3 / 2**20
"""Of the 860 pictures of a run: how many are in hand when somebody looks is chance, and 5 % of the process are two."""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.timeout(600)
def test_some_minutes_with_three_browsers_lose_no_frame_and_no_throw(tmp_path: Path) -> None:
    found = soak(0.05, tmp_path, fps=5, throw_s=10.0)
    assert found.throws == 17
    assert found.is_whole, found
    assert found.confirmed > 0
    early, late = found.memory_mb(1)
    assert late - early < A_FEW_PICTURES_MB, found.samples
    assert found.worst_s < 10.0


def test_what_grows_and_what_is_lost_is_noticed() -> None:
    samples = [(share / 100, 100.0 + share, 80.0) for share in range(100)] + [(1.0, 200.0, 5.0)]
    found = Soak(throws=3, frames=90, seen=90, entries=3, samples=samples)
    assert found.growth(0) == pytest.approx(190 / 110 - 1, abs=0.01)
    assert (found.growth(1), found.is_whole) == (0.0, True)
    found.samples = [(0.3, 100.0, 80.0), (0.95, 110.0, 80.0)]
    assert found.growth(0) == pytest.approx(0.1)
    found.samples = [
        (share / 200, 100.0 + (50 if share % 7 else 0), 80.0 + share / 100) for share in range(200)
    ]
    found.throws = 100
    assert found.kb_a_throw(0) == pytest.approx(0.0, abs=1)
    assert found.kb_a_throw(1) == pytest.approx(1024 * 2 / 100, rel=0.1)
    found.entries = 2
    assert not found.is_whole
