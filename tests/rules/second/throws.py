"""Demon City's counting of throws judged a second time (D13 to D23a), from the source texts and the digest alone.

Written without having read `rules/demon_city` or what its tests expect. A claim is turned into a pile of tokens, which
are added and taken one by one.
"""

from typing import Any

Document = dict[str, Any]
REFUSED = "refused"
VOLUNTARY = ("called-shot", "tricky")
OUTSIDE_ACTION_ROUNDS = ("overlap",)
IN_ACTION_ROUNDS = ("defense", "weapon", "supernatural")


def count(document: Document) -> Document | str:
    """How many cards somebody throws, which counts, and how many pass to the opponent (D13 to D22)."""
    extra, lost = document.get("extra", []), document.get("lost", [])
    if _misplaced(document["kind"], extra, lost) or _counted_twice(document):
        return REFUSED
    cards = document.get("base", 1) + sum(_worth(token) for token in extra)
    to_opponent = 0
    for _ in [token for token in lost if token not in VOLUNTARY]:
        cards, to_opponent = (cards - 1, to_opponent) if cards > 1 else (1, to_opponent + 1)
    if document["kind"] == "test-throws":
        to_opponent = 0
    if any(token in VOLUNTARY for token in lost):
        if cards == 1:
            return {"cards": 2, "keep": "lowest", "to_opponent": to_opponent}
        cards -= 1
    return {"cards": cards, "keep": "highest", "to_opponent": to_opponent}


def _worth(token: Any) -> int:
    """One throw for every advantage; the chain case alone may say more (D19)."""
    return int(token.get("times", 1)) if isinstance(token, dict) else 1


def _name(token: Any) -> tuple[str, str]:
    if isinstance(token, str):
        return "kind", token
    kind = next(key for key in token if key != "times")
    return kind, " ".join(str(token[kind]).split()).casefold()


def _misplaced(kind: str, extra: list[Any], lost: list[Any]) -> bool:
    """Whether something is claimed where it has no place: twice, or in the wrong kind of throw."""
    for tokens in (extra, lost):
        names = [_name(token) for token in tokens]
        if len(set(names)) < len(names):
            return True
    kinds = {_name(token)[1] if isinstance(token, str) else _name(token)[0] for token in extra}
    if kind == "clash-throws":
        return bool(kinds & set(OUTSIDE_ACTION_ROUNDS))
    return bool(kinds & set(IN_ACTION_ROUNDS)) or (kind == "opposed-throws" and "injury" in lost)


def _counted_twice(document: Document) -> bool:
    """Whether one asymmetry is given to one side and taken from the other (D21)."""
    opponent = document.get("opponent", {})
    given, taken = ({_name(token) for token in document.get(side, [])} for side in ("extra", "lost"))
    theirs, off = ({_name(token) for token in opponent.get(side, [])} for side in ("extra", "lost"))
    return bool(given & off or taken & theirs)
