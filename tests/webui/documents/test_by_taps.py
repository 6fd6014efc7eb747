"""Every field of Demon City's documents can be set on the page, or is listed as for scripts, with the reason.

A field is set by a command that the page sends. What is checked of each, without a browser: the command takes the
argument; an element sends it; an element with something to tap or to fill in writes the argument's name, or what stands
in it, into an object; and the one that sends it hands that on.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

import webui.documents.demon_city
from tests.webui.documents.page_scripts import Script, scripts
from webui.documents.parse import DocumentModel
from webui.table.commands.command import COMMANDS

ROOT = Path(__file__).parents[3]
HEADING = "## What the page sets, and what is for scripts"

FORMS_OF = {
    "all": None,
    "clash, opposed": {"ParticipantField"},
    "throws": {"AgainstOthersForm", "OpposedCountForm", "ClashCountForm", "TestCountForm"},
    "test-throws": {"TestCountForm"},
    "an overlap": {"OverlapField"},
    "round": {"RoundForm"},
    "c10": {"C10Form"},
    "derived-throws": {"DerivedForm", "DeedField", "FighterField"},
    "odds": {"OddsForm"},
}
"""The models of each kind of document that the list of the contracts names; None: of every kind."""


@dataclass(frozen=True)
class Way:
    """How a field is set: an argument of a command, and what an element writes into it; by default its name."""

    command: str
    argument: str
    element: str
    writes: str = ""

    def fault(self, elements: Mapping[str, Script]) -> str | None:
        """Return what of the way is not there."""
        if self.argument not in COMMANDS[self.command].schema.model_fields:
            return f"{self.command} takes no {self.argument}"
        element = elements[self.element]
        if not element.has_control():
            return f"{self.element} has nothing to tap"
        if (self.writes or self.argument) not in element.written:
            return f"{self.element} writes no {self.writes or self.argument}"
        sending = [name for name in _above(self.element, elements) if elements[name].sends(self.command)]
        if not sending:
            return f"nothing above {self.element} sends {self.command}"
        if not any(elements[name].passes(self.command, self.argument) for name in sending):
            return f"{', '.join(sending)}: {self.command} is sent without {self.argument}"
        return None


def _above(element: str, elements: Mapping[str, Script]) -> Iterator[str]:
    """Yield an element and those that bring it in."""
    yield element
    yield from (name for name, script in elements.items() if element in script.imported())


PARTICULARS = "announce-particulars.js"

WAYS: Mapping[str, Way] = {
    **{
        name: Way("announce", "action", PARTICULARS, name)
        for name in ("harmless", "resist", "escape", "excludes", "against", "feet", "intensity", "target")
    },
    "kind": Way("announce", "action", "announce-panel.js", "kind"),
    **{
        name: Way("announce", name, PARTICULARS)
        for name in (
            *("extra", "lost", "contested", "interferes", "driver", "run", "manner", "power", "skill"),
            *("weapon", "parry", "over", "supernatural"),
        )
    },
    "situation": Way("announce", "extra", PARTICULARS, "situation"),
    "times": Way("announce", "extra", PARTICULARS, "times"),
    "stat": Way("announce", "stat", "announce-panel.js"),
    "recovered": Way("announce", "recovered", "announce-panel.js"),
    "between": Way("range", "foe", "unnoted-stats.js"),
    "range": Way("range", "range", "unnoted-stats.js"),
    "MeasuredField.extra": Way("claim", "extra", "count-panel.js"),
    "MeasuredField.lost": Way("claim", "lost", "count-panel.js"),
    "MeasuredField.skill": Way("claim", "skill", "count-panel.js"),
    "MeasuredField.stat": Way("note-stat", "value", "count-panel.js"),
    "overlap": Way("claim", "extra", "count-panel.js", "overlap"),
    "thrower": Way("mode", "thrower", "count-panel.js"),
    "throwers": Way("claim", "out", "count-panel.js"),
    "intensities": Way("mode", "intensities", "mode-bar.js"),
    "TestForm.intensity": Way("mode", "intensities", "mode-bar.js"),
    "TestCountForm.intensity": Way("mode", "intensities", "mode-bar.js"),
    "id": Way("seat-add", "region", "setup-seats.js"),
    "side": Way("seat-change", "side", "seat-editor.js"),
    "agility": Way("seat-change", "stats", "armed-fields.js"),
    "stats": Way("seat-change", "stats", "armed-fields.js"),
    "CharacterField.weapon": Way("seat-change", "weapons", "armed-fields.js"),
    "CharacterField.supernatural": Way("seat-change", "supernatural", "armed-fields.js"),
    "significator": Way("significators", "cards", "significator-dialog.js"),
    "specials": Way("seat-change", "specials", "special-dialog.js"),
    "state": Way("mark", "condition", "announce-dialog.js"),
    "lost_toughness": Way("give-back", "points", "seat-wounds.js"),
    "condition": Way("mark", "condition", "announce-dialog.js"),
    "holds": Way("mark", "holds", "announce-dialog.js"),
    "adjusted": Way("adjust", "by", "round-list.js"),
    "choose": Way("choose", "seat", "verdict-panel.js"),
    "toughness": Way("note-stat", "value", "damage-panel.js"),
    # The camera reads them; a person puts one right.
    **{name: Way("correct", "card", "correct-dialog.js") for name in ("cards", "throws", "damage")},
}
"""By field, and where a field of this name means another thing in a model, by both."""

ASKED = {f"OddsForm.{name}": "odds-page.js" for name in ("throws", "against", "intensity")}
"""What a page asks by an address and not by a command: the steppers of *Odds*."""


def models() -> Iterator[type[DocumentModel]]:
    """Every form of Demon City's documents, and every part of one."""
    package = webui.documents.demon_city
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    waiting = [DocumentModel]
    while waiting:
        model = waiting.pop()
        waiting += model.__subclasses__()
        if model.__module__.startswith(package.__name__):
            yield model


