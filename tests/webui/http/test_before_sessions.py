"""What was written, and the addresses that were used, while a session was called an evening."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest

from tests.webui.http.api.test_sessions import two
from tests.webui.http.live import Live
from webui.before_sessions import session_in
from webui.http.export import render_export
from webui.http.server.door import body_limit
from webui.http.sharing import SharingMemory
from webui.recording.replay import Replay
from webui.storage.store import Store
from webui.table.commands import parse_command

__all__ = ["two"]

RELEASED = Path(__file__).parents[1] / "released" / "before-sessions"


def test_a_recording_is_replayed(tmp_path: Path) -> None:
    result = Replay(RELEASED / "table.recording", tmp_path / "again", lambda _: None).run()
    assert (result.differences, result.left_out) == ([], "")
    assert result.verdicts == 6
    assert result.written > 5


def test_a_log_is_read_and_exported_as_it_was(tmp_path: Path) -> None:
    shutil.copytree(RELEASED / "log", tmp_path / "data")
    with closing(Store(tmp_path / "data")) as store:
        assert [(each.id, each.name) for each in store.sessions()] == [
            ("2026-11-20-a", "2026-11-20-a"),
            ("2026-11-20-b", "The Attic"),
        ]
        for session in store.sessions():
            then = json.loads((RELEASED / f"{session.id}.json").read_text("utf-8"))
            now = json.loads(render_export(store, session, ".json"))
            assert now["session"] == then["session"]
            cards = [[seat["cards"] for seat in entry["seats"]] for entry in now["entries"]]
            for card in chain.from_iterable(chain.from_iterable(cards)):
                assert card.pop("crop") is None  # Which picture is which card's was not kept then.
            assert cards == [[seat["cards"] for seat in entry["seats"]] for entry in then["entries"]]
            table = (RELEASED / f"{session.id}.csv").read_bytes().decode("utf-8")
            assert render_export(store, session, ".csv").splitlines()[0] == table.splitlines()[0]


def test_what_was_kept_of_sharing_is_read_and_written_by_its_new_name(tmp_path: Path) -> None:
    shutil.copy(RELEASED / "sharing.json", tmp_path)
    memory = SharingMemory(tmp_path)
    kept = memory.load()
    assert kept is not None
    assert (kept.session, [device.name for device in kept.devices]) == ("2026-11-20-b", ["Ann"])
    memory.keep(kept)
    written = json.loads((tmp_path / "sharing.json").read_text("utf-8"))
    assert written["session"] == "2026-11-20-b"
    assert "evening" not in written


def test_a_command_with_the_old_field_is_taken() -> None:
    old = parse_command({"version": 1, "name": "keep-pictures", "evenings": 3})
    new = parse_command({"version": 1, "name": "keep-pictures", "sessions": 3})
    assert old == new
    assert old.model_dump(exclude_unset=True)["sessions"] == 3


def test_a_record_with_neither_name_is_refused() -> None:
    assert session_in({"session": 1, "evening": 2}) == 1
    with pytest.raises(KeyError):
        session_in({})


def test_old_addresses_of_the_interface_answer(two: Live) -> None:
    lines = two.client.get("/api/evenings").get_json()
    assert lines == two.client.get("/api/sessions").get_json()
    path = f"sessions/{lines[-1]['id']}/log"
    assert (
        two.client.get(f"/api/{path.replace('session', 'evening')}").get_json()
        == two.client.get(f"/api/{path}").get_json()
    )
    wanted = {"evening": lines[-1]["id"], "name": "The Cellar"}
    assert two.client.post("/api/evenings/rename", json=wanted).get_json()["name"] == "The Cellar"
    assert body_limit("/api/evenings/rename") == body_limit("/api/sessions/rename") > 0
    one = two.client.get(f"/api/figures?evening={lines[-1]['id']}").get_json()
    assert one == two.client.get(f"/api/figures?session={lines[-1]['id']}").get_json()
    assert two.client.get("/api/evenings-of-others").status_code == 404


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/evenings", "/sessions"),
        ("/evenings?x=1", "/sessions?x=1"),
        ("/evening?table=a%20b", "/session?table=a%20b"),
    ],
)
def test_old_pages_lead_to_the_new_ones(two: Live, old: str, new: str) -> None:
    answer = two.client.get(old)
    assert (answer.status_code, answer.headers["Location"]) == (308, new)
