"""A verdict for page, TV, voice and log: headline, line, marks, next steps, and the rules behind it.

Documents and results are those of the contracts, so that an entry of the log reads like the throw on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.demon_city.throw import HIGHEST_ORDINARY_VALUE
from webui.i18n import AnyOf, card_name, catalogue, format_items, render, sentence
from webui.i18n.clash_lines import ALLY_ACTED, ClashLines, letter_of, sign_between
from webui.i18n.clash_lines import throws_of as _throws
from webui.i18n.harm import render_harm
from webui.i18n.seats import is_whole_side, possessive_card, seat_name
from webui.i18n.system_verdicts import Document, Verdict, reasons_of, system_verdict


def render_verdict(
    document: Document,
    result: Document,
    language: str,
    *,
    seats: Sequence[Mapping[str, Any]] = (),
    system: str | None = None,
    said: str = "",
) -> Verdict:
    """Return a verdict as docs/state.md has it, without the fields that only the live table knows.

    :param seats: the seats of Demon City's throw, each with ``id``, ``name`` and ``side``
    :param system: whose document it is; None for Demon City's
    :param said: the narrator's sentence of another system's document
    """
    if system is not None:
        return system_verdict(system, document, result, said, language)
    return ThrowVerdict(language, seats).verdict(document, result)


@dataclass(frozen=True, slots=True)
class ThrowVerdict:
    """Renders verdicts of Demon City in one language."""

    language: str
    seats: Sequence[Mapping[str, Any]]

    def verdict(self, document: Document, result: Document) -> Verdict:
        """Return a verdict, or for a round the verdicts of the flip."""
        kind = document["kind"]
        if kind == "round":
            return self._of_a_round(document, result)
        if kind == "damage":
            return render_harm(result, self.language, self._name) | {"marks": list(self._miscounts(result))}
        tone = _tone(kind, result)
        headline = self._headline(kind, tone, result)
        line = self._line(document, result)
        marks = list(self._marks(document, result))
        played = self._lines.played(result) if "outcome" in result else []
        numbers = self._lines.compared(result) if "outcome" in result else ""
        return {
            "kind": kind,
            "tone": tone,
            "headline": headline,
            "title": f"{headline}, {numbers}" if numbers else headline,
            "clash": "",
            "played": played,
            "line": line,
            "marks": marks,
            "next": [
                {"code": code, "text": render(f"next.{code}", None, self.language)} for code in _next(result)
            ],
            "sum": list(self._sum(document, result)) if "outcome" in result else [],
            "why": reasons_of(result, self.language),
            "choose": [{"seat": key, "name": self._name(key)} for key in result.get("choose") or ()] or None,
            "spoken": " ".join(
                sentence(part) for part in (headline, line, *(m["text"] for m in marks)) if part
            ),
            "result": dict(result),
        }

    def _of_a_round(self, document: Document, result: Document) -> Verdict:
        """Return the first verdict of the flip, the most important one, with all of them as its parts."""
        parts = [self._part(result, *part) for part in _parts_of_a_round(document, result)]
        first = min(parts, key=lambda part: part["kind"] != "clash")
        flipped = {throw["id"] for part in result["new"] for throw in _throws(part)}
        miscounts = [mark for mark in self._miscounts(result) if mark["seat"] in flipped]
        spoken = [*(part["spoken"] for part in parts), *(sentence(mark["text"]) for mark in miscounts)]
        return first | {
            "kind": "round",
            "line": first["line"] if len(parts) == 1 else " ".join(map(self._as_sentence, parts)),
            "clash": "",
            "played": [each for part in parts for each in part["played"]],
            "parts": parts,
            "marks": [*(mark for part in parts for mark in part["marks"]), *miscounts],
            "spoken": " ".join(spoken),
            "result": dict(result),
        }

    def _part(self, round_result: Document, document: Document, result: Document) -> Verdict:
        """Return the verdict of one clash or single throw of a round, with its name."""
        letter = letter_of(round_result, {throw["id"] for throw in _throws(result)})
        return self.verdict(document, result) | {
            "title": self._lines.deeds(document, result),
            "clash": render("line.clash", {"letter": letter}, self.language) if letter else "",
        }

    def _as_sentence(self, part: Verdict) -> str:
        return sentence(f"{part['clash']}: {part['title']}" if part["clash"] else part["title"])

    @property
    def _lines(self) -> ClashLines:
        return ClashLines(self.language, self._name, self._side)

    def _say(self, code: str, **params: object) -> str:
        return render(f"verdict.{code}", params, self.language)

    def _name(self, key: str) -> str:
        return next((seat_name(seat, self.language) for seat in self.seats if seat["id"] == key), key)

    def _headline(self, kind: str, tone: str, result: Document) -> str:
        if kind in ("c10", "c100"):
            return self._number(result)
        if kind == "opposed" and tone == "win":
            return self._say("wins", name=self._name(result["winner"]))
        if kind == "clash" and tone not in ("tie", "choice"):
            return self._side_wins(result)
        return self._say(tone)

    def _number(self, result: Document) -> str:
        if result.get("need"):
            return self._say("need", need=result["need"])
        values = result.get("values") or [result["value"]]
        return ", ".join(str(value) for value in values)

    def _side_wins(self, result: Document) -> str:
        side = str(result["side"])
        winners = [seat for seat in self.seats if seat["side"] == side]
        if len(winners) == 1 and not is_whole_side(winners[0]):
            return self._say("wins", name=winners[0]["name"])
        known = f"verdict.side.{side}"
        if known in catalogue(self.language):
            return render(known, None, self.language)
        return self._say("wins", name=side)

    def _whose(self, throw: Document, code: str | None = None) -> str:
        """Return a card of a throw as its thrower's, by default the one that counts."""
        card = card_name(code or throw["card"], self.language)
        return possessive_card(self._seat(throw["id"]), card, self.language)

    def _seat(self, key: str) -> Mapping[str, Any]:
        return next((each for each in self.seats if each["id"] == key), {"id": key, "name": key})

    def _line(self, document: Document, result: Document) -> str:
        kind = document["kind"]
        if kind in ("c10", "c100"):
            ignored = [card_name(code, self.language) for code in result.get("ignored") or ()]
            return self._say("ignored", cards=format_items(ignored, self.language)) if ignored else ""
        leader, foe = self._lines.opponents(result)
        if leader is None:
            return ""
        thrower = self._thrower_in_line(document, leader)
        if kind == "test":
            return sentence(self._test_line(document, result, thrower))
        if foe is None:
            return sentence(self._say("threw", whose=self._whose(leader), value=leader["value"]))
        if foe["value"] == leader["value"]:
            return sentence(self._say("both", value=leader["value"]))
        if foe["fumble"]:  # Its mark says whose card it is.
            beaten = str(foe["value"])
        else:
            beaten = possessive_card(self._seat(foe["id"]), str(foe["value"]), self.language)
        return sentence(self._say("compared", thrower=thrower, foe=beaten))

    def _thrower_in_line(self, document: Document, throw: Document) -> str:
        """Return the card that counts with its value; the value alone where a mark of the verdict names that card."""
        if throw["fumble"] or (throw["critical"] and self._critical_card(document, throw) == throw["card"]):
            return str(throw["value"])
        return self._say("thrower", whose=self._whose(throw), value=throw["value"])

    def _sum(self, document: Document, result: Document) -> Iterator[str]:
        """Yield the numbers that decided it: the comparison, then each critical, fumble and outdone ally."""
        leader, foe = self._lines.opponents(result)
        if leader is not None and foe is not None:
            yield self._against(leader, self._with_card(foe), foe["value"])
        elif leader is not None:
            for goal in document.get("intensities") or [document.get("intensity", 0)]:
                if goal:
                    yield self._against(leader, self._say("sum.intensity", goal=goal), goal)
        for throw in _throws(result):
            whose = possessive_card(self._seat(throw["id"]), str(throw["value"]), self.language)
            if throw["critical"]:
                card = self._critical_card(document, throw)
                code = "critical-significator" if self._is_significator(document, throw, card) else "critical"
                yield sentence(self._say(f"sum.{code}", whose=whose, card=card_name(card, self.language)))
            if throw["fumble"]:
                yield sentence(self._say("sum.fumble", whose=whose))
            if throw.get("why") in ALLY_ACTED:
                yield sentence(self._say(f"sum.{throw['why']}", whose=whose))

    def _against(self, throw: Document, against: str, value: int) -> str:
        return f"{self._with_card(throw)} {sign_between(throw['value'], value)} {against}"

    def _with_card(self, throw: Document) -> str:
        return f"{throw['value']} {card_name(throw['card'], self.language)}"

    def _test_line(self, document: Document, result: Document, thrower: str) -> str:
        goals = document.get("intensities") or [document["intensity"]]
        beaten = result.get("beaten", goals if result["outcome"] == "success" else [])
        if beaten:
            return self._say("beats-intensities", beaten=list(beaten), thrower=thrower)
        return self._say("misses-intensities", missed=AnyOf(goals), thrower=thrower)

    def _side(self, key: str) -> str:
        return next((str(seat["side"]) for seat in self.seats if seat["id"] == key), key)

    def _marks(self, document: Document, result: Document) -> Iterator[dict[str, Any]]:
        for throw in _throws(result):
            if throw.get("critical"):
                yield {"kind": "critical", "seat": throw["id"], "text": self._critical(document, throw)}
            if throw.get("fumble"):
                yield {
                    "kind": "fumble",
                    "seat": throw["id"],
                    "text": self._say("fumble", whose=self._whose(throw)),
                }
        for special in result.get("specials") or ():
            card = card_name(special["card"], self.language)
            text = self._say("special", card=card, text=special["text"])
            yield {"kind": "special", "seat": special["id"], "text": text}
        yield from self._miscounts(result)

    def _miscounts(self, result: Document) -> Iterator[dict[str, Any]]:
        """Yield the throws with another number of cards than was counted; the verdict stands (D23a)."""
        for each in result.get("miscounted") or ():
            if "id" not in each:  # Cards that nobody in particular drew.
                continue
            params = {"name": self._name(each["id"]), "thrown": each["thrown"], "counted": each["counted"]}
            text = render("round.miscounted", params, self.language)
            yield {"kind": "miscounted", "seat": each["id"], "text": text}

    def _critical(self, document: Document, throw: Document) -> str:
        """Return why a throw is critical (D11): its own height, or the thrower's Significator."""
        card = self._critical_card(document, throw)
        code = "critical-significator" if self._is_significator(document, throw, card) else "critical"
        return self._say(code, whose=self._whose(throw, card))

    def _is_significator(self, document: Document, throw: Document, card: str) -> bool:
        """Tell whether the thrower's Significator made the throw critical, not its height."""
        return throw["value"] <= HIGHEST_ORDINARY_VALUE and card in _significators(document, throw["id"])

    def _critical_card(self, document: Document, throw: Document) -> str:
        """Return the card that makes a throw critical."""
        thrown = _thrown(document, throw["id"])
        mine = [code for code in _significators(document, throw["id"]) if code in thrown]
        return mine[0] if mine and throw["value"] <= HIGHEST_ORDINARY_VALUE else str(throw["card"])


