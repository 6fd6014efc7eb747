"""What stands above every figure: on which machine, at which commit, by which command."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path


def machine_line() -> str:
    """Processor, cores, system, Python."""
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def commit_line() -> str:
    """The commit that is checked out, if this is a checkout, and the command."""
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    module = sys.modules["__main__"].__spec__
    name = f"python -m {module.name}" if module else Path(sys.argv[0]).name
    return f"{run.stdout.strip() or 'no commit'}: {' '.join([name, *sys.argv[1:]])}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")),
        platform.machine(),
    )
