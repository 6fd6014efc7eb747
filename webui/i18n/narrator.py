"""The narrator: renders judged documents in plain sentences of one language (D32).

Page, voice, log and command line get their sentences from here; the other parts of a verdict on a page are in
`verdicts.py` beside this file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules.demon_city import (
    C100,
    ActionResult,
    Attack,
    ClashOutcome,
    ClashResult,
    Critical,
    Damage,
    Defend,
    FiredSpecial,
    OpposedResult,
    Other,
    PlainCards,
    StaticResult,
    Why,
)
from rules.demon_city.clash import is_mere_movement
from rules.demon_city.derived_throws import TOUGHNESS
from rules.demon_city.documents import CountedThrows, DerivedThrows
from rules.demon_city.round import Phase, Round
from rules.demon_city.round_parts import Announcement, Awaited, Character, Condition, Miscount, Waiting
from rules.demon_city.round_replay import ReplayedRound
from rules.demon_city.round_verdicts import needs_throw
from rules.system import Record, Spoken
from webui.i18n import LANGUAGES, join_clauses, render, sentence
from webui.i18n.counts import render_count, render_counts, render_stat


@dataclass(frozen=True)
class Narrator:
    """Renders records in one language, with the table's names."""

    language: str = LANGUAGES[0]
    names: Mapping[str, str] = field(default_factory=dict)
    """Names by id; an id without a name is its own."""

    def say(self, record: Record) -> str:
        """The sentence of any judge's record, whatever the system.

        :raise TypeError: nobody has words for such a record
        """
        match record:
            case ClashResult():
                return self.clash(record)
            case StaticResult():
                return self.static(record)
            case OpposedResult():
                return self.opposed(record)
            case Damage():
                return self.damage(record)
            case C100():
                return self.c100(record)
            case PlainCards():
                return self.c10(record)
            case ReplayedRound(now=now):
                return self.round(now)
            case CountedThrows(own=count):
                return render_count(count, self.language)
            case DerivedThrows(counts=counts):
                return render_counts(counts, self.language)
            case Spoken():
                return sentence(render(record.said.code, record.said.params, self.language))
        raise TypeError(f"no words for {type(record).__name__}; expected `said`, or a case of its own here")

    def clash(self, result: ClashResult) -> str:
        """The winner of a clash and every action's outcome, or the next thing to do."""
        if result.outcome is ClashOutcome.UNDECIDED:
            clauses = [self._undecided(result), *self._fumbles(result)]
        else:
            clauses = list(self._what_happens(result)) or [self._say("clash.nothing-happens")]
            clauses += [*self._fumbles(result), *self._specials(result.specials)]
            clauses += [*self._defences_that_hold(result), *self._what_comes_to_nothing(result)]
            head = self._of_side("wins", result.side or "")
            return sentence(self._say("join.head", head=head, rest=self._joined(clauses)))
        return sentence(self._joined(clauses))

    def static(self, result: StaticResult) -> str:
        """The outcome of a static throw, and the number it was against."""
        throw = result.throw
        params = {"name": self.name(throw.id), "value": throw.value, "card": throw.card}
        missed = tuple(each for each in result.intensities if each not in result.beaten)
        if throw.fumble and not result.beaten:
            return sentence(self._say("static.fumble", **params))
        if not result.beaten:
            return sentence(self._say("static.failure", **params, intensity=missed[0]))
        if result.beaten == (0,):
            return sentence(self._say("static.success-without-cards", **params))
        if missed:
            text = self._say("static.partly", **params, beaten=result.beaten, missed=missed)
        else:
            text = self._say("static.success", **params, intensity=result.beaten)
        return sentence(
            self._joined([self._critically(text, throw.critical), *self._specials(result.specials)])
        )

    def opposed(self, result: OpposedResult) -> str:
        """The winner of an opposed throw, or the tie."""
        values = sorted((throw.value or 0 for throw in result.throws), reverse=True)
        fumbles = [self._fumble(throw.id) for throw in result.throws if throw.fumble]
        if result.winner is None:
            tied = [self.name(throw.id) for throw in result.throws if throw.value == values[0]]
            text = self._say("opposed.complication", value=values[0], names=tied)
        else:
            text = self._say("opposed.win", name=self.name(result.winner), value=values[0], against=values[1])
            critical = next(throw.critical for throw in result.throws if throw.id == result.winner)
            text = self._critically(text, critical)
        return sentence(self._joined([text, *fumbles, *self._specials(result.specials)]))

    def c10(self, drawn: PlainCards) -> str:
        """The result of a C10."""
        if drawn.need:
            return sentence(self._say("cards.need", need=drawn.need))
        return sentence(self._with_surplus(self._say("c10.values", values=drawn.values), drawn))

    def c100(self, result: C100) -> str:
        """The result of a C100."""
        if result.value is None:
            return self.c10(result.drawn)
        return sentence(self._with_surplus(self._say("c100.value", value=result.value), result.drawn))

    def damage(self, damage: Damage) -> str:
        """The damage of a hit."""
        if damage.without_throw:
            return sentence(self._with_surplus(self._say("damage.injures"), damage.drawn))
        if damage.amount is None:
            return self.c10(damage.drawn)
        amount = self._say("damage.amount", amount=damage.amount, card=damage.card)
        return sentence(self._with_surplus(amount, damage.drawn))

    def _with_surplus(self, text: str, drawn: PlainCards) -> str:
        """A text, with the surplus of cards that do not count, if there are any (D23a)."""
        if not drawn.surplus:
            return text
        counted = len(drawn.cards)
        params = {"thrown": counted + len(drawn.surplus), "counted": counted}
        code = {0: "cards.surplus.none", 1: "cards.surplus.one"}.get(counted, "cards.surplus")
        return self._joined([text, self._say(code, **params)])

    def miscount(self, miscount: Miscount) -> str:
        """The throws with another number of cards than was counted (D23a)."""
        params = {"name": self.name(miscount.id), "thrown": miscount.thrown, "counted": miscount.counted}
        return sentence(self._say("round.miscounted", **params))

    def hurt(self, damage: Damage, after: Character) -> str:
        """The result of a hit in a round, with the target's name."""
        return sentence(self._say("damage.to", name=self.name(after.id), told=self._harm(damage, after)))

    def harm(self, damage: Damage, after: Character) -> str:
        """The result of a hit in a round, with the target's state after it (D24, D33)."""
        return sentence(self._harm(damage, after))

    def _harm(self, damage: Damage, after: Character) -> str:
        base = after.stats.get(TOUGHNESS, 0)
        down = Condition.OUT_OF_THE_FIGHT in after.conditions
        left = self._say("damage.down" if down else "damage.left", left=base - after.lost_toughness)
        if damage.without_throw:
            text = self._say("damage.without-throw", after=left)
        elif damage.amount is None:
            text = self._say("cards.need", need=damage.drawn.need)
        else:
            text = self._say("damage.of-toughness", amount=damage.amount, base=base, after=left)
        return self._with_surplus(text, damage.drawn)

    def waiting(self, waiting: Iterable[Waiting]) -> str:
        """Those for whom a round waits, and for what."""
        names: dict[Awaited, list[str]] = {}
        numbers: dict[str, list[str]] = {}
        speakers: list[Waiting] = []
        for each in waiting:
            if each.awaited in (Awaited.ANNOUNCEMENT, Awaited.RECOVERY):
                speakers.append(each)
            elif each.awaited is Awaited.NUMBER:
                numbers.setdefault(each.stat, []).append(self.name(each.id))
            else:
                names.setdefault(each.awaited, []).append(self.name(each.id))
        things = [self._say(f"round.waiting.{awaited}", names=people) for awaited, people in names.items()]
        things += [self._of_stat("round.waiting.number", stat, people) for stat, people in numbers.items()]
        clauses = [self._say("round.waiting", things=things)] if things else []
        return sentence(self._joined([*clauses, *self._in_turn(speakers)]))

    def _of_stat(self, code: str, stat: str, names: Sequence[str]) -> str:
        return self._say(code, stat=render_stat(stat, self.language), names=names)

    def unknown(self, now: Round) -> str:
        """The stats that nobody has noted, so that they were not compared (D30b)."""
        people: dict[str, list[str]] = {}
        for id_, stat in now.unknown:
            people.setdefault(stat, []).append(self.name(id_))
        lines = [self._of_stat("round.unknown", stat, names) for stat, names in people.items()]
        return " ".join(map(sentence, lines))

    def _in_turn(self, speakers: Sequence[Waiting]) -> Iterator[str]:
        """The order of announcing, and those who throw to recover first (D24)."""
        names = [
            self._say("round.recover", name=name) if each.awaited is Awaited.RECOVERY else name
            for each in speakers
            for name in (self.name(each.id),)
        ]
        if names:
            yield self._say("round.first" if names[1:] else "round.alone", name=names[0])
        if names[1:]:
            yield self._say("round.then", names=names[1:])

    def unthrown(self, announcement: Announcement) -> str:
        """An action that needs no throw: movement, or a defence without an attack (D25)."""
        defends = isinstance(announcement.action, Defend)
        code = "clash.defends-unopposed" if defends else "clash.moves"
        return sentence(self._say(code, name=self.name(announcement.id)))

    def round(self, now: Round) -> str:
        """Those for whom a round waits, or the outcome of the round."""
        unknown = [self.unknown(now)] if now.next_speaker is None and now.unknown else []
        if now.waiting and now.phase is not Phase.DAMAGE:
            return " ".join([self.waiting(now.waiting), *unknown])
        verdicts = [self.outside_clashes(result, now) for result in now.uncontested_results]
        verdicts += [self.clash(result) for result in now.results]
        verdicts += [self.hurt(damage, now.hurt[id_]) for id_, damage in now.damage.items()]
        verdicts += [self.miscount(each) for each in now.miscounts]
        verdicts += [self.waiting(now.waiting)] if now.waiting else []
        verdicts += unknown
        return " ".join(verdicts) or sentence(self._say("round.over"))

    def outside_clashes(self, result: StaticResult, now: Round) -> str:
        """The outcome of an action outside any clash, with or without a throw (D25)."""
        said = next(each for each in now.uncontested if each.id == result.throw.id)
        return self.static(result) if needs_throw(said) else self.unthrown(said)

    def _say(self, code: str, **params: object) -> str:
        return render(code, params, self.language)

    def _joined(self, clauses: Iterable[str]) -> str:
        return join_clauses(clauses, self.language)

    def name(self, id_: str) -> str:
        """The name of an id."""
        return self.names.get(id_, id_)

    def _of_side(self, phrase: str, side: str) -> str:
        which = side if side in ("players", "host") else "other"
        return self._say(f"{phrase}.{which}", side=self.name(side))

    def _undecided(self, result: ClashResult) -> str:
        if not result.tied:
            return self._say("clash.nobody-threw")
        value = max(action.value for action in result.actions if action.value is not None)
        sides = [self._of_side("side", side) for side in result.tied]
        return self._say("clash.undecided", value=value, sides=sides)

    def _what_happens(self, result: ClashResult) -> Iterator[str]:
        if result.choose:
            yield self._say("clash.choose", names=[self.name(id_) for id_ in result.choose])
        happening = [action for action in result.actions if action.happens]
        for action in sorted(happening, key=lambda each: not isinstance(each.action, Attack)):
            yield self._critically(self._deed(action), action.critical)
        for action in result.actions:
            if action.why is Why.DID_NOT_BEAT_TARGET:
                yield self._failed_action(action)

    def _what_comes_to_nothing(self, result: ClashResult) -> Iterator[str]:
        """Those whose actions do not happen, by reason; fumbles were said before (D28 to D30)."""
        named = (Why.WON, Why.AWAITING_CHOICE, Why.DID_NOT_BEAT_TARGET, Why.FUMBLE)
        for why in dict.fromkeys(action.why for action in result.actions if action.why not in named):
            names = [
                self.name(each.id)
                for each in result.actions
                if each.why is why and not each.fumble and not _held_off(each, result)
            ]
            if names:
                yield self._say("clash.nothing-comes", names=names, why=self._say(f"why.{why}"))

    def _defences_that_hold(self, result: ClashResult) -> Iterator[str]:
        """Those whom a defence saves though their side has lost (D30a)."""
        for each in result.actions:
            if foes := _held_off(each, result):
                names = [self.name(foe) for foe in foes]
                yield self._say("clash.defence-holds", name=self.name(each.id), names=names)

    def _failed_action(self, action: ActionResult) -> str:
        """An action of the winning side that does not beat its opposition (D29, D30)."""
        against = action.beats.value if action.beats else 0
        params = {"name": self.name(action.id), "value": action.value or 0, "against": against}
        if isinstance(action.action, Attack):
            targets = [self.name(each) for each in action.action.targets]
            return self._say("clash.attack.in-vain", targets=targets, **params)
        kind = "defend" if isinstance(action.action, Defend) else "other"
        return self._say(f"clash.{kind}.in-vain", **params)

    def _deed(self, action: ActionResult) -> str:
        name = self.name(action.id)
        match action.action:
            case Attack(targets=targets):
                hit = [self.name(each) for each in action.hit or targets]
                deed = self._say("clash.attack", name=name, targets=hit)
            case Defend():
                deed = self._say("clash.defend", name=name)
            case Other(intensity=0):
                return self._say("clash.other.without-cards", name=name)
            case other:
                deed = self._say("clash.moves" if is_mere_movement(other) else "clash.other", name=name)
        if action.beats is None or action.value is None:
            return deed
        line = self._say("clash.against", action=deed, value=action.value, against=action.beats.value)
        missed = [self.name(each.id) for each in action.targets if each.happens is False]
        return self._say("clash.missed", action=line, targets=missed) if missed and action.hit else line

    def _critically(self, text: str, critical: Critical | None) -> str:
        return self._say("clash.critical", action=text, card=critical.card) if critical else text

    def _fumble(self, id_: str) -> str:
        return self._say("clash.fumble", name=self.name(id_))

    def _fumbles(self, result: ClashResult) -> Iterator[str]:
        return (self._fumble(action.id) for action in result.actions if action.fumble)

    def _specials(self, specials: Iterable[FiredSpecial]) -> Iterator[str]:
        for special in specials:
            line = self._say(
                "clash.special", name=self.name(special.id), card=special.card, text=special.text
            )
            yield line.rstrip(": .\u202f")  # whoever wrote no text has it before them


def _held_off(defender: ActionResult, result: ClashResult) -> tuple[str, ...]:
    """The ids of the winning side whose attacks a defence of a losing side beats (D30a); empty where there is none."""
    if not isinstance(defender.action, Defend) or defender.why is not Why.LOSING_SIDE or defender.fumble:
        return ()
    against, own = defender.action.against, defender.value or 0
    return tuple(
        each.id
        for each in result.actions
        if each.side == result.side
        and isinstance(each.action, Attack)
        and (defender.id in each.action.targets if against is None else each.id in against)
        and own > (each.value or 0)
    )
