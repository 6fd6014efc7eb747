"""A clash's verdict in one line, and the cards that counted: for several clashes side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from webui.i18n import AnyOf, card_name, render
from webui.i18n.system_verdicts import Document

Throw: TypeAlias = Mapping[str, Any]
"""One participant's throw in a result, with its outcome."""

LETTERS: Final = "ABCDEFGH"

ALLY_ACTED: Final = ("outthrown-by-ally", "not-chosen")
"""The reasons for which an action does not happen because an ally's does (D28, D29)."""


@dataclass(frozen=True, slots=True)
class ClashLines:
    """Writes lines in one language, by the names and sides of a table's seats."""

    language: str
    name: Callable[[str], str]
    """The name of a seat, by id."""
    side: Callable[[str], str]

    def played(self, result: Document) -> list[dict[str, Any]]:
        """Return the cards that counted, their values and outcomes, the winners' first."""
        thrown = [throw for throw in throws_of(result) if throw["value"] is not None]
        shown = [self._played(throw, self._fared(throw, thrown, result)) for throw in thrown]
        return sorted(shown, key=lambda each: (each["outcome"] != "won", -each["value"]))

    def deeds(self, document: Document, result: Document) -> str:
        """Return in one line the deed of a clash or test of a round, and its margin."""
        said = {each["id"]: each for each in document.get("participants") or [document["thrower"]]}
        if "actions" not in result:
            return self._single(said, result)
        if result["outcome"] == "undecided":
            return self._tie(throws_of(result))
        if result.get("choose"):
            return self._say("choice", names=AnyOf(self.name(each) for each in result["choose"]))
        done = [self._deed(said[act["id"]], act) for act in _attacks_first(said, result["actions"])]
        return "; ".join(done) or self._failed_action(said, result)

    def compared(self, result: Document) -> str:
        """Return the best values of the side that leads and of all others: `9 > 6`; nothing without another side."""
        leader, foe = self.opponents(result)
        return numbers(leader["value"], foe["value"]) if leader and foe else ""

    def opponents(self, result: Document) -> tuple[Throw | None, Throw | None]:
        """Return the highest throw of the side that leads, and the highest of the others; None without one."""
        thrown = [throw for throw in throws_of(result) if throw["value"] is not None]
        leader = max(thrown, key=lambda throw: (self._leads(throw, result), throw["value"]), default=None)
        if leader is None:
            return None, None
        own = self.camp(leader["id"], result)
        foes = [throw for throw in thrown if self.camp(throw["id"], result) != own]
        return leader, max(foes, key=lambda throw: int(throw["value"]), default=None)

    def camp(self, key: str, result: Document) -> str:
        """Return the party of a thrower: in a clash the side, else the thrower."""
        return self.side(key) if "actions" in result else key

    def _leads(self, throw: Throw, result: Document) -> bool:
        """Tell whether a throw is on the side that won."""
        winner = result.get("side") or result.get("winner")
        return winner is not None and winner in (throw["id"], self.camp(throw["id"], result))

    def _say(self, code: str, **params: object) -> str:
        return render(f"line.{code}", params, self.language)

    def _played(self, throw: Throw, outcome: str | None) -> dict[str, Any]:
        return {
            "seat": throw["id"],
            "name": self.name(throw["id"]),
            "card": throw["card"],
            "card_name": card_name(throw["card"], self.language),
            "value": throw["value"],
            "outcome": outcome,
        }

    def _fared(self, throw: Throw, thrown: Sequence[Throw], result: Document) -> str | None:
        """Return the outcome of a throw; None for an ally of the winner, and for a throw below a tie."""
        outcome, key = result["outcome"], throw["id"]
        if outcome in ("success", "failure"):
            return "won" if outcome == "success" else "lost"
        if outcome in ("undecided", "complication"):
            return "tied" if throw["value"] == max(each["value"] for each in thrown) else None
        if "winner" in result:
            return "won" if key == result["winner"] else "lost"
        if result["side"] not in (self.side(key), key):
            return "lost"
        return "won" if key in self._winners(thrown, result) else None

    def _winners(self, thrown: Sequence[Throw], result: Document) -> set[str]:
        """Return the actions that happen; where none does, the highest throw of the winning side."""
        happening = {throw["id"] for throw in thrown if throw["happens"]}
        own = [throw for throw in thrown if result["side"] in (self.side(throw["id"]), throw["id"])]
        best = max((throw["value"] for throw in own), default=None)
        return happening or {throw["id"] for throw in own if throw["value"] == best}

    def _tie(self, throws: Sequence[Throw]) -> str:
        values = [throw["value"] for throw in throws if throw["value"] is not None]
        best = [str(value) for value in values if value == max(values)]
        return self._say("tie", numbers=" = ".join(best)) if len(best) > 1 else self._say("undecided")

    def _single(self, said: Mapping[str, Document], result: Document) -> str:
        (throw,) = throws_of(result)
        action = said[throw["id"]].get("action") or {}
        code = "success" if result["outcome"] == "success" else "failure"
        params = {"name": self.name(throw["id"]), "targets": self._targets(action)}
        line = self._say(f"{code}-against" if params["targets"] else code, **params)
        goal = action.get("intensity")
        return f"{line}, {numbers(throw['value'], goal)}" if goal is not None and throw["card"] else line

    def _deed(self, said: Document, act: Throw) -> str:
        action = said.get("action") or {}
        hit = [each["id"] for each in act.get("targets") or () if each["happens"]]
        line = self._say(
            _code(said), name=self.name(act["id"]), targets=self._names(hit) or self._targets(action)
        )
        beaten = act["beats"]
        if beaten is None or action.get("intensity") == 0:
            return line
        return f"{line}, {numbers(act['value'], beaten['value'])}"

    def _failed_action(self, said: Mapping[str, Document], result: Document) -> str:
        """Say why no action happens though a side has won: it fumbles, or does not beat its opposition."""
        for act in _attacks_first(said, result["actions"], happening=False):
            name, action = self.name(act["id"]), said[act["id"]].get("action") or {}
            if act["why"] == "fumble":
                return self._say("fumble", name=name)
            if act["why"] == "did-not-beat-target" and act["beats"] is not None:
                code = "misses" if action.get("kind") == "attack" else "in-vain"
                line = self._say(code, name=name, targets=self._targets(action))
                return f"{line}, {numbers(act['value'], act['beats']['value'])}"
        return self._say("nothing")

    def _targets(self, action: Document) -> list[str]:
        targets = action.get("target") or action.get("against") or []
        return self._names([targets] if isinstance(targets, str) else targets)

    def _names(self, ids: Sequence[str]) -> list[str]:
        return [self.name(each) for each in ids]


