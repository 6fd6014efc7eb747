"""Checks before a clash is judged (D26): it is complete, and names only participants."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rules.cards import Card
from rules.demon_city.clash import HOST_SIDE, PLAYERS_SIDE, Action, Attack, Defend, Idle, Other, Participant
from rules.demon_city.throw import Special
from rules.names import misspelt_word, normalized, spelt_before
from rules.refusal import Path, Refusal, refuse


class ClashRefusal(Refusal):
    """A clash that cannot be judged."""


def verify_clash(participants: Sequence[Participant], choose: Mapping[str, Iterable[str]]) -> None:
    """Check that a clash can be judged.

    :raise ClashRefusal: naming the field, as in `participants`, 0, `action`, `target`; with all other faults.
    """
    refuse(faults_of_clash(participants, choose))


def faults_of_clash(
    participants: Sequence[Participant], choose: Mapping[str, Iterable[str]]
) -> Iterator[ClashRefusal]:
    """All that keeps a clash from being judged."""
    if not participants:
        yield ClashRefusal("nobody", ("participants",))
        return
    yield from _faults(participants)
    yield from _faults_of_choices(choose, {each.id: each.side for each in participants})


def _faults(participants: Sequence[Participant]) -> Iterator[ClashRefusal]:
    sides = {participant.id: participant.side for participant in participants}
    by_id = {participant.id: participant for participant in participants}
    if len({participant.side for participant in participants}) < 2:
        yield ClashRefusal("one-side", ("participants",), side=participants[0].side)
    for path, code, params in faults_of_spelling([(each.id, each.side) for each in participants]):
        yield ClashRefusal(code, ("participants", *path), **params)
    for place, participant in enumerate(participants):
        path = ("participants", place)
        if participant.id in {earlier.id for earlier in participants[:place]}:
            yield ClashRefusal("twice", (*path, "id"), id=participant.id)
        if has_forbidden_significator(participant.side, participant.throw.significators):
            yield ClashRefusal("significator-of-host", (*path, "significator"), id=participant.id)
        if has_forbidden_specials(participant.side, participant.throw.specials):
            yield ClashRefusal("specials-of-player", (*path, "specials"), id=participant.id)
        yield from _faults_of_throw(participant, (*path, "cards"))
        yield from _faults_of_action(participant, sides, (*path, "action"))
        yield from _faults_of_resistance(participant, by_id, (*path, "action", "resist"))


def faults_of_spelling(people: Sequence[tuple[str, str]]) -> Iterator[tuple[Path, str, dict[str, object]]]:
    """Yield the ids and sides that differ from another by capitals and blanks only, and slips of the rules' sides:
    path, code and names.

    :param people: everybody's id and side
    """
    ids, sides = [id_ for id_, _ in people], [side for _, side in people]
    for place in range(len(people)):
        known = {"id": ids[:place], "side": [PLAYERS_SIDE, HOST_SIDE, *sides[:place]]}
        for field, given in (("id", ids[place]), ("side", sides[place])):
            other = spelt_before(given, known[field])
            if other is not None:
                yield (place, field), "spelt-twice", {"given": given, "other": other}
        meant = misspelt_side(sides[place])
        if meant is not None:
            yield (place, "side"), "misspelt-side", {"given": sides[place], "known": (meant,)}


def misspelt_side(side: str) -> str | None:
    """Return the side of the rules that this name misspells; other capitals and blanks are no misspelling.

    >>> [misspelt_side(name) for name in ("hostt", "Host ", "the cult")]
    ['host', None, None]
    """
    meant = misspelt_word(side, (PLAYERS_SIDE, HOST_SIDE))
    return None if normalized(side) == meant else meant


def has_forbidden_significator(side: str, significators: Collection[Card]) -> bool:
    """Whether somebody of the Host's holds a Significator, which players' characters alone have (D12)."""
    return side == HOST_SIDE and bool(significators)


def has_forbidden_specials(side: str, specials: Collection[Special]) -> bool:
    """Whether a player's character has special cards, which the Host's horrors alone have (D12)."""
    return side == PLAYERS_SIDE and bool(specials)


def opposes(target: Participant, attacker: str) -> bool:
    """Whether the target's own throw opposes an attack on it: it attacks the attacker, defends against the
    attack or tries something against the attacker (D29)."""
    match target.action:
        case Attack(targets=targets) | Other(targets=targets):
            return attacker in targets
        case Defend(against=against):
            return against is None or attacker in against
        case _:
            return False


def throw_opposes(target: Participant, actor: Participant) -> bool:
    """Whether the target's own throw, and not what it resists with, is the number to beat (D29, D30)."""
    if isinstance(actor.action, Attack):
        return opposes(target, actor.id)
    return _opposes_other(target, actor)


