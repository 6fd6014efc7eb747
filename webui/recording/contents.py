"""The contents of a recording in lines, for a person who is about to give it away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from vision.recording.file import RecordingReader
from vision.recording.seen import Seen, observations
from webui.recording.turns import command_in


def contents(path: Path) -> Iterator[str]:
    """Yield a line about the readings, and one for each command and event.

    :raise RecordingError: it cannot be read
    """
    frames, pictures, last_s = 0, 0, 0.0
    lines: list[str] = []
    for each in observations(RecordingReader(path)):
        if isinstance(each, Seen):
            frames, last_s = frames + 1, max(last_s, each.result.t_s)
            pictures += "picture" in each.record
        elif (command := command_in(each)) is not None:
            lines.append(f"a command: {json.dumps(command, ensure_ascii=False)}")
        elif "event" in each:
            lines.append(f"of the log: {json.dumps(each['event'], ensure_ascii=False)}")
    yield f"{frames} observations of {last_s:.0f} s, {pictures} pictures"
    yield from lines
