"""What is held of an entry so that no frame has to read it."""

from __future__ import annotations

from typing import Any

from webui.table.log.logged import Entries

THROWN: dict[str, Any] = {
    "id": 7,
    "confirmed": True,
    "undone": False,
    "seats": [{"id": "players", "side": "players", "cards": [{"card": "w09"}, {"card": None}]}],
    "document": {"kind": "opposed", "throwers": [{"id": "players"}, {"id": "fiend"}]},
    "result": {
        "outcome": "win",
        "winner": "players",
        "throws": [
            {"id": "players", "value": 9, "card": "w09", "critical": False, "fumble": False},
            {"id": "fiend", "value": 3, "card": None, "critical": False, "fumble": False},
        ],
    },
}


def test_only_cards_count_and_a_bare_number_is_none() -> None:
    held = Entries().put(7, THROWN)
    assert held[7].cards == (("players", "w09"),)
    assert held.last_counted == {"players": "w09"}


def test_entries_are_as_many_as_were_put_and_a_change_makes_others() -> None:
    one = Entries().put(7, THROWN)
    two = one.put(8, THROWN | {"id": 8})
    assert (len(one), len(two), len(two.without(7))) == (1, 2, 1)
    assert two.changed(7, {"undone": True})[7].undone
    assert not two[7].undone
