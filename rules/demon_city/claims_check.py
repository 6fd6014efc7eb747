"""Which advantages and disadvantages can be counted together (D13, D15, D19 to D21)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.demon_city.claims import Advantage, Claims, Disadvantage, Extra, Lost, ThrowCountRefusal, ThrowKind
from rules.names import normalized
from rules.refusal import Path, refuse


def verify_claims(
    kind: ThrowKind, own: Claims, opponent: Claims, *, mutual: bool = False, in_round: bool = False
) -> None:
    """Refuse what counts twice, and what cannot count in this kind of throw (D13, D15, D19, D21).

    :raise ThrowCountRefusal: naming what, and where it was counted already
    """
    refuse(faults_of_claims(kind, own, opponent, mutual=mutual, in_round=in_round))


def faults_of_claims(
    kind: ThrowKind, own: Claims, opponent: Claims, *, mutual: bool = False, in_round: bool = False
) -> Iterator[ThrowCountRefusal]:
    """All that keeps these from being counted: see `verify_claims`."""
    for path, extra in (*_placed(own.extra, "extra"), *_placed(opponent.extra, "opponent", "extra")):
        yield from _faults_of_extra(
            ThrowKind.CLASH if in_round and extra.kind is Advantage.OVERLAP else kind, extra, path
        )
    if kind is not ThrowKind.CLASH and not in_round:
        yield from _injuries(own.lost, ("lost",))
        yield from _injuries(opponent.lost, ("opponent", "lost"))
    yield from _faults_of_repeating(own, ())
    yield from _faults_of_repeating(opponent, ("opponent",))
    yield from _faults_of_skills(own.extra, ("extra",))
    yield from _faults_of_skills(opponent.extra, ("opponent", "extra"))
    yield from _given_and_taken(own.extra, opponent.lost, ("extra",), ("opponent", "lost"))
    yield from _given_and_taken(own.lost, opponent.extra, ("lost",), ("opponent", "extra"))
    yield from _held_by_both(own.extra, opponent.extra, mutual=mutual or kind is ThrowKind.OPPOSED)


def _placed(items: Sequence[Extra], *where: str) -> Iterator[tuple[Path, Extra]]:
    return (((*where, place), item) for place, item in enumerate(items))


def _faults_of_extra(kind: ThrowKind, extra: Extra, path: Path) -> Iterator[ThrowCountRefusal]:
    if extra.times < 1:
        yield ThrowCountRefusal("below-one", (*path, "times"), value=extra.times)
    if extra.times > 1 and not (extra.kind is Advantage.SITUATION and kind is ThrowKind.CLASH):
        yield ThrowCountRefusal("counts-once", (*path, "times"), what=(extra.kind, extra.name))
    if extra.kind is Advantage.OVERLAP and kind is ThrowKind.CLASH:
        yield ThrowCountRefusal("not-in-action-rounds", path, what=(extra.kind, extra.name))
    if extra.kind is Advantage.DEFENSE and kind is not ThrowKind.CLASH:
        yield ThrowCountRefusal("only-in-action-rounds", path, what=(extra.kind, extra.name))


def _injuries(lost: Sequence[Lost], path: Path) -> Iterator[ThrowCountRefusal]:
    """Injury counts in Action Rounds alone, and in their tests (D20, D25)."""
    for place, item in enumerate(lost):
        if item.kind is Disadvantage.INJURY:
            yield ThrowCountRefusal("only-in-action-rounds", (*path, place), what=(item.kind, item.name))


def _faults_of_repeating(claims: Claims, where: Path) -> Iterator[ThrowCountRefusal]:
    """Each distinct thing counts once, and not both for and against the same character (D13, D20, D21)."""
    fields: dict[str, Sequence[Extra | Lost]] = {"extra": claims.extra, "lost": claims.lost}
    for field, items in fields.items():
        seen: set[tuple[str, str]] = set()
        for place, item in enumerate(items):
            if item.what in seen:
                yield ThrowCountRefusal("counted-twice", (*where, field, place), what=(item.kind, item.name))
            seen.add(item.what)
    yield from _given_and_taken(claims.extra, claims.lost, (*where, "extra"), (*where, "lost"))


def _faults_of_skills(extra: Sequence[Extra], path: Path) -> Iterator[ThrowCountRefusal]:
    """A general skill and its specialisation never count together (D15)."""
    skills = {item.what[1] for item in extra if item.kind is Advantage.OVERLAP and item.name}
    for place, item in enumerate(extra):
        if normalized(item.general) in skills:
            yield ThrowCountRefusal("general-skill", (*path, place), skill=item.name, general=item.general)


def _given_and_taken(
    items: Sequence[Extra | Lost], others: Sequence[Extra | Lost], path: Path, other_path: Path
) -> Iterator[ThrowCountRefusal]:
    """The same asymmetry is not both given to one side and taken from the other (D21)."""
    for place, item in enumerate(items):
        for other_place, other in enumerate(others):
            if item.asymmetry == other.asymmetry:
                where = (*other_path, other_place)
                what = (item.kind, item.name)
                yield ThrowCountRefusal("given-and-taken", (*path, place), what=what, where=where)


def _held_by_both(
    extra: Sequence[Extra], foes: Sequence[Extra], *, mutual: bool
) -> Iterator[ThrowCountRefusal]:
    """Yield advantages that two opponents both claim over each other; only in a chain of foes does the one above
    hold one more than the one below (D19, D21). Both may defend, and have further skills; both may
    be distracted unless each acts upon the other (D16)."""
    own_affair = {Advantage.DEFENSE, Advantage.OVERLAP}
    if not mutual:
        own_affair.add(Advantage.DISTRACTION)
    for place, item in enumerate(extra):
        for foe_place, foe in enumerate(foes):
            chain = item.kind is Advantage.SITUATION and abs(item.times - foe.times) == 1
            if item.what == foe.what and item.kind not in own_affair and not chain:
                where = ("opponent", "extra", foe_place)
                yield ThrowCountRefusal(
                    "held-by-both", ("extra", place), what=(item.kind, item.name), where=where
                )
