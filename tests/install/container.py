"""The table's image (`docker/table`), built by ``buildah`` without a daemon and started without a network."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.install.roots import leave_the_network
from tests.install.session import wait_for

FOLDER = Path(__file__).parents[2] / "docker" / "table"
HEALTHY_S = 300.0
"""A loaded machine takes its time."""
END_S = 60.0
POLICY = '{"default": [{"type": "insecureAcceptAnything"}]}'
"""Nothing is fetched: the base is a bare root that was made here."""
BASE, IMAGE = "localhost/bare", "localhost/clashcam-table"


def try_container(package: Path, root: Path) -> None:
    """Build the image of a Debian package on a bare root, and see it healthy, kept and ended.

    :raise AssertionError: one of these is not so
    """
    leave_the_network()
    with tempfile.TemporaryDirectory() as scratch:
        image = Image(Path(scratch))
        image.build(package, root)
        took_s = image.play(health=_health())
        assert image.data() >= {"clashcam.sqlite3"}, image.data()
    print(
        f"{root.name}, container: healthy after {took_s:.1f} s, ended when asked, its log is in /data",
        flush=True,
    )


def _health() -> list[str]:
    """Return the words of the compose file's health check."""
    services = json.loads((FOLDER / "compose.yaml").read_text("utf-8"))["services"]
    kind, *words = services["table"]["healthcheck"]["test"]
    assert kind == "CMD"
    return [str(word) for word in words]


class Image:
    """One image and a container of it, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._policy = folder / "policy.json"
        self._policy.write_text(POLICY, "utf-8")
        self._container = ""

    def build(self, package: Path, root: Path) -> None:
        """Take the steps of the Dockerfile, a bare root as its base."""
        base = self._run("from", "scratch")
        self._run("add", base, str(root), "/")
        self._commit(base, BASE)
        context = self._folder / "context"
        shutil.copytree(FOLDER, context)
        shutil.copy(package, context)
        policy = f"--signature-policy={self._policy}"
        self._run("bud", policy, "--build-arg", f"DEBIAN={BASE}", "--tag", IMAGE, str(context))
        self._container = self._run("from", policy, "--pull-never", IMAGE)

    def play(self, health: list[str]) -> float:
        """Start what the image starts, wait until it is healthy, ask it to end; return the seconds to healthy."""
        kept = json.loads(self._run("inspect", "--type", "image", IMAGE))["OCIv1"]["config"]
        assert not self._is_healthy(health), "nothing runs yet"
        start_s = time.monotonic()
        words = self._words("run", self._container, "--", *kept["Entrypoint"], *kept["Cmd"])
        with subprocess.Popen(words, env=_environment(), stderr=subprocess.PIPE, text=True) as program:
            try:
                wait_for(lambda: self._is_healthy(health), HEALTHY_S, "healthy")
                took_s = time.monotonic() - start_s
                # Ended itself, buildah would kill it; a container's end is a signal to its first process.
                os.kill(_first_process(program.pid, kept["Entrypoint"][0]), signal.SIGTERM)
                said = program.communicate(timeout=END_S)[1]
            finally:
                program.kill()
        assert "serves http://127.0.0.1:" in said, said
        assert "Goodbye" in said, said
        assert not self._is_healthy(health), "it has ended"
        return took_s

    def data(self) -> set[str]:
        """Return the names of what lies in the data folder."""
        return {*self._run("run", self._container, "--", "ls", "/data").split()}

    def _is_healthy(self, health: list[str]) -> bool:
        words = self._words("run", self._container, "--", *health)
        return subprocess.run(words, env=_environment(), capture_output=True).returncode == 0

    def _commit(self, container: str, name: str) -> None:
        self._run("commit", f"--signature-policy={self._policy}", "--rm", container, name)

    def _words(self, *words: str) -> list[str]:
        return ["buildah", f"--root={self._folder / 'store'}", f"--runroot={self._folder / 'run'}", *words]

    def _run(self, *words: str) -> str:
        done = subprocess.run(self._words(*words), env=_environment(), capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout.strip()


def _environment() -> dict[str, str]:
    """Return an environment in which buildah needs neither a daemon nor a kernel's overlays."""
    return {**os.environ, "BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}


def _first_process(parent: int, name: str) -> int:
    """Return the id of the nearest process below another whose program is called so."""
    waiting = [parent]
    while waiting:
        process = waiting.pop(0)
        program = Path(f"/proc/{process}/cmdline").read_text("utf-8").partition("\0")[0]
        if Path(program).name == name:
            return process
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            waiting += map(int, children.read_text("ascii").split())
    raise AssertionError(f"no {name} runs")
