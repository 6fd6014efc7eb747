"""Vision that hangs, stumbles or dies is started anew: the page says so, and what was given up is not heard again."""

from __future__ import annotations

import multiprocessing
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.capture.fake_camera import FakeCamera
from tests.vision.tracking.scripted_table import Lying, new_track
from tests.webui.http.live import Live
from vision.capture.capture import Capture
from vision.capture.joint import JointCapture
from vision.capture.spec import SourceKind, SourceSpec
from vision.types import Frame, FrameResult
from webui.camera import vision_thread
from webui.camera.reports import SeenFrame, SourceStatus
from webui.camera.vision_thread import VisionThread
from webui.i18n import LANGUAGES, catalogue

PATIENCE_S = 120.0

ENDS_WITHIN_S = 6.0
"""Three seconds on a machine that does nothing else."""


class Heard:
    """A listener that writes down what it hears."""

    def __init__(self) -> None:
        self.states: list[str] = []
        self.pipeline: list[int] = []
        self.trying: str | None = None
        self._changed = threading.Condition()

    def see(self, seen: SeenFrame) -> None:
        with self._changed:
            self.pipeline.append(seen.pipeline)
            self._changed.notify_all()

    def on_status(self, status: SourceStatus) -> None:
        with self._changed:
            self.states.append(str(status.source["state"]))
            self.trying = (status.source["trying"] or {}).get("name")
            self._changed.notify_all()

    def wait_for(self, holds: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(holds, PATIENCE_S), (self.states, self.pipeline)


class Blank:
    """A tracker that sees an empty table."""

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        return FrameResult(t_s, 0, (frame.shape[1], frame.shape[0]), (), (), False, t_s)


class Faulty:
    """Lets the third call of something hang, stumble or die, once."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.go = threading.Event()
        self._calls = 0

    def strike(self) -> None:
        self._calls += 1
        if self._calls != 3:
            return
        if self.how == "hangs":
            self.go.wait(PATIENCE_S)
        elif self.how == "stumbles":
            raise ValueError("a screw is loose")
        else:
            raise SystemExit

    def before(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def struck(*arguments: Any, **named: Any) -> Any:
            self.strike()
            return function(*arguments, **named)

        return struck


@pytest.fixture
def pictures(tmp_path: Path) -> SourceSpec:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(6):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((90, 160, 3), 20 * number, np.uint8))
    return SourceSpec(SourceKind.PICTURES, str(folder))


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def looking(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> Iterator[VisionThread]:
    monkeypatch.setattr(vision_thread, "RETRY_S", 0.1)
    made = VisionThread(heard, lambda _: Blank(), wall_clock=lambda: "21:14", stuck_after_s=2.0)
    yield made
    made.stop()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("place", [(Blank, "step"), (Capture, "read")], ids=["tracker", "capture"])
@pytest.mark.parametrize("how", ["hangs", "stumbles", "dies"])
def test_vision_that_fails_is_started_anew(
    looking: VisionThread,
    heard: Heard,
    pictures: SourceSpec,
    monkeypatch: pytest.MonkeyPatch,
    place: tuple[type, str],
    how: str,
) -> None:
    faulty = Faulty(how)
    owner, name = place
    monkeypatch.setattr(owner, name, faulty.before(getattr(owner, name)))
    looking.start(pictures)
    heard.wait_for(lambda: 2 in heard.pipeline and heard.states[-1] in ("live", "ended"))
    assert ("stuck" in heard.states) == (how != "stumbles")
    faulty.go.set()
    before = len(heard.pipeline)
    heard.wait_for(lambda: heard.states[-1] == "ended")
    assert set(heard.pipeline[before:]) <= {2}, "nothing is heard of a pipeline that was given up"


def test_a_stuck_thread_lets_its_capture_process_go(
    looking: VisionThread, heard: Heard, pictures: SourceSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds the camera that the fresh one needs."""
    faulty, held = Faulty("hangs"), []
    kill = Capture.kill

    def killed(capture: Capture) -> None:
        held.append(capture.pid)
        kill(capture)

    monkeypatch.setattr(Blank, "step", faulty.before(Blank.step))
    monkeypatch.setattr(Capture, "kill", killed)
    looking.start(pictures)
    heard.wait_for(lambda: 2 in heard.pipeline)
    assert len(held) == 1
    assert held[0]
    faulty.go.set()


def test_slow_but_living_vision_is_left_alone(
    looking: VisionThread, heard: Heard, pictures: SourceSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that lets vision wait is no fault of its."""
    see = Heard.see

    def slowly(listener: Heard, seen: SeenFrame) -> None:
        if not listener.pipeline:
            time.sleep(4.0)
        see(listener, seen)

    monkeypatch.setattr(Heard, "see", slowly)
    looking.start(pictures)
    heard.wait_for(lambda: "ended" in heard.states)
    assert "stuck" not in heard.states
    assert set(heard.pipeline) == {1}


def test_the_page_and_the_health_say_so(live: Live) -> None:
    live.table_thread.on_status(
        SourceStatus({"kind": "demo", "name": "", "state": "stuck", "since": "21:14"})
    )
    live.look()
    assert live.state()["source"]["state"] == "stuck"
    answer = live.client.get("/healthz")
    assert (answer.status_code, answer.get_json()) == (503, {"ok": False, "source": "stuck", "why": "stuck"})
    live.table_thread.on_status(SourceStatus({"kind": "demo", "name": "", "state": "live"}))
    live.look()
    assert live.client.get("/healthz").get_json() == {"ok": True, "source": "live", "why": None}
    for language in LANGUAGES:
        assert "{since}" in catalogue(language)["ui.source.stuck"]


def test_frames_of_a_pipeline_that_was_given_up_are_not_taken_in(live: Live) -> None:
    for pipeline in (2, 1):
        live.table.lay("w09", 300 + pipeline * 200, 600)
        live.table_thread.see(
            SeenFrame(live.table.look(), live.frame(live.table.look(0.0)), pipeline=pipeline)
        )
    assert live.table_thread.ask(lambda table: (table.sight.pipeline, len(table.sight.seen))) == (2, 1)


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a camera that takes every call and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/video"


@pytest.mark.parametrize("cameras", [1, 2])
def test_a_source_that_is_being_opened_does_not_hold_up_the_end(
    looking: VisionThread, heard: Heard, silent: str, cameras: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = threading.Event()

    def hears(opening: Callable[[Any], None]) -> Callable[[Any], None]:
        def opened(capture: Any) -> None:
            waiting.set()
            opening(capture)

        return opened

    for kind in (Capture, JointCapture):
        monkeypatch.setattr(kind, "open", hears(kind.open))
    camera = SourceSpec(SourceKind.STREAM, silent)
    looking.start(camera if cameras == 1 else replace(camera, far=camera))
    assert waiting.wait(PATIENCE_S)
    began_s = time.monotonic()
    looking.stop()
    assert time.monotonic() - began_s < ENDS_WITHIN_S
    assert set(heard.states) <= {"starting"}, "that it was broken off is nobody's fault"


def test_a_source_that_was_only_tried_is_let_go_at_the_end(
    looking: VisionThread, heard: Heard, silent: str
) -> None:
    with closing(FakeCamera()) as camera:
        looking.start(SourceSpec(SourceKind.STREAM, camera.url))
        heard.wait_for(lambda: "live" in heard.states)
        looking.change(SourceSpec(SourceKind.STREAM, silent))
        heard.wait_for(lambda: heard.trying == silent)
        looking.stop()
        assert [each.name for each in multiprocessing.active_children() if each.name == "capture"] == []


def test_a_lost_camera_comes_back_while_another_one_does_not_answer(
    looking: VisionThread, heard: Heard, silent: str
) -> None:
    with closing(FakeCamera()) as camera:
        mine = SourceSpec(SourceKind.STREAM, camera.url)
        looking.start(mine)
        heard.wait_for(lambda: "live" in heard.states)
        camera.fault = "switched off"
        heard.wait_for(lambda: heard.states[-1] == "lost")
        looking.change(SourceSpec(SourceKind.STREAM, silent))
        heard.wait_for(lambda: heard.trying == silent)
        camera.fault = ""
        heard.wait_for(lambda: heard.states[-1] == "live")
        assert heard.trying == silent
        looking.change(mine, restart=False)
        heard.wait_for(lambda: heard.trying is None)
        assert "starting" not in heard.states, "it was never given up"


def test_the_last_picture_of_a_clip_stays_until_another_source_sends_one(
    looking: VisionThread, heard: Heard, silent: str, pictures: SourceSpec
) -> None:
    looking.start(pictures)
    heard.wait_for(lambda: "ended" in heard.states)
    looking.change(SourceSpec(SourceKind.STREAM, silent))
    heard.wait_for(lambda: heard.trying == silent)
    with closing(FakeCamera()) as camera:
        looking.change(SourceSpec(SourceKind.STREAM, camera.url))
        heard.wait_for(lambda: heard.states[-1] == "live")
        after = heard.states[heard.states.index("ended") :]
        assert set(after[:-1]) <= {"ended", "starting"}
        assert heard.trying is None


def test_networks_that_are_being_loaded_do_not_hold_up_the_end(heard: Heard, pictures: SourceSpec) -> None:
    loading, go = threading.Event(), threading.Event()

    def loaded(_spec: SourceSpec) -> Blank:
        loading.set()
        go.wait(PATIENCE_S)
        return Blank()

    looking = VisionThread(heard, loaded, wall_clock=lambda: "21:14")
    looking.start(pictures)
    assert loading.wait(PATIENCE_S)
    began_s = time.monotonic()
    looking.stop()
    assert time.monotonic() - began_s < ENDS_WITHIN_S
    go.set()
    heard_before = list(heard.states)
    for thread in threading.enumerate():
        if thread.name == "vision":
            thread.join(PATIENCE_S)
    assert heard.states == heard_before
    assert heard.pipeline == []


@pytest.mark.parametrize("cameras", [1, 2])
def test_the_source_opens_while_the_networks_are_loaded(
    heard: Heard, pictures: SourceSpec, cameras: int
) -> None:
    opening: list[int] = []

    def loaded(_spec: SourceSpec) -> Blank:
        opening.append(sum(each.name == "capture" for each in multiprocessing.active_children()))
        return Blank()

    looking = VisionThread(heard, loaded, wall_clock=lambda: "21:14")
    looking.start(pictures if cameras == 1 else replace(pictures, far=pictures))
    heard.wait_for(lambda: bool(heard.pipeline))
    looking.stop()
    assert opening[0] == cameras


class Watching(Blank):
    """A tracker with one track."""

    def __init__(self) -> None:
        self.frame_tracks = (new_track(Lying("m17", 200, 150)),)


@pytest.mark.parametrize(("make", "lines"), [(Watching, 1), (Blank, 0)], ids=["tracks", "none to look at"])
def test_the_tracker_is_explained_while_somebody_asks(
    pictures: SourceSpec, heard: Heard, make: Callable[[], Blank], lines: int
) -> None:
    looking = VisionThread(heard, lambda _: make(), wall_clock=lambda: "21:14")
    looking.start(pictures)
    try:
        heard.wait_for(lambda: bool(heard.pipeline))
        assert looking.explain() == (), "nobody had asked"
        seen = len(heard.pipeline)
        heard.wait_for(lambda: len(heard.pipeline) > seen + 1)
        assert len(looking.explain()) == lines
    finally:
        looking.stop()
