"""A stage for the page: the real pages with canned snapshots, commands that are only written down, and a drawn picture.

``python -m tests.browser.stage`` serves it on port 8642; ``/stage/critical`` shows that scene.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Condition
from typing import Any

import cv2
import numpy as np
from flask import Flask, Response, abort, jsonify, redirect, render_template, request
from numpy.typing import NDArray
from werkzeug.wrappers import Response as AnyResponse

import models
from models.housedeck.atlas import back, faces
from webui.documents import DocumentError
from webui.http.api.answers import DraftDeck, Enrolment, NamedCard, ReadableDeck, SourceChoice
from webui.http.images.qr import qr_document
from webui.http.pages import pages_blueprint, texts
from webui.i18n import card_name
from webui.table.contract import HOST, told
from webui.table.judging.systems import tell_any

from .builders import Snapshot, card, checked, value_of
from .evenings import evening, evenings, figures_of_an_evening, two_decks
from .scenes import SCENES
from .serving import serving

HEARTBEAT_S = 0.5
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
                text = f"event: state\ndata: {json.dumps(self.scene)}\n\n" if fresh else ": still here\n\n"
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

    def take(self, command: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Write a command down and answer as told to, else with 200."""
        self.commands.append(command)
        return self.answer or (200, {"version": self._version})


def create_stage(stage: Stage) -> Flask:
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(pages_blueprint(lambda: stage.scene["language"]))
    _add_table(app, stage)
    _add_pictures(app, stage)

    @app.after_request
    def keep_to_ourselves(response: Response) -> Response:
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
        return jsonify({"kept": True})

    @app.get("/api/log")
    def log() -> Response:
        return jsonify(evening())

    @app.get("/api/support")
    def support() -> Response:
        return jsonify(
            versions={"clashcam": "0.1.0", "python": "3.11.7", "opencv-python-headless": "5.0.0.93"},
            faults=[
                {"at": "2026-11-20T21:14:07.250+01:00", "level": "error", "says": "the camera went away"},
                {
                    "at": "2026-11-20T20:02:11.001+01:00",
                    "level": "warning",
                    "says": "old pictures stay: " + "x" * 90,
                },
            ],
        )

    @app.get("/api/figures")
    def figures() -> Response:
        return jsonify(told(figures_of_an_evening(), HOST))

    @app.get("/api/evenings")
    def library() -> Response:
        return jsonify([told(line, HOST) for line in evenings()])

    @app.get("/api/sources")
    def sources() -> Response:
        camera = SourceChoice(id="0", name="Integrated Camera", kind="camera", current=True)
        demo = SourceChoice(id="demo", name="demo", kind="demo", current=False)
        return jsonify([each.model_dump() for each in (camera, demo)])

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
            return jsonify(verdict=tell_any(request.get_json(), stage.scene["language"]))
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


def half_learnt() -> Enrolment:
    """A deck of which five cards were taken."""
    draft = DraftDeck(name="Aquatic", order="rws", cards="tarot")
    codes = [f"m{number:02d}" for number in range(22)]
    codes += [f"{suit}{rank:02d}" for suit in "wcsp" for rank in range(1, 15)]
    return Enrolment(draft=draft, codes=codes, taken=codes[:5], wanted=codes[5], last=codes[4], looking=True)


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
        if code != "back" and code not in faces():
            abort(404)
        return Response(_face(code), mimetype="image/webp", headers={"Cache-Control": "max-age=86400"})

    @app.get("/enrolment/<code>.jpg")
    def taken(code: str) -> Response:
        return Response(_encoded(faces()[code], ".jpg"), mimetype="image/jpeg")

    @app.get("/video.mjpg")
    def video() -> Response:
        return Response(_stream(stage), mimetype="multipart/x-mixed-replace; boundary=frame")

    @app.get("/frame.jpg")
    @app.get("/preview.jpg")
    @app.get("/pictures/<digest>.jpg")
    def frame(digest: str | None = None) -> Response:
        scene = stage.scene if digest is None else _entry_scene(int(digest, 16))
        return Response(_encoded(draw(scene), ".jpg"), mimetype="image/jpeg")

    @app.get("/crop/<key>.jpg")
    def crop(key: str) -> Response:
        blurred = cv2.GaussianBlur(faces()["w07"], (31, 31), 9)
        return Response(_encoded(np.asarray(blurred, np.uint8), ".jpg"), mimetype="image/jpeg")


