"""A clash's verdict in one line, and the cards that counted: for several clashes side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.demon_city.clash import ClashOutcome, Why
from rules.demon_city.opposed import OpposedOutcome
from rules.demon_city.static import StaticOutcome
from webui.documents.demon_city.shapes import (
    ActionPart,
    ClashAnswer,
    OpposedAnswer,
    StaticAnswer,
    ThrowAnswer,
    ThrowPart,
)
from webui.documents.demon_city.throwers import Deed, Thrower, ThrownDocument
from webui.i18n import AnyOf, card_name, join_clauses, render
from webui.table.contract.verdicts import Outcome, Played

Throw: TypeAlias = ThrowPart | ActionPart
"""One participant's throw in an answer, with its outcome."""

LETTERS: Final = "ABCDEFGH"

COMPARED: Final = re.compile(r"(\d) [<=>] (\d)")
"""Two numbers side by side, as in "9 > 6"."""

ALLY_ACTED: Final = (Why.OUTTHROWN_BY_ALLY, Why.NOT_CHOSEN)
"""The reasons for which an action does not happen because an ally's does (D28, D29)."""


@dataclass(frozen=True, slots=True)
class ThrownCard:
    """A throw for which cards were thrown: its card that counts, and what became of it."""

    id: str
    card: str
    value: int
    happens: bool | None
    of: Throw


def throws_of(answer: ThrowAnswer) -> Sequence[Throw]:
    """Return the throws of an answer, whatever its kind."""
    return answer.actions if isinstance(answer, ClashAnswer) else answer.throws


def thrown_in(answer: ThrowAnswer) -> list[ThrownCard]:
    """Return the throws of an answer for which cards were thrown."""
    return [
        ThrownCard(each.id, each.card, each.value, isinstance(each, ActionPart) and each.happens, each)
        for each in throws_of(answer)
        if each.value is not None and each.card is not None
    ]


