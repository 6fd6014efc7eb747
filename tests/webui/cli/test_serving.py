"""The guests' address: the same every session, and still there where another program has the port."""

from __future__ import annotations

import socket
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from webui.cli.serving import Serving
from webui.http.auth import Access
from webui.http.phone import Phone
from webui.http.sharing import SharingMemory
from webui.table.inbox import NetworkStatus


def two_free_ports() -> int:
    """A port that is free, and so is the next one."""
    for _ in range(50):
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port: int = first.getsockname()[1]
            try:
                second.bind(("0.0.0.0", port + 1))
            except OSError:
                continue
            return port
    raise AssertionError("no two free ports side by side")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    monkeypatch.setattr("webui.cli.serving.own_addresses", lambda: ["192.168.1.2"])
    return []


def serving(tmp_path: Path, told: list[dict[str, Any]], port: int) -> Serving:
    tell = lambda status: told.append(status.network)  # noqa: E731
    made = Serving(Access(), Phone(), tmp_path, tell, SharingMemory(None), str)
    made.listen(Flask(__name__), "127.0.0.1", port)
    made.serve()
    return made


def test_the_guests_port_is_the_next_one_every_time(tmp_path: Path, told: list[dict[str, Any]]) -> None:
    port = two_free_ports()
    served = serving(tmp_path, told, port)
    try:
        for _ in range(2):
            served.open_network(True)
            assert (told[-1]["urls"], told[-1]["taken"]) == ([f"http://192.168.1.2:{port + 1}/"], None)
            served.open_network(False)
    finally:
        served.stop()


def test_a_port_that_another_program_has_is_told(tmp_path: Path, told: list[dict[str, Any]]) -> None:
    port = two_free_ports()
    with socket.socket() as other:
        other.bind(("0.0.0.0", port + 1))
        other.listen()
        served = serving(tmp_path, told, port)
        try:
            served.open_network(True)
            assert told[-1]["taken"] == port + 1
            assert told[-1]["urls"] != [f"http://192.168.1.2:{port + 1}/"]
        finally:
            served.stop()


def test_the_host_is_told_who_guesses_codes(
    tmp_path: Path, told: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.cli.serving.CODES_EVERY_S", 0.01)
    access, phone, heard = Access(), Phone(), threading.Event()

    def hear(status: NetworkStatus) -> None:
        told.append(status.network)
        if len(status.network["guessing"]) == 2:
            heard.set()

    served = Serving(access, phone, tmp_path, hear, SharingMemory(None), str)
    served.listen(Flask(__name__), "127.0.0.1", 0)
    served.serve()
    try:
        served.open_network(True)
        assert told[-1]["guessing"] == []
        for _ in range(6):
            with pytest.raises(ValueError, match="Wrong code"):
                access.enter("no code", "10.0.0.7")
            with pytest.raises(ValueError, match="Wrong code"):
                phone.pairing.enter("no code", "10.0.0.5")
        assert heard.wait(20)
    finally:
        served.stop()
    assert told[-1]["guessing"] == ["10.0.0.5", "10.0.0.7"]


def test_where_ours_is_any_port_the_guests_is_too(tmp_path: Path, told: list[dict[str, Any]]) -> None:
    served = serving(tmp_path, told, 0)
    try:
        served.open_network(True)
        assert told[-1]["taken"] is None
    finally:
        served.stop()
