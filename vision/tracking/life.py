"""The life cycle of a card: it comes to rest, is announced, settles under a name, or is called unreadable."""

from __future__ import annotations

from vision.tracking.belief import Decision
from vision.tracking.track import CardTrack, TrackOutcome
from vision.types import EventKind, Face, TrackState


def judge(card: CardTrack, *, fits: bool, may_be_card: bool) -> None:
    """Of a size that no card has there, or likelier no card, it is kept to itself until it is read by name.

    Of such a size and not laid there it bears no name either: cards are laid.
    """
    doubted = card.low_score or not (fits and may_be_card) or not card.is_believed
    card.life.implausible = doubted and card.code is None
    if card.life.implausible:
        card.life.doubted_s = card.now_s
    card.life.wrong_size = not (fits or card.has_arrived)
    if card.life.implausible and card.life.announced:
        card.emit(EventKind.LEFT)
        card.life.announced = False
        card.life.restart()
        card.movement.home = None


def advance(card: CardTrack, t_s: float, *, may_be_missing: bool) -> None:
    """Come to rest and be announced, as time passes. Naming is the tracker's.

    With ``may_be_missing`` a named card is out of sight: this may be that one, so it is announced late.
    """
    still_s, settings, life = card.pose.still_s(t_s), card.settings, card.life
    if not card.lies and still_s >= settings.still_s and card.is_in_view(t_s):
        life.state = TrackState.STILL
        life.since_s = t_s
    if life.implausible:
        return
    if not life.announced and card.lies and _is_sure_enough(card, still_s, may_be_missing):
        card.announce()


def ready(card: CardTrack, t_s: float) -> bool:
    """Whether it has lain still for long enough and its readings decide."""
    resting = card.lies and card.pose.still_s(t_s) >= card.settings.moment_s
    if card.life.state is TrackState.SETTLED or not resting or card.is_hindered:
        return False
    if card.face is Face.UP:
        return not card.life.wrong_size and card.identity.belief.decide() is not None
    return len(card.identity.belief) > 0 and not (_was_doubted_lately(card) or card.identity.face_in_doubt)


def settle(card: CardTrack, t_s: float) -> None:
    """Take the name that the readings decided on; a card that lies face down has none."""
    identity = card.identity
    identity.decision = identity.belief.decide() if card.face is Face.UP else None
    if identity.decision is not None:
        identity.belief.know()
        _start_upright(card, identity.decision)
        card.pose.note_name()
    card.announce()
    card.life.state, card.life.settled_s = TrackState.SETTLED, t_s
    identity.unread = False
    card.arrival.rest()
    card.movement.home = card.pose.quad.copy()
    card.occlusion.face_down = card.movement.home if card.face is Face.DOWN else None
    card.emit(EventKind.SETTLED)


def unsettle(card: CardTrack) -> None:
    """Bear no name until more is known: another card proves it, too."""
    card.identity.decision, card.identity.unread = None, True
    if card.life.state is TrackState.SETTLED:
        card.life.state, card.life.settled_s = TrackState.STILL, None
        card.unclear_s = card.now_s


def succeed(card: CardTrack, replaced: CardTrack) -> None:
    """Let a new card lie where another one was thought to lie: the last readings were of this one."""
    card.identity.belief, card.face_state = replaced.identity.belief, replaced.face_state
    if replaced.lies and replaced.pose.resembles(card.pose.quad):
        card.pose, card.life.state = replaced.pose, TrackState.STILL


def is_in_question(card: CardTrack) -> bool:
    """Whether looking on tells no more: looks were in vain, and for long nothing was in the way.

    A hand that rests there is waited for until it is taken for a part of the table.
    """
    is_waiting = card.life.state is TrackState.STILL and card.life.outcome is TrackOutcome.STAYS
    in_vain = card.face is Face.UP and not card.life.implausible and card.identity.belief.is_in_vain
    return is_waiting and in_vain and card.clear_s >= card.settings.patience_s


def ask(card: CardTrack) -> None:
    """Be called unreadable where looking on tells no more."""
    if is_in_question(card):
        be_unreadable(card)


def show_other_face(card: CardTrack) -> None:
    """Lie the other way up, whatever the detector takes it for: readings say so, or its design is a back's."""
    card.face_state.overrule(card.face, card.now_s)
    card.turn_over()


def be_unreadable(card: CardTrack) -> None:
    """Lie still without a name."""
    was_unreadable = card.life.state is TrackState.UNREADABLE
    card.announce()
    card.life.state, card.life.settled_s = TrackState.UNREADABLE, None
    card.identity.decision, card.identity.unread = None, True
    card.arrival.rest()
    card.movement.home = card.pose.quad.copy()
    if not was_unreadable:
        card.emit(EventKind.UNREADABLE)


def _was_doubted_lately(card: CardTrack) -> bool:
    return card.now_s - card.life.doubted_s < card.settings.moment_s


def _is_sure_enough(card: CardTrack, still_s: float, may_be_missing: bool) -> bool:
    """Whether it can be announced: read once, which tells its face too; or long enough without. What was doubted needs
    longer than the table beside it may be seen badly."""
    if _was_doubted_lately(card):
        return False
    if may_be_missing:
        return still_s >= card.settings.patience_s
    return len(card.identity.belief) > 0 or still_s >= card.settings.moment_s


def _start_upright(card: CardTrack, decision: Decision) -> None:
    card.pose.start_at(decision.turn)
    card.identity.belief.turn_by(decision.turn)
