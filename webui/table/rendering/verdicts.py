"""A verdict for page, TV, voice and log: headline, line, marks, next steps, and the rules behind it.

Answers are those of the contracts, so that an entry of the log reads like the throw on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from rules.demon_city import PLAYERS_SIDE
from rules.demon_city.clash import ClashOutcome
from rules.demon_city.opposed import OpposedOutcome
from rules.demon_city.static import StaticOutcome
from rules.demon_city.throw import HIGHEST_ORDINARY_VALUE
from webui.documents.demon_city.shapes import (
    ActionPart,
    C10Answer,
    C100Answer,
    ClashAnswer,
    DrawnAnswer,
    FlipAnswer,
    HarmAnswer,
    Miscount,
    OpposedAnswer,
    StaticAnswer,
    TableAnswer,
    ThrowAnswer,
)
from webui.documents.demon_city.throwers import Thrower, ThrownDocument
from webui.i18n import AnyOf, card_name, catalogue, format_items, render, sentence
from webui.i18n.seats import NamedSeat, Seated, is_whole_side, possessive_card, seat_name
from webui.table.contract.verdicts import Choice, Mark, Step, Tone, Verdict
from webui.table.rendering.clash_lines import (
    ALLY_ACTED,
    ClashLines,
    ThrownCard,
    letter_of,
    sign_between,
    thrown_in,
    throws_of,
)
from webui.table.rendering.deeds import DeedLines, hero_of
from webui.table.rendering.harm import render_harm
from webui.table.rendering.reasons import reasons_of
from webui.table.rendering.system_verdicts import SystemAnswer, system_verdict

Json: TypeAlias = dict[str, Any]

OPPOSED_TONES: Final[dict[OpposedOutcome, Tone]] = {
    OpposedOutcome.WIN: "win",
    OpposedOutcome.COMPLICATION: "tie",
}
STATIC_TONES: Final[dict[StaticOutcome, Tone]] = {
    StaticOutcome.SUCCESS: "success",
    StaticOutcome.FAILURE: "failure",
}


def render_verdict(
    document: Json,
    answer: TableAnswer | SystemAnswer,
    language: str,
    *,
    written: Json | None = None,
    seats: Sequence[Seated] = (),
    miscounts: Sequence[Miscount] | None = None,
    system: str | None = None,
    said: str = "",
) -> Verdict:
    """Return a verdict, without the fields that only the live table knows.

    :param written: the answer as it was written; by default as it would be now
    :param seats: the seats of Demon City's throw
    :param miscounts: throws of another number of cards than was counted; by default those of the answer
    :param system: whose document it is; None for Demon City's
    :param said: the narrator's sentence of another system's document
    """
    if isinstance(answer, SystemAnswer):
        return system_verdict(system or "", document, answer, said, language)
    noted = answer.miscounted if miscounts is None else miscounts
    read = ThrownDocument.model_validate(document)
    result = answer.serialize() if written is None else written
    verdict = ThrowVerdict(language, seats).verdict(read, answer, result, noted or ())
    if not isinstance(answer, FlipAnswer):
        return verdict
    names = {seat.id: seat_name(seat, language) for seat in seats}
    sides = {seat.id: seat.side for seat in seats}
    lines = DeedLines(language, lambda key: names.get(key, key), lambda key: sides.get(key, key))
    board = lines.board(read, answer)
    return verdict.model_copy(update={"board": board, "hero": hero_of(board)})


@dataclass(frozen=True, slots=True)
class ThrowVerdict:
    """Renders verdicts of Demon City in one language."""

    language: str
    seats: Sequence[Seated]

    def verdict(
        self, document: ThrownDocument, answer: TableAnswer, result: Json, miscounts: Sequence[Miscount]
    ) -> Verdict:
        """Return a verdict, or for a round the verdicts of the flip; ``result`` is the answer's JSON."""
        match answer:
            case FlipAnswer():
                verdict = self._of_a_round(document, answer, result, miscounts)
            case HarmAnswer():
                verdict = render_harm(answer, self._miscounts(miscounts), self.language, self._name)
            case C10Answer() | C100Answer():
                verdict = self._of_a_number(document, answer, miscounts)
            case _:
                verdict = self._of_a_throw(document, answer, miscounts)
        return verdict.model_copy(update={"result": dict(result)})

    def _of_a_number(
        self, document: ThrownDocument, answer: DrawnAnswer, miscounts: Sequence[Miscount]
    ) -> Verdict:
        """Return the verdict on cards that only make a number (D6, D7)."""
        if answer.need:
            headline = self._say("need", need=answer.need)
        else:
            values = answer.values if isinstance(answer, C10Answer) else [answer.value]
            headline = ", ".join(str(value) for value in values)
        ignored = [card_name(code, self.language) for code in answer.ignored]
        line = self._say("ignored", cards=format_items(ignored, self.language)) if ignored else ""
        marks = list(self._miscounts(miscounts))
        return Verdict(
            kind=document.kind,
            tone="number",
            headline=headline,
            title=headline,
            clash="",
            played=[],
            line=line,
            marks=marks,
            next=[],
            why=reasons_of(answer.rule, self.language),
            choose=None,
            spoken=self._spoken(headline, line, marks),
            result={},
        )

    def _of_a_throw(
        self, document: ThrownDocument, answer: ThrowAnswer, miscounts: Sequence[Miscount]
    ) -> Verdict:
        """Return the verdict on a test, an opposed throw or a clash."""
        tone = _tone(answer)
        headline = self._headline(tone, answer)
        line = self._line(document, answer)
        marks = [*self._marks(document, answer), *self._miscounts(miscounts)]
        numbers = self._lines.compared(answer)
        following = answer.next if isinstance(answer, ClashAnswer) else ()
        choose = answer.choose if isinstance(answer, ClashAnswer) else ()
        return Verdict(
            kind=document.kind,
            tone=tone,
            headline=headline,
            title=f"{headline}, {numbers}" if numbers else headline,
            clash="",
            played=self._lines.played(answer),
            line=line,
            marks=marks,
            next=[Step(code=code, text=render(f"next.{code}", None, self.language)) for code in following],
            sum=list(self._sum(document, answer)),
            why=reasons_of(answer.rule, self.language),
            choose=[Choice(seat=key, name=self._name(key)) for key in choose or ()] or None,
            spoken=self._spoken(headline, line, marks),
            result={},
        )

    def _spoken(self, headline: str, line: str, marks: Sequence[Mark]) -> str:
        return " ".join(sentence(part) for part in (headline, line, *(mark.text for mark in marks)) if part)

    def _of_a_round(
        self, document: ThrownDocument, answer: FlipAnswer, result: Json, miscounts: Sequence[Miscount]
    ) -> Verdict:
        """Return the most important verdict of the flip, with all of them as its parts."""
        parts = [
            self._part(document, answer, part, written)
            for part, written in zip(answer.new, result["new"], strict=True)
        ]
        clashes = [part for part, of in zip(parts, answer.new, strict=True) if isinstance(of, ClashAnswer)]
        first = max([*clashes, *parts], key=_importance)
        flipped = {throw.id for part in answer.new for throw in throws_of(part)}
        amiss = [mark for mark in self._miscounts(miscounts) if mark.seat in flipped]
        spoken = [*(part.spoken for part in parts), *(sentence(mark.text) for mark in amiss)]
        changes: dict[str, object] = {
            "kind": document.kind,
            "line": " ".join(map(self._as_sentence, parts)),
            "clash": "",
            "played": [each for part in parts for each in part.played],
            "parts": parts,
            "marks": [*(mark for part in parts for mark in part.marks), *amiss],
            "spoken": " ".join(spoken),
        }
        return first.model_copy(update=changes)

    def _part(
        self,
        document: ThrownDocument,
        flip: FlipAnswer,
        answer: StaticAnswer | ClashAnswer,
        written: Json,
    ) -> Verdict:
        """Return the verdict of one clash or single throw of a round, with its name."""
        ids = [throw.id for throw in throws_of(answer)]
        part = document.part("clash" if isinstance(answer, ClashAnswer) else "test", ids)
        letter = letter_of(flip.clashes, set(ids))
        title = self._lines.deeds(part, answer)
        line = self._lines.number_beaten(part, answer)
        verdict = self.verdict(part, answer, written, ())
        changes: dict[str, object] = {
            "title": title,
            "line": line,
            "clash": render("line.clash", {"letter": letter}, self.language) if letter else "",
            "spoken": self._spoken(self._lines.aloud(title), line, verdict.marks),
        }
        return verdict.model_copy(update=changes)

    def _as_sentence(self, part: Verdict) -> str:
        return sentence(f"{part.clash}: {part.title}" if part.clash else part.title)

    @property
    def _lines(self) -> ClashLines:
        return ClashLines(self.language, self._name, self._side)

    def _say(self, code: str, **params: object) -> str:
        return render(f"verdict.{code}", params, self.language)

    def _name(self, key: str) -> str:
        return next((seat_name(seat, self.language) for seat in self.seats if seat.id == key), key)

    def _headline(self, tone: Tone, answer: ThrowAnswer) -> str:
        match answer:
            case OpposedAnswer(winner=str(winner)):
                return self._say("wins", name=self._name(winner))
            case ClashAnswer(outcome=ClashOutcome.WIN, side=str(side)) if tone != "choice":
                return self._side_wins(side)
        return self._say(tone)

    def _side_wins(self, side: str) -> str:
        winners = [seat for seat in self.seats if seat.side == side]
        if len(winners) == 1 and not is_whole_side(winners[0]):
            return self._say("wins", name=winners[0].name)
        known = f"verdict.side.{side}"
        if known in catalogue(self.language):
            return render(known, None, self.language)
        return self._say("wins", name=side)

    def _whose(self, throw: ThrownCard, code: str | None = None) -> str:
        """Return a card of a throw as its thrower's, by default the one that counts."""
        card = card_name(code or throw.card, self.language)
        return possessive_card(self._seat(throw.id), card, self.language)

    def _seat(self, key: str) -> Seated:
        return next((each for each in self.seats if each.id == key), NamedSeat(key, key))

    def _line(self, document: ThrownDocument, answer: ThrowAnswer) -> str:
        leader, foe = self._lines.opponents(answer)
        if leader is None:
            return ""
        thrower = self._thrower_in_line(document, leader)
        if isinstance(answer, StaticAnswer):
            return sentence(self._test_line(document, answer, thrower))
        if foe is None:
            return sentence(self._say("threw", whose=self._whose(leader), value=leader.value))
        if foe.value == leader.value:
            return sentence(self._say("both", value=leader.value))
        named = possessive_card(self._seat(foe.id), str(foe.value), self.language)
        # The mark of a fumble says whose card it is.
        beaten = str(foe.value) if foe.of.fumble else named
        return sentence(self._say("compared", thrower=thrower, foe=beaten))

    def _thrower_in_line(self, document: ThrownDocument, throw: ThrownCard) -> str:
        """Return the card that counts with its value; the value alone where a mark of the verdict names that card."""
        if throw.of.fumble or (
            throw.of.critical and critical_card(document.of(throw.id), throw) == throw.card
        ):
            return str(throw.value)
        return self._say("thrower", whose=self._whose(throw), value=throw.value)

    def _sum(self, document: ThrownDocument, answer: ThrowAnswer) -> Iterator[str]:
        """Yield the numbers that decided it: the comparison, then each critical, fumble and outdone ally."""
        leader, foe = self._lines.opponents(answer)
        if leader is not None and foe is not None:
            yield self._against(leader, self._with_card(foe), foe.value)
        elif leader is not None:
            for goal in document.goals:
                if goal:
                    yield self._against(leader, self._say("sum.intensity", goal=goal), goal)
        for throw in thrown_in(answer):
            whose = possessive_card(self._seat(throw.id), str(throw.value), self.language)
            if throw.of.critical:
                card = critical_card(document.of(throw.id), throw)
                code = "critical-significator" if self._is_significator(document, throw, card) else "critical"
                yield sentence(self._say(f"sum.{code}", whose=whose, card=card_name(card, self.language)))
            if throw.of.fumble:
                yield sentence(self._say("sum.fumble", whose=whose))
            if isinstance(throw.of, ActionPart) and throw.of.why in ALLY_ACTED:
                yield sentence(self._say(f"sum.{throw.of.why}", whose=whose))

    def _against(self, throw: ThrownCard, against: str, value: int) -> str:
        return f"{self._with_card(throw)} {sign_between(throw.value, value)} {against}"

    def _with_card(self, throw: ThrownCard) -> str:
        return f"{throw.value} {card_name(throw.card, self.language)}"

    def _test_line(self, document: ThrownDocument, answer: StaticAnswer, thrower: str) -> str:
        won = answer.outcome is StaticOutcome.SUCCESS
        beaten = answer.beaten if answer.beaten is not None else document.goals if won else ()
        missed = [goal for goal in document.goals if goal not in beaten]
        if beaten and missed:
            return self._say(
                "beats-some-intensities", beaten=list(beaten), missed=AnyOf(missed), thrower=thrower
            )
        if beaten:
            return self._say("beats-intensities", beaten=list(beaten), thrower=thrower)
        return self._say("misses-intensities", missed=AnyOf(document.goals), thrower=thrower)

    def _side(self, key: str) -> str:
        return next((seat.side for seat in self.seats if seat.id == key), key)

    def _marks(self, document: ThrownDocument, answer: ThrowAnswer) -> Iterator[Mark]:
        for throw in thrown_in(answer):
            if throw.of.critical:
                yield Mark(kind="critical", seat=throw.id, text=self._critical(document, throw))
            if throw.of.fumble:
                text = self._say("fumble", whose=self._whose(throw))
                yield Mark(kind="fumble", seat=throw.id, text=text)
        for special in answer.specials:
            card = card_name(special.card, self.language)
            text = self._say("special", card=card, text=special.text)
            yield Mark(kind="special", seat=special.id, text=text)

    def _miscounts(self, miscounts: Sequence[Miscount]) -> Iterator[Mark]:
        """Yield the throws with another number of cards than was counted; the verdict stands (D23a)."""
        for each in miscounts:
            if each.id is not None:  # Else they are cards that nobody in particular drew.
                params = {"name": self._name(each.id), "thrown": each.thrown, "counted": each.counted}
                text = render("round.miscounted", params, self.language)
                yield Mark(kind="miscounted", seat=each.id, text=text)

    def _critical(self, document: ThrownDocument, throw: ThrownCard) -> str:
        """Return why a throw is critical (D11): its own height, or the thrower's Significator."""
        card = critical_card(document.of(throw.id), throw)
        code = "critical-significator" if self._is_significator(document, throw, card) else "critical"
        return self._say(code, whose=self._whose(throw, card))

    def _is_significator(self, document: ThrownDocument, throw: ThrownCard, card: str) -> bool:
        """Return whether the thrower's Significator made the throw critical, not its height."""
        return throw.value <= HIGHEST_ORDINARY_VALUE and card in document.of(throw.id).significator


def critical_card(thrower: Thrower, throw: ThrownCard) -> str:
    """Return the card that makes a throw critical: the Significator that was thrown, else the one that counts."""
    mine = [code for code in thrower.significator if code in thrower.cards]
    return mine[0] if mine and throw.value <= HIGHEST_ORDINARY_VALUE else throw.card


def _tone(answer: ThrowAnswer) -> Tone:
    match answer:
        case StaticAnswer(outcome=outcome):
            return STATIC_TONES[outcome]
        case OpposedAnswer(outcome=outcome):
            return OPPOSED_TONES[outcome]
        case ClashAnswer(outcome=ClashOutcome.UNDECIDED):
            return "tie"
        case ClashAnswer(outcome=ClashOutcome.CHOICE):
            return "choice"
        case _:
            if not any(action.happens for action in answer.actions):
                return "stalemate"
            return "players" if answer.side == PLAYERS_SIDE else "host"


def _importance(part: Verdict) -> tuple[bool, bool]:
    """Return by what a part of a flip leads: nothing goes on before a choice; then what is critical."""
    return part.choose is not None, any(mark.kind == "critical" for mark in part.marks)
