"""What each role may see of the table (docs/state.md): what is not named here for a role, it never hears of.

A new field of the snapshot is seen by nobody until it stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

HOST: Final = "host"
ROLES: Final = (HOST, "players", "screen", "overlay")


class Whole(Enum):
    """How a field is seen that is not looked into."""

    SEEN = "seen"
    EMPTY = "empty"
    """It is there, as null: pages ask for it."""


@dataclass(frozen=True, slots=True)
class Each:
    """A mapping whose keys are the table's own, seats for instance: all of them are seen, as this shape."""

    shape: Shape


Shape: TypeAlias = Whole | Each | Mapping[str, Any] | Callable[[Mapping[str, Any]], Any]
"""A field's shape: whole, a mapping of the fields that are seen, or what gives one; a list's is that of its items."""

SEEN, EMPTY = Whole.SEEN, Whole.EMPTY


def _fields(names: str) -> dict[str, Shape]:
    return dict.fromkeys(names.split(), SEEN)


CARD = _fields("key seat face card name value reversed state corners confidence candidates by significator")
SAID = _fields("kind tone headline line marks next why choose spoken since corrected result unread")
VERDICT = SAID | {"parts": SAID}
SEAT = _fields(
    "id name side colour region drawn away significators significator_names wanted down up counts"
) | {"cards": CARD}
PUBLIC_SEAT = SEAT | {"stats": SEEN}
KEPT_SEAT = _fields("id name side colour significators cards")
ENTRY = _fields("id at throw round mode system picture crops note corrected undone") | {
    "verdict": VERDICT,
    "seats": KEPT_SEAT,
    "odds": EMPTY,
}
ROUND = _fields("number phase order speaker waiting clashes conditions can_repeat announced") | {
    "cards": Each(_fields("cards adjusted keep say reasons"))
}


def _seat(seat: Mapping[str, Any]) -> Shape:
    """The stats of the Host's seats are the Host's own."""
    return SEAT if seat["side"] == HOST else PUBLIC_SEAT


FOR_ALL: Final[Mapping[str, Any]] = {
    **_fields("version role language session view mode paused phase throw source"),
    "seats": _seat,
    "loose": CARD,
    "verdict": VERDICT,
    "turn": VERDICT,
    "round": ROUND,
    "log": {"count": SEEN, "last": ENTRY},
    **dict.fromkeys(("question", "odds", "cards_left"), EMPTY),
}

FOR_THE_HOST: Final[Mapping[str, Any]] = {
    **FOR_ALL,
    **_fields("question odds cards_left decks known_decks uncounted ignored undo act wizard desks unread"),
    **_fields("aid network"),
    "seats": PUBLIC_SEAT | {"specials": SEEN},
    "log": {"count": SEEN, "last": ENTRY | {"odds": SEEN}},
}

SNAPSHOT: Final[dict[str, Mapping[str, Any]]] = {
    role: FOR_THE_HOST if role == HOST else FOR_ALL for role in ROLES
}
"""What a role sees of the snapshot."""


def visible(value: Any, shape: Shape) -> Any:
    """Return as much of a value as its shape names."""
    if shape is SEEN:
        return value
    if shape is EMPTY or value is None:
        return None
    if isinstance(value, list | tuple):
        return [visible(item, shape) for item in value]
    if isinstance(shape, Each):
        return {key: visible(item, shape.shape) for key, item in value.items()}
    if callable(shape):
        return visible(value, shape(value))
    assert isinstance(shape, Mapping)
    return {key: visible(item, shape[key]) for key, item in value.items() if key in shape}


def visible_entry(entry: Mapping[str, Any], role: str) -> dict[str, Any]:
    """Return what a role may see of an entry of the log."""
    seen: dict[str, Any] = visible(entry, SNAPSHOT[role]["log"]["last"])
    return seen
