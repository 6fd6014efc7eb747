"""What handlers say of themselves is what the live program does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.contract.openapi import interface_of
from tests.webui.http.live import Live
from webui.http.auth import COOKIE
from webui.table.contract import Snapshot

PHONE = {"REMOTE_ADDR": "192.168.1.20"}

GETS = [
    ("/api/state", {}),
    ("/api/state?role=overlay", {}),
    ("/api/log", {}),
    ("/api/decks", {}),
    ("/api/cards?of=tarot", {}),
    ("/api/cards?of=pulp", {}),
    ("/api/sources", {}),
    ("/api/support", {}),
    ("/api/tracks", {}),
    ("/api/pictures?keep=5", {}),
    ("/api/odds", {}),
    ("/healthz", {}),
    ("/api/tell", {"system": "pulp", "kind": "odds", "difficulty": 2}),
    ("/api/tell", {"system": "pulp", "kind": "deal"}),
    ("/api/resolve", {"kind": "c10", "cards": ["w09"]}),
    ("/api/command", {"name": "confirm"}),
]


@pytest.mark.parametrize(("address", "sent"), GETS, ids=[f"{address} {sent}" for address, sent in GETS])
def test_a_live_answer_is_of_the_described_type(live: Live, address: str, sent: dict[str, Any]) -> None:
    _play(live)
    document = sent | ({"version": live.state()["version"]} if address == "/api/command" else {})
    answer = live.client.post(address, json=document) if sent else live.client.get(address)
    assert answer.status_code == 200
    rule, _ = live.client.application.url_map.bind("").match(
        address.partition("?")[0], "POST" if sent else "GET", return_rule=True
    )
    interface = interface_of(live.client.application.view_functions[rule.endpoint])
    assert interface
    told = json.loads(answer.text)
    if address.endswith("=overlay"):
        # What is the Host's alone is missing: all that is there is of the described type.
        host = live.state()
        told = host | told | {"seats": host["seats"]}
    TypeAdapter(interface.gives).validate_python(told, strict=True)


def test_the_described_snapshot_is_refused_with_another_field(live: Live) -> None:
    with pytest.raises(ValueError, match="plan"):
        TypeAdapter(Snapshot).validate_python(live.state() | {"plan": ""}, strict=True)


def _play(live: Live) -> None:
    """A clash in the log, one on the table, special cards, stats and an ignored area."""
    live.order("seat-change", seat="host", specials=[{"card": "m13", "text": "Dark"}], stats={"agility": 3})
    live.order("ignore-add", region=[[0, 0], [0.1, 0], [0.1, 0.1]])
    live.table.lay("w09", 300, 600)
    live.table.lay("c06", 300, 100)
    live.look()
    assert live.order("confirm")[0] == 200
    assert live.order("new-throw")[0] == 200
    live.table.lay("w08", 500, 600)
    live.table.lay("c05", 500, 100)
    live.look()


def test_only_the_host_gets_what_is_said_to_be_the_hosts(live: Live) -> None:
    assert live.order("network", allow=True)[0] == 200
    code = live.access.codes["players"]
    live.client.set_cookie(COOKIE, live.access.enter(code, PHONE["REMOTE_ADDR"]), domain="192.168.1.2")
    app = live.client.application
    live.running = False  # The picture would stream for ever.
    for rule in app.url_map.iter_rules():
        interface = interface_of(app.view_functions[rule.endpoint])
        if interface is None or "GET" not in (rule.methods or ()) or interface.kind.endswith("stream"):
            continue
        address = rule.build(dict.fromkeys(rule.arguments, 1), append_unknown=False)
        assert address
        base = {"base_url": "http://192.168.1.2:8766", "environ_base": PHONE}
        status = live.client.get(address[1], **base).status_code
        assert (status == 403) == interface.host_only, rule.rule
