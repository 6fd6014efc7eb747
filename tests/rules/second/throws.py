"""Demon City's counting of throws judged a second time (D13 to D23a), from the source texts and the digest alone.

Written without having read `rules/demon_city` or what its tests expect. A claim is turned into a pile of tokens, which
are added and taken one by one.
"""

from typing import Any

Document = dict[str, Any]
REFUSED = "refused"
OTHER_END = {"low ground": "high ground", "sober": "drunk"}
"""Two names of one asymmetry (D21): Laura has the high ground, Bailey the low."""
VOLUNTARY = ("called-shot", "tricky")


def count(document: Document, passed: int = 0) -> Document | str:
    """How many cards somebody throws, which counts, and how many pass to the opponent (D13 to D22).

    What opponents could not lose is theirs to give: `passed`, or read from the document's `opponent`.
    """
    opponent = document.get("opponent", {})
    if any(_misplaced(document, side) for side in (document, opponent)) or counted_twice(document):
        return REFUSED
    cards, to_opponent = forced(document.get("base", 1), document)
    cards += passed + forced(1, opponent)[1]
    keep = "highest"
    for _ in [token for token in document.get("lost", []) if token in VOLUNTARY]:
        cards, keep = (cards - 1, keep) if cards > 1 and keep == "highest" else (2, "lowest")
    return {
        "cards": cards,
        "keep": keep,
        "to_opponent": 0 if document["kind"] == "test-throws" else to_opponent,
    }


def forced(cards: int, side: Document) -> tuple[int, int]:
    """The cards after every advantage and every involuntary loss, and the losses left over at one (D13, D20, D21)."""
    cards += sum(_worth(token) for token in side.get("extra", []))
    left_over = 0
    for _ in [token for token in side.get("lost", []) if token not in VOLUNTARY]:
        cards, left_over = (cards - 1, left_over) if cards > 1 else (1, left_over + 1)
    return cards, left_over


def _worth(token: Any) -> int:
    """One throw for every advantage; the chain case alone may say more (D19)."""
    return int(token.get("times", 1)) if isinstance(token, dict) else 1


def _name(token: Any) -> tuple[str, str]:
    if isinstance(token, str):
        return "kind", token
    kind = next(key for key in token if key != "times")
    name = " ".join(str(token[kind]).split()).casefold()
    return kind, name


def _asymmetry(token: Any) -> tuple[str, str]:
    """What a token is about, whichever end of it was named."""
    kind, name = _name(token)
    return kind, OTHER_END.get(name, name)


def _misplaced(document: Document, side: Document) -> bool:
    """Whether a side claims something where it has no place: twice, or in the wrong kind of throw."""
    extra, lost = side.get("extra", []), side.get("lost", [])
    if any(len({_name(token) for token in tokens}) < len(tokens) for tokens in (extra, lost)):
        return True
    kinds = {_name(token)[1] if isinstance(token, str) else _name(token)[0] for token in extra}
    if document["kind"] == "clash-throws":
        return "overlap" in kinds
    in_round = document.get("in_round", False)
    return "defense" in kinds or ("overlap" in kinds and in_round) or ("injury" in lost and not in_round)


def counted_twice(document: Document) -> bool:
    """Whether one asymmetry is given twice, or given and taken too, to whomever (D21)."""
    sides = (document, document.get("opponent", {}))
    given = {_asymmetry(token) for side in sides for token in side.get("extra", [])}
    taken = {_asymmetry(token) for side in sides for token in side.get("lost", [])}
    mine, theirs = ({_over_foe(token, document["kind"]) for token in side.get("extra", [])} for side in sides)
    return bool((mine & theirs) - {None} or given & taken)


def _over_foe(token: Any, kind: str) -> tuple[tuple[str, str], int] | None:
    """What only one of the two can have over the other, and how often (D19); None if both can have it.

    Both may do nothing but defend or have a further skill; in a clash the foe of either may be a third.
    """
    free = token == "defense" or (token == "distraction" and kind == "clash-throws")
    if free or (isinstance(token, dict) and "overlap" in token):
        return None
    return _name(token), _worth(token)
