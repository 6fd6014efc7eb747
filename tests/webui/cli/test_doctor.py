"""Doctor, messages and report: they say what is amiss, change nothing, and give no secret away."""

from __future__ import annotations

import contextlib
import json
import logging
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import models
from webui.cli import main
from webui.storage.logbook import keep_messages, last_messages
from webui.storage.store import Store

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    store = Store(tmp_path / "data")
    store.begin_session(NOON, "Ann's birthday")
    store.close()
    return tmp_path / "data"


@pytest.fixture
def messages(played: Path) -> Iterator[Path]:
    handler = keep_messages(played)
    assert handler is not None
    yield played
    logging.getLogger().removeHandler(handler)
    handler.close()


def run(*words: str, says: str = "") -> Result:
    return CliRunner().invoke(main, list(words), input=says)


def lines_of(result: Result) -> dict[str, tuple[str, str]]:
    parts = [line.split(maxsplit=2) for line in result.output.splitlines()]
    return {name: (word, says) for word, name, says in parts}


def test_all_is_well_where_a_session_was_played(played: Path) -> None:
    before = sorted(path.name for path in played.rglob("*"))
    done = run("doctor", "--data", str(played))
    told = lines_of(done)
    assert list(told) == ["python", "packages", "models", "cameras", "folder", "disk", "log", "copies"]
    assert ({word for word, _ in told.values()}, done.exit_code) == ({"ok"}, 0), done.output
    assert told["log"][1] == "1 sessions"
    assert sorted(path.name for path in played.rglob("*")) == before


def test_before_the_first_session_all_is_well_and_nothing_is_made(tmp_path: Path) -> None:
    assert run("doctor", "--data", str(tmp_path / "none")).exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_log_and_what_to_do_is_told(played: Path) -> None:
    (played / "clashcam.sqlite3").write_bytes(b"broken" * 2000)
    done = run("doctor", "--data", str(played))
    word, says = lines_of(done)["log"]
    assert (word, done.exit_code) == ("NO", 1)
    assert "`clashcam restore`" in says


def test_changed_weights_are_told(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(file: str) -> Path:
        raise models.ManifestError(f"{file}: is not the file of the manifest; install the program again")

    monkeypatch.setattr(models, "check", changed)
    word, says = lines_of(run("doctor", "--data", str(played)))["models"]
    assert (word, "install the program again" in says) == ("NO", True)


def test_messages_are_json_without_passwords_and_do_not_grow_for_ever(messages: Path) -> None:
    log = logging.getLogger("webui.test")
    try:
        raise ValueError("postgresql://ann:s3cret@host/log went away")
    except ValueError:
        log.exception("lost %s", "rtsp://ann:s3cret@10.0.0.7/live")
    [line] = last_messages(messages, 5)
    told = json.loads(line)
    assert (told["level"], told["from"], told["says"]) == (
        "error",
        "webui.test",
        "lost rtsp://***@10.0.0.7/live",
    )
    assert "s3cret" not in line
    assert "ValueError" in told["trace"]
    for _ in range(60):
        log.warning("x" * 100_000)
    assert sum(path.stat().st_size for path in messages.glob("clashcam.log*")) < 4_500_000


def test_a_report_is_shown_before_it_is_written_and_tells_of_nobody(messages: Path, tmp_path: Path) -> None:
    with (messages / "clashcam.log").open("a", encoding="utf-8") as earlier:
        earlier.write('{"says": "lost http://cam/video?user=wilhelmina&pwd=***"}\n')
    logging.getLogger("webui.test").warning("a camera went away")
    file = tmp_path / "report.zip"
    refused = run("report", str(file), "--data", str(messages), says="n\n")
    assert (refused.exit_code, file.exists()) == (1, False)
    assert "a camera went away" in refused.output
    assert "http://cam/video?user=***&pwd=***" in refused.output
    done = run("report", str(file), "--data", str(messages), says="y\n")
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(file) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert list(texts) == ["versions.json", "check-up.txt", "messages.jsonl"]
    assert json.loads(texts["versions.json"])["clashcam"]
    for text in texts.values():
        assert text in done.output
        assert "Ann" not in text
        assert "wilhelmina" not in text


@pytest.mark.parametrize(
    "password", ["geh@eim77", "ge/h@eim77", "ge'h eim77", 'ge"h?eim77', "geh#eim77ü", "geh%eim77"]
)
def test_no_odd_password_is_in_report_log_or_terminal(messages: Path, tmp_path: Path, password: str) -> None:
    address = f"postgresql://clashcam:{password}@127.0.0.1:5/none"
    logging.getLogger("webui.test").warning("lost %s", f"rtsp://ann:{password}@10.0.0.7/live")
    earlier = json.dumps({"says": f"lost rtsp://ann:{password}@10.0.0.7/live", "from": "a@b"})
    with (messages / "clashcam.log").open("a", encoding="utf-8") as log:
        log.write(f"{earlier}\nlost rtsp://ann:{password}@10.0.0.7/live\n")
    file = tmp_path / "report.zip"
    done = run("report", str(file), "--data", str(messages), "--database", address, "--yes")
    assert done.exit_code == 0, done.output
    doctor = run("doctor", "--data", str(messages), "--database", address)
    play = run("play", "demo", "--data", str(messages), "--database", address, "--no-browser")
    assert "127.0.0.1" in play.output
    with zipfile.ZipFile(file) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert [each["says"] for each in map(json.loads, texts["messages.jsonl"].splitlines()[:2])] == [
        "lost rtsp://***@10.0.0.7/live"
    ] * 2
    for text in (done.output, doctor.output, play.output, *texts.values()):
        assert "eim77" not in text
    kept = "".join(each for each in (messages / "clashcam.log").read_text("utf-8").splitlines()[:1])
    assert "eim77" not in kept


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_prints_no_traceback_for_a_message(
    played: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (played / "clashcam.log").symlink_to("/dev/full")
    handler = keep_messages(played)
    assert handler is not None
    log = logging.getLogger("webui.test")
    log.warning("no copy could be made")
    log.error("nor this")
    logging.getLogger().removeHandler(handler)
    with contextlib.suppress(OSError):
        handler.close()
    assert "Logging error" not in capfd.readouterr().err


def test_a_table_is_not_called_by_control_characters(played: Path) -> None:
    done = run("doctor", "--data", str(played), "--table", "a\nb")
    assert (done.exit_code, "must hold no control characters" in done.output) == (2, True)
