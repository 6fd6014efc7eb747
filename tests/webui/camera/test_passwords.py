"""Who signs in at a camera, and how: it opens the camera, and stands nowhere that anybody could read it."""

from __future__ import annotations

import json
import logging
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked

from tests.vision.capture.fake_camera import FakeCamera
from tests.webui.cli.running_table import Blank, Table
from vision.capture.capture import Capture
from vision.capture.passwords import Passwords, masked
from vision.capture.spec import SourceSpec
from vision.recording.file import Record, RecordingReader
from vision.recording.watched import WatchRecording
from webui.camera.decks.readable import Decks
from webui.camera.watch import Tally, watch
from webui.cli.looking import spec_of
from webui.cli.play import source_again
from webui.cli.program import Place, Running, Tape, remembered
from webui.recording.contents import contents
from webui.storage import keychain
from webui.storage.keychain import Keychain
from webui.storage.store import Store

SECRET = "s3cret"
NAME = "ann0nym"
SECRETS = (SECRET, NAME)


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """A camera's address on this machine, and what it was asked for; it shows nothing."""
    paths: list[str] = []

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            """Not into the test's output."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Camera) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", paths
        server.shutdown()


class PasswordTable(Table):
    """The program, started on a source of the test's."""

    def __init__(self, data: Path, spec: SourceSpec, tape: Tape | None = None) -> None:
        self.made_for = []
        place, decks = Place("127.0.0.1", 0, data), Decks(data)
        self.running = Running(place, spec, self._make, decks, ("house",), tape or Tape())

    def read(self, path: str) -> str:
        with urllib.request.urlopen(self.running.url + path, timeout=30) as answer:
            text: str = answer.read().decode()
            return text

    def first_event(self) -> str:
        with urllib.request.urlopen(f"{self.running.url}api/events", timeout=30) as stream:
            return "".join(stream.readline().decode() for _ in range(5))

    def wait_for_message(self) -> None:
        self.wait_until(
            lambda state: state["source"]["kind"] == "url" and state["source"]["message"] is not None
        )


@contextmanager
def running(table: PasswordTable) -> Iterator[PasswordTable]:
    with table.running:
        yield table


def everything_readable(table: PasswordTable) -> Iterator[str]:
    yield from (
        table.read(f"api/state{role}") for role in ("", "?role=players", "?role=screen", "?role=overlay")
    )
    yield table.first_event()
    yield from (table.read(path) for path in ("api/sources", "api/log", "setup", "log"))
    yield from (table.read(f"export.{form}") for form in ("html", "json", "csv"))


def tells(told: str | bytes) -> bool:
    """Whether a name or a password stands in it."""
    data = told.encode() if isinstance(told, str) else told
    return any(secret.encode() in data for secret in SECRETS)


def files(folder: Path) -> Iterator[bytes]:
    return (path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it never came")


def test_a_password_opens_the_camera_and_stands_nowhere(
    tmp_path: Path,
    asked: tuple[str, list[str]],
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    camera, paths = asked
    caplog.set_level(logging.DEBUG)
    word = f"{camera}/video?user={NAME}&pwd={SECRET}"
    with running(PasswordTable(tmp_path, spec_of("demo", decks=("house",)))) as table:
        table.order("source", spec=word)
        until(lambda: any(f"pwd={SECRET}" in path for path in paths))
        table.wait_for_message()
        assert table.state()["source"]["name"] == masked(word)
        assert not [text for text in everything_readable(table) if tells(text)]
        paths.clear()
        table.order("source", spec="demo")
        table.order("source", spec=masked(word))  # As the page sends it, which never saw more.
        until(lambda: any(f"pwd={SECRET}" in path for path in paths))
        assert not [data for data in files(tmp_path) if tells(data)]
    assert not [data for data in files(tmp_path) if tells(data)]
    heard = capfd.readouterr()
    assert not tells(caplog.text + heard.out + heard.err)


def test_after_a_restart_the_page_asks_for_it_again(tmp_path: Path, asked: tuple[str, list[str]]) -> None:
    camera, paths = asked
    word = f"{camera}/video?user={NAME}&pwd={SECRET}"
    with running(PasswordTable(tmp_path, spec_of("demo", decks=("house",)))) as table:
        table.order("source", spec=word)
        until(lambda: bool(paths))
    paths.clear()
    spec = source_again(remembered(Place("127.0.0.1", 0, tmp_path)).source, spec_of)
    assert spec is not None
    with running(PasswordTable(tmp_path, spec)) as table:
        state = table.wait_until(lambda state: bool(state["source"]["state"] == "locked"))
        assert state["source"]["message"] is None
        assert paths == []
        table.order("source", spec=word)
        until(lambda: any(f"pwd={SECRET}" in path for path in paths))


def test_what_was_named_on_the_command_line_is_hidden_too(
    tmp_path: Path, asked: tuple[str, list[str]]
) -> None:
    camera, paths = asked
    with running(PasswordTable(tmp_path, spec_of(f"{camera}/video?usr={NAME}&pwd={SECRET}"))) as table:
        until(lambda: bool(paths))
        table.wait_for_message()
        assert not [text for text in everything_readable(table) if tells(text)]


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        (f"rtsp://{NAME}:{SECRET}@10.0.0.7/live", "rtsp://***@10.0.0.7/live"),
        (f"http://cam/video?user={NAME}&pwd=***", "http://cam/video?user=***&pwd=***"),
        (
            f"http://cam/?user={NAME}&pwd={SECRET} + rtsp://{NAME}:{SECRET}@far/1",
            "http://cam/?user=***&pwd=*** + rtsp://***@far/1",
        ),
    ],
)
def test_what_an_earlier_program_wrote_down_is_masked(tmp_path: Path, word: str, shown: str) -> None:
    place = Place("127.0.0.1", 0, tmp_path)
    with closing(Store(tmp_path)) as store:
        moment = datetime(2026, 11, 20, tzinfo=UTC)
        store.append(None, moment, "settings", {"view": {"turn": 90}})
        for _ in range(3):
            store.append(None, moment, "settings", {"source": word})
    assert [data for data in files(tmp_path) if tells(data)]
    for _ in range(2):  # What is masked stays as it is.
        assert remembered(place).source == shown
    assert remembered(place).view.turn == 90
    assert not [data for data in files(tmp_path) if tells(data)]


