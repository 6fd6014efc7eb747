"""Wheel, source archive, and the folder of wheels for machines without a network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from release.archives import files_below, tarred
from release.project import EPOCH, LOCK, ROOT, requirements, version

PYTHONS: Final = ("3.11", "3.13")
"""Those of Debian 12 and 13."""

PLATFORMS: Final = (
    "manylinux_2_28_x86_64",
    "manylinux_2_27_x86_64",
    "manylinux_2_17_x86_64",
    "manylinux2014_x86_64",
)

INSTALL: Final = """\
#!/bin/sh
# Installs Clashcam {version} from the wheels beside this script; nothing is downloaded. It needs Python {python}.
#   ./install.sh [FOLDER]     the folder of its own Python environment; ~/.local/share/clashcam-app if left out
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${{1:-$HOME/.local/share/clashcam-app}}
python=${{PYTHON:-python{python}}}
"$python" -m venv "$folder" || {{
  echo "Python {python} with its module venv is needed (Debian: apt install python3-venv)" >&2
  exit 1
}}
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --find-links "$here/wheels" \\
  --require-hashes --requirement "$here/requirements.txt"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps \\
  --find-links "$here/wheels" "clashcam=={version}"
echo "Start it with: $folder/bin/clashcam play"
"""


def build(to: Path, epoch_s: int, root: Path = ROOT) -> Path:
    """Write wheel and source archive into a folder, and return the wheel."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(to.resolve())]
    environment = {**os.environ, EPOCH: str(epoch_s)}
    subprocess.run(command, cwd=root, env=environment, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = to.glob("clashcam-*.whl")
    return wheel


def download(wheels: Path, python: str, scratch: Path) -> str:
    """Download the wheels that a Linux machine with this Python needs, and return what was asked for."""
    asked = requirements((ROOT / LOCK).read_text("utf-8"), python)
    listed = scratch / f"requirements-{python}.txt"
    listed.write_text(asked, "utf-8")
    platforms = [word for each in PLATFORMS for word in ("--platform", each)]
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--require-hashes", "--no-deps", "--only-binary=:all:", "--python-version", python, *platforms),
        *("--requirement", str(listed), "--dest", str(wheels)),
    ]
    subprocess.run(command, check=True)
    return asked


def wheelhouse(wheel: Path, python: str, scratch: Path, epoch_s: int) -> bytes:
    """Return an archive of all wheels for one Python, with a script that installs them."""
    wheels = scratch / f"wheels-{python}"
    wheels.mkdir()
    asked = download(wheels, python, scratch)
    folder = f"clashcam-{version()}-wheelhouse-py{python}"
    members: dict[str, Path | bytes] = {
        f"{folder}/install.sh": INSTALL.format(version=version(), python=python).encode(),
        f"{folder}/requirements.txt": asked.encode(),
        f"{folder}/wheels/{wheel.name}": wheel,
    }
    return tarred({**members, **files_below(wheels, f"{folder}/wheels/")}, epoch_s)
