"""``--record`` and ``clashcam replay``: the same lines again."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.webui.cli.running_table import Table as ProgramTable
from tests.webui.cli.running_table import lives
from tests.webui.recording.sessions import RecordedSession
from vision.recording.file import RecordingError
from vision.recording.watched import WatchRecording
from vision.types import FrameResult
from webui.cli import main
from webui.cli.program import Tape
from webui.storage.store import Store


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_watching_is_told_again_line_by_line(tmp_path: Path) -> None:
    path = str(tmp_path / "x.recording")
    watched = run("watch", "demo", "--seconds", "4", "--json", "--record", path, "--record-pictures")
    again = run("replay", path, "--json")
    assert (watched.exit_code, again.exit_code) == (0, 0)
    then, now = watched.stdout.splitlines(), again.stdout.splitlines()
    assert len(then) > 2
    assert now[:-1] == then[:-1]
    ends = [json.loads(lines[-1]) for lines in (then, now)]
    assert [end.pop("ms_per_frame") is not None for end in ends] == [True, True]
    assert ends[0] == ends[1]


def test_a_session_is_played_again_and_what_differs_ends_with_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.recording"
    session = RecordedSession(tmp_path / "data", path)
    session.clash("w09", "c06")
    session.order("confirm")
    session.close()
    told = run("replay", str(path), "--json", "--data", str(tmp_path / "again"))
    assert told.exit_code == 0
    assert [json.loads(line)["event"] for line in told.stdout.splitlines()].count("verdict") == 2
    assert told.stderr.strip().endswith("all as they were recorded")
    assert (tmp_path / "again" / "clashcam.sqlite3").is_file()
    checked = run("replay", str(path), "--check")
    assert (checked.exit_code, checked.stdout) == (0, "")
    monkeypatch.setattr("webui.table.state.judge", lambda *_: None)
    other = run("replay", str(path), "--check")
    assert other.exit_code == 1
    assert "comes to null instead of" in other.stderr
    assert "not as they were recorded" in other.stderr.splitlines()[-1]


@pytest.mark.parametrize("command", ["play", "watch"])
def test_no_file_is_written_over(tmp_path: Path, command: str) -> None:
    path = tmp_path / "x.recording"
    path.write_text("dear diary")
    more = ["--no-browser", "--port", "0", "--data", str(tmp_path / "data")] if command == "play" else []
    told = run(command, "demo", "--record", str(path), *more)
    assert told.exit_code == 1
    assert told.stderr.strip().splitlines()[-1].endswith("is there already; choose another name")
    assert path.read_text() == "dear diary"


def test_no_log_is_played_over(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "clashcam.sqlite3").write_text("a session")
    told = run("replay", str(tmp_path / "x"), "--data", str(tmp_path / "data"))
    assert (told.exit_code, "is not empty" in told.stderr) == (1, True)


def test_a_foreign_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"RIFF....AVI ")
    told = run("replay", str(tmp_path / "x"))
    assert (told.exit_code, told.stderr.count("\n")) == (1, 1)
    assert "is no recording" in told.stderr


def test_the_program_records_itself(tmp_path: Path) -> None:
    path = tmp_path / "x.recording"
    table = ProgramTable(tmp_path / "data", Tape(path))
    with table.running:
        table.wait_until(lives("demo"))
        table.order("seat-add", seat_name="Ann", side="players")
        table.order("view", turn=90)
        table.order("undo")
    told = run("replay", str(path), "--check")
    assert (told.exit_code, "3 entries: all as they were recorded" in told.stderr) == (0, True), told.stderr
    with pytest.raises(RecordingError, match="is there already"):
        ProgramTable(tmp_path / "data", Tape(path)).running.__enter__()
    with ProgramTable(tmp_path / "data").running:
        pass  # The folder was let go again.


def test_the_host_records_from_the_page(tmp_path: Path) -> None:
    table = ProgramTable(tmp_path)
    with table.running:
        table.wait_until(lives("demo"))
        table.order("seat-add", seat_name="Ann", side="players")
        table.order("recording", on=True)
        table.wait_until(lambda state: state["recording"] == "sightings")
        table.order("view", turn=90)
        table.order("recording", on=False)
        table.wait_until(lambda state: state["recording"] is None)
        table.order("view", turn=180)
        assert table.state()["source"]["kind"] == "demo"
    (path,) = (tmp_path / "recordings").glob("*.recording")
    told = run("replay", str(path), "--check")
    assert (told.exit_code, "all as they were recorded" in told.stderr) == (0, True), told.stderr


def test_a_recording_drives_a_table_without_a_camera(tmp_path: Path) -> None:
    """As fast as it goes: the same throws come to the same verdicts on another session."""
    path = tmp_path / "x.recording"
    session = RecordedSession(tmp_path / "data", path)
    session.clash("w09", "c06")
    session.close()
    table = ProgramTable(tmp_path / "other", source=f"replay:{path}")
    with table.running:
        state = table.wait_until(lambda state: state["phase"] == "verdict")
        assert state["source"]["kind"] == "file"
        assert table.made_for == [], "no networks are needed"
        table.order("confirm")
    store = Store(tmp_path / "other", writing=False)
    kinds = [event.kind for event in store.events(store.sessions()[-1].id)]
    store.close()
    assert "confirmed" in kinds


def test_the_pictures_of_a_clip_open_before_anybody_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, report = tmp_path / "x.recording", tmp_path / "report.zip"
    recording = WatchRecording(path, with_pictures=True)
    for number in range(3):
        seen = FrameResult(float(number), 0, (64, 48), (), (), False, float(number))
        recording.see(seen, np.full((48, 64, 3), 80 * number, np.uint8), number, 0)
    recording.close()
    opened: list[tuple[Path, str]] = []

    def launch(address: str) -> None:
        page = Path(address.removeprefix("file://"))
        opened.append((page, page.read_text("utf-8")))

    monkeypatch.setattr("webui.cli.report.click.launch", launch)
    words = ("report", str(report), "--data", str(tmp_path / "data"), "--clip", str(path))
    refused = CliRunner().invoke(main, words, input="n\n")
    assert (refused.exit_code, report.exists()) == (1, False)
    [(page, html)] = opened
    assert f"its 3 pictures, opened in your browser: {page}" in refused.stdout
    assert html.count('<img src="data:image/jpeg;base64,') == 3
    assert not page.exists(), "nothing of it is left behind"
    assert CliRunner().invoke(main, words, input="y\n").exit_code == 0
    assert report.exists()


def test_a_clip_goes_into_a_report_once_it_was_shown(tmp_path: Path) -> None:
    path, report = tmp_path / "x.recording", tmp_path / "report.zip"
    session = RecordedSession(tmp_path / "data", path)
    session.clash("w09", "c06")
    session.order("seat-add", seat_name="Wilhelmina", side="players")
    session.close()
    words = ("report", str(report), "--data", str(tmp_path / "data"), "--clip", str(path))
    refused = CliRunner().invoke(main, words, input="n\n")
    assert (refused.exit_code, report.exists()) == (1, False)
    assert "4 observations of" in refused.stdout
    assert "0 pictures" in refused.stdout
    assert "Wilhelmina" in refused.stdout, "what is given away was seen first"
    assert run(*words, "--yes").exit_code == 0
    with zipfile.ZipFile(report) as archive:
        assert archive.read("clip.recording") == path.read_bytes()
        assert "Wilhelmina" not in archive.read("messages.jsonl").decode()
    (tmp_path / "foreign").write_bytes(b"RIFF")
    foreign = run(*words[:-1], str(tmp_path / "foreign"), "--yes")
    assert (foreign.exit_code, "is no recording" in foreign.stderr) == (1, True)
