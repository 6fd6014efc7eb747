"""The capture process imports what captures, and nothing that looks at what it captures."""

import subprocess
import sys

import pytest

LOADED = "print(*sorted(name for name in sys.modules if name.split('.')[0] in {named}))"
OURS = ("vision", "webui", "models", "rules")
HEAVY = ("onnxruntime", "pydantic", "sqlalchemy", "flask")


def loaded(imports: str, named: tuple[str, ...]) -> list[str]:
    asked = f"import sys, {imports}\n{LOADED.format(named=named)}"
    return subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    ).stdout.split()


def test_the_capture_process_imports_capture_alone() -> None:
    ours = loaded("vision.capture.worker, vision.capture.opening, vision.capture.camera", OURS)
    stages = [name for name in ours if name.count(".") > 1 or not name.startswith("vision")]
    assert [name for name in stages if not name.startswith("vision.capture.")] == []


def test_a_camera_needs_neither_the_network_nor_other_sources() -> None:
    ours = loaded("vision.capture.worker, vision.capture.camera", OURS)
    assert not {"vision.capture.stream", "vision.capture.motion_jpeg", "vision.capture.clip"} & set(ours)


@pytest.mark.parametrize("imports", ["vision.capture.virtual_source", "webui.camera.drawn_decks"])
def test_the_virtual_table_deals_without_networks_and_pages(imports: str) -> None:
    both = loaded(f"vision.capture.worker, {imports}", OURS + HEAVY)
    wrong = ("vision.detection", "vision.recognition", "vision.tracking", "webui.camera.trackers", *HEAVY)
    assert [name for name in both if name.startswith(wrong)] == []
