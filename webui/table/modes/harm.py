"""Who was hit in an Action Round: who throws the damage, how many cards, what it came to (D33)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webui.documents.demon_city.shapes import BlowPart


@dataclass(frozen=True, slots=True)
class Hit:
    """Somebody who was hit, and by whom: that one throws the damage."""

    seat: str
    by: str
    cards: int | None
    """The base Toughness of who was hit; None where nobody has noted it: then as many cards as they lay."""
    done: bool
    say: str
    """What the damage came to, once it has been thrown."""


def hits_of(blows: Iterable[BlowPart], unnoted: Sequence[str]) -> list[Hit]:
    """Return who was hit in a round, each once; ``unnoted`` have had theirs without a Toughness to keep it by."""
    hits: dict[str, Hit] = {}
    for blow in blows:
        done = blow.harm is not None or blow.id in unnoted
        say = blow.harm.say if blow.harm is not None else ""
        hits.setdefault(blow.id, Hit(blow.id, blow.by, blow.cards, done, say))
    return list(hits.values())
