"""Names: when a track is read, what a reader is asked, what its answer does, and which track bears a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from vision.geometry import CORNER_REACH, aligned, length_of, turn_between
from vision.overlap import PART, is_taken, overlapping, quad_iou, share_hidden
from vision.scene.table_plane import TablePlane
from vision.tracking.belief import Decision, Observation
from vision.tracking.pose import displacement
from vision.tracking.track import EXHAUSTED_PAUSE_S, READ_TWICE_S, UNCLEAR_PAUSE_S, CardTrack
from vision.types import Face, Frame, Reading, ReadRequest, TrackState

Copies: TypeAlias = Mapping[str, int]
"""How many copies of a deck lie on the table, by its name; one of those that are not here."""

ONE_OF_EACH: Final[Copies] = MappingProxyType({})

TURNED_OVER_NEAR: Final = 0.3
"""A card that was turned over lies within so many card lengths of where it lay face down."""

CUT_SHORT: Final = 0.88
"""One that seems shorter than it was face down by this factor is partly hidden, and is read where it lay."""

BELOW_SHARE: Final = 0.8
"""What would hide so much of a card lies below it."""

FACE_PROVEN: Final = 6.0
"""Log-odds of the face that a reading by name proves."""

FACE_CONTRARY: Final = 3.0
"""The same of a reading that says the other face without a name."""

CONFIRMED_READINGS: Final = 8
"""A name whose pixels had changed stands after so many readings that prove no other one."""


def wants_reading(track: CardTrack, t_s: float) -> bool:
    """Whether a track rests in sight and is not surely named."""
    in_view = track.unchanged or t_s - track.seen_s < track.settings.still_s or track.wants_look
    rests = track.pose.still_s(t_s) >= track.settings.still_s
    if not (rests and in_view and track.unread) or track.is_occluded:
        return False
    return t_s - track.last_read_s >= _pause_s(track)


def _pause_s(track: CardTrack) -> float:
    if not track.belief.abstained or len(track.belief) <= 1:
        return READ_TWICE_S
    given_up = not track.is_card or track.state is TrackState.UNREADABLE
    unchanged_s = track.now_s - track.changed_s
    if given_up and track.belief.is_exhausted and unchanged_s >= EXHAUSTED_PAUSE_S:
        return max(EXHAUSTED_PAUSE_S, unchanged_s / 4)
    return UNCLEAR_PAUSE_S


def picture_of(track: CardTrack, frame: Frame) -> Frame:
    """Return what a reader is to look at: for a track that one frame did not name, many frames in one."""
    return track.average.steady(frame) if track.belief.abstained else frame


def request_for(track: CardTrack, others: Sequence[CardTrack], plane: TablePlane) -> ReadRequest:
    """Return what a reader is asked: the first time to be fast, since most cards are plain and frames do not wait."""
    quad, hypotheses = track.pose.quad, track.detection.pose_hypotheses
    if track.lay_down is not None and displacement(track.lay_down, quad) < TURNED_OVER_NEAR:
        lay, seen = aligned(track.lay_down, quad), quad
        quad = lay if length_of(seen) < CUT_SHORT * length_of(lay) else quad
        other = seen if quad is lay else lay
        hypotheses += () if plane.rules_out(other) else (other,)
    others = [one for one in others if share_hidden(quad, [one.pose.quad]) <= BELOW_SHARE]
    neighbours = [one.pose.quad for one in others]
    named = [one.pose.quad for one in others if one.code is not None or one.face is Face.DOWN]
    occluded = track.evidence.hand > 0 or share_hidden(quad, neighbours) > CORNER_REACH
    if track.belief.abstained and track.face is Face.UP:
        likely = plane.as_card(quad)
        hypotheses += tuple(
            place for place in likely if not (is_taken(place, neighbours) or plane.rules_out(place))
        )
    return ReadRequest(
        quad,
        track.face,
        hypotheses,
        fast=not len(track.belief),
        occluded=occluded,
        covers=overlapping(quad, named),
        may_be_face=track.filter.shows_no_back,
    )


def take_reading(track: CardTrack, reading: Reading) -> None:
    """Take a reading into the belief of a track's name and face."""
    track.note_reading()
    is_here = quad_iou(reading.quad, track.pose.quad) > PART
    if not is_here:
        reading = Reading(track.pose.quad, reading.face, candidates=reading.candidates)
    if reading.code is not None:
        track.filter.prove_face(FACE_PROVEN)
    elif reading.face is not track.face:
        track.filter.prove_face(FACE_CONTRARY if reading.face is Face.UP else -FACE_CONTRARY)
    if reading.face is track.face or reading.code is not None:
        track.belief.add(Observation(reading, turn_between(reading.quad, track.pose.quad)))
    if track.state is TrackState.SETTLED and track.face is Face.UP:
        if reading.face is Face.UP and reading.code == track.code:
            track.stand_by_name()
            track.pose.note_name()
        elif len(track.belief) > CONFIRMED_READINGS:
            track.stand_by_name()


