"""Memory of a long session: what nobody uses goes back to the system."""

from __future__ import annotations

import mmap
import platform
import subprocess
import sys

import numpy as np
import pytest

from vision.memory import own_memory_mb

BETWEEN = """
import ctypes, sys, threading
from pathlib import Path
from webui.cli import memory
from webui.cli.memory import MemoryTrimmer

def own_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) / 256

def look(count):
    trimmer.follow(count)
    for thread in threading.enumerate():
        if thread.name == "trimmer":
            thread.join()
    print(own_mb())

trimmer = MemoryTrimmer()
libc = ctypes.CDLL("libc.so.6")
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
large = []
for _ in range(2000):
    large.append(libc.malloc(50_000))
    ctypes.memset(large[-1], 1, 50_000)
    libc.malloc(40)
for block in large:
    libc.free(block)
look(0)
if sys.argv[1] == "a throw":
    look(1)
else:
    memory.TRIM_EVERY_S = 0.0
    look(0)
"""
"""Frees 100 MB between small blocks that stay, and tells the process's memory before and after a throw in the log, or
once a minute has gone by."""

PICTURES = """
import ctypes, sys
from webui.cli.memory import map_frames_separately

if sys.argv[1] == "apart":
    map_frames_separately()
libc = ctypes.CDLL("libc.so.6")
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
libc.free(libc.malloc(8 << 20))  # From now on glibc holds blocks up to this size among the others.
picture = libc.malloc(1280 * 720 * 3)
print(ctypes.c_size_t.from_address(picture - 8).value & 2)
"""
"""Tells by the mark before a block whether it lies in a piece of its own: 2, else 0."""

needs_glibc = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="needs glibc, whose habit it is")


def ran(script: str, *arguments: str) -> list[float]:
    command = [sys.executable, "-c", script, *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [float(word) for word in told.split()]


@needs_glibc
def test_a_picture_lies_apart() -> None:
    assert ran(PICTURES, "apart") == [2]
    assert ran(PICTURES, "among") == [0]


@needs_glibc
@pytest.mark.parametrize("after", ["a throw", "a minute"])
def test_what_is_free_goes_back_after(after: str) -> None:
    before, now = ran(BETWEEN, after)
    assert before - now > 60


LATER = ["cryptography", "keyring", "reportlab", "pypdfium2"]
"""What most sessions never need."""


def test_what_most_sessions_never_need_is_not_loaded() -> None:
    code = f"import sys, webui.cli.play, webui.cli.program; print(*({{*{LATER}}} & {{*sys.modules}}))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.split() == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process shares with no other")
def test_memory_of_its_own_grows_with_what_a_process_keeps() -> None:
    before = own_memory_mb()
    # New pages: an array might take what an earlier one has left.
    with mmap.mmap(-1, 32 << 20, flags=mmap.MAP_PRIVATE) as kept:
        np.frombuffer(kept, np.uint8).fill(1)
        after = own_memory_mb()
    assert before is not None
    assert after is not None
    assert 31 < after - before < 40
    assert own_memory_mb(2**22 + 1) is None
