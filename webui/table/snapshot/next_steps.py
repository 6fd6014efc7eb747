"""What comes after a verdict, by name: damage to be thrown, who may stand elsewhere, who recovers, Calm; the key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from webui.documents.demon_city.shapes import ActionPart, ClashAnswer, FlipAnswer, HarmAnswer, StaticAnswer
from webui.i18n import render
from webui.table.contract.snapshot import MainKey, NextStep, Option
from webui.table.log.projection import Projection
from webui.table.modes.harm import Hit
from webui.table.modes.rounds import OpenRound
from webui.table.rendering.clash_lines import throws_of
from webui.table.seen.cards import Judgement, Question

PLAYERS: Final = "players"
MUST_RECOVER: Final = ("out-of-the-fight", "panic")


@dataclass(frozen=True, slots=True)
class NextSteps:
    """Writes down what comes next at a table, in its language."""

    projection: Projection
    judgement: Judgement | Question | None
    """The verdict or question that stands."""
    confirmed: bool
    """Whether the verdict is in the log."""
    empty: bool
    """Whether no card of a throw lies there."""
    name: Callable[[str], str]
    """What a seat is called, by its id."""

    def steps(self) -> list[NextStep]:
        """Return what is to be done after the verdict that stands, or in the round that is resolved."""
        judged, now = self._judged(), self.projection.round
        if judged is None:
            return []
        match judged.record:
            case FlipAnswer(new=new) if now is not None:
                after = now if self.confirmed else now.after_verdict(judged.document)
                steps = [*self._damage(after), *self._tales(new), *self._in_the_next_round(after)]
                return [*steps, *self._calm(new)]
            case HarmAnswer(need=need, hurt=hurt) if now is not None:
                stays = self.confirmed or bool(need)
                after = now if stays else now.after_verdict(judged.document)
                return [*self._damage(after, hurt), *self._in_the_next_round(after)]
            case ClashAnswer() as clash:
                return list(self._tales([clash]))
        return []

    def key(self) -> MainKey:
        """Return what the one big key does now; without a command it says what is awaited."""
        judged, now = self._judged(), self.projection.round
        if isinstance(self.judgement, Question):
            return self._key("question")
        if judged is not None and not self.confirmed:
            open_for = "choose" if judged.is_open else "cards" if judged.missing else None
            return self._key(open_for) if open_for else self._key("confirm", {"name": "confirm"})
        if now is not None and (judged is not None or self.empty):
            return self._key_of_round(now)
        return self._key("new-throw", {"name": "new-throw"}) if judged is not None else self._key("confirm")

    def _key_of_round(self, now: OpenRound) -> MainKey:
        if now.harm is not None:
            return MainKey(text=self._damage_text(now.harm), command=None)
        waiting = next((hit for hit in now.hits if not hit.done), None)
        if waiting is not None and now.is_over:
            command = {"name": "throw-damage", "seat": waiting.seat}
            return self._key("damage", command, name=self.name(waiting.seat))
        if now.is_over:
            return self._key("next-round", {"name": "round-next"})
        if now.speaker is None:
            return self._key("cards")
        if now.last is not None and not now.document.get("announcements"):
            return self._key("same-again", {"name": "same-again"})
        return self._key("announces", name=self.name(now.speaker))

    def _judged(self) -> Judgement | None:
        return self.judgement if isinstance(self.judgement, Judgement) else None

    def _key(self, code: str, command: dict[str, Any] | None = None, **params: object) -> MainKey:
        return MainKey(text=self._say(f"key.{code}", **params), command=command)

    def _say(self, code: str, **params: object) -> str:
        return render(code, params, self.projection.settings.language)

    def _names(self, ids: list[str]) -> list[str]:
        return [self.name(each) for each in ids]

    def _damage(self, now: OpenRound, judged: str | None = None) -> Iterator[NextStep]:
        """Yield the damage of each hit; what it came to only where the verdict does not say it, that of ``judged``."""
        for hit in now.hits_in(self.projection.settings.language):
            if hit.seat == now.hurting and self._judged() is not None:
                continue  # The verdict that stands asks for more of its cards.
            if hit.done:
                is_news = hit.say and hit.seat != judged
                drawn = self._say("step.damage-done", name=self.name(hit.seat))
                text = f"{self.name(hit.seat)}: {hit.say}" if is_news else drawn
                yield NextStep(code="damage", text=text, seat=hit.seat, command=None, options=[], done=True)
                continue
            command: dict[str, object] = {"name": "throw-damage", "seat": hit.seat}
            yield NextStep(
                code="damage",
                text=self._damage_text(hit),
                seat=hit.seat,
                command=command,
                options=[],
                done=False,
            )

    def _damage_text(self, hit: Hit) -> str:
        code = {None: "damage-unnoted", 1: "damage-one"}.get(hit.cards, "damage")
        return self._say(f"step.{code}", name=self.name(hit.seat), by=self.name(hit.by), cards=hit.cards)

    def _tales(self, answers: Sequence[StaticAnswer | ClashAnswer]) -> Iterator[NextStep]:
        """Yield what people must answer or may do, with their names."""
        throws = [throw for answer in answers for throw in throws_of(answer)]
        fumbles = [throw.id for throw in throws if throw.fumble]
        criticals = [throw.id for throw in throws if throw.critical]
        clashes = [answer for answer in answers if isinstance(answer, ClashAnswer)]
        if any(clash.changes_situation for clash in clashes):
            yield self._plain("undecided")
        if criticals:
            yield self._plain("critical", names=self._names(criticals))
        if fumbles:
            yield self._plain("fumble", names=self._names(fumbles))
        winners = [throw.id for throw in throws if isinstance(throw, ActionPart) and throw.happens]
        moving = any(clash.may_reposition for clash in clashes)
        if moving and winners and self.projection.round is None:
            yield self._plain("reposition", names=self._names(winners))

    def _in_the_next_round(self, now: OpenRound) -> Iterator[NextStep]:
        """Yield who stands elsewhere, and who recovers first, once the round is resolved (D24, D31)."""
        people = (now.following or {}).get("characters", ())
        moving = [each["id"] for each in people if "may-reposition" in each["state"]]
        down = [each["id"] for each in people if set(each["state"]) & set(MUST_RECOVER)]
        if moving:
            yield self._plain("reposition", names=self._names(moving))
        if down:
            yield self._plain("recover", names=self._names(down))

    def _calm(self, answers: Sequence[StaticAnswer | ClashAnswer]) -> Iterator[NextStep]:
        """Yield Calm, by the Host's decision: a tap on a name, and they panic in the next round (D24, D32)."""
        if not any(isinstance(answer, ClashAnswer) and answer.may_ask_for_calm for answer in answers):
            return
        seats = [seat for seat in self.projection.settings.seats if seat.side == PLAYERS and not seat.away]
        options = [self._panic(seat.id) for seat in seats]
        yield NextStep(
            code="calm", text=self._say("step.calm"), seat=None, command=None, options=options, done=False
        )

    def _panic(self, seat: str) -> Option:
        now = self.projection.round
        marks = now.document.get("marks", []) if now else []
        holds = any(
            mark["id"] == seat and mark["condition"] == "panic" and mark.get("holds", True) for mark in marks
        )
        command = {"name": "mark", "seat": seat, "condition": "panic", "holds": not holds}
        return Option(
            text=self._say("step.calms" if holds else "step.panics", name=self.name(seat)), command=command
        )

    def _plain(self, code: str, **params: object) -> NextStep:
        text = self._say(f"step.{code}", **params)
        return NextStep(code=code, text=text, seat=None, command=None, options=[], done=False)
