"""How many cards somebody throws, and why (D13 to D22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from rules.demon_city.throw import Keep
from rules.refusal import Path, Refusal, refuse


class ThrowCountRefusal(Refusal):
    """Advantages and disadvantages that cannot be counted together."""


@unique
class ThrowKind(StrEnum):
    """What the throw is for: the rules differ in and outside Action Rounds."""

    STATIC = "test"
    OPPOSED = "opposed"
    CLASH = "clash"


@unique
class Advantage(StrEnum):
    """What gives an extra throw (D14 to D19)."""

    HIGHER_STAT = "higher-stat"
    OVERLAP = "overlap"
    DISTRACTION = "distraction"
    DEFENSE = "defense"
    WEAPON = "weapon"
    SUPERNATURAL = "supernatural"
    SITUATION = "situation"


@unique
class Disadvantage(StrEnum):
    """What loses a throw (D20); the first two are chosen freely."""

    CALLED_SHOT = "called-shot"
    TRICKY = "tricky"
    INJURY = "injury"
    SITUATION = "situation"


OPPOSITES = {"low ground": "high ground", "drunk": "sober"}
"""The source's own pairs: one asymmetry, whichever of the two is named (D21)."""

VOLUNTARY = (Disadvantage.CALLED_SHOT, Disadvantage.TRICKY)
"""Losses that one takes on, which therefore never serve the opponent (D22)."""


@dataclass(frozen=True)
class Extra:
    """One distinct advantage; a situation or an overlapping skill has a name."""

    kind: Advantage
    name: str = ""
    times: int = 1
    """How often the kind counts: more than once only in a chain of foes (D19)."""
    general: str = ""
    """The general skill that an overlapping skill is a specialisation of (D15)."""

    @property
    def what(self) -> tuple[str, str]:
        """What it is, so that the same thing is not counted twice."""
        return self.kind, self.name.strip().casefold()

    @property
    def asymmetry(self) -> tuple[str, str]:
        """What it is, or the other side of it (D21)."""
        return _asymmetry(self.what)


@dataclass(frozen=True)
class Lost:
    """One distinct disadvantage; a situation has a name."""

    kind: Disadvantage
    name: str = ""

    @property
    def what(self) -> tuple[str, str]:
        """What it is, so that the same thing is not counted twice."""
        return self.kind, self.name.strip().casefold()

    @property
    def asymmetry(self) -> tuple[str, str]:
        """What it is, or the other side of it (D21)."""
        return _asymmetry(self.what)


def _asymmetry(what: tuple[str, str]) -> tuple[str, str]:
    kind, name = what
    return kind, OPPOSITES.get(name, name)


@unique
class Floor(StrEnum):
    """What becomes of losses that one throw cannot bear (D20 to D22), and the Host's word (D23a)."""

    MINIMUM = "minimum"
    TO_OPPONENT = "to-opponent"
    FROM_OPPONENT = "from-opponent"
    LOWEST = "lowest"
    BY_HOST = "by-host"


@dataclass(frozen=True)
class Reason:
    """How much something changes the number of cards, and by which rule."""

    amount: int
    code: Advantage | Disadvantage | Floor
    rule: str
    name: str = ""
    """The situation's or the skill's name; with `LOWEST`, which manoeuvre it was."""


@dataclass(frozen=True)
class ThrowCount:
    """How many cards are thrown, which of them counts, and what the opponent gains."""

    cards: int
    keep: Keep
    to_opponent: int
    reasons: tuple[Reason, ...]
    """Together with the base they add up to the number of cards."""


@dataclass(frozen=True)
class Claims:
    """All that somebody counts for and against themselves."""

    extra: tuple[Extra, ...] = ()
    lost: tuple[Lost, ...] = ()


