"""The throws of a clash, derived from the characters and their deeds (D16 to D21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique

from rules.demon_city.claims import Advantage, Claims, Disadvantage, Extra, Lost, ThrowCountRefusal, ThrowKind
from rules.demon_city.claims_check import verify_claims
from rules.demon_city.throw_count import ThrowCount, count_throws
from rules.names import normalized
from rules.refusal import Path, Refusal, first_of

AGILITY = "agility"
TOUGHNESS = "toughness"
HAND_TO_HAND = "hand to hand"
STATS_OF_RULES = (AGILITY, TOUGHNESS, HAND_TO_HAND)
"""The stats that the rules read by name (D17, D23, D33); every other name is the table's own."""


@unique
class Manner(StrEnum):
    """The manner of an attack, which names the stats that meet (D17)."""

    CLOSE_COMBAT = "close-combat"
    SHOOTING = "shooting"


@dataclass(frozen=True)
class PowerStats:
    """The stats that a power names: its own, and the one that it is resisted with (D17)."""

    uses: str
    against: str = AGILITY


@dataclass(frozen=True)
class Fighter:
    """A fighter: stats and skills by name, and whether they are hurt (D20)."""

    id: str
    stats: Mapping[str, int] = field(default_factory=dict)
    injured: bool = False


@dataclass(frozen=True)
class Deed:
    """A deed of the round, as far as it changes throws."""

    by: Fighter
    target: str | None = None
    """The id of the target; of several, the first."""
    manner: Manner | PowerStats | None = None
    """The manner of the attack; None if it is none, or its stats are unknown."""
    skill: str = ""
    """The shooting skill that applies, if one does (D17)."""
    defends: bool = False
    """Whether it only defends: against its target, or against all."""
    parries: bool = False
    """Whether it defends with the weapon in hand; else a defence is a dodge (D18)."""
    attacks: bool = True
    """Whether it attacks its target, if it does not defend."""
    stat: str = ""
    """The stat that it uses against an Intensity (D14)."""
    intensity: int | None = None
    weapon: int | None = None
    """The value here of the weapon that attacks or parries, by the Host's decision: more is better, bare hands and no
    weapon are 0 (D18)."""
    supernatural: bool = False
    over: frozenset[str] = frozenset()
    """Situational advantages over the target (D19)."""
    extra: tuple[Extra, ...] = ()
    lost: tuple[Lost, ...] = ()
    """Further claims."""
    called_shot: bool = False
    tricky: bool = False
    harmless_disarm: bool = False
    """A disarm that means no harm: as a called shot it loses no throw (D20)."""
    also_targets: frozenset[str] = frozenset()
    """The ids of further targets."""
    spoken: bool = True
    """Whether the deed is known yet."""


def attacking_stat(deed: Deed) -> int | None:
    """The stat that an attack relies on (D17); None where it is unknown."""
    name = attacking_stat_name(deed)
    return None if name is None else deed.by.stats[name]


def attacking_stat_name(deed: Deed) -> str | None:
    """The name of the stat that an attack relies on (D17); None where it is unknown."""
    stats = deed.by.stats
    match deed.manner:
        case Manner.CLOSE_COMBAT:
            known = [name for name in (TOUGHNESS, HAND_TO_HAND) if name in stats]
            return max(known, key=lambda name: stats[name], default=None)
        case Manner.SHOOTING:
            return next((name for name in (deed.skill, AGILITY) if name in stats), None)
        case PowerStats(uses=uses):
            return uses if uses in stats else None
    return None


def resisting_stat(fighter: Fighter, manner: Manner | PowerStats | None) -> int | None:
    """The stat with which a target resists such an attack (D17); None where it is unknown.

    >>> resisting_stat(Fighter("bill", {"agility": 2, "hand to hand": 5}), Manner.CLOSE_COMBAT)
    5
    """
    match manner:
        case Manner.CLOSE_COMBAT:
            return fighter.stats.get(HAND_TO_HAND, fighter.stats.get(AGILITY))
        case PowerStats(against=against):
            return fighter.stats.get(against)
    return fighter.stats.get(AGILITY)


def resisting_stat_name(fighter: Fighter, manner: Manner | PowerStats | None) -> str:
    """The name of the stat with which a target resists such an attack, whether or not it is noted (D17)."""
    match manner:
        case Manner.CLOSE_COMBAT if HAND_TO_HAND in fighter.stats:
            return HAND_TO_HAND
        case PowerStats(against=against):
            return against
    return AGILITY


