"""Every kind of source: its frames, its clock, and one clear line when it cannot be had."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.capture.camera import BackendMemory, Camera, CameraInfo, list_cameras, named_camera
from vision.capture.capture import Capture
from vision.capture.clip import Clip
from vision.capture.lens_hold import AUTOMATIC, MANUAL, LensHold
from vision.capture.modes import RATE, SIZE, SIZES_ASKED, Ioctl, Mode, largest, offered
from vision.capture.opening import open_source
from vision.capture.picture_folder import PictureFolder
from vision.capture.spec import Source, SourceError, SourceKind, SourceSpec, TimedFrame, parse_source
from vision.capture.stream import Stream
from vision.types import Frame


def grey_frame(level: int, size_wh: tuple[int, int] = (160, 96)) -> Frame:
    return np.full((size_wh[1], size_wh[0], 3), level, np.uint8)


def read_all(source: Source) -> list[TimedFrame]:
    source.open()
    try:
        return list(iter(source.read, None))
    finally:
        source.close()


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Ten frames at 20 a second, each brighter than the last."""
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (160, 96))
    for level in range(10):
        writer.write(grey_frame(20 * level))
    writer.release()
    return path


@pytest.mark.parametrize(
    ("word", "kind", "address", "live"),
    [
        ("0", SourceKind.CAMERA, "0", True),
        ("03", SourceKind.CAMERA, "3", True),
        ("demo", SourceKind.DEMO, "", False),
        ("clip.mp4", SourceKind.CLIP, "clip.mp4", False),
        ("http://10.0.0.7:8080/video", SourceKind.STREAM, "http://10.0.0.7:8080/video", True),
        ("RTSP://cam/1", SourceKind.STREAM, "RTSP://cam/1", True),
        ("²", SourceKind.CLIP, "²", False),  # a digit to str.isdigit, not to a camera
        ("-1", SourceKind.CLIP, "-1", False),
        ("c://odd", SourceKind.CLIP, "c://odd", False),  # no scheme of a stream
    ],
)
def test_a_word_names_a_source(word: str, kind: SourceKind, address: str, live: bool) -> None:
    spec = parse_source(word)
    assert (spec.kind, spec.address, spec.live) == (kind, address, live)


def test_a_folder_is_a_source_of_pictures(tmp_path: Path) -> None:
    assert parse_source(str(tmp_path)).kind is SourceKind.PICTURES


def test_a_clip_gives_every_frame_on_its_own_clock(clip: Path) -> None:
    frames = read_all(Clip(str(clip), 30.0))
    assert [round(f.t_s, 3) for f in frames] == [k / 20 for k in range(10)]
    assert np.allclose([f.frame.mean() for f in frames], [20 * k for k in range(10)], atol=3)


def test_a_clip_comes_through_the_capture_process(clip: Path) -> None:
    with Capture(parse_source(str(clip))) as capture:
        assert [captured.index for captured in capture.frames()] == list(range(10))


def test_a_clip_cut_short_gives_what_it_holds(clip: Path) -> None:
    clip.write_bytes(clip.read_bytes()[:-800])
    frames = read_all(Clip(str(clip), 30.0))
    assert 5 <= len(frames) <= 10


def test_a_broken_clip_says_where_and_why(tmp_path: Path) -> None:
    path, noise = tmp_path / "broken.avi", np.random.default_rng(0)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (160, 96))
    for _ in range(60):
        writer.write(noise.integers(0, 255, (96, 160, 3), np.uint8))
    writer.release()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(
        SourceError, match=r"broken\.avi: breaks off at 0:01, after frame \d+; it is cut short"
    ):
        read_all(Clip(str(path), 30.0))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"nothing\.mp4: no such file"):
        Clip(str(tmp_path / "nothing.mp4"), 30.0).open()


@pytest.mark.parametrize("content", [b"", b"no film\n" * 400, bytes(range(256)) * 64])
def test_a_file_that_is_no_video_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.mp4"
    path.write_bytes(content)
    with (
        pytest.raises(SourceError, match=r"notes\.mp4: is no video") as caught,
        Capture(parse_source(str(path))),
    ):
        pass
    assert "\n" not in str(caught.value)


