"""`clashcam update-check`: which version runs, what is new, what is newer; and no call anywhere."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main
from webui.news import newest


@pytest.fixture(autouse=True)
def no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any use of the network fails the test."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse, raising=True)
    for name in ("create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)


def checked(monkeypatch: pytest.MonkeyPatch, *folder: str) -> list[str]:
    monkeypatch.setattr("webui.versions.version", lambda name: "1.0.0")
    done = CliRunner().invoke(main, ["update-check", *folder])
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()


def test_it_says_what_runs_and_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = checked(monkeypatch)
    assert lines[0] == "Clashcam 1.0.0 runs here."
    assert f"New in {newest().release}:" in lines
    assert f"- {newest().parts[0].lines[0]}" in lines


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ([], "no file of a release is there; their names begin with clashcam-"),
        (["holiday.jpg", "my-clashcam-2.0"], "no file of a release is there; their names begin with clashcam-"),
        (["clashcam-0.9.9.tar.gz", "clashcam_1.0.0_amd64.deb"], "1.0.0 is not newer"),
        (["clashcam_1.10.0_amd64.deb", "clashcam-1.9.0.tar.gz"], "1.10.0 is newer; how to install it: docs/install.md"),
    ],
)  # fmt: skip
def test_it_compares_with_what_was_downloaded(
    files: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in files:
        (tmp_path / file).touch()
    assert checked(monkeypatch, str(tmp_path))[1] == f"{tmp_path}: {says}"
