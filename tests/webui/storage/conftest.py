from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from webui.storage.store import Store

if TYPE_CHECKING:
    from tests.webui.storage.server import Server

NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server of this test run's own."""
    pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")
    from tests.webui.storage.server import Server, binaries

    if binaries() is None:
        pytest.skip("needs a PostgreSQL server (apt install postgresql)")
    made = Server()
    yield made
    made.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def log_address(request: pytest.FixtureRequest) -> str | None:
    """Where a test keeps its log: nowhere but in its folder, or on a server."""
    if request.param == "sqlite":
        return None
    made: Server = request.getfixturevalue("server")
    return made.new(f"log{next(NUMBERS)}")


@pytest.fixture
def store(log_address: str | None, tmp_path: Path) -> Iterator[Store]:
    """An empty log, once in a file and once on a server."""
    opened = Store(tmp_path, database=log_address)
    yield opened
    opened.close()
