"""The order of announcing: from the slowest up, ties by lot; before them those of unknown Agility (D23)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from rules.demon_city.clash_check import (
    faults_of_spelling,
    has_forbidden_significator,
    has_forbidden_specials,
)
from rules.demon_city.round_parts import Character, RoundRefusal
from rules.refusal import refuse


def draw_order(
    characters: Sequence[Character], ties: Sequence[str] = (), random: Random | None = None
) -> tuple[str, ...]:
    """Ids in ascending order of Agility; before them, as equals, those whose Agility nobody has noted (D23).

    Equals in `ties` keep that order; the others draw lots.

    :raise RoundRefusal: with nobody, somebody twice, or open ties and nothing to draw lots with
    """
    refuse(faults_of_characters(characters, ties))
    speeds = sorted(
        {character.agility for character in characters}, key=lambda agility: (agility is not None, agility)
    )
    equals = ([each.id for each in characters if each.agility == speed] for speed in speeds)
    return tuple(id_ for group in equals for id_ in _in_lot_order(group, ties, random))


def faults_of_characters(characters: Sequence[Character], ties: Sequence[str]) -> Iterator[RoundRefusal]:
    """All faults that keep a round of these characters from beginning."""
    if not characters:
        yield RoundRefusal("nobody-acts", ("characters",))
    for path, code, params in faults_of_spelling([(each.id, each.side) for each in characters]):
        yield RoundRefusal(code, ("characters", *path), **params)
    ids = [character.id for character in characters]
    for place, character in enumerate(characters):
        path = ("characters", place)
        if character.id in ids[:place]:
            yield RoundRefusal("twice", (*path, "id"), id=character.id)
        if has_forbidden_significator(character.side, character.significators):
            yield RoundRefusal("significator-of-host", (*path, "significator"), id=character.id)
        if has_forbidden_specials(character.side, character.specials):
            yield RoundRefusal("specials-of-player", (*path, "specials"), id=character.id)
    for place, id_ in enumerate(ties):
        if id_ not in ids or id_ in ties[:place]:
            yield RoundRefusal("no-such-character", ("ties", place), id=id_, known=tuple(ids))


def _in_lot_order(equals: Sequence[str], ties: Sequence[str], random: Random | None) -> list[str]:
    ordered = [id_ for id_ in ties if id_ in equals]
    newcomers = [id_ for id_ in equals if id_ not in ties]
    if newcomers and len(equals) > 1 and random is None:
        raise RoundRefusal("open-ties", ("ties",), ids=tuple(equals))
    for newcomer in newcomers:
        ordered.insert(random.randint(0, len(ordered)) if random else 0, newcomer)
    return ordered


def tied_ids(characters: Iterable[Character], order: Sequence[str]) -> tuple[str, ...]:
    """The ids whose place was drawn by lot, in order: they keep it until the fight ends (D23)."""
    speed = {character.id: character.agility for character in characters}
    speeds = list(speed.values())
    return tuple(id_ for id_ in order if speeds.count(speed[id_]) > 1)
