"""The resolver: one clash in, one whole verdict out (D10 to D12, D26 to D32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.cards import STANDARD, Valuation
from rules.demon_city.clash import (
    PLAYERS_SIDE,
    ActionResult,
    Attack,
    ClashOutcome,
    ClashResult,
    Defend,
    Idle,
    Next,
    Other,
    Participant,
    TargetResult,
)
from rules.demon_city.clash_check import ClashRefusal, verify_clash
from rules.demon_city.decision import Values, decide_clash, deciding_opposition, oppositions
from rules.demon_city.throw import (
    HIGHEST_ORDINARY_VALUE,
    Counted,
    Critical,
    CriticalBy,
    ThrowResult,
    count_throw,
    fired_specials,
    in_rule_order,
    rules_of_throw,
    working_significators,
)

Choices = Mapping[str, Iterable[str]]


def resolve_clash(
    participants: Sequence[Participant],
    choose: Choices | None = None,
    valuation: Valuation = STANDARD,
) -> ClashResult:
    """Judge one clash; all given participants take part in it (D26 to D32).

    :param choose: the answers to the choices that sides have, as participants' ids by side (D28)
    :raise ClashRefusal: where the clash is incomplete, or a choice answered with nobody's action in question
    """
    answers = {side: tuple(ids) for side, ids in (choose or {}).items()}
    verify_clash(participants, answers)
    return _Resolution(participants, answers, valuation).result()


class _Resolution:
    """One clash while it is judged."""

    def __init__(
        self, participants: Sequence[Participant], choose: Mapping[str, tuple[str, ...]], valuation: Valuation
    ) -> None:
        self.participants = participants
        self.valuation = valuation
        self.choose = choose
        self.chosen = {chosen for ids in choose.values() for chosen in ids}
        self.counted = {each.id: count_throw(each.throw, valuation) for each in participants}
        self.values: Values = {
            id_: counted.value if counted else None for id_, counted in self.counted.items()
        }
        self.fumbling = {each.id for each in participants if self._fumbles(each)}
        self.decision = decide_clash(participants, self.values, self.fumbling, self.chosen)
        self._verify_answer()

    def result(self) -> ClashResult:
        """The verdict with all its consequences (D32)."""
        actions = tuple(self._action_result(each) for each in self._actors())
        specials = tuple(
            special
            for each in self._actors()
            if self.decision.happens(each.id) and not _without_cards(each)
            for special in fired_specials(each.throw, self.counted[each.id])
        )
        repositions = tuple(
            action.id for action in actions if action.happens and isinstance(action.action, Attack | Defend)
        )
        tied = self.decision.top_sides if len(self.decision.top_sides) > 1 else ()
        return ClashResult(
            outcome=self._outcome(),
            side=self.decision.side,
            tied=tied,
            actions=actions,
            choose=tuple(self.decision.asked),
            specials=specials,
            next=tuple(self._next(actions)),
            rule=in_rule_order([*self._rules(actions), *(["D12"] if specials else [])]),
            repositions=repositions,
        )

    def _actors(self) -> Iterator[Participant]:
        return (each for each in self.participants if not isinstance(each.action, Idle))

    def _fumbles(self, participant: Participant) -> bool:
        counted = self.counted[participant.id]
        return bool(counted and counted.fumbles and not _without_cards(participant))

    def _verify_answer(self) -> None:
        """Refuse an answer to an open choice that names none of the candidates."""
        asked, side = self.decision.asked, self.decision.side
        answers = self.choose.get(side, ()) if side else ()
        if side and answers and asked and not self.decision.answered:
            raise ClashRefusal("not-in-question", ("choose", side), ids=answers, candidates=tuple(asked))

    def _outcome(self) -> ClashOutcome:
        if self.decision.side is None:
            return ClashOutcome.UNDECIDED
        return ClashOutcome.CHOICE if self.decision.asked else ClashOutcome.WIN

    def _action_result(self, each: Participant) -> ActionResult:
        counted = self.counted[each.id]
        happens = self.decision.happens(each.id)
        return ActionResult(
            id=each.id,
            side=each.side,
            action=each.action,
            value=counted.value if counted else None,
            card=counted.card if counted else None,
            happens=happens,
            why=self.decision.why[each.id],
            beats=deciding_opposition(each, self.participants, self.values),
            critical=self._critical(each, counted) if happens and counted else None,
            fumble=each.id in self.fumbling,
            targets=self._targets(each, happens),
        )

    def _targets(self, each: Participant, happens: bool | None) -> tuple[TargetResult, ...]:
        """The outcome of an attack for each target (D29)."""
        if not isinstance(each.action, Attack):
            return ()
        own = self.values[each.id] or 0
        faced = oppositions(each, self.participants, self.values)
        return tuple(
            TargetResult(target, number.value, happens if own > number.value else False)
            for target, number in zip(each.action.targets, faced, strict=True)
        )

    def _critical(self, each: Participant, counted: Counted) -> Critical | None:
        """The clause of D11 that makes an action critical, if one does; none against Intensity 0 (D8)."""
        if _without_cards(each):
            return None
        for significator in working_significators(each.throw, self.valuation):
            if self._would_happen(each, significator.value):
                return Critical(CriticalBy.SIGNIFICATOR, significator.card)
        faced = (number.value for number in oppositions(each, self.participants, self.values))
        if counted.value > max(HIGHEST_ORDINARY_VALUE, self._strongest_foe(each), *faced):
            return Critical(CriticalBy.HIGH_CARD, counted.card)
        return None

    def _would_happen(self, each: Participant, value: int) -> bool:
        """Judge the clash again with another value of the throw (D11 b)."""
        values = {**self.values, each.id: value}
        again = decide_clash(self.participants, values, self.fumbling - {each.id}, self.chosen)
        return again.happens(each.id) is True

    def _strongest_foe(self, each: Participant) -> int:
        """The highest throw of the other sides; allies do not compete (D11 a)."""
        foes = (self.values[other.id] for other in self.participants if other.side != each.side)
        return max((value for value in foes if value is not None), default=0)

    def _next(self, actions: Sequence[ActionResult]) -> Iterator[Next]:
        """The steps of the table, in the order in which they are done (D28, D31, D32)."""
        happening = [action for action in actions if action.happens]
        if any(isinstance(action.action, Attack) and not action.action.harmless for action in happening):
            yield Next.THROW_DAMAGE
            yield Next.HOST_MAY_ASK_FOR_CALM
        if self.decision.side is None:
            yield Next.HOST_CHANGES_SITUATION
        if self.decision.asked:
            yield Next.PLAYERS_CHOOSE if self.decision.side == PLAYERS_SIDE else Next.HOST_CHOOSES
        if self.fumbling:
            yield Next.HOST_DESCRIBES_FUMBLE
        if any(action.critical for action in happening):
            yield Next.HOST_DESCRIBES_CRITICAL
        if any(isinstance(action.action, Attack | Defend) for action in happening):
            yield Next.MAY_REPOSITION

    def _rules(self, actions: Sequence[ActionResult]) -> Iterator[str]:
        """The rules that shaped the verdict."""
        yield "D27"
        if self.decision.side is None or self.decision.asked or self.decision.answered:
            yield "D28"
        winners = [action for action in actions if action.side == self.decision.side]
        if any(isinstance(action.action, Attack) for action in winners):
            yield "D29"
        if any(not isinstance(action.action, Attack) for action in winners):
            yield "D30"
        if any(action.happens and isinstance(action.action, Attack | Defend) for action in actions):
            yield "D31"
        for each, action in zip(self._actors(), actions, strict=True):
            if _without_cards(each):
                yield "D8"
            yield from rules_of_throw(
                each.throw, ThrowResult(each.id, action.value, action.card, action.critical, action.fumble)
            )


def _without_cards(participant: Participant) -> bool:
    """Whether the action is against Intensity 0, where its own cards do not matter to it (D8).

    Movement is not: in a clash its throw competes with those of the other sides (D10, D11).
    """
    return isinstance(participant.action, Other) and participant.action.intensity == 0
