"""The module for Foundry VTT against a small stand-in of its API: it posts verdicts into the chat, and nothing else."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.webui.connect.played import RELEASED

ROOT = Path(__file__).resolve().parents[3]
FOUNDRY = ROOT / "integrations" / "foundry"
RECORDED = RELEASED / "1.jsonl"


def run(**asked: Any) -> Any:
    module = FOUNDRY / "scripts" / "clashcam.mjs"
    command = [
        "node",
        str(Path(__file__).parent / "foundry.mjs"),
        str(module),
        str(RECORDED),
        json.dumps(asked),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def verdicts() -> list[Any]:
    events = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
    return [each["data"] for each in events if each["event"] == "verdict"]


@pytest.mark.parametrize("twice", [False, True])
def test_each_throw_is_one_card_and_judged_again_the_card_changes(twice: bool) -> None:
    done = run(twice=twice)
    throws = {each["throw"]: each for each in verdicts()}
    assert len(done["shown"]) == len(throws)
    for shown, verdict in zip(done["shown"], throws.values(), strict=True):
        assert verdict["title"].replace(">", "&gt;") in shown["content"]
        assert shown["updates"] == verdict["revision"] - 1
        assert shown["speaker"] == {"alias": "Clashcam"}
    assert any('class="critical"' in each["content"] for each in done["shown"])
    assert done["changed"] == []


def test_it_listens_with_the_token_which_stays_in_this_browser() -> None:
    done = run()
    assert done["opened"][0] == {"url": "http://127.0.0.1:8765/api/v1/stream?token=ccs_a", "closed": True}
    assert set(done["scopes"]) == {"client"}


@pytest.mark.parametrize("asked", [{"isGM": False}, {"isActive": False}, {"token": ""}])
def test_one_gamemaster_alone_posts_and_only_with_a_token(asked: dict[str, Any]) -> None:
    assert run(**asked)["shown"] == []


def test_a_name_is_no_markup_no_link_and_no_roll() -> None:
    done = run(title="<img src=x onerror=alert(1)> [[/r 1d20]] @UUID[Actor.x]{y}")
    for shown in done["shown"]:
        assert "<img" not in shown["content"]
        assert "[[" not in shown["content"]
        assert "@UUID" not in shown["content"]


def test_the_manifest_names_files_that_are_there() -> None:
    manifest = json.loads((FOUNDRY / "module.json").read_text(encoding="utf-8"))
    paths = [*manifest["esmodules"], *manifest["styles"], *(each["path"] for each in manifest["languages"])]
    assert [path for path in paths if not (FOUNDRY / path).is_file()] == []
    words = [
        json.loads((FOUNDRY / each["path"]).read_text(encoding="utf-8")).keys()
        for each in manifest["languages"]
    ]
    assert words[0] == words[1]
