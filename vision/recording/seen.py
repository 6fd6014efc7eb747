"""The observations of a recording, read back as one run of one clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.recording.file import Record, RecordingError, RecordingReader
from vision.recording.observations import ObservationReader, UnfitObservationError, shifted
from vision.types import FrameResult

STEP_S = 1.0
"""Seconds between two pipelines' observations where a recording is played as one run."""


@dataclass(frozen=True, slots=True)
class Seen:
    """An observation and its record."""

    result: FrameResult
    record: Record


def observations(reader: RecordingReader) -> Iterator[Seen | Record]:
    """Yield every record; of observations with the observation itself.

    :raise RecordingError: if it cannot be read; one line says why
    """
    observation = ObservationReader()
    for number, record in enumerate(reader.records(), start=1):
        if "seen" not in record:
            yield record
            continue
        try:
            result = observation.read(record["seen"])
        except UnfitObservationError as fault:
            raise RecordingError(f"{reader.path}: record {number} holds no observation ({fault})") from None
        yield Seen(result, record)


def joined(path: Path) -> Iterator[tuple[FrameResult, Any]]:
    """Yield the observations of all pipelines as one run, each with its kept picture (or None).

    :raise RecordingError: if it cannot be read; one line says why
    """
    pipeline, highest, ids, seconds, last_s = None, 0, 0, 0.0, 0.0
    for each in observations(RecordingReader(path)):
        if not isinstance(each, Seen):
            continue
        result = each.result
        if pipeline is not None and each.record.get("pipeline") != pipeline:
            ids, seconds = highest, last_s + STEP_S - result.t_s
        pipeline = each.record.get("pipeline")
        result = shifted(result, ids, seconds) if ids or seconds else result
        highest, last_s = max([highest, *(track.id for track in result.tracks)]), result.t_s
        yield result, each.record.get("picture")
