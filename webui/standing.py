"""Which cards count before and after a person's act, so that undo can put them back: paused or not."""

from __future__ import annotations

from dataclasses import dataclass

from vision.types import Track
from webui.throwing import Throwing


@dataclass(frozen=True, slots=True)
class Standing:
    """How a throw stood at one moment; ``confirmed`` is the entry that it had become."""

    cards: dict[int, Track]
    old: frozenset[int]
    closed_s: float | None
    began_s: float | None
    confirmed: int | None


@dataclass(frozen=True, slots=True)
class Change:
    """What one act did to the throw on the table."""

    before: Standing
    after: Standing


def standing_of(throwing: Throwing, confirmed: int | None) -> Standing:
    """Return how the throw stands now."""
    return Standing(
        dict(throwing.cards), frozenset(throwing.old), throwing.closed_s, throwing.began_s, confirmed
    )


def put_back(throwing: Throwing, change: Change) -> bool:
    """Count as before the act; False if another throw has begun since, which an undo must not touch."""
    before, after = change.before, change.after
    if throwing.began_s != after.began_s:
        return False
    taken_out = {key: track for key, track in before.cards.items() if key not in after.cards}
    counted_in = after.cards.keys() - before.cards.keys()
    kept = {key: track for key, track in throwing.cards.items() if key not in counted_in}
    throwing.cards = kept | taken_out
    throwing.old = (throwing.old - (after.old - before.old)) | (before.old - after.old)
    if before.began_s != after.began_s:
        throwing.open = before.closed_s is None
        throwing.closed_s, throwing.began_s = before.closed_s, before.began_s
    return True
