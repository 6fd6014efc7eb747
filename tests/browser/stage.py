"""A stage for the page: the real pages with canned snapshots, commands that are only written down, and a drawn picture.

``python -m tests.browser.stage`` serves it on port 8642; ``/stage/critical`` shows that scene.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Any

import cv2
import numpy as np
from flask import Flask, Response, abort, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

import models
from models.housedeck.atlas import faces
from webui.documents import DocumentError
from webui.http.api.answers import NamedCard, ReadableDeck, SourceChoice
from webui.http.api.connecting import (
    Connection,
    ConnectState,
    LastTokenCommand,
    StreamToken,
    TriedLast,
)
from webui.http.api.enrolment import choose_files, title_in
from webui.http.api.enrolment_answers import DraftDeck, Enrolment
from webui.http.images.qr import qr_document
from webui.http.pages import pages_blueprint, texts
from webui.i18n import card_name
from webui.recording.report import as_address
from webui.table.contract import HOST, redact
from webui.table.judging.systems import render_any

from .builders import Snapshot, card, checked, value_of
from .drawn import draw, encoded, every_face, face_file
from .scenes import SCENES
from .serving import House, serving
from .sessions import figures_of_a_session, moments_of_a_session, session, sessions, two_decks

HEARTBEAT_S = 0.5
FILES_KEPT_S = 3600
"""For how long a browser asks for no script or style again: one stage's do not change."""
POLICY = "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'"


class Stage:
    """What the page is shown now, and every command that it sent."""

    def __init__(self) -> None:
        self.commands: list[dict[str, Any]] = []
        self.people: list[dict[str, Any]] = []
        """What devices told of who holds them."""
        self.answer: tuple[int, dict[str, Any]] | None = None
        self.silent = False
        self.enrolment = half_learnt()
        self._changed = Condition()
        self._version = 0
        self._lines = 0
        self.scene: Snapshot = {}
        self.show("empty")

    def show(self, name: str, **changes: Any) -> None:
        """Put up a scene by its name, changed as told, as a newer version."""
        with self._changed:
            self._version += 1
            self.scene = checked(SCENES[name]() | changes | {"version": self._version})
            self._changed.notify_all()

    def events(self) -> Iterator[str]:
        """The snapshots as server-sent events."""
        seen, line = 0, self._lines

        def to_tell() -> bool:
            return self.silent or self._lines > line or self._version > seen

        while not self.silent and self._lines == line:
            with self._changed:
                self._changed.wait_for(to_tell, timeout=HEARTBEAT_S)
                fresh, seen = self._version > seen, self._version
                text = (
                    f"event: state\ndata: {json.dumps(self.scene)}\n\n"
                    if fresh
                    else "event: beat\ndata: 1\n\n"
                )
            yield text

    def hang_up(self) -> None:
        """Cut every line; who calls again is answered at once, as by a program that was started again."""
        with self._changed:
            self._lines += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Let everybody who looks go home."""
        with self._changed:
            self.silent = True
            self._changed.notify_all()

    def pause(self, most_s: float) -> None:
        """Wait, and not beyond the end."""
        with self._changed:
            self._changed.wait_for(lambda: self.silent, timeout=most_s)

    def take(self, command: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Write a command down and answer as told to, else with 200."""
        self.commands.append(command)
        return self.answer or (200, {"version": self._version})


