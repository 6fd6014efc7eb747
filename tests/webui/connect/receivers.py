"""Receivers of the tests: a web server that answers as it is told, and a broker of Debian's mosquitto."""

from __future__ import annotations

import contextlib
import itertools
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import paho.mqtt.client as paho

from webui.connect.events import Data, MarkData, PartData, PlayedData, Published, VerdictData, publish

NUMBERS = itertools.count(1)
PATIENCE_S: Final = 30.0


def now() -> datetime:
    return datetime(2026, 11, 20, 21, 14, 7, tzinfo=UTC)


def event_of(data: Data) -> Published:
    return publish(data, "run", next(NUMBERS), now().isoformat(), "s1")


def verdict(throw: int = 1, revision: int = 1, title: str = "Ann wins, 9 > 6", *kinds: str) -> Published:
    marks = [MarkData(kind=kind, seat="ann", text=f"{kind} of Ann") for kind in kinds]
    played = [PlayedData(seat="ann", name="Ann", card="w09", card_name="Nine", value=9, outcome="won")]
    part = PartData(
        kind="clash", tone="players", headline="Players win", title=title, line="9 beats 6.", played=played,
        marks=marks,
    )  # fmt: skip
    more: dict[str, Any] = {
        "throw": throw,
        "round": None,
        "revision": revision,
        "spoken": "",
        "result": {},
        "parts": [],
    }
    return event_of(VerdictData.model_validate(part.__dict__ | more))


def until(holds: Callable[[], Any], what: Callable[[], Any] = lambda: None) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until_s, what()
        time.sleep(0.01)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Web:
    """A web server. Use as a context manager; it may be left, and entered again on the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.requests: list[tuple[str, str, dict[str, str], bytes]] = []
        """Method, path, headers in lower case, and body."""
        self.arrived_s: list[float] = []
        self.answers: list[tuple[int, dict[str, str], bytes]] = []
        """What is answered next; at the end 200."""
        self.slow_s = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def bodies(self) -> list[str]:
        return [body.decode() for _, _, _, body in self.requests]

    def __enter__(self) -> Web:
        web = self

        class Handler(BaseHTTPRequestHandler):
            def _answer(self) -> None:
                web.arrived_s.append(time.monotonic())
                body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                headers = {name.lower(): value for name, value in self.headers.items()}
                web.requests.append((self.command, self.path, headers, body))
                time.sleep(web.slow_s)
                status, more, text = web.answers.pop(0) if web.answers else (200, {}, b"{}")
                self.send_response(status)
                for name, value in {"Content-Length": str(len(text)), **more}.items():
                    self.send_header(name, value)
                with contextlib.suppress(OSError):  # Whoever asked has gone.
                    self.end_headers()
                    self.wfile.write(text)

            def do_POST(self) -> None:
                self._answer()

            def do_PATCH(self) -> None:
                self._answer()

            def log_message(self, *_: object) -> None:
                """Not into the test's output."""

        ThreadingHTTPServer.allow_reuse_address = True
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class Broker:
    """A broker, and one who hears all that is published. Use as a context manager, again and again."""

    def __init__(self, folder: Path, password: str = "") -> None:
        self.port, self._folder = free_port(), folder
        self._program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        lines = [f"listener {self.port} 127.0.0.1"]
        if password:
            (folder / "users").write_text("")
            maker = shutil.which("mosquitto_passwd") or "/usr/bin/mosquitto_passwd"
            subprocess.run([maker, "-b", str(folder / "users"), "ann", password], check=True)
            lines += [f"password_file {folder / 'users'}"]
        lines += [f"allow_anonymous {'false' if password else 'true'}", "user root"]
        self._config = folder / "mosquitto.conf"
        self._config.write_text("\n".join(lines) + "\n")
        self._password = password
        self.heard: list[tuple[str, str, bool]] = []
        """Topic, text, and whether the broker had kept it."""
        self.arrived_s: dict[str, float] = {}

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def texts(self, topic: str) -> list[str]:
        return [text for each, text, _ in self.heard if each == topic]

    def __enter__(self) -> Broker:
        self._process = subprocess.Popen(
            [self._program, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers, lambda: "the broker does not listen")
        self._listener = paho.Client(paho.CallbackAPIVersion.VERSION2)
        if self._password:
            self._listener.username_pw_set("ann", self._password)
        subscribed = threading.Event()
        self._listener.on_message = self._note
        self._listener.on_subscribe = lambda *_: subscribed.set()
        self._listener.connect("127.0.0.1", self.port)
        self._listener.subscribe("#", qos=1)
        self._listener.loop_start()
        assert subscribed.wait(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.disconnect()
        self._listener.loop_stop()
        self._process.terminate()
        self._process.wait(20)

    def _note(self, _client: object, _data: object, message: paho.MQTTMessage) -> None:
        self.heard.append((message.topic, message.payload.decode(), message.retain))
        self.arrived_s.setdefault(message.topic, time.monotonic())

    def _answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