def unknown_stats(deed: Deed, by_id: Mapping[str, Deed]) -> tuple[tuple[str, str], ...]:
    """The stats that would have been compared and that nobody has noted: whose, and what it is (D30b).

    None are missing where a throw is against no number and nobody, or the higher stat is claimed.
    """
    if any(extra.kind is Advantage.HIGHER_STAT for extra in deed.extra) or deed.defends:
        return ()
    foe = by_id.get(deed.target or "")
    if foe is None:
        unnoted = bool(deed.stat) and deed.intensity is not None and deed.stat not in deed.by.stats
        return ((deed.by.id, deed.stat),) if unnoted else ()
    if deed.manner is None or any(extra.kind is Advantage.HIGHER_STAT for extra in foe.extra):
        return ()
    back = _targets_back(foe, deed) and foe.manner is not None
    theirs = _stat_relied_on(foe) if back else resisting_stat_name(foe.by, deed.manner)
    compared = ((deed.by, _stat_relied_on(deed)), (foe.by, theirs))
    return tuple((fighter.id, name) for fighter, name in compared if name not in fighter.stats)


def _stat_relied_on(deed: Deed) -> str:
    """The name of the stat that an attack relies on, whether or not it is noted (D17)."""
    match deed.manner:
        case PowerStats(uses=uses):
            return uses
        case Manner.SHOOTING:
            return attacking_stat_name(deed) or AGILITY
    return attacking_stat_name(deed) or TOUGHNESS


def derive_throws(deeds: Sequence[Deed], bystanders: Sequence[Fighter] = ()) -> dict[str, ThrowCount]:
    """Every throw of a clash, by id, with reasons; left-over losses go to the opponent (D16 to D22).

    :param bystanders: who does nothing, but may be done something to
    :raise ThrowCountRefusal: where something is counted twice, or two hold the same advantage over each other
    """
    by_id = {fighter.id: Deed(fighter) for fighter in bystanders} | {deed.by.id: deed for deed in deeds}
    claims = {deed.by.id: _claims(deed, by_id, place) for place, deed in enumerate(deeds)}
    gains = dict.fromkeys(claims, 0)
    for deed in deeds:
        opponent = opponent_of(deed, deeds)
        if opponent is not None:
            gains[opponent] += count_throws(ThrowKind.CLASH, claims[deed.by.id]).to_opponent
    return {
        id_: count_throws(ThrowKind.CLASH, claim, from_opponent=gains[id_]) for id_, claim in claims.items()
    }


def derive_claims(deed: Deed, by_id: Mapping[str, Deed]) -> Claims:
    """The claims for and against one deed, given all deeds.

    :raise ThrowCountRefusal: where somebody who does not only defend counts Defense (D18)
    """
    for place, claimed in enumerate(deed.extra):
        if claimed.kind is Advantage.DEFENSE and not deed.defends:
            raise ThrowCountRefusal("only-when-defending", ("extra", place), what=(claimed.kind, ""))
    foe = by_id.get(deed.target or "")
    derived = [
        (Advantage.HIGHER_STAT, _has_higher_stat(deed, foe) if foe else _is_above_intensity(deed)),
        (Advantage.DISTRACTION, foe is not None and not deed.defends and _is_distracted(foe, deed)),
        (Advantage.DEFENSE, deed.defends),
        (Advantage.WEAPON, foe is not None and _has_better_weapon(deed, foe)),
        (Advantage.SUPERNATURAL, foe is not None and _meets_the_mundane(deed, foe)),
    ]
    given = {extra.what for extra in deed.extra}
    extra = [Extra(kind) for kind, holds in derived if holds and (kind, "") not in given]
    extra += [
        Extra(Advantage.SITUATION, name, _height_in_chain(deed, name, by_id)) for name in sorted(deed.over)
    ]
    return Claims((*extra, *deed.extra), (*_losses(deed), *deed.lost))


def opponent_of(deed: Deed, deeds: Sequence[Deed]) -> str | None:
    """The id of the fighter who gains a left-over loss: the target, else the first who targets them (D21)."""
    ids = {other.by.id for other in deeds}
    if deed.target in ids:
        return deed.target
    return next((other.by.id for other in deeds if other.target == deed.by.id), None)


def _acts_upon(foe: Deed, deed: Deed) -> bool:
    return deed.by.id == foe.target or deed.by.id in foe.also_targets


def _targets_back(foe: Deed, deed: Deed) -> bool:
    return _acts_upon(foe, deed) and not foe.defends


def _has_higher_stat(deed: Deed, foe: Deed) -> bool:
    """Against a foe who attacks back, the stats in use; else the foe's resisting stat (D17)."""
    ours, theirs = stats_compared(deed, foe)
    return ours is not None and theirs is not None and ours > theirs