@dataclass(frozen=True, slots=True)
class ClashLines:
    """Writes lines in one language, by the names and sides of a table's seats."""

    language: str
    name: Callable[[str], str]
    """The name of a seat, by id."""
    side: Callable[[str], str]

    def played(self, answer: ThrowAnswer) -> list[Played]:
        """Return the cards that counted, their values and outcomes, the winners' first."""
        thrown = thrown_in(answer)
        shown = [self._played(throw, self._outcome_of(throw, thrown, answer)) for throw in thrown]
        return sorted(shown, key=lambda each: (each.outcome != "won", -each.value))

    def deeds(self, document: ThrownDocument, answer: ThrowAnswer) -> str:
        """Return in one line the deed of a clash or test of a round, and its margin."""
        match answer:
            case StaticAnswer() | OpposedAnswer():
                return self._single(document, answer)
            case ClashAnswer(outcome=ClashOutcome.UNDECIDED):
                return self._tie(thrown_in(answer))
            case ClashAnswer(choose=choose) if choose:
                return self._say("choice", names=AnyOf(self.name(each) for each in choose))
            case _:
                acts = _attacks_first(document, answer.actions)
                done = [self._deed(document.of(act.id), act) for act in acts]
                return join_clauses(done, self.language) or self._failed_action(document, answer)

    def number_beaten(self, document: ThrownDocument, answer: ThrowAnswer) -> str:
        """Say what an attack beat where its foe threw, but not against it (D29); else nothing."""
        threw = {throw.id for throw in thrown_in(answer)}
        beaten = [
            {"name": self.name(act.id), "foe": self.name(foe), "value": act.beats.value}
            for act in (answer.actions if isinstance(answer, ClashAnswer) else ())
            if act.happens and act.beats is not None and act.beats.id is None
            for foe in act.hit or document.of(act.id).deed.foes
            if document.of(act.id).deed.is_attack and foe in threw
        ]
        return self._say("number-beaten", **beaten[0]) if beaten else ""

    def aloud(self, line: str) -> str:
        """Return a line for the voice, with a word for the sign between two numbers."""
        return COMPARED.sub(rf"\1 {self._say('against')} \2", line)

    def deed_of(self, document: ThrownDocument, answer: ThrowAnswer, seat: str) -> str:
        """Return what one of a round's clash did, in one line; nothing where it did not happen."""
        acts = answer.actions if isinstance(answer, ClashAnswer) and not answer.choose else ()
        happened = (act for act in acts if act.id == seat and act.happens)
        return next((self._deed(document.of(act.id), act) for act in happened), "")

    def compared(self, answer: ThrowAnswer) -> str:
        """Return the best values of the side that leads and of all others: `9 > 6`; nothing without another side."""
        leader, foe = self.opponents(answer)
        return numbers(leader.value, foe.value) if leader and foe else ""

    def opponents(self, answer: ThrowAnswer) -> tuple[ThrownCard | None, ThrownCard | None]:
        """Return the highest throw of the side that leads, and the highest of the others; None without one."""
        thrown = thrown_in(answer)
        leader = max(thrown, key=lambda throw: (self._leads(throw, answer), throw.value), default=None)
        if leader is None:
            return None, None
        own = self.camp(leader.id, answer)
        foes = [throw for throw in thrown if self.camp(throw.id, answer) != own]
        return leader, max(foes, key=lambda throw: throw.value, default=None)

    def camp(self, key: str, answer: ThrowAnswer) -> str:
        """Return the party of a thrower: in a clash the side, else the thrower."""
        return self.side(key) if isinstance(answer, ClashAnswer) else key

    def _leads(self, throw: ThrownCard, answer: ThrowAnswer) -> bool:
        """Return whether a throw is on the side that won."""
        winner = answer.side if isinstance(answer, ClashAnswer) else answer.winner
        return winner is not None and winner in (throw.id, self.camp(throw.id, answer))

    def _say(self, code: str, **params: object) -> str:
        return render(f"line.{code}", params, self.language)

    def _played(self, throw: ThrownCard, outcome: Outcome | None) -> Played:
        return Played(
            seat=throw.id,
            name=self.name(throw.id),
            card=throw.card,
            card_name=card_name(throw.card, self.language),
            value=throw.value,
            outcome=outcome,
        )

    def _outcome_of(
        self, throw: ThrownCard, thrown: Sequence[ThrownCard], answer: ThrowAnswer
    ) -> Outcome | None:
        """Return the outcome of a throw; None for an ally of the winner, and for a throw below a tie."""
        match answer:
            case StaticAnswer():
                return "won" if answer.outcome is StaticOutcome.SUCCESS else "lost"
            case (
                OpposedAnswer(outcome=OpposedOutcome.COMPLICATION)
                | ClashAnswer(outcome=ClashOutcome.UNDECIDED)
            ):
                return "tied" if throw.value == max(each.value for each in thrown) else None
            case OpposedAnswer():
                return "won" if throw.id == answer.winner else "lost"
            case _:
                if answer.side not in (self.side(throw.id), throw.id):
                    return "lost"
                return "won" if throw.id in self._winners(thrown, answer) else None

    def _winners(self, thrown: Sequence[ThrownCard], answer: ClashAnswer) -> set[str]:
        """Return the actions that happen; where none does, the highest throw of the winning side."""
        happening = {throw.id for throw in thrown if throw.happens}
        own = [throw for throw in thrown if answer.side in (self.side(throw.id), throw.id)]
        best = max((throw.value for throw in own), default=None)
        return happening or {throw.id for throw in own if throw.value == best}

    def _tie(self, thrown: Sequence[ThrownCard]) -> str:
        values = [throw.value for throw in thrown]
        best = [str(value) for value in values if value == max(values)]
        return self._say("tie", numbers=" = ".join(best)) if len(best) > 1 else self._say("undecided")

    def _single(self, document: ThrownDocument, answer: StaticAnswer | OpposedAnswer) -> str:
        throw = answer.throws[0]
        action = document.of(throw.id).deed
        code = "success" if answer.outcome is StaticOutcome.SUCCESS else "failure"
        targets = self._names(action.foes)
        line = self._say(f"{code}-against" if targets else code, name=self.name(throw.id), targets=targets)
        if action.intensity is None or throw.value is None:
            return line
        return f"{line}, {numbers(throw.value, action.intensity)}"

    def _deed(self, thrower: Thrower, act: ActionPart) -> str:
        action = thrower.deed
        line = self._say(_code(thrower), name=self.name(act.id), targets=self._names(act.hit or action.foes))
        if act.beats is None or act.value is None or action.intensity == 0:
            return line
        return f"{line}, {numbers(act.value, act.beats.value)}"

    def _failed_action(self, document: ThrownDocument, answer: ClashAnswer) -> str:
        """Say why no action happens though a side has won: it fumbles, or does not beat its opposition."""
        for act in _attacks_first(document, answer.actions, happening=False):
            name, action = self.name(act.id), document.of(act.id).deed
            if act.why is Why.FUMBLE:
                return self._say("fumble", name=name)
            if act.why is Why.DID_NOT_BEAT_TARGET and act.beats is not None and act.value is not None:
                code = "misses" if action.is_attack else "in-vain"
                line = self._say(code, name=name, targets=self._names(action.foes))
                return f"{line}, {numbers(act.value, act.beats.value)}"
        return self._say("nothing")

    def _names(self, ids: Iterable[str]) -> list[str]:
        return [self.name(each) for each in ids]


def numbers(value: int, against: int) -> str:
    """Return how two numbers compare.

    >>> numbers(9, 6), numbers(4, 4), numbers(3, 8)
    ('9 > 6', '4 = 4', '3 < 8')
    """
    return f"{value} {sign_between(value, against)} {against}"


def sign_between(value: int, against: int) -> str:
    """Return the sign between two numbers."""
    return ">" if value > against else "=" if value == against else "<"


def letter_of(clashes: Sequence[Sequence[str]], ids: set[str]) -> str:
    """Return the letter of the clash of a round with these actors; empty where there is only one."""
    if len(clashes) < 2:
        return ""
    return next((LETTERS[place] for place, clash in enumerate(clashes) if ids <= set(clash)), "")


def _attacks_first(
    document: ThrownDocument, actions: Iterable[ActionPart], *, happening: bool = True
) -> Iterator[ActionPart]:
    """Yield the actions that happen, or those that do not, attacks before all others."""
    shown = [act for act in actions if bool(act.happens) is happening and act.value is not None]
    yield from sorted(shown, key=lambda act: not document.of(act.id).deed.is_attack)


MANNERS: Final[Mapping[str, str]] = {"shooting": "shoots"}
"""The code of an attack in each manner that has one of its own."""


def _code(thrower: Thrower) -> str:
    """Return the code of a deed: the manner of an attack, else the kind of action."""
    match thrower.deed:
        case Deed(kind="attack"):
            return "power" if thrower.power else MANNERS.get(thrower.manner or "", "hits")
        case Deed(kind="defend", against=foes):
            return "defends-against" if foes else "defends"
        case Deed(kind="move"):
            return "moves"
        case action:
            return "does-against" if action.target else "does"
