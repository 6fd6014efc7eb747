"""Backs told by the design of what lies face down: those that look like faces, before anybody names or asks about them,
and those that look like no card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tracking.life import is_in_question, show_other_face
from vision.tracking.track import CardTrack
from vision.types import Backs, Face, Frame


def turn_backs(backs: Backs, cards: Sequence[CardTrack], frame: Frame) -> None:
    """Once a card was read in vain, and before somebody is asked what it is, see whether it is of a back's design."""
    in_sight = (card for card in cards if card.face is Face.UP and card.lies and card.in_sight)
    unread = [card for card in in_sight if not card.life.implausible and card.identity.belief.is_in_vain]
    if not any(is_in_question(card) or _has_lost_hope(card) for card in unread):
        return
    for card, is_back in zip(unread, lie_face_down(backs, unread, cards, frame), strict=True):
        if is_back:
            show_other_face(card)


def _has_lost_hope(card: CardTrack) -> bool:
    """Whether the reading of this frame was the one from which on it is read in vain."""
    return card.identity.last_read_s == card.now_s and card.identity.belief.was_last_hope


def know_backs(backs: Backs, cards: Sequence[CardTrack], frame: Frame) -> None:
    """Believe what was brought, lies face down and has the design of a card that settled so, or that of several of its
    kind, to be a card, whatever was weighed for it; so is what looks like a face of which no name is near. Asked each
    time that one was weighed, and when a card has settled face down: two such cards are enough to learn their design,
    which may lie under others by the time that it is asked for. So is one that was turned over and named."""
    learnt = [card for card in cards if _learn_back(backs, card, frame)]
    rest = (card for card in cards if card.lies_unchanged and card.is_refuted and _was_brought(card))
    refuted = [card for card in rest if card.face is Face.DOWN or _shows_no_face(card)]
    settled = any(card.life.settled_s == card.now_s for card in _settled_face_down(cards))
    if not (settled or learnt or any(card.identity.belief.weighed_s == card.now_s for card in refuted)):
        return
    for card, is_back in zip(refuted, lie_face_down(backs, refuted, cards, frame), strict=True):
        if is_back:
            card.identity.belief.know()
            if card.face is Face.UP:
                show_other_face(card)
        elif card.face is Face.DOWN:
            card.identity.lay_down = backs.look(card.identity.steady(frame), card.pose.quad)


def lie_face_down(
    backs: Backs, asked: Sequence[CardTrack], cards: Sequence[CardTrack], frame: Frame
) -> NDArray[np.bool_]:
    """Return which of n cards are of a back's design, or of that of what lies face down as it settled, shape (n,).

    One that has changed since is no such company: turned over, it shows what may look like the next pip.
    """
    down = _settled_face_down(card for card in cards if card not in asked)
    pictures = [card.identity.steady(frame) for card in (*asked, *down)]
    quads = np.reshape([card.pose.quad for card in (*asked, *down)], (-1, 4, 2))
    return backs.among(pictures, quads, np.arange(len(quads)) >= len(asked))[: len(asked)]


def is_back(backs: Backs | None, card: CardTrack, cards: Sequence[CardTrack], frame: Frame) -> bool:
    """Whether a card is of a back's design, or of that of what lies face down as it settled."""
    return backs is not None and bool(lie_face_down(backs, [card], cards, frame).any())


def is_unlike_backs(backs: Backs | None, card: CardTrack, frame: Frame) -> bool:
    """Whether backs are known, and what a card shows is none; of what was touched no design is learnt."""
    if backs is None or not backs.knows_any:
        return False
    return not backs.among([card.identity.steady(frame)], card.pose.quad[None], np.zeros(1, np.bool_)).any()


def keeps_face(backs: Backs | None, card: CardTrack, cards: Sequence[CardTrack], frame: Frame) -> bool:
    """Whether a card lies as it is known to, though the detector sees the other face: nothing has changed since it
    settled with a name, or with a back's design; or it was named or turned over, and shows no back although backs are
    known."""
    if card.face is Face.DOWN:
        return card.is_as_it_settled and is_back(backs, card, cards, frame)
    is_face = card.code is not None or card.may_be_turned
    return is_face and (card.is_as_it_settled or is_unlike_backs(backs, card, frame))


def _was_brought(card: CardTrack) -> bool:
    """Whether it came, and shows no table as that was: an outline that came with a hand stays on a thing below it."""
    return card.has_arrived and not card.arrival.looks_as_before


def _shows_no_face(card: CardTrack) -> bool:
    """Whether it was read, and nothing speaks for a name."""
    belief = card.identity.belief
    return belief.was_silent and not belief.nears_a_name


def _settled_face_down(cards: Iterable[CardTrack]) -> list[CardTrack]:
    return [card for card in cards if card.face is Face.DOWN and card.is_as_it_settled]


def _learn_back(backs: Backs, card: CardTrack, frame: Frame) -> bool:
    """Know the design of what a named card showed before it was turned over: that was its back, unless it shows the
    same still. Tell whether anything was compared."""
    if card.code is None or card.identity.lay_down is None:
        return False
    backs.learn(card.identity.lay_down, backs.look(card.identity.steady(frame), card.pose.quad))
    card.identity.lay_down = None
    return True
