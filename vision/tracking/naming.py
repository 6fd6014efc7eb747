"""Reading a card: when it wants it, what a reader is asked, and what its answer does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from vision.geometry import CORNER_REACH, aligned, turn_between
from vision.overlap import NEARLY_ALL, PART, is_taken, overlapping, quad_iou, share_hidden
from vision.scene.table_plane import TablePlane
from vision.tracking.belief import Observation
from vision.tracking.life import show_other_face
from vision.tracking.settings import LOOKS
from vision.tracking.track import CardTrack, TrackOutcome
from vision.types import Face, Frame, Reading, ReadRequest, TrackState

READS_A_FRAME: Final = 3
"""Cards read in one frame: of twenty-four laid at once the last is read eight frames later, and no frame is late."""


def wants_reading(card: CardTrack, t_s: float) -> bool:
    """Whether a card rests in full sight and is not surely named."""
    in_view = card.lies_unchanged or card.is_in_view(t_s)
    rests = card.pose.still_s(t_s) >= card.settings.still_s
    if not (rests and in_view and card.identity.unread) or card.is_hindered:
        return False
    given_up = card.life.implausible or card.life.state is TrackState.UNREADABLE
    pause_s = card.identity.pause_s(given_up=given_up, unchanged_s=card.now_s - card.changed_s)
    return t_s - card.identity.last_read_s >= pause_s


def read_request(card: CardTrack, others: Sequence[CardTrack], plane: TablePlane) -> ReadRequest:
    """Return what a reader is asked: the first time to be fast, since most cards are plain and frames do not wait.

    Of what overlaps it, cards that could be told may lie on it; what would hide nearly all of it lies below it.
    """
    quad, hypotheses = card.pose.quad, card.sighting.pose_hypotheses
    others = [other for other in others if share_hidden(quad, [other.pose.quad]) <= NEARLY_ALL]
    neighbours = [other.pose.quad for other in others]
    told = [other.pose.quad for other in others if other.code is not None or other.face is Face.DOWN]
    occlusion, belief, seen_face = card.occlusion, card.identity.belief, card.sighting.face
    occluded = occlusion.near_hand or share_hidden(quad, neighbours) > CORNER_REACH
    if occlusion.shortened and occlusion.face_down is not None:
        quad, hypotheses = aligned(occlusion.face_down, quad), ()
    elif belief.was_silent:
        # What is taken for a back is in doubt as it is, and a place that cuts a card short shows fewer signs.
        likely = occlusion.as_it_lay(quad) + (plane.as_card(quad) if seen_face is Face.UP else ())
        hypotheses += tuple(
            place for place in likely if not (is_taken(place, neighbours) or plane.rules_out(place))
        )
    unlike_backs = card.identity.unlike_backs
    known = occlusion.unseen or occlusion.buried or card.face_state.overrules(seen_face)
    face = card.face if known or unlike_backs else seen_face
    covers = overlapping(quad, told)
    return ReadRequest(
        quad,
        face,
        hypotheses,
        fast=not len(belief),
        occluded=occluded,
        covers=covers,
        may_be_face=unlike_backs,
    )


def add_to_average(card: CardTrack, frame: Frame) -> None:
    """Add the frame to the temporal average of a card that lies still, and face down or not yet named."""
    wanted = card.identity.unread or card.face is Face.DOWN
    if card.lies_unchanged and wanted and not card.is_hindered:
        card.identity.average.add(frame, card.pose.rest)


def take_reading(card: CardTrack, reading: Reading, t_s: float, others: Iterable[CardTrack] = ()) -> None:
    """Weigh a reading; of pixels that stir, which may be under a hand, none speaks against the face that is known.

    ``others`` are all the other cards.
    """
    card.identity.last_read_s = t_s
    look = Observation(_of_this_card(card, reading), turn_between(reading.quad, card.pose.quad))
    belief = card.identity.belief
    if reading.face is card.face:
        belief.add(look)
    elif t_s > card.changed_s and (contrary := belief.contradicted_by(look)):
        show_other_face(card)
        for one in contrary:
            belief.add(one)
    if card.life.state is TrackState.SETTLED:
        _confirm(card, reading, others)


def _confirm(card: CardTrack, reading: Reading, others: Iterable[CardTrack]) -> None:
    """Let a reading of a settled card whose pixels had changed bear out its name, or say that another card lies there.

    Where something that is no card lies partly on it, it is read no longer and its name stands.
    """
    identity = card.identity
    if identity.agrees(reading, card.face):
        identity.unread = identity.face_in_doubt
        card.pose.note_name()
        return
    told = (other.pose.quad for other in others if other.lies and other.life.announced)
    if identity.is_refuted(shows_what_was_named=card.pose.shows_what_was_named(told)):
        card.life.outcome = TrackOutcome.REPLACED
    elif len(identity.belief) > 2 * LOOKS:
        identity.unread = False


def _of_this_card(card: CardTrack, reading: Reading) -> Reading:
    """Take no name that was found where the next card may lie."""
    is_here = quad_iou(reading.quad, card.pose.quad) > PART
    return reading if is_here else Reading(card.pose.quad, reading.face, candidates=reading.candidates)
