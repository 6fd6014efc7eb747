from __future__ import annotations

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

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference scans and photographs beside the checkout."""
    if not (SHARED / "decks").is_dir():
        pytest.skip("needs ../shared (reference scans and photographs), which is not beside this checkout")
    return SHARED


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Where everything is at hand nothing may be skipped: CLASHCAM_NO_SKIPS turns a skip into a failure."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CLASHCAM_NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and here nothing may be: {report.longrepr}"
    return report