def create_stage(stage: Stage) -> Flask:
    app = Flask(__name__, static_folder=None)
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = FILES_KEPT_S
    app.register_blueprint(pages_blueprint(lambda: stage.scene["language"]))
    _add_table(app, stage)
    _add_pictures(app, stage)

    @app.after_request
    def restrict_to_own_site(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = POLICY
        if response.direct_passthrough:
            # A file's bytes at once: a window that closes early would leave the file open.
            response.direct_passthrough = False
            response.set_data(response.get_data())
        return response

    return app


def _add_table(app: Flask, stage: Stage) -> None:
    @app.get("/stage/<name>")
    def show(name: str) -> AnyResponse:
        if name not in SCENES:
            abort(404)
        stage.show(name)
        return redirect(request.args.get("to", "/"))

    @app.get("/api/state")
    def state() -> Response:
        return jsonify(stage.scene)

    @app.get("/api/events")
    def events() -> Response:
        return Response(stage.events(), mimetype="text/event-stream")

    @app.post("/api/command")
    def command() -> tuple[Response, int]:
        status, answer = stage.take(request.get_json())
        return jsonify(answer), status

    @app.put("/api/me")
    def me() -> Response:
        stage.people.append(request.get_json())
        return jsonify(kept=True, seat=request.get_json()["seat"])

    @app.get("/api/log")
    def log() -> Response:
        return jsonify(session())

    @app.get("/api/support")
    def support() -> Response:
        return jsonify(
            versions={"clashcam": "1.0.0", "python": "3.11.7", "opencv-python-headless": "5.0.0.93"},
            news={
                "release": "1.0.0",
                "parts": [{"heading": "Added", "lines": ["A file to download.", "Other programs follow."]}],
            },
            faults=[
                {"at": "2026-11-20T21:14:07.250+01:00", "level": "error", "says": "the camera went away"},
                {
                    "at": "2026-11-20T20:02:11.001+01:00",
                    "level": "warning",
                    "says": "old pictures stay: " + "x" * 90,
                },
            ],
        )

    @app.get("/api/tracks")
    def tracks() -> Response:
        return jsonify(tracks=["12.40 s  track 3 m17 up settled: clear 1.00; wait"])

    @app.get("/api/report")
    def report() -> Response:
        texts = {"versions.json": '{"clashcam": "1.0.0"}', "check-up.txt": "ok python: 3.11.7\n"}
        return jsonify(texts=texts, clips=["2026-11-20-211407.recording", "damaged.recording"])

    @app.get("/api/report/clip")
    def clip() -> Response | tuple[Response, int]:
        if request.args["clip"] == "damaged.recording":
            return jsonify(error="damaged.recording: is damaged after record 3; copy it again"), 422
        first = int(request.args["first"])
        small = as_address(encoded(np.asarray(cv2.resize(draw(stage.scene), (320, 180)), np.uint8), ".jpg"))
        shown = [{"at_s": number / 2, "picture": small} for number in range(first, min(first + 48, 60))]
        lines = ["900 observations of 30 s, 60 pictures", 'a command: {"name": "note", "text": "Wilhelmina"}']
        return jsonify(lines=lines, count=60, pictures=shown)

    @app.get("/api/figures")
    def figures() -> Response:
        return jsonify(redact(figures_of_a_session(), HOST))

    @app.get("/api/sessions")
    def library() -> Response:
        return jsonify([redact(line, HOST) for line in sessions()])

    @app.get("/api/sessions/<session>/moments")
    def moments(session: str) -> Response:
        found = moments_of_a_session()
        line = found.session.model_copy(update={"id": session})
        return jsonify(redact(found.model_copy(update={"session": line}), HOST))

    @app.get("/api/sessions/<session>/moments.png")
    def poster(session: str) -> Response:
        return Response(
            cv2.imencode(".png", np.zeros((1350, 1080, 3), np.uint8))[1].tobytes(), mimetype="image/png"
        )

    @app.get("/api/sources")
    def sources() -> Response:
        camera = SourceChoice(id="0", name="Integrated Camera", kind="camera", current=True)
        demo = SourceChoice(id="demo", name="demo", kind="demo", current=False)
        return jsonify([each.model_dump() for each in (camera, demo)])

    @app.get("/api/connect")
    def connect() -> Response:
        return jsonify(connected().model_dump())

    @app.get("/api/decks")
    def decks() -> Response:
        return jsonify(two_decks(stage.scene["language"]))

    @app.get("/api/galleries")
    def galleries() -> Response:
        on = stage.scene["decks"]
        return jsonify([_readable(name, on).model_dump() for name in stage.scene["known_decks"]])

    @app.get("/api/enrolment")
    def enrolment() -> Response:
        return jsonify(stage.enrolment.model_dump())

    @app.post("/api/enrolment/title")
    def title() -> Response:
        return jsonify(title_in(request.get_data()).model_dump())

    @app.post("/api/enrolment/files")
    def chosen() -> Response:
        return jsonify(choose_files(request.get_json(force=True)["names"]).model_dump())

    @app.get("/api/odds")
    def odds() -> Response:
        if "table" not in request.args:
            return jsonify({"win": 0.634, "lose": 0.258, "tie": 0.108, "critical": 0.0, "fumble": 0.001})
        sizes = range(1, 9)
        if "intensity" in request.args:
            tests = [{"throws": n, "intensity": m, "win": n / (n + m)} for n in sizes for m in range(11)]
            return jsonify({"table": tests})
        rows = [{"throws": n, "against": m, "win": n / (n + m)} for n in sizes for m in sizes]
        return jsonify({"table": rows})

    @app.post("/api/tell")
    def tell() -> Response:
        try:
            return jsonify(verdict=redact(render_any(request.get_json(), stage.scene["language"]), HOST))
        except DocumentError as fault:
            return jsonify(error=fault.fault, field=fault.field)

    @app.get("/join")
    def join() -> str:
        language = stage.scene["language"]
        message = "That is not the code." if "code" in request.args else ""
        return render_template(
            "join.html",
            language=language,
            say=texts(language).get,
            message=message,
            to=request.args.get("to", "phone"),
        )

    @app.get("/qr.svg")
    def qr() -> Response:
        return Response(qr_document(request.url), mimetype="image/svg+xml")

    @app.get("/api/cards")
    def cards() -> Response:
        language = stage.scene["language"]
        return jsonify([_card(code, language) for code in faces()])


def connected() -> ConnectState:
    """A webhook that answers, a broker that is away, and three tokens, one of which may give commands."""
    bare = Connection(
        kind="webhook", on=True, address="http://192.168.1.30:9000", anywhere=False, user="", topic="",
        has_secret=True, locked=False, waiting=0, lost=0, last=TriedLast(at="21:14:07", ok=True, text="Answered: 200."),
    )  # fmt: skip
    away = TriedLast(at="21:14:09", ok=False, text="Not reached (Connection refused).")
    broker = {"kind": "mqtt", "address": "mqtt://192.168.1.40", "user": "ann", "topic": "home/table"}
    tokens = [
        StreamToken(id="0123abcd", name="Lamp over the table", made="2026-11-20", used="21:10"),
        StreamToken(id="4567abcd", name="", made="2026-11-19", used=None),
        StreamToken(
            id="89ababcd",
            name="Foot pedal",
            made="2026-11-20",
            used="21:12",
            commands=True,
            last_command=LastTokenCommand(at="21:12:40", command="new-throw"),
        ),
    ]
    return ConnectState(
        tokens=tokens,
        connections=[
            bare,
            bare.model_copy(update=broker | {"waiting": 3, "lost": 1, "last": away}),
            bare.model_copy(
                update={"kind": "discord", "on": False, "address": "", "locked": True, "last": None}
            ),
        ],
    )


def half_learnt() -> Enrolment:
    """A deck of which five cards were taken."""
    draft = DraftDeck(name="Aquatic", order="rws", cards="tarot")
    codes = [f"m{number:02d}" for number in range(22)]
    codes += [f"{suit}{rank:02d}" for suit in "wcsp" for rank in range(1, 15)]
    return Enrolment(
        draft=draft, codes=codes, taken=codes[:5], next_card=codes[5], last=codes[4], looking=True
    )


def _readable(name: str, on: list[str]) -> ReadableDeck:
    mine = name not in models.DECKS
    return ReadableDeck(
        name=name, cards=78, order="rws", built_in=not mine, on=name in on, bytes=3_000_000, fault=""
    )


def _card(code: str, language: str) -> dict[str, Any]:
    name = card_name(code, language)
    return NamedCard(code=code, name=name, value=value_of(code), suit=code[0]).model_dump()


def _add_pictures(app: Flask, stage: Stage) -> None:
    @app.get("/cards/<code>.webp")
    def face(code: str) -> Response:
        if code != "back" and code not in every_face():
            abort(404)
        return Response(face_file(code), mimetype="image/webp", headers={"Cache-Control": "max-age=86400"})

    @app.get("/enrolment/<code>.jpg")
    def taken(code: str) -> Response:
        return Response(encoded(faces()[code], ".jpg"), mimetype="image/jpeg")

    @app.get("/video.mjpg")
    def video() -> Response:
        return Response(_stream(stage), mimetype="multipart/x-mixed-replace; boundary=frame")

    @app.get("/frame.jpg")
    @app.get("/preview.jpg")
    @app.get("/pictures/<digest>.jpg")
    def frame(digest: str | None = None) -> Response:
        scene = stage.scene if digest is None else _entry_scene(int(digest, 16))
        return Response(encoded(draw(scene), ".jpg"), mimetype="image/jpeg")

    @app.get("/crop/<key>.jpg")
    def crop(key: str) -> Response:
        blurred = cv2.GaussianBlur(faces()["w07"], (31, 31), 9)
        return Response(encoded(np.asarray(blurred, np.uint8), ".jpg"), mimetype="image/jpeg")


def _entry_scene(number: int) -> Snapshot:
    """The table of an entry, its cards laid side by side before their seats."""
    logged = next(entry for entry in session() if entry["id"] == number)
    return SCENES["empty"]() | {"seats": [each | {"cards": _laid(each)} for each in logged["seats"]]}


def _laid(seat: Snapshot) -> list[Snapshot]:
    y = 0.26 if seat["side"] == "host" else 0.74
    return [
        card(f"e{place}", each["card"], seat["id"], (0.38 + 0.14 * place, y))
        for place, each in enumerate(seat["cards"])
    ]


def _stream(stage: Stage) -> Iterator[bytes]:
    shown, data = None, b""
    while not stage.silent:
        if shown is not stage.scene:
            shown, data = stage.scene, encoded(draw(stage.scene), ".jpg")
        yield b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n"
        stage.pause(0.2)


@contextmanager
def served(house: House | None = None) -> Iterator[tuple[Stage, str]]:
    """The stage in this house, else on a free port of this machine."""
    stage = Stage()
    with (house.playing if house else serving)(create_stage(stage), stage.close) as address:
        yield stage, address


if __name__ == "__main__":
    create_stage(Stage()).run(port=8642, threaded=True)
