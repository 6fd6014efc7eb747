"""Try the released files in bare roots, and print what took how long."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import cv2

from models.housedeck import faces
from tests.install.container import try_container
from tests.install.roots import PLAYER, as_player, leave_the_network, make_root, mounted
from tests.install.session import play_by_double_click

SUITES = ("bookworm", "trixie")
FIRST_VERDICT_S = 45.0
OLD_FOLDER = Path(__file__).parents[1] / "webui" / "released" / "data-folder-0.1.0.tar.xz"
OLD_SESSION, OLD_ENTRIES = "2026-11-30-a", 2
ENROLLED = ("w01", "c05", "m00")

Run: TypeAlias = Callable[..., str]
"""Runs a subcommand of the installed program, and returns what it printed."""


def main() -> None:
    """Try each file in each root."""
    parser = argparse.ArgumentParser(prog="python -m tests.install", description=__doc__)
    parser.add_argument(
        "--files", type=Path, required=True, help="the folder that `python -m release` filled"
    )
    parser.add_argument(
        "--roots", type=Path, help="where bare roots are kept (a temporary folder if left out)"
    )
    parser.add_argument("--suites", nargs="+", default=SUITES)
    asked = parser.parse_args()
    (single,) = asked.files.glob("*.run")
    (package,) = asked.files.glob("*.deb")
    with tempfile.TemporaryDirectory() as scratch:
        for suite in asked.suites:
            root = make_root((asked.roots or Path(scratch)) / suite, suite)
            for file in (single, package):
                _apart(try_file, file, root, f"{file.name} on {suite}")
        _apart(try_container, package, root, f"container on {asked.suites[-1]}")
        for wheels in asked.files.glob(f"*-py{sys.version_info.major}.{sys.version_info.minor}-*.tar"):
            _apart(try_wheels, wheels, Path(scratch) / "wheels", wheels.name)


def _apart(attempt: Callable[[Path, Path], None], file: Path, place: Path, name: str) -> None:
    """Make an attempt in a process of its own, which leaves the network."""
    trying = multiprocessing.Process(target=attempt, args=(file.resolve(), place.resolve()))
    trying.start()
    trying.join()
    if trying.exitcode:
        raise SystemExit(f"{name}: failed")


def try_wheels(archive: Path, folder: Path) -> None:
    """Install the wheels for this Python, without a network, by the script that lies with them."""
    leave_the_network()
    with tarfile.open(archive) as held:
        held.extractall(folder, filter="data")
    (script,) = folder.glob("*/install.sh")
    # What this machine's pip is told otherwise is no part of what is tried.
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHON": sys.executable}
    subprocess.run([script, folder / "environment"], env=environment, check=True)
    program = folder / "environment" / "bin" / "clashcam"
    done = subprocess.run([program, "doctor"], env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.count("ok ") >= 8, done.stdout
    print(f"{archive.name}: installed, doctor is well", flush=True)


def try_file(file: Path, root: Path) -> None:
    """Try one file in one root, without a network."""
    leave_the_network()
    assert not list(root.glob("usr/bin/python*")), "a bare root has no Python"
    with mounted(root) as home:
        if file.suffix == ".deb":
            shutil.copy(file, home / file.name)
            subprocess.run(
                ["chroot", root, "dpkg", "-i", f"/home/player/{file.name}"], check=True, capture_output=True
            )
            entry = (root / "usr/share/applications/clashcam.desktop").read_text("utf-8")
            (command,) = (line[5:] for line in entry.splitlines() if line.startswith("Exec="))
        else:
            shutil.copy(file, home / "Clashcam.run")
            command = "/home/player/Clashcam.run"
        try:
            _use(command, root, home, f"{root.name}, {file.name}")
        finally:
            if file.suffix == ".deb":
                subprocess.run(["chroot", root, "dpkg", "-r", "clashcam"], check=True, capture_output=True)
    if file.suffix == ".deb":
        assert not (root / "usr/lib/clashcam").exists(), "what was installed is gone again"


def _use(command: str, root: Path, home: Path, name: str) -> None:
    def run(*words: str) -> str:
        done = subprocess.run(as_player(root, command, *words), capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    first_s = play_by_double_click(as_player(root, command), home)
    again_s = play_by_double_click(as_player(root, command), home)
    print(f"{name}: first verdict after {first_s:.1f} s, next time {again_s:.1f} s", flush=True)

    assert run("doctor").count("ok ") >= 8
    run("export", "--to", "/home/player/session.html")
    assert "<html" in (home / "session.html").read_text("utf-8")

    cards = home / "cards"
    cards.mkdir()
    for code in ENROLLED:
        cv2.imwrite(str(cards / f"{code}.png"), faces()[code])
    run("enrol", "--name", "mine", "/home/player/cards")
    assert "mine" in run("decks")

    _open_old_folder(
        run, [*as_player(root, command), "play", "--until-closed", "--data", "/home/player/old"], root, home
    )
    assert first_s <= FIRST_VERDICT_S, f"{first_s:.1f} s to the first verdict"
    print(f"{name}: doctor, export, enrol, identify and the data folder of 0.1.0 are well", flush=True)


def _open_old_folder(run: Run, play: list[str], root: Path, home: Path) -> None:
    """Open a data folder of the release before, play on with it, and look whether everything is still there."""
    old = home / "old"
    with tarfile.open(OLD_FOLDER) as archive:
        archive.extractall(old, filter="data")
    for path in [old, *old.rglob("*")]:
        shutil.chown(path, PLAYER, PLAYER)
    then = {path.relative_to(old) for path in (old / "pictures").rglob("*.jpg")}
    table = max((old / "pictures").rglob("*.jpg"), key=lambda path: path.stat().st_size)
    names = json.loads(run("identify", "--json", "--deck", "house", f"/{table.relative_to(root)}"))
    assert all(card["card"] for card in names["cards"] if card["face"] == "up"), names

    before = _entries(run, home)
    assert len(before) == OLD_ENTRIES
    play_by_double_click(play, home)
    after = _entries(run, home)
    assert [entry for entry in before if entry not in after] == []
    assert then <= {path.relative_to(old) for path in (old / "pictures").rglob("*.jpg")}
    assert "sessions" in run("doctor", "--data", "/home/player/old")


def _entries(run: Run, home: Path) -> list[object]:
    run("export", OLD_SESSION, "--data", "/home/player/old", "--to", "/home/player/old.json")
    found: list[object] = json.loads((home / "old.json").read_text("utf-8"))["entries"]
    return found


if __name__ == "__main__":
    main()
