from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference scans and photographs beside the checkout."""
    if not (SHARED / "decks").is_dir():
        pytest.skip("needs ../shared (reference scans and photographs), which is not beside this checkout")
    return SHARED