def stats_compared(deed: Deed, foe: Deed) -> tuple[int | None, int | None]:
    """The stat that a deed relies on, and the foe's that it is compared with (D17); None where one is not known."""
    if deed.manner is None:
        return None, None
    theirs = attacking_stat(foe) if _targets_back(foe, deed) else None
    return attacking_stat(deed), resisting_stat(foe.by, deed.manner) if theirs is None else theirs


def _is_above_intensity(deed: Deed) -> bool:
    """Whether the stat in use is above the Intensity (D14)."""
    ours = deed.by.stats.get(deed.stat)
    return ours is not None and deed.intensity is not None and ours > deed.intensity


def _faces(foe: Deed, deed: Deed) -> bool:
    """Whether the foe acts against this fighter, or defends against them (D16)."""
    return _acts_upon(foe, deed) or (foe.defends and foe.target is None)


def _is_distracted(foe: Deed, deed: Deed) -> bool:
    """Whether the foe has announced an action that is not about this fighter (D16)."""
    return foe.spoken and not _faces(foe, deed)


def _has_better_weapon(deed: Deed, foe: Deed) -> bool:
    """Whether the weapon in use is better than the opponent's (D18)."""
    ours, theirs = _weapon_in_use(deed), _weapon_in_use(foe) if _faces(foe, deed) else None
    return ours is not None and theirs is not None and ours > theirs


def _weapon_in_use(foe: Deed) -> int | None:
    """The value of the weapon that attacks or parries, 0 for bare hands; None in a dodge, a power or anything else
    without a weapon to compare (D18)."""
    bodily = foe.parries if foe.defends else foe.attacks and not isinstance(foe.manner, PowerStats)
    return (foe.weapon or 0) if bodily else None


def _meets_the_mundane(deed: Deed, foe: Deed) -> bool:
    """Whether something supernatural meets a mundane attack (D18)."""
    return deed.supernatural and _targets_back(foe, deed) and foe.manner is not None and not foe.supernatural


def _height_in_chain(deed: Deed, name: str, by_id: Mapping[str, Deed]) -> int:
    """One, and one more for each foe along the chain who has the same advantage over theirs (D19)."""
    height, below = 1, by_id.get(deed.target or "")
    seen = {deed.by.id}
    while below is not None and normalized(name) in map(normalized, below.over):
        if below.by.id in seen:
            raise ThrowCountRefusal(
                "held-in-a-ring", ("deeds",), what=(Advantage.SITUATION, name), id=deed.by.id
            )
        seen.add(below.by.id)
        height, below = height + 1, by_id.get(below.target or "")
    return height


def _losses(deed: Deed) -> list[Lost]:
    """The losses that are known from the deed (D20)."""
    given = {lost.what for lost in deed.lost}
    derived = [
        (Disadvantage.INJURY, deed.by.injured),
        (Disadvantage.CALLED_SHOT, deed.called_shot and not deed.harmless_disarm),
        (Disadvantage.TRICKY, deed.tricky),
    ]
    return [Lost(kind) for kind, holds in derived if holds and (kind, "") not in given]


def _claims(deed: Deed, by_id: Mapping[str, Deed], place: int) -> Claims:
    """The claims for and against the deed at this place of the document, so that a refusal can name it."""
    claims = Claims(deed.extra, deed.lost)
    try:
        claims = derive_claims(deed, by_id)
        verify_claims(ThrowKind.CLASH, claims, Claims())
        return claims
    except ThrowCountRefusal as refusal:
        if refusal.path[:1] == ("deeds",):
            raise
        placed = [placed_claims(each, deed, claims) for each in refusal.each]
        raise first_of([each.within("deeds", place) for each in placed]) from None


def placed_claims(refusal: Refusal, deed: Deed, claims: Claims) -> ThrowCountRefusal:
    """A refusal about a deed's claims, with the places of the claims in the deed."""
    path = claim_place(refusal.path, deed, claims) or refusal.path
    where = refusal.params.get("where")
    params = {"where": claim_place(where, deed, claims) or where} if isinstance(where, tuple) else {}
    return ThrowCountRefusal(refusal.code, path, **{**refusal.params, **params})


def claim_place(path: Path, deed: Deed, claims: Claims) -> Path | None:
    """Where a deed names the claim at a place of its claims; None where that claim counts by itself.

    Claims that count by themselves come first, then those over the target, then those of the document.
    """
    field, place, *rest = path
    assert isinstance(place, int), "claims are named by their place in a list"
    items, given = (claims.extra, deed.extra) if field == "extra" else (claims.lost, deed.lost)
    claimed = place - (len(items) - len(given))
    if claimed >= 0:
        return (field, claimed, *rest)
    held_over = field == "extra" and claimed >= -len(deed.over)
    return ("over",) if held_over else None
