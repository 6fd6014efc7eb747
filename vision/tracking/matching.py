"""What a frame does to a known card: its pixels compared, a detection that is it, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress
from typing import TypeVar

import numpy as np

from vision.geometry import CORNER_REACH, aligned, turn_between
from vision.overlap import NEARLY_ALL, PART, are_one, is_mostly_on, share_hidden
from vision.quads import meeting
from vision.scene.background import SceneMasks
from vision.tracking.association import associate
from vision.tracking.cover import lies_beside, lies_under
from vision.tracking.pose import is_same_size
from vision.tracking.track import CardTrack, TrackOutcome
from vision.types import Detection, EventKind, Face, Frame, Quad, Reading, TrackState

Found = TypeVar("Found", Detection, Reading)
"""What a detector finds, or a search by name."""


def compare(card: CardTrack, frame: Frame, t_s: float) -> None:
    """Compare the pixels at a card's place with what they were. Comes first in every frame."""
    card.now_s = t_s
    card.pose.compare(frame)


def note_change(card: CardTrack, t_s: float) -> None:
    """Take note if the pixels at a card's place have changed. Comes second, once the camera is known to stand."""
    if card.pose.changed:
        card.changed_s = t_s
        card.arrival.disturb()
        card.identity.average.clear()
        if card.face is Face.UP:  # of a back it is known what it looked like when it was weighed
            card.identity.belief.look_again()
        if card.life.state is TrackState.SETTLED:
            card.disturb()
        elif card.life.state is TrackState.UNREADABLE:
            card.identity.belief.clear()  # it may be turned over: some backs look like faces
        else:
            card.identity.belief.outdate()  # it may be another card by now


def paired(cards: Sequence[CardTrack], finds: Sequence[Detection], masks: SceneMasks) -> dict[int, int]:
    """Return the find's index for each card's index of those that were found."""

    def is_another(card: int, found: int) -> bool:
        known, quad = cards[card], finds[found].quad
        return not are_one(quad, known.pose.rest) and lies_beside(known, quad, beside(known, cards), masks)

    bare = [shows_bare_table(found.quad, (), masks) for found in finds]
    return associate([card.expectation() for card in cards], finds, bare, is_another)


def beside(card: CardTrack, cards: Iterable[CardTrack]) -> Iterator[CardTrack]:
    """Yield all cards but one."""
    return (other for other in cards if other is not card)


def match(
    card: CardTrack,
    detection: Detection,
    frame: Frame,
    t_s: float,
    masks: SceneMasks,
    keeps_face: Callable[[CardTrack], bool],
    others: Iterable[CardTrack],
) -> None:
    """Take the detection that is this card; ``others`` are all the others. What ``keeps_face`` knows of a card (a name
    that was read, a back's design) knows better than a detector that sees the other side."""
    card.occlusion.match(t_s)
    _start_as(card, detection.quad, frame)
    quad = aligned(detection.quad, card.pose.quad)
    moving_share = masks.moving_share(quad)
    changed_s = card.changed_s if card.lies else t_s
    believed = moving_share <= PART and not card.occlusion.buried
    if believed and card.face_state.contradicts(detection.face, t_s, changed_s):
        if keeps_face(card):
            card.face_state.overrule(detection.face, t_s)
        else:
            card.face_state.turn(detection.face, t_s)
            card.turn_over()
    card.movement.step_px = (quad - card.pose.quad).mean(axis=0) * (not card.lies)
    card.sighting = detection
    card.low_score = card.low_score and detection.low_score
    card.presence.mark_seen(t_s)
    if not card.lies:
        _follow(card, quad, frame, t_s)
    elif card.pose.changed:
        stays = card.occlusion.buried or lies_beside(card, quad, others, masks)
        _match_disturbed(card, quad, frame, t_s, under_hand=moving_share > CORNER_REACH, stays=stays)
    elif card.pose.resembles(quad):
        card.movement.settle_doubt()
        if not card.occlusion.buried:
            card.pose.smooth(quad)
    elif card.identity.is_read:
        card.movement.settle_doubt()  # what was read by name lies where it was read, whatever its outline looks like
    elif card.movement.doubts(t_s):
        card.relocate(quad, frame, t_s)


