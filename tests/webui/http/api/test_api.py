"""The server reads snapshots and passes orders on; nothing acknowledged is lost, nothing stale is carried out."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.webui.http.live import FRAME, Live, flip_two
from webui.camera.reports import SeenFrame, SourceStatus
from webui.http.auth import COOKIE
from webui.http.server.broadcast import Stream
from webui.http.streams import Events, ShownPictures
from webui.i18n import LANGUAGES, catalogue
from webui.table.snapshot.newest import Newest
from webui.table.state import TableState
from webui.table.tabletop import Tabletop


def test_a_clash_from_look_to_log(live: Live) -> None:
    flip_two(live)
    assert live.state()["phase"] == "verdict"
    assert live.order("confirm")[0] == 200
    assert live.state()["phase"] == "confirmed"
    (entry,) = live.client.get("/api/log").get_json()
    assert entry["verdict"]["headline"] == "Players win"
    picture = live.client.get(f"/pictures/{entry['picture']}.jpg")
    assert picture.status_code == 200
    assert picture.data[:2] == b"\xff\xd8"


def test_two_people_do_not_erase_each_other(live: Live) -> None:
    flip_two(live)
    seen = live.state()["version"]
    first = live.client.post(
        "/api/command", json={"version": seen, "name": "correct", "key": "t1", "card": "w02"}
    )
    second = live.client.post("/api/command", json={"version": seen, "name": "confirm"})
    assert (first.status_code, second.status_code) == (200, 409)
    assert second.get_json()["version"] == live.state()["version"]
    assert live.state()["verdict"]["tone"] == "host"


def test_orders_about_other_things_do_not_disturb_each_other(live: Live) -> None:
    flip_two(live)
    seen = live.state()["version"]
    for document in ({"name": "view", "mirror": True}, {"name": "confirm"}):
        assert live.client.post("/api/command", json={"version": seen, **document}).status_code == 200


def test_a_mode_is_taken_whatever_else_has_changed(live: Live) -> None:
    seen = live.state()["version"]
    assert live.order("seat-add", seat_name="Zoe", side="players", region=[[0, 0], [1, 0], [1, 1]])[0] == 200
    assert live.order("mode", thrower="host")[0] == 200
    flip_two(live)
    assert live.order("undo")[0] == 200
    tapped = live.client.post("/api/command", json={"version": seen, "name": "mode", "kind": "opposed"})
    assert tapped.status_code == 200
    for name in ("round-open", "round-close"):
        assert live.client.post("/api/command", json={"version": seen, "name": name}).status_code == 200, name


def test_an_order_that_changes_nothing_leaves_no_page_behind(live: Live) -> None:
    status, answer = live.order("pause", on=False)
    assert status == 200
    assert live.state()["version"] >= answer["version"]
    assert live.order("view", mirror=True)[0] == 200


def test_every_accepted_order_raises_the_version(live: Live) -> None:
    before = live.state()["version"]
    status, answer = live.order("view", turn=90)
    assert status == 200
    assert answer["version"] > before
    assert live.state()["view"]["turn"] == 90


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"[]", 422),
        (json.dumps({"version": 0, "name": "dance"}).encode(), 422),
        (b"x" * (2 << 20), 413),
    ],
    ids=["empty", "broken", "list", "unknown", "huge"],
)
def test_bad_bodies_get_one_line(live: Live, body: bytes, status: int) -> None:
    answer = live.client.post("/api/command", data=body, content_type="application/json")
    assert answer.status_code == status
    assert "\n" not in answer.get_json()["error"]


GERMAN = [
    ({"name": "confirm"}, "Noch gibt es kein Urteil zu bestätigen."),
    ({"name": "round-close"}, "Es läuft keine Aktionsrunde."),
    ({"name": "seats-find"}, "Legt erst vor alle Beteiligten eine Karte."),
    (
        {"name": "seat-remove", "seat": "zoe"},
        "„zoe“ sitzt nicht an diesem Tisch; es sitzen hier: players und host.",
    ),
    ({"name": "decks", "names": ["thoth"]}, "Kein Deck heißt „thoth“; bekannt sind house, rws und broken."),
    (
        {"name": "source", "spec": "nowhere.mp4"},
        "Keine Kamera, Datei oder Adresse „nowhere.mp4“. Ist alles richtig geschrieben? "
        "Eine Adresse beginnt mit http:// oder rtsp://.",
    ),
    ({"name": "correct", "key": "t9", "card": "w01"}, "Diese Karte liegt nicht mehr auf dem Tisch."),
    ({"name": "language", "language": "tlh"}, "language: „tlh“ gibt es nicht"),
]


@pytest.mark.parametrize(("order", "said"), GERMAN, ids=lambda value: str(value)[:30])
def test_a_german_table_is_refused_in_german(live: Live, order: dict[str, Any], said: str) -> None:
    live.order("language", language="de")
    status, answer = live.order(**order)
    assert (status, answer["error"]) == (422, said)


def test_what_a_round_cannot_take_is_told_in_german(live: Live) -> None:
    live.order("language", language="de")
    live.order("round-open")
    assert live.order("round-open")[1] == {"error": "Eine Aktionsrunde läuft schon."}
    assert live.order("same-again")[1] == {"error": "Es gibt keine letzte Runde, die sich wiederholen ließe."}
    leaving = live.order("seat-remove", seat="host")[1]
    assert leaving == {"error": "Host ist in der Aktionsrunde; beendet sie erst."}
    status, answer = live.order("announce", seat="host", action={"kind": "dance"})
    assert (status, answer["error"].split(":")[0]) == (422, "announcements[0].action.kind")
    assert "unbekannt" in answer["error"] or "erwartet" in answer["error"]


def test_stale_orders_and_wrong_codes_are_told_in_german(live: Live) -> None:
    live.order("language", language="de")
    before = live.state()["version"]
    flip_two(live)
    answer = live.client.post("/api/command", json={"version": before - 1, "name": "confirm"})
    assert answer.get_json()["error"] == "Der Tisch hat sich inzwischen geändert; sieh noch einmal hin."
    live.order("network", allow=True)
    page = live.client.get("/join?code=not-it")
    assert "Falscher Code." in page.get_data(as_text=True)


BEGUN = (None, ("house", "rws", "broken"))


def test_another_source(live: Live) -> None:
    assert live.order("source", spec="demo")[0] == 200
    assert live.looked == [("demo", BEGUN[1])]
    status, answer = live.order("source", spec="nowhere.mp4")
    assert (status, len(live.looked)) == (422, 1)
    assert "nowhere.mp4" in answer["error"]


def test_the_virtual_table_brings_its_deck_which_goes_with_an_undo(live: Live) -> None:
    live.order("decks", names=["rws"])
    live.order("source", spec="demo")
    assert live.looked[-1] == ("demo", ("rws", "house"))
    live.order("undo")
    assert live.state()["decks"] == ["rws"]


def test_other_decks(live: Live) -> None:
    assert live.order("decks", names=["rws"])[0] == 200
    assert live.looked == [(None, ("rws",))]
    status, answer = live.order("decks", names=["broken"])
    assert (status, len(live.looked)) == (422, 1)
    assert "cut short" in answer["error"]
    assert live.state()["decks"] == ["rws"]
    assert live.order("decks", names=["thoth"])[0] == 422
    assert len(live.looked) == 1


def test_what_is_undone_is_looked_for_no_more(live: Live) -> None:
    live.order("source", spec="0")
    live.order("decks", names=["house"])
    live.order("source", spec="demo")
    for _ in range(3):
        live.order("undo")
    assert live.looked[3:] == [("0", ("house",)), ("0", BEGUN[1]), BEGUN]
    assert live.state()["decks"] == list(BEGUN[1])


def test_what_can_be_looked_through(live: Live) -> None:
    assert live.client.get("/api/sources").get_json()[-1]["id"] == "demo"
    assert live.client.get("/preview.jpg?source=demo").data[:2] == b"\xff\xd8"
    assert live.client.get("/preview.jpg?source=7").status_code == 204


def test_healthy_once_frames_flow(tmp_path: Path) -> None:
    live = Live(tmp_path)
    try:
        assert live.client.get("/healthz").status_code == 503
        assert live.client.get("/frame.jpg").status_code == 503
        live.look()
        assert live.client.get("/healthz").status_code == 200
        assert live.client.get("/frame.jpg").data[:2] == b"\xff\xd8"
    finally:
        live.close()


def test_not_healthy_while_nothing_new_is_seen(live: Live) -> None:
    live.look()
    source = {"kind": "url", "name": "cam", "since": "21:14"}
    said = {"code": "lost", "text": "cam: has stopped sending"}
    cases = (("live", None, 200), ("lost", said, 503), ("live", said, 503), ("ended", None, 200))
    for state, message, status in cases:
        live.table_thread.on_status(SourceStatus(source | {"state": state, "message": message}, ()))
        live.table_thread.ask(lambda table_state: None)
        answer = live.client.get("/healthz")
        assert answer.status_code == status, state
        assert answer.get_json()["why"] == (message["text"] if message else None)


def test_the_picture_stream_repeats_its_parts(live: Live) -> None:
    answer = live.client.get("/video.mjpg?width=400", buffered=False)
    part = next(iter(answer.response))
    assert isinstance(part, bytes)
    assert part.startswith(b"--frame\r\nContent-Type: image/jpeg")
    assert answer.mimetype == "multipart/x-mixed-replace"
    live.running = False
    answer.close()


def test_a_cards_own_picture(live: Live) -> None:
    flip_two(live)
    assert live.client.get("/crop/t1.jpg").data[:2] == b"\xff\xd8"
    assert live.client.get("/crop/t99.jpg").status_code == 204


def test_cards_and_faces(live: Live) -> None:
    cards = live.client.get("/api/cards").get_json()
    assert len(cards) == 78
    assert {"code": "m05", "name": "The Hierophant", "value": 5, "suit": "m", "also": ""} in cards
    assert live.client.get("/cards/m05.webp").data[:4] == b"RIFF"
    assert live.client.get("/cards/back.webp").status_code == 200
    assert live.client.get("/cards/m99.webp").status_code == 404


@pytest.mark.parametrize(
    "path", ["/pictures/../../etc/passwd.jpg", "/pictures/" + "a" * 32 + ".jpg", "/nothing"]
)
def test_what_is_not_there(live: Live, path: str) -> None:
    answer = live.client.get(path)
    assert answer.status_code == 404
    assert answer.get_json()["error"]


def test_the_session_can_be_kept(live: Live) -> None:
    flip_two(live)
    live.order("confirm")
    for form, holds in (("html", "Players win"), ("json", '"entries"'), ("csv", "w09")):
        answer = live.client.get(f"/export.{form}")
        assert holds in answer.text
        assert f"clashcam-2026-11-20.{form}" in answer.headers["Content-Disposition"]
    assert live.client.get("/export.pdf").status_code == 404


def test_pages_load_nothing_from_elsewhere(live: Live) -> None:
    for path in ("/", "/log"):
        answer = live.client.get(path)
        assert answer.status_code == 200
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "unsafe" not in answer.headers["Content-Security-Policy"]
        assert "http://" not in answer.text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("name", "arguments", "field", "plain"),
    [
        ("seat-change", {"seat": "players", "seat_name": "x" * 99}, "seat_name", None),
        ("correct", {"key": "nonsense", "card": None}, "key", None),
        ("record", {"system": "pulp", "document": {"kind": "deal", "cards": "many"}}, "cards", "expected"),
    ],
)
def test_a_refusal_names_the_field_apart_from_what_a_person_is_told(
    live: Live, name: str, arguments: dict[str, Any], field: str, plain: str | None
) -> None:
    status, answer = live.order(name, **arguments)
    assert (status, answer["field"]) == (422, field)
    assert answer["error"].startswith(field)
    assert plain is None or (plain in answer["plain"] and field not in answer["plain"])


NAMED = re.compile(r"^[a-z_]+(\[[0-9]+\])?(\.[a-z_]+)*: ")
"""A message that begins with the name of a field."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_has_a_field_s_name_in_its_own_words(language: str) -> None:
    refusals = {code: text for code, text in catalogue(language).items() if code.startswith("refused.")}
    assert refusals
    assert not [code for code, text in refusals.items() if NAMED.match(text)]


