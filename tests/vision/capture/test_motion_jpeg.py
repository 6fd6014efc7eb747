"""JPEG over HTTP in all the forms in which cameras send it, one picture after another or one in each answer."""

from __future__ import annotations

import io
import socket
import threading
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote

import numpy as np
import pytest
from PIL import Image

from tests.vision.capture.fake_camera import SIZE_WH, picture
from tests.vision.capture.video_files import write_interlaced
from vision.capture.capture import Capture, CaptureState
from vision.capture.jpeg import JpegSplitter, decoded
from vision.capture.motion_jpeg import MotionJPEG
from vision.capture.spec import SourceError, parse_source
from vision.capture.stream import Stream
from vision.capture.waits import SLOWEST_S, Rhythm

MIXED = "multipart/x-mixed-replace; boundary="
CRLF = b"\r\n"

Write = Callable[[bytes], object]


@contextmanager
def camera(kind: str | None, send: Callable[[Write, int], object]) -> Iterator[str]:
    """A camera whose answers are of a kind; ``send`` writes the body of the answer of this number."""
    asked: list[int] = []

    class Camera(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(len(asked))
            self.send_response(200)
            if kind is not None:
                self.send_header("Content-Type", kind)
            self.end_headers()
            try:
                send(self.wfile.write, asked[-1])
            except OSError:
                return

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Camera)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def part(
    jpeg: bytes,
    mark: bytes = b"--frame",
    end: bytes = CRLF,
    length: int | None = None,
    kind: bytes = b"image/jpeg",
    after: bytes | None = None,
) -> bytes:
    head = mark + end + (b"Content-Type: " + kind + end if kind else b"")
    if length is not None:
        head += b"Content-Length: %d" % length + end
    return head + end + jpeg + (end if after is None else after)


def with_thumbnail(jpeg: bytes) -> bytes:
    """A JPEG with a whole small one in a segment of its head, as cameras put it there."""
    small = io.BytesIO()
    Image.new("RGB", (16, 16), (9, 200, 9)).save(small, "JPEG")
    body = b"Exif\0\0" + small.getvalue()
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]


