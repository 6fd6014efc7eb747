"""Why a camera gives no pictures is told in the language of the table."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tests.webui.cli.running_table import Table
from vision.capture.reasons import WORDS, Reason, reason_of
from vision.capture.spec import SourceError, SourceKind, SourceSpec
from webui.camera.reports import SourceStatus
from webui.camera.source_report import SourceReport, source_in_words
from webui.i18n import catalogue


def test_the_english_words_are_those_of_the_capture() -> None:
    assert {key: text for key, text in catalogue("en").items() if key.startswith("source.")} == {
        f"source.{code}": text for code, text in WORDS.items()
    }


def test_a_reason_comes_through_a_pipe_and_an_error_whole() -> None:
    reason = Reason("silent", name="cam", seconds=5)
    again = pickle.loads(pickle.dumps(reason))
    assert (again, again.code, again.named) == (reason, "silent", {"name": "cam", "seconds": "5"})
    told = reason_of(SourceError(again))
    assert isinstance(told, Reason)
    assert told == "cam: has sent nothing for 5 seconds"
    assert reason_of(ValueError("a\n b")) == "a b"


class Heard:
    """Hears how the source is."""

    def __init__(self) -> None:
        self.told: list[SourceStatus] = []

    def see(self, _: object) -> None: ...

    def on_status(self, status: SourceStatus) -> None:
        self.told.append(status)


@pytest.mark.parametrize("code", WORDS)
def test_what_is_lost_is_told_in_german(code: str) -> None:
    named = dict.fromkeys(
        ("name", "seconds", "why", "count", "kind", "scheme", "status", "found", "codec", "where"), "\udce4x"
    )
    heard = Heard()
    report = SourceReport(heard, lambda: "21:14")
    report.update(SourceSpec(SourceKind.STREAM, "http://x"), "lost", Reason(code, **named))
    english, german = (source_in_words(heard.told[-1], each)["message"]["text"] for each in ("en", "de"))
    assert english == WORDS[code].format(**dict.fromkeys(named, "?x"))
    assert german != english
    assert heard.told[-1].source["message"]["code"] == "lost"


def test_a_camera_that_does_not_answer_is_told_in_the_tables_language(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running:
        table.wait_until(lambda state: state["source"]["state"] == "live")
        table.order("language", language="de")
        table.order("source", spec="http://127.0.0.1:9/video")
        state = table.wait_until(lambda state: bool((state["source"]["trying"] or {}).get("message")))
        assert "ist nicht erreichbar" in state["source"]["trying"]["message"]["text"]
        table.order("language", language="en")
        state = table.wait_until(lambda state: "reached" in state["source"]["trying"]["message"]["text"])
