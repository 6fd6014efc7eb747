"""Commands of other programs: a fixed list, by a token in the header alone, and only if the Host allows it."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import pytest
from pydantic import ValidationError

from tests.contract import public_command
from tests.webui.connect.receivers import now
from tests.webui.http.live import FakeKeyring, Live, flip_two
from webui.connect.commands import CommandName, PublicCommand, translate
from webui.connect.connections import Connections
from webui.connect.kept import NAME, ConnectMemory
from webui.connect.tokens import COMMANDS_A_MINUTE, MINUTE_S, Tokens, TooManyTokenCommandsError
from webui.storage.store import NotWrittenError
from webui.table.commands import COMMANDS
from webui.table.snapshot.newest import Newest

ROOT = Path(__file__).resolve().parents[3]
GUIDE = ROOT / "docs" / "connect.md"
PATH = "/api/v1/commands"
NAMES: tuple[str, ...] = get_args(CommandName)
RELEASED = ROOT / "tests" / "webui" / "released" / "commands-1" / "command.schema.json"


class Pedal:
    """A program with a token that may give commands, on another machine."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self.token = live.connections.make_token("a pedal", commands=True)
        (self.kept,) = live.connections.tokens.all()

    def sends(self, command: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        return self.posts(json.dumps({"command": command, **fields}))

    def posts(self, body: str, path: str = PATH, **headers: str) -> tuple[int, dict[str, Any]]:
        answer = self._live.client.post(
            path,
            data=body,
            headers={"Authorization": f"Bearer {self.token}"} | headers,
            environ_base={"REMOTE_ADDR": "192.168.1.20"},
        )
        return answer.status_code, answer.get_json()

    def error(self, command: str, **fields: Any) -> tuple[int, str]:
        status, said = self.sends(command, **fields)
        return status, said["error"]


@pytest.fixture
def pedal(live: Live) -> Pedal:
    return Pedal(live)


def shown(live: Live) -> dict[str, Any]:
    (token,) = live.client.get("/api/connect").get_json()["tokens"]
    found: dict[str, Any] = token
    return found


def test_a_pedal_goes_through_a_throw_as_the_hosts_keys_do(live: Live, pedal: Pedal) -> None:
    assert shown(live)["last_command"] is None
    flip_two(live)
    number = live.state()["throw"]["number"]
    assert pedal.sends("confirm") == (200, {"command": "confirm", "throw": number})
    assert live.state()["phase"] == "confirmed"
    assert shown(live)["last_command"] == {"at": "21:14:00", "command": "confirm"}
    assert pedal.sends("undo") == (200, {"command": "undo", "throw": number})
    assert live.state()["phase"] == "verdict"
    assert pedal.sends("new-throw") == (200, {"command": "new-throw", "throw": number})
    assert live.state()["phase"] == "empty"
    assert shown(live)["last_command"]["command"] == "new-throw"
    assert live.order("undo")[0] == 200, "the Host takes back what a program did"
    assert live.state()["phase"] == "verdict"


def test_a_throw_is_closed_by_judge_now(live: Live, pedal: Pedal) -> None:
    assert pedal.error("judge-now") == (422, "There is no card to judge yet.")
    live.table.down(300, 600)
    live.table.down(300, 100)
    live.look()
    assert live.table_thread.ask(lambda table: table.throw.closed_s) is None
    assert pedal.sends("judge-now")[0] == 200
    assert live.table_thread.ask(lambda table: table.throw.closed_s) is not None


def test_next_does_what_the_big_key_does(live: Live, pedal: Pedal) -> None:
    assert pedal.error("next") == (422, "The Host's big key does nothing now (Confirm).")
    flip_two(live)
    assert pedal.sends("next")[1]["command"] == "confirm"
    assert pedal.sends("next")[1]["command"] == "new-throw"


@pytest.mark.parametrize(
    "given", [{"name": "round-next"}, {"name": "same-again"}, {"name": "throw-damage", "seat": "s1"}]
)
def test_next_goes_on_in_a_round(given: dict[str, object]) -> None:
    snapshot = {
        "version": 7,
        "paused": False,
        "throw": {"number": 4},
        "main_key": {"text": "...", "command": given},
    }
    command, done = translate(PublicCommand(command="next"), snapshot)
    assert (command.name, command.version, command.given()) == (
        given["name"],
        7,
        {key: each for key, each in given.items() if key != "name"},
    )
    assert (done.command, done.throw) == ("next", 4)


def test_the_camera_is_paused_and_goes_on(live: Live, pedal: Pedal) -> None:
    for command, done, paused in (
        ("pause", "pause", True),
        ("pause", "pause", True),
        ("resume", "resume", False),
        ("toggle-pause", "pause", True),
        ("toggle-pause", "resume", False),
    ):
        assert pedal.sends(command)[1]["command"] == done
        assert live.state()["paused"] is paused


def test_what_is_meant_for_another_throw_is_refused(live: Live, pedal: Pedal) -> None:
    flip_two(live)
    number = live.state()["throw"]["number"]
    refused = (409, "The table has changed meanwhile; look again.")
    assert pedal.error("confirm", throw=number + 1) == refused
    assert live.state()["phase"] == "verdict"
    assert pedal.sends("confirm", throw=number)[0] == 200


def test_what_cannot_be_done_is_refused_in_the_line_that_the_page_shows(live: Live, pedal: Pedal) -> None:
    assert pedal.error("confirm") == (422, "There is no verdict to confirm yet.")
    assert pedal.error("undo") == (422, "There is nothing to undo.")
    live.order("language", language="de")
    assert pedal.error("confirm") == (422, "Noch gibt es kein Urteil zu bestätigen.")
    assert shown(live)["last_command"] is None


def test_what_the_disk_does_not_take_is_not_done(
    live: Live, pedal: Pedal, monkeypatch: pytest.MonkeyPatch
) -> None:
    flip_two(live)

    def full(*_: object) -> None:
        raise NotWrittenError("not-written", folder="here", why="full")

    monkeypatch.setattr(live.store, "append", full)
    assert pedal.sends("confirm")[0] == 507
    assert shown(live)["last_command"] is None


OTHERS = sorted({*COMMANDS, "quit", "Confirm", ""} - {*NAMES})


@pytest.mark.parametrize("names", [OTHERS[::2], OTHERS[1::2]], ids=("one half", "the other"))
def test_a_command_outside_the_list_is_refused(live: Live, pedal: Pedal, names: list[str]) -> None:
    before = live.state()
    for name in names:
        status, said = pedal.sends(name)
        assert (status, said["field"]) == (422, "command"), name
        assert "'confirm'" in said["error"]
    assert live.state() == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ('{"command": "pause", "on": false}', "on"),
        ('{"command": "confirm", "throw": -1}', "throw"),
        ('{"command": "undo", "keeps_settings": false}', "keeps_settings"),
        ('{"version": 1, "name": "confirm"}', "command"),
        ("[]", ""),
        ("confirm", ""),
        ("", ""),
    ],
)
def test_a_body_that_is_no_command_is_refused(pedal: Pedal, body: str, field: str) -> None:
    status, said = pedal.posts(body)
    assert (status, said["field"]) == (422, field)
    assert said["error"]


