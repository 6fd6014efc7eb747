"""A phone that is the camera: it comes in by a code that is good once, leaves pictures, and may do nothing else."""

from __future__ import annotations

import socket
import ssl
import stat
import statistics
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import RemoteDisconnected
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from werkzeug.test import TestResponse

from tests.vision.capture.fake_camera import lying, picture
from tests.webui.cli.running_table import Table
from tests.webui.http.live import Live
from tests.webui.http.real_phone import RealPhone
from webui.http.auth import COOKIE
from webui.http.guesses import WRONG_A_MINUTE
from webui.http.pairing import CODE_LIFE_S, Pairing
from webui.http.phone import MOST_A_SECOND, UNDER_WAY_S, Phone, PhoneFeed
from webui.http.server import poller
from webui.http.server.certificate import FILE, door_context
from webui.http.server.door import FRAME_LIMIT, PHONES
from webui.http.sign_in import CAMERA_COOKIE

AT = {"base_url": "https://192.168.1.2:9", "environ_base": {"REMOTE_ADDR": "192.168.1.20"}}
LOST_S = 2.0
SPARE_S = 20.0
"""Other tests run beside this one."""


class Guest:
    """A phone before a scripted table; it keeps its cookie as a browser does."""

    def __init__(self, live: Live) -> None:
        self.phone: Phone = live.client.application.extensions["Parts"].phone
        self.phone.open("https://192.168.1.2:9/camera")
        self.client = live.client.application.test_client()

    def pair(self, code: str) -> TestResponse:
        return self.client.post("/camera/pair", json={"code": code}, **AT)

    def send(self, jpeg: bytes) -> TestResponse:
        return self.client.post("/camera/frame", data=jpeg, content_type="image/jpeg", **AT)

    def hide(self) -> TestResponse:
        return self.client.post("/camera/hidden", **AT)


@pytest.fixture
def guest(live: Live) -> Guest:
    return Guest(live)


def test_a_phone_shows_its_code_and_leaves_pictures(guest: Guest) -> None:
    assert guest.send(picture(1)).status_code == 401
    assert guest.pair(guest.phone.pairing.code).status_code == 200
    answer = guest.send(picture(1))
    assert answer.status_code == 200
    assert answer.get_json()["looked"] is False, "the scripted table looks elsewhere"
    assert answer.get_json()["switching"] is False, "and goes on to"
    assert answer.get_json()["size"] == [1280, 720]
    newest = guest.phone.feed.newest()
    assert newest is not None
    assert newest[1].endswith(picture(1))


@pytest.mark.parametrize(
    ("wish", "told"), [("640x480", [640, 480]), ("1920x1080", [1920, 1080]), ("3840x2160", [1920, 1080])]
)
def test_a_phone_hears_what_size_is_wanted(guest: Guest, live: Live, wish: str, told: list[int]) -> None:
    guest.pair(guest.phone.pairing.code)
    order = {"version": live.state()["version"], "name": "camera", "size": wish}
    assert live.client.post("/api/command", json=order).status_code == 200
    assert guest.send(picture(1)).get_json()["size"] == told


def test_a_used_code_pairs_nobody_else(guest: Guest, live: Live) -> None:
    code = guest.phone.pairing.code
    assert guest.pair(code).status_code == 200
    thief = Guest.__new__(Guest)
    thief.phone, thief.client = guest.phone, live.client.application.test_client()
    assert thief.pair(code).status_code == 403
    assert thief.send(picture(1)).status_code == 401
    assert guest.send(picture(1)).status_code == 200, "who came first stays"
    assert guest.phone.pairing.code != code


def test_a_code_is_good_for_five_minutes() -> None:
    clock_s = [0.0]
    pairing = Pairing(lambda: clock_s[0], lambda: "21:14")
    pairing.open()
    old = pairing.code
    clock_s[0] = CODE_LIFE_S
    with pytest.raises(ValueError, match="Wrong code"):
        pairing.enter(old, "192.168.1.20")
    assert pairing.enter(pairing.code, "192.168.1.20")


def test_guessing_the_code_of_the_camera_is_slowed_down(guest: Guest) -> None:
    wrong = f"{(int(guest.phone.pairing.code) + 1) % 10**8:08d}"
    assert [guest.pair(wrong).status_code for _ in range(WRONG_A_MINUTE)] == [403] * WRONG_A_MINUTE
    assert "Wait" in guest.pair(guest.phone.pairing.code).get_json()["error"]


