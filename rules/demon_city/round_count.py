"""The number of cards of each throw in a round (D16 to D22, D25)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules.demon_city.claims import Advantage, Claims, ThrowCountRefusal, ThrowKind
from rules.demon_city.clash import Attack, Defend, Idle, Other
from rules.demon_city.derived_throws import (
    AGILITY,
    Deed,
    Fighter,
    attacking_stat_name,
    claim_place,
    derive_claims,
    opponent_of,
    resisting_stat,
    stats_compared,
    unknown_stats,
)
from rules.demon_city.interference import targets_of
from rules.demon_city.round_parts import Announcement, Character, Condition
from rules.demon_city.throw_count import ThrowCount, adjust, count_throws
from rules.refusal import Path, Refusal, first_of


def count_cards(
    characters: Mapping[str, Character],
    announcements: Sequence[Announcement],
    adjusted: Mapping[str, int] | None = None,
    pending_speakers: Collection[str] = (),
) -> dict[str, ThrowCount]:
    """The throw of each acting character, by id.

    :param adjusted: the Host's plus or minus on somebody's cards (D23a)

    Advantages that follow from the characters' stats (Agility is one) and the announced actions count by themselves;
    the others are claimed. Left-over losses go to the opponent (D21).

    :param pending_speakers: the ids of characters whose targets are unknown yet
    :raise ThrowCountRefusal: naming the announcement that counts something twice
    """
    acting = [each for each in announcements if not isinstance(each.action, Idle)]
    deeds = [deed_of(characters[each.id], each) for each in acting]
    by_id = {
        id_: Deed(fighter_of(each), spoken=id_ not in pending_speakers) for id_, each in characters.items()
    }
    by_id |= {deed.by.id: deed for deed in deeds}
    places = {each.id: place for place, each in enumerate(announcements)}
    claims = {deed.by.id: _claims(deed, by_id, places[deed.by.id]) for deed in deeds}
    gains = dict.fromkeys(claims, 0)
    for deed in deeds:
        opponent = opponent_of(deed, deeds)
        counted = _count(claims, deed, by_id, places)
        if opponent is not None:
            gains[opponent] += counted.to_opponent
    counts = {
        id_: count_throws(ThrowKind.CLASH, claim, from_opponent=gains[id_]) for id_, claim in claims.items()
    }
    return {id_: adjust(count, (adjusted or {}).get(id_, 0)) for id_, count in counts.items()}


def unknown_stats_of(
    characters: Mapping[str, Character], announcements: Sequence[Announcement]
) -> tuple[tuple[str, str], ...]:
    """The stats that were not compared, because nobody has noted them: whose, and what it is (D30b)."""
    deeds = [
        deed_of(characters[each.id], each) for each in announcements if not isinstance(each.action, Idle)
    ]
    by_id = {id_: Deed(fighter_of(each)) for id_, each in characters.items()}
    by_id |= {deed.by.id: deed for deed in deeds}
    return tuple(dict.fromkeys(each for deed in deeds for each in unknown_stats(deed, by_id)))


def resist_of(target: Character, announcement: Announcement) -> int | None:
    """The stat with which a target resists such an attack: that of D17, else its Agility; None where it is unknown."""
    fighter = fighter_of(target)
    resist = resisting_stat(fighter, announcement.manner)
    return fighter.stats.get(AGILITY) if resist is None else resist


def fighter_of(character: Character) -> Fighter:
    """The character as a fighter; its place in the order is its Agility, unless the stats say another."""
    known = {} if character.agility is None else {AGILITY: character.agility}
    return Fighter(character.id, {**known, **character.stats}, Condition.INJURED in character.conditions)


def deed_of(character: Character, announcement: Announcement) -> Deed:
    """An announced action as a deed."""
    targets = targets_of(announcement)
    return Deed(
        by=fighter_of(character),
        target=targets[0] if targets else None,
        also_targets=frozenset(targets[1:]),
        manner=announcement.manner,
        skill=announcement.skill,
        defends=isinstance(announcement.action, Defend),
        parries=announcement.parries,
        attacks=isinstance(announcement.action, Attack),
        stat=announcement.stat,
        intensity=announcement.action.intensity if isinstance(announcement.action, Other) else None,
        weapon=announcement.weapon,
        supernatural=announcement.supernatural,
        over=announcement.over,
        extra=announcement.claims.extra,
        lost=announcement.claims.lost,
    )


def _claims(deed: Deed, by_id: Mapping[str, Deed], place: int) -> Claims:
    try:
        return derive_claims(deed, by_id)
    except ThrowCountRefusal as refusal:
        ring = refusal.path == ("deeds",)
        path = ("announcements",) if ring else ("announcements", place, *refusal.path)
        raise ThrowCountRefusal(refusal.code, path, **refusal.params) from None


def _count(
    claims: Mapping[str, Claims], deed: Deed, by_id: Mapping[str, Deed], places: Mapping[str, int]
) -> ThrowCount:
    """Count the cards, and refuse a claim that both sides of a mutual attack make (D21)."""
    foe = by_id.get(deed.target or "")
    mutual = foe is not None and foe.target == deed.by.id
    opponent = claims.get(foe.by.id) if foe is not None and mutual else None
    try:
        return count_throws(ThrowKind.CLASH, claims[deed.by.id], opponent, mutual=mutual)
    except ThrowCountRefusal as refusal:
        own = _Claimant(deed, claims[deed.by.id], places[deed.by.id])
        theirs = own if foe is None or opponent is None else _Claimant(foe, opponent, places[foe.by.id])
        raise first_of([_within_round(each, own, theirs) for each in refusal.each]) from None


@dataclass(frozen=True)
class _Claimant:
    """The claims of one character, and the place of their announcement in the document."""

    deed: Deed
    claims: Claims
    place: int

    def path(self, path: Path) -> Path | None:
        """The field of the document that names a claim; None where the claim counts by itself."""
        found = claim_place(path, self.deed, self.claims)
        return None if found is None else ("announcements", self.place, *found)


def _within_round(refusal: Refusal, own: _Claimant, theirs: _Claimant) -> ThrowCountRefusal:
    """The same refusal with the fields of the document that name the claims.

    Where one of two counts by itself, the one that was claimed is refused.
    """

    def placed(path: Path) -> tuple[_Claimant, Path | None]:
        return (theirs, theirs.path(path[1:])) if path[0] == "opponent" else (own, own.path(path))

    whose, path = placed(refusal.path)
    where = refusal.params.get("where")
    if not isinstance(where, tuple):
        return ThrowCountRefusal(refusal.code, path or ("announcements", whose.place), **refusal.params)
    other, there = placed(where)
    if path is not None and there is not None:
        return ThrowCountRefusal(refusal.code, path, **{**refusal.params, "where": there})
    holder, foe, claimed = (other, whose, path) if there is None else (whose, other, there)
    held = refusal.params["what"]
    return ThrowCountRefusal(
        "counts-by-itself",
        claimed or (),
        held=held,
        id=holder.deed.by.id,
        **_stats_compared(held, holder, foe),
    )


def _stats_compared(held: object, holder: _Claimant, foe: _Claimant) -> dict[str, object]:
    """The stats that give somebody the higher one (D17): which it is, and both numbers."""
    if held != (Advantage.HIGHER_STAT, ""):
        return {}
    ours, theirs = stats_compared(holder.deed, foe.deed)
    return {"stat": attacking_stat_name(holder.deed), "ours": ours, "theirs": theirs}
