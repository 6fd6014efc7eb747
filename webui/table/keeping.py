"""Writes the throw on the table without a command: its cards, and its verdict.

A verdict is written as soon as the throw is over, confirmed or not. In the log it replaces an earlier verdict on the
same throw; once another throw begins it stays there, not confirmed.
"""

from __future__ import annotations

from typing import Final

from webui.documents.plain_json import read_json, write_json
from webui.storage.store import StoredEvent
from webui.table.log.events import Payload, Thrown, event, with_people
from webui.table.log.logged import Entry
from webui.table.log.projection import Projection
from webui.table.seen.cards import Judgement
from webui.table.seen.carry_over import LyingCard, as_lying, names_of
from webui.table.state import Kept, TableState
from webui.table.thrown import entry_of

KEPT_AGAIN_AFTER_S: Final = 5.0
"""How long after a failed write the throw on the table is tried again."""


class Judged(Thrown):
    """A verdict that came, confirmed or not."""

    instead: int | None


@event("judged", undo=None, upcasters=(with_people,))
def judged(projection: Projection, event: StoredEvent, said: Judged) -> None:
    """Put a verdict into the log, in place of an earlier one on the same throw."""
    projection.drop_entry(said.instead)
    projection.end_standing(projection.entries.standing)
    projection.put_entry(Entry.of(event, said).with_(confirmed=False, stands=True))


class Lying(Payload):
    """The throw on the table."""

    cards: list[LyingCard]
    after: int | None = None
    """The entry of the throw before, where nobody confirmed it."""


@event("lying", undo=None)
def lying(projection: Projection, event: StoredEvent, said: Lying) -> None:
    """Set the cards of the throw; the first ones end the throw before."""
    passed = projection.entries.get(said.after or 0)
    if passed is not None:
        projection.end_standing(passed.id)
        projection.forget_throw(passed.whole.throw)
    projection.lay(said.cards)


def keep(table: TableState) -> None:
    """Write the next thing that is not written yet: the cards, so that a restart knows them, then the verdict."""
    if table.paused or table.confirmed is not None or table.sight.now_s < table.last_kept.again_s:
        return
    if not _keep_cards(table):
        _keep_verdict(table)


def retry_later(table: TableState, refused: StoredEvent | None) -> None:
    """Try to write the throw on the table again later; ``refused`` is the event that could not be written, if any."""
    if refused is None:
        return
    instead = refused.payload.get("instead")
    kept = instead if instead in table.projection.entries else table.outcome.kept
    table.note_kept_cards(Kept(again_s=table.sight.now_s + KEPT_AGAIN_AFTER_S))
    table.note_kept_verdict(kept, None)


def _keep_verdict(table: TableState) -> None:
    judged, outcome = table.unwritten_verdict, table.outcome
    if judged is None:
        return
    kept = outcome.kept
    if outcome.kept_as is not None or not _is_kept(
        table, judged
    ):  # Written by an earlier run, or before an undo.
        kept = table.journal.write("judged", entry_of(table, judged))
    table.note_kept_verdict(kept, judged)


def _is_kept(table: TableState, judged: Judgement) -> bool:
    kept = table.projection.entries.get(table.outcome.kept or 0)
    return kept is not None and kept.whole.document == read_json(write_json(judged.document))


def _keep_cards(table: TableState) -> bool:
    """Write down the cards of the throw that are named; the first of them end the last throw."""
    cards = table.throw_tracks()
    names = names_of(cards)
    if not cards or names == table.last_kept.names:
        return False
    table.note_kept_cards(Kept(names))
    lying = [each.model_dump() for each in as_lying(cards, table.sight.size_wh)]
    after = table.projection.entries.standing if table.outcome.kept is None else None
    table.journal.write("lying", {"cards": lying, "after": after})
    if after is not None:
        table.judge_again()
    return True
