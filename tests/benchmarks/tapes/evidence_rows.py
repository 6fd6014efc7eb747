"""Evidence with the truth: what the situation filter measures of tracks on a simulated tape, and what is true of them.

A track's card is the true card at its place: that on top there when it comes to rest, with a name the one that bears
it. ``models.training.train_situations`` fits the filter's network to these rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.tapes.recording import is_finished
from tests.benchmarks.tapes.tape import Tape, TapeError, TapeMemory
from tests.benchmarks.tapes.watching import AnswersOf, network_digests, shipped_tracker
from vision.geometry import project
from vision.overlap import quad_iou
from vision.tracking.evidence import FIELDS
from vision.tracking.situations import PLACES, Situation
from vision.tracking.track import CardTrack
from vision.types import Face, Quad
from vision.virtual.truth import Phase, TrueCard, TrueFrame

BELONGS_IOU: Final = 0.4
"""A track belongs to a true card with which it shares so much."""

SAME_PLACE_IOU: Final = 0.5
"""A track without a name changes over to a card on top of its place from this on."""

STACKED_IOU: Final = 0.6
"""A card that another one covers so exactly lies in a pile, of which the top is what lies there."""

CLEAR_VISIBLE: Final = 0.55
"""A card of which so much is visible lies clear."""

STACKED_VISIBLE: Final = 0.2
"""One of which less is visible may be stacked over."""

HAND_SHARE: Final = 0.15
"""What hides a card is a hand if so much of the card lies under one."""


def record_rows(path: Path, to: Path) -> int:
    """Replay a simulated tape with the situation filter and write its rows to ``to`` as NPZ; return how many.

    :raise TapeError: if the tape is damaged.
    """
    cv2.setNumThreads(1)
    rows: list[tuple[float, int, NDArray[np.float32], int]] = []
    with Tape(path) as tape:
        facts = tape.facts
        memory = TapeMemory(tape, network_digests())
        tracker = shipped_tracker(AnswersOf(facts["deck"], memory))
        owners: dict[int, int] = {}
        for frame in tape.frames():
            tracker.step(frame.image, frame.t_s)
            if frame.truth is None or frame.hands is None:
                continue
            for track in tracker.tracks:
                situation = true_situation(track, frame.truth, frame.hands, tracker.motion, owners)
                if situation is not None and track.measured_s == frame.t_s:
                    index = PLACES.index(situation)
                    rows.append((frame.t_s, track.number, track.evidence.vector(), index))
        memory.flush()
    np.savez_compressed(
        to,
        fields=np.array(FIELDS),
        t_s=np.array([row[0] for row in rows]),
        track=np.array([row[1] for row in rows], np.int64),
        evidence=np.reshape([row[2] for row in rows], (-1, len(FIELDS))).astype(np.float32),
        situation=np.array([row[3] for row in rows], np.int64),
    )
    return len(rows)


def rows_once(path: Path, to: Path) -> str | None:
    """Write a tape's rows into a folder unless they are there; return one line about it, None where it has no truth."""
    target = to / f"{path.stem}.npz"
    try:
        if target.exists() or not is_finished(path):
            return None
        with Tape(path) as tape:
            if not any(frame.truth is not None for frame in islice(tape.frames(), 1)):
                return None
        return f"{target.name}: {record_rows(path, target)} rows"
    except TapeError as error:
        return str(error)


def true_situation(
    track: CardTrack,
    truth: TrueFrame,
    hands: NDArray[np.bool_],
    motion: NDArray[np.float64],
    owners: dict[int, int],
) -> Situation | None:
    """Return what is true of a track in a frame, None if it never was a card; ``owners`` remembers its true card.

    :param hands: where hands are, on a picture of a quarter of the size
    :param motion: maps the track's places to the frame
    """
    place = project(track.pose.rest, motion)
    cards = {card.id: card for card in truth.cards}
    owner = _owner(track, place, cards, owners.get(track.number))
    if owner is None:
        return None
    owners[track.number] = owner
    card = cards.get(owner)
    if card is None:
        return Situation.GONE
    if card.phase is Phase.MOVING:
        return Situation.CARRIED
    if quad_iou(card.quad, place) < BELONGS_IOU or (track.code is not None and card.face is Face.DOWN):
        return Situation.GONE
    if card.visible < STACKED_VISIBLE and _is_stacked_over(card, cards.values()):
        return Situation.GONE
    if card.visible >= CLEAR_VISIBLE:
        return Situation.CLEAR
    return Situation.UNDER_HAND if _hand_share(hands, card.quad) >= HAND_SHARE else Situation.COVERED


def _owner(track: CardTrack, place: Quad, cards: dict[int, TrueCard], owner: int | None) -> int | None:
    if track.code is not None:
        named = [
            one.id for one in cards.values() if one.code == track.code and quad_iou(one.quad, place) > 0.3
        ]
        return named[0] if named else owner
    if owner is None:
        return _best(place, cards.values(), BELONGS_IOU)
    if track.lies:
        return owner
    top = _best(place, (one for one in cards.values() if one.visible > STACKED_VISIBLE), SAME_PLACE_IOU)
    known = cards.get(owner)
    left = known is None or quad_iou(known.quad, place) < BELONGS_IOU or known.visible < STACKED_VISIBLE
    return top if top is not None and left else owner


def _best(place: Quad, cards: Iterable[TrueCard], least: float) -> int | None:
    shares = [(quad_iou(one.quad, place), one.id) for one in cards]
    share, number = max(shares, default=(0.0, -1))
    return number if share >= least else None


def _is_stacked_over(card: TrueCard, cards: Iterable[TrueCard]) -> bool:
    return any(
        other.id != card.id
        and other.phase is Phase.LYING
        and other.visible > SAME_PLACE_IOU
        and quad_iou(other.quad, card.quad) >= STACKED_IOU
        for other in cards
    )


def _hand_share(hands: NDArray[np.bool_], quad: Quad) -> float:
    mask = np.zeros(hands.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad / 4).astype(np.int32), 1)
    own = mask.astype(np.bool_)
    return float(np.count_nonzero(own & hands)) / max(int(np.count_nonzero(own)), 1)
