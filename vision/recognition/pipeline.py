"""Composition of detector and reader: a picture in, its cards out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from vision.overlap import overlapping
from vision.scene.edges import sharpened
from vision.scene.table_plane import TablePlane, may_be_hidden
from vision.types import Detector, Face, Frame, Quad, Reader, Reading, ReadRequest


class Recognizer(Protocol):
    """Recognizes the cards of a single picture."""

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

        A named card is on top of what it overlaps: that is read again by its visible part, at the size of the named
        cards, and then is on top of what it overlaps in turn.
        """
        detections = self.detector.detect(frame)
        requests = [ReadRequest.of(found) for found in detections]
        readings = self.reader.read(frame, requests)
        while again := below(requests, readings, frame.shape[1::-1]):
            requests = [again.get(i, request) for i, request in enumerate(requests)]
            readings = self._read_again(frame, again, readings)
        readings = self._read_again(frame, on_edges(frame, readings), readings)
        return [replace(one, detected=found.score) for one, found in zip(readings, detections, strict=True)]

    def _read_again(
        self, frame: Frame, requests: Mapping[int, ReadRequest], readings: Sequence[Reading]
    ) -> list[Reading]:
        """Return the readings, with names that repeated requests, by index, give."""
        again = self.reader.read(frame, list(requests.values())) if requests else []
        named = {i: one for i, one in zip(requests, again, strict=True) if one.code is not None}
        return [named.get(i, reading) for i, reading in enumerate(readings)]


def table_of(named: Sequence[Quad], size_wh: tuple[int, int]) -> TablePlane:
    """Return the table plane of a picture of this size from its named cards."""
    plane = TablePlane()
    plane.forget(size_wh)
    occluded = [may_be_hidden(quad, (other for other in named if other is not quad)) for quad in named]
    plane.learn(np.stack(named), np.stack(occluded))
    return plane


def below(
    requests: Sequence[ReadRequest], readings: Sequence[Reading], size_wh: tuple[int, int]
) -> dict[int, ReadRequest]:
    """Return requests, by index, for unnamed faces covered by cards that were named since they were asked, in a picture
    of this size."""
    named = [reading.quad for reading in readings if reading.code is not None]
    covers = {
        i: overlapping(request.quad, named)
        for i, (request, reading) in enumerate(zip(requests, readings, strict=True))
        if reading.code is None and reading.face is Face.UP
    }
    asked = {i: found for i, found in covers.items() if len(found) > len(requests[i].covers)}
    if not asked:
        return {}
    plane = table_of(named, size_wh)
    return {i: uncovered(requests[i], found, plane) for i, found in asked.items()}


def on_edges(frame: Frame, readings: Sequence[Reading]) -> dict[int, ReadRequest]:
    """Return requests, by index, for unnamed faces whose sides the picture has elsewhere: no other frame corrects a
    corner."""
    unread = {i: one.quad for i, one in enumerate(readings) if one.code is None and one.face is Face.UP}
    sharp = {i: sharpened(frame, quad) for i, quad in unread.items()}
    return {
        i: ReadRequest(quad, Face.UP)
        for i, quad in sharp.items()
        if (quad.round() != unread[i].round()).any()
    }


def uncovered(request: ReadRequest, covers: tuple[Quad, ...], plane: TablePlane) -> ReadRequest:
    """Return a request for the visible part of a card below others, at the size of cards there."""
    occluded = may_be_hidden(request.quad, covers)
    whole = plane.snapped(request.quad[None], occluded[None])[0]
    places = (whole, *plane.as_card(request.quad))
    return replace(request, pose_hypotheses=places, covers=covers, fast=True)
