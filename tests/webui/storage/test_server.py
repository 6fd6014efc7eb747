"""A log on a server: gone and back loses nothing that was confirmed, many tables keep out of each other's way."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError

import pytest

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

from tests.webui.cli.running_table import Table, lives  # noqa: E402
from tests.webui.storage.server import Server  # noqa: E402
from webui.storage.announcements import Announcements  # noqa: E402
from webui.storage.databases.postgres import make_engine  # noqa: E402
from webui.storage.store import NotWrittenError, Store, StoreError  # noqa: E402
from webui.storage.upkeep import tidying  # noqa: E402
from webui.storage.upkeep.tidying import forget, prune  # noqa: E402

pytestmark = pytest.mark.slow

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def address(server: Server, request: pytest.FixtureRequest) -> str:
    return server.new(request.node.name[:60])


@pytest.fixture
def log(address: str, tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path, database=address, table="red")
    yield opened
    opened.close()


def test_a_server_that_dies_and_comes_back_loses_nothing_and_says_so_meanwhile(
    server: Server, log: Store
) -> None:
    session = log.begin_session(NOON)
    digest = log.keep_picture(b"a picture")
    log.append(session.id, NOON, "confirmed", {"picture": digest})
    server.kill()
    with pytest.raises(NotWrittenError, match="cannot be reached"):
        log.append(session.id, NOON, "noted", {"number": 1})
    with pytest.raises(NotWrittenError, match="cannot be reached"):
        log.keep_picture(b"another")
    with pytest.raises(StoreError, match="cannot be reached"):
        list(log.events(session.id))
    server.start()
    log.append(session.id, NOON, "noted", {"number": 2})
    kept = [(event.kind, event.payload) for event in log.events(session.id)]
    assert kept == [("began", {}), ("confirmed", {"picture": digest}), ("noted", {"number": 2})]
    assert log.picture(digest) == b"a picture"


def test_the_page_says_so_while_the_server_is_away(server: Server, address: str, tmp_path: Path) -> None:
    table = Table(tmp_path, database=address)
    with table.running:
        table.wait_until(lives("demo"))
        table.order("view", turn=90)
        server.kill()
        try:
            with pytest.raises(HTTPError) as refused:
                table.order("view", turn=180)
            assert (refused.value.code, "cannot be reached" in refused.value.read().decode()) == (507, True)
            state = table.wait_until(lambda state: bool(state["unread"]))
            assert (state["view"]["turn"], "cannot be reached" in state["unread"][0]) == (90, True)
        finally:
            server.start()
        table.order("view", turn=180)
        assert table.wait_until(lambda state: not state["unread"])["view"]["turn"] == 180


def test_a_log_of_a_newer_program_is_shown_and_left_alone(address: str, log: Store, tmp_path: Path) -> None:
    session = log.begin_session(NOON)
    log.close()
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    newer = Store(tmp_path, database=address, table="red")
    assert ("newer Clashcam" in newer.render_faults("en")[0], newer.session("latest")) == (True, session)
    with pytest.raises(NotWrittenError, match="newer Clashcam"):
        newer.append(session.id, NOON, "noted", {})
    newer.close()


def test_a_table_is_held_by_one_program(address: str, log: Store, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=rf"process {os.getpid()} on .* since 20"):
        Store(tmp_path, database=address, table="red")
    looking = Store(tmp_path, database=address, table="red", writing=False)
    session = log.begin_session(NOON)
    assert looking.session("latest") == session
    with pytest.raises(NotWrittenError, match="opened with --read-only"):
        looking.append(None, NOON, "view", {})
    looking.close()


def test_who_lost_the_server_and_then_the_table_writes_no_more(
    server: Server, address: str, log: Store, tmp_path: Path
) -> None:
    session = log.begin_session(NOON)
    server.kill()
    server.start()
    other = Store(tmp_path, database=address, table="red")
    with pytest.raises(NotWrittenError, match="another Clashcam uses"):
        log.append(session.id, NOON, "noted", {})
    other.close()
    log.append(session.id, NOON, "noted", {})


def test_tables_of_one_log_have_their_own_sessions_and_settings(
    address: str, log: Store, tmp_path: Path
) -> None:
    blue = Store(tmp_path, database=address, table="blue")
    first, second = log.begin_session(NOON), blue.begin_session(NOON)
    log.append(None, NOON, "settings", {"language": "de"})
    blue.append(second.id, NOON, "noted", {"of": "blue"})
    log.append(first.id, NOON, "noted", {"of": "red"})
    assert first.id != second.id
    assert (log.sessions(), blue.sessions()) == ([first], [second])
    assert [event.payload for event in log.events(None)] == [{"language": "de"}]
    assert list(blue.events(None)) == []
    assert [event.payload for event in blue.events(second.id)][1:] == [{"of": "blue"}]
    blue.close()


def test_a_log_of_another_table_is_not_undone(address: str, log: Store, tmp_path: Path) -> None:
    blue = Store(tmp_path, database=address, table="blue")
    log.append(None, NOON, "view", {"turn": 90})
    blue.append(None, NOON, "view", {"turn": 180})
    log.append(None, NOON, "view", {"turn": 270})
    assert [event.kind for event in blue.events(None)] == ["view"]
    blue.close()


def test_a_picture_that_was_changed_on_the_server_is_not_shown(address: str, log: Store) -> None:
    digest = log.keep_picture(b"a picture")
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE pictures SET jpeg = 'something else'")
    assert log.picture(digest) is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("mysql://host/log", "mysql:// names no server"),
        ("postgresql://nobody@/none?host=/nowhere", "cannot be reached or used"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_in_one_line(tmp_path: Path, given: str, told: str) -> None:
    with pytest.raises(StoreError, match=told) as caught:
        Store(tmp_path, database=given)
    assert "\n" not in str(caught.value)


def test_a_password_stands_in_no_message(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        Store(tmp_path, database="postgresql://ann:s3cret@/none?host=/nowhere")
    assert "s3cret" not in str(caught.value)


ODD = [
    "geh@eim77",
    "ge/h@eim77",
    "geh?eim77",
    "geh#eim77",
    "geh eim77",
    "geh'eim77",
    'geh"eim77',
    "gehü漢@eim77",
    "%eim77",
]


@pytest.mark.parametrize("password", ODD)
def test_a_password_ends_at_the_last_at(password: str) -> None:
    url = make_engine(f"postgresql://ann:{password}@10.0.0.7:5433/none?application_name=x").url
    assert (url.username, url.password, url.host, url.port) == ("ann", password, "10.0.0.7", 5433)
    assert (url.database, url.query) == ("none", {"application_name": "x"})


@pytest.mark.parametrize(
    ("address", "user", "password"),
    [
        ("postgresql://ann:a%40b%2Fc@host/none", "ann", "a@b/c"),
        ("postgresql://ann@host/none", "ann", None),
        ("postgresql://host/none", None, None),
        ("postgresql://host:5432/none?password=a@b", None, None),
    ],
)
def test_addresses_without_odd_passwords_mean_what_they_meant(
    address: str, user: str | None, password: str | None
) -> None:
    url = make_engine(address).url
    assert (url.username, url.password, url.host, url.database) == (user, password, "host", "none")


@pytest.mark.parametrize("password", [*ODD, " blanks ", "x" * 200])
def test_a_password_may_lie_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    file = tmp_path / "password"
    file.write_text(f"{password}\n", "utf-8")
    monkeypatch.setenv("CLASHCAM_DATABASE_PASSWORD_FILE", str(file))
    assert make_engine("postgresql://ann@host/none").url.password == password
    assert make_engine("postgresql://ann:other@host/none").url.password == "other"


def test_a_password_file_that_cannot_be_read_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASHCAM_DATABASE_PASSWORD_FILE", str(tmp_path / "none"))
    with pytest.raises(StoreError, match=r"none: cannot be read \(No such file"):
        make_engine("postgresql://ann@host/none")
    (tmp_path / "none").write_bytes(b"\xff\xfe")
    with pytest.raises(StoreError, match=r"none: cannot be read \(is no text"):
        make_engine("postgresql://ann@host/none")


@pytest.mark.parametrize("password", ODD)
@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:{}@127.0.0.1:5/none",
        "mysql://ann:{}@127.0.0.1/none",
        "ann:{}@127.0.0.1/none",
        "postgresql:/ann:{}@x",
    ],
)
def test_no_piece_of_a_servers_password_stands_in_a_message(
    tmp_path: Path, address: str, password: str
) -> None:
    given = address.format(password)
    with pytest.raises(StoreError) as caught:
        Store(tmp_path, database=given)
    assert "eim77" not in str(caught.value)


def test_another_programs_database_is_left_alone(address: str, tmp_path: Path) -> None:
    with psycopg.connect(address) as connection:
        connection.execute("CREATE TABLE moods (id INTEGER)")
    with pytest.raises(StoreError, match="belongs to another program"):
        Store(tmp_path, database=address)


@pytest.fixture
def blue(address: str, tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path, database=address, table="blue")
    yield opened
    opened.close()


def test_what_another_table_has_kept_and_not_spoken_of_yet_is_not_deleted(log: Store, blue: Store) -> None:
    session = blue.begin_session(NOON)
    log.begin_session(NOON)
    digest = blue.keep_picture(b"of a verdict that is on its way")
    pruning = Thread(target=prune, args=(log,))
    pruning.start()
    pruning.join(0.5)
    blue.append(session.id, NOON, "confirmed", {"picture": digest})
    pruning.join(30)
    assert blue.picture(digest) == b"of a verdict that is on its way"
    log.database.pictures.keep(b"of no session")
    log.database.pictures.mark_written()
    assert prune(log).pictures == 1, "once nothing is on its way"


def test_what_another_table_shows_since_it_was_looked_at_is_not_deleted(
    log: Store, blue: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = log.begin_session(NOON)
    digest = log.keep_picture(b"a dark table")
    log.append(first.id, NOON, "confirmed", {"picture": digest})
    log.begin_session(NOON)
    session = blue.begin_session(NOON)
    look = tidying._pictures

    def looked(store: Store) -> Any:
        found = look(store)
        blue.append(session.id, NOON, "confirmed", {"picture": blue.keep_picture(b"a dark table")})
        return found

    monkeypatch.setattr(tidying, "_pictures", looked)
    prune(log, newest=1)
    assert blue.picture(digest) == b"a dark table"


def test_a_server_that_is_busy_for_too_long_refuses_once_and_the_table_goes_on(
    address: str, log: Store
) -> None:
    session = log.begin_session(NOON)
    with psycopg.connect(address) as other:
        other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(NotWrittenError, match="cannot be reached"):
            log.append(session.id, NOON, "noted", {"number": 1})
    with log.database.reading(), log.database.reading():  # Pages read meanwhile.
        log.append(session.id, NOON, "noted", {"number": 2})
    assert [event.payload for event in log.events(session.id)][1:] == [{"number": 2}]


def test_what_a_table_said_of_a_forgotten_session_is_forgotten_too(address: str, log: Store) -> None:
    session = log.begin_session(NOON)
    words = Announcements(address)
    words.put("red", {"verdict": "Ann wins"})
    words.put("blue", {"verdict": "Ben wins"})
    forget(log, session)
    assert [each.table for each in words.all()] == ["blue"]
    words.close()


@pytest.mark.skipif(sys.platform != "linux", reason="reads the options of Linux's sockets")
def test_a_table_that_lost_its_network_is_free_again_within_seconds(tmp_path: Path) -> None:
    """Neither side waits for hours for one that is no longer there."""
    home = "127.0.0.77"
    own = Server(["-c", f"listen_addresses={home}"])
    try:
        (own.folder / "data" / "pg_hba.conf").write_text(
            "host all all 127.0.0.0/8 trust\nlocal all all trust\n"
        )
        own.kill()
        own.start()
        address = own.new("far").replace(f"host={own.folder}", f"host={home}")
        engine = make_engine(address)
        with closing(engine.connect()) as connection:
            here = connection.connection.dbapi_connection
            with socket.socket(fileno=os.dup(here.fileno())) as line:  # type: ignore[union-attr]
                options = socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT
                ours = [line.getsockopt(socket.IPPROTO_TCP, option) for option in options]
            asked = (f"SHOW tcp_keepalives_{what}" for what in ("idle", "interval", "count"))
            theirs = [int(connection.exec_driver_sql(each).scalar_one()) for each in asked]
        assert ours[0] + ours[1] * ours[2] < 15
        assert theirs == ours
        engine.dispose()
    finally:
        own.close()