def proves_another(track: CardTrack) -> bool:
    """Whether readings since the last change prove another name than the decided one."""
    if track.code is None or not track.unread:
        return False
    proven = track.belief.decide()
    return proven is not None and proven.code != track.code


def other_name(track: CardTrack) -> float:
    """Return the log-odds, in nats, by which readings since the last change say another name than the decided one."""
    if track.code is None:
        return 0.0
    own = track.belief.log_odds(track.code)
    others = [
        track.belief.log_odds(code)
        for code in track.belief.likeliest() | track.belief.names_read()
        if code != track.code
    ]
    return max(max(others, default=0.0) - max(own, 0.0), 0.0)


def best_name(track: CardTrack) -> float:
    """Return the log-odds of the likeliest name, in nats, 0 where none was read."""
    return max((track.belief.log_odds(code) for code in track.belief.names_read()), default=0.0)


def give_name(
    track: CardTrack, tracks: Sequence[CardTrack], copies: Copies, frame: Frame, t_s: float
) -> CardTrack | None:
    """Give a track the name that its readings prove, unless it is another's; return the track that is to go, if any.

    Whoever bears it out of sight was carried here and lies here now, unless another copy may; a card that lay here face
    down, and is not seen, was turned over; one card that is seen twice is the older track. Of more that prove it than
    there are copies none keeps it. What bore another name is another card, and gone.
    """
    proven_name = track.belief.decide()
    if proven_name is None:
        return None
    if track.former not in (None, proven_name.code):
        return track
    lying = copies.get(proven_name.deck or "", 1)
    claims = [(one, said) for one, said in _claims(track, proven_name, tracks)]
    proven = [one for one, said in claims if said.is_proven]
    away = next((one for one in proven if not one.in_sight), None)
    twin = next((one for one in proven if one.is_near(track)), None)
    back = next((one for one in tracks if one is not track and _shows_its_face_as(one, track)), None)
    if away is not None and len(proven) >= lying:
        away.lie_where(track)
        return track
    if back is not None:
        back.lie_where(track)
        return track
    if twin is not None:
        return max(track, twin, key=lambda one: one.number)
    rivals = sorted((said for one, said in claims if not one.is_near(track)), key=lambda one: -one.log_odds)
    if proven_name.outweighs(rivals[lying - 1 :]):
        track.settle(frame, t_s)
    else:
        for one in proven:
            one.unsettle()
    return None


def _shows_its_face_as(back: CardTrack, track: CardTrack) -> bool:
    """Whether a card that lay face down, and is not seen any longer, is the one that was found where it lay."""
    lay = back.confirmed and back.code is None and back.face is Face.DOWN and not (back.in_sight or back.gone)
    return lay and not track.confirmed and back.is_near(track)


def _claims(
    track: CardTrack, name: Decision, tracks: Sequence[CardTrack]
) -> list[tuple[CardTrack, Decision]]:
    claims = []
    for other in tracks:
        said = other.claim_to(name.code)
        if other is track or other.gone or said is None:
            continue
        if said.deck == name.deck or other.is_near(track):
            claims.append((other, said))
    return claims
