"""What is held of an entry so that no frame has to read it."""

from __future__ import annotations

from webui.table.log.logged import Entries, Entry

THROWN = Entry.model_validate(
    {
        "id": 7,
        "confirmed": True,
        "undone": False,
        "seats": [
            {
                "id": "players",
                "name": "Players",
                "side": "players",
                "colour": "#6fb1d6",
                "significators": [],
                "cards": [
                    {"card": "w09", "reversed": False, "by": "camera"},
                    {"card": None, "reversed": None, "by": "camera"},
                ],
            }
        ],
        "document": {"kind": "opposed", "throwers": [{"id": "players"}, {"id": "fiend"}]},
        "result": {
            "outcome": "win",
            "winner": "players",
            "throws": [
                {"id": "players", "value": 9, "card": "w09", "critical": False, "fumble": False},
                {"id": "fiend", "value": 3, "card": None, "critical": False, "fumble": False},
            ],
        },
        "at": "2026-11-20T21:14:00.000+00:00",
        "throw": 1,
        "mode": "opposed",
        "picture": None,
        "crops": [],
    }
)


def test_only_cards_count_and_a_bare_number_is_none() -> None:
    held = Entries().put(7, THROWN)
    assert held[7].cards == (("players", "w09"),)
    assert held.last_counted == {"players": "w09"}


def test_entries_are_as_many_as_were_put_and_a_change_makes_others() -> None:
    one = Entries().put(7, THROWN)
    two = one.put(8, THROWN.with_(id=8))
    assert (len(one), len(two), len(two.without(7))) == (1, 2, 1)
    assert two.changed(7, undone=True)[7].undone
    assert not two[7].undone
