"""The image of a table (`docker/table`): its steps, what it starts, and whether it says that it is well."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from release.linux import package_name
from release.project import ROOT
from webui.cli.play import command
from webui.storage.folders import DATA_VARIABLE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a container of Linux")

FOLDER = ROOT / "docker" / "table"


def table() -> dict[str, Any]:
    """The service of the compose file: YAML in the form of JSON."""
    file: dict[str, Any] = json.loads((FOLDER / "compose.yaml").read_text("utf-8"))
    assert set(file["services"]) == {"table"}
    assert file["volumes"].keys() == {"data"}
    found: dict[str, Any] = file["services"]["table"]
    return found


def steps() -> list[tuple[str, str]]:
    text = (FOLDER / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(step, rest) for step, rest in (line.split(maxsplit=1) for line in lines)]


def test_the_image_is_a_base_and_the_package_of_a_release() -> None:
    assert steps()[:2] == [("ARG", "DEBIAN=debian:bookworm-slim"), ("FROM", "${DEBIAN}")], (
        "a digest may be given"
    )
    assert table()["build"]["args"]["DEBIAN"].endswith(":-debian:bookworm-slim}")
    installed, made = [rest for step, rest in steps() if step == "RUN"]
    source, pattern = installed.split()[0], installed.rpartition("/")[2]
    assert source == "--mount=type=bind,target=/release", (
        "the package is no part of the image beside what it installs"
    )
    assert fnmatch(package_name(), pattern)
    assert made.endswith(" /data")
    copied = [shlex.split(rest)[1:-1] for step, rest in steps() if step == "COPY"]
    assert [name for names in copied for name in names if not (FOLDER / name).is_file()] == []


def test_the_data_is_kept_in_a_volume_and_nothing_else_is() -> None:
    named = dict(steps())
    assert named["ENV"] == f"{DATA_VARIABLE}=/data"
    assert named["VOLUME"] == "/data"
    assert table()["volumes"] == ["data:/data"]
    assert named["USER"] == "nobody"


def test_the_camera_is_passed_in_and_nothing_more() -> None:
    service = table()
    [device] = service["devices"]
    assert re.fullmatch(r"\$\{CLASHCAM_CAMERA:-/dev/video0\}:/dev/video0", device)
    assert service["group_add"] == ["${CLASHCAM_VIDEO_GROUP:-44}"], "Debian's group of cameras"
    assert service["cap_drop"] == ["ALL"]
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]


def test_the_page_is_served_to_the_machine_and_its_health_is_asked_there() -> None:
    """On a network of its own the machine itself would come as a stranger: only this machine is the Host's."""
    service, named = table(), dict(steps())
    assert service["network_mode"] == "host"
    assert "ports" not in service
    assert json.loads(named["ENTRYPOINT"]) == ["clashcam"]
    name, *words = json.loads(named["CMD"])
    assert name == command.name
    started = command.make_context(name, words).params
    script = (FOLDER / "health").read_text("utf-8")
    assert f"port=${{1:-{started['port']}}}" in script
    assert f"/dev/tcp/{started['host']}/$port" in script
    [copied] = [shlex.split(rest) for step, rest in steps() if step == "COPY"]
    assert service["healthcheck"]["test"] == ["CMD", Path(copied[-1]).name]


def test_it_is_well_while_the_page_answers_and_only_then(tmp_path: Path) -> None:
    line = [sys.executable, "-c", "from webui.cli import main; main()", "play", "demo", "--no-browser"]
    line += ["--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(line, stderr=subprocess.PIPE, text=True) as program:
        try:
            assert program.stderr is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", program.stderr.readline())
            assert found is not None
            health = ["bash", str(FOLDER / "health"), found[1]]
            assert subprocess.run(health, timeout=60).returncode == 0
            program.terminate()
            program.communicate(timeout=90)
        finally:
            program.kill()
    assert subprocess.run(health, timeout=60, capture_output=True).returncode == 1