def test_events_come_newest_first_and_end_with_the_server() -> None:
    snapshots: Newest[dict[str, Any]] = Newest({"version": 0})
    stream = iter(Stream(Events(snapshots, json.dumps), lambda: not snapshots.closed))
    assert next(stream).startswith(b"retry:")
    for version in (1, 2, 3):
        snapshots.put({"version": version})
    assert json.loads(next(stream).split(b"data: ")[1]) == {"version": 3}
    threading.Timer(0.05, snapshots.put, [{"version": 4}]).start()
    assert json.loads(next(stream).split(b"data: ")[1]) == {"version": 4}
    snapshots.close()
    assert list(stream) == []


def test_a_silent_stream_of_events_gives_a_sign_that_scripts_hear_every_two_seconds() -> None:
    """A comment line would keep the connection open, and no page would hear of it."""
    stream = Stream(Events(Newest({"version": 0}), json.dumps), lambda: True)
    assert stream.next_part(100.0).startswith(b"event: state")
    assert stream.next_part(101.9) == b""
    assert stream.next_part(102.0) == b"event: beat\ndata: 1\n\n"


def test_an_event_is_written_once_for_all_who_listen() -> None:
    written = []

    def write(snapshot: dict[str, Any]) -> str:
        written.append(snapshot)
        return json.dumps(snapshot)

    feed = Events(Newest({"version": 0}), write)
    streams = [Stream(feed, lambda: True) for _ in range(3)]
    assert len({stream.next_part(100.0) for stream in streams}) == 1
    assert len(written) == 1


