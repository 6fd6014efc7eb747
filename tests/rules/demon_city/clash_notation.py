"""Reads the golden table of clashes, `clashes.txt`: its head explains the notation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rules.cards import Card
from rules.demon_city import (
    Action,
    ActionResult,
    Attack,
    ClashResult,
    Defend,
    Idle,
    Keep,
    Other,
    Participant,
    Special,
    Throw,
)

TABLE = Path(__file__).with_name("clashes.txt")
SIDES = {"P": "players", "H": "host", "C": "cult"}


@dataclass
class Row:
    """One clash of the table, and what is expected of it."""

    title: str
    participants: list[Participant] = field(default_factory=list)
    choose: dict[str, list[str]] = field(default_factory=dict)
    expected: list[str] = field(default_factory=list)
    """One line for each participant who acts, then the outcome."""


def read_table(path: Path = TABLE) -> Iterator[Row]:
    row: Row | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.split("#")[0].strip()
        if text.startswith("=="):
            row = Row(text.removeprefix("==").strip())
        elif text and row is not None:
            if text.startswith("=>"):
                row.expected.append(" ".join(text.removeprefix("=>").split()))
                yield row
            elif text.startswith("choose"):
                side, *ids = text.removeprefix("choose").split()
                row.choose[SIDES[side]] = ids
            else:
                thrown, _, expected = text.partition("->")
                row.participants.append(read_participant(thrown))
                if expected.strip():
                    row.expected.append(" ".join(expected.split()))


def read_participant(text: str) -> Participant:
    id_, side, codes, *words = text.split()
    own: frozenset[Card] = frozenset()
    specials: tuple[Special, ...] = ()
    keep = Keep.HIGHEST
    while words and words[0] in ("own", "low", "special"):
        match words.pop(0):
            case "own":
                own = frozenset(read_cards(words.pop(0)))
            case "special":
                specials = tuple(Special(card, card.code) for card in read_cards(words.pop(0)))
            case _:
                keep = Keep.LOWEST
    throw = Throw(id_, tuple(read_cards(codes)), own, keep, specials)
    return Participant(SIDES[side], read_action(words), throw)


def read_cards(codes: str) -> list[Card]:
    return [] if codes == "-" else [Card.parse(code) for code in codes.split(",")]


def read_action(words: list[str]) -> Action:
    """`attack bill,dov resist 3 harmless not cassie`, `defend bill`, `other 3`, `other bill resist 3`, `idle`."""
    kind, *rest = words
    excludes = frozenset(rest[rest.index("not") + 1].split(",")) if "not" in rest else frozenset[str]()
    rest = rest[: rest.index("not")] if "not" in rest else rest
    match kind:
        case "attack":
            resist = int(rest[rest.index("resist") + 1]) if "resist" in rest else None
            return Attack(tuple(rest[0].split(",")), resist, "harmless" in rest, excludes)
        case "defend":
            return Defend(frozenset(rest[0].split(",")) if rest else None, excludes)
        case "other":
            if rest[0].isdigit():
                return Other(intensity=int(rest[0]), excludes=excludes)
            held = {"resist": int(rest[rest.index("resist") + 1])} if "resist" in rest else {}
            return Other(None, tuple(rest[0].split(",")), excludes, **held, escape="escape" in rest)
        case "move":
            return Other(excludes=excludes)
        case "idle":
            return Idle()
    raise ValueError(f"no such action: {kind}")


def written(result: ClashResult) -> list[str]:
    """A verdict in the words of the table."""
    fired = {special.id for special in result.specials}
    letters = {side: letter for letter, side in SIDES.items()}
    lines = [written_action(action, fired) for action in result.actions]
    side = f" {letters[result.side]}" if result.side else ""
    choice = f": {' '.join(result.choose)}" if result.choose else ""
    codes = f"; {', '.join(result.next)}" if result.next else ""
    return [*lines, f"{result.outcome}{side}{choice}{codes}"]


def written_action(action: ActionResult, fired: set[str]) -> str:
    against = ""
    if action.beats:
        against = (
            f" vs {action.beats.id}={action.beats.value}" if action.beats.id else f" vs {action.beats.value}"
        )
    hits = f" hits {','.join(action.hit)}" if len(action.targets) > 1 and action.hit else ""
    critical = f" critical {action.critical.by}" if action.critical else ""
    fumble = " fumble" if action.fumble else ""
    return f"{action.why}{against}{hits}{critical}{fumble}{' special' if action.id in fired else ''}"


ROWS = list(read_table())


def action_of(result: ClashResult, participant: str) -> ActionResult:
    """What became of a participant's action."""
    return next(action for action in result.actions if action.id == participant)
