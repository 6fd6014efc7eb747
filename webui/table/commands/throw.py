"""Commands about the throw on the table: confirm, correct, assign, choose, begin, judge."""

from __future__ import annotations

from typing import Literal

from webui.table.commands.command import CardKey, Command, command
from webui.table.errors import CommandError
from webui.table.log.entry_correction import correct as correct_entry
from webui.table.seen.cards import Judgement
from webui.table.settings import AnyCardCode, CardCode
from webui.table.state import TableState
from webui.table.thrown import entry_of


class Confirm(Command):
    """Confirm the verdict: it goes into the log with its picture."""

    name: Literal["confirm"]


@command(
    scope="throw",
    refuses=(
        "no-verdict",
        "choose-first",
        "cards-missing",
    ),
)
def confirm(table: TableState, _: Confirm) -> None:
    """Confirm the verdict: it goes into the log with its picture."""
    judged = table.judgement
    if not isinstance(judged, Judgement) or table.confirmed is not None:
        raise CommandError("no-verdict")
    if judged.is_open:
        raise CommandError("choose-first")
    if judged.missing:
        raise CommandError("cards-missing")
    entry, now = entry_of(table, judged), table.projection.round
    if now is not None:
        entry["round_after"] = now.after_verdict(judged.document).model_dump(mode="json")
    table.close_throw()
    table.confirm_as(table.journal.write("confirmed", entry))
    table.versions.raise_for("log")


class Correct(Command):
    """Override a card: its code, or face down, or no card."""

    name: Literal["correct"]
    key: CardKey
    card: AnyCardCode | Literal["down"] | None


@command(scope="throw", refuses=("in-the-log",))
def correct(table: TableState, command: Correct) -> None:
    """Override a card: its code, or face down, or no card."""
    seen = table.sight.known_card(command.key)
    override = table.override_of(seen) | {"card": command.card}
    if table.confirmed is not None and seen.id in table.throw.cards:
        _correct_confirmed(table, table.confirmed, override, command)
        return
    table.journal.write("corrected", override)


def _correct_confirmed(table: TableState, entry: int, override: dict[str, object], command: Correct) -> None:
    """Override a card of a throw that is confirmed: its entry is corrected in the same event."""
    if command.card is None or command.card == "down":
        raise CommandError("in-the-log")
    for hand in table.hands():
        for index, card in enumerate(hand.cards):
            if card.key == override["key"]:
                judged = correct_entry(
                    table.projection.entries[entry].whole, hand.seat.id, index, command.card
                )
                table.journal.write("entry-corrected", judged | {"word": override})


class Assign(Command):
    """Assign a card to a seat, or to none."""

    name: Literal["assign"]
    key: CardKey
    seat: str | None


@command(scope="throw")
def assign(table: TableState, command: Assign) -> None:
    """Assign a card to a seat, or to none."""
    seen = table.sight.known_card(command.key)
    if command.seat is not None:
        table.settings.seat(command.seat)
    table.journal.write("assigned", table.override_of(seen) | {"seat": command.seat})


class CountThem(Command):
    """Count preexisting cards into the throw."""

    name: Literal["count"]


@command(scope="throw", refuses=("nothing-to-count",))
def count(table: TableState, _: CountThem) -> None:
    """Count preexisting cards into the throw; after a confirmed verdict, into the next one."""
    tracks = table.uncounted()
    if not tracks:
        raise CommandError("nothing-to-count")
    if table.confirmed is not None:
        table.begin_throw()
    cards = [table.override_of(table.sight.known_card(f"t{track.id}")) for track in tracks]
    table.journal.write("counted", {"cards": cards})


class BeginThrow(Command):
    """Begin a new throw: the cards on the table are preexisting."""

    name: Literal["new-throw"]


@command(scope="throw")
def new_throw(table: TableState, _: BeginThrow) -> None:
    """Begin a new throw: the cards on the table are preexisting."""
    table.journal.write("thrown", {})
    table.begin_throw()


class JudgeNow(Command):
    """Close the throw."""

    name: Literal["judge-now"]


@command(scope="throw", refuses=("no-card-to-judge",))
def judge_now(table: TableState, _: JudgeNow) -> None:
    """Close the throw."""
    if not table.throw_tracks():
        raise CommandError("no-card-to-judge")
    table.throw.close(table.sight.now_s)


class Choose(Command):
    """Choose between a side's tied attacks (D28)."""

    name: Literal["choose"]
    side: str
    seat: str


@command(scope="throw", refuses=("no-such-choice",))
def choose(table: TableState, command: Choose) -> None:
    """Choose who acts, for a side (D28)."""
    judged = table.judgement
    if not isinstance(judged, Judgement) or command.seat not in judged.choices:
        raise CommandError("no-such-choice")
    table.journal.write("chosen", {"side": command.side, "seat": command.seat})


class Reshuffle(Command):
    """Note that a deck's discards were reshuffled (D35)."""

    name: Literal["reshuffle"]
    deck: Literal["players", "host"]


@command(scope="throw")
def reshuffle(table: TableState, command: Reshuffle) -> None:
    """Note that a deck's discards were reshuffled (D35)."""
    table.journal.write("reshuffled", {"deck": command.deck})


class Accept(Command):
    """Accept an impossible card."""

    name: Literal["accept"]
    card: CardCode


@command(scope="throw")
def accept(table: TableState, command: Accept) -> None:
    """Accept an impossible card."""
    table.journal.write("accepted", {"card": command.card})


class AcceptCount(Command):
    """Accept the number of a seat's cards in this throw, whatever was awaited."""

    name: Literal["accept-count"]
    seat: str


@command(scope="throw")
def accept_count(table: TableState, command: AcceptCount) -> None:
    """Accept the number of a seat's cards (D23a)."""
    table.settings.seat(command.seat)
    table.journal.write("count-accepted", {"seat": command.seat})
