"""What is written of the throw on the table without anybody's order: its cards as they lie, and its verdict.

A verdict is kept as soon as the throw is over, confirmed or not. It stands in the log in the place of what the same
throw had come to before; once another throw begins it stays there, not confirmed.
"""

from __future__ import annotations

from dataclasses import replace

from webui.documents.plain_json import read_json, write_json
from webui.table.seen.cards import Judgement
from webui.table.seen.carry_over import as_lying, names_of
from webui.table.seen.thrown import entry_of
from webui.table.state import TableState


def keep(table: TableState) -> None:
    """Write down what has come, one thing at a time: what lies there, for whoever looks next, then the verdict."""
    if table.paused or table.confirmed is not None:
        return
    if not _keep_what_lies(table):
        _keep_verdict(table)


def _keep_verdict(table: TableState) -> None:
    judged, outcome = table.unkept, table.outcome
    if judged is None:
        return
    kept = outcome.kept
    if outcome.kept_as is not None or not _is_kept(table, judged):  # By an earlier run, or before an undo.
        kept = table.journal.write("judged", entry_of(table, judged))
    table.outcome = replace(outcome, kept=kept, kept_as=judged)


def _is_kept(table: TableState, judged: Judgement) -> bool:
    kept = table.projection.entries.get(table.outcome.kept or 0)
    return kept is not None and kept.whole["document"] == read_json(write_json(judged.document))


def _keep_what_lies(table: TableState) -> bool:
    """Write the throw's cards down as far as they are told apart by name; the first of them end the last throw."""
    cards = table.throw_tracks()
    names = names_of(cards)
    if not cards or names == table.kept_names:
        return False
    table.kept_names = names
    after = table.projection.entries.standing if table.outcome.kept is None else None
    table.journal.write("lying", {"cards": as_lying(cards, table.sight.size_wh), "after": after})
    if after is not None:
        table.judge_anew()
    return True