def mark_missed(
    card: CardTrack, frame: Frame, t_s: float, masks: SceneMasks, others: Sequence[CardTrack]
) -> None:
    """Take note that no detection is this card; ``others`` are the other cards in sight."""
    named = card.code is not None
    if t_s - card.presence.last_seen_s > card.settings.moment_s:
        card.movement.settle_doubt()  # what contradicted it is not seen either
    if not card.lies_unchanged:
        _look_where_it_lay(card, frame, t_s, masks, (other.pose.quad for other in others))
    if card.lies_unchanged:
        in_vain = (
            card.occlusion.unseen and not named and t_s - card.occlusion.stirred_s >= card.settings.patience_s
        )
        gone = card.presence.mark_unchanged(t_s, named=named) or in_vain
    else:
        under = lies_under(card, others)
        gone = card.presence.mark_missed(card.pose.quad, t_s, masks, lies=card.lies, under=under)
    if gone:
        card.life.outcome = TrackOutcome.GONE


def update_occlusion(card: CardTrack, masks: SceneMasks) -> None:
    """Take note of what may hide a card, and before it is announced of what hid the table there."""
    if not card.life.announced:
        card.arrival.compare(masks.background_share(card.pose.quad))
    unnamed = card.code is None and (card.face is Face.UP or card.may_be_turned)
    still_s = card.pose.still_s(card.now_s)
    if card.occlusion.update(masks, card.pose.quad, card.now_s, still_s, unnamed=unnamed):
        card.identity.belief.clear()


def showing_more(finds: Sequence[Found], cards: Sequence[CardTrack], masks: SceneMasks) -> list[Found]:
    """Leave out finds that lie partly on known cards whose pixels are unchanged, and beside all of them show the bare
    table: half a card and half table is none, neither above the known ones nor below."""
    known = [card.pose.rest for card in cards if card.life.announced and card.lies_unchanged]
    if not (known and finds):
        return list(finds)
    near = meeting(np.stack([found.quad for found in finds]), np.stack(known))
    return [
        found
        for found, is_near in zip(finds, near, strict=True)
        if not _shows_only_known(found.quad, list(compress(known, is_near)), masks)
    ]


def _shows_only_known(quad: Quad, known: Sequence[Quad], masks: SceneMasks) -> bool:
    below = (card for card in known if share_hidden(quad, [card]) > PART)
    # One that lies wholly within it was seen in part until now.
    partly = any(share_hidden(card, [quad]) <= NEARLY_ALL for card in below)
    return partly and shows_bare_table(quad, known, masks)


def shows_nothing_new(card: CardTrack, others: Sequence[CardTrack], masks: SceneMasks) -> bool:
    """Whether what was found is no card beside those that are known: it seemed to come, and shows the table as it was;
    or it is the rim of a pile below a named card.

    What was read by name, or settled, goes as cards go.
    """
    seen = [other for other in others if other.in_sight and other.life.announced]
    lie = [other.pose.quad for other in seen]
    if card.has_arrived and not _is_trusted(card) and shows_bare_table(card.pose.quad, lie, masks):
        return True
    named = (other.pose.quad for other in seen if other.code is not None)
    return not card.life.announced and is_mostly_on(card.pose.quad, named)


def shows_bare_table(quad: Quad, cards: Sequence[Quad], masks: SceneMasks) -> bool:
    """Whether a quad shows nothing but bare table beside these cards."""
    return masks.background_share(quad, cards) > NEARLY_ALL


def _is_trusted(card: CardTrack) -> bool:
    return card.identity.belief.is_known or card.life.state is TrackState.SETTLED


