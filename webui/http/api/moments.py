"""The morning after: a session's best moments, one picture and one film of them to share."""

from __future__ import annotations

import io
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, jsonify, request, send_file

from webui.http.api.described import described
from webui.http.export import download_name
from webui.http.parts import REFUSED, current_parts, host_only, language
from webui.http.provided import provided
from webui.i18n.days import day_of, session_title
from webui.storage.store import Session
from webui.table.contract import HOST, redact
from webui.table.contract.moments import Moments
from webui.table.errors import CommandError
from webui.table.log.figures import figures_of
from webui.table.log.library import Library
from webui.table.log.morning import render_moments, without_names

if TYPE_CHECKING:
    from webui.http.images.film import Film

moments = Blueprint("moments", __name__)

SHARES: Final = " shares a session's moments"
NOTHING_TO_SHOW: Final = {404: "the session has no moments", **REFUSED}
NAMES: Final = "none: people are called by their seats; else by their names"
FILMS_KEPT: Final = 4

_filming: Final = threading.Lock()
"""Simultaneous requests for the same film share one."""


@moments.get("/api/sessions/<session>/moments")
@described(Moments, otherwise=REFUSED, host_only=True)
@host_only(SHARES)
def shown(session: str) -> Response:
    """Return a session's best moments, and who was lucky."""
    return jsonify(redact(_moments_of(_session(session)), HOST))


@moments.get("/api/sessions/<session>/moments.png")
@described(
    kind="image/png",
    asks={
        "cards": "photos: the cards as they lay there; else as the house draws them",
        "names": NAMES,
    },
    otherwise=NOTHING_TO_SHOW,
    host_only=True,
)
@host_only(SHARES)
def picture(session: str) -> Response:
    """Return one picture of the moments to share: 1080 by 1350 pixels, cards and sentences."""
    from webui.http.images.poster import draw_poster

    found = _session(session)
    photos = current_parts().store.picture if request.args.get("cards") == "photos" else None
    png = draw_poster(_some_moments(found), *_title_of(found), photos)
    return _file(png, "image/png", download_name(found, "png"))


@moments.get("/api/sessions/<session>/film")
@described(kind="video/*", asks={"names": NAMES}, otherwise=NOTHING_TO_SHOW, host_only=True)
@host_only(SHARES)
def film(session: str) -> Response:
    """Return half a minute of the moments as a film without sound, in a form that browsers play."""
    from webui.http.images.film import KINDS

    found = _session(session)
    some = _some_moments(found).model_dump_json()
    with _filming:
        made = _film(some, *_title_of(found))
    return _file(made.data, KINDS[made.ending], download_name(found, made.ending))


@lru_cache(FILMS_KEPT)
def _film(some: str, title: str, day: str) -> Film:
    from webui.http.images.film import make_film

    return make_film(Moments.model_validate_json(some), title, day)


def _file(data: bytes, kind: str, name: str) -> Response:
    kept = "download" in request.args
    return send_file(io.BytesIO(data), kind, as_attachment=kept, download_name=name, conditional=True)


def _some_moments(session: Session) -> Moments:
    found = _moments_of(session, names=request.args.get("names") != "none")
    return found if found.moments else abort(404, "This session has no moments yet.")


def _moments_of(session: Session, *, names: bool = True) -> Moments:
    """Return the moments of a session; without ``names`` seats stand for people, and no line is about luck."""
    library, spoken = provided(Library), language()
    tonight = current_parts().table_thread.ask(lambda table: table.session).id
    log = library.read(session).entries.log
    line = library.line(session, tonight, spoken)
    if not names:
        return render_moments(line, without_names(log, spoken), figures_of([]), spoken)
    return render_moments(line, log, library.figures(spoken, session.id), spoken)


def _session(identity: str) -> Session:
    """Return a session by its id.

    :raise CommandError: there is none
    """
    found = provided(Library).find(identity)
    if found is None:
        raise CommandError("no-such-session", session=identity[:40])
    return found


def _title_of(session: Session) -> tuple[str, str]:
    """Return what a session is called, and its day where that is not its name already."""
    spoken = language()
    title = session_title(session.name, session.id, session.started, spoken)
    return title, "" if session.name == session.id else day_of(session.started, spoken)