def _holds_a_model(annotation: object) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, DocumentModel):
        return annotation.__module__.startswith(webui.documents.demon_city.__name__)
    return any(_holds_a_model(part) for part in get_args(annotation))


def fields() -> Iterator[tuple[type[DocumentModel], str]]:
    """Every field with its model; what only holds other models has fields of its own there."""
    for model in models():
        for name, field in model.model_fields.items():
            if not _holds_a_model(field.annotation):
                yield model, field.alias or name


def for_scripts(page: str) -> set[tuple[str, str]]:
    """The kinds and fields that a page of the contracts lists as for scripts; each row has a reason."""
    rows = re.findall(r"^\| (`.+?) \| (.+?) \| (.+?) \|$", page.partition(HEADING)[2], re.MULTILINE)
    return {
        (kind, name)
        for names, kind, reason in rows
        if reason.strip()
        for name in re.findall(r"`(\w+)`", names)
    }


def is_listed(model: type[DocumentModel], name: str, listed: Collection[tuple[str, str]]) -> bool:
    """Tell whether a field is for scripts, by itself or with all that it stands in."""
    for kind, field in listed:
        forms = FORMS_OF[kind]
        if field == name and (forms is None or model.__name__ in forms):
            return True
    return model.__name__ in ("DeedField", "FighterField") and ("derived-throws", "deeds") in listed


def way_of(model: type[DocumentModel], name: str) -> Way | None:
    """How a field is set: as its model says, or one that it comes from, else as fields of its name are."""
    for origin in model.__mro__:
        if f"{origin.__name__}.{name}" in WAYS:
            return WAYS[f"{origin.__name__}.{name}"]
    return WAYS.get(name)


def faults(elements: Mapping[str, Script], page: str) -> dict[str, str]:
    """Return every field that is neither listed nor set, with what is missing."""
    listed, found = for_scripts(page), {}
    for model, name in fields():
        called = f"{model.__name__}.{name}"
        if is_listed(model, name, listed):
            continue
        way = way_of(model, name)
        if called in ASKED:
            element = elements[ASKED[called]]
            fault = None if f"this.#ask({{ {name}:" in element.code else "is not asked for"
        else:
            fault = "neither listed nor set" if way is None else way.fault(elements)
        if fault:
            found[called] = fault
    return found


CONTRACTS = (ROOT / "docs" / "contracts.md").read_text(encoding="utf-8")


def test_every_field_can_be_tapped_or_is_listed_with_the_reason() -> None:
    assert faults(scripts(), CONTRACTS) == {}


def test_every_way_is_needed_by_a_field() -> None:
    needed = {id(way_of(model, name)) for model, name in fields()}
    assert [name for name, way in WAYS.items() if id(way) not in needed] == []
    assert {kind for kind, _ in for_scripts(CONTRACTS)} <= set(FORMS_OF)


@pytest.mark.parametrize(
    ("element", "code", "instead", "field", "fault"),
    [
        (PARTICULARS, "{ over: flipped(over, each) }", "{}", "AnnouncementField.over", "writes no over"),
        (PARTICULARS, "harmless: !action.harmless", "", "AttackField.harmless", "writes no harmless"),
        ("announce-dialog.js", '"over", ', "", "AnnouncementField.over", "is sent without over"),
        ("count-panel.js", "{ overlap: skill }", "skill", "OverlapField.overlap", "writes no overlap"),
        ("armed-fields.js", "{ weapons: {", "{ {", "CharacterField.weapon", "writes no weapons"),
        ("round-list.js", 'this.act("adjust"', "this.act(other", "RoundForm.adjusted", "sends adjust"),
        ("unnoted-stats.js", "range: /** @type", "other: /** @type", "RangeField.range", "writes no range"),
        ("odds-page.js", "{ against: value }", "{}", "OddsForm.against", "is not asked for"),
    ],
)
def test_what_no_longer_is_sent_is_missed(
    element: str, code: str, instead: str, field: str, fault: str
) -> None:
    elements = scripts()
    changed = elements[element].text.replace(code, instead)
    assert changed != elements[element].text
    assert fault in faults({**elements, element: Script(changed)}, CONTRACTS)[field]


def test_what_is_no_longer_listed_is_missed() -> None:
    page = CONTRACTS.replace("| `in_round` |", "| in round |")
    assert faults(scripts(), page) == {"TestCountForm.in_round": "neither listed nor set"}
