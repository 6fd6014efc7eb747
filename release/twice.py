"""Build a commit twice, in two folders, and compare every byte: ``python -m release.twice``."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from release.project import EPOCH, ROOT, epoch_s


def build_in(folder: Path, source: bytes, when_s: int, words: list[str]) -> str:
    """Build a source archive in a folder of its own, and return the sums of what came out."""
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=source, check=True)
    environment = os.environ | {EPOCH: str(when_s)}
    command = [sys.executable, "-m", "release", "--to", str(folder / "out"), *words]
    subprocess.run(command, cwd=folder, env=environment, check=True)
    return (folder / "out" / "SHA256SUMS").read_text("utf-8")


def main() -> None:
    """Compare; words are passed on to the build."""
    # Taken once: a commit that is made meanwhile is another source.
    source = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    when_s = epoch_s()
    with tempfile.TemporaryDirectory() as held:
        first, second = (
            build_in(Path(held) / name, source, when_s, sys.argv[1:]) for name in ("here", "somewhere-else")
        )
    if first != second:
        others = sorted(set(first.splitlines()) ^ set(second.splitlines()))
        sys.exit("not the same bytes:\n" + "\n".join(others))
    print(f"{len(first.splitlines())} files, twice the same bytes")


if __name__ == "__main__":
    main()
