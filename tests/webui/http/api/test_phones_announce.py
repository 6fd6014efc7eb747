"""Players' phones at the server: each gives commands for the seat that it holds, and for no other."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.webui.http.api.test_api import code_of
from tests.webui.http.live import Live
from webui.http.auth import COMMANDS_A_MINUTE, Access
from webui.table.commands.command import wall_ms

CORNERS = {
    "Ann": [[0, 0.5], [0.5, 0.5], [0.5, 1], [0, 1]],
    "Bill": [[0.5, 0.5], [1, 0.5], [1, 1], [0.5, 1]],
    "Ghoul": [[0, 0], [1, 0], [1, 0.5], [0, 0.5]],
}
ANN, BILL, GHOUL = "seat1", "seat2", "seat3"
ATTACKS = {"action": {"kind": "attack", "target": [GHOUL]}}


class Handheld:
    """A phone that a player has joined with."""

    def __init__(self, live: Live, code: str, address: str) -> None:
        self._live = live
        self._from = {"REMOTE_ADDR": address}
        self.client: FlaskClient = live.client.application.test_client()
        self.client.get(f"/join?code={code}", environ_base=self._from)

    def sit(self, seat: str) -> str:
        """Say which seat is its holder's; return the one that it holds."""
        said = {"name": "", "colour": "", "seat": seat}
        held: str = self.client.put("/api/me", json=said, environ_base=self._from).get_json()["seat"]
        return held

    def gives(self, name: str, **arguments: Any) -> tuple[int, str]:
        """Give a command; return the status and the refusal."""
        document = {"version": self._live.state()["version"], "name": name, **arguments}
        answer = self.client.post("/api/command", json=document, environ_base=self._from)
        return answer.status_code, answer.get_json().get("error", "")

    def clock_ms(self) -> int:
        now: int = self.client.get("/api/clock", environ_base=self._from).get_json()["now_ms"]
        return now


@pytest.fixture
def phones(live: Live) -> tuple[Handheld, Handheld]:
    """Ann's and Bill's, in an Action Round against the Ghoul, in which Ann is the slowest; phones may announce."""
    for name, region in CORNERS.items():
        side = "host" if name == "Ghoul" else "players"
        stats = {"agility": 2 if name == "Ann" else 5}
        assert live.order("seat-add", seat_name=name, side=side, region=region, stats=stats)[0] == 200
    for seat in ("players", "host"):
        assert live.order("seat-remove", seat=seat)[0] == 200
    code = code_of(live, "players")
    ann, bill = Handheld(live, code, "192.168.1.20"), Handheld(live, code, "192.168.1.21")
    assert (ann.sit(ANN), bill.sit(BILL)) == (ANN, BILL)
    assert live.order("phones-announce", allow=True)[0] == 200
    assert live.order("round-open")[0] == 200
    return ann, bill


def test_a_phone_announces_for_the_seat_that_it_holds_alone(
    live: Live, phones: tuple[Handheld, Handheld]
) -> None:
    ann, bill = phones
    not_yours = (403, "This phone does not hold that seat.")
    assert bill.gives("announce", seat=ANN, **ATTACKS) == not_yours
    assert bill.gives("announce", seat=ANN, phone=ANN, **ATTACKS) == not_yours
    assert ann.gives("announce", seat=ANN, **ATTACKS) == (200, "")
    assert live.state()["round"]["by_phone"] == [ANN]
    assert live.order("undo")[0] == 200
    assert live.state()["round"]["announced"] == {}
    assert live.order("announce", seat=ANN, phone=ANN, **ATTACKS)[0] == 200
    assert live.state()["round"]["by_phone"] == []  # What a page of the Host's sends comes from no phone.


def test_nothing_comes_from_a_phone_while_the_host_has_not_allowed_it(
    live: Live, phones: tuple[Handheld, Handheld]
) -> None:
    live.order("phones-announce", allow=False)
    before = live.state()["round"]
    refused = (403, "The Host has not let phones announce.")
    assert phones[0].gives("announce", seat=ANN, **ATTACKS) == refused
    assert phones[0].gives("significators", seat=ANN, cards=["m00"]) == refused
    assert phones[0].gives("ready", seat=ANN) == refused
    assert live.state()["round"] == before


@pytest.mark.parametrize("name", ["undo", "confirm", "round-close", "flip-together"])
def test_a_phone_gives_none_of_the_hosts_commands(
    live: Live, phones: tuple[Handheld, Handheld], name: str
) -> None:
    assert phones[0].gives(name)[0] == 403
    assert phones[0].gives("phones-announce", allow=True)[0] == 403
    assert live.state()["round"] is not None


def test_a_seat_that_another_phone_holds_is_not_given(live: Live, phones: tuple[Handheld, Handheld]) -> None:
    ann, bill = phones
    assert bill.sit(ANN) == ""
    assert bill.gives("announce", seat=ANN, **ATTACKS)[0] == 403
    assert ann.sit(ANN) == ANN
    assert ann.gives("announce", seat=ANN, **ATTACKS)[0] == 200
    (first, *_) = live.access.host_view([])["devices"]
    live.access.end(first["id"])
    assert bill.sit(ANN) == ANN


def test_a_phone_without_a_seat_and_one_of_the_hosts_seat_give_no_commands(
    live: Live, phones: tuple[Handheld, Handheld]
) -> None:
    assert phones[1].sit("") == ""
    assert phones[1].gives("ready", seat="")[0] == 422
    assert phones[1].gives("ready", seat=BILL)[0] == 403
    assert phones[1].sit(GHOUL) == GHOUL
    assert phones[1].gives("ready", seat=GHOUL)[0] == 403
    assert live.state()["ready"] == []


def test_a_phone_that_taps_without_end_has_to_wait(live: Live, phones: tuple[Handheld, Handheld]) -> None:
    given = [phones[0].gives("ready", seat=ANN)[0] for _ in range(COMMANDS_A_MINUTE + 1)]
    assert given == [200] * COMMANDS_A_MINUTE + [429]
    assert phones[1].gives("ready", seat=BILL) == (200, "")


def test_after_a_minute_it_may_tap_again() -> None:
    now_s = [0.0]
    access = Access(lambda: now_s[0])
    access.allow()
    cookie = access.enter(access.codes["players"], "192.168.1.20")
    assert access.introduce(cookie, "", "", ANN) == ANN
    assert [access.count_command(cookie) for _ in range(COMMANDS_A_MINUTE)] == [ANN] * COMMANDS_A_MINUTE
    now_s[0] = 60.0
    assert access.count_command(cookie) == ANN
    assert access.count_command(None) == ""


def test_the_countdown_is_announced_by_a_clock_that_every_phone_can_read(
    live: Live, phones: tuple[Handheld, Handheld]
) -> None:
    before = wall_ms()
    assert live.order("flip-together", at_ms=1)[0] == 200
    flip: int = live.state()["flip_at_ms"]
    assert 3000 <= flip - before <= 13_500
    assert before <= phones[0].clock_ms() <= wall_ms()
