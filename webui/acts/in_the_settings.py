"""Orders about what is remembered: view, mode, seats, ignored areas, decks, language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from webui import orders
from webui.acts.registry import carries_out
from webui.orders import AnyOrder, OrderError
from webui.placing import Point
from webui.say import LANGUAGES, catalogue
from webui.seating import colour_of, find_seats
from webui.settings import Ignored

if TYPE_CHECKING:
    from webui.referee import Referee


@carries_out("pause")
def pause(referee: Referee, order: orders.Pause) -> None:
    """The camera looks away, or looks again."""
    referee.paused = order.on


@carries_out("view")
def view(referee: Referee, order: orders.ChangeView) -> None:
    """The picture is turned, mirrored, or its halves swapped."""
    given = {"turn": order.turn, "mirror": order.mirror, "swap": order.swap}
    changed = {key: value for key, value in given.items() if value is not None}
    referee.remember(view=referee.settings.view.model_dump() | changed)


@carries_out("mode")
def mode(referee: Referee, order: orders.ChangeMode) -> None:
    """What is being thrown for."""
    mode = order.applied_to(referee.settings.mode)
    referee.settings.seat(mode["thrower"])
    referee.remember(mode=mode)


@carries_out("significators")
def significators(referee: Referee, order: orders.Significators) -> None:
    """Which Significators a seat holds (D3)."""
    _set_seat(referee, referee.settings.seat(order.seat).model_dump() | {"significators": order.cards})


@carries_out("seat-add")
def seat_add(referee: Referee, order: orders.AddSeat) -> None:
    """Somebody sits down."""
    taken = {seat.id for seat in referee.settings.seats}
    number = next(n for n in range(1, len(taken) + 2) if f"seat{n}" not in taken)
    fields = {"id": f"seat{number}", "colour": colour_of(number, order.side)} | order.fields()
    referee.remember(seats=[*(seat.model_dump() for seat in referee.settings.seats), fields])


@carries_out("seat-change")
def seat_change(referee: Referee, order: orders.ChangeSeat) -> None:
    """A seat's name, side, place, cards or stats."""
    _set_seat(referee, referee.settings.seat(order.seat).model_dump() | order.fields())


@carries_out("seats-find")
def seats_find(referee: Referee, _: AnyOrder) -> None:
    """Everybody has put one card in front of them: that is where they sit."""
    cards = _put_down_now(referee)
    if len(cards) < 2:
        raise OrderError("put-cards-first")
    width, height = referee.size_wh
    settings = referee.settings
    ratio = height / width if settings.view.turn % 180 else width / height
    words = catalogue(settings.language)["ui.seat.new"]
    referee.remember(seats=find_seats(settings, cards, ratio, lambda number: words.format(n=number)))


def _put_down_now(referee: Referee) -> list[Sequence[Point]]:
    """The corners of the cards of this throw; where there are none, of whatever lies there and is not ignored."""
    thrown = [card for card in referee.throw_cards() if not referee.is_ignored(card)]
    loose = (card for card in referee.loose_cards() if not referee.is_no_card(card))
    others = [card for card in loose if not referee.is_ignored(card)]
    return [card.corners for card in (thrown if len(thrown) > 1 else [*thrown, *others])]


@carries_out("seat-remove")
def seat_remove(referee: Referee, order: orders.RemoveSeat) -> None:
    """Somebody leaves."""
    leaving = referee.settings.seat(order.seat)
    if referee.ledger.round is not None and leaving.id in referee.ledger.round.answer["order"]:
        raise OrderError("sits-in-the-round", name=leaving.name)
    staying = [seat for seat in referee.settings.seats if seat.id != leaving.id]
    if not staying:
        raise OrderError("last-seat")
    mode = referee.settings.mode.model_dump()
    if mode["thrower"] == leaving.id:
        mode["thrower"] = staying[0].id
    referee.remember(seats=staying, mode=mode)


def _set_seat(referee: Referee, changed: dict[str, Any]) -> None:
    seats = [changed if seat.id == changed["id"] else seat.model_dump() for seat in referee.settings.seats]
    referee.remember(seats=seats)


@carries_out("ignore-add")
def ignore_add(referee: Referee, order: orders.Ignore) -> None:
    """An area does not count from now on."""
    taken = {area.id for area in referee.settings.ignored}
    free = next(n for n in range(1, len(taken) + 2) if f"i{n}" not in taken)
    referee.remember(ignored=[*referee.settings.ignored, Ignored(id=f"i{free}", region=order.region)])


@carries_out("ignore-remove")
def ignore_remove(referee: Referee, order: orders.Mind) -> None:
    """An ignored area counts again."""
    referee.remember(ignored=[area for area in referee.settings.ignored if area.id != order.id])


@carries_out("decks")
def decks(referee: Referee, order: orders.ChangeDecks) -> None:
    """Which decks lie on the table."""
    unknown = [name for name in order.names if name not in referee.known_decks]
    if unknown:
        raise OrderError("no-such-deck", deck=unknown[0], known=referee.known_decks)
    referee.remember(decks=order.names)


@carries_out("decks-list")
def decks_list(referee: Referee, order: orders.ListDecks) -> None:
    """Which cards the two decks hold (D34)."""
    referee.remember(players_deck=order.players, horror_deck=order.horror)


@carries_out("language")
def language(referee: Referee, order: orders.ChangeLanguage) -> None:
    """The language of names, verdicts and voice."""
    if order.language not in LANGUAGES:
        raise OrderError("no-such-language", given=order.language, known=LANGUAGES)
    referee.remember(language=order.language)


@carries_out("source")
def source(referee: Referee, order: orders.ChangeSource) -> None:
    """Where the camera looks is remembered."""
    referee.remember(source=order.spec)


@carries_out("wizard-done")
def wizard_done(referee: Referee, _: AnyOrder) -> None:
    """The wizard need not come up again."""
    referee.remember(wizard_done=True)
