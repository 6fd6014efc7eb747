"""Enrolment of a deck at the camera: its progress, its next step, and the pictures taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request

from webui.camera.decks.arcana_land import DECK_FILE, decks_among
from webui.camera.decks.deck_titles import DeckTitles
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.readable import DeckError
from webui.documents.plain_json import read_json
from webui.http.api.described import JPEG, described
from webui.http.api.enrolment_answers import (
    ChosenFiles,
    DeckTitle,
    DroppedFiles,
    Enrolment,
    EnrolmentStep,
    LeftOut,
)
from webui.http.parts import DECKS, REFUSED, current_parts, host_only, require_host
from webui.table.seen.pictures import encode_jpeg

enrolment = Blueprint("enrolment", __name__)

STEPS: Final[Mapping[str, Callable[[Enrolling, EnrolmentStep], None]]] = {
    "start": lambda enrolling, step: enrolling.start(step.name, step.order, step.cards),
    "resume": lambda enrolling, _: enrolling.go_on(),
    "pause": lambda enrolling, _: enrolling.pause(),
    "want": lambda enrolling, step: enrolling.want(step.code),
    "drop": lambda enrolling, step: enrolling.drop(step.code),
    "turn": lambda enrolling, step: enrolling.turn_over(step.code),
    "rename": lambda enrolling, step: enrolling.rename(step.code, step.to),
    "insist": lambda enrolling, _: enrolling.insist(),
    "finish": lambda enrolling, _: enrolling.finish(),
    "abandon": lambda enrolling, _: enrolling.abandon(),
}


@enrolment.get("/api/enrolment")
@described(Enrolment, host_only=True)
def status() -> Response:
    """Return the progress of the enrolment."""
    require_host(DECKS)
    return _progress()


@enrolment.post("/api/enrolment")
@described(Enrolment, takes=EnrolmentStep, otherwise=REFUSED, host_only=True)
@host_only(DECKS)
def step() -> Response:
    """Begin an enrolment, or take its next step; return its progress."""
    step = EnrolmentStep.model_validate(read_json(request.get_data()))
    STEPS[step.do](current_parts().enrolling, step)
    return _progress()


@enrolment.post("/api/enrolment/files")
@described(ChosenFiles, takes=DroppedFiles, otherwise=REFUSED, host_only=True)
@host_only(DECKS)
def files() -> Response:
    """Choose from dropped files those to send, and list the other files of a deck's folder.

    All these names together decide which card each picture shows.
    """
    dropped = DroppedFiles.model_validate(read_json(request.get_data()))
    chosen = choose_files(dropped.names)
    current_parts().enrolling.announce(chosen.names)
    return jsonify(chosen.model_dump())


def choose_files(names: Sequence[str]) -> ChosenFiles:
    """Return the dropped files that may show cards, and the other files of deck folders."""
    decks = decks_among([PurePosixPath(name) for name in names])
    others = {str(path) for deck in decks for path in deck.others}
    left = ((deck.called, *deck.left_out()) for deck in decks)
    return ChosenFiles(
        names=[name for name in names if str(PurePosixPath(name)) not in others],
        left_out=[LeftOut(deck=deck, files=count, places=places) for deck, count, places in left if count],
    )


@enrolment.post("/api/enrolment/title")
@described(DeckTitle, otherwise=REFUSED, host_only=True)
@host_only(DECKS)
def title() -> Response:
    """Read a deck's name from its ``deck.toml``, which is the body."""
    return jsonify(title_in(request.get_data()).model_dump())


def title_in(data: bytes) -> DeckTitle:
    """Read a deck's name.

    :raise DeckError: its file cannot be read
    """
    titles = DeckTitles()
    titles.add_file(PurePosixPath(DECK_FILE), data)
    return DeckTitle(title=titles.title)


@enrolment.post("/api/enrolment/pictures")
@described(
    Enrolment,
    asks={
        "file": "its name, which may say what card it is, with the folder it lies in; a .toml names the cards"
    },
    otherwise=REFUSED,
    host_only=True,
)
@host_only(DECKS)
def pictures() -> Response:
    """Take the cards of a picture file, which is the body: one by its name, or all on a photograph."""
    current_parts().enrolling.take_file(request.args.get("file", ""), request.get_data())
    return _progress()


@enrolment.get("/enrolment/<code>.jpg")
@described(kind=JPEG, otherwise={404: "the card has no picture"}, host_only=True)
def picture(code: str) -> Response:
    """Return the picture taken of a card."""
    require_host(DECKS)
    try:
        taken = current_parts().enrolling.picture(code)
    except DeckError:
        abort(404, "the card has no picture")
    return Response(encode_jpeg(taken), mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def _progress() -> Response:
    return jsonify(Enrolment(**current_parts().enrolling.status()).model_dump())
