"""A long measurement goes on from what it has kept, wherever it was killed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.resume_log import keep_line, kept_lines


def test_nothing_is_kept_without_a_file(tmp_path: Path) -> None:
    keep_line(None, {"first": 0})
    assert kept_lines(None) == []
    assert kept_lines(tmp_path / "none.jsonl") == []


@given(cut=st.integers(0, 28))
def test_a_line_that_was_cut_off_is_done_anew(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = tmp_path_factory.mktemp("kept") / "done.jsonl"
    for first in (0, 200):
        keep_line(path, {"first": first, "named": []})
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) - cut])
    left = kept_lines(path)
    keep_line(path, {"first": 400, "named": []})
    assert [line["first"] for line in kept_lines(path)] == [*(line["first"] for line in left), 400]
    assert {line["first"] for line in left} <= {0, 200}
    assert len(left) == 2 - (cut > 1)