def test_a_picture_is_drawn_once_and_encoded_once_in_each_size_for_all_who_look() -> None:
    drawn = []

    def draw(had: int) -> tuple[int, Any] | None:
        if had == 7:
            return None
        drawn.append(had)
        return 7, np.zeros((720, 1280, 3), np.uint8)

    pictures = ShownPictures(draw)
    found = [pictures.at_least(width).jpeg() for width in (100, 480, 500, None, 5000, None)]
    assert drawn == [-1]
    assert len({id(jpeg and jpeg[1]) for jpeg in found}) == 3
    assert [_width_of(jpeg) for jpeg in found] == [480, 480, 720, 1280, 1280, 1280]


def _width_of(jpeg: tuple[int, bytes] | None) -> int:
    assert jpeg is not None
    shown = cv2.imdecode(np.frombuffer(jpeg[1], np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    return int(shown.shape[1])


def test_a_picture_is_never_enlarged_and_there_is_none_before_the_first() -> None:
    small = np.zeros((90, 160, 3), np.uint8)
    assert _width_of(ShownPictures(lambda _: (1, small)).at_least(480).jpeg()) == 160
    assert ShownPictures(lambda _: None).at_least(480).jpeg() is None


def test_a_broken_observation_does_not_end_the_session(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    broken: Any = "no observation"
    live.table_thread.see(SeenFrame(broken, FRAME))
    flip_two(live)
    assert live.state()["phase"] == "verdict"
    assert "could not be taken in" in caplog.text


PHONE = {"REMOTE_ADDR": "192.168.1.20"}


def code_of(live: Live, role: str) -> str:
    assert live.order("network", allow=True)[0] == 200
    live.look()
    code: str = live.state()["network"]["codes"][role]
    return code


def test_strangers_are_sent_to_the_door(live: Live) -> None:
    assert live.client.get("/api/state", environ_base=PHONE).status_code == 401
    page = live.client.get("/", environ_base=PHONE)
    assert (page.status_code, page.headers["Location"]) == (302, "/join")
    assert live.client.get("/join", environ_base=PHONE).status_code == 200
    assert live.client.get("/join?code=123456", environ_base=PHONE).status_code == 403


@pytest.mark.parametrize(
    ("asked", "shown"), [("fr-CA, fr;q=0.9, en;q=0.5", "fr"), ("it", "de"), ("de-AT", "de"), ("", "de")]
)
def test_the_door_speaks_the_language_of_the_browser_else_the_tables(
    live: Live, asked: str, shown: str
) -> None:
    live.order("network", allow=True)
    live.order("language", language="de")
    live.look()
    headers = {"Accept-Language": asked} if asked else {}
    page = live.client.get("/join", environ_base=PHONE, headers=headers).get_data(as_text=True)
    assert f'<html lang="{shown}">' in page
    assert {"fr": "Rejoindre", "de": "Beitreten"}[shown] in page


@pytest.mark.parametrize(
    "header",
    [
        "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-User", "x-forwarded-for", "Forwarded",
        "Via", "X-Real-IP", "CF-Connecting-IP", "CF-Ray", "True-Client-IP", "Fly-Client-IP", "X-Client-IP",
        "X-Cluster-Client-IP", "X-Original-Host", "X-Originating-IP", "X-Envoy-External-Address", "X-Amzn-Trace-Id",
        "X-Azure-ClientIP", "X-Appengine-User-IP", "Fastly-Client-IP", "Tailscale-User-Login", "X-ProxyUser-Ip",
        "Ngrok-Skip-Browser-Warning", "CDN-Loop", "Proxy-Authorization", "X-ARR-SSL", "Max-Forwards", "X-Scheme",
    ],
)  # fmt: skip
def test_what_a_proxy_on_this_machine_passes_on_is_a_strangers(live: Live, header: str) -> None:
    """Whatever the header claims; with a code the stranger comes in as anybody does."""
    for claimed in ("203.0.113.9", "127.0.0.1", ""):
        headers = {header: claimed}
        for path in ("/api/state", "/api/sources", "/export.json", "/api/report", "/frame.jpg", "/healthz"):
            assert live.client.get(path, headers=headers).status_code == 401, path
        assert live.client.get("/", headers=headers).headers["Location"] == "/join"
        order = {"version": live.state()["version"], "name": "view", "mirror": True}
        assert live.client.post("/api/command", json=order, headers=headers).status_code == 401
    assert live.state()["view"]["mirror"] is False
    headers = {header: "127.0.0.1"}
    live.client.get(f"/join?code={code_of(live, 'players')}", headers=headers)
    assert live.client.get("/api/state", headers=headers).get_json()["role"] == "players"


def test_a_proxy_that_speaks_the_old_protocol_passes_strangers_on(live: Live) -> None:
    """As nginx does to what is behind it unless it is told otherwise, without a word of whom it asks for."""
    old = {"SERVER_PROTOCOL": "HTTP/1.0"}
    assert live.client.get("/api/state", environ_overrides=old).status_code == 401
    assert live.client.get("/api/state").status_code == 200


def test_headers_of_browsers_make_nobody_a_stranger(live: Live) -> None:
    sent = (
        "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Connection", "DNT",
        "If-Modified-Since", "If-None-Match", "Last-Event-ID", "Origin", "Pragma", "Priority", "Range", "Referer",
        "Save-Data", "Sec-CH-UA", "Sec-CH-UA-Platform", "Sec-Fetch-Site", "Sec-GPC", "Sec-Purpose", "TE",
        "Upgrade-Insecure-Requests", "User-Agent", "X-Requested-With",
    )  # fmt: skip
    told = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    headers = {name: told.get(name, "1") for name in sent}
    assert live.client.get("/api/state", headers=headers).get_json()["role"] == "host"


def test_looks_and_modules_are_open_to_all(live: Live) -> None:
    page = live.client.get("/").text
    named = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert any(name.endswith("all.css") for name in named)
    assert "/static/lib/stream.js" in named
    for name in named:
        answer = live.client.get(name, environ_base=PHONE)
        assert answer.status_code == 200, name
        answer.close()


def test_a_player_looks_and_changes_nothing(live: Live) -> None:
    live.order("seat-change", seat="host", specials=[{"card": "s09", "text": "The walls bleed."}])
    code = code_of(live, "players")
    joined = live.client.get(f"/join?code={code}", environ_base=PHONE)
    assert joined.headers["Location"] == "/phone"
    assert live.client.get_cookie(COOKIE) is not None
    seen = live.client.get("/api/state", environ_base=PHONE)
    assert seen.get_json()["role"] == "players"
    assert "The walls bleed." not in seen.text
    assert code not in seen.text
    version = live.state()["version"]
    refused = live.client.post(
        "/api/command", json={"version": version, "name": "view", "mirror": True}, environ_base=PHONE
    )
    assert refused.status_code == 403
    decks = live.client.get("/api/decks", environ_base=PHONE).get_json()["decks"]
    assert [deck["deck"] for deck in decks] == ["players"]
    assert [deck["deck"] for deck in live.client.get("/api/decks").get_json()["decks"]] == ["players", "host"]
    assert live.client.get("/decks", environ_base=PHONE).headers["Location"] == "/join"
    for path in ("/video.mjpg", "/frame.jpg", "/preview.jpg", "/api/sources", "/export.json", "/qr.svg"):
        assert live.client.get(path, environ_base=PHONE).status_code == 403


ANN = {"name": "Ann", "colour": "#5f9440", "seat": "players"}


def introduce(live: Live, **said: Any) -> tuple[int, dict[str, Any]]:
    answer = live.client.put("/api/me", json=ANN | said, environ_base=PHONE)
    return answer.status_code, answer.get_json()


def test_a_guest_says_who_they_are_and_the_table_hears_nothing_of_it(live: Live) -> None:
    """Name, colour and seat stay with the device's sign-in: no event, no newer table, no order."""
    live.client.get(f"/join?code={code_of(live, 'players')}", environ_base=PHONE)
    live.look()
    version, kept = live.state()["version"], list(live.store.events(None))
    assert introduce(live) == (200, {"kept": True, "seat": "players"})
    assert live.state()["version"] == version
    assert list(live.store.events(None)) == kept
    live.open_network_again()
    (device,) = live.state()["network"]["devices"]
    assert (device["name"], device["colour"], device["seat"]) == ("Ann", "#5f9440", "players")
    assert introduce(live, name="", seat="")[0] == 200
    live.open_network_again()
    (device,) = live.state()["network"]["devices"]
    assert (device["name"], device["seat"]) == ("Ann", "")


def test_who_a_stranger_says_to_be_is_not_heard(live: Live) -> None:
    code_of(live, "players")
    assert live.client.put("/api/me", json=ANN, environ_base=PHONE).status_code == 401
    assert live.client.put("/api/me", json=ANN).get_json() == {"kept": False, "seat": ""}  # No sign-in.


@pytest.mark.parametrize(
    "said",
    [
        {"name": "A" * 41},
        {"name": "a\0b"},
        {"name": "a\nb"},
        {"colour": "red"},
        {"colour": "#5f9440;"},
        {"seat": "s" * 65},
        {"role": "host"},
    ],
)
def test_what_a_guest_may_not_call_themselves(live: Live, said: dict[str, Any]) -> None:
    live.client.get(f"/join?code={code_of(live, 'players')}", environ_base=PHONE)
    status, answer = introduce(live, **said)
    assert status == 422
    assert answer["error"].startswith(next(iter(said)))


def test_a_guests_name_in_the_address_comes_in_without_control_characters(live: Live) -> None:
    live.client.get(f"/join?code={code_of(live, 'players')}&name=A%00nn%0a%1b[31m", environ_base=PHONE)
    live.open_network_again()
    (device,) = live.state()["network"]["devices"]
    assert device["name"] == "A nn [31m"


def test_the_shortest_address_leads_everybody_to_their_page(live: Live) -> None:
    """192.168.1.2:8766 is all that anybody types; a stranger's TV comes back to the TV's page."""
    live.order("network", allow=True)

    def led(path: str) -> str:
        return live.client.get(path, environ_base=PHONE).headers["Location"]

    assert (led("/"), led("/screen"), led("/setup")) == ("/join", "/join?to=screen", "/join")
    code = code_of(live, "players")
    assert led(f"/join?code={code}&to=setup") == "/phone"
    assert led(f"/join?code={code}&to=screen") == "/screen"
    assert (led("/"), led("/setup")) == ("/phone", "/join")


def test_a_tv_shows_the_players_code_and_never_the_hosts(live: Live) -> None:
    live.look()
    assert live.client.get("/api/state?role=screen").get_json()["invitation"] is None
    code = code_of(live, "players")
    live.client.get(f"/join?code={code}", environ_base=PHONE)
    shown = live.client.get("/api/state?role=screen", environ_base=PHONE).get_json()
    assert shown["invitation"] == {"address": "192.168.1.2:8766", "code": code}
    assert live.state()["network"]["codes"]["host"] not in json.dumps(shown)
    for role in ("overlay", "players"):
        assert "invitation" not in live.client.get(f"/api/state?role={role}", environ_base=PHONE).get_json()
    assert live.client.get("/qr.svg?for=players&role=screen", environ_base=PHONE).status_code == 200
    assert live.client.get("/qr.svg?for=host&role=screen", environ_base=PHONE).status_code == 403


def test_a_second_device_of_the_hosts_may_do_everything(live: Live) -> None:
    code = code_of(live, "host")
    live.client.get(f"/join?code={code}", environ_base=PHONE)
    version = live.state()["version"]
    done = live.client.post(
        "/api/command", json={"version": version, "name": "view", "mirror": True}, environ_base=PHONE
    )
    assert done.status_code == 200


def test_closing_the_network_locks_everybody_out(live: Live) -> None:
    code = code_of(live, "players")
    live.client.get(f"/join?code={code}", environ_base=PHONE)
    live.order("network", allow=False)
    assert live.client.get("/api/state", environ_base=PHONE).status_code == 401


def test_the_qr_code_is_there_once_the_network_is_open(live: Live) -> None:
    assert live.client.get("/qr.svg").status_code == 404
    code_of(live, "players")
    assert "<svg" in live.client.get("/qr.svg").text


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}], ids=["name", "site"]
)
def test_other_sites_cannot_give_orders(live: Live, headers: dict[str, str]) -> None:
    answer = live.client.post(
        "/api/command", json={"version": 0, "name": "view", "mirror": True}, headers=headers
    )
    assert answer.status_code == 403
    assert live.state()["view"]["mirror"] is False


