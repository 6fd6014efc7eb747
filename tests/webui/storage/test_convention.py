"""Many tables in one log: each says how it is, one page lists them, and the files that set this up fit the program."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import make_url

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

from tests.webui.session import Session  # noqa: E402
from tests.webui.storage.server import Server, binaries  # noqa: E402
from webui.cli.announcing import Announcer, announced  # noqa: E402
from webui.cli.convention import command  # noqa: E402
from webui.http import convention  # noqa: E402
from webui.http.convention import convention_app  # noqa: E402
from webui.http.export import render_export  # noqa: E402
from webui.storage.announcements import Announcements  # noqa: E402
from webui.storage.databases.postgres import PASSWORD_FILE  # noqa: E402
from webui.storage.pictures import digest_of  # noqa: E402
from webui.storage.store import Session as StoredSession  # noqa: E402
from webui.storage.store import Store, StoreError  # noqa: E402
from webui.table.snapshot.newest import Newest  # noqa: E402

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def address(server: Server, request: pytest.FixtureRequest) -> str:
    return server.new(request.node.name[:60])


@pytest.fixture
def page(address: str) -> Iterator[FlaskClient]:
    with convention_app(address) as app:
        yield app.test_client()


@pytest.fixture
def red(address: str, tmp_path: Path) -> Iterator[Session]:
    """A table called red, at which one clash was confirmed."""
    store = Store(tmp_path, database=address, table="red <i>")
    session = Session(store)
    session.clash("w09", "c06")
    session.order("confirm")
    yield session
    store.close()


def listed(page: FlaskClient) -> dict[str, dict[str, Any]]:
    return {each["table"]: each for each in page.get("/api/tables").get_json()}


def test_every_table_is_listed_with_its_own_last_word(address: str, page: FlaskClient, red: Session) -> None:
    assert listed(page) == {}
    words = Announcements(address)
    words.put("red <i>", announced(red.see("screen")))
    words.put("blue", announced(red.see("screen")) | {"phase": "empty", "verdict": None})
    words.put("blue", announced(red.see("screen")) | {"phase": "gathering", "verdict": None})
    words.close()
    tables = listed(page)
    assert set(tables) == {"red <i>", "blue"}
    assert (tables["blue"]["phase"], tables["red <i>"]["phase"]) == ("gathering", "confirmed")
    assert tables["red <i>"]["verdict"]["title"] == red.see()["verdict"]["title"]
    assert not tables["red <i>"]["silent"]
    picture = page.get(f"/pictures/{tables['red <i>']['picture']}.jpg")
    assert (picture.status_code, picture.data[:2]) == (200, b"\xff\xd8")


def test_a_table_that_says_nothing_any_more_is_shown_so(address: str, page: FlaskClient) -> None:
    words = Announcements(address)
    words.put("red", {"phase": "empty"})
    words.close()
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE announcements SET told = told - interval '1 minute'")
    assert listed(page)["red"]["silent"]


def test_the_session_of_each_table_is_to_be_read(page: FlaskClient, red: Session) -> None:
    answer = page.get("/session", query_string={"table": "red <i>"})
    title = red.see()["verdict"]["headline"]
    assert answer.status_code == 200
    assert title in answer.get_data(as_text=True)
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert page.get("/session?table=nobody").status_code == 404
    assert page.get("/pictures/" + "0" * 32 + ".jpg").status_code == 404


def test_a_session_is_read_once_for_all_who_ask_at_the_same_time(
    page: FlaskClient, red: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(store: Store, session: StoredSession, kind: str, *, plays: bool) -> str:
        read.append(session.id)
        return render_export(store, session, kind, plays=plays)

    monkeypatch.setattr(convention, "render_export", counted)
    monkeypatch.setattr(convention, "KEPT_S", 60.0)
    with ThreadPoolExecutor(8) as callers:
        asked = [
            callers.submit(page.application.test_client().get, "/session?table=red <i>") for _ in range(24)
        ]
    assert {each.result().status_code for each in asked} == {200}
    assert len(read) == 1
    red.order("note", entry=red.log()[0]["id"], text="The walls bleed.")
    monkeypatch.setattr(convention, "KEPT_S", 0.0)
    assert "The walls bleed." in page.get("/session?table=red <i>").get_data(as_text=True)
    assert len(read) == 2, "a while later it is read again"


def test_a_table_announces_what_is_new_and_that_it_is_over(
    address: str, page: FlaskClient, red: Session
) -> None:
    newest = Newest(red.see("screen"))
    announcer = Announcer(address, "red", newest)
    announcer.start()
    newest.put(red.see("screen") | {"phase": "reading"})
    words = Announcements(address)
    while [each.state.get("phase") for each in words.all()] != ["reading"]:
        assert announcer is not None
    words.close()
    announcer.stop()
    assert listed(page)["red"]["phase"] == "over"


def test_nobody_orders_anything_here_and_foreign_names_are_turned_away(page: FlaskClient) -> None:
    assert page.post("/api/command", json={"name": "undo", "version": 1}).status_code == 404
    assert page.post("/api/tables").status_code == 405
    assert page.get("/", headers={"Host": "evil.example"}).status_code == 403
    assert page.get("/").status_code == 200


@pytest.mark.parametrize(
    "path", ["/pictures/%00.jpg", "/session?table=%00", "/session?table=a%0ab", "/api/tables?x=%1b"]
)
def test_control_characters_are_refused_before_the_server_is_asked(page: FlaskClient, path: str) -> None:
    answer = page.get(path)
    assert answer.status_code == 422
    assert "control characters" in answer.get_json()["error"]


def test_what_is_no_pictures_name_is_no_picture(address: str, tmp_path: Path) -> None:
    with closing(Store(tmp_path, database=address, table="red")) as store:
        assert store.picture("\0") is None
        assert store.picture("../x") is None


def test_a_server_that_is_gone_is_told_in_one_line(server: Server, address: str, page: FlaskClient) -> None:
    assert page.get("/api/tables").status_code == 200
    server.kill()
    try:
        answer = page.get("/api/tables")
        assert answer.status_code == 503
        assert "cannot be reached" in answer.get_json()["error"]
        with pytest.raises(StoreError, match="cannot be reached"):
            Announcements(address)
    finally:
        server.start()
    assert page.get("/api/tables").status_code == 200


def compose() -> dict[str, Any]:
    """The file of the services: YAML in the form of JSON, which every reader of either understands."""
    file: dict[str, Any] = json.loads((ROOT / "docker" / "compose.yaml").read_text("utf-8"))
    return file


def test_the_services_of_the_compose_file_fit_each_other_and_the_program() -> None:
    file = compose()
    log, tables = file["services"]["log"], file["services"]["tables"]
    assert set(tables["depends_on"]) <= set(file["services"])
    assert set(log["secrets"]) <= set(file["secrets"])
    assert {volume.partition(":")[0] for volume in log["volumes"]} <= set(file["volumes"])
    assert (ROOT / "docker" / tables["build"]["context"] / tables["build"]["dockerfile"]).is_file()
    name, *words = tables["command"]
    assert name == command.name
    context = command.make_context(name, words)  # The options are known, or this ends the test.
    assert f":{context.params['port']}" in tables["ports"][0]
    assert tables["environment"].keys() == {"CLASHCAM_DATABASE", PASSWORD_FILE}


def test_no_password_stands_in_the_compose_file_and_every_service_has_it_as_a_file() -> None:
    file = compose()
    for service in file["services"].values():
        assert service["secrets"] == ["password"]
        assert not [name for name in service.get("environment", {}) if name.endswith("PASSWORD")]
    address = make_url(file["services"]["tables"]["environment"]["CLASHCAM_DATABASE"])
    log = file["services"]["log"]["environment"]
    assert (address.password, address.host) == (None, "log")
    assert (address.username, address.database) == (log["POSTGRES_USER"], log["POSTGRES_DB"])
    for environment in (
        log["POSTGRES_PASSWORD_FILE"],
        file["services"]["tables"]["environment"][PASSWORD_FILE],
    ):
        assert environment == "/run/secrets/password"


def test_nothing_listens_to_everybody_unasked() -> None:
    """A port without an address is open on every interface of the machine."""
    for service in compose()["services"].values():
        for port in service.get("ports", ()):
            address = port.split("}")[0] if port.startswith("$") else port.rsplit(":", 2)[0]
            assert address == "127.0.0.1" or re.match(r"\$\{\w+:\?", address), port


def test_every_service_has_a_limit_and_is_looked_after() -> None:
    for service in compose()["services"].values():
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
        assert service["restart"] == "unless-stopped"
    log = compose()["services"]["log"]
    settings = dict(word.split("=") for word in log["command"] if "=" in word)
    most_mb = int(settings["max_connections"]) * 10 + int(settings["shared_buffers"].removesuffix("MB"))
    assert most_mb <= int(log["mem_limit"].removesuffix("g")) * 1024, "ten megabytes a connection fit"


def test_the_password_and_the_copies_go_neither_into_the_history_nor_to_the_builder() -> None:
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert {"docker/password", "docker/secrets/", "docker/backups/"} <= set(ignored)
    assert compose()["secrets"]["password"]["file"].startswith("./secrets/")
    builder = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"
    ]
    assert builder[0] == "*", "nothing goes to the builder but what is named"
    assert {line[1:] for line in builder if line.startswith("!")} == set(copied_into_the_image())


@pytest.mark.skipif(os.name == "nt", reason="runs a shell's script")
def test_a_copy_of_the_log_is_made_and_can_be_read_back(server: Server, tmp_path: Path) -> None:
    address = server.new("clashcam")
    with closing(Store(tmp_path / "data", database=address, table="red")) as store:
        store.begin_session(datetime(2026, 11, 20, tzinfo=UTC))
        store.keep_picture(b"a picture")
    home = binaries()
    assert home is not None
    environment = os.environ | {"PATH": f"{home}:{os.environ['PATH']}"}
    copies = tmp_path / "copies"
    copies.mkdir()
    line = ["sh", str(ROOT / "docker" / "backup.sh"), str(copies), str(server.folder)]
    with subprocess.Popen(line, env=environment, start_new_session=True) as program:
        try:
            deadline = time.monotonic() + 60
            while not (found := list(copies.glob("clashcam-*.dump"))):
                assert time.monotonic() < deadline
                time.sleep(0.05)
        finally:
            os.killpg(program.pid, signal.SIGTERM)
    [copy] = found
    assert copy.stat().st_mode & 0o077 == 0
    again = server.new("again")
    restored = [
        "pg_restore",
        "--dbname",
        "again",
        "--host",
        str(server.folder),
        "--username",
        "clashcam",
        str(copy),
    ]
    subprocess.run(restored, env=environment, check=True)
    with closing(Store(tmp_path / "again", database=again, table="red", writing=False)) as store:
        assert [session.id for session in store.sessions()] == ["2026-11-20-a"]
        assert store.picture(digest_of(b"a picture")) == b"a picture"


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
def test_what_the_services_run_runs_and_ends_when_it_is_asked_to(server: Server) -> None:
    """The very words of the compose file, without its containers; the port is a free one."""
    log, tables = compose()["services"]["log"], compose()["services"]["tables"]
    assert log["command"][0] == "postgres"
    own = Server(log["command"][1:])
    try:
        address = own.new(log["environment"]["POSTGRES_DB"])
        most = int(log["command"][2].removeprefix("max_connections="))
        with psycopg.connect(address) as connection:
            assert connection.execute("SHOW max_connections").fetchone() == (str(most),)
        words = ["0" if word == tables["ports"][0].rpartition(":")[2] else word for word in tables["command"]]
        line = [sys.executable, "-c", "from webui.cli import main; main()", *words]
        environment = os.environ | {"CLASHCAM_DATABASE": address}
        with subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=environment) as program:
            try:
                assert program.stderr is not None
                found = re.search(r"http://\S+", program.stderr.readline())
                assert found is not None
                with urllib.request.urlopen(f"{found[0]}api/tables", timeout=60) as answer:
                    assert json.load(answer) == []
                program.send_signal(signal.SIGTERM)
                said = program.communicate(timeout=90)[1]
            finally:
                program.kill()
        assert (program.returncode, said) == (0, "Goodbye.\n")
    finally:
        own.close()


def steps_of_the_image() -> list[list[str]]:
    text = (ROOT / "docker" / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]


def copied_into_the_image() -> list[str]:
    return [path for step, rest in steps_of_the_image() if step == "COPY" for path in shlex.split(rest)[:-1]]


def test_the_image_copies_what_is_there_and_runs_the_program() -> None:
    steps, copied = steps_of_the_image(), copied_into_the_image()
    known = {"ARG", "FROM", "WORKDIR", "COPY", "RUN", "USER", "HEALTHCHECK", "ENTRYPOINT"}
    assert {step for step, _ in steps} <= known
    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert {"pyproject.toml", "requirements.lock", "rules", "models", "vision", "webui"} <= set(copied)
    assert steps[-1] == ["ENTRYPOINT", '["clashcam"]']


def test_the_image_is_made_of_what_the_lock_file_names_and_is_looked_after() -> None:
    steps = steps_of_the_image()
    assert steps[:2] == [["ARG", "PYTHON=python:3.11-slim-bookworm"], ["FROM", "${PYTHON}"]], (
        "a digest may be given"
    )
    installed = [rest for step, rest in steps if step == "RUN"]
    assert "--require-hashes -r requirements.lock" in installed[0]
    assert all("--require-hashes" in each or "--no-deps --no-build-isolation" in each for each in installed)
    assert ["USER", "nobody"] in steps
    looked_after = dict(steps)["HEALTHCHECK"].partition("CMD ")[2]
    assert json.loads(looked_after) == compose()["services"]["tables"]["healthcheck"]["test"][1:]
