"""Demon City's cards and single throws judged a second time (D2 to D12, D22, D33), from texts and digest alone.

Written without having read `rules/demon_city` or what its tests expect. A throw is judged by asking what it counts for;
whether a Significator would have sufficed is asked by judging the whole again with that card alone.
"""

from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
REFUSED = "refused"
FOOL = "m00"
SWAPPED = {"m08": 11, "m11": 8}
"""The Marseille order prints these on Strength and Justice (D2)."""


def worth(card: str, thrower: Document, document: Document) -> int:
    """A card's value for its thrower (D2, D4)."""
    if card == FOOL and thrower.get("significator") == FOOL:
        return 22
    number = int(card[1:])
    if card[0] == "m":
        return SWAPPED.get(card, number) if document.get("order") == "marseille" else number
    return int(document.get("courts", {}).get(str(number), number))


def counting(thrower: Document, document: Document) -> str | None:
    """The card that counts: the highest, or the lowest where that was said (D5, D22); of equals the one that helps."""
    cards: list[str] = thrower.get("cards", [])
    sign = -1 if thrower.get("keep") == "lowest" else 1
    helpful = {thrower.get("significator"), *(each["card"] for each in thrower.get("specials", []))}
    return max(cards, key=lambda card: (sign * worth(card, thrower, document), card in helpful), default=None)


def value(thrower: Document, document: Document) -> int | None:
    """What a throw counts for; None without cards."""
    card = counting(thrower, document)
    return None if card is None else worth(card, thrower, document)


def fumbles(thrower: Document, document: Document) -> bool:
    """The Fool counts, and is not one's own (D10)."""
    return counting(thrower, document) == FOOL != thrower.get("significator")


def by_significator(thrower: Document, document: Document) -> Document | None:
    """The same thrower with its Significator in place of the throw, if it lies there and may work (D11, D22)."""
    sign = thrower.get("significator")
    if sign is None or sign not in thrower.get("cards", []):
        return None
    if thrower.get("keep") == "lowest" and counting(thrower, document) != sign:
        return None
    return thrower | {"cards": [sign]}


def fired(thrower: Document, document: Document) -> list[Document]:
    """The special cards that count in an action that happens (D12)."""
    card = counting(thrower, document)
    return [{"id": thrower["id"], **each} for each in thrower.get("specials", []) if each["card"] == card]


def test(document: Document) -> Document:
    """A throw against an Intensity or several (D8, D10 to D12); against 0 no card matters."""
    thrower = document["thrower"]
    hurdles: list[int] = document["intensities"] if "intensities" in document else [document["intensity"]]
    beaten = _beaten(thrower, hurdles, document)
    matters = hurdles != [0]
    throw = {
        "id": thrower["id"],
        "value": value(thrower, document),
        "fumble": matters and fumbles(thrower, document),
        "critical": matters and bool(beaten) and _is_critical(thrower, hurdles, document),
    }
    told = {
        "outcome": "success" if beaten else "failure",
        "winner": thrower["id"] if beaten else None,
        "throws": [throw],
        "specials": fired(thrower, document) if matters and beaten else [],
    }
    return told | ({"beaten": beaten} if "intensities" in document else {})


def _is_critical(thrower: Document, hurdles: list[int], document: Document) -> bool:
    own, sign = value(thrower, document) or 0, by_significator(thrower, document)
    return (own > 10 and own > max(hurdles)) or bool(sign and _beaten(sign, hurdles, document))


def _beaten(thrower: Document, hurdles: list[int], document: Document) -> list[int]:
    own = value(thrower, document)
    failed = fumbles(thrower, document)
    return [hurdle for hurdle in hurdles if hurdle == 0 or (own is not None and own > hurdle and not failed)]


def opposed(document: Document) -> Document:
    """Throws against each other: the highest wins, a tie for it is a complication (D9 to D12)."""
    throwers: list[Document] = document["throwers"]
    winner = _winner(throwers, document)
    throws = [_thrown(each, throwers, winner, document) for each in throwers]
    specials = [special for each in throwers if each is winner for special in fired(each, document)]
    return {
        "outcome": "win" if winner else "complication",
        "winner": winner["id"] if winner else None,
        "throws": throws,
        "specials": specials,
    }


def _winner(throwers: list[Document], document: Document) -> Document | None:
    values = [value(each, document) or 0 for each in throwers]
    best = [each for each, own in zip(throwers, values, strict=True) if own == max(values)]
    return best[0] if len(best) == 1 else None


def _thrown(one: Document, throwers: list[Document], winner: Document | None, document: Document) -> Document:
    own = value(one, document) or 0
    sign = by_significator(one, document)
    alone = sign and _winner([sign if each is one else each for each in throwers], document)
    critical = one is winner and (own > 10 or bool(sign and alone is sign))
    return {"id": one["id"], "value": own, "critical": critical, "fumble": fumbles(one, document)}


def c10(document: Document) -> Document:
    """The first cards that count of those that were drawn (D6)."""
    return _drawn(document, document.get("count", 1), max)


def c100(document: Document) -> Document:
    """Ones, then tens; a ten is read as 0, both tens are 100 (D7)."""
    told = _drawn(document, 2, lambda pair: 10 * (pair[1] % 10) + pair[0] % 10 or 100)
    return {key: told[key] for key in told if key != "values"}


def damage(document: Document) -> Document:
    """As many cards, C10, as the target's base Toughness; the lowest is the damage, at 0 the hit injures (D33)."""
    told = _drawn(document, document["toughness"], min)
    injures = document["toughness"] == 0
    return {"damage": told["value"], "injures": injures} | {
        key: told[key] for key in ("ignored", "need") if key in told
    }


def _drawn(document: Document, count: int, read: Callable[[list[int]], int]) -> Document:
    """What is made of the first `count` cards from 1 to 10; `need` says how many more must be drawn."""
    values: list[int] = []
    ignored = []
    for card in document["cards"]:
        number = worth(card, {}, document)
        if len(values) == count:
            break
        if 1 <= number <= 10:
            values.append(number)
        else:
            ignored.append(card)
    told: Document = {"values": values, "ignored": ignored, "value": None}
    if len(values) < count:
        return told | {"need": count - len(values)}
    return told | ({"value": read(values)} if values else {})
