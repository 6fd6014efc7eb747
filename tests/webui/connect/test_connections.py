"""How connections are set: by the Host at this machine alone, their secrets in the keyring and nowhere else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.webui.connect.receivers import Broker, Web, now, until
from tests.webui.http.live import FakeKeyring, Live, flip_two
from webui.connect.connections import Change, Connections
from webui.connect.events import PauseData, TrialData, number_of
from webui.connect.faults import UndeliverableError
from webui.connect.history import History
from webui.connect.kept import NAME, ConnectMemory
from webui.connect.tokens import Tokens, TooManyTokensError
from webui.table.snapshot.newest import Newest

SECRET_PATH = "/hook/s3cret-path"
ADDRESS = "That is not an address; expected one that begins with http:// or https://."
SECRET = "That is not a signing secret; expected whsec_ and 24 to 88 letters and digits."
TOPIC = "That is not a topic; expected letters, digits, and - _ . with / between them."


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as opened:
        yield opened


def state(live: Live, kind: str) -> Any:
    found = live.client.get("/api/connect").get_json()["connections"]
    return next(each for each in found if each["kind"] == kind)


def change(live: Live, kind: str, **fields: Any) -> Any:
    answer = live.client.post("/api/connect/connection", json={"kind": kind, "on": True, **fields})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def test_a_connection_is_set_tried_and_switched_off(live: Live, web: Web) -> None:
    made = change(live, "webhook", address=web.url + SECRET_PATH)["secret"]
    assert made.startswith("whsec_")
    assert live.client.post("/api/connect/test", json={"kind": "webhook"}).get_json() == {"sent": True}
    until(lambda: state(live, "webhook")["last"])
    assert state(live, "webhook")["last"]["ok"] is True
    assert state(live, "webhook")["last"]["text"] == "Answered: 200."
    assert '"event":"test"' in web.bodies[0].replace(" ", "")
    flip_two(live)
    until(lambda: any('"verdict"' in body for body in web.bodies))
    change(live, "webhook", on=False)
    assert live.client.post("/api/connect/test", json={"kind": "webhook"}).get_json() == {"sent": False}
    heard = len(web.bodies)
    live.order("confirm")
    time.sleep(0.3)
    assert len(web.bodies) == heard
    again = change(live, "webhook")["secret"]
    assert again == "", "the signing secret stays, and is not shown again"


def test_a_secret_lies_in_the_keyring_and_nowhere_else(live: Live, web: Web, tmp_path: Path) -> None:
    made = change(live, "webhook", address=web.url + SECRET_PATH)["secret"]
    change(live, "mqtt", on=False, address="mqtt://127.0.0.1:1", user="ann", secret="mqtt-pw")
    token = live.client.post("/api/connect/token", json={"name": "a lamp"}).get_json()["secret"]
    shown = live.client.get("/api/connect").get_data(as_text=True)
    for secret in ("s3cret-path", made, "mqtt-pw", token):
        assert secret not in shown
        for path in tmp_path.rglob("*"):
            assert not path.is_file() or secret.encode() not in path.read_bytes(), path
    assert "s3cret-path" in live.keyring["connection webhook"]
    assert "mqtt-pw" in live.keyring["connection mqtt"]
    assert (tmp_path / NAME).stat().st_mode & 0o077 == 0
    assert state(live, "webhook")["address"] == web.url


def test_what_is_forgotten_is_gone_from_the_keyring_too(live: Live, web: Web) -> None:
    change(live, "webhook", address=web.url + SECRET_PATH)
    assert live.client.post("/api/connect/forget", json={"kind": "webhook"}).status_code == 200
    assert live.keyring == {}
    assert state(live, "webhook") | {"last": None} == {
        "kind": "webhook", "on": False, "address": "", "anywhere": False, "user": "", "topic": "",
        "has_secret": False, "locked": False, "waiting": 0, "lost": 0, "last": None,
    }  # fmt: skip


PATHS = {
    "/api/connect/token": {"name": ""},
    "/api/connect/token/commands": {"id": "00000000", "allow": True},
    "/api/connect/token/withdraw": {"id": "00000000"},
    "/api/connect/connection": {"kind": "webhook", "on": True, "address": "http://192.168.1.1/admin"},
    "/api/connect/forget": {"kind": "webhook"},
    "/api/connect/test": {"kind": "webhook"},
}


@pytest.mark.parametrize("path", PATHS)
def test_a_second_device_of_the_hosts_connects_the_table_to_nothing(live: Live, path: str) -> None:
    live.access.allow()
    far = {"REMOTE_ADDR": "192.168.1.20"}
    live.client.get(f"/join?code={live.access.codes['host']}", environ_base=far)
    assert live.client.get("/api/connect", environ_base=far).status_code == 200
    answer = live.client.post(path, json=PATHS[path], environ_base=far)
    assert answer.status_code == 403
    proxied = live.client.post(path, json=PATHS[path], headers={"X-Forwarded-For": "1.2.3.4"})
    assert proxied.status_code in (401, 403)


def test_a_player_sees_no_connection(live: Live) -> None:
    assert live.client.get("/api/connect?role=players").status_code == 403


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kind": "webhook", "address": "ftp://a/"}, ADDRESS),
        ({"kind": "webhook", "address": "http://ann:pw@a/"}, "Leave name and password out of the address."),
        ({"kind": "webhook"}, ADDRESS),
        ({"kind": "webhook", "address": "http://a/", "secret": "short"}, SECRET),
        ({"kind": "mqtt", "address": "mqtt://a", "topic": "#"}, TOPIC),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_in_one_line_and_nothing_is_kept(
    live: Live, fields: dict[str, Any], said: str
) -> None:
    answer = live.client.post("/api/connect/connection", json={"on": True, **fields})
    assert (answer.status_code, answer.get_json()["error"]) == (422, said)
    assert state(live, fields["kind"])["on"] is False
    assert live.keyring == {}


def test_an_address_in_the_internet_is_refused_until_it_is_allowed(live: Live) -> None:
    change(live, "discord", address="https://93.184.216.34/api/webhooks/1/x")
    live.client.post("/api/connect/test", json={"kind": "discord"})
    until(lambda: state(live, "discord")["last"])
    assert (
        state(live, "discord")["last"]["text"]
        == "93.184.216.34 is outside your own network: allow that first."
    )


def connections(folder: Path, keyring: FakeKeyring) -> Connections:
    return Connections(Newest({"version": 0}), ConnectMemory(folder), keyring, now, "0.0")


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path, web: Web) -> None:
    keyring = FakeKeyring()
    first = connections(tmp_path, keyring)
    token = first.make_token("a lamp")
    first.change("webhook", Change(on=True, address=web.url + SECRET_PATH))
    first.stop()
    second = connections(tmp_path, keyring)
    second.start()
    until(lambda: second.test("webhook"))
    until(lambda: web.requests)
    assert web.requests[-1][1] == SECRET_PATH
    assert second.tokens.knows(token)
    second.withdraw_token(second.tokens.all()[0].id)
    second.stop()
    third = connections(tmp_path, keyring)
    assert not third.tokens.knows(token)


def test_without_a_keyring_it_says_so_and_asks_again(tmp_path: Path, web: Web) -> None:
    first = connections(tmp_path, FakeKeyring())
    first.change("webhook", Change(on=True, address=web.url + SECRET_PATH))
    first.stop()
    second = connections(tmp_path, FakeKeyring())
    second.start()
    (webhook,) = [each for each in second.overview() if each.kind == "webhook"]
    assert webhook.locked
    assert not second.test("webhook")
    with pytest.raises(UndeliverableError) as refused:
        second.change("webhook", Change(on=True))
    assert refused.value.code == "connect-locked"
    second.change("webhook", Change(on=False))
    second.change("webhook", Change(on=True, address=web.url + SECRET_PATH))
    assert second.test("webhook")
    until(lambda: web.requests)
    second.stop()


def test_a_broker_without_a_password_needs_no_keyring(tmp_path: Path) -> None:
    with Broker(tmp_path) as broker:
        first = connections(tmp_path, FakeKeyring())
        first.change("mqtt", Change(on=True, address=broker.url))
        until(lambda: "online" in broker.texts("clashcam/availability"))
        first.stop()
        broker.heard.clear()
        second = connections(tmp_path, FakeKeyring())
        second.start()
        until(lambda: "online" in broker.texts("clashcam/availability"))
        second.stop()


@pytest.mark.parametrize(
    "text", ["", "{", '{"tokens": 7}', "[" * 5000, '{"tokens": [{"id": "x"}]}', "x" * 200_000]
)
def test_a_damaged_file_lets_nobody_listen_and_nothing_out(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text)
    found = connections(tmp_path, FakeKeyring())
    found.start()
    assert found.tokens.all() == ()
    assert not any(each.kept.on for each in found.overview())
    found.stop()


def test_there_are_few_tokens() -> None:
    tokens = Tokens(now)
    for number in range(16):
        tokens.make(f"n{number}\n")
    with pytest.raises(TooManyTokensError):
        tokens.make("one more")
    assert {each.name for each in tokens.all()} == {f"n{number}" for number in range(16)}


def test_no_connection_keeps_the_table_waiting(live: Live, web: Web) -> None:
    """A receiver that never answers, and one that is not there: confirming a verdict takes no longer."""
    web.slow_s = 5.0
    change(live, "webhook", address=web.url)
    change(live, "discord", address="http://127.0.0.1:9/x")
    change(live, "mqtt", address="mqtt://127.0.0.1:9")
    flip_two(live)
    began_s = time.monotonic()
    for _ in range(20):
        assert live.order("pause", on=True)[0] == 200
        assert live.order("pause", on=False)[0] == 200
    assert (time.monotonic() - began_s) / 40 < 1.0
    until(lambda: state(live, "webhook")["waiting"] >= 20)


def test_a_trial_bears_an_id_that_no_event_has_and_is_no_place_to_go_on_from() -> None:
    history = History(now)
    history.add([PauseData(on=True)], "2026-11-20-a", None)
    ids = [history.trial(TrialData(text="")).id for _ in range(2)]
    assert len({*ids, *(event.id for event in history.after(0))}) == 3
    assert [number_of(each, history.run) for each in ids] == [None, None]
