"""The report for support: all of it, the pictures of its clip too, is shown before it is written."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

from flask import Blueprint, Response, abort, jsonify, request, send_file

from vision.recording.file import RecordingError
from webui.http.api.answers import Answer
from webui.http.api.described import described
from webui.http.parts import current_parts, require_host
from webui.recording.contents import contents
from webui.recording.report import as_address, pictures_of, write_report

SHEET: Final = 48
"""The most pictures of a clip that are shown at once."""

WHICH: Final = {"clip": "the name of a recording of the data folder"}
OTHERWISE: Final = {404: "there is no such recording", 422: "it cannot be read"}

report = Blueprint("report", __name__)


class FaultReport(Answer):
    """The report without a clip."""

    texts: dict[str, str]
    """The texts, by the names of their files."""
    clips: list[str]
    """The recordings of the data folder, newest first."""


class ShownPicture(Answer):
    """A picture of a recording."""

    at_s: float
    picture: str
    """A small JPEG as a `data:` address; empty where the record is no picture."""


class RecordedClip(Answer):
    """A recording that goes with a report."""

    lines: list[str]
    count: int
    """The number of all its pictures."""
    pictures: list[ShownPicture]


@report.get("/api/report")
@described(FaultReport, host_only=True)
def texts() -> Response:
    """Return the report without a clip, and the recordings that could go with it, newest first."""
    require_host(" reports faults")
    parts = current_parts()
    clips = sorted((path.name for path in _folder().glob("*.recording")), reverse=True)
    return jsonify(FaultReport(texts=parts.report(), clips=clips).model_dump())


@report.get("/api/report/clip")
@described(
    RecordedClip,
    asks=WHICH | {"first": "the number of the first picture, from 0"},
    otherwise=OTHERWISE,
    host_only=True,
)
def clip() -> Response:
    """Return the contents of a recording in words, and a sheet of its pictures."""
    require_host(" reports faults")
    path, first = _recording_asked_for(), request.args.get("first", "0")
    if not (first.isascii() and first.isdecimal() and len(first) < 9):
        abort(422, "first: expected a number from 0 on")
    try:
        lines, shown, count = list(contents(path)), [], 0
        for each in pictures_of(path):
            count = each.number + 1
            if int(first) <= each.number < int(first) + SHEET:
                shown.append(ShownPicture(at_s=round(each.at_s, 1), picture=as_address(each.small())))
    except RecordingError as fault:
        abort(422, str(fault))
    return jsonify(RecordedClip(lines=lines, count=count, pictures=shown).model_dump())


@report.get("/report.zip")
@described(kind="application/zip", asks=WHICH, otherwise=OTHERWISE, host_only=True)
def written() -> Response:
    """Return the report as a file, with a recording if one is named."""
    require_host(" reports faults")
    path = _recording_asked_for() if "clip" in request.args else None
    report = current_parts().report()
    with ExitStack() as stack:
        # On disk: a session's recording is larger than what a small machine has in memory.
        file = stack.enter_context(TemporaryFile())
        try:
            if path is not None:
                report |= {"clip.txt": "".join(f"{line}\n" for line in contents(path))}
            write_report(file, report, path)
        except (RecordingError, OSError) as fault:
            abort(422, str(fault))
        file.seek(0)
        answer = send_file(file, "application/zip", as_attachment=True, download_name="clashcam-report.zip")
        answer.call_on_close(stack.pop_all().close)
    return answer


def _folder() -> Path:
    return current_parts().store.folder / "recordings"


def _recording_asked_for() -> Path:
    """The recording of this name, which is no path."""
    name = request.args.get("clip", "")
    for path in _folder().glob("*.recording"):
        if path.name == name:
            return path
    abort(404, f"clip: no recording is called {name!r}")
