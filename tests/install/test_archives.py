"""Files of a release: the same bytes wherever they are made, and they unpack to what went in."""

from __future__ import annotations

import io
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from release import linux, start, wheels
from release.archives import ar, files_below, gz, sums, tarred, xz
from release.project import LOCK as LOCK_FILE
from release.project import ROOT, requirements

WHEN_S = 1_700_000_000
PROGRAM = b'#!/bin/sh\necho "started with: $*"\n'


def small_folder(folder: Path) -> Path:
    folder.mkdir()
    (folder / "clashcam").write_bytes(PROGRAM)
    (folder / "clashcam").chmod(0o700)
    (folder / "data").mkdir(mode=0o700)
    (folder / "data" / "b.txt").write_text("b")
    (folder / "data" / "a.txt").write_text("a")
    (folder / "link").symlink_to("data/a.txt")
    return folder


def test_an_archive_says_nothing_of_where_when_and_by_whom_it_was_made(tmp_path: Path) -> None:
    one = small_folder(tmp_path / "one")
    two = small_folder(tmp_path / "two")
    os.utime(two / "data" / "a.txt", (time.time() + 99, time.time() + 99))
    first, second = (tarred(files_below(each, "./usr/"), WHEN_S) for each in (one, two))
    assert first == second
    assert (gz(first), xz(first)) == (gz(second), xz(second))
    with tarfile.open(fileobj=io.BytesIO(first)) as archive:
        members = {each.name: each for each in archive.getmembers()}
        assert list(members) == [
            *("./usr", "./usr/data", "./usr/clashcam", "./usr/data/a.txt", "./usr/data/b.txt", "./usr/link"),
        ]
        assert {(each.uid, each.gid, each.mtime) for each in members.values()} == {(0, 0, WHEN_S)}
        modes = [members[f"./usr/{name}"].mode for name in ("clashcam", "data", "data/a.txt")]
        assert modes == [0o755, 0o755, 0o644]
        assert members["./usr/link"].linkname == "data/a.txt"


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb, a part of Debian")
def test_the_package_is_one_that_debian_reads(tmp_path: Path) -> None:
    files = {"./usr/bin/clashcam@": b"../lib/clashcam/clashcam", "./usr/lib/clashcam/clashcam": PROGRAM}
    package = tmp_path / "clashcam.deb"
    package.write_bytes(linux.deb(xz(tarred(files, WHEN_S)), 12, WHEN_S))
    described = subprocess.run(
        ["dpkg-deb", "--field", package], check=True, capture_output=True, text=True
    ).stdout
    assert "Package: clashcam\n" in described
    assert "Installed-Size: 12\n" in described
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path / "root"], check=True)
    run = subprocess.run(
        [tmp_path / "root/usr/bin/clashcam", "x"], check=True, capture_output=True, text=True
    )
    assert run.stdout == "started with: x\n"


def test_an_odd_member_of_a_package_is_padded() -> None:
    assert ar({"a": b"xyz"}, WHEN_S).endswith(b"`\nxyz\n")
    assert ar({"a": b"wxyz"}, WHEN_S).endswith(b"`\nwxyz")


@pytest.fixture(scope="module")
def one_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small program in one file; `xz` comes with it, since the machine that runs it may have none."""
    files = {"./usr/bin/clashcam@": b"../lib/clashcam/clashcam", "./usr/lib/clashcam/clashcam": PROGRAM}
    library = next(Path("/usr/lib").rglob("liblzma.so.5"))
    made = tmp_path_factory.mktemp("single") / "Clashcam here.run"
    made.write_bytes(linux.one_file(xz(tarred(files, WHEN_S)), linux.xz_itself(library, WHEN_S)))
    made.chmod(0o755)
    return made


def started(file: Path, home: Path, *words: str) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home)}
    return subprocess.run([file, *words], env=environment, check=True, capture_output=True, text=True).stdout


def test_one_file_is_unpacked_once_and_started(one_file: Path, tmp_path: Path) -> None:
    assert started(one_file, tmp_path, "identify", "x.jpg") == "started with: identify x.jpg\n"
    (unpacked,) = (tmp_path / ".cache" / "clashcam").iterdir()
    kept = unpacked / "usr/lib/clashcam/clashcam"
    kept.write_bytes(PROGRAM.replace(b"started", b"kept, started"))
    assert started(one_file, tmp_path) == "kept, started with: \n"
    assert [path.name for path in tmp_path.iterdir()] == [".cache"]


def test_a_start_that_broke_off_is_made_up_for(one_file: Path, tmp_path: Path) -> None:
    started(one_file, tmp_path)
    (unpacked,) = (tmp_path / ".cache" / "clashcam").iterdir()
    shutil.rmtree(unpacked)
    unpacked.with_name(f"{unpacked.name}.1.part").mkdir()
    assert started(one_file, tmp_path) == "started with: \n"


def test_a_file_that_was_cut_short_leaves_nothing_that_looks_whole(one_file: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.run"
    cut.write_bytes(one_file.read_bytes()[:-200])
    cut.chmod(0o755)
    with pytest.raises(subprocess.CalledProcessError):
        started(cut, tmp_path)
    assert list((tmp_path / ".cache" / "clashcam").iterdir()) == []


def test_packing_hard_keeps_every_byte() -> None:
    assert lzma.decompress(xz(PROGRAM)) == PROGRAM


def test_what_is_packed_can_be_unpacked_on_all_cores(tmp_path: Path) -> None:
    """One block is the work of one core, however many there are."""
    packed = tmp_path / "packed.xz"
    packed.write_bytes(xz(bytes(70 << 20)))
    listed = subprocess.run(
        ["xz", "--robot", "--list", packed], check=True, capture_output=True, text=True
    ).stdout
    _, _, blocks, *_ = next(line for line in listed.splitlines() if line.startswith("file")).split("\t")
    assert int(blocks) == 3


def test_sums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    (tmp_path / "b").write_text("b")
    (tmp_path / "SHA256SUMS").write_text(sums(tmp_path))
    subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True, capture_output=True
    )
    assert len(sums(tmp_path).splitlines()) == 2


LOCK = """\
click==8.5.1 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
hatchling==1.33.0 \\
    --hash=sha256:cc