def test_without_an_open_door_no_code_is_right(live: Live) -> None:
    guest = Guest(live)
    guest.phone.close()
    assert guest.pair("").status_code == 403


def test_without_tls_a_phone_shows_no_code_and_leaves_no_picture(guest: Guest) -> None:
    """By the guests' door whoever reads the Wi-Fi would read the code, and the secret that it opens."""
    code = guest.phone.pairing.code
    plain = AT | {"base_url": "http://192.168.1.2:8766"}
    assert guest.client.post("/camera/pair", json={"code": code}, **plain).status_code == 403
    assert guest.phone.pairing.code == code, "it is still good"
    assert guest.pair(code).status_code == 200
    cookie = guest.client.get_cookie(CAMERA_COOKIE, domain="192.168.1.2", path="/camera")
    assert cookie is not None
    shown = plain | {"headers": {"Cookie": f"{CAMERA_COOKIE}={cookie.value}"}}
    assert guest.client.post("/camera/frame", data=picture(1), **shown).status_code == 403
    assert guest.phone.feed.newest() is None


FOR_OTHERS = ("/api/state", "/api/events", "/api/log", "/api/decks", "/frame.jpg", "/api/sources", "/qr.svg")


def test_a_camera_gives_no_orders_and_reads_nothing(guest: Guest, live: Live) -> None:
    guest.pair(guest.phone.pairing.code)
    cookie = guest.client.get_cookie(CAMERA_COOKIE, domain="192.168.1.2", path="/camera")
    assert cookie is not None
    assert (cookie.secure, cookie.http_only) == (True, True)
    # It tries its secret wherever a sign-in is shown.
    for name in (COOKIE, CAMERA_COOKIE):
        guest.client.set_cookie(name, cookie.value, domain="192.168.1.2")
    version = live.state()["version"]
    order = {"version": version, "name": "confirm"}
    assert guest.client.post("/api/command", json=order, **AT).status_code == 401
    assert [guest.client.get(path, **AT).status_code for path in FOR_OTHERS] == [401] * len(FOR_OTHERS)
    assert guest.client.get("/", **AT).status_code == 302
    assert live.state()["version"] == version


def test_who_looks_on_is_no_camera(guest: Guest, live: Live) -> None:
    live.open_network(True)
    players = live.client.application.test_client()
    players.get(f"/join?code={live.access.codes['players']}", **AT)
    answer = players.post("/camera/frame", data=picture(1), content_type="image/jpeg", **AT)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "sent", [b"", b"GIF89a", picture(1)[:-90], b"\xff\xd8\xff\xd9", lying()],
    ids=["nothing", "a GIF", "half", "empty", "60,000 x 60,000"],
)  # fmt: skip
def test_what_is_no_picture_of_a_phones_is_refused(guest: Guest, sent: bytes) -> None:
    guest.pair(guest.phone.pairing.code)
    answer = guest.send(sent)
    assert answer.status_code == 422
    assert "JPEG" in answer.get_json()["error"]
    assert guest.phone.feed.newest() is None


def test_a_giant_picture_is_refused_before_it_is_taken(guest: Guest) -> None:
    guest.pair(guest.phone.pairing.code)
    assert guest.send(picture(1) + bytes(FRAME_LIMIT)).status_code == 413
    assert guest.phone.feed.newest() is None


def test_a_phone_that_floods_is_slowed_down() -> None:
    clock_s = [0.0]
    feed = PhoneFeed(lambda: clock_s[0])
    for _ in range(MOST_A_SECOND):
        feed.take(picture(1))
    with pytest.raises(ValueError, match="too many"):
        feed.take(picture(2))
    clock_s[0] = 1.0
    feed.take(picture(3))


def test_a_flood_gets_its_answer(guest: Guest, live: Live) -> None:
    guest.pair(guest.phone.pairing.code)
    guest.phone.feed.__dict__["_clock_s"] = lambda: 7.0
    told = [guest.send(picture(1)).status_code for _ in range(MOST_A_SECOND + 5)]
    assert told == [200] * MOST_A_SECOND + [429] * 5
    assert live.state()["version"] > 0


def test_only_the_newest_picture_is_handed_on_and_no_old_one() -> None:
    clock_s = [0.0]
    feed = PhoneFeed(lambda: clock_s[0])
    woken: list[int] = []
    feed.subscribe(lambda: woken.append(1))
    for number in range(3):
        feed.take(picture(number))
    newest = feed.newest()
    assert newest is not None
    assert (newest[0], newest[1].endswith(picture(2))) == (3, True)
    assert len(woken) == 3
    clock_s[0] = 1.5
    with pytest.raises(ValueError, match="JPEG"):
        feed.take(b"no picture")
    assert feed.newest() is None, "what is no picture makes the last one no newer"


