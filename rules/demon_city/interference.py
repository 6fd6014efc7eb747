"""Which announced actions can interfere with each other: the clashes of a round (D25, D26)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.demon_city.clash import Attack, Defend, Idle, Other
from rules.demon_city.round_parts import Announcement, Character


def targets_of(announcement: Announcement) -> tuple[str, ...]:
    """The targets of an action, or the foes that a defence names."""
    match announcement.action:
        case Attack(targets=targets) | Other(targets=targets):
            return targets
        case Defend(against=against):
            return tuple(sorted(against or ()))
    return ()


@dataclass(frozen=True)
class ClashGroup:
    """The actors of a clash, in the order of announcing, and the others whom they act upon."""

    actors: tuple[str, ...]
    acted_upon: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all whom the clash concerns."""
        return (*self.actors, *self.acted_upon)


def find_clashes(
    characters: Mapping[str, Character], announcements: Sequence[Announcement]
) -> tuple[ClashGroup, ...]:
    """The groups that can interfere with each other, directly or through others (D26).

    A character who acts alone, and upon nobody, is in none. Competing drivers form a group of their own. A target
    whose action is in another group, or resolved already, is in the group without an action.
    """
    open_ones = [each for each in announcements if _can_clash(each)]
    drivers = _competing_drivers(characters, open_ones)
    links = [*_links(open_ones, characters, drivers), *_driver_links(drivers)]
    actors = [each.id for each in open_ones]
    groups = [
        ClashGroup(tuple(group), tuple(dict.fromkeys(_acted_upon(group, open_ones))))
        for group in _groups(actors, links)
    ]
    defending = [each.id for each in open_ones if isinstance(each.action, Defend)]
    return tuple(group for group in groups if _is_clash(group, characters, defending))


def _is_clash(group: ClashGroup, characters: Mapping[str, Character], defending: Collection[str]) -> bool:
    """Whether any two of a group can interfere with each other: allies who only defend cannot."""
    one_side = len({characters[id_].side for id_ in group.ids}) == 1
    return len(group.ids) > 1 and not (one_side and set(group.ids) <= set(defending))


def _can_clash(announcement: Announcement) -> bool:
    """Whether an action is contested: not taken out by the Host's decision, and not without an action (D25)."""
    return announcement.contested is not False and not isinstance(announcement.action, Idle)


def _competing_drivers(
    characters: Mapping[str, Character], announcements: Sequence[Announcement]
) -> list[str]:
    drivers = [each.id for each in announcements if each.driver]
    return drivers if len({characters[id_].side for id_ in drivers}) > 1 else []


def _links(
    announcements: Sequence[Announcement], characters: Mapping[str, Character], drivers: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Links between those who can interfere with each other, without drivers; a target may link two actors."""
    for each in announcements:
        if each.id in drivers:
            continue
        others = [*targets_of(each), *each.interferes]
        if each.contested and not others:
            others = [other.id for other in announcements if _are_foes(characters, each.id, other.id)]
        yield from ((each.id, other) for other in others if other not in drivers)


def _are_foes(characters: Mapping[str, Character], one: str, other: str) -> bool:
    return characters[one].side != characters[other].side


def _driver_links(drivers: Sequence[str]) -> Iterable[tuple[str, str]]:
    return pairwise(drivers)


def _groups(actors: Sequence[str], links: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The connected groups of actors, in order; a character without an action may connect them."""
    group_of: dict[str, set[str]] = {id_: {id_} for id_ in actors}
    for one, other in links:
        merged = group_of.setdefault(one, {one}) | group_of.setdefault(other, {other})
        for id_ in merged:
            group_of[id_] = merged
    seen: set[str] = set()
    groups = []
    for id_ in actors:
        if id_ not in seen:
            groups.append([other for other in actors if other in group_of[id_]])
            seen |= group_of[id_]
    return groups


def _acted_upon(group: Sequence[str], announcements: Sequence[Announcement]) -> list[str]:
    """The ids of those whom a group acts upon and who do not belong to it."""
    return [
        target
        for each in announcements
        if each.id in group and not isinstance(each.action, Defend)
        for target in targets_of(each)
        if target not in group
    ]