def count_throws(
    kind: ThrowKind,
    own: Claims,
    opponent: Claims | None = None,
    base: int = 1,
    from_opponent: int = 0,
    *,
    mutual: bool = False,
    in_round: bool = False,
) -> ThrowCount:
    """Count the cards of one throw (D13 to D22).

    Involuntary losses come first; those left over at one throw go to the opponent, if there is one.
    Voluntary ones follow: whoever has one throw left throws two, and the lowest counts (D22).

    :param opponent: what the opponent counts, to refuse what is counted on both sides (D21)
    :param mutual: whether each of the two acts upon the other, so that neither is distracted (D16)
    :param in_round: whether a static throw belongs to an Action Round, where injury counts (D20, D25)
    :param from_opponent: losses of the opponent's that were left over at one throw (D21)
    :raise ThrowCountRefusal: for what counts twice, or cannot count in this kind of throw

    >>> drunk = Claims((Extra(Advantage.HIGHER_STAT),), (Lost(Disadvantage.SITUATION, "drunk"),))
    >>> count_throws(ThrowKind.OPPOSED, drunk).cards
    1
    """
    if base < 1:
        raise ThrowCountRefusal("below-one", ("base",), value=base)
    verify_claims(kind, own, opponent or Claims(), mutual=mutual, in_round=in_round)
    reasons = [Reason(extra.times, extra.kind, _rule_of(kind, extra), extra.name) for extra in own.extra]
    involuntary = [lost for lost in own.lost if lost.kind not in VOLUNTARY]
    reasons += [Reason(-1, lost.kind, "D20", lost.name) for lost in involuntary]
    cards = base + sum(reason.amount for reason in reasons)
    left_over = max(0, 1 - cards)
    if left_over:
        reasons.append(_at_the_floor(kind, left_over))
    if from_opponent:
        reasons.append(Reason(from_opponent, Floor.FROM_OPPONENT, "D21"))
    chosen = [lost for lost in own.lost if lost.kind in VOLUNTARY]
    cards, keep, voluntary_reasons = _take_on(cards + left_over + from_opponent, chosen)
    to_opponent = 0 if kind is ThrowKind.STATIC else left_over
    return ThrowCount(cards, keep, to_opponent, (*reasons, *voluntary_reasons))


def adjust(count: ThrowCount, by: int) -> ThrowCount:
    """The Host's plus or minus on a count; never below one card (D20, D23a)."""
    cards = max(1, count.cards + by)
    if cards == count.cards:
        return count
    reason = Reason(cards - count.cards, Floor.BY_HOST, "D23a")
    return replace(count, cards=cards, reasons=(*count.reasons, reason))


def _rule_of(kind: ThrowKind, extra: Extra) -> str:
    match extra.kind:
        case Advantage.HIGHER_STAT:
            return "D17" if kind is ThrowKind.CLASH else "D14"
        case Advantage.SITUATION:
            return "D19" if kind is ThrowKind.CLASH else "D13"
        case Advantage.OVERLAP:
            return "D15"
        case Advantage.DISTRACTION:
            return "D16"
        case _:
            return "D18"


def _at_the_floor(kind: ThrowKind, left_over: int) -> Reason:
    """Never below one throw; what is left over goes to an opponent, if there is one (D20, D21)."""
    if kind is ThrowKind.STATIC:
        return Reason(left_over, Floor.MINIMUM, "D20")
    return Reason(left_over, Floor.TO_OPPONENT, "D21")


def _take_on(cards: int, chosen: Sequence[Lost]) -> tuple[int, Keep, list[Reason]]:
    """Each manoeuvre loses a throw; at one throw, two are thrown and the lowest counts (D20, D22)."""
    keep, reasons = Keep.HIGHEST, []
    for lost in chosen:
        if keep is Keep.HIGHEST and cards > 1:
            cards -= 1
            reasons.append(Reason(-1, lost.kind, "D20"))
        else:
            reasons.append(Reason(2 - cards, Floor.LOWEST, "D22", lost.kind))
            cards, keep = 2, Keep.LOWEST
    return cards, keep, reasons


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
        if item.general.strip().casefold() in skills:
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
    """Two opponents cannot both have the same advantage over each other; only in a chain of foes does the
    one above hold one more than the one below (D19, D21). Both may defend, and have further skills; both may
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
