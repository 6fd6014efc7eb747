"""The address that `clashcam play` opens and tells, wherever it listens."""

from __future__ import annotations

import pytest

from webui.cli.serving import url_of


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8765/"),
        ("localhost", "http://localhost:8765/"),
        ("0.0.0.0", "http://127.0.0.1:8765/"),  # browsers on Windows open no 0.0.0.0
        ("::1", "http://[::1]:8765/"),
        ("::", "http://[::1]:8765/"),
        ("192.168.1.2", "http://192.168.1.2:8765/"),
    ],
)
def test_a_browser_finds_the_page_whatever_it_listens_on(host: str, url: str) -> None:
    assert url_of(host, 8765) == url
