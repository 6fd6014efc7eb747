"""Weapons and ranges in a round's document: the value of a weapon depends on the distance of the foe (D18, D24)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, TypeAlias

from pydantic import Field

from rules.demon_city.round_parts import RoundRefusal
from rules.names import spelt_before
from webui.documents.fields import Name, Stat
from webui.documents.parse import DocumentModel

WeaponField: TypeAlias = Stat | dict[str, Stat] | None
"""The value of a weapon, by the Host's decision; as an object, its value at each range."""

Ranges: TypeAlias = Mapping[frozenset[str], str]


class RangeField(DocumentModel):
    """The distance between two characters as the round begins, in the table's own words: `close`, `10 feet` (D24)."""

    between: Annotated[list[Name], Field(min_length=2, max_length=2)]
    range: Name


def ranges_of(fields: Iterable[RangeField]) -> Ranges:
    """The ranges by pair."""
    return {frozenset(each.between): each.range for each in fields}


def faults_of_ranges(fields: Sequence[RangeField], ids: Collection[str]) -> Iterator[RoundRefusal]:
    """Ranges that name nobody of the round, or contradict an earlier line (D18, D24)."""
    known: dict[frozenset[str], str] = {}
    for place, each in enumerate(fields):
        path = ("ranges", place)
        for end, id_ in enumerate(each.between):
            if id_ not in ids:
                yield RoundRefusal("no-such-character", (*path, "between", end), id=id_, known=tuple(ids))
        one, other = each.between
        if one == other:
            yield RoundRefusal("oneself", (*path, "between", 1), id=one)
        before = known.setdefault(frozenset(each.between), each.range)
        if before != each.range:
            params = {"id": one, "foe": other, "given": each.range, "range": before}
            yield RoundRefusal("range-told-twice", (*path, "range"), **params)


def weapon_at(weapon: WeaponField, id_: str, targets: Sequence[str], ranges: Ranges) -> int | None:
    """The value of a weapon against its first target, or against the foe whom it parries.

    :raise RoundRefusal: if that depends on a range that is not given
    """
    if not isinstance(weapon, Mapping):
        return weapon
    for place, name in enumerate(weapon):
        if other := spelt_before(name, list(weapon)[:place]):
            raise RoundRefusal("spelt-twice", ("weapon", name), given=name, other=other)
    if not targets:
        raise RoundRefusal("weapon-without-target", ("weapon",))
    distance = ranges.get(frozenset((id_, targets[0])))
    if distance is None:
        raise RoundRefusal("range-missing", ("weapon",), id=id_, foe=targets[0])
    if distance not in weapon:
        raise RoundRefusal("weapon-not-at-range", ("weapon",), range=distance, ranges=tuple(weapon))
    return weapon[distance]


def own_weapon_at(
    weapon: int | Mapping[str, int], id_: str, targets: Sequence[str], ranges: Ranges
) -> int | None:
    """The value of somebody's own weapon against the first foe; None where nobody has given the range.

    At a range for which it has no value it is worth no more than bare hands.
    """
    if not isinstance(weapon, Mapping):
        return weapon
    distance = ranges.get(frozenset((id_, targets[0]))) if targets else None
    return None if distance is None else weapon.get(distance, 0)
