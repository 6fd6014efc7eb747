"""What lies under other cards: neither gone nor moved, though little of it is seen or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vision.overlap import MOST, NEARLY_ALL, PART, are_one, share_hidden
from vision.scene.background import SceneMasks
from vision.tracking.track import CardTrack
from vision.types import Face, Quad, TrackState


def note_cover(card: CardTrack, others: Iterable[CardTrack]) -> None:
    """Take note whether cards that were laid since a card had its name hide so much of it that it can be neither turned
    over nor moved."""
    settled_s = card.life.settled_s
    if card.code is None or settled_s is None:
        card.occlusion.buried = False
    else:
        laid_since = (
            other.pose.quad for other in others if _is_told(other) and other.life.since_s > settled_s
        )
        card.occlusion.buried = share_hidden(card.pose.rest, laid_since) > PART


def is_missing(card: CardTrack) -> bool:
    """Whether a card has a name and is out of sight, so that it may be what is found elsewhere."""
    return card.code is not None and not (card.in_sight or card.occlusion.buried)


def lies_beside(card: CardTrack, quad: Quad, others: Iterable[CardTrack], masks: SceneMasks) -> bool:
    """Whether a settled card at whose place pixels have changed lies there still: what the other cards leave of it, or
    they and a find, shows what it did, and not the bare table; or these leave nothing of it, and the find lies
    elsewhere."""
    if card.life.state is not TrackState.SETTLED or not card.pose.changed or card.pose.holds(quad):
        return False
    told = [other.pose.quad for other in others if _is_told(other)]
    if _is_kept(card, told, masks):
        return True
    is_kept = _is_kept(card, [quad, *told], masks)
    return not are_one(quad, card.pose.rest) if is_kept is None else is_kept


def _is_kept(card: CardTrack, cover: Sequence[Quad], masks: SceneMasks) -> bool | None:
    """Whether what these quads leave of a card's place shows what it did, and not the bare table; None where they leave
    nothing of it."""
    kept = card.pose.kept_beside(cover)
    if kept is None:
        return None
    return kept > NEARLY_ALL and masks.background_share(card.pose.rest, cover) <= NEARLY_ALL


def lies_under(card: CardTrack, others: Iterable[CardTrack]) -> bool:
    """Whether a card that was read, by name or in vain, lies under others though nothing is seen of it: what they leave
    of it has not changed for the most part, or not all of it where they were laid later. Where they leave nothing, it
    lay below them, or was taken off them."""
    was_read = card.face is Face.UP and card.life.state in (TrackState.SETTLED, TrackState.UNREADABLE)
    cover = [other.pose.quad for other in others if _is_told(other)]
    if not was_read or share_hidden(card.pose.rest, cover) <= PART:
        return False
    kept, buried = card.pose.kept_beside(cover), card.occlusion.buried
    return buried if kept is None else 1 - kept < (NEARLY_ALL if buried else MOST)


def _is_told(card: CardTrack) -> bool:
    return card.lies and card.life.announced
