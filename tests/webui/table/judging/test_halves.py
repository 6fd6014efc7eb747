"""A fight of the two halves, before anybody has a seat: one is a person, the other many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.webui.session import NEAR_Y, Session


def texts(value: Any) -> Iterator[str]:
    """All texts of a snapshot."""
    if isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


def fought(session: Session) -> Iterator[str]:
    """What is said while the players' half hits the Host's, and draws the damage."""
    session.order("seat-change", seat="host", stats={"toughness": 1})
    session.order("round-open")
    foes = {"players": "host", "host": "players"}
    for _ in foes:
        speaker = session.see()["round"]["speaker"]
        session.order("announce", seat=speaker, action={"kind": "attack", "target": [foes[speaker]]})
        yield from texts(session.see())
    session.clash("w09", "s06")
    yield from texts(session.see())
    session.order("confirm")
    session.table.take()
    session.look()
    session.order("throw-damage", seat="host")
    yield from texts(session.see())
    key = session.table.down(300, NEAR_Y)
    session.look()
    session.table.flip(key, "w03")
    session.look()
    yield from texts(session.see())
    session.order("confirm")
    yield from texts(session.see())
    yield from texts(session.log())


SAID = {
    "en": ["Players attack Host", "Players hit Host", "Players draw damage for Host: one card"],
    "de": ["Spieler greifen Host an", "Spieler treffen Host", "Spieler ziehen Schaden für Host: eine Karte"],
}
FOR_ONE = {
    "en": r"(?<!of )\bPlayers (?!pass\b)[a-z]+s\b",
    "de": r"(?<!von )\bSpieler (?!nicht\b)[a-zäöü]+t\b",
}
"""A verb for one after the players."""


@pytest.mark.parametrize("language", SAID)
def test_what_the_players_half_does_is_said_of_many(session: Session, language: str) -> None:
    session.order("language", language=language)
    said = " | ".join(fought(session))
    assert [sentence for sentence in SAID[language] if sentence not in said] == []
    assert re.findall(FOR_ONE[language], said) == []
