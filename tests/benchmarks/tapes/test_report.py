"""What is printed of replays, and how two are compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.benchmarks.tapes.__main__ import main
from tests.benchmarks.tapes.report import comparison, lines, load, save
from tests.benchmarks.tapes.scores import NameScore, SessionScore
from tests.benchmarks.tapes.tape import TapeError


def scores(*outcomes: str, false_positives: int = 0) -> list[SessionScore]:
    """One session whose cards came to this: right, wrong, kept, short, or an empty word."""
    names = [
        NameScore(
            f"{number}@0",
            right=outcome == "right",
            wrong=outcome == "wrong",
            kept=outcome == "kept",
            short=outcome == "short",
            delay_s=0.2,
        )
        for number, outcome in enumerate(outcomes)
    ]
    return [SessionScore("drawn", 1, names=names, false_positives=false_positives, throws=1)]


def test_rates_have_n_and_an_interval() -> None:
    told = "\n".join(lines(scores("right", "right", "", "short")))
    assert "names right: 2 of 3 (66.7 %, 20.8 to 93.9 %)" in told
    assert "throws as dealt: 0 of 1" in told


def test_two_replays_are_compared_card_by_card() -> None:
    before = scores("right", "", "wrong", false_positives=2)
    after = scores("", "right", "right")
    told = "\n".join(comparison(before, after))
    assert "names right: better in 2, worse in 1 of 3, p 1" in told
    assert "names wrong: better in 1, worse in 0 of 3" in told
    assert "false positives, a session: better in 1, worse in 0 of 1" in told


def test_scores_are_read_as_they_were_written(tmp_path: Path) -> None:
    save(tmp_path / "a.json", "abc", scores("kept"))
    assert load(tmp_path / "a.json") == scores("kept")


def test_a_damaged_file_of_scores_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{}")
    with pytest.raises(TapeError, match="holds no scores"):
        load(path)
    run = CliRunner().invoke(main, ["compare", str(path), str(path)])
    assert run.exit_code == 1
    assert run.output.count("\n") == 1


def test_a_folder_without_tapes_is_told(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["replay", "--folder", str(tmp_path)])
    assert run.exit_code == 1
    assert "holds no such tapes" in run.output
