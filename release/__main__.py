"""Build a release: ``python -m release --to dist``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from release import bill, bundle, linux, wheels
from release.archives import sums
from release.project import epoch_s, version

LARGEST_BYTES = 120_000_000
"""The most that one download may have."""

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


def library_of_xz(folder: Path) -> Path:
    """Return the library of ``xz`` that lies in the one-folder program."""
    return next((folder / "_internal").glob("liblzma.so.*"))


def main() -> None:
    """Build everything, or wheel, source archive and bill alone; print sizes, and fail if one is too large."""
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("--to", type=Path, required=True, help="an empty folder")
    parser.add_argument(
        "--no-program", action="store_true", help="only wheel, source archive and bill of materials"
    )
    asked = parser.parse_args()
    asked.to.mkdir(parents=True, exist_ok=True)
    if any(asked.to.iterdir()):
        parser.error(f"{asked.to} is not empty")
    name, when_s = f"clashcam-{version()}", epoch_s()
    with tempfile.TemporaryDirectory(prefix="clashcam-release-") as held:
        scratch = Path(held)
        wheel = wheels.build(asked.to, when_s)
        (asked.to / f"{name}.cdx.json").write_bytes(bill.bill(HERE, scratch, when_s))
        if not asked.no_program:
            _programs(asked.to, name, wheel, scratch, when_s)
    (asked.to / "SHA256SUMS").write_text(sums(asked.to), "utf-8")
    sizes = {path: path.stat().st_size for path in sorted(asked.to.iterdir())}
    for path, size in sizes.items():
        print(f"{size / 1e6:8.1f} MB  {path.name}")
    # Wheels that were packed by their makers cannot be packed any smaller.
    programs = {path: size for path, size in sizes.items() if "wheelhouse" not in path.name}
    if large := [path.name for path, size in programs.items() if size > LARGEST_BYTES]:
        sys.exit(f"larger than {LARGEST_BYTES / 1e6:.0f} MB: {', '.join(large)}")


def _programs(to: Path, name: str, wheel: Path, scratch: Path, when_s: int) -> None:
    for python in wheels.PYTHONS:
        archive = wheels.wheelhouse(wheel, python, scratch, when_s)
        (to / f"{name}-wheelhouse-py{python}-linux-x86_64.tar").write_bytes(archive)
    folder = bundle.build(wheel, scratch, when_s)
    data, kilobytes = linux.payload(folder, when_s)
    (to / linux.package_name()).write_bytes(linux.deb(data, kilobytes, when_s))
    single = to / f"{name}-linux-x86_64.run"
    single.write_bytes(linux.one_file(data, linux.xz_itself(library_of_xz(folder), when_s)))
    single.chmod(0o755)


if __name__ == "__main__":
    main()
