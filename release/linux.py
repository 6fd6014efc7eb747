"""The files for Linux: a Debian package, and the same program in one file that runs where it lies."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Final

from release.archives import ar, files_below, gz, tarred, xz
from release.icons import png
from release.project import ICON, ROOT, version

HOME: Final = "./usr/lib/clashcam/"
ICON_SIZES_PX: Final = (48, 128, 256)

ENTRY: Final = """\
[Desktop Entry]
Type=Application
Name=Clashcam
Comment=A camera reads the cards on your table
Comment[de]=Eine Kamera liest die Karten auf eurem Tisch
Exec=/usr/bin/clashcam
Icon=clashcam
Terminal=false
Categories=Game;CardGame;
"""

CONTROL: Final = """\
Package: clashcam
Version: {version}
Architecture: amd64
Maintainer: The Clashcam authors <clashcam@localhost>
Installed-Size: {kilobytes}
Depends: libc6 (>= 2.36)
Suggests: xdg-utils
Section: games
Priority: optional
Description: A camera that referees games played with real cards
 Point a camera at the table, play Demon City with a real tarot deck, and
 the page on the laptop or TV says who won. Nothing else is needed.
"""

HEADER: Final = """\
#!/bin/sh
# Clashcam {version} in one file: unpacked once into your cache folder, then started. Without words it opens the page.
set -eu
base="${{XDG_CACHE_HOME:-$HOME/.cache}}/clashcam"
home="$base/{digest}"
if [ ! -e "$home/usr/bin/clashcam" ]; then
  part="$home.$$.part"
  trap 'rm -rf "$part"' EXIT
  mkdir -p "$part/.xz"
  tail -c +{first} "$0" | head -c {xz_bytes} | tar -xz -C "$part/.xz"
  tail -c +{second} "$0" | LD_LIBRARY_PATH="$part/.xz" "$part/.xz/xz" -dc --threads=0 | tar -x -C "$part"
  rm -rf "$part/.xz"
  mv "$part" "$home" 2>/dev/null || [ -e "$home/usr/bin/clashcam" ]
  trap - EXIT
fi
exec "$home/usr/lib/clashcam/clashcam" "$@"
"""
"""Bare systems unpack gzip but not xz, which is a quarter smaller: xz itself lies in front, packed by gzip."""


def package_name() -> str:
    """Return the name of the Debian package."""
    return f"clashcam_{version()}_amd64.deb"


def payload(folder: Path, epoch_s: int) -> tuple[bytes, int]:
    """Return what both files hold, as ``data.tar.xz``, and its size unpacked in kilobytes.

    ``folder`` is the one-folder program.
    """
    files = files_below(folder, HOME)
    more: dict[str, Path | bytes] = {
        "./usr/bin/clashcam@": b"../lib/clashcam/clashcam",
        "./usr/share/applications/clashcam.desktop": ENTRY.encode(),
        "./usr/share/doc/clashcam/copyright": ROOT / "LICENSE",
        "./usr/share/icons/hicolor/scalable/apps/clashcam.svg": ICON,
    }
    for size in ICON_SIZES_PX:
        more[f"./usr/share/icons/hicolor/{size}x{size}/apps/clashcam.png"] = png(ICON, size)
    tar = tarred({**files, **more}, epoch_s)
    return xz(tar), len(tar) // 1024


def deb(data: bytes, kilobytes: int, epoch_s: int) -> bytes:
    """Return the Debian package of a payload."""
    control = CONTROL.format(version=version(), kilobytes=kilobytes)
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": gz(tarred({"./control": control.encode()}, epoch_s)),
        "data.tar.xz": data,
    }
    return ar(members, epoch_s)


def one_file(data: bytes, unpacker: bytes) -> bytes:
    """Return the program in one file, with ``unpacker`` (:func:`xz_itself`) before its payload."""
    digest = hashlib.sha256(data).hexdigest()[:16]

    def header(first: int) -> bytes:
        named = f"{version()}-{digest}"
        return HEADER.format(
            version=version(), digest=named, first=first, xz_bytes=len(unpacker), second=first + len(unpacker)
        ).encode()

    # Its own length stands in it: the same number of digits until it fits.
    length = len(header(1000))
    while len(header(length + 1)) != length:
        length = len(header(length + 1))
    return header(length + 1) + unpacker + data


def xz_itself(library: Path, epoch_s: int) -> bytes:
    """Return the program ``xz`` of this machine, with its ``library``, packed by gzip.

    :raise FileNotFoundError: it is not installed
    """
    program = shutil.which("xz")
    if program is None:
        raise FileNotFoundError("xz: not installed (apt install xz-utils)")
    return gz(tarred({"xz": Path(program).resolve(), library.name: library}, epoch_s))