def test_pictures_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), grey_frame(number, (40 + number, 30)))
    (tmp_path / "frame5.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("not a picture")
    frames = read_all(PictureFolder(str(tmp_path), fps=10))
    assert [int(f.frame[0, 0, 0]) for f in frames] == [1, 9, 10]
    assert [f.t_s for f in frames] == [0.0, 0.2, 0.3]  # the unreadable one leaves its moment empty
    assert frames[0].frame.shape != frames[1].frame.shape


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no pictures"):
        PictureFolder(str(tmp_path), fps=10).open()


def test_a_camera_that_is_not_there_is_told() -> None:
    missing = max((camera.index for camera in list_cameras()), default=-1) + 57
    with pytest.raises(SourceError, match=f"camera {missing}: not there; cameras found: "):
        open_source(SourceSpec(SourceKind.CAMERA, str(missing))).open()


class TakenVideo:
    """A camera that another program holds: it opens, and never gives a frame."""

    def __init__(self, *_: object) -> None:
        self.asked: list[int] = []

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def set(self, prop: int, value: float) -> bool:
        self.asked.append(prop)
        return True

    def get(self, prop: int) -> float:
        return 0.0

    def read(self) -> tuple[bool, None]:
        return False, None

    def release(self) -> None:
        pass


def test_a_camera_that_gives_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    video = TakenVideo()
    monkeypatch.setattr("vision.capture.camera.cv2.VideoCapture", lambda *_: video)
    monkeypatch.setattr("vision.capture.camera._backends", lambda: (cv2.CAP_V4L2,))
    camera = Camera(0, (1280, 720), 30)
    camera.open()
    assert video.asked[0] == cv2.CAP_PROP_FOURCC, "the format must be asked for before the size"
    with pytest.raises(SourceError, match="camera 0: "):
        camera.read()


class Grabbed(TakenVideo):
    """A camera whose pictures can be taken without being decoded, so many of them."""

    grabs = 2

    def grab(self) -> bool:
        self.grabs -= 1
        return self.grabs >= 0


def test_a_camera_lets_pictures_go_by_without_decoding_them(monkeypatch: pytest.MonkeyPatch) -> None:
    video = Grabbed()
    monkeypatch.setattr("vision.capture.camera.cv2.VideoCapture", lambda *_: video)
    monkeypatch.setattr("vision.capture.camera._backends", lambda: (cv2.CAP_V4L2,))
    camera = Camera(0, (1280, 720), 30)
    camera.pass_over()
    assert video.grabs == 2, "it is not open yet"
    camera.open()
    camera.pass_over()
    camera.pass_over()
    with pytest.raises(SourceError, match="camera 0: "):
        camera.pass_over()


def test_the_rate_of_each_backend_is_remembered(tmp_path: Path) -> None:
    memory = BackendMemory(tmp_path / "cache" / "cameras.json")
    assert memory.rates("0:USB") == {}
    memory.note("0:USB", 700, 29.97)
    memory.note("1:Built in", 1400, 0.0)
    memory.note("0:USB", 1400, 0.7)
    assert memory.rates("0:USB") == {700: 30.0, 1400: 0.7}
    memory.forget("0:USB")
    assert (memory.rates("0:USB"), memory.rates("1:Built in")) == ({}, {1400: 0.0})
    for odd in ("[broken", '{"0:USB": 700}', '{"0:USB": {"x": 1, "700": "fast"}}', "[]"):
        (tmp_path / "cache" / "cameras.json").write_text(odd)
        assert memory.rates("0:USB") == {}


class KilledError(Exception):
    """The capture process was given up."""


class TwoWays:
    """A camera of Windows: each backend takes its time to open and to set a size, and gives its own rate."""

    def __init__(self, clock_s: list[float], taking_s: dict[int, float], rates: dict[int, float]) -> None:
        self.clock_s, self.taking_s, self.rates = clock_s, taking_s, rates
        self.killed_s = float("inf")
        self.opened: list[int] = []

    def spend(self, seconds: float) -> None:
        self.clock_s[0] += seconds
        if self.clock_s[0] > self.killed_s:
            raise KilledError

    def open(self, _: int, backend: int) -> TwoWaysVideo:
        self.opened.append(backend)
        self.spend(self.taking_s[backend])
        return TwoWaysVideo(self, backend)


class TwoWaysVideo(TakenVideo):
    def __init__(self, camera: TwoWays, backend: int) -> None:
        super().__init__()
        self.camera, self.backend = camera, backend
        self.size = {cv2.CAP_PROP_FRAME_WIDTH: 1280.0, cv2.CAP_PROP_FRAME_HEIGHT: 720.0}

    def get(self, prop: int) -> float:
        return self.size.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        if prop in self.size:
            self.camera.spend(self.camera.taking_s[self.backend])
            self.size[prop] = value
        return super().set(prop, value)

    def read(self) -> tuple[bool, None]:
        rate = self.camera.rates[self.backend]
        self.camera.spend(1 / rate if rate else 1.0)
        return rate > 0, None


@pytest.fixture
def two_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TwoWays:
    """A camera whose first way in is slow to open and then quick, the second the other way round."""
    clock_s = [0.0]
    camera = TwoWays(
        clock_s, {cv2.CAP_MSMF: 4.0, cv2.CAP_DSHOW: 3.0}, {cv2.CAP_MSMF: 30.0, cv2.CAP_DSHOW: 0.7}
    )
    monkeypatch.setattr("vision.capture.camera.time.perf_counter", lambda: clock_s[0])
    monkeypatch.setattr("vision.capture.camera.cv2.VideoCapture", camera.open)
    monkeypatch.setattr("vision.capture.camera._backends", lambda: (cv2.CAP_MSMF, cv2.CAP_DSHOW))
    monkeypatch.setattr("vision.capture.camera.list_cameras", lambda: [CameraInfo(0, "Slow")])
    monkeypatch.setattr("vision.capture.camera.offered", lambda _: [])
    monkeypatch.setattr("vision.capture.camera.platformdirs.user_cache_path", lambda _: tmp_path)
    return camera


@pytest.mark.parametrize("size_wh", [(1280, 720), (1920, 1080), None])
def test_a_way_in_that_is_fast_enough_is_kept_open(
    two_ways: TwoWays, size_wh: tuple[int, int] | None
) -> None:
    Camera(0, size_wh, 30).open()
    assert two_ways.opened == [cv2.CAP_MSMF]
    assert two_ways.clock_s[0] < 15.0, "within the patience of a first opening"
    Camera(0, size_wh, 30).open()
    assert two_ways.opened == [cv2.CAP_MSMF] * 2, "it is remembered"


def test_the_faster_of_two_slow_ways_in_is_taken(two_ways: TwoWays) -> None:
    two_ways.rates = {cv2.CAP_MSMF: 5.0, cv2.CAP_DSHOW: 12.0}
    Camera(0, (1280, 720), 30).open()
    Camera(0, (1280, 720), 30).open()
    assert two_ways.opened[-2:] == [cv2.CAP_DSHOW] * 2
    assert two_ways.opened.count(cv2.CAP_MSMF) == 1, "it is not measured again"


def test_a_try_goes_on_where_the_last_one_was_given_up(two_ways: TwoWays) -> None:
    two_ways.rates = {cv2.CAP_MSMF: 5.0, cv2.CAP_DSHOW: 12.0}
    two_ways.taking_s = {cv2.CAP_MSMF: 15.0, cv2.CAP_DSHOW: 10.0}
    tries = 0
    while True:
        tries += 1
        two_ways.killed_s = two_ways.clock_s[0] + 20.0
        try:
            Camera(0, (1280, 720), 30).open()
            break
        except KilledError:
            assert tries < 4
    assert two_ways.opened[-1] == cv2.CAP_DSHOW
    assert two_ways.opened.count(cv2.CAP_MSMF) == 1


def test_a_way_in_that_never_returns_is_not_tried_first_again(two_ways: TwoWays) -> None:
    two_ways.taking_s[cv2.CAP_MSMF] = 1000.0
    two_ways.rates[cv2.CAP_DSHOW] = 12.0
    two_ways.killed_s = 20.0
    with pytest.raises(KilledError):
        Camera(0, (1280, 720), 30).open()
    two_ways.killed_s = float("inf")
    Camera(0, (1280, 720), 30).open()
    assert cv2.CAP_MSMF not in two_ways.opened[1:]


def test_a_camera_that_was_taken_is_measured_anew(two_ways: TwoWays) -> None:
    rates = two_ways.rates
    two_ways.rates = {cv2.CAP_MSMF: 0.0, cv2.CAP_DSHOW: 0.0}
    with pytest.raises(SourceError, match="camera 0: gives no picture"):
        Camera(0, (1280, 720), 30).open()
    two_ways.rates = rates
    Camera(0, (1280, 720), 30).open()
    assert two_ways.opened[-1] == cv2.CAP_MSMF


class MotionJpeg(BaseHTTPRequestHandler):
    """Twelve frames of motion JPEG; the size changes after six."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(12):
            size_wh = (160, 96) if number < 6 else (320, 240)
            data = cv2.imencode(".jpg", grey_frame(20 * number, size_wh))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def motion_jpeg_url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), MotionJpeg)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_stream_of_motion_jpeg_is_read_through_a_change_of_size(motion_jpeg_url: str) -> None:
    stream = Stream(motion_jpeg_url)
    stream.open()
    shapes, moments = [], []
    with pytest.raises(SourceError, match="has stopped sending"):  # noqa: PT012 - read until it breaks off
        while (timed := stream.read()) is not None:
            shapes.append(timed.frame.shape)
            moments.append(timed.t_s)
    stream.close()
    assert len(shapes) >= 10
    assert shapes[0] == (96, 160, 3)
    assert moments == sorted(moments)


def test_an_unreachable_url_is_told() -> None:
    with pytest.raises(SourceError, match=r"^http://127\.0\.0\.1:9/video: cannot be reached"):
        Capture(parse_source("http://127.0.0.1:9/video")).open()


CAMERAS = [
    CameraInfo(0, "Integrated Camera"),
    CameraInfo(2, "OBS Virtual Camera"),
    CameraInfo(4, "Cam Link 4K"),
]


@pytest.mark.parametrize(
    ("name", "index"),
    [
        ("OBS Virtual Camera", 2),
        ("cam link", 4),
        (" obs ", 2),
        ("Camera", None),
        ("Webcam", None),
        ("", None),
    ],
)
def test_a_camera_is_known_by_its_name(name: str, index: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.capture.camera.list_cameras", lambda: CAMERAS)
    found = named_camera(name)
    assert (found.index if found else None) == index


def test_of_two_names_the_very_one_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    both = [CameraInfo(0, "Camera"), CameraInfo(1, "Camera 2")]
    monkeypatch.setattr("vision.capture.camera.list_cameras", lambda: both)
    found = named_camera("camera")
    assert found is not None
    assert found.index == 0


def test_nothing_is_opened_of_a_phone_that_nobody_paired() -> None:
    spec = parse_source("phone")
    assert (spec.kind, spec.live, spec.locked, spec.name) == (SourceKind.PHONE, True, True, "the phone")
    with pytest.raises(SourceError, match="only the page can pair one"):
        open_source(spec)


def answers(
    sizes: dict[str, list[tuple[int, ...]]], rates: dict[tuple[int, int], list[tuple[int, ...]]]
) -> Ioctl:
    """A driver of Video4Linux that has these sizes of each format, and these rates of each size."""

    def ioctl(_file: int, asked: int, question: bytearray, _changed: bool) -> None:
        form = SIZE if asked == SIZES_ASKED else RATE
        number, pixels, width, height, *_ = form.unpack(question)
        kind = pixels.to_bytes(4, "little").decode()
        known = sizes.get(kind, []) if asked == SIZES_ASKED else rates[width, height]
        if number >= len(known):
            raise OSError(22, "Invalid argument")
        head = (number, pixels) if asked == SIZES_ASKED else (number, pixels, width, height)
        told = head + known[number]
        question[:] = form.pack(*told, *[0] * (form.size // 4 - len(told)))

    return ioctl


@pytest.mark.parametrize(
    ("sizes", "rates", "best"),
    [
        # A usual webcam: both sizes as motion JPEG at 30, and slower without.
        (
            {"MJPG": [(1, 640, 480), (1, 1920, 1080), (1, 1280, 720)], "YUYV": [(1, 2560, 1440)]},
            {(640, 480): [(1, 1, 30)], (1280, 720): [(1, 1, 15), (1, 1, 30)], (1920, 1080): [(1, 1, 30)]},
            Mode((1920, 1080), 30),
        ),
        # The larger one is slow; the rate is 29.97.
        (
            {"MJPG": [(1, 1280, 720), (1, 1920, 1080)]},
            {(1280, 720): [(1, 1001, 30000)], (1920, 1080): [(1, 1, 15)]},
            Mode((1280, 720), 30000 / 1001),
        ),
        # No motion JPEG, none keeps the rate: the largest of the quickest.
        (
            {"YUYV": [(1, 640, 480), (1, 800, 600), (1, 1280, 720)]},
            {(640, 480): [(1, 1, 20)], (800, 600): [(1, 1, 20)], (1280, 720): [(1, 1, 10)]},
            Mode((800, 600), 20),
        ),
        # A virtual camera gives any size up to 4K; larger than 1920x1080 is taken only where it is chosen.
        (
            {"YUYV": [(3, 2, 3840, 2, 1, 2160, 1)]},
            {(1920, 1080): [(3, 1, 60, 1, 1)], (1280, 720): [(3, 1, 60, 1, 1)]},
            Mode((1920, 1080), 60),
        ),
        ({"MJPG": [(1, 3840, 2160)]}, {(3840, 2160): [(1, 1, 30)]}, Mode((3840, 2160), 30)),
        ({}, {}, None),
    ],
    ids=["usual", "slow when large", "unpacked", "virtual", "only large", "says nothing"],
)
def test_the_largest_picture_that_keeps_the_rate_is_chosen(
    tmp_path: Path,
    sizes: dict[str, list[tuple[int, ...]]],
    rates: dict[tuple[int, int], list[tuple[int, ...]]],
    best: Mode | None,
) -> None:
    device = tmp_path / "video0"
    device.touch()
    assert largest(offered(device, answers(sizes, rates)), 30) == best


def test_a_driver_that_repeats_itself_for_ever_is_not_listened_to(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()

    def ioctl(_file: int, asked: int, question: bytearray, _changed: bool) -> None:
        form = SIZE if asked == SIZES_ASKED else RATE
        size = (1, 1280, 720) if asked == SIZES_ASKED else (1280, 720, 1, 1, 30)
        told = (*form.unpack(question)[:2], *size)
        question[:] = form.pack(*told, *[0] * (form.size // 4 - len(told)))

    assert set(offered(device, ioctl)) == {Mode((1280, 720), 30)}


def test_what_is_no_camera_says_nothing(tmp_path: Path) -> None:
    assert offered(tmp_path / "none") == []
    (tmp_path / "file").touch()
    assert offered(tmp_path / "file") == []


class Untold(TakenVideo):
    """A camera that does not say what it has: it gives sizes up to one, at a rate each."""

    def __init__(self, clock_s: list[float], rates: dict[tuple[int, int], float]) -> None:
        super().__init__()
        self.clock_s, self.rates = clock_s, rates
        self.size = {cv2.CAP_PROP_FRAME_WIDTH: 640, cv2.CAP_PROP_FRAME_HEIGHT: 480}

    def set(self, prop: int, value: float) -> bool:
        if prop in self.size:
            self.size[prop] = int(value)
        return super().set(prop, value)

    @property
    def given(self) -> tuple[int, int]:
        wide, high = self.size.values()
        return (wide, high) if (wide, high) in self.rates else (640, 480)

    def get(self, prop: int) -> float:
        return float(self.given[prop != cv2.CAP_PROP_FRAME_WIDTH])

    def read(self) -> tuple[bool, None]:
        self.clock_s[0] += 1 / self.rates.get(self.given, 30.0)
        return True, None


@pytest.mark.parametrize(
    ("rates", "given"),
    [
        ({(1920, 1080): 30.0, (1280, 720): 30.0}, (1920, 1080)),
        ({(1920, 1080): 10.0, (1280, 720): 30.0}, (1280, 720)),
        ({(1280, 720): 30.0}, (1280, 720)),
        ({(1920, 1080): 10.0, (1280, 720): 12.0}, (1280, 720)),
        ({}, (640, 480)),
    ],
)
def test_where_a_camera_does_not_say_what_it_has_it_is_tried(
    monkeypatch: pytest.MonkeyPatch, rates: dict[tuple[int, int], float], given: tuple[int, int]
) -> None:
    clock_s = [0.0]
    video = Untold(clock_s, rates)
    monkeypatch.setattr("vision.capture.camera.time.perf_counter", lambda: clock_s[0])
    monkeypatch.setattr("vision.capture.camera.cv2.VideoCapture", lambda *_: video)
    monkeypatch.setattr("vision.capture.camera._backends", lambda: (cv2.CAP_V4L2,))
    monkeypatch.setattr("vision.capture.camera.offered", lambda _: [])
    spec = SourceSpec(SourceKind.CAMERA, "0", largest=True)
    open_source(spec).open()
    assert video.given == given


def test_what_a_camera_says_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    video = Untold([0.0], {(1600, 1200): 30.0})
    monkeypatch.setattr("vision.capture.camera.cv2.VideoCapture", lambda *_: video)
    monkeypatch.setattr("vision.capture.camera._backends", lambda: (cv2.CAP_V4L2,))
    monkeypatch.setattr("vision.capture.camera.offered", lambda _: [Mode((1600, 1200), 30)])
    open_source(SourceSpec(SourceKind.CAMERA, "0", largest=True)).open()
    assert video.given == (1600, 1200)
    open_source(SourceSpec(SourceKind.CAMERA, "0")).open()
    assert list(video.size.values()) == [1280, 720], "what was chosen is asked for, whatever it says"


class Lens(TakenVideo):
    """A camera whose driver takes everything; held at an old exposure its picture may jump."""

    def __init__(self, jumps: bool = False) -> None:
        super().__init__()
        self.values = {cv2.CAP_PROP_FOCUS: 40.0, cv2.CAP_PROP_EXPOSURE: 156.0}
        self.jumps = jumps

    def get(self, prop: int) -> float:
        return self.values.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        self.values[prop] = value
        return super().set(prop, value)

    def frame(self) -> Frame:
        held = self.values.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL
        return grey_frame(30 if self.jumps and held else 120, (64, 48))


def watched(lens: Lens, seconds: int) -> None:
    clock_s = [0.0]
    hold = LensHold(lens, lambda: clock_s[0])
    for tenth in range(10 * seconds):
        clock_s[0] = tenth / 10
        hold.see(lens.frame())


def test_focus_and_exposure_are_held_once_they_have_settled() -> None:
    lens = Lens()
    watched(lens, 1)
    assert lens.asked == [], "they find their way first"
    watched(lens, 8)
    assert lens.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert lens.values[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL
    assert (lens.get(cv2.CAP_PROP_FOCUS), lens.get(cv2.CAP_PROP_EXPOSURE)) == (40.0, 156.0)


def test_a_camera_that_jumps_to_an_old_exposure_is_let_go_again() -> None:
    lens = Lens(jumps=True)
    watched(lens, 8)
    assert lens.values[cv2.CAP_PROP_AUTO_EXPOSURE] == AUTOMATIC
    assert lens.values[cv2.CAP_PROP_AUTOFOCUS] == 1.0
    assert lens.frame().mean() == 120


@pytest.mark.parametrize(("hold", "asked"), [(None, False), (False, True)])
def test_only_what_was_held_is_let_go(
    hold: bool | None, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lens = Lens()
    monkeypatch.setattr("vision.capture.camera.cv2.VideoCapture", lambda *_: lens)
    monkeypatch.setattr("vision.capture.camera._backends", lambda: (cv2.CAP_V4L2,))
    Camera(0, (1920, 1080), 15, hold).open()
    assert (cv2.CAP_PROP_AUTO_EXPOSURE in lens.asked) is asked
    assert (lens.get(cv2.CAP_PROP_FRAME_WIDTH), lens.get(cv2.CAP_PROP_FPS)) == (1920, 15)
