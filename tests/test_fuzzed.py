"""The corpus and a few thousand inputs more: the short form of ``python -m tests.benchmarks.fuzz``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks.fuzz import LIMIT_S, corpus, faults, fuzz, requests, surfaces, try_request
from tests.webui.cli.test_program import Table

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


def test_a_fault_would_be_noticed() -> None:
    def stumbles(_: bytes) -> str:
        raise KeyError("seat")

    became = fuzz("none", iter([b"x"]), stumbles, 1)
    assert faults(became)[0].startswith("TRACEBACK KeyError")
    assert LIMIT_S == 2.0
