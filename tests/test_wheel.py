"""The wheel holds what the program needs, and nothing that only training, benchmarks or tests need."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LARGEST_BYTES = 14_500_000
FOLDERS = {
    *("models", "models/galleries", "models/housedeck"),
    *("rules", "rules/chronica", "rules/demon_city", "rules/dragon", "rules/pulp"),
    *("vision", "vision/capture", "vision/detection", "vision/galleries", "vision/recognition"),
    *("vision/recording", "vision/scene", "vision/tracking", "vision/virtual"),
    *("webui", "webui/camera", "webui/cli", "webui/connect", "webui/documents", "webui/http", "webui/i18n"),
    *("webui/recording", "webui/storage", "webui/table"),
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as it is built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_the_wheel_holds_these_folders_and_is_small(wheel: Path) -> None:
    parts = (Path(name).parent.parts[:2] for name in names_in(wheel) if ".dist-info" not in name)
    assert {"/".join(each) for each in parts} == FOLDERS
    assert wheel.stat().st_size < LARGEST_BYTES


IMPORT_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
for room in ("rules", "models", "vision", "webui"):
    package = importlib.import_module(room)
    assert package.__file__.startswith(sys.argv[1]), package.__file__
    for found in pkgutil.walk_packages(package.__path__, room + "."):
        if not found.name.startswith("webui.storage.migrations") and not found.name.endswith("__main__"):
            importlib.import_module(found.name)
"""
"""Import every module below a folder; Alembic alone can import its migrations."""


def import_all(folder: Path) -> subprocess.CompletedProcess[str]:
    """Import everything that lies in a folder, in a process that cannot see this checkout."""
    command = [sys.executable, "-c", IMPORT_ALL, str(folder)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_every_module_of_the_wheel_can_be_imported(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    assert import_all(tmp_path).stderr == ""
    (tmp_path / "vision/virtual/things/clutter.py").unlink()
    assert "ModuleNotFoundError" in import_all(tmp_path).stderr
