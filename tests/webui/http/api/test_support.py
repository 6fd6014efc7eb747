"""Versions and the last faults on one page: the Host's, and without anything that is secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from tests.webui.http.live import Live
from webui.news import newest
from webui.storage.logbook import NAME, keep_messages, last_faults


@pytest.fixture
def messages(live: Live) -> Iterator[logging.Logger]:
    handler = keep_messages(live.store.folder)
    assert handler is not None
    yield logging.getLogger("webui.test")
    logging.getLogger().removeHandler(handler)
    handler.close()


def test_versions_and_the_last_faults_newest_first(live: Live, messages: logging.Logger) -> None:
    messages.info("a session began")
    messages.warning("lost %s", "rtsp://ann:s3cret@10.0.0.7/live")
    messages.error("the disk\nis full")
    answer = live.client.get("/api/support")
    told = answer.get_json()
    assert [(each["level"], each["says"]) for each in told["faults"]] == [
        ("error", "the disk is full"),
        ("warning", "lost rtsp://***@10.0.0.7/live"),
    ]
    assert {"clashcam", "python", "sqlite", "flask"} <= set(told["versions"])
    assert told["news"]["release"] == newest().release
    assert told["news"]["parts"][0]["lines"] == list(newest().parts[0].lines)
    assert "s3cret" not in answer.get_data(as_text=True)


def test_it_is_the_hosts_alone(live: Live) -> None:
    assert live.client.get("/api/support?role=players").status_code == 403


def test_what_the_tracker_believes_is_the_hosts_to_read(live: Live) -> None:
    live.explanation = ("0.5 s  track 1 m17 up settled: clear 1.00",)
    assert live.client.get("/api/tracks").get_json() == {"tracks": list(live.explanation)}
    assert live.client.get("/api/tracks?role=players").status_code == 403


def test_lines_that_are_no_messages_are_left_out(live: Live) -> None:
    good = json.dumps({"at": "x", "level": "error", "from": "y", "says": "z"})
    lines = ["{", "[]", '"text"', "[" * 5000, json.dumps({"level": "error"}), good, "\ufffd"]
    (live.store.folder / NAME).write_text("\n".join(lines), "utf-8")
    assert [each.says for each in last_faults(live.store.folder, 20)] == ["z"]


def test_before_the_first_message_there_is_no_fault(live: Live) -> None:
    assert last_faults(live.store.folder, 20) == []
