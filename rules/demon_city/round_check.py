"""Checks of the steps that an Action Round can take now (D23 to D28)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from rules.demon_city.clash import Attack, ClashResult, Defend, Idle, Other, is_mere_movement
from rules.demon_city.derived_throws import Manner
from rules.demon_city.interference import targets_of
from rules.demon_city.round_harm import Blow
from rules.demon_city.round_parts import (
    MOVE_FEET,
    RUN_FEET,
    Announce,
    Announcement,
    Character,
    Choose,
    Contest,
    Flip,
    Hurt,
    Recover,
    RoundRefusal,
    Step,
)
from rules.refusal import Path, refuse


class RoundSoFar(Protocol):
    """The state that a step is checked against: :class:`rules.demon_city.round.Round`."""

    @property
    def by_id(self) -> Mapping[str, Character]:
        """The characters by id."""

    @property
    def next_speaker(self) -> str | None:
        """The id of the next to announce (D24)."""

    @property
    def recoveries(self) -> Collection[str]:
        """The throws to recover so far."""

    @property
    def announcements(self) -> Sequence[Announcement]:
        """The announcements so far."""

    @property
    def flipped(self) -> Collection[str]:
        """The flipped cards, by id."""

    @property
    def results(self) -> Sequence[ClashResult]:
        """The clashes judged so far."""

    @property
    def blows(self) -> Sequence[Blow]:
        """The targets that were hit, with their Toughness (D33)."""

    def must_recover(self, id_: str) -> bool:
        """Whether a character has to recover first (D24)."""


def verify_step(now: RoundSoFar, step: Step) -> None:
    """Check that a round can take a step now.

    :raise RoundRefusal: naming what stands in the way
    """
    match step:
        case Recover():
            _verify_recover(now, step)
        case Announce(announcement):
            _verify_announce(now, announcement)
        case Contest():
            _verify_contest(now, step)
        case Flip():
            _verify_flip(now, step)
        case Choose():
            _verify_choose(now, step)
        case Hurt():
            _verify_hurt(now, step)
        case _:
            _verify_known(now, step.id, ("id",))


def _verify_known(now: RoundSoFar, id_: str, path: Path) -> None:
    if id_ not in now.by_id:
        raise RoundRefusal("no-such-character", path, id=id_, known=tuple(now.by_id))


def _verify_turn(now: RoundSoFar, id_: str) -> None:
    """Refuse an announcement out of turn, or a second one (D24)."""
    _verify_known(now, id_, ("id",))
    if now.next_speaker is None:
        raise RoundRefusal("all-have-announced", ("id",), id=id_)
    if id_ != now.next_speaker:
        raise RoundRefusal("not-their-turn", ("id",), id=id_, next=now.next_speaker)


def _verify_recover(now: RoundSoFar, step: Recover) -> None:
    _verify_turn(now, step.id)
    if not now.must_recover(step.id) or step.id in now.recoveries:
        raise RoundRefusal("nothing-to-recover-from", ("recovered",), id=step.id)


def _verify_announce(now: RoundSoFar, announcement: Announcement) -> None:
    _verify_turn(now, announcement.id)
    if now.must_recover(announcement.id) and announcement.id not in now.recoveries:
        raise RoundRefusal("recover-first", ("id",), id=announcement.id)
    refuse(faults_of_announcement(now.by_id, announcement))


def faults_of_announcement(ids: Collection[str], announcement: Announcement) -> Iterator[RoundRefusal]:
    """The faults of an announcement among these characters, whosever turn it is."""
    for path, id_ in _named(announcement):
        if id_ not in ids:
            yield RoundRefusal("no-such-character", path, id=id_, known=tuple(ids))
        elif id_ == announcement.id:
            yield RoundRefusal("oneself", path, id=id_)
    for path, number in _numbers(announcement):
        if number < 0:
            yield RoundRefusal("negative", path, value=number)
    action = announcement.action
    if isinstance(action, Attack) and not action.targets:
        yield RoundRefusal("no-target", ("action", "target"))
    if isinstance(action, Other) and action.intensity is not None and action.targets:
        yield RoundRefusal("intensity-and-target", ("action", "target"))
    yield from _faults_of_what_goes_unused(announcement)
    if announcement.run_feet and is_mere_movement(action):
        yield RoundRefusal("run-beside-movement", ("run",), most=MOVE_FEET)
    if announcement.run_feet > RUN_FEET:
        yield RoundRefusal("too-far", ("run",), value=announcement.run_feet, most=RUN_FEET)


def _faults_of_what_goes_unused(announcement: Announcement) -> Iterator[RoundRefusal]:
    """Every field given beside an action for which it counts nothing (D14, D17, D18)."""
    action = announcement.action
    against_intensity = isinstance(action, Other) and action.intensity is not None
    if announcement.stat and not against_intensity:
        yield RoundRefusal("stat-without-intensity", ("stat",))
    if announcement.skill and announcement.manner is not Manner.SHOOTING:
        yield RoundRefusal("skill-without-shooting", ("skill",))
    if announcement.parries and not isinstance(action, Defend):
        yield RoundRefusal("parry-without-defence", ("parry",))


def _named(announcement: Announcement) -> Iterator[tuple[Path, str]]:
    field = "against" if isinstance(announcement.action, Defend) else "target"
    yield from ((("action", field), id_) for id_ in targets_of(announcement))
    yield from ((("action", "excludes"), id_) for id_ in sorted(announcement.action.excludes))
    yield from ((("interferes",), id_) for id_ in sorted(announcement.interferes))


def _numbers(announcement: Announcement) -> Iterator[tuple[Path, int]]:
    action = announcement.action
    yield ("run",), announcement.run_feet
    if isinstance(action, Other) and action.intensity is not None:
        yield ("action", "intensity"), action.intensity
    if isinstance(action, Attack | Other):
        resists = (action.resist_of(target) for target in action.targets)
        yield from ((("action", "resist"), resist) for resist in resists if resist is not None)


def _verify_contest(now: RoundSoFar, step: Contest) -> None:
    """Refuse a decision of the Host on an action whose cards lie there already (D25)."""
    if step.id not in {each.id for each in now.announcements}:
        raise RoundRefusal("not-announced", ("id",), id=step.id)
    if step.id in now.flipped:
        raise RoundRefusal("already-flipped", ("id",), id=step.id)


def _verify_flip(now: RoundSoFar, step: Flip) -> None:
    """Refuse cards too early: uncontested actions are thrown at once, others after the last announcement (D25, D27)."""
    announced = {each.id: each for each in now.announcements}
    if step.id not in announced or isinstance(announced[step.id].action, Idle):
        raise RoundRefusal("not-announced", ("id",), id=step.id)
    if step.id in now.flipped:
        raise RoundRefusal("already-flipped", ("id",), id=step.id)
    if not step.cards:
        raise RoundRefusal("no-cards", ("cards",))
    if now.next_speaker is not None and announced[step.id].contested is not False:
        raise RoundRefusal("too-early", ("id",), id=step.id, next=now.next_speaker)


def _verify_hurt(now: RoundSoFar, step: Hurt) -> None:
    """Refuse damage for somebody who was not hit; it has as many cards as the base Toughness (D33)."""
    _verify_known(now, step.id, ("id",))
    blows = [blow for blow in now.blows if blow.id == step.id]
    if not blows:
        raise RoundRefusal("not-hit", ("id",), id=step.id)
    if blows[0].toughness is None:
        raise RoundRefusal("toughness-missing", ("id",), id=step.id)


def _verify_choose(now: RoundSoFar, step: Choose) -> None:
    """Refuse an answer that names none of those between whom the side has to choose (D28)."""
    open_choices = [result.choose for result in now.results if result.side == step.side and result.choose]
    if not open_choices:
        raise RoundRefusal("nothing-to-choose", ("side",), side=step.side)
    candidates = tuple(id_ for choice in open_choices for id_ in choice)
    if not step.ids or not set(step.ids) <= set(candidates):
        raise RoundRefusal("not-in-question", ("ids",), ids=step.ids, candidates=candidates)
