"""A table thread over a scripted table, and a client of its server: what tests of the interface work on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from flask.testing import FlaskClient

from tests.webui.tracks import ScriptedTable
from vision.capture.passwords import masked
from vision.recognition.gallery import GalleryError
from vision.types import Frame, FrameResult
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.readable import Decks
from webui.camera.reports import SeenFrame
from webui.camera.vision_thread import Seen
from webui.connect.connections import SEEN_BY, Connections
from webui.connect.kept import ConnectMemory
from webui.http.app import create_app
from webui.http.auth import Access
from webui.http.images.card_images import face_webp
from webui.http.parts import Parts
from webui.http.phone import Phone
from webui.storage.store import Store
from webui.table.errors import CommandError
from webui.table.inbox import DecksStatus, NetworkStatus
from webui.table.readings import FreshReadings
from webui.table.state import TableState
from webui.table.thread import TableThread

FRAME = np.full((72, 128, 3), 90, np.uint8)


class FakeKeyring(dict[str, str]):
    """A keyring that opens at once."""

    def keep(self, shown: str, address: str) -> None:
        self[shown] = address

    def recall(self, shown: str) -> str | None:
        return self.get(shown)

    def forget(self, shown: str) -> None:
        self.pop(shown, None)


class Live:
    """A table thread over a scripted table, and a client of its server."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.table = ScriptedTable()
        self.seen: Seen | None = None
        self.explanation: tuple[str, ...] = ()
        self.looked: list[tuple[str | None, tuple[str, ...]]] = []
        make = partial(
            TableState,
            self.store,
            FreshReadings(self.now),
            run="run",
            known_decks=("house", "rws", "broken"),
        )
        self.table_thread = TableThread(make, lambda: self.table.t_s)
        self.table_thread.start()
        self.running = True
        self.access = Access()
        self.decks = Decks(folder)
        self.enrolling = Enrolling(self.decks, lambda: 0, self.know_decks)
        phone = Phone()
        self.keyring = FakeKeyring()
        self.connections = Connections(
            self.table_thread.snapshots[SEEN_BY], ConnectMemory(folder), self.keyring, self.now, "0.0"
        )
        self.connections.start()
        parts = Parts(
            table_thread=self.table_thread,
            store=self.store,
            newest_frame=lambda: self.seen,
            explain_tracks=lambda: self.explanation,
            check_source=self.check_source,
            hide_password=masked,
            faces=face_webp,
            running=lambda: self.running,
            access=self.access,
            open_network=self.open_network,
            end_device=self.access.end,
            check_decks=self.check_decks,
            apply_vision_settings=self.apply_vision_settings,
            decks=self.decks,
            know_decks=self.know_decks,
            enrolling=self.enrolling,
            sources=lambda: [{"id": "demo", "kind": "demo", "name": "", "current": True}],
            preview=lambda word: FRAME if word == "demo" else None,
            phone=phone,
            connections=self.connections,
            open_phone=phone.opened,
            end_phone=phone.end,
        )
        self.client: FlaskClient = create_app(parts).test_client()

    def now(self) -> datetime:
        return datetime(2026, 11, 20, 21, 14, tzinfo=UTC)

    def know_decks(self) -> tuple[str, ...]:
        self.table_thread.on_status(DecksStatus(self.decks.names()))
        return self.decks.names()

    def check_source(self, word: str) -> None:
        if word == "nowhere.mp4":
            raise CommandError("no-such-source", given=word)

    def check_decks(self, names: Sequence[str]) -> None:
        if "broken" in names:
            raise GalleryError("broken.npz: is cut short")

    def apply_vision_settings(self, even_if_the_same: bool) -> None:
        self.looked.append(self.table_thread.ask(lambda table_state: (table_state.source, table_state.decks)))

    def open_network(self, allow: bool) -> None:
        if allow:
            self.access.allow()
        else:
            self.access.forbid()
        self.table_thread.on_status(NetworkStatus(self.access.host_view(["http://192.168.1.2:8766/"])))

    def open_network_again(self) -> None:
        self.table_thread.on_status(NetworkStatus(self.access.host_view(["http://192.168.1.2:8766/"])))
        self.table_thread.ask(lambda table_state: None)

    def frame(self, _: FrameResult) -> Frame:
        return FRAME

    def look(self, after_s: float = 1.0) -> None:
        observation = self.table.look(after_s)
        frame = self.frame(observation)
        self.seen = Seen(observation.frame, frame)
        self.table_thread.see(SeenFrame(observation, frame))
        self.table_thread.ask(lambda table_state: None)  # Everything before this has been taken in.

    def state(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.client.get("/api/state").get_json()
        return answer

    def order(self, name: str, **arguments: Any) -> tuple[int, dict[str, Any]]:
        document = {"version": self.state()["version"], "name": name, **arguments}
        answer = self.client.post("/api/command", json=document)
        return answer.status_code, answer.get_json()

    def close(self) -> None:
        self.running = False
        self.table_thread.stop()
        self.connections.stop()
        self.store.close()


def flip_two(live: Live) -> None:
    live.table.lay("w09", 300, 600)
    live.table.lay("c06", 300, 100)
    live.look()
