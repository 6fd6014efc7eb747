"""Short words for advantages and disadvantages in tests."""

from __future__ import annotations

from rules.demon_city.claims import Advantage, Claims, Disadvantage, Extra, Lost, ThrowKind
from rules.demon_city.throw_count import ThrowCount, count_throws

STATIC, OPPOSED, CLASH = ThrowKind.STATIC, ThrowKind.OPPOSED, ThrowKind.CLASH
CALLED_SHOT, TRICKY, INJURY = (
    Lost(kind) for kind in (Disadvantage.CALLED_SHOT, Disadvantage.TRICKY, Disadvantage.INJURY)
)
HIGHER, DISTRACTION, DEFENSE, WEAPON, SUPERNATURAL = (
    Extra(Advantage(code)) for code in ("higher-stat", "distraction", "defense", "weapon", "supernatural")
)


def situation(name: str, times: int = 1) -> Extra:
    return Extra(Advantage.SITUATION, name, times)


def overlap(name: str, of: str = "") -> Extra:
    return Extra(Advantage.OVERLAP, name, general=of)


def drawback(name: str) -> Lost:
    return Lost(Disadvantage.SITUATION, name)


def count(kind: ThrowKind, *items: Extra | Lost, against: Claims | None = None, base: int = 1) -> ThrowCount:
    extra = tuple(item for item in items if isinstance(item, Extra))
    lost = tuple(item for item in items if isinstance(item, Lost))
    return count_throws(kind, Claims(extra, lost), against, base)
