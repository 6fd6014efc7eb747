"""What becomes of sharing when the program ends: it goes on after a break on the same session, else it is offered."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from webui.cli.serving import Serving
from webui.http.auth import MOST_DEVICES, SIGN_IN_S, Access
from webui.http.phone import Phone
from webui.http.sharing import NAME, SharingMemory
from webui.table.inbox import NetworkStatus

TV = "192.168.1.20"


class Program:
    """One run of the program, as far as others are let in."""

    def __init__(self, folder: Path, session: str = "tonight") -> None:
        self.access = Access()
        self.told: list[dict[str, Any]] = []
        memory = SharingMemory(folder)
        self.serving = Serving(self.access, Phone(), folder, self._hear, memory, lambda: session)
        self.serving.listen(Flask(__name__), "127.0.0.1", 0)
        self.serving.serve()
        self.serving.resume()

    def _hear(self, status: NetworkStatus) -> None:
        self.told.append(status.network)

    def let_in(self, role: str = "players", name: str = "TV") -> str:
        return self.access.enter(self.access.codes[role], TV, name)

    @property
    def is_offered(self) -> bool:
        return bool(self.told and self.told[-1]["offered"])


Run = Callable[..., Program]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Start the program; a run that is not ended by then has broken off before the next one."""
    with ExitStack() as ports:

        def started(session: str = "tonight") -> Program:
            program = Program(tmp_path, session)
            ports.callback(program.serving.stop)
            return program

        yield started


def test_after_a_break_the_table_is_shared_again_and_known_devices_are_in(run: Run) -> None:
    first = run()
    first.serving.open_network(True)
    tv, second_host = first.let_in(), first.let_in("host", "tablet")
    codes = dict(first.access.codes)
    again = run()
    assert again.told[-1]["allowed"]
    assert not again.is_offered
    assert again.access.role(TV, tv) == "players"
    assert again.access.role(TV, second_host) == "host"
    assert [each["name"] for each in again.told[-1]["devices"]] == ["TV", "tablet"]
    assert dict(again.access.codes) != codes, "old codes open nothing"


def test_after_an_ordinary_end_sharing_is_offered_and_begins_with_one_tap(run: Run) -> None:
    first = run()
    first.serving.open_network(True)
    tv = first.let_in()
    first.serving.stop()
    again = run()
    assert (again.is_offered, again.told[-1]["allowed"]) == (True, False)
    assert again.access.role(TV, tv) is None
    again.serving.open_network(True)
    assert not again.is_offered
    assert again.access.role(TV, tv) == "players"


@pytest.mark.parametrize("ends", [True, False], ids=["ended", "broken off"])
def test_on_another_session_sharing_is_offered_and_nobody_is_known(run: Run, ends: bool) -> None:
    first = run()
    first.serving.open_network(True)
    tv = first.let_in()
    if ends:
        first.serving.stop()
    again = run("next week")
    assert (again.is_offered, again.told[-1]["allowed"]) == (True, False)
    again.serving.open_network(True)
    assert again.access.role(TV, tv) is None


@pytest.mark.parametrize("offered", [True, False], ids=["the offer is declined", "sharing is ended"])
def test_when_the_host_ends_sharing_no_sign_in_is_left(run: Run, tmp_path: Path, offered: bool) -> None:
    program = run()
    program.serving.open_network(True)
    tv = program.let_in()
    if offered:
        program.serving.stop()
        program = run()
        assert program.is_offered
    program.serving.open_network(False)
    assert not (tmp_path / NAME).exists()
    program.serving.publish_status()
    program.serving.stop()
    assert not (tmp_path / NAME).exists()
    again = run()
    assert not again.is_offered
    again.serving.open_network(True)
    assert again.access.role(TV, tv) is None


def test_a_device_that_the_host_ended_does_not_come_back(run: Run) -> None:
    first = run()
    first.serving.open_network(True)
    tv, phone = first.let_in(), first.let_in(name="phone")
    first.access.end(first.told[-1]["devices"][0]["id"])
    again = run()
    assert again.access.role(TV, tv) is None
    assert again.access.role(TV, phone) == "players"


def test_the_file_holds_no_secret_and_is_its_owners(run: Run, tmp_path: Path) -> None:
    program = run()
    program.serving.open_network(True)
    secret = program.let_in()
    kept = (tmp_path / NAME).read_text()
    assert secret not in kept
    assert not [code for code in program.access.codes.values() if code in kept]
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_who_was_silent_for_a_day_is_not_let_in_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run()
    first.serving.open_network(True)
    tv = first.let_in()
    later_s = time.time() + SIGN_IN_S + 1
    monkeypatch.setattr("webui.cli.serving.time.time", lambda: later_s)
    again = run()
    assert again.access.role(TV, tv) is None


BROKEN = [
    b"",
    b"{",
    b"[]",
    b'{"session": "tonight", "devices": "all"}',
    b'{"session": "tonight", "ended": false, "devices": [{"key": "x"}]}',
    b'{"session": "tonight", "role": "host"}',
    b'{"session": "tonight", "devices": [' + b" " * 300_000 + b"]}",
    b"\xff\xfe",
]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_a_damaged_file_lets_nobody_in(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    program = run()
    assert not program.access.allowed
    assert not program.is_offered


def test_no_more_devices_come_back_than_any_table_has() -> None:
    access = Access()
    access.allow()
    one = {"name": "TV", "role": "players", "address": TV, "since": "21:02", "colour": "", "seat": ""}
    access.restore(one | {"key": f"{number:064x}", "silent_s": 0.0} for number in range(MOST_DEVICES + 5))
    assert len(access.host_view([])["devices"]) == MOST_DEVICES


def test_nobody_comes_back_while_the_network_is_closed() -> None:
    access = Access()
    one = {"name": "TV", "role": "host", "address": TV, "since": "21:02", "colour": "", "seat": ""}
    access.restore([one | {"key": "0" * 64, "silent_s": 0.0}])
    assert access.sign_ins() == []


def test_a_disk_that_is_full_keeps_nobody_out(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()  # Nothing can be put in its place.
    program = Program(tmp_path)
    try:
        program.serving.open_network(True)
        assert program.access.role(TV, program.let_in()) == "players"
        program.serving.open_network(False)
    finally:
        program.serving.stop()