psycopg-binary==3.3 ; implementation_name != 'pypy' \\
    --hash=sha256:ff
old==1 ; python_full_version < '3.12' \\
    --hash=sha256:dd
colorama==0.4 ; sys_platform == 'win32' \\
    --hash=sha256:ee
"""


@pytest.mark.parametrize(("python", "more"), [("3.11", "old==1 --hash=sha256:dd\n"), ("3.13", "")])
def test_a_wheelhouse_holds_what_its_own_python_needs(python: str, more: str) -> None:
    assert requirements(LOCK, python) == f"click==8.5.1 --hash=sha256:aa --hash=sha256:bb\n{more}"


@pytest.mark.parametrize("python", wheels.PYTHONS)
def test_a_wheelhouse_holds_whatever_its_libraries_need_in_turn(python: str) -> None:
    """What is missing there cannot be fetched: pip would end with an error at a table without a network."""
    lines = requirements((ROOT / LOCK_FILE).read_text("utf-8"), python).splitlines()
    held = {canonicalize_name(line.partition("==")[0]) for line in lines}
    there = {"python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    asked = {
        canonicalize_name(need.name)
        for name in held
        for need in map(Requirement, metadata.requires(name) or [])
        if need.marker is None or need.marker.evaluate(there)
    }
    assert asked - held == set()
    assert "packaging" in held, "the networks' library needs it"


def test_two_builds_of_wheel_and_source_in_two_folders_are_the_same(tmp_path: Path) -> None:
    """The whole release is compared by `make dist-check`; this is its part that takes seconds."""
    made = []
    for name in ("here", "somewhere-else"):
        root, to = tmp_path / name, tmp_path / f"to-{name}"
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True)
        root.mkdir()
        to.mkdir()
        subprocess.run(["tar", "-x", "-C", root], input=archive.stdout, check=True)
        wheel = wheels.build(to, WHEN_S, root)
        made.append(sums(to))
    assert made[0] == made[1]
    assert made[0].count("\n") == 2
    with zipfile.ZipFile(wheel) as held:
        assert "webui/CHANGELOG.md" in held.namelist()


@pytest.mark.parametrize(
    ("environment", "opens"),
    [
        ({}, "env -u LD_LIBRARY_PATH xdg-open %s"),
        ({"BROWSER": "firefox"}, "env -u LD_LIBRARY_PATH firefox %s"),
        ({"LD_LIBRARY_PATH_ORIG": "/a b"}, "env LD_LIBRARY_PATH='/a b' xdg-open %s"),
        ({"BROWSER": "lynx %s:w3m"}, "env -u LD_LIBRARY_PATH lynx %s:env -u LD_LIBRARY_PATH w3m %s"),
    ],
)
def test_the_browser_gets_the_libraries_of_the_system(environment: dict[str, str], opens: str) -> None:
    assert start.browser(environment) == opens


@pytest.mark.parametrize("before", [None, "/somewhere/else"])
def test_the_browser_is_started_with_what_was_there_before(before: str | None, tmp_path: Path) -> None:
    stand_in = tmp_path / "browser"
    stand_in.write_text(f'#!/bin/sh\necho "$1 ${{LD_LIBRARY_PATH-unset}}" > {tmp_path}/opened\n')
    stand_in.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "BROWSER": str(stand_in), "LD_LIBRARY_PATH": "/ours"}
    if before is not None:
        environment["LD_LIBRARY_PATH_ORIG"] = before
    environment["BROWSER"] = start.browser(environment)
    command = [sys.executable, "-c", "import webbrowser; webbrowser.open('http://127.0.0.1:1/')"]
    subprocess.run(command, env=environment, check=True)
    assert (tmp_path / "opened").read_text() == f"http://127.0.0.1:1/ {before or 'unset'}\n"
