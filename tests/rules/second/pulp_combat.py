"""A combat of Pulp in the Cards judged a second time (P5), from the source text and the digest alone.

Written without having read `rules/pulp` or what its tests expect. The combat is a list of who is still to attack.
"""

from dataclasses import dataclass, field
from typing import Any

Document = dict[str, Any]
REFUSED = "refused"


class IllegalStepError(Exception):
    """A step that does not fit where the combat stands."""


@dataclass
class Combat:
    """Who fights, in which order, and who of them is still to attack in this cycle."""

    fighters: list[str]
    order: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    cycle: int = 0
    surprise_is_settled: bool = False
    served: list[str] = field(default_factory=list)
    due: str | None = None

    def stage(self) -> str:
        """What the combat waits for."""
        if len(self.fighters) < 2:
            return "over"
        if self.free:
            return "free-attack"
        if not self.order:
            return "initiative" if self.surprise_is_settled else "surprise"
        return "attack" if self.due else "cycle-end"

    def attacker(self) -> str | None:
        """Whose attack it is."""
        return {"free-attack": next(iter(self.free), None), "attack": self.due}.get(self.stage())

    def call(self) -> None:
        """The next attack is due: nothing but its owner's leaving changes that."""
        self.due = next((name for name in self.order if name in self.waiting), None)

    def begin(self) -> None:
        """A new cycle, in which everybody attacks once, whoever leaves and comes back too."""
        self.waiting, self.served, self.cycle = list(self.order), [], self.cycle + 1
        self.call()

    def step(self, step: Document) -> None:
        """One step of the document; raises IllegalStepError."""
        if self.stage() == "over":
            raise IllegalStepError
        steps = {
            "surprise": self.surprise,
            "order": self.settle_order,
            "attacked": self.attacked,
            "free-attack": self.free_attack,
            "cycle": self.end_cycle,
            "move": self.move,
            "join": self.join,
            "leave": self.leave,
        }
        steps[step["do"]](step)

    def surprise(self, step: Document) -> None:
        """Somebody lies in wait, alone or with others; whoever succeeds has a free attack before everything else."""
        names = step["ids"] if "ids" in step else [step["id"]]
        if self.cycle or self.order or not set(names) <= set(self.fighters):
            raise IllegalStepError
        self.surprise_is_settled = True
        if step["success"]:
            self.free += names

    def settle_order(self, step: Document) -> None:
        """The order that initiative gave."""
        if self.stage() not in ("surprise", "initiative") or sorted(step["order"]) != sorted(self.fighters):
            raise IllegalStepError
        self.surprise_is_settled = True
        self.order = list(step["order"])
        self.begin()

    def attacked(self, _: Document) -> None:
        """The attack whose turn it is has been judged."""
        attacker = self.attacker()
        if attacker is None:
            raise IllegalStepError
        if self.free:
            self.free.remove(attacker)
        else:
            self.waiting.remove(attacker)
            self.served.append(attacker)
            self.call()

    def free_attack(self, step: Document) -> None:
        """An attack out of order, as upon somebody who runs."""
        if self.free or not self.order or step["id"] not in self.fighters:
            raise IllegalStepError
        self.free.append(step["id"])

    def end_cycle(self, step: Document) -> None:
        """Everybody has attacked: keep the order or deal anew."""
        if self.stage() != "cycle-end":
            raise IllegalStepError
        if step["keep"]:
            self.begin()
        else:
            self.order = []

    def join(self, step: Document) -> None:
        """A newcomer, who has not attacked yet: at the end of the order, or where the game master says."""
        name = step["id"]
        last = len(self.order) + 1
        if name in self.fighters or ("place" in step and not self.order) or step.get("place", 1) > last:
            raise IllegalStepError
        self.fighters.append(name)
        if self.order:
            self.order.insert(step.get("place", last) - 1, name)
            self.waiting += [name] if name not in self.served else []
            if self.due is None:
                self.call()

    def leave(self, step: Document) -> None:
        """Somebody is out of the fight."""
        name = step["id"]
        if name not in self.fighters:
            raise IllegalStepError
        for where in (self.fighters, self.order, self.waiting, self.free):
            where[:] = [each for each in where if each != name]
        if self.due == name:
            self.call()

    def move(self, step: Document) -> None:
        """An attack advances or sets back somebody's place; whoever has attacked does not again in this cycle."""
        if self.free or step["id"] not in self.order or not 1 <= step["place"] <= len(self.order):
            raise IllegalStepError
        self.order.remove(step["id"])
        self.order.insert(step["place"] - 1, step["id"])


def combat(document: Document) -> Document | str:
    """Where the combat stands after all steps, or `REFUSED` where one of them does not fit."""
    now = Combat(list(document["combatants"]))
    try:
        for step in document["steps"]:
            now.step(step)
    except IllegalStepError:
        return REFUSED
    return {
        "stage": now.stage(),
        "attacker": now.attacker(),
        "order": now.order,
        "combatants": now.fighters,
        "cycle": now.cycle,
    }
