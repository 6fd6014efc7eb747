"""The webhook and its queue: signed, tried again, bounded; and it leads nowhere that the Host has not allowed."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from tests.webui.connect.receivers import Web, event_of, now, until, verdict
from webui.connect import sending, worker
from webui.connect.addresses import resolve, target_of
from webui.connect.events import PauseData
from webui.connect.faults import DeliveryError, UndeliverableError
from webui.connect.webhook import Webhook, new_secret
from webui.connect.worker import Worker

HTTP = ("http", "https")


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as opened:
        yield opened


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FIRST_WAIT_S", 0.05)


def webhook(web: Web, secret: str = "", path: str = "/hook?id=1") -> Webhook:
    target = target_of(web.url + path, HTTP)
    return Webhook(target, secret or new_secret(), anywhere=False, program="Clashcam/0.0")


@pytest.fixture
def worker_of() -> Iterator[list[Worker]]:
    begun: list[Worker] = []
    yield begun
    for each in begun:
        each.stop(5)


def begin(begun: list[Worker], receiver: Webhook, limit: int = 256) -> Worker:
    begun.append(Worker("webhook", receiver, now, limit))
    begun[-1].start()
    return begun[-1]


def test_an_event_is_posted_with_a_signature_that_the_receiver_can_check(
    web: Web, worker_of: list[Worker]
) -> None:
    secret = new_secret()
    event = verdict()
    posting = begin(worker_of, webhook(web, secret))
    posting.take(event)
    until(lambda: posting.answer)
    ((method, path, headers, body),) = web.requests
    assert (method, path, headers["content-type"]) == ("POST", "/hook?id=1", "application/json")
    assert body.decode() == event.text
    assert headers["webhook-id"] == event.id
    signed = f"{event.id}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60


def test_a_receiver_that_fails_is_tried_again_and_nothing_is_lost(web: Web, worker_of: list[Worker]) -> None:
    web.answers = [(503, {}, b""), (500, {}, b""), (429, {"Retry-After": "0"}, b"")]
    events = [verdict(throw) for throw in range(1, 6)]
    posting = begin(worker_of, webhook(web))
    for event in events:
        posting.take(event)
    until(lambda: len(web.requests) == 8)
    assert web.bodies == [events[0].text] * 3 + [event.text for event in events]
    until(lambda: not posting.waiting)
    assert posting.lost == 0


def test_a_receiver_that_goes_and_comes_back_gets_all_that_the_queue_holds(worker_of: list[Worker]) -> None:
    web = Web()
    posting = begin(worker_of, webhook(web), limit=4)
    events = [verdict(throw) for throw in range(1, 8)]
    for event in events:
        posting.take(event)
    until(lambda: posting.answer)
    assert posting.answer is not None
    assert isinstance(posting.answer.fault, DeliveryError)
    with web:
        until(lambda: len(web.requests) >= 4)
        assert web.bodies == [event.text for event in events[-4:]]
        assert posting.lost == 3


def test_an_event_that_is_refused_is_not_tried_again(web: Web, worker_of: list[Worker]) -> None:
    web.answers = [(400, {}, b"")]
    posting = begin(worker_of, webhook(web))
    first, second = verdict(1), verdict(2)
    posting.take(first)
    posting.take(second)
    until(lambda: len(web.requests) == 2)
    assert web.bodies == [first.text, second.text]
    assert posting.lost == 1


def test_a_receiver_leads_nowhere_else(web: Web, worker_of: list[Worker]) -> None:
    with Web() as inner:
        web.answers = [(307, {"Location": f"{inner.url}/secret"}, b"")]
        posting = begin(worker_of, webhook(web))
        posting.take(verdict())
        until(lambda: posting.answer)
        assert posting.answer is not None
        assert isinstance(posting.answer.fault, UndeliverableError)
        assert inner.requests == []


def test_a_receiver_that_never_answers_keeps_nobody_waiting(
    web: Web, worker_of: list[Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "CONNECT_S", 0.2)
    web.slow_s = 1.0
    posting = begin(worker_of, webhook(web))
    began_s = time.monotonic()
    for throw in range(300):
        posting.take(verdict(throw))
    assert time.monotonic() - began_s < 1.0
    until(lambda: posting.answer)
    assert posting.answer is not None
    assert posting.answer.fault is not None
    assert posting.answer.fault.code == "connect-slow"
    assert posting.waiting <= 256


def test_an_answer_that_trickles_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "WHOLE_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        ended = threading.Event()

        def trickle() -> None:
            held, _ = server.accept()
            with held:
                held.sendall(b"HTTP/1.1 200 OK\r\n")
                while not ended.wait(0.05):
                    try:
                        held.sendall(b"X-A: b\r\n")
                    except OSError:
                        return

        threading.Thread(target=trickle, daemon=True).start()
        target = target_of(f"http://127.0.0.1:{server.getsockname()[1]}/", HTTP)
        began_s = time.monotonic()
        with pytest.raises(DeliveryError):
            sending.send(target, b"{}", {}, anywhere=False)
        ended.set()
        assert time.monotonic() - began_s < 4


def test_a_giant_answer_is_not_read(web: Web) -> None:
    web.answers = [(200, {}, b"x" * (1 << 20))]
    reply = sending.send(target_of(web.url, HTTP), b"{}", {}, anywhere=False)
    assert len(reply.body) == sending.ANSWER_LIMIT


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://93.184.216.34/", "connect-elsewhere"),
        ("http://169.254.169.254/latest", "connect-nowhere"),
        ("http://[::ffff:169.254.169.254]/", "connect-nowhere"),
        ("http://0.0.0.0/", "connect-nowhere"),
        ("http://[fe80::1]/", "connect-nowhere"),
        ("http://224.0.0.1/", "connect-nowhere"),
    ],
)
def test_an_address_outside_of_the_own_network_is_refused(address: str, code: str) -> None:
    with pytest.raises(UndeliverableError) as refused:
        resolve(target_of(address, HTTP), anywhere=False)
    assert refused.value.code == code


def test_what_the_host_allows_may_lead_to_the_internet_but_to_no_link_local_address() -> None:
    assert resolve(target_of("https://93.184.216.34/", HTTP), anywhere=True) == "93.184.216.34"
    with pytest.raises(UndeliverableError):
        resolve(target_of("http://169.254.169.254/", HTTP), anywhere=True)


def test_a_name_that_leads_elsewhere_at_the_second_look_is_looked_up_once(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []

    def rebinding(host: str, port: int, *_: object, **__: object) -> list[object]:
        looked_up.append(host)
        numeric = "127.0.0.1" if looked_up == ["lamp.example"] else "169.254.169.254"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (numeric, port))]

    monkeypatch.setattr("webui.connect.addresses.socket.getaddrinfo", rebinding)
    monkeypatch.setattr(socket, "create_connection", _straight(socket.create_connection, web.port, looked_up))
    target = target_of(f"http://lamp.example:{web.port}/", HTTP)
    assert sending.send(target, b"{}", {}, anywhere=False).status == 200
    assert web.requests[0][2]["host"] == f"lamp.example:{web.port}"


def _straight(connect: object, port: int, looked_up: list[str]) -> object:
    """A connection whose numeric address is looked up by nobody."""

    def straight(address: tuple[str, int], timeout: float) -> socket.socket:
        assert address == ("127.0.0.1", port)
        assert looked_up == ["lamp.example"]
        held = socket.socket()
        held.settimeout(timeout)
        held.connect(address)
        return held

    return straight


@pytest.mark.parametrize(
    "address",
    ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://a/", "127.0.0.1", "http://", "http://a:99999/", "http://a b/",
     "http://a/\r\nHost: b", "http://ann:pw@127.0.0.1/", "http://" + "a" * 600],
)  # fmt: skip
def test_what_is_no_address_of_a_receiver_is_refused(address: str) -> None:
    with pytest.raises(UndeliverableError):
        target_of(address, HTTP)


def test_a_trial_goes_ahead_of_a_queue_that_waits(
    worker_of: list[Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "FIRST_WAIT_S", 30.0)
    web = Web()
    posting = begin(worker_of, webhook(web))
    posting.take(verdict())
    until(lambda: posting.answer)
    with web:
        trial = event_of(PauseData(on=True))
        posting.test(trial)
        until(lambda: len(web.requests) == 2)
        assert web.bodies[0] == trial.text
        until(lambda: not posting.waiting)


def test_an_answer_says_nothing_of_the_address(worker_of: list[Worker]) -> None:
    posting = begin(worker_of, webhook(Web(), path="/hook/s3cret"))
    posting.take(verdict())
    until(lambda: posting.answer)
    assert posting.answer is not None
    assert "s3cret" not in str(posting.answer.fault)


def test_an_envelope_that_is_posted_is_the_streams(web: Web, worker_of: list[Worker]) -> None:
    posting = begin(worker_of, webhook(web))
    posting.take(verdict())
    until(lambda: web.requests)
    assert json.loads(web.bodies[0])["event"] == "verdict"
