"""A session as one file that players can send each other: HTML with its pictures inside, JSON, or CSV."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

import jinja2

from webui.http.images.card_images import face_webp
from webui.http.pages import texts
from webui.i18n import LANGUAGES
from webui.i18n.days import day_of, session_title
from webui.storage.store import Session, Store
from webui.table.contract import HOST, redact
from webui.table.contract.entries import Entry, EntryCard, EntrySeat
from webui.table.contract.moments import Moments
from webui.table.contract.sessions import SessionLine
from webui.table.log.entries import render_entry
from webui.table.log.figures import count, figures_of
from webui.table.log.logged import LoggedEntry
from webui.table.log.morning import render_moments
from webui.table.log.reading import read_events

HERE: Final = Path(__file__).parent

FONTS: Final = (
    ("Grenze Gotisch", 600, "grenze-gotisch-600.woff2"),
    ("Alegreya Sans", 400, "alegreya-sans-400.woff2"),
    ("Alegreya Sans", 700, "alegreya-sans-700.woff2"),
)
"""The house's letters, which the file takes with it: family, weight, file."""

Json: TypeAlias = dict[str, object]

CSV_COLUMNS: Final = (
    "entry", "time", "throw", "round", "mode", "verdict", "side", "seat", "card", "name", "value",
    "reversed", "by", "critical", "fumble", "note", "confirmed", "when",
)  # fmt: skip
"""Further columns come last: whoever reads by place keeps reading."""

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it Excel takes the file's letters for those of the system's own code page."""

FORMULA: Final = re.compile(
    r"""^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[\s\x00-\x1f\u200b-\u200f\u2060\ufeff"'`´‘’‚“”„«»]*[=+\-@−＝＋－＠﹦﹢﹣﹫⁺⁻₊₋⁼₌])"""
)
"""Where a spreadsheet could take what follows in a text for a formula: at its beginning, behind blanks or quotes, and
behind what some spreadsheets take for the end of a cell."""


class ExportError(ValueError):
    """There is no such session, or no such form."""


def download_name(session: Session, ending: str) -> str:
    """Return the name of a file about a session: the program, the day, and the session's name if it has one.

    The first session of a day needs no letter.

    >>> day = "2026-12-01T20:00:00+00:00"
    >>> download_name(Session("2026-12-01-a", "2026-12-01-a", day), "webm")
    'clashcam-2026-12-01.webm'
    >>> download_name(Session("2026-12-01-b", "Das Käfig-Haus!", day), "html")
    'clashcam-2026-12-01-b-das-käfig-haus.html'
    """
    name = "" if session.name == session.id else session.name.lower()
    words = re.findall(r"\w+", f"{session.id.removesuffix('-a')} {name}")
    return f"{'-'.join(['clashcam', *words])}.{ending}"


def write_export(store: Store, identity: str, to: Path, language: str | None = None) -> list[Path]:
    """Write a session to a file whose ending says how, or in every form into a folder; return the files.

    :raise ExportError: no such session, form or language, or the file cannot be written
    """
    session = store.session(identity)
    if session is None:
        known = ", ".join(each.id for each in store.sessions())
        raise ExportError(
            f"no session is called {identity!r}; known are {known}"
            if known
            else f"no session in {store.folder} yet; play one, or name its folder with --data"
        )
    if to.suffix and not to.is_dir():
        return [_write(store, session, to, language)]
    try:
        to.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(to, error) from None
    return [_write(store, session, to / f"{session.id}{form}", language) for form in FORMS]


def unread_of(store: Store, identity: str, language: str | None = None) -> list[str]:
    """Return, in one line each, which events of a session cannot be read and stand in no file."""
    session = store.session(identity)
    if session is None:
        return []
    projection = read_events([*store.events(None), *store.events(session.id)])
    spoken = language or projection.settings.language
    return store.render_faults(spoken) + [each.render(spoken) for each in projection.unread]


def _write(store: Store, session: Session, path: Path, language: str | None) -> Path:
    text = render_export(store, session, path.suffix.lower(), language)
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from None
    return path


def _unwritable(path: Path, error: OSError) -> ExportError:
    return ExportError(f"--to: {path}: cannot be written ({error.strerror}); choose another place")


def render_export(
    store: Store,
    session: Session,
    form: str,
    language: str | None = None,
    *,
    photos: bool = True,
    plays: bool = True,
) -> str:
    """Return a session as the text of a file; ``form`` is ``.html``, ``.json`` or ``.csv``.

    Without ``photos`` no picture of the table goes into an HTML file: cards alone, as the house draws them. One that
    ``plays`` has a script.

    :raise ExportError: no such form or language
    """
    if form not in FORMS:
        raise ExportError(f"--to: {form or 'no ending'} is not a form of export; expected {', '.join(FORMS)}")
    projection = read_events([*store.events(None), *store.events(session.id)])
    spoken = language or projection.settings.language
    if spoken not in LANGUAGES:
        raise ExportError(f"--language: {spoken!r} is not available; known are {', '.join(LANGUAGES)}")
    standing = [entry for entry in projection.entries.log if not entry.undone]
    entries = [_exported(entry, spoken) for entry in standing]
    if form == ".html":
        moments = _moments(session, standing, spoken)
        return _html(store, session, entries, spoken, moments=moments, photos=photos, plays=plays)
    return FORMS[form](store, session, entries, spoken)