FORMS: dict[str, tuple[str | None, Callable[[bytes], bytes]]] = {
    "plain": (MIXED + "frame", lambda jpeg: part(jpeg, length=len(jpeg))),
    "quoted boundary": (MIXED + '"frame"', lambda jpeg: part(jpeg, length=len(jpeg))),
    "lines end with LF": (MIXED + "frame", lambda jpeg: part(jpeg, end=b"\n", length=len(jpeg))),
    "lines end with CR": (MIXED + "frame", lambda jpeg: part(jpeg, end=b"\r")),
    "many dashes": (MIXED + "------cam", lambda jpeg: part(jpeg, b"--------cam")),
    "dashes in the mark alone": (MIXED + "--frame", lambda jpeg: part(jpeg, b"--frame")),
    "another mark than announced": (MIXED + "frame", lambda jpeg: part(jpeg, b"--other")),
    "no boundary": ("multipart/x-mixed-replace", lambda jpeg: part(jpeg, b"--mine")),
    "length 0": (MIXED + "frame", lambda jpeg: part(jpeg, length=0)),
    "length too small": (MIXED + "frame", lambda jpeg: part(jpeg, length=len(jpeg) - 2)),
    "length too large": (MIXED + "frame", lambda jpeg: part(jpeg, length=10**12)),
    "length in words": (MIXED + "frame", lambda jpeg: part(jpeg, kind=b"image/jpeg\r\nContent-Length: many")),
    "padded with 255": (
        MIXED + "frame",
        lambda jpeg: part(jpeg, length=len(jpeg) + 50, after=b"\xff" * 50 + CRLF),
    ),
    "padded with 0": (MIXED + "frame", lambda jpeg: part(jpeg, after=bytes(50) + CRLF)),
    "blank line before the head": (
        MIXED + "frame",
        lambda jpeg: part(jpeg, mark=b"--frame\r\n", length=len(jpeg)),
    ),
    "blank line before the picture": (MIXED + "frame", lambda jpeg: part(CRLF + jpeg)),
    "no line end before the mark": (MIXED + "frame", lambda jpeg: part(jpeg, after=b"")),
    "no kind of a part": (MIXED + "frame", lambda jpeg: part(jpeg, kind=b"")),
    "another kind of a part": (MIXED + "frame", lambda jpeg: part(jpeg, kind=b"application/octet-stream")),
    "no kind at all": (None, lambda jpeg: part(jpeg, length=len(jpeg))),
    "sent as text": ("text/plain", lambda jpeg: part(jpeg, length=len(jpeg))),
    "sent as bytes": ("application/octet-stream", lambda jpeg: part(jpeg)),
    "sent as video": ("video/x-motion-jpeg", lambda jpeg: jpeg),
    "nothing between": (MIXED + "frame", lambda jpeg: jpeg),
    "no end mark": (MIXED + "frame", lambda jpeg: part(jpeg[:-2], length=len(jpeg) - 2)),
    "no end mark and no line end": (MIXED + "frame", lambda jpeg: part(jpeg[:-2], after=b"")),
    "no end mark, lines end with LF": (MIXED + "frame", lambda jpeg: part(jpeg[:-2], end=b"\n")),
    "thumbnail": (MIXED + "frame", lambda jpeg: part(with_thumbnail(jpeg))),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_camera_is_read_in_whichever_form_it_sends(form: str) -> None:
    kind, wrapped = FORMS[form]

    def send(write: Write, _: int) -> None:
        for number in range(30):
            write(wrapped(picture(number)))
            time.sleep(0.02)

    with camera(kind, send) as url:
        stream = Stream(url)
        stream.open()
        frames = [timed.frame for timed in (stream.read() for _ in range(10)) if timed is not None]
        stream.close()
    assert len(frames) == 10
    for number, frame in enumerate(frames):
        assert np.array_equal(frame, decoded(picture(number)))


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_pictures_are_found_however_their_bytes_come(size: int) -> None:
    jpegs = [with_thumbnail(picture(number)) for number in range(3)]
    data = b"".join(b"\xff\xd8 is no picture --frame\r\n\r\n" + jpeg for jpeg in jpegs)
    splitter, found = JpegSplitter(), []
    for at in range(0, len(data), size):
        splitter.feed(data[at : at + size])
        while (jpeg := splitter.take()) is not None:
            found.append(jpeg)
    assert found == jpegs
    assert splitter.take_rest() is None
    assert splitter.held <= 2


def test_a_progressive_picture_is_found_whole() -> None:
    file = io.BytesIO()
    noise = np.random.default_rng(2).integers(0, 255, (90, 120, 3), np.uint8)
    Image.fromarray(noise).save(file, "JPEG", progressive=True, restart_marker_rows=1)
    splitter = JpegSplitter()
    splitter.feed(b"\r\n" + file.getvalue() + file.getvalue())
    assert [splitter.take(), splitter.take(), splitter.take()] == [file.getvalue(), file.getvalue(), None]


def test_a_snapshot_address_is_asked_again_and_again() -> None:
    def send(write: Write, number: int) -> None:
        write(picture(number))

    with camera("image/jpeg", send) as url, Capture(parse_source(url)) as capture:
        seen: list[int] = []
        began_s = time.monotonic()
        while len(seen) < 12:
            captured = capture.read(1.0)
            assert (capture.state, capture.fault) == (CaptureState.LIVE, "")
            if captured is not None:
                seen.append(captured.index)
    assert seen == sorted(set(seen))
    assert time.monotonic() - began_s > 0.5, "a camera is not asked as fast as it can answer"


def test_what_follows_a_snapshot_in_its_answer_is_not_shown() -> None:
    """Phones put a smaller copy, or the depth, behind the picture."""

    def send(write: Write, number: int) -> None:
        write(picture(number))
        write(picture(number, (40, 30)))

    with camera("image/jpeg", send) as url:
        stream = Stream(url)
        stream.open()
        shapes = {timed.frame.shape for timed in (stream.read() for _ in range(5)) if timed is not None}
        stream.close()
    assert shapes == {(SIZE_WH[1], SIZE_WH[0], 3)}


def test_a_snapshot_that_is_no_longer_given_is_told() -> None:
    def send(write: Write, number: int) -> None:
        if number < 3:
            write(picture(number))

    with camera("image/jpeg", send) as url:
        stream = Stream(url)
        stream.open()
        assert [stream.read() is not None for _ in range(3)] == [True, True, True]
        with pytest.raises(SourceError, match="has stopped sending"):
            stream.read()
        stream.close()


def test_a_camera_with_a_picture_every_other_second_is_no_lost_one() -> None:
    def send(write: Write, _: int) -> None:
        for number in range(100):
            write(part(picture(number)))
            time.sleep(2.0)

    with camera(MIXED + "frame", send) as url, Capture(parse_source(url)) as capture:
        indices: list[int] = []
        while len(indices) < 4:
            captured = capture.read(0.2)
            assert (capture.state, capture.fault) == (CaptureState.LIVE, "")
            if captured is not None:
                indices.append(captured.index)
    assert indices == [0, 1, 2, 3]


def test_a_source_is_waited_for_as_long_as_it_usually_takes() -> None:
    rhythm = Rhythm(1.2)
    assert rhythm.patience_s == SLOWEST_S
    rhythm.see(10.0)
    assert rhythm.patience_s == SLOWEST_S, "how often it gives pictures is not known yet"
    rhythm.see(10.1)
    assert rhythm.patience_s == 1.2
    rhythm.see(18.1, 4)
    assert rhythm.patience_s == pytest.approx(6.0), "those that nobody took count, too"
    rhythm.begin()
    assert rhythm.patience_s == pytest.approx(6.0)
    rhythm.see(30.0)
    rhythm.begin()
    assert rhythm.patience_s == SLOWEST_S, "it has become slower"


def test_what_is_no_jpeg_is_left_to_others() -> None:
    """FFmpeg is asked what it is, and says that it is nothing."""
    with (
        camera("application/octet-stream", lambda write, _: write(bytes(200_000))) as url,
        pytest.raises(SourceError, match="cannot be reached or sends no video"),
    ):
        Stream(url).open()


def test_an_interlaced_stream_is_black_even_if_it_soon_stops(tmp_path: Path) -> None:
    write_interlaced(tmp_path / "field.mpg")
    data = (tmp_path / "field.mpg").read_bytes()
    with (
        camera("video/mpeg", lambda write, _: write(data)) as url,
        pytest.raises(SourceError, match=r"sends nothing but black.* interlaced"),
        Capture(parse_source(url)),
    ):
        pass


@pytest.mark.parametrize("kind", ["text/html", "application/json"])
def test_a_page_is_told_by_its_kind(kind: str) -> None:
    with (
        camera(kind, lambda write, _: write(b"<html>sign in</html>")) as url,
        pytest.raises(SourceError, match=rf"sends a page \({kind}\)"),
    ):
        MotionJPEG(url).open()


SECRET = "s3cret"
ODD = [
    f"http://ann:{SECRET}#x@HOST/v",
    f"http://ann:{SECRET}/x@HOST/v",
    f"http://ann:{SECRET}?x@HOST/v",
    f"http://ann:{SECRET}\uff0fx@HOST/v",
    f"http://ann:[{SECRET}@HOST/v",
    f"http://HOST/v?user=ann&pwd={SECRET} x",
    f"http://HOST/v?user=ann&pwd={SECRET}\u00fc",
    f"http://HOST../{SECRET} \u00fc?pwd={SECRET}",
]


@pytest.mark.parametrize("word", ODD)
def test_what_is_said_of_an_unreached_camera_quotes_no_password(word: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        host = f"127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(SourceError) as refused:
        MotionJPEG(word.replace("HOST", host), "the camera").open()
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("password", ["p/ss", "p#ss", "p?ss", "p@ss", "p%2Fss", "p ss", "p\uff0fss"])
def test_a_camera_is_signed_in_to_with_an_odd_password(password: str) -> None:
    """What the address says reaches the camera, whether its signs are quoted or not; FFmpeg is given it quoted."""
    shown: list[str] = []

    class Locked(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            shown.append(self.headers.get("Authorization", ""))
            self.send_response(200 if shown[-1] else 401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
            self.wfile.write(picture(0) if shown[-1] else b"")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Locked)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        camera = MotionJPEG(f"http://ann:{password}@127.0.0.1:{server.server_port}/v")
        camera.open()
        camera.close()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    plain = unquote(password)
    assert b64decode(shown[-1].removeprefix("Basic ")).decode() == f"ann:{plain}"
    assert camera.found_at == f"http://ann:{quote(plain, '')}@127.0.0.1:{server.server_port}/v"


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 500 %s\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/%s\r\nContent-Length: 0\r\n\r\n",
        b"%s\r\n\r\n",
    ],
    ids=["a status", "a kind", "no HTTP"],
)
def test_a_cameras_own_words_are_short_and_hold_nothing_that_a_terminal_obeys(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def speak() -> None:
            call, _ = server.accept()
            with call:
                call.recv(4096)
                call.sendall(answer % (b"\x1b]0;mine\x07" + b"pwd_" * 5000))

        thread = threading.Thread(target=speak, daemon=True)
        thread.start()
        with pytest.raises(SourceError) as refused:
            MotionJPEG(f"http://127.0.0.1:{server.getsockname()[1]}/v").open()
        thread.join()
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 300


def test_a_picture_of_nothing_but_boundaries_is_cut_at_once() -> None:
    splitter = JpegSplitter()
    head = b"\xff\xd8\xff\xda\x00\x02"
    splitter.feed(head + b"\n--a" * 50_000 + b"\x01" + head)
    began_s = time.process_time()
    assert splitter.take() is not None
    assert time.process_time() - began_s < 2.0
