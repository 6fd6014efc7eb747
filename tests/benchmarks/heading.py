"""What stands above every figure, in one form: the commit, the machine, its cores, the command, and how many (n)."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path


def heading(n: str) -> str:
    """Return five lines, each a word and what it is; ``n`` says how many of what the command measures."""
    rows = {
        "commit": commit(),
        "machine": _machine(),
        "cores": str(os.cpu_count()),
        "command": _command(),
        "n": n,
    }
    return "\n".join(f"{name:<8}{value}" for name, value in rows.items())


def commit() -> str:
    """Return the commit of the checkout, "none" outside of one."""
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return run.stdout.strip() or "none"


def _machine() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{_processor()}, {platform.system()}, Python {platform.python_version()}{load}"


def _command() -> str:
    module = sys.modules["__main__"].__spec__
    name = f"python -m {module.name}" if module else Path(sys.argv[0]).name
    return " ".join([name, *sys.argv[1:]])


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        platform.machine(),
    )
