"""Which announced actions can interfere with each other: the clashes of a round (D25, D26)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.demon_city.clash import Attack, Defend, Idle, Other
from rules.demon_city.round_parts import Announcement, Character


def targets_of(announcement: Announcement) -> tuple[str, ...]:
    """Whom an action is done to, or whom a defence names."""
    match announcement.action:
        case Attack(targets=targets) | Other(targets=targets):
            return targets
        case Defend(against=against):
            return tuple(sorted(against or ()))
    return ()


@dataclass(frozen=True)
class ClashGroup:
    """Who acts in a clash, in the order of announcing, and whom they act upon besides."""

    actors: tuple[str, ...]
    acted_upon: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """Everybody whom the clash concerns."""
        return (*self.actors, *self.acted_upon)


def find_clashes(
    characters: Mapping[str, Character], announcements: Sequence[Announcement]
) -> tuple[ClashGroup, ...]:
    """The groups that can interfere with each other, directly or through others (D26).

    Who acts alone, and upon nobody, is in none. Competing drivers form one of their own; whoever acts upon
    somebody whose action is in another group, or resolved already, finds them there without action.
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
    """Whether some two can interfere with each other: allies who merely defend cannot."""
    one_side = len({characters[id_].side for id_ in group.ids}) == 1
    return len(group.ids) > 1 and not (one_side and set(group.ids) <= set(defending))


def _can_clash(announcement: Announcement) -> bool:
    """Whether an action is not out of it, by the Host's decision or because there is none (D25)."""
    return announcement.contested is not False and not isinstance(announcement.action, Idle)


def _competing_drivers(
    characters: Mapping[str, Character], announcements: Sequence[Announcement]
) -> list[str]:
    drivers = [each.id for each in announcements if each.driver]
    return drivers if len({characters[id_].side for id_ in drivers}) > 1 else []


def _links(
    announcements: Sequence[Announcement], characters: Mapping[str, Character], drivers: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Who can interfere with whom, drivers left out; whom somebody acts upon may link two who do."""
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
    """Connected actors, in order; somebody without action may connect them."""
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
    """Who is done something to by a group without belonging to it."""
    return [
        target
        for each in announcements
        if each.id in group and not isinstance(each.action, Defend)
        for target in targets_of(each)
        if target not in group
    ]