ELSEWHERE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
LINK = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize(
    "path",
    [
        "/preview.jpg?source=0",
        "/frame.jpg",
        "/api/state",
        "/api/events",
        "/export.html",
        "/static/all.css",
        "/",
    ],
)
def test_other_sites_load_nothing_from_here(live: Live, path: str) -> None:
    live.look()
    assert live.client.get(path, headers=ELSEWHERE).status_code == 403


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/join", 200), ("/export.html", 403)])
def test_a_link_from_elsewhere_leads_to_pages_only(live: Live, path: str, status: int) -> None:
    assert live.client.get(path, headers=LINK).status_code == status


def test_every_answer_keeps_to_its_own_origin(live: Live) -> None:
    for path in ("/", "/api/state", "/static/all.css", "/nothing", "/join"):
        headers = live.client.get(path).headers
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", path
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", path


@pytest.mark.parametrize(
    "spec", ["/etc/passwd", "../x.mp4", "http://10.0.0.1/admin", "rtsp://cam/1", "file:///x"]
)
def test_a_second_device_of_the_hosts_names_no_path_and_no_address(live: Live, spec: str) -> None:
    live.client.get(f"/join?code={code_of(live, 'host')}", environ_base=PHONE)
    order = {"version": live.state()["version"], "name": "source", "spec": spec}
    refused = live.client.post("/api/command", json=order, environ_base=PHONE)
    assert refused.status_code == 403
    assert "on the machine" in refused.get_json()["error"]
    assert live.looked == []
    chosen = live.client.post("/api/command", json=order | {"spec": "demo"}, environ_base=PHONE)
    assert chosen.status_code == 200


