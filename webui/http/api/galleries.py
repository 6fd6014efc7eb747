"""The decks that can be read: listed, renamed, deleted, handed out as one file and taken in from one."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request, send_file

from vision.recognition.gallery import GalleryError
from vision.recognition.gallery_file import read_head
from webui.camera.decks.deck_files import take_in
from webui.camera.decks.readable import DeckError, DeckFile
from webui.documents.plain_json import read_json
from webui.http.api.answers import DeckChange, Fault, ReadableDeck
from webui.http.api.described import described
from webui.http.parts import DECKS, REFUSED, current_parts, host_only

galleries = Blueprint("galleries", __name__)


@galleries.get("/api/galleries")
@described(list[ReadableDeck], host_only=True)
@host_only(DECKS)
def listed() -> Response:
    """Return the decks that can be read, built-in ones first, and make new ones known to the table."""
    parts = current_parts()
    parts.know_decks()
    return jsonify([_serialize(deck, _switched_on()).model_dump() for deck in parts.decks.files()])


def _switched_on() -> tuple[str, ...]:
    return current_parts().table_thread.ask(lambda table: table.decks)


def _serialize(deck: DeckFile, on: tuple[str, ...]) -> ReadableDeck:
    cards, order, fault = 0, "rws", ""
    try:
        head = read_head(deck.path, deck.remedy)
        cards, order = len(head.codes), str(head.order)
    except GalleryError as error:
        fault = str(error)
    size = deck.path.stat().st_size if deck.path.is_file() else 0
    return ReadableDeck(
        name=deck.name,
        cards=cards,
        order="marseille" if order == "marseille" else "rws",
        built_in=deck.built_in,
        on=deck.name in on,
        bytes=size,
        fault=fault,
    )


@galleries.get("/decks/<name>.npz")
@described(kind="application/octet-stream", otherwise=REFUSED, host_only=True)
@host_only(DECKS)
def handed_out(name: str) -> Response:
    """Return one of the user's own decks as its file, to be mailed."""
    path = current_parts().decks.own(name).resolve()
    return send_file(path, "application/octet-stream", as_attachment=True, max_age=0)


@galleries.post("/api/galleries/import")
@described(
    ReadableDeck | Fault,
    asks={"name": "its name here (default: its own)"},
    otherwise=REFUSED,
    host_only=True,
)
@host_only(DECKS)
def taken_in() -> Response:
    """Import a deck's file, which is the body; a refused one leaves nothing behind."""
    parts = current_parts()
    gallery = take_in(parts.decks, request.get_data(), "the file", request.args.get("name", ""))
    parts.know_decks()
    return jsonify(_serialize(parts.decks.file(gallery.deck), _switched_on()).model_dump())


@galleries.post("/api/galleries/rename")
@described(ReadableDeck | Fault, takes=DeckChange, otherwise=REFUSED, host_only=True)
@host_only(DECKS)
def renamed() -> Response:
    """Rename one of the user's own decks; not while it is switched on."""
    parts, change = current_parts(), _read_change()
    parts.decks.rename(change.deck, change.name)
    parts.know_decks()
    return jsonify(_serialize(parts.decks.file(change.name), _switched_on()).model_dump())


@galleries.post("/api/galleries/delete")
@described(list[ReadableDeck], takes=DeckChange, otherwise=REFUSED, host_only=True)
@host_only(DECKS)
def deleted() -> Response:
    """Delete one of the user's own decks; not while it is switched on."""
    parts, change = current_parts(), _read_change()
    parts.decks.delete(change.deck)
    parts.know_decks()
    return jsonify([_serialize(deck, _switched_on()).model_dump() for deck in parts.decks.files()])


def _read_change() -> DeckChange:
    """Read the deck that a request names.

    :raise DeckError: it is switched on
    """
    change = DeckChange.model_validate(read_json(request.get_data()))
    if change.deck in _switched_on():
        raise DeckError("deck-in-use", deck=change.deck)
    return change
