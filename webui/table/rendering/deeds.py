"""The board of deeds: what each one in an Action Round did, and what became of it (D25 to D32)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.demon_city.clash import ClashOutcome, Why
from rules.demon_city.static import StaticOutcome
from webui.documents.demon_city.shapes import ActionPart, ClashAnswer, FlipAnswer, StaticAnswer
from webui.documents.demon_city.throwers import Thrower, ThrownDocument
from webui.i18n import card_name, format_items, render
from webui.table.contract.verdicts import DeedLine, Fate
from webui.table.rendering.clash_lines import ThrownCard, numbers, thrown_in

FATES: Final[Mapping[Why, Fate]] = {
    Why.WON: "happens",
    Why.LOSING_SIDE: "outdone",
    Why.OUTTHROWN_BY_ALLY: "outdone",
    Why.NOT_CHOSEN: "outdone",
    Why.FUMBLE: "fails",
    Why.DID_NOT_BEAT_TARGET: "fails",
    Why.UNDECIDED: "tie",
    Why.AWAITING_CHOICE: "open",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one action, and with which card."""

    fate: Fate
    text: str
    thrown: ThrownCard | None = None


@dataclass(frozen=True, slots=True)
class DeedLines:
    """Writes the board in one language, by the names and sides of a table's seats."""

    language: str
    name: Callable[[str], str]
    side: Callable[[str], str]

    def board(self, document: ThrownDocument, answer: FlipAnswer) -> list[DeedLine]:
        """Return a line for everybody who has announced, the slowest first; what is not decided yet is open."""
        announced = {each.id: each for each in document.announcements if each.action}
        outcomes = dict(self._outcomes(answer, announced))
        return [
            self._line(announced[id_], outcomes.get(id_) or self._undecided(announced[id_]))
            for id_ in answer.order
            if id_ in announced
        ]

    def _line(self, who: Thrower, outcome: Outcome) -> DeedLine:
        thrown = outcome.thrown
        return DeedLine(
            seat=who.id,
            name=self.name(who.id),
            side=self.side(who.id),
            deed=self._deed(who),
            fate=outcome.fate,
            text=outcome.text,
            card=thrown.card if thrown else None,
            card_name=card_name(thrown.card, self.language) if thrown else None,
            value=thrown.value if thrown else None,
            critical=bool(thrown and thrown.of.critical),
            fumble=bool(thrown and thrown.of.fumble),
        )

    def _deed(self, who: Thrower) -> str:
        """Return what somebody does, without their name: "shoots at Bill"."""
        action = who.deed
        foes = format_items([self.name(each) for each in action.foes], self.language)
        code = action.kind
        if code == "attack":
            code = "power" if who.power else "shoot" if who.manner == "shooting" else code
        elif code == "other":
            code = "other-target" if foes else "other-intensity"
        elif code == "defend" and foes:
            code = "defend-against"
        params = {"name": "", "targets": foes, "intensity": action.intensity or 0}
        return render(f"announced.{code}", params, self.language).strip()

    def _undecided(self, who: Thrower) -> Outcome:
        idle = who.deed.kind == "nothing"
        return Outcome("idle" if idle else "open", self._say("idle" if idle else "waits"))

    def _outcomes(
        self, answer: FlipAnswer, announced: Mapping[str, Thrower]
    ) -> Iterator[tuple[str, Outcome]]:
        for part in answer.decided:
            thrown = {each.id: each for each in thrown_in(part)}
            if isinstance(part, StaticAnswer):
                id_ = part.throws[0].id
                goal = announced[id_].deed.intensity if id_ in announced else None
                yield id_, self._of_a_test(part, thrown.get(id_), goal)
            else:
                for act in part.actions:
                    yield act.id, self._of_an_action(part, act, thrown)

    def _of_a_test(self, part: StaticAnswer, thrown: ThrownCard | None, goal: int | None) -> Outcome:
        won = part.outcome is StaticOutcome.SUCCESS
        fate: Fate = "happens" if won else "fails"
        code = "fumbles" if part.throws[0].fumble and not won else fate
        against = f", {numbers(thrown.value, goal)}" if thrown and goal and code == fate else ""
        return Outcome(fate, f"{self._say(code)}{against}", thrown)

    def _of_an_action(self, clash: ClashAnswer, act: ActionPart, thrown: Mapping[str, ThrownCard]) -> Outcome:
        own = thrown.get(act.id)
        fate = FATES[act.why]
        if act.why is Why.FUMBLE or (act.fumble and act.why is not Why.WON):
            return Outcome(fate, self._say("fumbles"), own)
        if fate in ("happens", "fails") and act.beats is not None and act.value is not None:
            return Outcome(fate, f"{self._say(fate)}, {numbers(act.value, act.beats.value)}", own)
        if fate == "outdone":
            return Outcome(fate, self._outdone(clash, act, thrown), own)
        return Outcome(fate, self._say(fate), own)

    def _outdone(self, clash: ClashAnswer, act: ActionPart, thrown: Mapping[str, ThrownCard]) -> str:
        """Return by whom an action was outdone: an ally that was chosen or threw higher, else the other side's best."""
        if act.why is Why.NOT_CHOSEN:
            chosen = [self.name(each.id) for each in clash.actions if each.happens and each.id != act.id]
            return self._say("not-chosen", names=chosen)
        rivals = [
            each
            for each in thrown.values()
            if each.id != act.id
            and (each.happens if act.why is Why.OUTTHROWN_BY_ALLY else self._won(clash, each))
        ]
        best = max(rivals, key=lambda each: each.value, default=None)
        if best is None or act.value is None:
            return self._say("outdone")
        line = self._say("outdone-by", name=self.name(best.id))
        return f"{line}, {numbers(act.value, best.value)}"

    def _won(self, clash: ClashAnswer, throw: ThrownCard) -> bool:
        return clash.outcome is ClashOutcome.WIN and clash.side in (self.side(throw.id), throw.id)

    def _say(self, code: str, **params: object) -> str:
        return render(f"fate.{code}", params, self.language)


def hero_of(board: list[DeedLine]) -> str | None:
    """Return the seat of the most dramatic deed: a critical before what happens, then the highest card."""
    shown = [line for line in board if line.card is not None]
    if not shown:
        return None
    return max(
        shown, key=lambda line: (line.critical, line.fate == "happens", line.fumble, line.value or 0)
    ).seat