def test_a_device_is_listed_and_ended_by_the_host(live: Live) -> None:
    live.client.get(f"/join?code={code_of(live, 'players')}&name=Ann", environ_base=PHONE)
    live.open_network_again()
    (device,) = live.state()["network"]["devices"]
    assert (device["name"], device["role"], device["address"]) == ("Ann", "players", PHONE["REMOTE_ADDR"])
    assert "devices" not in live.client.get("/api/state", environ_base=PHONE).text
    assert live.order("device-end", device=device["id"])[0] == 200
    assert live.client.get("/api/state", environ_base=PHONE).status_code == 401


def test_an_ended_sign_in_hears_nothing_more(live: Live) -> None:
    live.client.get(f"/join?code={code_of(live, 'players')}", environ_base=PHONE)
    parts = iter(live.client.get("/api/events", environ_base=PHONE, buffered=False).response)
    assert next(parts) == b"retry: 1000\n\n"
    assert b"event: state" in bytes(next(parts))  # type: ignore[arg-type]
    live.order("device-end", device=1)
    assert list(parts) == []


def test_the_hosts_own_tv_page_sees_what_a_tv_may_see(live: Live) -> None:
    assert live.client.get("/api/state?role=screen").get_json()["role"] == "screen"


def test_any_document_can_be_judged_without_changing_anything(live: Live) -> None:
    before = live.state()["version"]
    clash = {"kind": "c100", "cards": ["w03", "c07"]}
    assert live.client.post("/api/resolve", json=clash).get_json()["value"] == 73
    deck = {"system": "dragon", "kind": "speed", "stat": 7, "dice": [2, 5, 5, 8]}
    assert live.client.post("/api/resolve", json=deck).get_json()["phases"] == [2, 5, 8]
    bad = live.client.post("/api/resolve", json={"kind": "c100", "cards": ["x"]})
    assert bad.status_code == 422
    assert bad.get_json()["error"].startswith("cards[0]")
    assert live.client.post("/api/resolve", data=b"{").status_code == 422
    assert live.state()["version"] == before


