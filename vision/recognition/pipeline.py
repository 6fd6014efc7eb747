"""A detector and a reader put together: a picture in, the cards that lie on it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from vision.overlap import overlapping
from vision.scene.table_plane import TablePlane, may_be_hidden
from vision.types import Detector, Face, Frame, Reader, Reading, ReadRequest


class Recognizer(Protocol):
    """Whatever sees the cards of a single picture."""

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return every card of the frame, named or not."""
        ...


class Pipeline:
    """Detect, then read: the usual composition."""

    def __init__(self, detector: Detector, reader: Reader) -> None:
        self.detector = detector
        self.reader = reader

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return one reading for each card that the detector finds.

        What can be read lies on top of what it overlaps: that is read anew by the part that shows, as large as the
        cards with names, and then lies on what it overlaps in turn.
        """
        requests = [ReadRequest.of(found) for found in self.detector.detect(frame)]
        readings = self.reader.read(frame, requests)
        while again := below(requests, readings, table_of(readings, frame)):
            requests = [again.get(i, request) for i, request in enumerate(requests)]
            for i, reading in zip(again, self.reader.read(frame, list(again.values())), strict=True):
                readings[i] = reading if reading.code is not None else readings[i]
        return readings


def table_of(readings: Sequence[Reading], frame: Frame) -> TablePlane:
    """Return the table as the named cards of a picture have it."""
    plane = TablePlane()
    plane.forget(frame.shape[1::-1])
    named = [reading.quad for reading in readings if reading.code is not None]
    if named:
        hidden = [may_be_hidden(quad, (other for other in named if other is not quad)) for quad in named]
        plane.learn(np.stack(named), np.stack(hidden))
    return plane


def below(
    requests: Sequence[ReadRequest], readings: Sequence[Reading], plane: TablePlane
) -> dict[int, ReadRequest]:
    """Return what to ask, by index, of faces without a name on which cards lie that have got one since they were asked
    about."""
    named = [reading.quad for reading in readings if reading.code is not None]
    asked: dict[int, ReadRequest] = {}
    for i, (request, reading) in enumerate(zip(requests, readings, strict=True)):
        covers = overlapping(request.quad, named)
        if reading.code is None and reading.face is Face.UP and len(covers) > len(request.covers):
            hidden = may_be_hidden(request.quad, covers)
            whole = plane.snapped(request.quad[None], hidden[None])[0]
            places = (whole, *plane.as_card(request.quad))
            asked[i] = replace(request, pose_hypotheses=places, covers=covers, fast=True)
    return asked