def test_the_pictures_are_handed_to_the_program_alone(guest: Guest) -> None:
    assert guest.client.get("/camera/feed?key=", **AT).status_code == 401
    assert guest.client.get("/camera/feed?key=1234", **AT).status_code == 401


def test_a_phone_that_is_locked_says_so_until_its_next_picture() -> None:
    clock_s = [0.0]
    phone = Phone(lambda: clock_s[0], lambda: "21:14")
    phone.open("https://192.168.1.2:9/camera")
    phone.pair(phone.pairing.code, "192.168.1.20", "Pixel")
    published: list[bool] = []
    phone.changed = lambda: published.append((phone.host_view() or {})["hidden"])
    phone.take(picture(1))
    phone.hide()
    phone.hide()
    clock_s[0] = UNDER_WAY_S / 2
    phone.take(picture(2))
    assert published == [False, True], "that picture was taken before"
    clock_s[0] = 2 * UNDER_WAY_S
    phone.take(picture(3))
    phone.take(picture(4))
    assert published == [False, True, False]


def test_the_next_phone_is_not_taken_for_a_locked_one(guest: Guest) -> None:
    assert guest.hide().status_code == 401, "no phone of ours says so"
    guest.pair(guest.phone.pairing.code)
    assert guest.send(picture(1)).status_code == 200
    assert guest.hide().status_code == 200
    assert (guest.phone.host_view() or {})["hidden"]
    guest.pair(guest.phone.pairing.code)
    assert not (guest.phone.host_view() or {})["hidden"]


def test_an_ended_phone_has_to_show_a_code_again(guest: Guest, live: Live) -> None:
    guest.pair(guest.phone.pairing.code)
    assert guest.send(picture(1)).status_code == 200
    assert live.order("phone-end")[0] == 200
    assert guest.send(picture(1)).status_code == 401


def test_the_next_phone_takes_the_place_of_the_last(guest: Guest, live: Live) -> None:
    guest.pair(guest.phone.pairing.code)
    other = Guest(live)
    assert other.pair(other.phone.pairing.code).status_code == 200
    assert guest.send(picture(1)).status_code == 401
    assert other.send(picture(1)).status_code == 200


# --- the certificate ---


def test_the_certificate_names_this_machine_and_is_kept(tmp_path: Path) -> None:
    door_context(tmp_path, ["192.168.1.2"])
    first = (tmp_path / FILE).read_bytes()
    named = x509.load_pem_x509_certificate(first).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    )
    assert [str(each) for each in named.value.get_values_for_type(x509.IPAddress)] == ["192.168.1.2"]
    door_context(tmp_path, ["192.168.1.2"])
    assert (tmp_path / FILE).read_bytes() == first, "a phone that knows it is not warned again"
    door_context(tmp_path, ["10.0.0.7"])
    assert (tmp_path / FILE).read_bytes() != first
    (tmp_path / FILE).write_bytes(first[:200])
    door_context(tmp_path, ["10.0.0.7"])
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


# --- the running program ---


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("phone"))
    with made.running:
        yield made


def opened(table: Table) -> dict[str, str]:
    """Open the door; return what the Host's page shows of it."""
    table.order("phone", allow=True)
    told: dict[str, str] = table.wait_until(lambda state: state["network"]["phone"] is not None)["network"][
        "phone"
    ]
    return told


@pytest.fixture
def phone(table: Table) -> Iterator[RealPhone]:
    told = opened(table)
    made = RealPhone(told["url"])
    made.pair(told["code"])
    yield made
    made.close()
    table.order("phone", allow=False)


def sends_until(table: Table, phone: RealPhone, kind: str, state: str) -> float:
    """Send pictures until the source is so; return after how many seconds it was."""
    began_s = time.monotonic()
    while True:
        assert phone.send() == 200
        source = table.state()["source"]
        if (source["kind"], source["state"]) == (kind, state):
            return time.monotonic() - began_s
        assert time.monotonic() - began_s < 60, source
        time.sleep(0.05)


