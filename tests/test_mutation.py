"""Samples of mutants, and the score of those that were run."""

from __future__ import annotations

import json
from pathlib import Path

from tests.mutation import results, sample, score

HELD, MODE, LOG = (
    f"webui.table.{each}__mutmut_" for each in ("modes.held.x_a", "modes.mode.x_b", "log.projection.x_c")
)


def test_how_mutants_ended_is_read_from_every_file(tmp_path: Path) -> None:
    for place, ended in (("held.py.meta", {f"{HELD}1": 1}), ("log/projection.py.meta", {f"{LOG}1": None})):
        path = tmp_path / "webui" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"exit_code_by_key": ended, "durations_by_key": {}}))
    assert results(tmp_path) == {f"{HELD}1": 1, f"{LOG}1": None}


def test_the_same_seed_draws_the_same_mutants() -> None:
    names = [f"{HELD}{number}" for number in range(100)]
    drawn = sample(names, 20, seed=3)
    assert drawn == sample(reversed(names), 20, seed=3) == sorted(set(drawn) & set(names))
    assert len(drawn) == 20
    assert sample(names, 20, seed=4) != drawn
    assert sample(names, 200, seed=3) == sorted(names)


def test_the_score_counts_what_was_run_by_folder_and_names_the_survivors() -> None:
    ended = {f"{HELD}{number}": 1 for number in range(48)} | {f"{MODE}1": 0, f"{MODE}2": 36, f"{MODE}3": None}
    assert score(ended | {f"{LOG}1": 33, f"{LOG}2": -24}) == [
        "webui.table.log: 1 of 2 killed, 50.0% (9.5% to 90.5%)",
        f"    {LOG}1",
        "webui.table.modes: 49 of 50 killed, 98.0% (89.5% to 99.6%)",
        f"    {MODE}1",
    ]
    assert score({f"{HELD}1": None}) == []
