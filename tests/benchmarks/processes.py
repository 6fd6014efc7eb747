"""What a process uses, as Linux tells it; nothing of one that is gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def children(pid: int) -> list[int]:
    """Return the processes that one has started."""
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(word) for task in tasks for word in (task / "children").read_text().split()]
    except OSError:
        return []


def processor_s(pid: int) -> float:
    """Return how long it has had a processor."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / TICKS
    except OSError:
        return 0.0


def memory_mb(pid: int) -> float:
    """Return its own memory: what it shares with others counts by its part."""
    return _rolled_up_mb(pid, "Pss:")


def allocated_mb(pid: int) -> float:
    """Return what it has allocated: that does not depend on who else runs the same libraries."""
    return _rolled_up_mb(pid, "Anonymous:")


def _rolled_up_mb(pid: int, word: str) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(word)) / 1024