def test_no_setting_is_taken_back_by_undo(live: Live, pedal: Pedal) -> None:
    flip_two(live)
    live.order("confirm")
    live.order("seat-change", seat="players", seat_name="Ann")
    assert pedal.error("undo") == (422, "The last change was a setting: undo it on the Host's page.")
    assert "Ann" in [each["name"] for each in live.state()["seats"]]
    assert live.order("undo")[0] == 200
    assert pedal.sends("undo")[0] == 200
    assert live.state()["phase"] == "verdict"


READ_ONLY = (403, "This token may only listen; Set-up, Connect lets it give commands.")
NO_TOKEN = (401, "Send a valid token in the header Authorization; Set-up, Connect makes one.")


def test_a_token_that_may_only_listen_gives_no_commands(live: Live, pedal: Pedal) -> None:
    pedal.token = live.connections.make_token("a lamp")
    assert pedal.error("pause") == READ_ONLY
    assert live.state()["paused"] is False


def test_a_token_is_read_only_unless_the_host_ticks_it(live: Live) -> None:
    live.client.post("/api/connect/token", json={"name": "a lamp"})
    assert shown(live)["commands"] is False


def test_the_host_allows_commands_and_forbids_them(live: Live, pedal: Pedal) -> None:
    made = live.client.post("/api/connect/token", json={"name": "a deck", "commands": True}).get_json()
    pedal.token = made["secret"]
    kept = live.connections.tokens.all()[-1]
    for allow in (False, True, False):
        answer = live.client.post("/api/connect/token/commands", json={"id": kept.id, "allow": allow})
        assert [each["commands"] for each in answer.get_json()["tokens"]] == [True, allow]
        assert pedal.sends("pause")[0] == (200 if allow else 403)


