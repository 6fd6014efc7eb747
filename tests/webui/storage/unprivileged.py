"""Being somebody who may not write: root may write everywhere, so that a test as root would see nothing."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def not_writable(folder: Path) -> Iterator[Path]:
    """Give a copy of a folder that nobody here may write to, as on a disk that is mounted to be read."""
    outer = Path(tempfile.mkdtemp())
    outer.chmod(0o755)
    copy = shutil.copytree(folder, outer / "data")
    for path in [*copy.rglob("*"), copy]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield copy
    finally:
        if before == 0:
            os.seteuid(before)
        for path in [copy, *copy.rglob("*")]:
            path.chmod(0o755)
        shutil.rmtree(outer)
