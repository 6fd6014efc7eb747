"""The running program over a pipeline that sees an empty table, and how tests speak to it."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from vision.types import Frame, FrameResult
from webui.camera.decks.readable import Decks
from webui.cli.looking import spec_of
from webui.cli.program import Place, Running, Tape

PATIENCE_S = 60.0


class Blank:
    """A tracker that sees an empty table."""

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        return FrameResult(t_s, 0, (frame.shape[1], frame.shape[0]), (), (), False, t_s)


class Table:
    """The program on the virtual table, and the decks that its pipelines were made for, in turn."""

    def __init__(
        self,
        data: Path,
        tape: Tape | None = None,
        source: str = "demo",
        copies: Mapping[str, int] | None = None,
        database: str | None = None,
        read_only: bool = False,
    ) -> None:
        self.made_for: list[tuple[str, ...]] = []
        decks = ("house",)
        place = Place("127.0.0.1", 0, data, read_only, database)
        spec = replace(spec_of(source, seed=3, decks=decks), hurried=source != "demo")
        self.running = Running(place, spec, self._make, Decks(data), decks, tape or Tape(), copies or {})

    def _make(self, decks: Mapping[str, int], _cameras: int) -> Blank:
        """Note each deck as often as it lies there."""
        self.made_for.append(tuple(deck for deck, copies in decks.items() for _ in range(copies)))
        return Blank()

    def made_last(self) -> tuple[str, ...] | None:
        """The decks of the last pipeline; none until the first is made."""
        return self.made_for[-1] if self.made_for else None

    def state(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.running.url}api/state", timeout=30) as answer:
            state: dict[str, Any] = json.load(answer)
            return state

    def order(self, name: str, **arguments: Any) -> None:
        body = json.dumps({"version": self.state()["version"], "name": name, **arguments}).encode()
        with urllib.request.urlopen(f"{self.running.url}api/command", body, timeout=60) as answer:
            assert answer.status == 200

    def answer(self, path: str) -> int:
        with urllib.request.urlopen(self.running.url + path, timeout=60) as answer:
            status: int = answer.status
            return status

    def wait_until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE_S
        while not holds(state := self.state()):
            assert time.monotonic() < deadline, (state["source"], self.made_for)
            time.sleep(0.05)
        return state


def lives(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda state: (state["source"]["kind"], state["source"]["state"]) == (kind, "live")
