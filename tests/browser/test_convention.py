"""The page of a convention in a browser: every table is shown as it is now, without loading the page anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

from tests.webui.session import Session  # noqa: E402
from tests.webui.storage.server import Server, binaries  # noqa: E402
from webui.cli.announcing import announced  # noqa: E402
from webui.http.convention import convention_app  # noqa: E402
from webui.storage.announcements import Announcements  # noqa: E402
from webui.storage.store import Store  # noqa: E402

from .conftest import PHONE, Heard  # noqa: E402
from .serving import serving  # noqa: E402
from .waiting import attempts  # noqa: E402

pytestmark = pytest.mark.browser

LONG = "Doctor Wilhelmina Harker-Szymborska's table"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    if binaries() is None:
        pytest.skip("needs a PostgreSQL server (apt install postgresql)")
    made = Server()
    yield made
    made.close()


@pytest.fixture
def log(server: Server, request: pytest.FixtureRequest) -> str:
    return server.new(f"browser_{request.node.name}"[:60])


@pytest.fixture
def words(log: str) -> Iterator[Announcements]:
    opened = Announcements(log)
    yield opened
    opened.close()


@pytest.fixture
def address(log: str) -> Iterator[str]:
    with convention_app(log) as app, serving(app, lambda: None) as url:
        yield url


def state(**changes: Any) -> dict[str, Any]:
    plain = {"session": "tonight", "phase": "empty", "paused": False, "source": "live"}
    return plain | {"verdict": None, "at": None, "picture": None, "entries": 0} | changes


def test_what_a_table_judges_is_shown_at_once_and_its_session_opens(
    log: str, words: Announcements, address: str, page: Page, tmp_path: Path
) -> None:
    page.goto(address)
    expect(page.get_by_role("status")).to_have_text("0 tables")
    store = Store(tmp_path, database=log, table=LONG)
    session = Session(store)
    words.put(LONG, announced(session.see("screen")) | {"source": "live"})
    words.put("Blue", state(phase="gathering"))
    table = page.get_by_role("listitem").filter(has_text=LONG)
    expect(page.get_by_role("status")).to_have_text("2 tables")
    expect(table).to_contain_text("No cards")
    session.clash("w09", "c06")
    session.order("confirm")
    words.put(LONG, announced(session.see("screen")) | {"source": "live"})
    expect(table).to_contain_text("Confirmed")
    expect(table).to_contain_text(session.see()["verdict"]["title"])
    expect(table.locator("img")).to_have_js_property("complete", True)
    for attempt in attempts(page):
        with attempt:
            assert table.locator("img").evaluate("picture => picture.naturalWidth") > 0
    expect(page.get_by_role("listitem").filter(has_text="Blue")).to_contain_text("Laying cards")
    table.get_by_role("link").click()
    expect(page.locator("article")).to_contain_text(session.see()["verdict"]["headline"])
    store.close()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"phase": "over"}, "Closed"),
        ({"paused": True}, "Paused"),
        ({"source": "lost"}, "No picture from its camera"),
        ({"phase": "question"}, "Waits for the Host"),
    ],
    ids=["over", "paused", "blind", "question"],
)
def test_how_a_table_is_stands_in_a_sentence(
    words: Announcements, address: str, page: Page, changes: dict[str, Any], told: str
) -> None:
    words.put("Red", state(**changes))
    page.goto(address)
    expect(page.get_by_role("listitem")).to_contain_text(told)


def test_a_table_that_falls_silent_and_a_server_that_is_gone_are_told(
    server: Server, log: str, words: Announcements, address: str, page: Page, heard: Heard
) -> None:
    heard.expected.append("503")
    words.put("Red", state())
    page.goto(address)
    expect(page.get_by_role("listitem")).to_contain_text("No cards")
    with psycopg.connect(log) as connection:
        connection.execute("UPDATE announcements SET told = told - interval '1 minute'")
    expect(page.get_by_role("listitem")).to_contain_text("No contact")
    server.kill()
    try:
        expect(page.get_by_role("status")).to_contain_text("cannot be reached")
    finally:
        server.start()
    expect(page.get_by_role("status")).to_have_text("1 table")


def test_forty_tables_with_long_names_fit_a_phone(words: Announcements, address: str, page: Page) -> None:
    for number in range(40):
        words.put(f"{LONG} {number:02d}", state(verdict={"title": LONG, "line": LONG * 3, "tone": "won"}))
    page.set_viewport_size(PHONE)
    page.goto(address)
    expect(page.get_by_role("listitem")).to_have_count(40)
    for attempt in attempts(page):
        with attempt:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            heights = [
                box["height"] for link in page.get_by_role("link").all() if (box := link.bounding_box())
            ]
            assert len(heights) == 40
            assert min(heights) >= 44
