"""The corpus and a few thousand inputs more: short forms of ``fuzz``, ``fuzz_guided`` and ``fuzz_described``."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks import fuzz_guided as guided
from tests.benchmarks.fuzz import LIMIT_S, corpus, faults, fuzz, requests, surfaces, try_request
from tests.webui.cli.running_table import Table

SURFACES = ("documents", "decks", "pictures", "camera")
SLOW = ("recordings",)


@pytest.mark.parametrize("surface", [*SURFACES, *SLOW])
def test_files_and_documents_get_an_answer_or_one_line(tmp_path: Path, surface: str) -> None:
    inputs, attempt = surfaces(tmp_path)[surface]
    became = fuzz(surface, inputs(np.random.default_rng(1)), attempt, 150 if surface in SLOW else 600)
    assert [each for each in faults(became) if not each.startswith("SLOW")] == []
    assert became["refused"] > (20 if surface in SLOW else 50)
    assert corpus(surface)


def test_whatever_comes_to_the_door_gets_no_500(tmp_path: Path) -> None:
    with Table(tmp_path).running as running:
        host, port = running.url.removeprefix("http://").rstrip("/").split(":")
        became = fuzz("http", requests(np.random.default_rng(1)), try_request((host, int(port))), 300)
        assert [each for each in faults(became) if not each.startswith("SLOW")] == []
    assert became["answered"] > 5
    assert became["refused"] > 50
    assert corpus("http")


@pytest.mark.skipif(sys.platform != "linux", reason="atheris is made for Linux")
@pytest.mark.parametrize("surface", ["documents", "decks"])
def test_what_looks_for_new_ways_finds_no_fault(surface: str) -> None:
    pytest.importorskip("atheris", reason="needs atheris (pip install -e '.[test]')")
    found = guided.fuzz(surface, 1000)
    assert found.fault == ""
    assert found.inputs >= 1000
    assert found.edges > 50


def test_requests_from_the_description_get_no_500(tmp_path: Path) -> None:
    pytest.importorskip("schemathesis", reason="needs schemathesis (pip install -e '.[test]')")
    from tests.benchmarks import fuzz_described as described

    with Table(tmp_path).running as running:
        asked = described.Asked(running.url)
        described.fuzz(asked, 150, 1)
    assert [each for each in asked.faults if not each.startswith("SLOW")] == []
    assert asked.became["2xx"] > 20
    assert asked.became["4xx"] > 20


def test_a_fault_would_be_noticed() -> None:
    def stumbles(_: bytes) -> str:
        raise KeyError("seat")

    became = fuzz("none", iter([b"x"]), stumbles, 1)
    assert faults(became)[0].startswith("TRACEBACK KeyError")
    assert LIMIT_S == 2.0
    inputs = iter([b"x"] * 10)
    assert fuzz("none", inputs, lambda _: "refused", 10, seconds=-1.0) == {}, "there is no time"
