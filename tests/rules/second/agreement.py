"""The program and the second judges asked the same: one random document after the other."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from math import isclose
from random import Random
from typing import Any, Final

from rules.registry import SYSTEMS
from tests.rules.second import (
    chronica,
    chronica_dice,
    chronica_documents,
    clash,
    clash_documents,
    dragon,
    dragon_documents,
    dragon_turn,
    pulp,
    pulp_combat,
    pulp_documents,
    round,
    round_documents,
    tarot,
    throws,
    throws_documents,
)
from webui.documents import DocumentError, judge_document

Document = dict[str, Any]
Judge = Callable[[Document], Document | str]
REFUSED: Final = "refused"

ANY_ORDER: Final = "any order"
UNORDERED: Final = frozenset(
    {
        "success",
        "discarded",
        "concessions",
        "spendable",
        "gains",
        "missing",
        "refused",
        "extra",
        "dice",
        "next",
        "clashes",
        "results",
        ANY_ORDER,
    }
)
"""Lists whose order no rule gives."""


@dataclass(frozen=True)
class Bench:
    """One system: its kinds of documents, random ones, its second judge, and the program's own edge."""

    kinds: Collection[str]
    document: Callable[[Random], Document]
    second: Judge
    program: Judge


@dataclass(frozen=True)
class Disagreement:
    """One document, what the program answered and what the second judge holds."""

    document: Document
    seen: Document | str
    expected: Document | str


def documents(bench: Bench, seed: int, count: int) -> Iterator[Document]:
    """Random documents; the same seed gives the same, and a longer row begins with the shorter."""
    return (bench.document(Random(f"{seed} {number}")) for number in range(count))


def disagreements(bench: Bench, seed: int, count: int) -> Iterator[Disagreement]:
    """Every one of `count` random documents that the two judge differently."""
    for document in documents(bench, seed, count):
        expected, seen = bench.second(document), bench.program(document)
        if not agree(expected, seen):
            yield Disagreement(document, seen, expected)


def agree(expected: Any, seen: Any, name: str = "") -> bool:
    """Whether the answer holds everything that is expected of it; what it says besides is its own affair."""
    if isinstance(expected, dict) and isinstance(seen, dict):
        return all(key in seen and agree(value, seen[key], key) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(seen, list):
        pairing = _paired if name in UNORDERED else zip
        inner = ANY_ORDER if name in UNORDERED else ""
        return len(expected) == len(seen) and all(
            agree(one, other, inner) for one, other in pairing(expected, seen)
        )
    if isinstance(expected, float) and isinstance(seen, (int, float)):
        return isclose(expected, seen, abs_tol=1e-9)
    return bool(expected == seen)


def _paired(expected: list[Any], seen: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Each expected item with one of its own that agrees, if there is one."""
    left = list(seen)
    for one in expected:
        place = next((place for place, other in enumerate(left) if agree(one, other, ANY_ORDER)), 0)
        yield one, left.pop(place)


def _by_kind(judges: Mapping[str, Judge]) -> Judge:
    return lambda document: judges[document["kind"]](document)


def _system(code: str) -> Judge:
    """The program's own answer: the judged document, or that it was refused."""

    def answer(document: Document) -> Document | str:
        try:
            return judge_document(SYSTEMS[code], document).answer()
        except DocumentError:
            return REFUSED

    return answer


CHRONICA: Final[Mapping[str, Judge]] = {
    "contest": chronica.contest,
    "odds": chronica.odds,
    "pool": chronica_dice.pool,
    "opposition": chronica_dice.opposition,
    "spend": chronica_dice.spend,
    "ledger": chronica_dice.ledger,
}
DRAGON: Final[Mapping[str, Judge]] = {
    "turn": dragon_turn.turn,
    "phase": dragon.phase,
    "speed": dragon.speed,
    "damage": dragon.damage,
    "death-check": dragon.death_check,
    "split": dragon.split,
    "pool": dragon.pool,
    "range": dragon.distance,
    "odds": dragon.odds,
}
PULP: Final[Mapping[str, Judge]] = {
    "deal": pulp.deal,
    "odds": pulp.odds,
    "deck": pulp.deck,
    "initiative": pulp.initiative,
    "combat": pulp_combat.combat,
}
THROWS: Final[Mapping[str, Judge]] = {
    "clash-throws": throws.count,
    "opposed-throws": throws.count,
    "test-throws": throws.count,
}
RESOLVE: Final[Mapping[str, Judge]] = {
    "clash": clash.clash,
    "test": tarot.test,
    "opposed": tarot.opposed,
    "c10": tarot.c10,
    "c100": tarot.c100,
    "damage": tarot.damage,
}
ROUND: Final[Mapping[str, Judge]] = {"round": round.action_round}
BENCHES: Final[Mapping[str, Bench]] = {
    "chronica": Bench(CHRONICA, chronica_documents.document, _by_kind(CHRONICA), _system("chronica")),
    "dragon": Bench(DRAGON, dragon_documents.document, _by_kind(DRAGON), _system("dragon")),
    "pulp": Bench(PULP, pulp_documents.document, _by_kind(PULP), _system("pulp")),
    "throws": Bench(THROWS, throws_documents.document, _by_kind(THROWS), _system("demon-city")),
    "resolve": Bench(RESOLVE, clash_documents.document, _by_kind(RESOLVE), _system("demon-city")),
    "round": Bench(ROUND, round_documents.action_round, _by_kind(ROUND), _system("demon-city")),
}