def test_every_fault_of_a_document_is_told(live: Live) -> None:
    document = {"kind": "test", "intensity": -1, "thrower": {"id": 7, "cards": ["w07"]}}
    answer = live.client.post("/api/resolve", json=document)
    told = answer.get_json()
    assert answer.status_code == 422
    assert [each["field"] for each in told["errors"]] == ["intensity", "thrower.id"]
    assert told["errors"][0] == {"error": told["error"], "field": told["field"]}


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("is missing; expected a whole number", "is there twice; expected each field once")),
        ("de", ("fehlt; erwartet wird eine ganze Zahl", "steht zweimal da; erwartet wird jedes Feld einmal")),
    ],
)
def test_an_odd_document_is_refused_in_one_line(live: Live, language: str, lines: tuple[str, str]) -> None:
    live.order("language", language=language)
    missing = {"system": "chronica", "kind": "pool", "assets": [{"name": "Destiny", "kind": "destiny"}]}
    answer = live.client.post("/api/resolve", json=missing)
    assert (answer.status_code, answer.get_json()["field"]) == (422, "assets[0].size")
    assert lines[0] in answer.get_json()["error"]
    told = live.client.post("/api/tell", json=missing)
    assert (told.status_code, told.get_json()["code"]) == (200, "needed-here")
    assert lines[0] in told.get_json()["error"]
    for address in ("/api/resolve", "/api/tell"):
        twice = live.client.post(address, data=b'{"kind": "c10", "kind": "c100", "cards": ["w03"]}')
        assert twice.status_code == 422
        assert lines[1] in twice.get_json()["error"]


