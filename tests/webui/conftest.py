"""What most tests of the application begin with: a store, a table over it, the program served."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webui.http.live import Live
from tests.webui.session import Session
from webui.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def session(store: Store) -> Session:
    return Session(store)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    made = Live(tmp_path)
    made.look(2.0)
    yield made
    made.close()
