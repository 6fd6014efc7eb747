"""Cut the power of a program that keeps verdicts, at random moments, and drop what it had not synced.

    python -m tests.benchmarks.power --count 200

What is simulated: every system call by which the program changed its data folder is recorded (strace), with what it
wrote. A cut falls between two calls. Of what a file was given since its last fsync each piece of 512 bytes stays or
goes by chance; of the changes to a folder's names since its last fsync the first so many stay, a random number, the
others are as if they had never been. A file synced under a name that never became durable is gone. What remains is
laid out as a folder and opened by the program anew: every verdict that it had confirmed before the cut (it says so
by a call that stands in the same record) must be there with its picture. Not simulated: disks that lie about fsync,
and blocks that go bad. A log on a server has the server's own promises; it is killed, not cut (`kills`).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.benchmarks.heading import heading
from tests.benchmarks.kept import lost, play

PIECE: Final = 512
"""Bytes that a disk writes whole or not at all."""

CALLS: Final = "openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,unlink,mkdir"
LINE: Final = re.compile(r"^(\w+)\((.*)\) += (-?\d+)")
TEXT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
HANDLE: Final = re.compile(r"^\d+<((?:\\x[0-9a-f]{2})*)>")


@dataclass(frozen=True, slots=True)
class Call:
    """One system call: what it did to which file, with which bytes or name, at which place."""

    name: str
    path: str
    data: bytes = b""
    place: int = 0


def recorded(verdicts: int, folder: Path) -> list[Call]:
    """Run the program until it has confirmed so many verdicts, and return what it did to its folder."""
    record = folder.with_name("record")
    words = ["strace", "-o", str(record), "-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}"]
    command = [*words, sys.executable, "-m", "tests.benchmarks.power", "--play", str(folder), str(verdicts)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with record.open(encoding="ascii", errors="replace") as lines:
        return [call for call in map(_read, lines) if call is not None and _is_ours(call, folder.parent)]


def _is_ours(call: Call, root: Path) -> bool:
    return call.name == "said" or Path(call.path).is_relative_to(root)


def _read(line: str) -> Call | None:
    found = LINE.match(line)
    if found is None or int(found[3]) < 0:
        return None
    name, words = found[1], found[2]
    handle, texts = HANDLE.match(words), TEXT.findall(re.sub(r"<[^>]*>", "", words))
    path = _plain(handle[1]).decode() if handle else ""
    if name == "write" and words.startswith("1<"):
        return Call("said", path, _plain(texts[0]))
    if name in ("write", "pwrite64"):
        last = words.rpartition(",")[2]
        return Call(name, path, _plain(texts[0])[: int(found[3])], int(last) if name == "pwrite64" else 0)
    if name == "ftruncate":
        return Call(name, path, place=int(words.rpartition(",")[2]))
    if name in ("fsync", "fdatasync"):
        return Call("fsync", path)
    if name == "openat":
        made = Call("create", _plain(texts[0]).decode(), b"new" if "O_TRUNC" in words else b"")
        return made if "O_CREAT" in words else None
    return Call(name, _plain(texts[0]).decode(), _plain(texts[1]) if name == "rename" else b"")


def _plain(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


Change = Callable[[bytearray], None]


@dataclass(slots=True, eq=False)
class File:
    """A file's bytes: those that are durable, and what was done since."""

    durable: bytearray = field(default_factory=bytearray)
    now: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)
    end: int = 0

    def do(self, change: Change) -> None:
        """Change it, for now."""
        change(self.now)
        self.pending.append(change)

    def sync(self) -> None:
        """What was done is durable."""
        self.durable, self.pending = bytearray(self.now), []

    def after_a_cut(self, chance: random.Random) -> bytes:
        """What is there when the power comes back."""
        left = bytearray(self.durable)
        for change in self.pending:
            if chance.random() < 0.5:
                change(left)
        return bytes(left)


def _piece(place: int, data: bytes) -> Change:
    def change(content: bytearray) -> None:
        content.extend(b"\0" * (place + len(data) - len(content)))
        content[place : place + len(data)] = data

    return change


def _cut_to(size: int) -> Change:
    def change(content: bytearray) -> None:
        del content[size:]
        content.extend(b"\0" * (size - len(content)))

    return change


