"""`uv tool install` and `pipx install` of the wheel: a program that works, and no file outside its own places."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from release import wheels

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TOOLS = {
    "uv": ("uv", "tool", "install", "--quiet", "--python", sys.executable),
    "pipx": ("pipx", "install", "--quiet", "--python", sys.executable),
}
"""Both download the libraries that the wheel names."""

OWN = ("tools", "bin", "data", "cache", "logs", "share", "trash")
"""The tool's environments, its links to programs, the data folder; and what the tool itself keeps."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheels.build(tmp_path_factory.mktemp("wheel"), 1_700_000_000)


def places(home: Path) -> Mapping[str, str]:
    """Return an environment in which uv and pipx keep everything in folders of a home that is empty."""
    folders = {"UV_TOOL_DIR": "tools", "UV_TOOL_BIN_DIR": "bin", "UV_CACHE_DIR": "cache"}
    folders |= {
        "PIPX_HOME": "tools",
        "PIPX_BIN_DIR": "bin",
        "PIPX_MAN_DIR": "share",
        "PIPX_SHARED_LIBS": "tools/shared",
    }
    folders |= {"XDG_CACHE_HOME": "cache", "PIP_CACHE_DIR": "cache"}
    # What is left is how this machine reaches the registry.
    return {**os.environ, "HOME": str(home), **{name: str(home / place) for name, place in folders.items()}}


def files_of(home: Path) -> Iterator[str]:
    for path in home.rglob("*"):
        if path.is_file() and path.relative_to(home).parts[0] not in OWN:
            yield str(path.relative_to(home))


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_installs_the_wheel_and_the_program_keeps_to_its_places(
    tool: str, wheel: Path, tmp_path: Path
) -> None:
    environment = places(tmp_path)
    command = [sys.executable, "-m", *TOOLS[tool], str(wheel)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    program = tmp_path / "bin" / "clashcam"

    def run(*words: str) -> str:
        played = subprocess.run(
            [program, *words], env=environment, cwd=tmp_path, capture_output=True, text=True
        )
        assert played.returncode == 0, (played.stdout, played.stderr)
        return played.stdout

    assert run("doctor", "--data", "data").count("ok ") >= 8
    assert '"event": "end"' in run("watch", "demo", "--seconds", "1", "--json")
    assert "New in" in run("update-check")
    assert list(files_of(tmp_path)) == []
