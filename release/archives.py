"""Archives that are the same bytes wherever and whenever they are written."""

from __future__ import annotations

import gzip
import hashlib
import io
import subprocess
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

Members: TypeAlias = Mapping[str, Path | bytes]
"""The files of an archive by their paths in it; a path that ends with ``@`` is a link to its bytes."""

PACKED: Final = ("--x86", "--lzma2=preset=4,dict=32MiB")
"""The filter for x86 code makes programs a tenth smaller; preset 9 takes four times as long for a twentieth less."""

BLOCK: Final = "32MiB"
"""Each block is unpacked by itself, so that all cores unpack; as large as the dictionary, which costs a hundredth."""

EXECUTABLE: Final = 0o755
READABLE: Final = 0o644


def files_below(folder: Path, prefix: str) -> dict[str, Path]:
    """Return every file below a folder, by its path in an archive."""
    return {
        f"{prefix}{path.relative_to(folder).as_posix()}": path
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def tarred(members: Members, epoch_s: int) -> bytes:
    """Return a tar archive: sorted, owned by root, every file of the same time; each folder before its files."""
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for folder in _folders(members):
            archive.addfile(_entry(folder, epoch_s, tarfile.DIRTYPE, EXECUTABLE))
        for name in sorted(members):
            _add(archive, name, members[name], epoch_s)
    return held.getvalue()


def _folders(names: Iterable[str]) -> list[str]:
    found = {
        "/".join(parts[:n]) for name in names for parts in [name.split("/")] for n in range(1, len(parts))
    }
    return sorted(found - {"."})


def _entry(name: str, epoch_s: int, kind: bytes, mode: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.mtime, entry.type, entry.mode = epoch_s, kind, mode
    entry.uname = entry.gname = "root"
    return entry


def _add(archive: tarfile.TarFile, name: str, held: Path | bytes, epoch_s: int) -> None:
    if name.endswith("@") or (isinstance(held, Path) and held.is_symlink()):
        entry = _entry(name.removesuffix("@"), epoch_s, tarfile.SYMTYPE, 0o777)
        entry.linkname = held.decode() if isinstance(held, bytes) else str(held.readlink())
        archive.addfile(entry)
        return
    is_program = held[:2] == b"#!" if isinstance(held, bytes) else bool(held.stat().st_mode & 0o100)
    content = held if isinstance(held, bytes) else held.read_bytes()
    entry = _entry(name, epoch_s, tarfile.REGTYPE, EXECUTABLE if is_program else READABLE)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))


def xz(content: bytes) -> bytes:
    """Compress in blocks that say how long they are; the bytes are the same with any number of threads from two on.

    :raise FileNotFoundError: xz is not installed
    """
    words = ["xz", "--stdout", "--check=crc32", "--threads=2", f"--block-size={BLOCK}", *PACKED]
    return subprocess.run(words, input=content, check=True, capture_output=True).stdout


def gz(content: bytes) -> bytes:
    """Compress without name and time."""
    return gzip.compress(content, mtime=0)


def ar(members: Mapping[str, bytes], epoch_s: int) -> bytes:
    """Return an ``ar`` archive, which is what a Debian package is."""
    parts = [b"!<arch>\n"]
    for name, content in members.items():
        parts.append(f"{name:<16}{epoch_s:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode())
        parts.append(content + b"\n" * (len(content) % 2))
    return b"".join(parts)


def sums(folder: Path) -> str:
    """Return the SHA-256 of every file of a folder, as ``sha256sum --check`` reads them."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