@dataclass(slots=True)
class Disk:
    """Names and files, durable and not."""

    names: dict[str, File | None] = field(default_factory=dict)
    """What lies where by now; None is a folder."""
    durable: dict[str, File | None] = field(default_factory=dict)
    pending: list[tuple[str, str, File | None, bool]] = field(default_factory=list)
    """Changes of names that are not synced: the folder, the name, what it names, whether it is there."""

    def take(self, call: Call) -> None:
        """Do what a call did."""
        held = self.names.get(call.path)
        if call.name == "fsync":
            self._sync(call.path)
        elif call.name == "mkdir":
            self._name(call.path, None, there=True)
        elif call.name == "unlink":
            self._name(call.path, held, there=False)
        elif call.name == "rename":
            self._name(call.path, held, there=False)
            self._name(call.data.decode(), held, there=True)
        elif call.name == "create":
            self._create(call)
        elif isinstance(held, File):
            self._write(held, call)

    def _create(self, call: Call) -> None:
        held = self.names.get(call.path)
        if not isinstance(held, File):
            self._name(call.path, File(), there=True)
        elif call.data:
            held.do(_cut_to(0))
            held.end = 0

    def _write(self, file: File, call: Call) -> None:
        if call.name == "ftruncate":
            file.do(_cut_to(call.place))
            file.end = min(file.end, call.place)
            return
        place = call.place if call.name == "pwrite64" else file.end
        for start in range(0, len(call.data), PIECE):
            file.do(_piece(place + start, call.data[start : start + PIECE]))
        file.end = place + len(call.data)

    def _name(self, path: str, file: File | None, *, there: bool) -> None:
        self.pending.append((str(Path(path).parent), path, file, there))
        if there:
            self.names[path] = file
        else:
            self.names.pop(path, None)

    def _sync(self, path: str) -> None:
        held = self.names.get(path)
        if isinstance(held, File):
            held.sync()
            return
        for change in [each for each in self.pending if each[0] == path]:
            self._settle(change)
            self.pending.remove(change)

    def _settle(self, change: tuple[str, str, File | None, bool]) -> None:
        _, path, file, there = change
        if there:
            self.durable[path] = file
        elif self.durable.get(path) is file:
            del self.durable[path]

    def after_a_cut(self, chance: random.Random) -> dict[str, bytes | None]:
        """What lies where when the power comes back: bytes, or None for a folder."""
        kept = Disk(durable=dict(self.durable))
        for folder in sorted({each[0] for each in self.pending}):
            waiting = [each for each in self.pending if each[0] == folder]
            for change in waiting[: chance.randint(0, len(waiting))]:
                kept._settle(change)
        return {
            path: None if file is None else file.after_a_cut(chance) for path, file in kept.durable.items()
        }


def cut(calls: list[Call], at: int, root: Path, to: Path, chance: random.Random) -> list[int]:
    """Lay out in ``to`` what a cut before that call leaves of ``root``; return what had been confirmed."""
    disk = Disk()
    for call in calls[:at]:
        disk.take(call)
    for path, content in sorted(disk.after_a_cut(chance).items()):
        place = to / Path(path).relative_to(root)
        if not place.parent.is_dir():
            continue  # The folder that held it never became durable.
        if content is None:
            place.mkdir()
        else:
            place.write_bytes(content)
    said = b"".join(call.data for call in calls[:at] if call.name == "said")
    return [int(number) for number in said.split(b"\n")[:-1]]


def losses(count: int, verdicts: int, seed: int) -> Iterator[tuple[int, int]]:
    """Cut so often; yield how many verdicts had been confirmed and how many of them were lost."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as outer:
        root = Path(outer).resolve() / "root"
        root.mkdir()
        calls = recorded(verdicts, root / "data")
        for _ in range(count):
            with tempfile.TemporaryDirectory() as left:
                confirmed = cut(calls, chance.randint(1, len(calls)), root, Path(left), chance)
                yield len(confirmed), len(lost(Path(left) / "data", None, confirmed))


def _play(folder: Path, verdicts: int) -> None:
    """What is recorded: the program itself, in a new folder, confirming on its first handle."""

    def say(number: int) -> None:
        os.write(1, b"%d\n" % number)
        if number + 1 >= verdicts:
            os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with contextlib.suppress(SystemExit):
        play(folder, None, 0, say)


def main() -> None:
    """Cut the power as often as was asked, and say what was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--verdicts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--play", nargs=2, metavar=("FOLDER", "VERDICTS"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.play:
        _play(Path(chosen.play[0]), int(chosen.play[1]))
        return
    print(heading(f"{chosen.count} cuts of {chosen.verdicts} verdicts"), flush=True)
    seen = list(losses(chosen.count, chosen.verdicts, chosen.seed))
    gone = sum(lost for _, lost in seen)
    print(f"power cut {len(seen)} times; the database was sound each time")
    print(
        f"confirmed before the cut {sum(kept for kept, _ in seen)} verdicts with their pictures; lost {gone}"
    )
    raise SystemExit(bool(gone))


if __name__ == "__main__":
    main()