def test_a_recording_holds_neither_name_nor_password(tmp_path: Path, asked: tuple[str, list[str]]) -> None:
    camera, paths = asked
    words = [
        f"{camera}/video?user={NAME}&pwd={SECRET}",
        f"{camera.replace('//', f'//{NAME}:{SECRET}@')}/video",
        f"{camera}/user={NAME}_password={SECRET}_channel=1_stream=0.sdp",
    ]
    path = tmp_path / "x.recording"
    with running(
        PasswordTable(tmp_path / "data", spec_of("demo", decks=("house",)), Tape(path, with_pictures=True))
    ) as table:
        for word in words:
            paths.clear()
            table.order("source", spec=word)
            until(lambda: bool(paths))
            table.wait_for_message()
            table.order("source", spec="demo")
    unpacked = json.dumps(list(RecordingReader(path).records()))
    assert all(json.dumps(masked(word)) in unpacked for word in words)
    assert not [data for data in (path.read_bytes(), unpacked, "\n".join(contents(path))) if tells(data)]


def test_what_a_watching_records_holds_neither(tmp_path: Path) -> None:
    path, heard = tmp_path / "x.recording", []

    def hear(told: Record) -> None:
        heard.append(told)
        if told["event"] == "source-lost":
            raise HeardEnoughError

    with closing(FakeCamera()) as camera:
        spec = spec_of(f"{camera.url}?user={NAME}&pwd={SECRET}")
        with Capture(spec) as capture, closing(WatchRecording(path, with_pictures=True)) as recording:
            camera.fault = "switched off"
            with pytest.raises(HeardEnoughError):
                watch(capture, Blank(), hear, Tally(), recording=recording)
    unpacked = json.dumps(list(RecordingReader(path).records()))
    assert f"{camera.url}?user=***&pwd=***" in unpacked
    assert not [data for data in (path.read_bytes(), unpacked, "\n".join(contents(path))) if tells(data)]


class HeardEnoughError(Exception):
    """What the test waits for has been told."""


class Drawer(KeyringBackend):
    """A keyring that is open, and remembers as long as the test runs."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise KeyringLocked(f"{username} {password}")
        self.kept[service, username] = password

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked(username)
        return self.kept.get((service, username))


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    before, made = keyring.get_keyring(), Drawer()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_where_the_system_has_a_keyring_nobody_types_it_twice(
    tmp_path: Path, asked: tuple[str, list[str]], drawer: Drawer
) -> None:
    camera, paths = asked
    word = f"{camera}/video?user={NAME}&pwd={SECRET}"
    with running(PasswordTable(tmp_path, spec_of("demo", decks=("house",)))) as table:
        table.order("source", spec=word)
        until(lambda: bool(paths))
        until(lambda: bool(drawer.kept))
    assert drawer.kept == {("clashcam", masked(word)): word}
    paths.clear()
    spec = source_again(remembered(Place("127.0.0.1", 0, tmp_path)).source, spec_of)
    assert spec is not None
    with running(PasswordTable(tmp_path, spec)) as table:
        until(lambda: any(f"pwd={SECRET}" in path for path in paths))
        table.wait_for_message()
        assert not [text for text in everything_readable(table) if tells(text)]
    assert not [data for data in files(tmp_path) if tells(data)]


def test_a_keyring_that_stays_locked_keeps_nobody_waiting_and_tells_nothing(
    tmp_path: Path, asked: tuple[str, list[str]], drawer: Drawer, caplog: pytest.LogCaptureFixture
) -> None:
    camera, paths = asked
    caplog.set_level(logging.DEBUG)
    drawer.locked = True
    word = f"{camera}/video?usr={NAME}&pwd={SECRET}"
    with running(PasswordTable(tmp_path, spec_of(masked(word)))) as table:
        table.wait_until(lambda state: bool(state["source"]["state"] == "locked"))
        table.order("source", spec=word)
        until(lambda: any(f"pwd={SECRET}" in path for path in paths))
    assert "KeyringLocked" in caplog.text
    assert not tells(caplog.text)


def test_a_keyring_that_says_nothing_is_not_waited_for(
    drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()
    monkeypatch.setattr(keychain, "PATIENCE_S", 0.05)
    monkeypatch.setattr(drawer, "get_password", lambda *_: answered.wait(30) and None)
    assert Keychain().recall("rtsp://***@10.0.0.7/live") is None
    assert not answered.is_set()
    answered.set()


def test_what_lies_in_the_keyring_for_another_camera_is_not_opened(drawer: Drawer) -> None:
    shown = "rtsp://***@10.0.0.7/live"
    drawer.kept["clashcam", shown] = "http://elsewhere/video?pwd=x"
    assert Passwords(Keychain()).reveal(shown) == shown
    drawer.kept["clashcam", shown] = f"rtsp://{NAME}:{SECRET}@10.0.0.7/live"
    assert Passwords(Keychain()).reveal(shown) == f"rtsp://{NAME}:{SECRET}@10.0.0.7/live"
