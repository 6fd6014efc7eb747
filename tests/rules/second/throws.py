"""Demon City's counting of throws judged a second time (D13 to D23a), from the source texts and the digest alone.

Written without having read `rules/demon_city` or what its tests expect. A claim is turned into a pile of tokens, which
are added and taken one by one.
"""

from typing import Any

Document = dict[str, Any]
REFUSED = "refused"
VOLUNTARY = ("called-shot", "tricky")


def count(document: Document) -> Document | str:
    """How many cards somebody throws, which counts, and how many pass to the opponent (D13 to D22)."""
    extra, lost = document.get("extra", []), document.get("lost", [])
    sides = [document, document.get("opponent", {})]
    if any(_misplaced(document["kind"], side.get("extra", []), side.get("lost", [])) for side in sides):
        return REFUSED
    if _counted_twice(document):
        return REFUSED
    cards = document.get("base", 1) + sum(_worth(token) for token in extra)
    to_opponent = 0
    for _ in [token for token in lost if token not in VOLUNTARY]:
        cards, to_opponent = (cards - 1, to_opponent) if cards > 1 else (1, to_opponent + 1)
    if document["kind"] == "test-throws":
        to_opponent = 0
    for _ in [token for token in lost if token in VOLUNTARY]:
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
        return "overlap" in kinds
    return "defense" in kinds or (kind == "opposed-throws" and "injury" in lost)


def _counted_twice(document: Document) -> bool:
    """Whether one asymmetry is given twice, or given and taken too, to whomever (D21)."""
    opponent = document.get("opponent", {})
    given, taken = ({_name(token) for token in document.get(side, [])} for side in ("extra", "lost"))
    theirs, off = ({_name(token) for token in opponent.get(side, [])} for side in ("extra", "lost"))
    return bool(_over_each_other(document, opponent) or (given | theirs) & (taken | off))


def _over_each_other(document: Document, opponent: Document) -> bool:
    """Whether both claim to have the same over the other; of a chain each has a different number (D19)."""
    mine, theirs = (
        {(_name(token), _worth(token)) for token in side.get("extra", []) if not _is_ones_own(token)}
        for side in (document, opponent)
    )
    return bool(mine & theirs)


def _is_ones_own(token: Any) -> bool:
    """What both may have, because it is had over nobody: only to defend, or a further skill."""
    return token == "defense" or (isinstance(token, dict) and "overlap" in token)
