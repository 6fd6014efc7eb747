"""Who sits where, found by one card in front of each: every place on the table belongs to the nearest card.

Places are fractions (0 to 1) of the shown picture; distances are measured in picture heights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from webui.i18n.free_names import free_name
from webui.i18n.seats import is_whole_side
from webui.table.seen.cards import Point, middle
from webui.table.seen.placement import lies_in
from webui.table.settings import Region, Seat, Settings
from webui.table.sides import hues_of

WHOLE: Final[Region] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
TOGETHER: Final = 1.1
"""Cards whose middles are nearer than so many card heights lie in front of one person."""

GAP: Final = 0.98
"""The share by which regions are drawn smaller than they could be, so that neighbours' outlines stay apart."""

CLEAR: Final = 0.12
"""So far beyond a card the other side's half begins at the earliest."""

NameOf = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Spot:
    """Somebody's place: the middle of the cards before them, and whose half of the table it lies in."""

    at: Point
    side: str


def find_seats(
    settings: Settings, cards: Sequence[Sequence[Point]], ratio: float, name_of: NameOf
) -> tuple[Seat, ...]:
    """Return the seats with a region around the cards in front of each; nobody's name or stats are lost.

    ``cards`` are the corners of all cards that lie there, ``ratio`` the shown picture's width over its height;
    ``name_of`` names somebody new by their number, and who stood for all players once they are one of several. Who
    has no card while others of their side have one is away.
    """
    spots = _spots(settings, cards, ratio)
    sides = {spot.side for spot in spots}
    near = [spot.side for spot in spots].count("players")
    line = _line_between(spots)
    bounds = WHOLE if len(sides) > 1 else _half(settings, spots[0].side, line)
    points = [spot.at for spot in spots]
    found: dict[int, Seat] = _known(settings, spots)
    placed, taken = [], list(settings.seats)
    for index, spot in enumerate(spots):
        seat = found.get(index) or _newcomer(taken, spot.side, name_of)
        if is_whole_side(seat) and seat.side == "players" and near > 1:
            seat = seat.model_copy(update={"name": free_name(name_of, (each.name for each in taken), 1)})
        taken = taken if index in found else [*taken, seat]
        region = _cell(points, index, bounds, ratio)
        placed.append(seat.model_copy(update={"region": region, "away": False}))
    return _in_their_order(settings, placed, sides, line)


def _in_their_order(
    settings: Settings, placed: Sequence[Seat], sides: set[str], line: float
) -> tuple[Seat, ...]:
    """Known people keep their order, newcomers follow; who was not found has the other half, or is away."""
    by_id = {seat.id: seat for seat in placed}
    old = {seat.id for seat in settings.seats}
    known = [by_id.get(seat.id, _without_card(settings, seat, sides, line)) for seat in settings.seats]
    return (*known, *(seat for seat in placed if seat.id not in old))


def _without_card(settings: Settings, seat: Seat, sides: set[str], line: float) -> Seat:
    if seat.side in sides:
        return seat.model_copy(update={"region": None, "away": True})
    return seat if seat.region else seat.model_copy(update={"region": _half(settings, seat.side, line)})


def _line_between(spots: Sequence[Spot]) -> float:
    """How far down the two sides' halves meet: in the middle, or just beyond cards that lie there."""
    nearest, farthest = max(spot.at[1] for spot in spots), min(spot.at[1] for spot in spots)
    return min(0.5, farthest - CLEAR) if farthest > 0.5 else max(0.5, nearest + CLEAR)


def _half(settings: Settings, side: str, line: float) -> Region:
    if (side == "players") != settings.view.swap:
        return ((0.0, line), (1.0, line), (1.0, 1.0), (0.0, 1.0))
    return ((0.0, 0.0), (1.0, 0.0), (1.0, line), (0.0, line))


def _spots(settings: Settings, cards: Sequence[Sequence[Point]], ratio: float) -> list[Spot]:
    """Cards that lie together are one person's; the players' come first, from left to right."""
    groups: list[list[Sequence[Point]]] = []
    for card in cards:
        near = [group for group in groups if any(_together(card, other, ratio) for other in group)]
        groups = [group for group in groups if group not in near] + [
            [card, *(each for g in near for each in g)]
        ]
    middles = [middle([middle(card) for card in group]) for group in groups]
    spots = [Spot(at, "players" if (at[1] > 0.5) != settings.view.swap else "host") for at in middles]
    return sorted(spots, key=lambda spot: (spot.side != "players", spot.at[0]))


def _together(card: Sequence[Point], other: Sequence[Point], ratio: float) -> bool:
    height = max(_apart(card[0], card[3], ratio), _apart(card[0], card[1], ratio))
    return _apart(middle(card), middle(other), ratio) < TOGETHER * height


def _apart(point: Point, other: Point, ratio: float) -> float:
    return math.hypot((point[0] - other[0]) * ratio, point[1] - other[1])


def _known(settings: Settings, spots: Sequence[Spot]) -> dict[int, Seat]:
    """Who sits at which spot: first who has a region there, then anybody of that side, the nearest first."""
    left = list(settings.seats)
    found: dict[int, Seat] = {}
    for index, spot in enumerate(spots):
        here = next((seat for seat in left if seat.region and lies_in(spot.at, seat.region)), None)
        if here is not None:
            left.remove(here)
            found[index] = here
    for index, spot in enumerate(spots):
        same = [seat for seat in left if seat.side == spot.side]
        if index not in found and same:
            found[index] = min(same, key=lambda seat: _from(seat, spot))
            left.remove(found[index])
    return found


def _from(seat: Seat, spot: Spot) -> float:
    return math.dist(middle(seat.region), spot.at) if seat.region else 0.0


def _newcomer(taken: Sequence[Seat], side: str, name_of: NameOf) -> Seat:
    ids = {seat.id for seat in taken}
    number = next(n for n in range(1, len(taken) + 2) if f"seat{n}" not in ids)
    name = default_name(taken, name_of)
    return Seat(id=f"seat{number}", name=name, side=side, colour=colour_of(taken, side))


def default_name(taken: Sequence[Seat], name_of: NameOf) -> str:
    """Return what somebody new is called: the next number that nobody at the table has in their name."""
    return free_name(name_of, (seat.name for seat in taken), len(taken) + 1)


def colour_of(taken: Sequence[Seat], side: str) -> str:
    """Return the colour of somebody new on a side: the first of its hues that fewest wear."""
    worn = [seat.colour for seat in taken]
    return min(hues_of(side), key=worn.count)


def _cell(points: Sequence[Point], index: int, bounds: Region, ratio: float) -> Region:
    """The part of the picture that is nearer to a point than to any other, a little smaller."""
    cell = list(bounds)
    for other in (*points[:index], *points[index + 1 :]):
        cell = _nearer(cell, points[index], other, ratio)
    mx, my = middle(cell)
    return tuple((round(mx + (x - mx) * GAP, 4), round(my + (y - my) * GAP, 4)) for x, y in cell)


def _nearer(polygon: Sequence[Point], point: Point, other: Point, ratio: float) -> list[Point]:
    """Cut a convex polygon along the line midway between two points and keep the side of the first."""

    def gain(corner: Point) -> float:
        return _apart(corner, other, ratio) ** 2 - _apart(corner, point, ratio) ** 2

    kept: list[Point] = []
    for corner, following in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        here, there = gain(corner), gain(following)
        if here >= 0:
            kept.append(corner)
        if (here >= 0) != (there >= 0):
            part = here / (here - there)
            kept.append(
                (corner[0] + (following[0] - corner[0]) * part, corner[1] + (following[1] - corner[1]) * part)
            )
    return kept