def _opposes_other(target: Participant, actor: Participant) -> bool:
    """Whether the target's throw opposes an action that is no attack: it acts upon, defends against or holds the actor.

    An ally's throw never does, nor a defence that names no foe (D30).
    """
    if target.side == actor.side or isinstance(target.action, Idle):
        return False
    if isinstance(actor.action, Other) and actor.action.escape:
        return bool(target.throw.cards)
    at_large = isinstance(target.action, Defend) and target.action.against is None
    return opposes(target, actor.id) and not at_large


def needs_no_cards(action: Action) -> bool:
    """Whether an action goes without a throw: nothing, or something against Intensity 0 (D8)."""
    return isinstance(action, Idle) or (isinstance(action, Other) and action.intensity == 0)


def _faults_of_throw(participant: Participant, path: Path) -> Iterator[ClashRefusal]:
    if not participant.throw.cards and not needs_no_cards(participant.action):
        yield ClashRefusal("no-cards", path)
    if participant.throw.cards and isinstance(participant.action, Idle):
        yield ClashRefusal("cards-without-action", path)


def _faults_of_action(
    participant: Participant, sides: Mapping[str, str], path: Path
) -> Iterator[ClashRefusal]:
    action = participant.action
    for name, ids in _named(action):
        for other in ids:
            if other not in sides:
                yield ClashRefusal("takes-no-part", (*path, name), id=other, known=tuple(sides))
            if other == participant.id:
                yield ClashRefusal("oneself", (*path, name), id=other)
    if isinstance(action, Attack) and not action.targets:
        yield ClashRefusal("no-target", (*path, "target"))
    if isinstance(action, Other) and action.intensity is not None:
        if action.targets:
            yield ClashRefusal("intensity-and-target", (*path, "target"))
        if action.intensity < 0:
            yield ClashRefusal("negative", (*path, "intensity"), value=action.intensity)


def _named(action: Action) -> Iterator[tuple[str, Iterable[str]]]:
    """The targets that an action names, by field."""
    if isinstance(action, Attack | Other):
        yield "target", action.targets
    if isinstance(action, Defend):
        yield "against", sorted(action.against or ())
    yield "excludes", sorted(action.excludes)


def _faults_of_resistance(
    actor: Participant, by_id: Mapping[str, Participant], path: Path
) -> Iterator[ClashRefusal]:
    if not isinstance(actor.action, Attack | Other):
        return
    for target in actor.action.targets:
        resist = actor.action.resist_of(target)
        if resist is not None and resist < 0:
            yield ClashRefusal("negative", path, value=resist)
        known = target in by_id
        if resist is None and known and not throw_opposes(by_id[target], actor):
            yield ClashRefusal("resist-missing", path, id=target)


def _faults_of_choices(
    choose: Mapping[str, Iterable[str]], sides: Mapping[str, str]
) -> Iterator[ClashRefusal]:
    for side, ids in choose.items():
        if side not in sides.values():
            known = tuple(dict.fromkeys(sides.values()))
            yield ClashRefusal("no-such-side", ("choose", side), side=side, known=known)
            continue
        for chosen in ids:
            if sides.get(chosen) != side:
                own = tuple(id_ for id_, whose in sides.items() if whose == side)
                yield ClashRefusal("not-of-side", ("choose", side), id=chosen, side=side, known=own)