def _parts_of_a_round(document: Document, result: Document) -> list[tuple[Document, Document]]:
    """Return each clash and single throw that a flip decided, as a document of its own with its result."""
    people = {each["id"]: each for each in document["characters"]}
    said = {each["id"]: each for each in document.get("announcements", ())}
    parts: list[tuple[Document, Document]] = []
    for part in result["new"]:
        throws = part.get("actions") or part["throws"]
        throwers = [
            {
                **said.get(throw["id"], {}),
                **people[throw["id"]],
                "cards": document.get("throws", {}).get(throw["id"], []),
            }
            for throw in throws
        ]
        if "actions" in part:
            parts.append(({"kind": "clash", "participants": throwers}, part))
        else:
            goal = (throwers[0].get("action") or {}).get("intensity", 0)
            parts.append(({"kind": "test", "intensity": goal, "thrower": throwers[0]}, part))
    return parts


def _next(result: Document) -> Sequence[str]:
    return result.get("next") or ()


def _tone(kind: str, result: Document) -> str:
    if kind in ("c10", "c100"):
        return "number"
    outcome = str(result["outcome"])
    if kind == "clash":
        return _clash_tone(outcome, result)
    return {"complication": "tie", "undecided": "tie"}.get(outcome, outcome)


def _clash_tone(outcome: str, result: Document) -> str:
    if outcome != "win":
        return "tie" if outcome == "undecided" else "choice"
    if not any(action["happens"] for action in result["actions"]):
        return "stalemate"
    return "players" if result["side"] == "players" else "host"


def _thrower(document: Document, key: str) -> Document:
    everybody = document.get("participants") or document.get("throwers") or [document["thrower"]]
    return next(each for each in everybody if each["id"] == key)


def _thrown(document: Document, key: str) -> Sequence[str]:
    return list(_thrower(document, key)["cards"])


def _significators(document: Document, key: str) -> Sequence[str]:
    held = _thrower(document, key).get("significator") or ()
    return [held] if isinstance(held, str) else list(held)
