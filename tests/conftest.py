from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# No test may read or write the keyring of whoever runs it.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

# Tests run on every core at once: further threads of one of them would only spin while they wait.
for library in ("OPENBLAS", "OMP"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# Time limits would judge the machine's load, not the code.
settings.register_profile("clashcam", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("clashcam")

GREEN_BGR = (20, 230, 40)

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference scans and photographs beside the checkout."""
    if not (SHARED / "decks").is_dir():
        pytest.skip("needs ../shared (reference scans and photographs), which is not beside this checkout")
    return SHARED


@pytest.fixture
def green_photographs(tmp_path: Path) -> Path:
    """A folder of thirty photographs of green, of ten sources, with its index."""
    import cv2
    import numpy as np

    rows = []
    for number in range(30):
        name = f"p{number:02}.png"
        cv2.imwrite(str(tmp_path / name), np.full((90, 120, 3), GREEN_BGR, np.uint8))
        rows.append({"file": name, "source": f"someone/album-{number % 10}:{name}"})
    (tmp_path / "index.json").write_text(json.dumps(rows), "utf-8")
    return tmp_path


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores for ``-n auto``: many tests wait for a process, a time-out or a browser."""
    return (os.cpu_count() or 1) + 1


def _may_be_skipped(reason: str) -> bool:
    """Return whether CLASHCAM_NO_SKIPS lets a test with this reason be skipped.

    Unset: any. ``1``: none. Otherwise the name of an extra: only what needs that extra.
    """
    extra = os.environ.get("CLASHCAM_NO_SKIPS", "")
    return not extra or (extra != "1" and f"'.[{extra}]'" in reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Turn a skip into a failure where everything is at hand."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and not _may_be_skipped(str(report.longrepr)):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and here nothing may be: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """Turn a file that skips itself whole into a failure where everything is at hand."""
    report = yield
    if report.skipped and not _may_be_skipped(str(report.longrepr)):
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid} was skipped, and here nothing may be: {report.longrepr}"
    return report
