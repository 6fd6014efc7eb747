"""`clashcam bench`: figures for every stage, with the machine above them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from vision.types import Detection, Frame, Reading, ReadRequest
from webui.camera.benchmark import Stopwatch, Times
from webui.cli import main


class NoDetector:
    def detect(self, frame: Frame) -> list[Detection]:
        return []


class NoReader:
    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        return []


def test_it_prints_every_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.camera.benchmark.PHOTOGRAPH_TIMES", 2)
    monkeypatch.setattr("webui.camera.live_benchmark.LIVE_S", 2.0)
    monkeypatch.setattr("webui.camera.live_benchmark.MEASURED_S", 1.0)
    words = ["bench", "--deck", "house", "--cards", "2", "--frames", "12", "--json"]
    result = CliRunner().invoke(main, words, prog_name="clashcam")
    assert result.exit_code == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    machine, start, stages, live, empty, resting, lively, photograph, covered, summary = lines
    assert "cores" in machine["machine"]
    assert machine["share"] == 1.0
    assert live["live"]["cards"] == 6
    assert 0 < live["live"]["frames_per_s"] <= 30
    loads = [line["load"] for line in (empty, resting, lively)]
    assert [load["table"] for load in loads] == ["empty", "resting", "lively"]
    assert all(load["share_of_core"] > load["tracker"] > 0 for load in loads)
    assert loads[0]["tracker"] < loads[2]["tracker"]
    assert loads[1]["tracker"] < loads[2]["tracker"]
    assert "with 2 cards; 6 cards live" in summary["summary"]
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


def test_times_are_worked_out_for_a_slower_machine() -> None:
    fast, slow = Times(2), Times(2, share=0.25)
    for times in (fast, slow):
        times.add(Stopwatch(NoDetector(), NoReader(), detect_ms=5.0, read_ms=1.0), 10.0)
    assert slow.mean_ms == pytest.approx(4 * fast.mean_ms)


@pytest.mark.parametrize("share", ["0", "1.5", "fast"])
def test_a_share_that_does_not_fit_is_wrong_usage(share: str) -> None:
    result = CliRunner().invoke(main, ["bench", "--share", share], prog_name="clashcam")
    assert result.exit_code == 2
    assert "--share" in result.stderr


@pytest.mark.parametrize("cards", ["", "0", "25", "one", "1,,6"])
def test_a_number_of_cards_that_does_not_fit_is_wrong_usage(cards: str) -> None:
    result = CliRunner().invoke(main, ["bench", "--cards", cards], prog_name="clashcam")
    assert result.exit_code == 2
    assert "--cards" in result.stderr
