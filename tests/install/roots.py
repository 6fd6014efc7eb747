"""Bare systems: the least that Debian can be, without Python."""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLAYER = 1000
MADE = ".made"
CLONE_NEWNS, CLONE_NEWNET = 0x00020000, 0x40000000
SIOCSIFFLAGS, IFF_UP = 0x8914, 0x1


def make_root(folder: Path, suite: str) -> Path:
    """Make a bare root of a release of Debian, unless it is there; it needs the network."""
    if not (folder / MADE).exists():
        subprocess.run(["debootstrap", "--variant=minbase", suite, str(folder)], check=True)
        (folder / MADE).touch()
    return folder


def leave_the_network() -> None:
    """Go on, in this process and its children, with loopback alone and with mounts of their own."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET | CLONE_NEWNS):
        raise OSError(ctypes.get_errno(), "unshare: must be root")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        fcntl.ioctl(sock, SIOCSIFFLAGS, struct.pack("16sh", b"lo", IFF_UP))


@contextmanager
def mounted(root: Path) -> Iterator[Path]:
    """Lend a root its ``/proc`` and ``/dev/shm`` for a while, and an empty home; give the home's folder."""
    shm = root / "dev" / "shm"
    shm.mkdir(exist_ok=True)
    home = root / "home" / "player"
    home.mkdir(parents=True, exist_ok=True)
    mounts = [("proc", root / "proc"), ("tmpfs", shm), ("tmpfs", home)]
    for kind, place in mounts:
        subprocess.run(["mount", "-t", kind, kind, str(place)], check=True)
    os.chown(home, PLAYER, PLAYER)
    try:
        yield home
    finally:
        for _, place in reversed(mounts):
            subprocess.run(["umount", "--lazy", str(place)], check=True)


def as_player(root: Path, *words: str) -> list[str]:
    """Return the command line that runs words in a root as somebody who is not root."""
    variables = ["HOME=/home/player", "PATH=/usr/bin:/bin", "BROWSER=/home/player/browser"]
    return ["chroot", f"--userspec={PLAYER}:{PLAYER}", str(root), "/usr/bin/env", "-i", *variables, *words]