def test_a_withdrawn_token_gives_no_commands(live: Live, pedal: Pedal) -> None:
    assert pedal.sends("pause")[0] == 200
    live.client.post("/api/connect/token/withdraw", json={"id": pedal.kept.id})
    assert pedal.error("resume") == NO_TOKEN
    assert live.state()["paused"] is True


def test_a_token_in_the_address_gives_no_commands(live: Live, pedal: Pedal) -> None:
    status, said = pedal.posts('{"command": "pause"}', f"{PATH}?token={pedal.token}", Authorization="")
    assert (status, said["error"]) == NO_TOKEN
    assert live.state()["paused"] is False


def test_who_sends_commands_without_end_has_to_wait(live: Live, pedal: Pedal) -> None:
    given = [pedal.sends("pause" if number % 2 else "x")[0] for number in range(COMMANDS_A_MINUTE + 1)]
    assert given == [422, 200] * (COMMANDS_A_MINUTE // 2) + [429]
    assert pedal.error("pause") == (429, "More than 40 commands in a minute. Wait a moment.")
    pedal.token = live.connections.make_token("another", commands=True)
    assert pedal.sends("resume")[0] == 200


def test_after_a_minute_it_may_go_on() -> None:
    now_s = [0.0]
    tokens = Tokens(now, lambda: now_s[0])
    token = tokens.make("a pedal", commands=True)
    for _ in range(COMMANDS_A_MINUTE):
        tokens.admit_command(token)
    now_s[0] = MINUTE_S - 0.1
    with pytest.raises(TooManyTokenCommandsError):
        tokens.admit_command(token)
    now_s[0] = MINUTE_S
    tokens.admit_command(token)


ELSEWHERE = {"Origin": "http://elsewhere.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"}


def test_a_page_of_another_site_gives_no_command_without_a_token(live: Live, pedal: Pedal) -> None:
    """Not even on the Host's machine, by whatever a form may send."""
    for headers in (ELSEWHERE, ELSEWHERE | {"Sec-Fetch-Mode": "navigate", "Content-Type": "text/plain"}):
        answer = live.client.post(PATH, data='{"command": "pause"}', headers=headers)
        assert answer.status_code == 401
    assert live.client.post("/api/command", json={"name": "pause"}, headers=ELSEWHERE).status_code == 403
    assert live.state()["paused"] is False


def test_a_page_of_another_program_may_give_one_with_its_token(live: Live, pedal: Pedal) -> None:
    asked = ELSEWHERE | {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    before = live.client.options(PATH, headers=asked)
    assert before.status_code == 200
    assert before.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in before.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in before.headers
    assert live.state()["paused"] is False
    assert pedal.posts('{"command": "pause"}', **ELSEWHERE)[0] == 200
    refused = live.client.post(PATH, data="{}", headers=ELSEWHERE)
    assert refused.headers["Access-Control-Allow-Origin"] == "*", "so that the page can read why"
    assert "Access-Control-Allow-Origin" not in live.client.options("/api/command", headers=asked).headers


def test_another_name_for_this_machine_is_refused(live: Live, pedal: Pedal) -> None:
    headers = {"Host": "evil.example", "Authorization": f"Bearer {pedal.token}"}
    assert live.client.post(PATH, json={"command": "pause"}, headers=headers).status_code == 403
    assert live.state()["paused"] is False


def test_a_data_folder_from_before_opens_with_read_only_tokens(tmp_path: Path) -> None:
    token = {"id": "0123abcd", "key": "0" * 64, "name": "a lamp", "made": "2026-11-20"}
    (tmp_path / NAME).write_text(json.dumps({"tokens": [token], "connections": {}}))
    (kept,) = ConnectMemory(tmp_path).load().tokens
    assert (kept.name, kept.commands) == ("a lamp", False)


def test_after_a_restart_a_token_may_what_it_might(tmp_path: Path) -> None:
    def connections() -> Connections:
        return Connections(Newest({"version": 0}), ConnectMemory(tmp_path), FakeKeyring(), now, "0.0")

    first = connections()
    first.make_token("a pedal", commands=True)
    first.make_token("a lamp")
    assert [each.commands for each in connections().tokens.all()] == [True, False]


def test_what_cannot_be_kept_is_not_allowed(
    live: Live, pedal: Pedal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr("webui.connect.kept.put_in_place", full)
    for allow in (True, False):
        answer = live.client.post("/api/connect/token/commands", json={"id": pedal.kept.id, "allow": allow})
        assert answer.status_code == 507
        assert pedal.sends("pause")[0] == 403


def valid(schema: Any) -> Callable[[Any], bool]:
    return jsonschema_rs.Draft202012Validator(schema).is_valid


def test_every_command_that_was_released_is_still_taken() -> None:
    released = json.loads(RELEASED.read_text(encoding="utf-8"))
    known = released["properties"]["command"]["enum"]
    assert len(known) == 8
    for name in known:
        for document in ({"command": name}, {"command": name, "throw": 4}, {"command": name, "throw": None}):
            assert valid(released)(document)
            assert valid(public_command.schema())(document)
            assert PublicCommand.model_validate(document).command == name


def test_the_schema_refuses_what_the_program_refuses() -> None:
    for document in (
        {"command": "quit"},
        {"command": "undo", "on": True},
        {"command": "undo", "throw": -1},
        {},
    ):
        assert not valid(public_command.schema())(document)
        with pytest.raises(ValidationError):
            PublicCommand.model_validate(document)


def test_the_guide_has_every_command_and_every_status() -> None:
    guide = GUIDE.read_text(encoding="utf-8").partition("\n## Commands\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+`) \|", guide, re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"`([a-z-]+)`", row)] == ["command", *NAMES]
    (described,) = json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"][PATH].values()
    listed = re.findall(r"^\| (\d{3}) \|", guide, re.MULTILINE)
    assert listed == list(described["responses"])


def test_the_line_for_a_shell_does_what_the_guide_says(live: Live, pedal: Pedal) -> None:
    (line,) = re.findall(r"```sh\n(curl [^`]+)```", GUIDE.read_text(encoding="utf-8"))
    called = shlex.split(line.replace("\\\n", " ").replace("TOKEN", pedal.token))
    (header,), (body,) = (
        [after for option, after in pairwise(called) if option == flag] for flag in ("-H", "-d")
    )
    name, _, value = header.partition(": ")
    flip_two(live)
    assert called[-1].endswith(PATH)
    assert pedal.posts(body, **{name: value})[0] == 200
    assert live.state()["phase"] == "confirmed"