def seen_quad(card: CardTrack) -> Quad:
    """Return where a card was detected in this frame, from the corner on that its quad starts at; where it is known to
    lie if it was not."""
    seen = card.presence.last_seen_s == card.now_s
    return aligned(card.sighting.quad, card.pose.quad) if seen else card.pose.quad


def take_place_of(card: CardTrack, other: CardTrack, t_s: float) -> None:
    """Let a card be the one that was thought to be another: it was carried there under a hand."""
    _start_moving(card)
    card.presence.mark_seen(t_s)
    card.pose, card.face_state = other.pose, other.face_state
    card.identity.belief, card.identity.average = other.identity.belief, other.identity.average


def _look_where_it_lay(
    card: CardTrack, frame: Frame, t_s: float, masks: SceneMasks, others: Iterable[Quad]
) -> None:
    """Take an unnamed card that no detection shows to lie as it lay, once it is likely to."""
    known = (quad for quad in (card.movement.home, card.occlusion.face_down) if quad is not None)
    home = next(known, card.pose.rest)
    may_lie = card.code is None and (card.lies or card.lay_face_down_near)
    if card.occlusion.look_for(home, others, masks, t_s, may_lie=may_lie):
        if not card.lies:
            card.life.state = TrackState.STILL
        card.relocate(home, frame, t_s)


def _start_as(card: CardTrack, quad: Quad, frame: Frame) -> None:
    """Let an unnamed card's quad begin on a short side where the detection's does: half a card looked wide."""
    turn = -turn_between(quad, card.pose.quad) % 4
    if card.code is None and turn % 2:
        card.pose.start_at(turn)
        card.pose.remember(frame)
        card.identity.belief.turn_by(turn)


def _follow(card: CardTrack, quad: Quad, frame: Frame, t_s: float) -> None:
    wavers = not card.pose.changed and card.pose.resembles(quad)
    if wavers or card.pose.holds(quad):
        _hold(card, quad, frame)
    else:
        card.relocate(quad, frame, t_s)


def _hold(card: CardTrack, quad: Quad, frame: Frame) -> None:
    """It has not moved; what changed there is light, or something that passes."""
    card.movement.settle_doubt()
    card.pose.smooth(quad)
    if card.pose.changed:
        card.pose.remember(frame)


def _match_disturbed(
    card: CardTrack, quad: Quad, frame: Frame, t_s: float, *, under_hand: bool, stays: bool
) -> None:
    """Its pixels changed and it is still detected: bumped, moved, turned over, or partly under a hand."""
    if card.pose.holds(quad) and not stays:
        _hold(card, quad, frame)
    elif stays or _is_part(card, quad):
        card.presence.hidden = True
        if not under_hand:
            card.pose.stay(frame)
    elif not is_same_size(quad, card.pose.rest) and not (card.movement.doubts(t_s) and not under_hand):
        card.presence.hidden = True
    elif under_hand:
        # Pushed, carried or being turned over: which of them shows when the hand is off.
        card.pose.quad = quad
    elif _is_elsewhere(card, quad, t_s):
        card.relocate(quad, frame, t_s)


def _is_part(card: CardTrack, quad: Quad) -> bool:
    """Whether a quad is what is left in sight of a named card where it settled: it is as large there, and nearly all of
    the place shows what it did, or it is smaller and lies within that place."""
    home = card.movement.home
    if card.code is None or home is None:
        return False
    if is_same_size(quad, home):
        return card.pose.is_mostly_unchanged
    return share_hidden(quad, [home]) > NEARLY_ALL


def _is_elsewhere(card: CardTrack, quad: Quad, t_s: float) -> bool:
    """Whether a sighting away from its place is to be believed; if it is far, the card was moved."""
    turning = card.sighting.face is not card.face
    if turning or card.movement.is_near_home(quad, card.pose.rest):
        return True
    again = card.movement.is_elsewhere_again(quad, t_s)
    if again:
        _start_moving(card)
    return again


def _start_moving(card: CardTrack) -> None:
    if card.movement.home is not None:
        card.emit(EventKind.MOVED)
    card.restart()
