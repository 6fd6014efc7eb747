"""A session leaves the program as one file that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.webui.session import Session
from webui.cli import main
from webui.http.export import FORMS, ExportedEntry
from webui.storage.store import Session as Known
from webui.storage.store import Store
from webui.table.contract.entries import Entry, EntryCard, EntrySeat
from webui.table.contract.verdicts import Verdict


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with two confirmed clashes and one that was undone."""
    store = Store(tmp_path)
    session = Session(store)
    session.order("significators", seat="players", cards=["c08"])
    for players, host in (("c08", "m00"), ("w02", "s13"), ("w03", "s12")):
        keys = session.clash(players, host)
        session.order("confirm")
        session.table.take(*keys)
        session.look()
    session.order("undo")
    first = min(session.table_state.projection.entries)
    session.order("note", entry=first, text="=the <b>floor</b> gives way")
    store.close()
    return tmp_path


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["export", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_one_html_file_holds_everything(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "session.html"
    assert run("latest", "--to", str(file), "--data", str(played))[0] == 0
    text = file.read_text(encoding="utf-8")
    assert "Players win" in text
    assert "Critical: the players' Eight of Cups, a Significator" in unescape(text)
    assert "Three of Wands" not in text, "what was undone is not told"
    assert "the &lt;b&gt;floor&lt;/b&gt; gives way" in text
    sources = re.findall(r'src="([^"]{0,20})', text)
    assert sources
    assert all(source.startswith("data:image/") for source in sources)
    letters = re.findall(r'url\("([^"]{0,20})', text)
    assert letters
    assert all(letter.startswith("data:font/woff2") for letter in letters)
    assert "2 entries" in text


def test_json_round_trips(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "session.json"
    run("latest", "--to", str(file), "--data", str(played))
    document = json.loads(file.read_text(encoding="utf-8"))
    assert [entry["verdict"]["tone"] for entry in document["entries"]] == ["players", "host"]
    assert document["entries"][0]["verdict"]["result"]["rule"]


def test_csv_has_a_row_a_card_and_no_formulas(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "session.csv"
    run("latest", "--to", str(file), "--data", str(played))
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert [row["card"] for row in rows] == ["c08", "m00", "w02", "s13"]
    assert rows[0]["critical"] == "True"
    assert rows[1]["fumble"] == "True"
    assert rows[0]["note"].startswith("'=")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_a_seats_name_is_no_formula_in_any_column(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(store)
    session.order("seat-change", seat="players", seat_name='=HYPERLINK("http://127.0.0.1","x")')
    session.clash("w09", "c06")
    session.order("confirm")
    store.close()
    run("latest", "--to", str(tmp_path / "e.csv"), "--data", str(tmp_path))
    rows = rows_of((tmp_path / "e.csv").read_text("utf-8"))
    assert rows[0]["seat"].startswith("'=HYPERLINK")
    assert any(row["verdict"].startswith("'=HYPERLINK") for row in rows)
    assert not any((cell or "").startswith("=") for row in rows for cell in row.values())


HOSTILE = [
    "=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1+1", "\n=1", "\rx", "\tx", "＝1+1", "＋1", "－1", "＠SUM(1)", "−1",
    "﹦1", " =1", "\u00a0=1", "\u3000＝1", "\u200b=1", "\ufeff=1", '"=1"', "'=1", "“=1”", ' " =1',
    "\x00=1", "Ann;=1+1", "Ann\n=1", "Ann; @x",
]  # fmt: skip


def entry_of(text: str) -> ExportedEntry:
    """An entry every text of which is the same."""
    card = EntryCard.model_construct(card=text, name=text, value=-3, reversed=False, by=text)
    seat = EntrySeat.model_construct(id="a", side=text, name=text, cards=[card])
    shown = Entry.model_construct(
        id=1, at=text, throw=-1, round=None, mode=text, note=text, confirmed=True,
        verdict=Verdict.model_construct(headline=text, marks=[]), seats=[seat],
    )  # fmt: skip
    return ExportedEntry(shown, text, [])


def csv_rows(tmp_path: Path, texts: list[str]) -> list[dict[str, str]]:
    with closing(Store(tmp_path)) as store:
        return rows_of(FORMS[".csv"](store, Known("x", "x", "x"), [*map(entry_of, texts)], "en"))


def test_csv_says_of_a_round_what_was_done(tmp_path: Path) -> None:
    entry = entry_of("Players win")
    said = entry.shown.verdict.model_copy(
        update={"title": "Ann hits Bill, 9 > 3", "parts": [entry.shown.verdict]}
    )
    judged = ExportedEntry(entry.shown.model_copy(update={"verdict": said}), entry.when, [])
    with closing(Store(tmp_path)) as store:
        (row,) = rows_of(FORMS[".csv"](store, Known("x", "x", "x"), [judged], "en"))
    assert row["verdict"] == "Ann hits Bill, 9 > 3"


TEXTS = {"time", "mode", "verdict", "side", "seat", "card", "name", "by", "note", "when"}
"""The columns that hold texts."""

BLANK = ' "“\u00a0\u3000\u200b\ufeff\0'


def test_no_text_in_any_column_is_a_formula(tmp_path: Path) -> None:
    for text, row in zip(HOSTILE, csv_rows(tmp_path, HOSTILE), strict=True):
        for cell in (row[key] for key in TEXTS):
            assert cell[0] == "'" or text.startswith("Ann")
            pieces = [piece.strip(BLANK) for piece in re.split(r"[;\t\r\n]", cell)]
            assert not any(piece.startswith(tuple("=+-@＝＋－＠−﹦")) for piece in pieces)
        assert (row["throw"], row["value"]) == ("-1", "-3"), "numbers stay numbers"


def test_other_texts_stay_as_they_are(tmp_path: Path) -> None:
    texts = ["Ann", "Ann-Kathrin", "a=b", "5 + 3", "'Ann'", '"Ann"', "Ann; Bob", "Zoë", "2026-11-20"]
    for text, row in zip(texts, csv_rows(tmp_path, texts), strict=True):
        assert {row[key] for key in TEXTS} == {text}


def test_a_csv_opens_with_its_umlauts_in_excel_and_tells_day_and_zone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(store)
    session.order("seat-change", seat="players", seat_name="Jürgen")
    session.clash("w09", "c06")
    session.order("confirm")
    session.order(
        "correct-entry",
        entry=min(session.table_state.projection.entries),
        seat="players",
        index=0,
        card="w10",
    )
    store.close()
    run("latest", "--to", str(tmp_path), "--data", str(tmp_path))
    data = (tmp_path / "2026-11-20-a.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbfentry,time,throw,")
    rows = rows_of(data.decode("utf-8-sig"))
    assert {(row["time"], row["when"]) for row in rows} == {("21:14:07", "2026-11-20T21:14:07+00:00")}
    document = json.loads((tmp_path / "2026-11-20-a.json").read_text("utf-8"))
    [entry] = document["entries"]
    for each in (entry, *entry["corrected"]):
        assert (each["at"], each["when"]) == ("21:14:07", "2026-11-20T21:14:07+00:00")
    assert len(entry["corrected"]) == 1


def test_a_verdict_that_nobody_confirmed_is_told_as_such(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(store)
    session.clash("w09", "c06")
    session.look()
    store.close()
    run("latest", "--to", str(tmp_path), "--data", str(tmp_path))
    assert "Not confirmed" in (tmp_path / "2026-11-20-a.html").read_text(encoding="utf-8")
    rows = csv.DictReader(io.StringIO((tmp_path / "2026-11-20-a.csv").read_text(encoding="utf-8")))
    assert [(row["card"], row["confirmed"]) for row in rows] == [("w09", "False"), ("c06", "False")]


def test_the_ending_may_be_in_capitals(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "SESSION.JSON"
    assert run("latest", "--to", str(file), "--data", str(played))[0] == 0
    assert json.loads(file.read_text(encoding="utf-8"))["entries"]


def test_where_no_session_was_played_yet_the_folder_is_named(tmp_path: Path) -> None:
    code, out, err = run("latest", "--to", str(tmp_path / "x.html"), "--data", str(tmp_path / "new"))
    assert (code, out) == (1, "")
    assert f"no session in {tmp_path / 'new'} yet" in err


def test_a_folder_gets_all_forms_and_german_words(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    code, out, _ = run("2026-11-20-a", "--to", str(folder), "--data", str(played), "--language", "de")
    assert code == 0
    assert {Path(line).suffix for line in out.split()} == {".html", ".json", ".csv"}
    assert "Die Spieler gewinnen" in (folder / "2026-11-20-a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such", "--to", "x.html"], "no session is called 'no-such'; known are 2026-11-20-a"),
        (["latest", "--to", "x.pdf"], ".pdf is not a form of export; expected .html, .json, .csv"),
        (["latest", "--to", "x.html", "--language", "xx"], "'xx' is not available"),
        (["latest", "--to", "/no/such/folder/x.html"], "--to: /no/such/folder/x.html: cannot be written"),
        (["latest", "--to", "/dev/null/folder"], "--to: /dev/null/folder: cannot be written"),
    ],
)
def test_bad_input_is_one_line(played: Path, arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments, "--data", str(played))
    assert (code, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


def test_looking_for_a_session_makes_no_folder(tmp_path: Path) -> None:
    run("latest", "--to", str(tmp_path / "x.html"), "--data", str(tmp_path / "new"))
    assert list(tmp_path.iterdir()) == []