def test_odds_can_be_looked_up(live: Live) -> None:
    answer = live.client.get("/api/odds?throws=2&against=1&replace=1&reroll_ties=1").get_json()
    assert answer["win"] == pytest.approx(0.68, abs=0.005)
    assert live.client.get("/api/odds?throws=x").status_code == 422


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("throws=x", 'throws: "x" does not fit; expected a whole number'),
        ("throws=", 'throws: "" does not fit; expected a whole number'),
        ("throws=0", 'throws: "0" does not fit; expected 1 or more'),
        ("throws=1000000&replace=1", 'throws: "1000000" does not fit; expected 40 or less'),
        ("against=-2", 'against: "-2" does not fit; expected 1 or more'),
        ("intensity=1.5", 'intensity: "1.5" does not fit; expected a whole number'),
        ("intensity=-1", 'intensity: "-1" does not fit; expected 0 or more'),
        ("throws=40", "deck: 31 cards are too few; expected 40 or more"),
    ],
)
def test_odds_that_cannot_be_counted_name_the_field(live: Live, asked: str, line: str) -> None:
    answer = live.client.get(f"/api/odds?{asked}")
    assert (answer.status_code, answer.get_json()["error"]) == (422, line)


def test_tonights_odds_are_of_the_cards_that_are_left(live: Live) -> None:
    fresh = live.client.get("/api/odds?throws=1&against=1").get_json()["win"]
    refused = live.client.get("/api/odds?throws=1&against=1&tonight=1")
    assert (refused.status_code, refused.get_json()["error"]) == (
        422,
        "The cards of both decks have to be listed first.",
    )
    assert live.order("decks-list", players=["w09", "w02", "w03"], horror=["c04", "c05", "c06"])[0] == 200

    def tonight(asked: str) -> dict[str, Any]:
        answer: dict[str, Any] = live.client.get(f"/api/odds?{asked}&tonight=1").get_json()
        return answer

    assert tonight("throws=1&against=1")["win"] == pytest.approx(1 / 3)
    assert tonight("throws=1&intensity=2")["win"] == pytest.approx(2 / 3)
    live.table.lay("w09", 300, 600)
    live.table.lay("c05", 300, 100)
    live.look()
    assert live.order("confirm")[0] == 200
    assert tonight("throws=1&against=1")["win"] == 0.0
    assert "too few" in tonight("throws=3&against=1")["error"]
    assert {row["throws"] for row in tonight("table=1")["table"]} == {1, 2}
    assert live.client.get("/api/odds?throws=1&against=1").get_json()["win"] == fresh
    live.order("network", allow=True)
    asked = live.client.get("/api/odds?tonight=1&role=players")
    assert asked.status_code == 403, "the Horror's Deck is the Host's to know"


