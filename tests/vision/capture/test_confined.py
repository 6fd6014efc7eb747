"""A camera that was taken over leads the program nowhere: not by a redirect, and not by a playlist."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.capture.fake_camera import HEAD, part, picture
from vision.capture.confined import OPTIONS, confined
from vision.capture.spec import SourceError
from vision.capture.stream import Stream

Answer = Callable[[str, int], tuple[int, dict[str, str], bytes]]
"""Gives status, headers and body for a path and how many were asked for before."""


@contextmanager
def host(answer: Answer) -> Iterator[tuple[int, list[str]]]:
    """Answer on this machine; gives the port, and what was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, body = answer(self.path, len(asked))
            asked.append(self.path)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.server_address[1], asked
    finally:
        server.shutdown()
        thread.join(20)
        server.server_close()


@pytest.fixture
def inner() -> Iterator[tuple[str, list[str]]]:
    """What the camera would like to be asked for: another host's address, and whether it was."""
    with host(lambda *_: (200, {"Content-Type": "video/mp2t"}, b"secret" * 1000)) as (port, asked):
        yield f"http://localhost:{port}/admin", asked


def redirect(status: int) -> Callable[[str], Answer]:
    return lambda address: lambda _path, _before: (status, {"Location": address}, b"")


def later_redirect(address: str) -> Answer:
    """The first who asks gets something that FFmpeg may know; FFmpeg, which asks next, is led on."""

    def answer(_path: str, before: int) -> tuple[int, dict[str, str], bytes]:
        if before == 0:
            return 200, {"Content-Type": "video/mp2t"}, b"x" * 1000
        return 302, {"Location": address}, b""

    return answer


def file(kind: str, text: str) -> Callable[[str], Answer]:
    return lambda address: lambda *_: (200, {"Content-Type": kind}, text.replace("INNER", address).encode())


HLS = "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:5.0,\nINNER/1.ts\n#EXT-X-ENDLIST\n"
MASTER = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1280000\nINNER/low.m3u8\n"
DASH = (
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" '
    'mediaPresentationDuration="PT5S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period>'
    '<AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1000" codecs="avc1.4d401f">'
    "<BaseURL>INNER/1.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>"
)
CONCAT = "ffconcat version 1.0\nfile INNER/1.ts\n"
LEADS: dict[str, Callable[[str], Answer]] = {
    **{f"a redirect by {status}": redirect(status) for status in (301, 302, 303, 307, 308)},
    "a redirect at the second time": later_redirect,
    "HLS": file("application/vnd.apple.mpegurl", HLS),
    "HLS as a video": file("video/mp2t", HLS),
    "HLS as anything": file("application/octet-stream", HLS),
    "HLS of HLS": file("application/x-mpegurl", MASTER),
    "DASH": file("application/dash+xml", DASH),
    "DASH as anything": file("application/octet-stream", DASH),
    "a list of files": file("application/octet-stream", CONCAT),
}


@pytest.mark.parametrize("leads", LEADS.values(), ids=LEADS)
def test_a_camera_leads_to_no_other_host(
    inner: tuple[str, list[str]], leads: Callable[[str], Answer]
) -> None:
    address, asked = inner
    with host(leads(address)) as (port, of_camera):
        with (
            pytest.raises(SourceError),
            closing(Stream(f"http://ann:secret@127.0.0.1:{port}/live")) as stream,
        ):
            stream.open()
        assert of_camera
    assert asked == []


@contextmanager
def rtsp_host(location: str) -> Iterator[tuple[int, list[bytes]]]:
    """Lead whoever asks for a description by RTSP elsewhere; gives the port, and the methods that were asked for."""
    asked: list[bytes] = []

    def answer(listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                caller, _ = listening.accept()
                with caller, caller.makefile("rb") as lines:
                    caller.settimeout(20)
                    while head := list(iter(lambda: lines.readline().strip(), b"")):
                        asked.append(head[0].split()[0])
                        number = next(each for each in head if each.lower().startswith(b"cseq"))
                        first, more = (b"200 OK", b"Public: DESCRIBE, SETUP, PLAY")
                        if asked[-1] == b"DESCRIBE":
                            first, more = b"302 Found", b"Location: " + location.encode()
                        caller.sendall(b"RTSP/1.0 " + b"\r\n".join((first, number, more, b"", b"")))

    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(20)
        thread = threading.Thread(target=answer, args=(listening,), daemon=True)
        thread.start()
        yield listening.getsockname()[1], asked
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(30)


@pytest.mark.parametrize("scheme", ["rtsp", "rtsps", "http", "tcp"])
def test_a_camera_leads_nowhere_by_rtsp(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as inner:
        inner.settimeout(0.5)
        with (
            rtsp_host(f"{scheme}://127.0.0.1:{inner.getsockname()[1]}/admin") as (port, asked),
            pytest.raises(SourceError),
            closing(Stream(f"rtsp://127.0.0.1:{port}/live")) as stream,
        ):
            stream.open()
        assert b"DESCRIBE" in asked
        with pytest.raises(TimeoutError):
            inner.accept()


@pytest.mark.parametrize("scheme", ["ftp", "file", "gopher", "data"])
def test_a_camera_leads_to_nothing_but_http(scheme: str) -> None:
    answer = redirect(302)(f"{scheme}://127.0.0.1/etc/hostname")
    with host(answer) as (port, _), pytest.raises(SourceError):
        Stream(f"http://127.0.0.1:{port}/").open()


def moved(to: str, kind: str, body: bytes) -> Answer:
    """Lead from every other path to one of the same host."""

    def answer(path: str, _before: int) -> tuple[int, dict[str, str], bytes]:
        return (200, {"Content-Type": kind}, body) if path == to else (301, {"Location": to}, b"")

    return answer


def test_a_camera_may_lead_to_another_address_of_its_own() -> None:
    kind = HEAD.decode().partition("Content-Type: ")[2].strip()
    answer = moved("/video", kind, part(picture(1)) * 3)
    with host(answer) as (port, asked), closing(Stream(f"http://127.0.0.1:{port}/")) as stream:
        stream.open()
        assert stream.read() is not None
    assert asked == ["/", "/video"]


def test_a_video_is_still_read_and_found_where_the_camera_leads(tmp_path: Path) -> None:
    path = tmp_path / "video.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (160, 120))
    for number in range(20):
        writer.write(np.full((120, 160, 3), 10 * number, np.uint8))
    writer.release()
    answer = moved("/video.avi", "video/x-msvideo", path.read_bytes())
    with host(answer) as (port, asked), closing(Stream(f"http://127.0.0.1:{port}/")) as stream:
        stream.open()
        frame = stream.read()
        assert frame is not None
        assert frame.frame.shape == (120, 160, 3)
    assert "/video.avi" in asked


def test_what_others_open_is_not_confined(monkeypatch: pytest.MonkeyPatch) -> None:
    """FFmpeg is told by a variable of the process, which is as it was once nobody opens a camera any more."""
    monkeypatch.setenv(OPTIONS, "rtsp_transport;udp")
    with confined():
        with confined():
            assert os.environ[OPTIONS].startswith("rtsp_transport;udp|")
        assert "format_whitelist" in os.environ[OPTIONS]
    assert os.environ[OPTIONS] == "rtsp_transport;udp"
    monkeypatch.delenv(OPTIONS)
    with confined():
        assert "max_redirects;0" in os.environ[OPTIONS]
    assert OPTIONS not in os.environ
