"""The capture process: nothing lost from files, the newest from live sources, and no way to hang it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.vision.capture.scripted_sources import open_scripted
from vision.capture.capture import Capture, CaptureState
from vision.capture.slot import Captured, Slot
from vision.capture.spec import LayWish, SourceError, SourceKind, SourceSpec, TimedFrame
from vision.capture.worker import TableCalm, Writer

ROOT = Path(__file__).resolve().parents[3]
ON_LINUX = sys.platform == "linux"  # elsewhere nobody lists a process's shared memory


def scripted(script: str, *, live: bool = False, paced: bool = False, patience_s: float = 0.6) -> Capture:
    spec = SourceSpec(SourceKind.CAMERA if live else SourceKind.CLIP, script)
    return Capture(spec, paced=paced, patience_s=patience_s, opener=open_scripted)


def shared_memory_of(pid: int) -> list[Path]:
    """The shared memory that a process has open (its own alone: other tests run beside this one)."""
    maps = Path(f"/proc/{pid}/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    return sorted({Path(line.split()[5]) for line in lines if "/dev/shm/psm_" in line})


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not is_zombie(pid)


def is_zombie(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z"


def wait_until_gone(pid: int, seconds: float = 60.0) -> bool:
    deadline = time.monotonic() + seconds
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(pid)


def test_a_file_is_read_whole_and_in_order() -> None:
    with scripted("frames 60") as capture:
        seen = [(int(c.frame[0, 0, 0]), c.index, c.t_s) for c in capture.frames()]
    assert seen == [(k, k, k / 100) for k in range(60)]
    assert capture.dropped == 0


def test_a_slow_reader_loses_nothing_of_a_file() -> None:
    with scripted("frames 6") as capture:
        values = []
        for captured in capture.frames():
            time.sleep(0.05)
            values.append(int(captured.frame[0, 0, 0]))
    assert values == list(range(6))


def test_a_paced_file_keeps_its_own_clock() -> None:
    with scripted("frames 31", paced=True) as capture:
        start_s = time.monotonic()
        count = sum(1 for _ in capture.frames())
    assert count == 31
    assert time.monotonic() - start_s > 0.2  # 0.3 s of film


def test_pictures_of_an_unchanged_table_are_passed_over_until_something_changes() -> None:
    with scripted("counts", live=True) as capture:
        capture.calm(True)
        calm = next(captured for captured in capture.frames() if captured.frame[0, 0, 1] >= 20)
        capture.calm(False)
        before, alike = calm, 0
        while alike < 30:
            captured = capture.read()
            assert captured is not None
            assert captured.index > before.index
            alike = alike + 1 if captured.frame[0, 0, 1] == before.frame[0, 0, 1] else 0
            before = captured


def test_no_picture_of_a_file_is_passed_over() -> None:
    with scripted("frames 60") as capture:
        capture.calm(True)
        assert sum(1 for _ in capture.frames()) == 60


def test_what_is_said_of_the_table_never_takes_the_place_of_a_slot() -> None:
    link, child = multiprocessing.Pipe()
    lock = multiprocessing.Lock()
    slot = Slot.create(40 * 48 * 3, lock)
    writer = Writer(child, lock, 0, lossless=False)
    for message in (TableCalm(False), TableCalm(True), slot.name):
        link.send(message)
    writer.write(TimedFrame(np.full((40, 48, 3), 7, np.uint8), 0.0))
    taken = slot.take()
    writer.close()
    slot.close()
    assert taken is not None
    assert int(taken.frame[0, 0, 0]) == 7
    assert writer.calm


def test_the_newest_live_frame_wins_and_the_rest_is_counted() -> None:
    with scripted("endless", live=True) as capture:
        first = capture.read()
        later, reads = first, 1
        while later is None or later.index <= 8 * reads:
            time.sleep(0.4)
            capture.read()  # the one that lay in the slot meanwhile is overwritten, not queued
            later, reads = capture.read(), reads + 2
        assert first is not None
        assert first.t_s == 0.0
        assert later.t_s > 0.2
        assert capture.dropped == later.index + 1 - reads
        assert int(later.frame[0, 0, 0]) == later.index % 256


def test_frames_may_change_their_size() -> None:
    with scripted("grows") as capture:
        shapes = [captured.frame.shape for captured in capture.frames()]
    assert shapes == [(40, 48, 3), (80, 88, 3), (120, 128, 3)]


@pytest.mark.parametrize("live", [True, False])
def test_a_source_that_cannot_be_opened_says_so_in_one_line(live: bool) -> None:
    with pytest.raises(SourceError, match=r"^absent: not there; plug it in$"):
        scripted("absent", live=live).open()


def test_a_clip_without_a_frame_is_refused() -> None:
    with pytest.raises(SourceError, match="holds no frame"):
        scripted("frames 0").open()


@pytest.mark.parametrize("script", ["breaks 5", "dies 5"])
def test_a_file_that_breaks_off_is_an_error_after_its_frames(script: str) -> None:
    seen: list[int] = []
    with scripted(script) as capture, pytest.raises(SourceError):
        seen.extend(captured.index for captured in capture.frames())
    assert seen[:4] == [0, 1, 2, 3]
    assert capture.state is CaptureState.CLOSED


def test_a_stuck_driver_is_killed_and_the_source_comes_back(tmp_path: Path) -> None:
    with scripted(f"once {tmp_path / 'opened'}", live=True, patience_s=0.5) as capture:
        first_pid = capture.pid
        states = set()
        indices: list[int] = []
        deadline = time.monotonic() + 60
        while len(indices) < 20 and time.monotonic() < deadline:
            captured = capture.read(0.2)
            states.add(capture.state)
            if captured is not None:
                indices.append(captured.index)
        assert states == {CaptureState.LIVE, CaptureState.LOST}
        assert capture.pid != first_pid
        assert first_pid is not None
        assert wait_until_gone(first_pid)
        assert indices == sorted(set(indices))
        assert "no frame for 0.5 seconds" in capture.fault


def test_a_driver_that_goes_on_step_by_step_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Capture, "_launch_patience_s", lambda _: 4.0)
    began_s = time.monotonic()
    with scripted("slow 24", live=True) as capture:
        assert capture.read() is not None
    assert time.monotonic() - began_s > 4.0


def test_what_never_opens_is_told_with_the_time_that_was_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Capture, "_launch_patience_s", lambda _: 2.5)
    with pytest.raises(SourceError, match=r"camera stuck 0: no frame for 2\.5 seconds"):
        scripted("stuck 0", live=True).open()


def test_a_killed_process_is_replaced() -> None:
    with scripted("endless", live=True) as capture:
        assert capture.read() is not None
        assert capture.pid is not None
        os.kill(capture.pid, signal.SIGTERM)
        deadline = time.monotonic() + 60
        states = [CaptureState.LIVE]
        while (len(set(states)) == 1 or states[-1] is CaptureState.LOST) and time.monotonic() < deadline:
            capture.read(0.05)
            states.append(capture.state)
        assert CaptureState.LOST in states
        assert capture.state is CaptureState.LIVE


def test_closing_leaves_neither_process_nor_memory() -> None:
    for live in (True, False):
        capture = scripted("endless", live=live)
        capture.open()
        pid = capture.pid
        assert pid is not None
        memory = shared_memory_of(pid)
        assert memory or not ON_LINUX
        capture.close()
        capture.close()
        assert not is_running(pid)
        assert not is_zombie(pid)
        assert not any(path.exists() for path in memory)


def test_an_exception_leaves_neither_process_nor_memory() -> None:
    pids = []
    memory = []

    def fail_while_open() -> None:
        with scripted("endless", live=True) as capture:
            pids.append(capture.pid or 0)
            memory.extend(shared_memory_of(pids[0]))
            raise KeyError

    with pytest.raises(KeyError):
        fail_while_open()
    assert not is_running(pids[0])
    assert memory or not ON_LINUX
    assert not any(path.exists() for path in memory)


PROGRAM = """
import signal, sys, time
sys.path[:0] = [{root!r}]
from tests.vision.capture.test_capture import scripted

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a script may have started us with it ignored
    capture = scripted("endless", live={live})
    capture.open()
    try:
        print(capture.pid, flush=True)
        for captured in capture.frames():
            pass
    except KeyboardInterrupt:
        capture.close()
        print("closed", flush=True)
