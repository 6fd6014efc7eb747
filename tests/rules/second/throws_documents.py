"""Random claims for Demon City's throws."""

from random import Random
from typing import Any

Document = dict[str, Any]
KINDS = ("higher-stat", "distraction", "defense", "weapon", "supernatural")
PLACES = ("high ground", "low ground", "handcuffs", "drunk", "sober", "fog")


def document(rng: Random) -> Document:
    """A claim of any of the three kinds of throws; some claim what has no place there."""
    kind = rng.choice(("clash-throws", "opposed-throws", "test-throws"))
    fitting = KINDS if kind == "clash-throws" or rng.random() < 0.1 else KINDS[:2]
    claim: Document = {"kind": kind, "extra": _extra(rng, kind, fitting), "lost": _lost(rng, kind)}
    if rng.random() < 0.3:
        claim["base"] = rng.randint(1, 3)
    if kind == "test-throws" and rng.random() < 0.5:
        claim["in_round"] = True
    if rng.random() < 0.3 and kind != "test-throws":
        claim["opponent"] = {"extra": _extra(rng, kind, fitting), "lost": _lost(rng, kind)}
    return claim


def _extra(rng: Random, kind: str, fitting: tuple[str, ...]) -> list[Any]:
    tokens: list[Any] = rng.sample(fitting, rng.randint(0, min(2, len(fitting))))
    for place in rng.sample(PLACES, rng.choice((0, 0, 1, 2))):
        chain = kind == "clash-throws" and rng.random() < 0.2
        tokens.append({"situation": place, "times": 2} if chain else {"situation": place})
    if rng.random() < (0.03 if kind == "clash-throws" else 0.3):
        tokens += [
            {"overlap": skill} for skill in rng.sample(("Streetwise", "Local Knowledge"), rng.randint(1, 2))
        ]
    if tokens and rng.random() < 0.04:
        tokens.append(tokens[0])
    return rng.sample(tokens, len(tokens))


def _lost(rng: Random, kind: str) -> list[Any]:
    tokens: list[Any] = [voluntary for voluntary in ("called-shot", "tricky") if rng.random() < 0.25]
    if rng.random() < (0.05 if kind == "opposed-throws" else 0.25):
        tokens.append("injury")
    return tokens + [{"situation": place} for place in rng.sample(PLACES, rng.choice((0, 0, 0, 1, 2)))]
