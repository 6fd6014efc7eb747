"""What is on the table now: snapshots, the decks, names and faces of cards, and whether anything is seen at all."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, jsonify, request

from webui.http.parts import current_parts, current_role, snapshots, streamed
from webui.http.streams import Events
from webui.identities import PLAYING_CODES, TAROT_CODES, shown_value
from webui.table.contract import HOST
from webui.table.deck_state import tell_decks
from webui.table.labels import suit_of, title_of

looks = Blueprint("looks", __name__)


@looks.get("/api/state")
def state() -> Response:
    """Return the newest snapshot for the caller's role."""
    return jsonify(snapshots().get())


@looks.get("/api/events")
def event_stream() -> Response:
    """Stream snapshots as server-sent events."""
    feed: Events = current_app.extensions["events"][current_role()]
    return streamed(feed, "text/event-stream")


@looks.get("/api/decks")
def decks() -> Response:
    """Return the decks card by card, and where each lies; the Horror's Deck to the Host alone (D34)."""
    horror = current_role() == HOST
    return jsonify(current_parts().table_thread.ask(lambda table: tell_decks(table, horror=horror)))


@looks.get("/api/cards")
def cards() -> Response:
    """Return every card of the game that is played with its name in the language of the table, for search."""
    seen = snapshots().get()
    game = request.args.get("of", "pulp" if seen["mode"]["kind"] == "pulp" else "tarot")
    known = [
        {
            "code": code,
            "name": title_of(code, seen["language"]),
            "value": shown_value(code),
            "suit": suit_of(code),
        }
        for code in (PLAYING_CODES if game == "pulp" else TAROT_CODES)
    ]
    return jsonify(known)


@looks.get("/cards/<code>.webp")
def face(code: str) -> Response:
    """Return a card's face in the house style."""
    picture = current_parts().faces(code)
    if picture is None:
        abort(404, f"no card has the code {code!r}")
    return Response(picture, mimetype="image/webp", headers={"Cache-Control": "max-age=86400"})


@looks.get("/healthz")
def healthz() -> tuple[Response, int]:
    """Answer 200 once frames flow."""
    flows = current_parts().newest_frame() is not None
    return jsonify(ok=flows), 200 if flows else 503