"""


def start_program(tmp_path: Path, live: bool) -> tuple[subprocess.Popen[str], int]:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM.format(root=str(ROOT), live=live), encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert program.stdout is not None
    return program, int(program.stdout.readline())


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.skipif(os.name == "nt", reason="signals of process groups are POSIX")
def test_killing_the_parent_ends_the_child_and_frees_the_memory(tmp_path: Path, live: bool) -> None:
    program, child = start_program(tmp_path, live)
    memory = shared_memory_of(child)
    assert memory or not ON_LINUX
    program.kill()
    program.communicate()
    assert wait_until_gone(child)
    deadline = time.monotonic() + 60
    while any(path.exists() for path in memory) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(path.exists() for path in memory)


@pytest.mark.skipif(os.name == "nt", reason="signals of process groups are POSIX")
def test_ctrl_c_reaches_the_reader_alone(tmp_path: Path) -> None:
    program, child = start_program(tmp_path, live=True)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=60)
    assert out == "closed\n"
    assert err == ""
    assert wait_until_gone(child)


def test_a_slot_gives_back_what_was_put() -> None:
    lock = multiprocessing.get_context("spawn").Lock()
    slot = Slot.create(30 * 20 * 3, lock)
    other = Slot.attach(slot.name, lock)
    try:
        assert slot.take() is None
        frame = np.arange(30 * 20 * 3, dtype=np.uint8).reshape(20, 30, 3)
        assert other.put(Captured(frame, 1.5, 7))
        assert not other.put(Captured(frame + 1, 2.5, 8))  # overwritten unread
        taken = slot.take()
        assert taken is not None
        assert (taken.t_s, taken.index) == (2.5, 8)
        np.testing.assert_array_equal(taken.frame, frame + 1)
        assert slot.take() is None
    finally:
        other.close()
        slot.close()


def test_a_wish_reaches_the_source_in_its_process_within_two_frames() -> None:
    with scripted("wishes") as capture:
        capture.wish(LayWish(7, (((0.0, 0.5, 1.0, 1.0), 2),)))
        seen = [int(next(capture.frames()).frame[0, 0, 0]) for _ in range(4)]
        assert seen[-1] == 7
        capture.wish(None)
        assert [int(next(capture.frames()).frame[0, 0, 0]) for _ in range(4)][-1] == 255