def _entry_scene(number: int) -> Snapshot:
    """The table of an entry, its cards laid side by side before their seats."""
    told = next(entry for entry in evening() if entry["id"] == number)
    return SCENES["empty"]() | {"seats": [each | {"cards": _laid(each)} for each in told["seats"]]}


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
            shown, data = stage.scene, _encoded(draw(stage.scene), ".jpg")
        yield b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n"
        time.sleep(0.2)


def draw(scene: Snapshot) -> NDArray[np.uint8]:
    """The shown picture of a scene: a cloth by candlelight, its cards, outlined in their seat's colour."""
    width, height = scene["source"]["size"] or (1280, 720)
    if scene["view"]["turn"] % 180:
        width, height = height, width
    picture = cloth(width, height).copy()
    for seat in scene["seats"]:
        for lying in seat["cards"]:
            _lay(picture, lying, seat["colour"])
    for lying in scene["loose"]:
        _lay(picture, lying, "#8f8778")
    return picture


@cache
def cloth(width: int, height: int) -> NDArray[np.uint8]:
    """The empty table by candlelight."""
    random = np.random.default_rng(7)
    ys, xs = np.mgrid[0:height, 0:width]
    light = 1.15 - np.hypot((xs / width - 0.42) * 1.1, ys / height - 0.4)
    weave = random.normal(0, 3, (height, width)) + 3 * np.sin(xs * 0.9) * np.sin(ys * 0.9)
    base = np.array([46, 52, 74], float)
    return np.asarray(np.clip(base * light[..., None] + weave[..., None], 0, 255), np.uint8)


def _lay(picture: NDArray[np.uint8], card: Snapshot, colour: str) -> None:
    face = faces()[card["card"]] if card["card"] else faces()["w07"] if card["face"] == "up" else back()
    height, width = picture.shape[:2]
    corners = np.asarray(card["corners"], np.float32) * (width, height)
    put(picture, face, corners)
    bgr = tuple(int(colour[index : index + 2], 16) for index in (5, 3, 1))
    cv2.polylines(picture, [corners.astype(np.int32)], True, bgr, 2, cv2.LINE_AA)
    name = card["name"] or ("?" if card["face"] == "up" else "")
    x, y = int(corners[:, 0].min()), int(corners[:, 1].max()) + 20
    cv2.putText(picture, name, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.55, bgr, 1, cv2.LINE_AA)


def put(picture: NDArray[np.uint8], face: NDArray[np.uint8], corners: NDArray[np.float32]) -> None:
    """Draw a card's face into a picture; ``corners`` in its pixels, clockwise from the top left."""
    size_wh = picture.shape[1::-1]
    wide, high = face.shape[1], face.shape[0]
    origin = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    warp = cv2.getPerspectiveTransform(origin, corners.astype(np.float32))
    laid = cv2.warpPerspective(face, warp, size_wh, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), warp, size_wh)
    picture[mask > 127] = (laid[mask > 127] * 0.85).astype(np.uint8)


@cache
def _face(code: str) -> bytes:
    return _encoded(back() if code == "back" else faces()[code], ".webp")


def _encoded(picture: NDArray[np.uint8], kind: str) -> bytes:
    return bytes(cv2.imencode(kind, picture)[1])


@contextmanager
def served() -> Iterator[tuple[Stage, str]]:
    """The stage on a free port of this machine."""
    stage = Stage()
    with serving(create_stage(stage), stage.close) as address:
        yield stage, address


if __name__ == "__main__":
    create_stage(Stage()).run(port=8642, threaded=True)
