"""`clashcam play --until-closed`: it opens the page, ends with its last page, and never runs twice."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main
from webui.cli.closing import CLOSED_S, UNOPENED_S, Closing, is_clashcam

PATIENCE_S = 90


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.mark.parametrize(("pages", "lasts_s"), [([0], UNOPENED_S), ([1, 0], CLOSED_S)])
def test_it_ends_some_time_after_the_last_page(pages: list[int], lasts_s: float) -> None:
    clock, open_pages = Clock(), iter(pages)
    shown = [next(open_pages)]
    closing = Closing(lambda: shown[0], clock)
    for each in open_pages:
        closing.check()
        shown[0] = each
    clock.now_s += lasts_s - 0.1
    closing.check()
    clock.now_s += 0.1
    with pytest.raises(KeyboardInterrupt):
        closing.check()


def test_a_page_that_is_loaded_again_is_no_end() -> None:
    clock, shown = Clock(), [1]
    closing = Closing(lambda: shown[0], clock)
    for shown[0] in (1, 0, 1, 0):
        clock.now_s += CLOSED_S - 0.1
        closing.check()


class _Other(BaseHTTPRequestHandler):
    answer = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def other() -> Iterator[str]:
    """Another program's server at a port of this machine."""
    with HTTPServer(("127.0.0.1", 0), _Other) as server:
        serving = threading.Thread(target=server.serve_forever, daemon=True)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        serving.join()


@pytest.mark.parametrize(
    ("answer", "is_ours"),
    [
        ('{"versions": {"clashcam": "1.0.0"}}', True),
        ('{"versions": {"other": "1"}}', False),
        ("[]", False),
        ("null", False),
        ('{"versions": 3}', False),
        ("<html>", False),
    ],
)
def test_only_clashcam_is_taken_for_clashcam(
    other: str, answer: str, is_ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Other, "answer", answer.encode())
    assert is_clashcam(other) == is_ours


def test_nobody_is_not_clashcam() -> None:
    with socket.socket() as bound:  # It does not listen.
        bound.bind(("127.0.0.1", 0))
        assert not is_clashcam(f"http://127.0.0.1:{bound.getsockname()[1]}/")


def test_a_second_click_opens_the_page_of_the_program_that_runs(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(_Other, "answer", b'{"versions": {"clashcam": "1.0.0"}}')
    port = other.rsplit(":", 1)[1].rstrip("/")
    words = ["play", "demo", "--until-closed", "--port", port, "--data", str(tmp_path / "data")]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert opened == [other]
    assert not (tmp_path / "data").exists()
    assert CliRunner().invoke(main, [*words, "--no-browser"]).exit_code == 0
    assert opened == [other]


def test_the_program_takes_another_port_and_ends_when_its_page_is_closed(other: str, tmp_path: Path) -> None:
    words = ["play", "demo", "--no-browser", "--until-closed", "--port", other.rsplit(":", 1)[1].rstrip("/")]
    begin = "from webui.cli import main, closing; closing.CLOSED_S = 1.0; main()"
    command = [sys.executable, "-c", begin, *words, "--data", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        try:
            assert program.stderr is not None
            url = program.stderr.readline().split("serves ")[1].split()[0]
            assert url != other
            with urllib.request.urlopen(f"{url}api/events", timeout=PATIENCE_S) as page:
                assert page.readline()
                time.sleep(2.5)
                assert program.poll() is None, "it goes on while the page is open"
                with urllib.request.urlopen(f"{url}api/support", timeout=PATIENCE_S) as answer:
                    assert json.load(answer)["versions"]["clashcam"]
            said = program.communicate(timeout=PATIENCE_S)[1]
        finally:
            program.kill()
    assert (program.returncode, "Goodbye; the log is kept." in said) == (0, True), said
