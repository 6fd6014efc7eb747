"""`clashcam bench`: figures for every stage, with the machine above them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from webui.cli import main


def test_it_prints_every_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.camera.benchmark.PHOTOGRAPH_TIMES", 2)
    words = ["bench", "--deck", "house", "--cards", "2", "--frames", "12", "--json"]
    result = CliRunner().invoke(main, words, prog_name="clashcam")
    assert result.exit_code == 0, result.stderr
    machine, start, stages, photograph, covered = (json.loads(line) for line in result.stdout.splitlines())
    assert "cores" in machine["machine"]
    assert start["start"]["first_answer_s"] > 0
    measured = stages["stages"]["ms"]
    assert set(measured) == {"detect", "read", "track", "whole"}
    assert measured["detect"]["n"] == measured["whole"]["n"] == 12
    assert 0 < measured["detect"]["p50"] <= measured["whole"]["p50"]
    assert stages["stages"]["frames_per_s"] > 0
    assert photograph["photograph"]["named"] == 12
    assert 0 < photograph["photograph"]["ms"]["p50"] <= photograph["photograph"]["ms"]["p95"]
    assert (photograph["photograph"]["covered"], covered["photograph"]["covered"]) == (0, 0.4)
    assert 2 < covered["photograph"]["named"] <= 12
    # Covered cards are searched for in the whole picture.
    assert covered["photograph"]["ms"]["p50"] > photograph["photograph"]["ms"]["p50"]


@pytest.mark.parametrize("cards", ["", "0", "25", "one", "1,,6"])
def test_a_number_of_cards_that_does_not_fit_is_wrong_usage(cards: str) -> None:
    result = CliRunner().invoke(main, ["bench", "--cards", cards], prog_name="clashcam")
    assert result.exit_code == 2
    assert "--cards" in result.stderr
