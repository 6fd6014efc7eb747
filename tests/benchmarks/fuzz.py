"""Whatever comes from outside gets an answer or one line: ``python -m tests.benchmarks.fuzz --count 100000``.

Six surfaces: documents, deck files, pictures, a camera's pictures, recordings, and HTTP as it arrives at the door.
Inputs are good ones changed by chance, from a seed; before them those of ``tests/corpus`` are tried. Counted are
tracebacks, answers of 500 and worse, and what takes longer than two seconds. A run may be cut into pieces: give each a
seed of its own, and with ``--seconds`` the time that there is.
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import math
import shutil
import socket
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

from tests.benchmarks.heading import heading
from tests.vision.capture.fake_camera import picture
from tests.vision.recognition.test_gallery import embeddings, gallery
from tests.webui.recording.sessions import RecordedSession
from vision.capture.jpeg import decoded
from vision.images import PictureError, load_picture
from vision.recognition.gallery import GalleryError
from vision.recognition.gallery_file import load_gallery, save_gallery
from vision.recording.file import RecordingError, RecordingReader, RecordingWriter
from webui.documents import DocumentError
from webui.documents.plain_json import UnfitJSONError, read_json
from webui.recording.replay import Replay
from webui.storage.store import Store, StoreError
from webui.table.judging.systems import resolve_any

CORPUS: Final = Path(__file__).resolve().parents[1] / "corpus"
LIMIT_S: Final = 2.0
Chance: TypeAlias = np.random.Generator
Try: TypeAlias = Callable[[bytes], str]
"""Tries an input; returns what became of it: ``answered``, ``refused``, or a fault."""

DOCUMENTS: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "test", "intensity": 4, "thrower": {"id": "m", "cards": ["w03", "c07"], "keep": "highest"}},
    {"kind": "opposed", "throwers": [{"id": "a", "cards": ["w08"]}, {"id": "b", "cards": ["c09"]}]},
    {"kind": "odds", "throws": 2, "against": 1, "replace": True},
    {"kind": "damage", "toughness": 3, "cards": ["w03", "c07", "s09"]},
    {"system": "pulp", "kind": "deal", "cards": ["4s", "As", "Ah", "Kd", "Qc", "Js", "Ad"], "difficulty": 2},
    {"system": "dragon", "kind": "pool", "dice": [7, 9, 2], "target": 7},
    {"system": "dragon", "kind": "speed", "stat": 7, "dice": [2, 5, 5, 8]},
    {"system": "chronica", "kind": "pool", "assets": [{"name": "Wits", "kind": "attribute", "size": 8}]},
)
ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    10**18,
    1e308,
    "",
    "w99",
    "\u0000",
    "x" * 300,
    [],
    {},
    [[]],
    {"id": {}},
    "highest",
)
REQUESTS: Final = (
    b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /api/odds?throws=2&against=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /cards/m05.webp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /preview.jpg?source=demo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /join?code=123456&name=x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET /pictures/../../x.jpg HTTP/1.1\r\nHost: localhost\r\nCookie: clashcam=x\r\nConnection: close\r\n\r\n",
    b"GET /export.csv HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: none\r\nConnection: close\r\n\r\n",
)
ORDERS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("/api/command", {"version": 1, "name": "view", "turn": 90}),
    ("/api/command", {"version": 1, "name": "seat-add", "seat_name": "Ann", "side": "players"}),
    (
        "/api/command",
        {"version": 1, "name": "mode", "kind": "test", "intensities": [4], "thrower": "players"},
    ),
    ("/api/command", {"version": 1, "name": "device-end", "device": 1}),
    ("/api/tell", {"system": "dragon", "kind": "pool", "dice": [7, 9, 2], "target": 7}),
    ("/api/resolve", {"kind": "c100", "cards": ["w03", "c07"]}),
)


def changed_bytes(data: bytes, chance: Chance) -> bytes:
    """Change some bytes, cut, double, or put others in."""
    changed = bytearray(data)
    for _ in range(int(chance.integers(1, 6))):
        at = int(chance.integers(0, len(changed) + 1))
        match int(chance.integers(0, 5)):
            case 0 if at < len(changed):
                changed[at] = int(chance.integers(0, 256))
            case 1:
                del changed[at : at + int(chance.integers(1, 40))]
            case 2:
                changed[at:at] = chance.bytes(int(chance.integers(1, 40)))
            case 3:
                changed[at:at] = changed[at : at + int(chance.integers(1, 400))]
            case _:
                del changed[at if chance.random() < 0.1 else len(changed) :]
    return bytes(changed)


def changed_value(value: Any, chance: Chance) -> Any:
    """Put something odd in the place of some part of a document."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = list(value)[int(chance.integers(len(value)))]
        if chance.random() < 0.1:
            return {each: part for each, part in value.items() if each != key}
        return value | {key: changed_value(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        at = int(chance.integers(len(value)))
        return [*value[:at], changed_value(value[at], chance), *value[at + (chance.random() < 0.8) :]]
    return ODD[int(chance.integers(len(ODD)))]


def some_document(document: Any, chance: Chance) -> bytes:
    """A document changed as a whole, or as text."""
    for _ in range(int(chance.integers(1, 4))):
        document = changed_value(document, chance)
    text = json.dumps(document).encode()
    return changed_bytes(text, chance) if chance.random() < 0.2 else text


def documents(chance: Chance) -> Iterator[bytes]:
    """Documents of all systems."""
    while True:
        yield some_document(DOCUMENTS[int(chance.integers(len(DOCUMENTS)))], chance)


def try_document(data: bytes) -> str:
    """Judge a document."""
    try:
        resolve_any(read_json(data), "en")
    except (DocumentError, UnfitJSONError):
        return "refused"
    return "answered"


def decks(chance: Chance) -> Iterator[bytes]:
    """Deck files, changed as archives and in the arrays inside."""
    with tempfile.TemporaryDirectory() as folder:
        save_gallery(gallery(embeddings=embeddings()), Path(folder) / "good.npz")
        good = (Path(folder) / "good.npz").read_bytes()
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    while True:
        if chance.random() < 0.3:
            yield changed_bytes(good, chance)
            continue
        name = list(entries)[int(chance.integers(len(entries)))]
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for each, data in entries.items():
                archive.writestr(each, changed_bytes(data, chance) if each == name else data)
        yield file.getvalue()


def pictures(chance: Chance) -> Iterator[bytes]:
    """Picture files of five formats."""
    noise = chance.integers(0, 255, (24, 32, 3)).astype(np.uint8)
    good = [bytes(cv2.imencode(kind, noise)[1]) for kind in (".jpg", ".png", ".webp", ".bmp", ".tiff")]
    while True:
        yield changed_bytes(good[int(chance.integers(len(good)))], chance)


def camera_pictures(chance: Chance) -> Iterator[bytes]:
    """What a camera sends as a picture."""
    good = [picture(number, (48, 36)) for number in range(8)]
    while True:
        yield changed_bytes(good[int(chance.integers(len(good)))], chance)


def from_file(load: Callable[[Path], object], path: Path) -> Try:
    """Try inputs as a file that is loaded."""

    def attempt(data: bytes) -> str:
        path.write_bytes(data)
        try:
            load(path)
        except (GalleryError, PictureError) as refused:
            return "refused" if "\n" not in str(refused) else "refused in several lines"
        return "answered"

    return attempt


def recordings(chance: Chance) -> Iterator[bytes]:
    """Recordings of a session, changed as files and in their records."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "good.recording"
        session = RecordedSession(Path(folder) / "data", path)
        session.clash("w09", "c06")
        session.order("confirm")
        session.order("undo")
        session.close()
        good, records = path.read_bytes(), list(RecordingReader(path).records())
    while True:
        if chance.random() < 0.2:
            yield changed_bytes(good, chance)
            continue
        at = int(chance.integers(len(records)))
        yield packed([*records[:at], changed_value(records[at], chance), *records[at + 1 :]])


def packed(records: Sequence[Any]) -> bytes:
    """Records as a recording."""
    with tempfile.TemporaryDirectory() as folder:
        writer = RecordingWriter(Path(folder) / "x")
        for record in records:
            writer.write(record)
        writer.close()
        return writer.path.read_bytes()


def played(folder: Path) -> Try:
    """Play inputs as recordings, each in a log of its own."""
    empty = folder / "empty"
    Store(empty).close()

    def attempt(data: bytes) -> str:
        with tempfile.TemporaryDirectory(dir=folder) as name:
            path = Path(name) / "x.recording"
            path.write_bytes(data)
            shutil.copytree(empty, Path(name) / "data")
            try:
                Replay(path, Path(name) / "data", lambda _: None).run()
            except (RecordingError, StoreError) as refused:
                return "refused" if "\n" not in str(refused) else "refused in several lines"
        return "answered"

    return attempt


def try_camera_picture(data: bytes) -> str:
    """Decode what a camera sent."""
    try:
        decoded(data)
    except ValueError:
        return "refused"
    return "answered"


def requests(chance: Chance) -> Iterator[bytes]:
    """Requests as bytes: changed lines and headers, and orders with changed documents."""
    while True:
        if chance.random() < 0.5:
            yield changed_bytes(REQUESTS[int(chance.integers(len(REQUESTS)))], chance)
            continue
        path, order = ORDERS[int(chance.integers(len(ORDERS)))]
        body = some_document(order, chance)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        yield head.encode() + body


def try_request(address: tuple[str, int]) -> Try:
    """Send inputs to a door, and hang up where no more is to be said."""

    def attempt(data: bytes) -> str:
        with closing(socket.create_connection(address, timeout=LIMIT_S * 4)) as call:
            try:
                call.sendall(data)
                call.shutdown(socket.SHUT_WR)
                status = call.recv(4096).split(b" ", 2)[1:2]
            except ConnectionError:
                return "hung up on"
        if not status:
            return "hung up on"
        if not status[0].isdigit() or int(status[0]) == 500:
            return f"answer {status[0]!r}"
        return "answered" if int(status[0]) < 400 else "refused"

    return attempt


def corpus(surface: str) -> list[bytes]:
    """The inputs that are always tried first."""
    return [path.read_bytes() for path in sorted((CORPUS / surface).glob("*"))]


def fuzz(
    surface: str, inputs: Iterator[bytes], attempt: Try, count: int, seconds: float = math.inf
) -> Counter[str]:
    """Try the corpus and so many inputs, or as many as there is time for; count what became of them."""
    until_s = time.monotonic() + seconds
    became: Counter[str] = Counter()
    known = corpus(surface)
    for number in range(len(known) + count):
        if number >= len(known) and time.monotonic() > until_s:
            break
        data = known[number] if number < len(known) else next(inputs)
        began_s = time.perf_counter()
        try:
            outcome = attempt(data)
        except Exception as fault:  # That it is none of the refusals is what is looked for.
            outcome = f"TRACEBACK {type(fault).__name__}: {str(fault)[:80]} of {data[:200]!r}"
        took_s = time.perf_counter() - began_s
        became[outcome] += 1
        if took_s > LIMIT_S:
            became[f"SLOW {took_s:.1f} s of {data[:200]!r}"] += 1
    return became


def faults(became: Counter[str]) -> list[str]:
    """What should not have happened."""
    return [outcome for outcome in became if outcome not in ("answered", "refused", "hung up on")]


def surfaces(folder: Path) -> dict[str, tuple[Callable[[Chance], Iterator[bytes]], Try]]:
    """Every surface but HTTP, which needs a program."""
    return {
        "documents": (documents, try_document),
        "decks": (decks, from_file(load_gallery, folder / "deck.npz")),
        "pictures": (pictures, from_file(load_picture, folder / "picture.png")),
        "camera": (camera_pictures, try_camera_picture),
        "recordings": (recordings, played(folder)),
    }


def main() -> None:
    """Print for each surface what became of its inputs."""
    from tests.webui.cli.running_table import Table

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=math.inf, help="at most so long a surface")
    parser.add_argument("--surface", default="")
    asked = parser.parse_args()
    logging.getLogger().addHandler(
        logging.NullHandler()
    )  # What a table logs of a foreign session is no fault.
    print(heading(f"{asked.count} inputs a surface, seed {asked.seed}"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        todo = surfaces(folder)
        if asked.surface in ("", "http"):
            with Table(folder / "data").running as running:
                host, port = running.url.removeprefix("http://").rstrip("/").split(":")
                attempt = try_request((host, int(port)))
                inputs = requests(np.random.default_rng(asked.seed))
                show("http", fuzz("http", inputs, attempt, asked.count, asked.seconds))
        for surface, (made, attempt) in todo.items():
            if asked.surface in ("", surface):
                inputs = made(np.random.default_rng(asked.seed))
                show(surface, fuzz(surface, inputs, attempt, asked.count, asked.seconds))


def show(surface: str, became: Counter[str]) -> None:
    """Print a surface's line, and its faults below it."""
    good = ", ".join(f"{became[each]} {each}" for each in ("answered", "refused", "hung up on"))
    tried = sum(number for what, number in became.items() if not what.startswith("SLOW"))
    print(
        f"{surface:10} {tried} inputs: {good}, faults: {sum(became[each] for each in faults(became))}",
        flush=True,
    )
    for each in faults(became)[:20]:
        print(f"    {became[each]} x {each}")


if __name__ == "__main__":
    main()