def test_the_table_looks_through_a_phone_and_hears_when_it_is_away(table: Table, phone: RealPhone) -> None:
    sends_until(table, phone, "phone", "live")
    assert table.state()["source"]["size"] == [640, 360]
    away_s = time.monotonic()
    table.wait_until(lambda state: state["source"]["state"] == "lost")
    assert time.monotonic() - away_s < LOST_S + SPARE_S
    assert sends_until(table, phone, "phone", "live") < LOST_S + SPARE_S


def test_the_guests_door_takes_no_picture_of_the_phone(table: Table, phone: RealPhone) -> None:
    """The cookie is right, and sent by its own door it is still taken; a page of that door is of its own origin."""
    request = urllib.request.Request(
        f"{table.running.url}camera/frame", picture(1), {"Cookie": phone.cookie}, method="POST"
    )
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request, timeout=20)
    assert phone.send(origin=phone.origin) == 200
    assert phone.send(origin=phone.origin.replace("https", "http")) == 403


def test_a_phone_that_comes_back_does_not_push_another_camera_aside(table: Table, phone: RealPhone) -> None:
    sends_until(table, phone, "phone", "live")
    table.order("source", spec="demo")
    table.wait_until(lambda state: state["source"]["kind"] == "demo")
    for _ in range(5):
        assert phone.send() == 200
    assert table.state()["source"]["kind"] == "demo"
    table.order("source", spec="phone")
    sends_until(table, phone, "phone", "live")


def test_without_its_phone_the_table_waits_for_it(table: Table, phone: RealPhone) -> None:
    sends_until(table, phone, "phone", "live")
    table.order("phone-end")
    table.wait_until(lambda state: (state["source"]["kind"], state["source"]["state"]) == ("phone", "locked"))
    assert phone.send() == 401


def test_a_closed_door_is_closed(table: Table, phone: RealPhone) -> None:
    table.order("phone", allow=False)
    table.wait_until(lambda state: state["network"]["phone"] is None)
    with pytest.raises((OSError, RemoteDisconnected)):
        phone.send_on()


def test_who_greets_too_slowly_is_sent_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poller, "MAX_IDLE_S", 0.5)
    address = urlsplit(opened(table)["url"])
    with socket.create_connection((str(address.hostname), address.port or 0), timeout=10) as caller:
        caller.sendall(b"\x16\x03\x01")
        assert caller.recv(100) == b"", "it is not waited for"
    with socket.create_connection((str(address.hostname), address.port or 0), timeout=10) as caller:
        caller.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"200" not in caller.recv(100), "nothing is told without TLS"
    table.order("phone", allow=False)


def test_whoever_says_nothing_makes_room_for_a_phone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every place is taken by connections that never begin TLS: the phone comes in all the same."""
    monkeypatch.setattr(poller, "MIN_IDLE_S", 0.5)
    told = opened(table)
    address = urlsplit(told["url"])
    with ExitStack() as stack:
        for _ in range(PHONES.all):
            stack.enter_context(
                socket.create_connection((str(address.hostname), address.port or 0), timeout=10)
            )
        until_s = time.monotonic() + SPARE_S
        while True:
            made = RealPhone(told["url"])
            try:
                made.pair(told["code"])
            except (ConnectionError, ssl.SSLError):
                assert time.monotonic() < until_s
                time.sleep(0.05)
            else:
                break
        assert made.send() == 200
        made.close()
    table.order("phone", allow=False)


def test_many_who_send_pictures_keep_nobody_from_the_host(table: Table) -> None:
    """Strangers, each as fast as it can: their pictures are refused, and the Host's page is answered meanwhile."""
    url, over, told = opened(table)["url"], threading.Event(), []
    refused_once = threading.Barrier(9, timeout=60)

    def pour() -> None:
        stranger = RealPhone(url)
        told.append(stranger.send())
        refused_once.wait()
        while not over.is_set():
            told.append(stranger.send())
        stranger.close()

    strangers = [threading.Thread(target=pour) for _ in range(8)]
    for each in strangers:
        each.start()
    refused_once.wait()
    waits_s = []
    for _ in range(10):
        began_s = time.monotonic()
        table.state()
        waits_s.append(time.monotonic() - began_s)
    over.set()
    for each in strangers:
        each.join(20)
    assert set(told) == {401}
    assert statistics.median(waits_s) < LOST_S
    table.order("phone", allow=False)


def test_the_door_of_phones_has_room_for_few(table: Table) -> None:
    """Each may announce a megabyte: a stranger fills no memory with them."""
    assert PHONES.each * FRAME_LIMIT <= 16 << 20
    assert PHONES.all * FRAME_LIMIT <= 64 << 20
