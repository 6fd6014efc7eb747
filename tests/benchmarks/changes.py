"""Change the table in the middle of throws and see that no card is lost.

``python -m tests.benchmarks.changes [--seed N] [--count N]``: the virtual table plays on; at random moments it stands
still while somebody changes decks, camera, seats or mode, pauses, or starts the program anew. After each change every
card in view that counted must count, or be said not to (another seat's, ignored, or offered by "count them"); no card
that is gone may be asked about; undo must lead back. The session is that of ``tests.benchmarks.session``. Prints what
was done and every failure; the exit status is 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import numpy as np

from tests.benchmarks.heading import heading
from tests.benchmarks.session import Chance, Session
from webui.storage.store import Store
from webui.table.seen.throw import Standing
from webui.table.snapshot.builder import Snapshot

AT_ONCE: Final = 0.8
"""Share of the changes that are undone before the play goes on; the others are when it has."""

Change: TypeAlias = Callable[[Session, Chance], bool]
"""What somebody does; tells whether undo takes it back."""


def region(left: float, top: float, right: float, bottom: float) -> list[list[float]]:
    """A box on the shown picture."""
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def change_decks(session: Session, chance: Chance) -> bool:
    """Other decks lie on the table: perhaps one that cannot be read."""
    session.order("decks", names=[["house"], ["rws"], ["house", "rws"]][chance.integers(3)])
    return True


def change_source(session: Session, chance: Chance) -> bool:
    """The other camera looks."""
    session.order("source", spec=str(1 - session.camera))
    return True


def pause(session: Session, chance: Chance) -> bool:
    """Nobody looks for a while."""
    session.order("pause", on=True)
    session.wait()
    session.order("pause", on=False)
    return False


def restart(session: Session, chance: Chance) -> bool:
    """The program ends and is started anew."""
    session.start()
    return False


def change_seats(session: Session, chance: Chance) -> bool:
    """Somebody sits down, moves, or leaves; a place is ignored; near and far are swapped."""
    seats = [seat.id for seat in session.table_state.settings.seats]
    left = float(chance.uniform(0.0, 0.5))
    kind = chance.integers(4)
    if kind == 0 and len(seats) < 4:
        session.order("seat-add", seat_name="Ann", side="players", region=region(left, 0.5, left + 0.4, 1.0))
    elif kind == 1:
        session.order("seat-change", seat="players", region=region(left, 0.5, left + 0.5, 1.0))
    elif kind == 2 and len(seats) > 2:
        session.order("seat-remove", seat=seats[-1])
    elif kind == 3:
        session.order("ignore-add", region=region(left, 0.0, left + 0.3, 1.0))
    else:
        session.order("view", swap=not session.table_state.settings.view.swap)
    return True


def change_mode(session: Session, chance: Chance) -> bool:
    """Something else is thrown for."""
    kind = ["clash", "test", "opposed", "c10", "c100"][chance.integers(5)]
    session.order("mode", kind=kind, thrower=["players", "host"][chance.integers(2)])
    return True


CHANGES: Final[dict[str, Change]] = {
    "decks": change_decks,
    "source": change_source,
    "pause": pause,
    "restart": restart,
    "seats": change_seats,
    "mode": change_mode,
}

Counted: TypeAlias = dict[int, str]
"""The seat for which each true card counts."""


def cards_of(seen: Snapshot) -> list[Snapshot]:
    """Every card of a snapshot."""
    return [*(card for seat in seen["seats"] for card in seat["cards"]), *seen["loose"]]


def counted(session: Session, seen: Snapshot) -> Counted:
    """Return which cards in view count, and for whom."""
    loose = {card["key"] for card in seen["loose"]}
    shown = {card.id: session.shown_as(card, cards_of(seen)) for card in session.in_view()}
    return {key: card["seat"] for key, card in shown.items() if card and card["key"] not in loose}


def faults(session: Session, seen: Snapshot, before: Counted) -> Iterator[str]:
    """Tell what is wrong after a change: cards that counted ``before`` and are lost, ghosts, questions in vain."""
    cards, now = cards_of(seen), counted(session, seen)
    offered = {f"t{track.id}" for track in session.table_state.uncounted()}
    for card in session.in_view():
        shown = session.shown_as(card, cards)
        if card.id in before and card.id not in now and not is_said(session, shown, offered):
            yield f"{card.code} counted and is silently uncounted: {shown and shown['state']}"
    keys = [card["key"] for card in cards]
    if len(set(keys)) < len(keys):
        yield "a card is shown twice"
    question = seen["question"]
    if question and question["key"] and (question["key"] not in keys or not is_in_view(session, question)):
        yield f"asked about {question['key']}, which is not there"
    yield from ghosts(session, seen)


def is_said(session: Session, shown: Snapshot | None, offered: set[str]) -> bool:
    """Whether it is said of a card that it does not count, or offered to count it."""
    if shown is None:
        return False
    if shown["key"] in offered or shown["state"] in ("ignored", "no-card"):
        return True
    track = session.table_state.sight.known_card(shown["key"])
    return session.table_state.stands(track) is Standing.OUT


def is_in_view(session: Session, question: Snapshot) -> bool:
    """Whether what is asked about has a picture."""
    return session.table_state.crop(int(question["key"][1:])) is not None


def ghosts(session: Session, seen: Snapshot) -> Iterator[str]:
    """Tell of cards that count where none lies, though the throw is not over or they lie elsewhere."""
    lying = session.truth.at(session.number).cards
    names = {card.code for card in session.in_view()}
    near = {shown["key"] for card in lying if (shown := session.shown_as(card, cards_of(seen)))}
    for card in (card for seat in seen["seats"] for card in seat["cards"]):
        elsewhere = session.table_state.throw.open or card["card"] is None or card["card"] in names
        if card["key"] not in near and elsewhere:
            yield f"{card['card'] or card['face']} counts where nothing lies"


def run(seed: int, count: int, tell: Callable[[str], None]) -> Counter[str]:
    """Make so many changes, tell every failure at once, and return how often what was done."""
    chance = np.random.default_rng([seed, 41])
    tally: Counter[str] = Counter()
    with at_a_table(seed) as session:
        for number in range(count):
            session.go_to_next(chance)
            session.wait()
            name = list(CHANGES)[chance.integers(len(CHANGES))]
            for line in changed(session, CHANGES[name], chance, tally):
                tell(f"change {number} ({name}): {line}")
                tally["failures"] += 1
            tally[name] += 1
    return tally


@contextmanager
def at_a_table(seed: int) -> Iterator[Session]:
    """A session in a folder of its own."""
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        try:
            yield Session(seed, store)
        finally:
            store.close()


def changed(session: Session, change: Change, chance: Chance, tally: Counter[str]) -> Iterator[str]:
    """Make one change, look, undo it and look again; tell what is wrong."""
    before = counted(session, session.see())
    tally["cards that counted"] += len(before)
    undoable = change(session, chance)
    session.wait()
    seen = session.see()
    tally["of these count after the change"] += len(before.keys() & counted(session, seen).keys())
    yield from faults(session, seen, before)
    if not undoable:
        return
    at_once = chance.random() < AT_ONCE
    if not at_once:
        session.go_to_next(chance)
    session.order("undo")
    session.wait()
    seen = session.see()
    tally["undone"] += 1
    yield from faults(session, seen, before if at_once else {})
    if at_once and (after := counted(session, seen)) != before:
        yield f"undo does not lead back: {before} became {after}"


def main() -> None:
    """Make the changes and print what became of the cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    arguments = parser.parse_args()
    print(heading(f"{arguments.count} changes"), flush=True)
    tally = run(arguments.seed, arguments.count, partial(print, flush=True))
    failures = tally.pop("failures", 0)
    print(*(f"{name}: {times}" for name, times in tally.items()), sep="\n")
    print(f"failures: {failures} of {arguments.count} changes")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
