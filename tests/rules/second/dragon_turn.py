"""A whole turn of Dragon judged a second time (G1 to G4, G9), from the source text and the digest alone.

Written without having read `rules/dragon` or what its tests expect. A turn is told as three sub-rounds in each of ten
rounds; a character is what it has left, and what an action may spend is asked of `dragon.price`.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.rules.second.dragon import DEFENCES, REFUSED, able, price

Document = dict[str, Any]
SUB_ROUNDS = ("good", "bad", "late")


class IllegalStepError(Exception):
    """A step that the rules do not allow."""


@dataclass
class Fighter:
    """What one character has left of the turn."""

    id: str
    side: str
    future: list[int]
    current: int | None = None
    held: int | None = None
    condition: str | None = None
    bonus: bool = False
    promised: bool = False
    progress: str = "ready"

    def may_act(self) -> bool:
        """Whether a phase is there to act in, without a trade."""
        has_phase = self.current is not None or self.held is not None or self.bonus
        return self.progress == "moved" or (self.progress == "ready" and has_phase)

    def acts_anyway(self) -> bool:
        """Whether this round is one in which it acts without a bonus phase (G9)."""
        return self.current is not None or self.progress != "ready"

    def begin(self, number: int) -> None:
        """A new round: a phase that was not used is held on to, and one of this round loses the held one (G3)."""
        if self.current is not None:
            self.held, self.condition = self.current, None
        self.current, self.bonus, self.progress = None, False, "ready"
        if number in self.future:
            self.future = [later for later in self.future if later != number]
            self.current, self.held, self.condition = number, None, None


@dataclass
class Turn:
    """Where a turn stands."""

    fighters: dict[str, Fighter]
    number: int = 1
    sub: str = "good"
    over: bool = False
    spent: list[int] | None = field(default=None)

    def step(self, step: Document) -> None:
        """One step of the document; raises IllegalStepError."""
        if self.over:
            raise IllegalStepError
        self.spent = None
        {"act": self.act, "hold": self.hold, "offer": self.offer, "next": self.go_on}[step["do"]](step)

    def has_turn(self, fighter: Fighter) -> bool:
        """Whether the sub-round is this side's own (G4)."""
        return (fighter.side == "bad") == (self.sub == "bad")

    def act(self, step: Document) -> None:
        """An action or a defence, and the phases that pay for it (G2, G4)."""
        fighter, action = self.fighters[step["id"]], step["action"]
        if fighter.progress == "done" or not able(step):
            raise IllegalStepError
        if fighter.progress == "moved" and action == "diceless":
            raise IllegalStepError
        if not self.has_turn(fighter) and action not in DEFENCES:
            self.break_in(fighter, step)
        self.pay(fighter, step)
        fighter.progress = "moved" if action == "diceless" else "done"

    def break_in(self, fighter: Fighter, step: Document) -> None:
        """Out of one's own sub-round one does only what one had planned (G3, G4)."""
        begun = fighter.progress == "moved" or (fighter.held is not None and fighter.condition is not None)
        if not step.get("reaction", False) or not begun:
            raise IllegalStepError

    def pay(self, fighter: Fighter, step: Document) -> None:
        """Take the soonest phases that serve, or those that the step names."""
        bonus = fighter.bonus and self.has_turn(fighter)
        open_now = bonus or fighter.progress == "moved"
        here = [number for number in (fighter.held, fighter.current) if number is not None]
        ways = price(
            step["action"], here, fighter.future, in_category=step.get("in_category", True), open_now=open_now
        )
        chosen = step.get("spends")
        if ways is None or (chosen is not None and sorted(chosen) not in ways):
            raise IllegalStepError
        self.spent = ways[0] if chosen is None else sorted(chosen)
        fighter.bonus = fighter.bonus and not bonus
        fighter.future = [number for number in fighter.future if number not in self.spent]
        if fighter.held in self.spent:
            fighter.held = fighter.condition = None
        if fighter.current in self.spent:
            fighter.current = None

    def hold(self, step: Document) -> None:
        """Keep the phase of this round for a later one (G3)."""
        fighter = self.fighters[step["id"]]
        phase = fighter.current if fighter.current is not None else fighter.held
        if phase is None or fighter.progress != "ready":
            raise IllegalStepError
        fighter.held, fighter.condition, fighter.current = phase, step.get("condition"), None

    def offer(self, step: Document) -> None:
        """A bonus phase for the other side's next sub-round, for those who would not act anyway (G9)."""
        giver = self.fighters[step["id"]]
        takers = [self.fighters[name] for name in step["to"]]
        foes = all(taker.side != giver.side and not taker.acts_anyway() for taker in takers)
        acts = giver.progress == "done" or giver.may_act()
        if not acts or not self.has_turn(giver) or self.sub == "late" or not foes:
            raise IllegalStepError
        for taker in takers:
            taker.promised = True

    def go_on(self, _: Document) -> None:
        """The next sub-round: a phase that was begun is over, a bonus phase that was not taken is lost."""
        for fighter in self.fighters.values():
            fighter.bonus, fighter.promised = fighter.promised, False
            fighter.progress = "ready" if fighter.progress == "ready" else "done"
        if self.sub != "late":
            self.sub = SUB_ROUNDS[SUB_ROUNDS.index(self.sub) + 1]
        elif self.number == 10:
            self.over = True
        else:
            self.number, self.sub = self.number + 1, "good"
            for fighter in self.fighters.values():
                fighter.begin(self.number)


def turn(document: Document) -> Document | str:
    """Where the turn stands after all steps, or `REFUSED` where one of them is illegal."""
    fighters = [Fighter(one["id"], one["side"], sorted(set(one["phases"]))) for one in document["characters"]]
    for fighter in fighters:
        fighter.begin(1)
    now = Turn({fighter.id: fighter for fighter in fighters})
    try:
        for step in document["steps"]:
            now.step(step)
    except IllegalStepError:
        return REFUSED
    return _answer(now)


def _answer(now: Turn) -> Document:
    everybody = now.fighters.values()
    told = {
        "round": now.number,
        "sub_round": now.sub,
        "over": now.over,
        "may_act": [one.id for one in everybody if not now.over and now.has_turn(one) and one.may_act()],
        "characters": [_told(one) for one in everybody],
    }
    return told if now.spent is None else told | {"last": {"spends": now.spent}}


def _told(one: Fighter) -> Document:
    return {
        "id": one.id,
        "side": one.side,
        "phases": one.future,
        "current": one.current,
        "held": one.held,
        "held_for": one.condition,
        "bonus": one.bonus,
        "progress": one.progress,
    }