class Occupied:
    """Something that keeps the table thread busy until it is let go."""

    def __init__(self, live: Live) -> None:
        self._go, self._begun = threading.Event(), threading.Event()
        self._live = live
        self._asking = threading.Thread(target=lambda: live.table_thread.ask(self._hold))

    def _hold(self, _: Tabletop) -> None:
        self._begun.set()
        self._go.wait(30)

    def __enter__(self) -> Occupied:
        self._asking.start()
        assert self._begun.wait(30)
        self._live.table_thread.patience_s = 0.05
        return self

    def __exit__(self, *_: object) -> None:
        self._live.table_thread.patience_s = 30.0
        self._go.set()
        self._asking.join()


def test_an_order_that_waited_too_long_is_never_carried_out(live: Live) -> None:
    flip_two(live)
    with Occupied(live):
        status, answer = live.order("confirm")
        assert live.client.get("/api/log").status_code == 503
    assert (status, answer["error"]) == (503, "The table is busy. Nothing was done; try again.")
    assert live.client.get("/api/log").get_json() == []
    assert live.state()["phase"] == "verdict"
    assert live.order("confirm")[0] == 200


def test_an_order_that_takes_too_long_is_told_truthfully(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    flip_two(live)
    live.order("language", language="en")  # What lies there is on disk when this is answered.
    go, ended = threading.Event(), TableState.end_command

    def slowly(table_state: TableState, *given: Any) -> None:
        go.wait(30)
        ended(table_state, *given)

    monkeypatch.setattr(TableState, "end_command", slowly)
    live.table_thread.patience_s = 0.5
    status, answer = live.order("confirm")
    go.set()
    live.table_thread.patience_s = 30.0
    assert status == 503
    assert (
        answer["error"] == "The table is still working on it. Check whether it was done before you try again."
    )
    assert live.order("view", mirror=True)[0] == 200  # The one after it.
    assert len(live.client.get("/api/log").get_json()) == 1
