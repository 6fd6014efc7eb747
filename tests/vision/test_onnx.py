"""Networks run for the table alone: the library that runs them keeps and sends nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

OPEN_A_NETWORK = """
import sys
from pathlib import Path
from vision.onnx import open_network

open_network(next(Path(sys.argv[1]).rglob("*.onnx")))
"""


def files_left(home: Path, before: str = "") -> list[str]:
    """Open a network in a process of its own; return what it left in its home, which was empty."""
    home.mkdir()
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", before + OPEN_A_NETWORK, str(ROOT / "models")]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return [path.name for path in home.rglob("*") if path.is_file()]


def test_the_library_keeps_no_notes_of_the_machine_for_its_maker(tmp_path: Path) -> None:
    assert files_left(tmp_path / "ours") == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it keeps them in other places")
def test_loaded_without_our_word_it_would(tmp_path: Path) -> None:
    assert "deviceid" in files_left(tmp_path / "theirs", "import onnxruntime\n")