def throws_of(result: Document) -> Sequence[Throw]:
    """Return the throws of a result, whatever its kind."""
    return result.get("actions") or result.get("throws") or ()


def numbers(value: int, against: int) -> str:
    """Return how two numbers compare.

    >>> numbers(9, 6), numbers(4, 4), numbers(3, 8)
    ('9 > 6', '4 = 4', '3 < 8')
    """
    return f"{value} {sign_between(value, against)} {against}"


def sign_between(value: int, against: int) -> str:
    """Return the sign between two numbers."""
    return ">" if value > against else "=" if value == against else "<"


def letter_of(result: Document, ids: set[str]) -> str:
    """Return the letter of the clash of a round with these actors; empty where there is only one."""
    clashes = result.get("clashes") or ()
    if len(clashes) < 2:
        return ""
    return next((LETTERS[place] for place, clash in enumerate(clashes) if ids <= set(clash)), "")


def _attacks_first(
    said: Mapping[str, Document], actions: Sequence[Throw], *, happening: bool = True
) -> Iterator[Throw]:
    """Yield the actions that happen, or those that do not, attacks before all others."""
    shown = [act for act in actions if bool(act["happens"]) is happening and act["value"] is not None]
    yield from sorted(shown, key=lambda act: _kind(said[act["id"]]) != "attack")


def _kind(said: Document) -> str:
    return str((said.get("action") or {}).get("kind", ""))


def _code(said: Document) -> str:
    """Return the code of a deed: the manner of an attack, else the kind of action."""
    action = said.get("action") or {}
    if action.get("kind") == "attack":
        manner = "power" if said.get("power") else said.get("manner") or ""
        return {"shooting": "shoots", "power": "power"}.get(manner, "hits")
    if action.get("kind") == "defend":
        return "defends-against" if action.get("against") else "defends"
    if action.get("kind") == "move":
        return "moves"
    return "does-against" if action.get("target") else "does"
