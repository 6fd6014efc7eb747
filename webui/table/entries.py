"""Entries of the log in words: a stored throw or judged document as docs/state.md has it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from webui.identities import shown_value
from webui.table.labels import title_of
from webui.table.narrator import Herald, seat_name
from webui.table.projection import Entry
from webui.table.system_narrator import told

Told = dict[str, Any]


def entry_in_words(entry: Entry, language: str) -> Told:
    """Return a stored entry with its verdict and card names in words."""
    system = entry.get("system")
    herald = Herald(language, entry["seats"])
    document, result = entry["document"], entry["result"]
    verdict = told(system, document, result, language) if system else herald.verdict(document, result)
    return {
        "id": entry["id"],
        "at": _time_of_day(entry["at"]),
        "throw": entry["throw"],
        "round": entry.get("round"),
        "mode": entry["mode"],
        "system": system,
        "verdict": verdict,
        "seats": [_seat_in_words(seat, language) for seat in entry["seats"]],
        "picture": entry["picture"],
        "crops": entry["crops"],
        "odds": entry.get("odds"),
        "note": entry["note"],
        "corrected": [each | {"at": _time_of_day(each["at"])} for each in entry["corrected"]],
        "undone": entry["undone"],
    }


def _time_of_day(stamp: str) -> str:
    return datetime.fromisoformat(stamp).strftime("%H:%M:%S")


def _seat_in_words(seat: Mapping[str, Any], language: str) -> Told:
    held = seat["significators"]
    cards = [
        {
            **card,
            "name": title_of(card["card"], language) if card["card"] else "?",
            "value": shown_value(card["card"], own_significator=card["card"] in held)
            if card["card"]
            else None,
            "significator": card["card"] in held,
        }
        for card in seat["cards"]
    ]
    return {**seat, "name": seat_name(seat, language), "cards": cards}
