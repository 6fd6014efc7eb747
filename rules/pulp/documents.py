"""Pulp in the Cards' kinds of document: the request of each, and its judge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from rules.limits import needed, refuse_unless, under
from rules.pulp.combat import Combat, Stage, begin
from rules.pulp.deal import DealVerdict, judge_cards
from rules.pulp.deck import DeckCheck, check_deck, parse_cards, refuse_misfits
from rules.pulp.initiative import Contender, InitiativeOrder, settle_initiative
from rules.pulp.odds import DealOdds, deal_odds
from rules.refusal import Refusal
from rules.system import Said


@dataclass(frozen=True)
class Deal:
    """Seven cards as dealt (P2 to P4)."""

    cards: tuple[str, ...]
    difficulty: int = 0
    resistance: bool = False


@dataclass(frozen=True)
class CombatantCards:
    """A combatant's cards in the order dealt; `born` is a date as 1990-05-02."""

    id: str
    cards: tuple[str, ...]
    advantage: int = 0
    born: date | None = None
    name: str = ""


@dataclass(frozen=True)
class Initiative:
    """Everybody's cards for the order of a cycle (P5)."""

    combatants: tuple[CombatantCards, ...]


@dataclass(frozen=True)
class Odds:
    """The difficulty whose chances are asked (P6)."""

    difficulty: int = 0


@dataclass(frozen=True)
class Deck:
    """Cards shown as the deck of fourteen (P1)."""

    cards: tuple[str, ...]


class Do(StrEnum):
    """The steps of a combat."""

    SURPRISE = "surprise"
    ORDER = "order"
    ATTACKED = "attacked"
    FREE_ATTACK = "free-attack"
    CYCLE = "cycle"
    MOVE = "move"
    LEAVE = "leave"
    JOIN = "join"


@dataclass(frozen=True)
class CombatStep:
    """One step of a combat; `id` is whom it concerns, `ids` who lay in wait together."""

    do: Do
    id: str | None = None
    ids: tuple[str, ...] | None = None
    success: bool | None = None
    order: tuple[str, ...] | None = None
    keep: bool = True
    place: int | None = None


@dataclass(frozen=True)
class CombatSteps:
    """A combat from its beginning: the answer is where it stands after the last step (P5)."""

    combatants: tuple[str, ...]
    steps: tuple[CombatStep, ...] = ()


@dataclass(frozen=True)
class CombatNow:
    """Where a combat stands, and whose attack is due."""

    stage: Stage
    attacker: str | None
    order: tuple[str, ...]
    combatants: tuple[str, ...]
    cycle: int
    rule: tuple[str, ...] = ("P5",)

    @property
    def said(self) -> Said:
        """The next step."""
        return Said(f"pulp.combat.{self.stage}", {"name": self.attacker or "", "cycle": self.cycle})


def judge_deal(deal: Deal) -> DealVerdict:
    """Judge a deal of seven out of the fourteen (P1 to P4)."""
    cards = parse_cards(deal.cards, "cards")
    refuse_misfits(cards, [("cards", index) for index in range(len(cards))])
    return judge_cards(cards, deal.difficulty, resistance=deal.resistance)


def judge_initiative(initiative: Initiative) -> InitiativeOrder:
    """Order the combatants by their cards (P5)."""
    refuse_unless(len(initiative.combatants) >= 1, "at-least", "combatants", lowest=1)
    return settle_initiative(
        [
            Contender(
                one.id,
                parse_cards(one.cards, "combatants", index, "cards"),
                one.advantage,
                one.born,
                one.name,
            )
            for index, one in enumerate(initiative.combatants)
        ]
    )


def judge_odds(odds: Odds) -> DealOdds:
    """Count the chances at one difficulty (P6)."""
    return deal_odds(odds.difficulty)


def judge_deck(deck: Deck) -> DeckCheck:
    """Check a shown deck (P1)."""
    return check_deck(parse_cards(deck.cards, "cards"))


def take_step(combat: Combat, step: CombatStep) -> Combat:
    """Take one step of a combat (P5)."""
    match step.do:
        case Do.SURPRISE:
            alone = None if step.id is None else (step.id,)
            refuse_unless(step.ids is None or alone is None, "exactly-one-of", "ids", names=("id", "ids"))
            by = needed(step.ids or alone, "id")
            return combat.surprise(by, success=needed(step.success, "success"))
        case Do.ORDER:
            return combat.set_order(needed(step.order, "order"))
        case Do.ATTACKED:
            return combat.attacked()
        case Do.FREE_ATTACK:
            return combat.free_attack(needed(step.id, "id"))
        case Do.CYCLE:
            return combat.next_cycle(keep=step.keep)
        case Do.MOVE:
            return combat.move(needed(step.id, "id"), needed(step.place, "place"))
        case Do.JOIN:
            return combat.join(needed(step.id, "id"), step.place)
    return combat.leave(needed(step.id, "id"))


def judge_combat(combat: CombatSteps) -> CombatNow:
    """Replay a combat's steps (P5)."""
    state = begin(combat.combatants)
    for index, step in enumerate(combat.steps):
        try:
            state = take_step(state, step)
        except Refusal as refusal:
            raise under(refusal, "steps", index) from None
    return CombatNow(state.stage, state.attacker, state.order, state.combatants, state.cycle)
