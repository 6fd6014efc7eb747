"""Memory of a long evening: where threads take it from."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

THREADS = """
import ctypes, sys, threading
from pathlib import Path
from webui.cli.memory import share_arenas

if sys.argv[1] == "shared":
    share_arenas()
libc = ctypes.CDLL("libc.so.6")
libc.malloc.restype = ctypes.c_void_p
together = threading.Barrier(8)

def take():
    together.wait()
    libc.malloc(5000)
    together.wait()

threads = [threading.Thread(target=take) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
starts = (int(line.split("-")[0], 16) for line in Path("/proc/self/maps").read_text().splitlines())
print(sum(start % (64 << 20) == 0 for start in starts))
"""
"""Tells from how many places beside the first eight threads took memory: glibc lays each at a multiple of 64 MB."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="needs glibc, whose habit it is")
def test_threads_take_memory_from_one_place_beside_the_first() -> None:
    def places(how: str) -> int:
        ran = subprocess.run([sys.executable, "-c", THREADS, how], capture_output=True, text=True, check=True)
        return int(ran.stdout)

    assert places("shared") <= 1
    assert places("each its own") >= 4
