"""The running program and its stream: it is there from the start, and a token holds from one start to the next."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.webui.cli.running_table import Table
from tests.webui.connect.receivers import Web, until
from webui.connect.kept import NAME


def first_event(url: str, token: str) -> Any:
    request = urllib.request.Request(f"{url}api/v1/stream", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=30) as stream:
        for line in stream:
            if line.startswith(b"data: "):
                return json.loads(line[6:])
    return None


def post(url: str, path: str, **document: Any) -> Any:
    with urllib.request.urlopen(
        f"{url}api/connect/{path}", json.dumps(document).encode(), timeout=30
    ) as answer:
        return json.load(answer)


def test_a_token_holds_after_a_restart_until_it_is_withdrawn(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running:
        url = table.running.url
        token = post(url, "token", name="a lamp")["secret"]
        hello = first_event(url, token)
        assert (hello["event"], hello["version"]) == ("hello", 1)
        assert hello["session"] == table.state()["session"]["id"]
    assert (tmp_path / NAME).stat().st_mode & 0o077 == 0
    again = Table(tmp_path)
    with again.running:
        url = again.running.url
        assert first_event(url, token)["event"] == "hello"
        with urllib.request.urlopen(f"{url}api/connect", timeout=30) as answer:
            (kept,) = json.load(answer)["tokens"]
        post(url, "token/withdraw", id=kept["id"])
        with pytest.raises(urllib.error.HTTPError, match="401"):
            first_event(url, token)


def test_a_pause_is_posted_by_the_running_program_which_then_ends_without_its_receiver(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path)
    with table.running:
        with Web() as web:
            post(table.running.url, "connection", kind="webhook", on=True, address=web.url)
            table.order("pause", on=True)
            until(lambda: any(json.loads(body)["event"] == "pause" for body in web.bodies))
        table.order("pause", on=False)
