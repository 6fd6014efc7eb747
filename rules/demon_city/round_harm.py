"""The hits of a round, their damage, and those who go down (D32, D33)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.demon_city.clash import Attack, ClashResult, TargetResult
from rules.demon_city.derived_throws import TOUGHNESS
from rules.demon_city.harm import Damage
from rules.demon_city.round_parts import Announcement, Character, Condition


@dataclass(frozen=True)
class Blow:
    """An attack that hit and means harm; `toughness`, the target's base one, is the number of cards to throw."""

    by: str
    id: str
    toughness: int | None


def blows_of(
    results: Iterable[ClashResult],
    uncontested: Mapping[str, Iterable[TargetResult]],
    announcements: Mapping[str, Announcement],
    characters: Mapping[str, Character],
) -> Iterator[Blow]:
    """The blows of a round, in clashes and outside them (D25, D32)."""
    hits = [(action.id, target) for result in results for action in result.actions for target in action.hit]
    hits += [(id_, each.id) for id_, targets in uncontested.items() for each in targets if each.happens]
    for by, target in hits:
        action = announcements[by].action
        if isinstance(action, Attack) and not action.harmless:
            yield Blow(by, target, characters[target].stats.get(TOUGHNESS))


def regained(character: Character, points: int) -> Character:
    """The character with points of Toughness given back: with one or more nobody is injured any more (D20)."""
    lost = max(0, character.lost_toughness - points)
    return replace(character, lost_toughness=lost, conditions=character.conditions - {Condition.INJURED})


def hurt_by(character: Character, damage: Damage) -> Character:
    """The character after a blow: below base Toughness, or injured at 0, they are out of the fight (D24, D33)."""
    lost = character.lost_toughness + (damage.amount or 0)
    down = damage.without_throw or lost > character.stats.get(TOUGHNESS, 0)
    more = {Condition.OUT_OF_THE_FIGHT} if down else set()
    return replace(character, lost_toughness=lost, conditions=character.conditions | more)
