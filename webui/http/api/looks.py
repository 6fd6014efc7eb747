"""The table: snapshots, decks, names and faces of cards, and its health."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from webui.camera.decks.readable import names_by_decks
from webui.http.api.answers import Clock, Decks, Health, NamedCard
from webui.http.api.described import described
from webui.http.parts import current_parts, current_role, language, snapshots, streamed
from webui.http.provided import provided
from webui.http.streams import Feeds
from webui.identities import PLAYING_CODES, TAROT_CODES, shown_value
from webui.table.contract import HOST, Snapshot
from webui.table.deck_state import render_decks
from webui.table.seen.labels import suit_of, title_of

looks = Blueprint("looks", __name__)

ROLE = {"role": "asks to see less than the caller may: players, screen or overlay"}

SIGHTLESS = ("lost", "none", "locked", "stuck")
"""The states of the source without new frames."""


@looks.get("/api/state")
@described(Snapshot, asks=ROLE)
def state() -> Response:
    """Return the newest snapshot for the caller's role."""
    return jsonify(snapshots().get())


@looks.get("/api/events")
@described(Snapshot, kind="text/event-stream", asks=ROLE)
def event_stream() -> Response:
    """Stream snapshots as server-sent events."""
    return streamed(provided(Feeds).of_role[current_role()], "text/event-stream")


@looks.get("/api/clock")
@described(Clock)
def clock() -> Response:
    """Return the time by which `flip_at_ms` of the snapshot is announced."""
    current_role()
    return jsonify(Clock(now_ms=current_parts().now_ms()).model_dump())


@looks.get("/api/decks")
@described(Decks)
def decks() -> Response:
    """Return the decks card by card, with each card's place; the Horror's Deck for the Host only (D34)."""
    horror = current_role() == HOST
    return jsonify(current_parts().table_thread.ask(lambda table: render_decks(table, horror=horror)))


@looks.get("/api/cards")
@described(list[NamedCard], asks={"of": "tarot or pulp; that of the mode if left out"})
def cards() -> Response:
    """Return every card of the current game with its name in the table's language, for search."""
    parts, spoken = current_parts(), language()
    kind, decks = parts.table_thread.ask(lambda table: (table.mode_title, table.decks))
    game = request.args.get("of", "pulp" if kind == "pulp" else "tarot")
    also = names_by_decks(parts.decks, decks, spoken)
    known = [
        {
            "code": code,
            "name": title_of(code, spoken),
            "value": shown_value(code),
            "suit": suit_of(code),
            "also": also.get(code, ""),
        }
        for code in (PLAYING_CODES if game == "pulp" else TAROT_CODES)
    ]
    return jsonify(known)


@looks.get("/cards/<code>.webp")
@described(kind="image/webp", otherwise={404: "no card has this code"})
def face(code: str) -> Response:
    """Return a card's face in the house style."""
    picture = current_parts().faces(code)
    if picture is None:
        abort(404, f"no card has the code {code!r}")
    return Response(picture, mimetype="image/webp", headers={"Cache-Control": "max-age=86400"})


@looks.get("/healthz")
@described(Health, otherwise={503: "nothing new is seen: `why` says the reason"})
def healthz() -> tuple[Response, int]:
    """Answer 200 while frames flow, or after a file has been played to its end; else 503 with the reason."""
    parts = current_parts()
    source = parts.table_thread.snapshots[current_role()].get().get("source", {})
    message, state = source.get("message"), source.get("state", "starting")
    flows = parts.newest_frame() is not None and state not in SIGHTLESS and message is None
    why = None if flows else (message or {}).get("text") or state
    return jsonify(ok=flows, source=state, why=why), 200 if flows else 503