def _moments(session: Session, log: Sequence[LoggedEntry], language: str) -> Moments:
    """Return a session's best moments in words."""
    line = SessionLine(
        id=session.id,
        name=session.name,
        started=session.started,
        tonight=False,
        throws=len(log),
        who=[],
        picture=None,
    )
    return render_moments(line, log, figures_of([count(log, language)]), language)


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """An entry in words; beside each time of day its day and zone."""

    shown: Entry
    when: str
    corrected_when: Sequence[str]


def _exported(entry: LoggedEntry, language: str) -> ExportedEntry:
    whole = entry.whole
    corrected = [_when(made.at) for made in whole.corrected]
    return ExportedEntry(render_entry(entry, language), _when(whole.at), corrected)


def _when(stamp: str) -> str:
    """Return a stored time as ISO 8601 with its zone, to the second.

    >>> _when("2026-11-20T20:00:00.250+01:00")
    '2026-11-20T20:00:00+01:00'
    """
    moment = datetime.fromisoformat(stamp)
    return (moment if moment.tzinfo else moment.astimezone()).isoformat(timespec="seconds")


def _html(
    store: Store,
    session: Session,
    entries: Sequence[ExportedEntry],
    language: str,
    *,
    moments: Moments | None = None,
    photos: bool = True,
    plays: bool = True,
) -> str:
    loader = jinja2.FileSystemLoader(HERE / "templates")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    shown = [entry.shown for entry in entries]
    codes = {card.card for entry in shown for seat in entry.seats for card in seat.cards}
    return environment.get_template("export.html").render(
        title=session_title(session.name, session.id, session.started, language),
        day="" if session.name == session.id else day_of(session.started, language),
        entries=shown,
        language=language,
        say=texts(language).get,
        hands=_hands,
        moments=moments.moments if moments else [],
        luck=moments.luck if moments else [],
        plays=plays,
        counted={(entry.id, each.seat, each.card) for entry in shown for each in entry.verdict.played},
        fonts=[(family, weight, _font(name)) for family, weight, name in FONTS],
        faces={code: _inline(face_webp(code) if code else None, "image/webp") for code in codes},
        pictures={entry.picture: _picture(store, entry.picture) if photos else None for entry in shown},
    )


def _hands(entry: Entry) -> list[tuple[EntrySeat | None, list[EntryCard]]]:
    """Return who threw which cards; what a system of its own judged is one deal, whoever laid which card of it."""
    if entry.system:
        return [(None, [card for seat in entry.seats for card in seat.cards])]
    return [(seat, seat.cards) for seat in entry.seats]


def _font(name: str) -> str | None:
    return _inline((HERE / "static" / "fonts" / name).read_bytes(), "font/woff2")


def _picture(store: Store, digest: str | None) -> str | None:
    return _inline(store.picture(digest), "image/jpeg") if digest else None


def _inline(data: bytes | None, kind: str) -> str | None:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}" if data else None


def _json(_store: Store, session: Session, entries: Sequence[ExportedEntry], language: str) -> str:
    document = {
        "session": {"id": session.id, "name": session.name, "started": session.started},
        "language": language,
        "entries": [_row(entry) for entry in entries],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _row(entry: ExportedEntry) -> Json:
    """Return an entry as JSON has it; beside each time of day its day and zone as ``when``."""
    corrected = [
        redact(made, HOST) | {"when": when}
        for made, when in zip(entry.shown.corrected, entry.corrected_when, strict=True)
    ]
    return redact(entry.shown, HOST) | {"when": entry.when, "corrected": corrected}


def _csv(_store: Store, _session: Session, entries: Sequence[ExportedEntry], _language: str) -> str:
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    writer = csv.DictWriter(text, CSV_COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for entry in entries:
        writer.writerows(map(_without_formulas, _card_rows(entry)))
    return text.getvalue()


def _card_rows(exported: ExportedEntry) -> list[Json]:
    entry = exported.shown
    marks = {(mark.kind, mark.seat) for mark in entry.verdict.marks}
    shared: Json = {
        "entry": entry.id,
        "time": entry.at,
        "throw": entry.throw,
        "round": entry.round,
        "mode": entry.mode,
        "verdict": entry.verdict.title if entry.verdict.parts else entry.verdict.headline,
        "note": entry.note,
        "confirmed": entry.confirmed,
        "when": exported.when,
    }
    if not entry.seats:
        return [shared]
    return [
        shared
        | {"side": seat.side, "seat": seat.name, "card": card.card, "name": card.name}
        | {"value": card.value, "reversed": card.reversed, "by": card.by}
        | {kind: (kind, seat.id) in marks for kind in ("critical", "fumble")}
        for seat in entry.seats
        for card in seat.cards
    ]


def _without_formulas(row: Json) -> Json:
    """Put an apostrophe before whatever a spreadsheet could take for a formula in any text of a row."""
    return {key: FORMULA.sub("'", value) if isinstance(value, str) else value for key, value in row.items()}


FORMS: Final[dict[str, Callable[[Store, Session, Sequence[ExportedEntry], str], str]]] = {
    ".html": _html,
    ".json": _json,
    ".csv": _csv,
}
"""How a session is written, by the file's ending."""

__all__: Sequence[str] = ("FORMS", "ExportError", "render_export", "write_export")
