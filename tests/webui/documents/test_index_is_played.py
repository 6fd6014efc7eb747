"""docs/rules-index*.md point to code that the program runs: documents and a session at the table reach all of it."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from click.testing import CliRunner

from tests.webui.documents.test_contracts_page import EXAMPLES
from tests.webui.session import Session
from tests.webui.table.judging.test_odds import DECK
from webui.cli import main
from webui.documents.sentences import page
from webui.storage.store import Store
from webui.table.deck_state import render_decks

ROOT = Path(__file__).resolve().parents[3]
ROOMS = ("cards.", "pulp.", "dragon.", "chronica.", "dice.")


def whole(name: str) -> str:
    """A pointer of the index with its package."""
    if name.startswith("webui."):
        return name
    return f"rules.{name}" if name.startswith(ROOMS) else f"rules.demon_city.{name}"


POINTERS = sorted(
    {
        whole(name)
        for file in ("rules-index.md", "rules-index-systems.md")
        for row in (ROOT / "docs" / file).read_text(encoding="utf-8").split("## Rulings")[0].splitlines()
        if row.startswith("|")
        for name in re.findall(r"`([a-z_]+(?:\.\w+)+)`", "|".join(row.split("|")[-3:-2]))
    }
)


@contextmanager
def watched() -> Iterator[set[CodeType]]:
    """All code that runs in the block."""
    run: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            run.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield run
    finally:
        sys.setprofile(before)


def play_a_session(folder: Path) -> None:
    """Two throws from counted decks, then a round and its repetition."""
    store = Store(folder)
    session = Session(store)
    session.order("decks-list", players=[*DECK, "m00"], horror=[f"m{number:02d}" for number in range(1, 22)])
    for cards in (("c07", "m13"), ("w02", "m20")):
        keys = session.clash(*cards)
        session.order("confirm")
        session.table.take(*keys)
        session.look(2.0)
        render_decks(session.table_state, horror=True)
    session.order("round-open")
    for seat in session.see()["round"]["order"]:
        session.order("announce", seat=seat, action={"kind": "nothing"})
    session.order("round-next")
    session.order("same-again")
    store.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> set[CodeType]:
    """What runs when every example of the help, the contracts and the sentences is judged, and some play."""
    with watched() as run:
        page()
        for command, document, _ in EXAMPLES:
            CliRunner().invoke(main, [command], json.dumps(document))
        for arguments in ("--table --replace --reroll-ties", "--throws 2 --intensity 4 --significator m00"):
            CliRunner().invoke(main, ["odds", *arguments.split()])
        play_a_session(tmp_path_factory.mktemp("session"))
    return run


def codes_of(pointer: str) -> set[CodeType]:
    """The code that a pointer leads to: a function's, a method's, or all of a class's own."""
    module_name = next(name for name in (pointer.rsplit(".", n)[0] for n in (1, 2)) if _is_module(name))
    found: Any = importlib.import_module(module_name)
    for step in pointer.removeprefix(f"{module_name}.").split("."):
        found = vars(found)[step] if isinstance(found, type) else getattr(found, step)
    members = vars(found).values() if isinstance(found, type) else [found]
    return {code for member in members for code in _codes(member)}


def _is_module(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return False
    return True


def _codes(member: Any) -> Iterator[CodeType]:
    wrapped = [getattr(member, name) for name in ("func", "fget", "__func__") if hasattr(member, name)]
    inner: Callable[..., Any] = wrapped[0] if wrapped else member
    if isinstance(inner, FunctionType):
        yield inner.__code__


def test_there_are_pointers() -> None:
    assert len(POINTERS) > 80


@pytest.mark.parametrize("pointer", POINTERS)
def test_every_pointer_leads_to_code_that_play_reaches(pointer: str, played: set[CodeType]) -> None:
    assert codes_of(pointer) & played, f"{pointer} is named, and nothing that is played runs it"
